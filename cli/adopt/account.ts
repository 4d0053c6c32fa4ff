import type { Listed, WorkspaceRecord } from "../../client";
import { identifier } from "../../provider/validation";
import { declaredValue } from "./addons";
import type { Field } from "./fields";
import type { Adopted, AdoptedConfiguration, AdoptedUser, AdoptedWorkgroup, Omission } from "./model";
import { type Nameable, resourceNames } from "./names";
import type { Reading } from "./read";
import { settingsOf, storedFacts } from "./settings";

/** What is adopted of what was read, and what is not. `known` says of a text that it holds a credential in use. Pure. */
export function adoptedOf(
  reading: Reading,
  fields: ReadonlySet<Field>,
  known: (text: string) => boolean,
): { readonly adopted: Adopted; readonly omissions: readonly Omission[] } {
  const omissions: Omission[] = [...reading.omissions];
  const workgroups = workgroupsOf(reading.workgroups, fields, known, omissions);
  const configurations = configurationsOf(reading, known, omissions);
  const users = usersOf(reading, workgroups, omissions);
  return { adopted: { workgroups, configurations, users, addons: addonNames(reading) }, omissions };
}

function workgroupsOf(
  read: readonly Listed[],
  fields: ReadonlySet<Field>,
  known: (text: string) => boolean,
  omissions: Omission[],
): AdoptedWorkgroup[] {
  const groups = read
    .map((workgroup) => ({ workgroup, records: addressable(workgroup, omissions) }))
    .filter(({ records }) => records.length > 0);
  const names = resourceNames(groups.flatMap(({ workgroup, records }) => records.map((record) => nameable(workgroup, record))));
  return groups.map(({ workgroup, records }): AdoptedWorkgroup => {
    const workspaces = records.map((record) => {
      const resource = names.shift() ?? "";
      const { settings, leftOut } = settingsOf(record, fields, known);
      for (const { place, why } of leftOut) omissions.push({ what: resource, place, why: `${why}.`, failed: false });
      return { resource, id: record.workspace_id, settings, facts: storedFacts(record) };
    });
    return { id: workgroup.workgroup_id, name: workgroup.name || workgroup.workgroup_id, workspaces };
  });
}

function nameable(workgroup: Listed, { name, workspace_id: id }: WorkspaceRecord): Nameable {
  return { name: name || "", qualifier: workgroup.name || workgroup.workgroup_id, id, kind: "workspace" };
}

/** The workspaces that arguments can name, each once. */
function addressable({ workgroup_id: group, workspaces }: Listed, omissions: Omission[]): WorkspaceRecord[] {
  const once = workspaces.filter(({ workspace_id: id }, index) => workspaces.findIndex((other) => other.workspace_id === id) === index);
  return once.filter(({ workspace_id: id, name }) => {
    const fine = [group, id].every((one) => identifier.safeParse(one).success && one.isWellFormed());
    if (!fine)
      omissions.push({ what: `workspace ${JSON.stringify(name || id)}`, why: "its identifier cannot be declared.", failed: false });
    return fine;
  });
}

function configurationsOf({ configurations }: Reading, known: (text: string) => boolean, omissions: Omission[]): AdoptedConfiguration[] {
  const declared = configurations.flatMap(({ addon, name: configName, found }) => {
    const value = declaredValue(configName, found.value, known);
    if ("value" in value) {
      return [{ addon, state: { installedAddonId: addon.id, configName, configValue: value.value, configId: found.id } }];
    }
    omissions.push({
      what: `configuration ${JSON.stringify(configName)} of the add-on ${JSON.stringify(addon.name)}`,
      why: `${value.why}.`,
      failed: false,
    });
    return [];
  });
  const names = resourceNames(
    declared.map(({ addon, state }) => ({
      name: `${addon.name} ${state.configName}`,
      qualifier: addon.id,
      id: state.configId,
      kind: "configuration",
    })),
  );
  return declared.map(({ state }, index) => ({ resource: names[index] ?? "", state }));
}

function usersOf({ users }: Reading, workgroups: readonly AdoptedWorkgroup[], omissions: Omission[]): AdoptedUser[] {
  const declared = users.flatMap((user) => {
    const workspace = workgroups.find(({ id }) => id === user.workgroup)?.workspaces.find(({ id }) => id === user.workspace);
    if (workspace === undefined) return [];
    if (user.username.isWellFormed()) return [{ ...user, resource: workspace.resource }];
    omissions.push({ what: `a database user of ${workspace.resource}`, why: "its name is not well-formed text.", failed: false });
    return [];
  });
  const names = resourceNames(
    declared.map(({ resource, username, workspace }) => ({
      name: `${resource} ${username}`,
      qualifier: workspace,
      id: username,
      kind: "user",
    })),
  );
  return declared.map((user, index) => ({ ...user, resource: names[index] ?? "" }));
}

/** Add-ons' names by every identifier that they are known by. */
function addonNames({ addons, workgroups }: Reading): Map<string, string> {
  const entries = workgroups.flatMap(({ workspaces }) => workspaces.flatMap((workspace) => workspace.addons ?? []));
  const names = new Map(entries.flatMap(({ addons_id: id, unique_name: name }) => (name ? [[id, name] as const] : [])));
  for (const { id, addonsId, name } of addons) {
    names.set(id, name);
    if (addonsId !== undefined) names.set(addonsId, name);
  }
  return names;
}
