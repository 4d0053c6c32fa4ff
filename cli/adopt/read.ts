import {
  type Configuration,
  findWorkgroup,
  type InstalledAddon,
  isCredentialRefused,
  isDeleted,
  type Listed,
  parseInstalledAddons,
  type WorkspaceRecord,
  isNoSuchCall,
} from "../../client";
import { configurationIn } from "./addons";
import type { Omission } from "./model";
import { type Reader, reasonOf } from "./reader";

/** What of the account is to be read. */
export interface Scope {
  /** Identifiers of workgroups; none, and no workspaces, means all. */
  readonly workgroups: readonly string[];
  readonly workspaces: readonly { readonly workgroup: string; readonly workspace: string }[];
  readonly users: boolean;
  readonly configurations: boolean;
  /** Configurations whose names the user knows. */
  readonly named: readonly { readonly addon: string; readonly name: string }[];
}

/** The account as it was read; what could not be read is named. */
export interface Reading {
  readonly workgroups: readonly Listed[];
  readonly addons: readonly InstalledAddon[];
  readonly configurations: readonly { readonly addon: InstalledAddon; readonly name: string; readonly found: Configuration }[];
  readonly users: readonly User[];
  readonly omissions: readonly Omission[];
}

interface User {
  readonly workgroup: string;
  readonly workspace: string;
  readonly username: string;
}

/** Reads the account with GETs alone. Rejects where nothing can be read at all (no key, no address, no list of workgroups), and as soon as it is stopped. */
export async function readAccount(reader: Reader, scope: Scope): Promise<Reading> {
  const workgroups = await readWorkgroups(reader, scope);
  const addons = scope.configurations ? await readAddons(reader) : [];
  const configurations = await readConfigurations(reader, addons, scope);
  const users = scope.users ? await readUsers(reader, workgroups) : [];
  return { workgroups, addons, configurations, users, omissions: reader.omissions };
}

async function readWorkgroups(reader: Reader, scope: Scope): Promise<Listed[]> {
  const wanted = [...new Set([...scope.workgroups, ...scope.workspaces.map(({ workgroup }) => workgroup)])];
  const all = wanted.length === 0 ? await listWorkgroups(reader) : undefined;
  const read = await reader.each("workgroups", all?.map(({ id }) => id) ?? wanted, async (id) => {
    const what = `workgroup ${JSON.stringify(id)}`;
    try {
      // The list shows the records too, but what the provider will compare with is this one.
      const found = await findWorkgroup(reader.for("reading"), id);
      if ("record" in found) return [found.record];
      reader.fail(what, `${found.missing}.`);
    } catch (error) {
      if (isCredentialRefused(error)) throw new Error(reasonOf(error));
      reader.failed(what, error);
    }
    return [];
  });
  return read.flat().map((workgroup) => narrowSelection(reader, workgroup, scope, all));
}

interface ListedWorkgroup {
  readonly id: string;
  readonly workspaces: readonly { readonly id: string; readonly name: string }[];
}

async function listWorkgroups(reader: Reader): Promise<ListedWorkgroup[]> {
  reader.tell("reading the list of workgroups");
  try {
    const all = await reader.for("reading the list of workgroups").workgroups.list();
    return all.map(({ workgroup_id: id, workspaces }) => ({
      id,
      workspaces: (workspaces ?? [])
        .filter((workspace) => !isDeleted(workspace))
        .map((workspace) => ({ id: workspace.workspace_id, name: workspace.name ?? "" })),
    }));
  } catch (error) {
    if (!isNoSuchCall(error)) throw new Error(reasonOf(error));
    throw new Error(`this service does not list its workgroups (the request ${error.failure.summary}); name them with --workgroup <id>.`);
  }
}

/** The workgroup with the workspaces that were asked for; those that are not there are named. */
function narrowSelection(
  reader: Reader,
  workgroup: Listed,
  { workgroups, workspaces }: Scope,
  all: readonly ListedWorkgroup[] | undefined,
): Listed {
  const id = workgroup.workgroup_id;
  const hasWorkspace = (workspace: string) => workgroup.workspaces.some(({ workspace_id }) => workspace_id === workspace);
  const gone = (all?.find((other) => other.id === id)?.workspaces ?? []).filter((workspace) => !hasWorkspace(workspace.id));
  for (const { id: workspace, name } of gone) {
    reader.leaveOut(`workspace ${JSON.stringify(name || workspace)}`, "it went away while the account was read.");
  }
  const asked = workspaces.filter((one) => one.workgroup === id).map(({ workspace }) => workspace);
  for (const workspace of asked.filter((one) => !hasWorkspace(one))) {
    reader.fail(`workspace ${JSON.stringify(workspace)}`, `workgroup ${JSON.stringify(id)} has no such workspace.`);
  }
  if (asked.length === 0 || workgroups.includes(id)) return workgroup;
  return { ...workgroup, workspaces: workgroup.workspaces.filter(({ workspace_id }) => asked.includes(workspace_id)) };
}

async function readAddons(reader: Reader): Promise<readonly InstalledAddon[]> {
  const what = "configurations of add-ons";
  reader.tell("reading the list of installed add-ons");
  try {
    const addons = parseInstalledAddons(await reader.for("reading the list of installed add-ons").addons.list());
    if (addons !== undefined) return addons.found;
    const fix = "name them with --configuration <installed add-on>/<name>";
    reader.leaveOut(what, `the service's list of installed add-ons cannot be understood; ${fix}.`);
  } catch (error) {
    if (isNoSuchCall(error)) reader.leaveOut(what, "this service does not list its installed add-ons.");
    else reader.failed(what, error);
  }
  return [];
}

async function readConfigurations(reader: Reader, addons: readonly InstalledAddon[], { named }: Scope): Promise<Reading["configurations"]> {
  const wanted: { addon: InstalledAddon; name: string }[] = addons.flatMap((addon) =>
    addon.configurations.map((name) => ({ addon, name })),
  );
  for (const { addon: id, name } of named) {
    const addon = addons.find((other) => other.id === id) ?? { id, name: id, configurations: [] };
    if (!wanted.some((one) => one.addon.id === id && one.name === name)) wanted.push({ addon, name });
  }
  for (const { id, name } of addons.filter((addon) => !wanted.some((one) => one.addon.id === addon.id))) {
    const why = `the service finds them by their names only, and lists none; name them with --configuration ${id}/<name>.`;
    reader.leaveOut(`configurations of the add-on ${JSON.stringify(name)}`, why);
  }
  const read = await reader.each("configurations of add-ons", wanted, async ({ addon, name }) => {
    const what = `configuration ${JSON.stringify(name)} of the add-on ${JSON.stringify(addon.name)}`;
    try {
      const result = await reader.for("reading").addons.configurations({ installedAddonsID: addon.id, configName: name });
      const found = configurationIn(name, result);
      if (typeof found !== "string") return [{ addon, name, found }];
      reader.fail(what, `${found}.`);
    } catch (error) {
      reader.failed(what, error);
    }
    return [];
  });
  return read.flat();
}

async function readUsers(reader: Reader, workgroups: readonly Listed[]): Promise<Reading["users"]> {
  const workspaces = workgroups.flatMap(({ workgroup_id: workgroup, workspaces: own }) => own.map((record) => ({ workgroup, record })));
  let lacking = false;
  let refused = false;
  const read = async ({ workgroup, record }: { workgroup: string; record: WorkspaceRecord }): Promise<User[]> => {
    const workspace = record.workspace_id;
    try {
      const users = await reader.for("reading").databaseUsers.list({ workgroupID: workgroup, workspaceID: workspace });
      return (users ?? []).flatMap(({ username }) => (username ? [{ workgroup, workspace, username }] : []));
    } catch (error) {
      lacking ||= isNoSuchCall(error);
      refused ||= isCredentialRefused(error);
      const what = refused ? "database users" : `database users of workspace ${JSON.stringify(record.name || workspace)}`;
      if (!lacking) reader.failed(what, error);
      return [];
    }
  };
  let first: Promise<unknown> | undefined;
  const users = await reader.each("lists of database users", workspaces, async (one) => {
    if (first === undefined) return (first = read(one));
    // The first tells whether the service has the call at all, and whether the key may make it.
    await first;
    return lacking || refused ? [] : read(one);
  });
  if (lacking) reader.leaveOut("database users", "this service does not list them; declare them by hand, with adopt: true.");
  return users.flat();
}
