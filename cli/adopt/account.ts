import type { Listed, WorkspaceRecord } from "../../client";
import type { Declarable, Declared, Nameable, NamedAccount, NamedWorkgroup } from "../../provider/adopt/facts";
import type { LeaveOut } from "../../provider/adopt/reader";
import { adoptions } from "../../provider/registry";
import { identifier } from "../../provider/values/validation";
import { resourceNames } from "./names";
import type { Reading } from "./read";

export type Adopted = ReturnType<typeof adoptedOf>;
export type AdoptedKind = Adopted["kinds"][number];

/** Builds the declarations of all objects with their names, and reports the omitted objects. `holdsCredential` returns true if a text contains a credential in use. */
export function adoptedOf(
  { workgroups: read, addons, found }: Reading,
  fields: ReadonlySet<string>,
  holdsCredential: NamedAccount["holdsCredential"],
  leaveOut: LeaveOut,
) {
  const named = nameWorkspaces(read, leaveOut);
  const all = Object.entries(adoptions());
  const resized = new Set(all.flatMap(([kind, facts]) => (found.get(kind) ?? []).flatMap((one) => facts.resizes?.(one) ?? [])));
  const account = { workgroups: named, fields, resized, holdsCredential };
  const kinds = all
    .map(([kind, facts]) => ({ kind, facts, declared: nameResources(facts.declare(found.get(kind) ?? [], account, leaveOut)) }))
    // A program declares a resource after its dependencies.
    .toSorted((a, b) => Number(a.facts.dependsOn !== undefined) - Number(b.facts.dependsOn !== undefined));
  const workgroups = named.filter(({ id }) => kinds.some(({ declared }) => declared.some(({ args }) => args.workgroupId === id)));
  return { workgroups, kinds, addons };
}

function nameWorkspaces(read: readonly Listed[], leaveOut: LeaveOut): NamedWorkgroup[] {
  const groups = read.map((group) => ({
    id: group.workgroup_id,
    name: group.name || group.workgroup_id,
    records: addressable(group, leaveOut),
  }));
  const nameables = groups.flatMap(({ name: qualifier, records }) =>
    records.map(({ name, workspace_id: id }): Nameable => ({ name: name || "", qualifier, id, kind: "workspace" })),
  );
  const names = resourceNames(nameables);
  return groups.map(({ id, name, records }) => {
    return { id, name, workspaces: records.map((record) => ({ name: names.shift() ?? "", id: record.workspace_id, record })) };
  });
}

/** Returns the workspaces whose ids are valid arguments, without duplicates. */
function addressable({ workgroup_id: group, workspaces }: Listed, leaveOut: LeaveOut): WorkspaceRecord[] {
  const once = workspaces.filter(({ workspace_id: id }, index) => workspaces.findIndex((other) => other.workspace_id === id) === index);
  return once.filter(({ workspace_id: id, name }) => {
    const fine = [group, id].every((one) => identifier.safeParse(one).success && one.isWellFormed());
    if (!fine) leaveOut(`workspace ${JSON.stringify(name || id)}`, "its id cannot be declared.");
    return fine;
  });
}

function nameResources(given: readonly (Declarable | undefined)[]): Declared[] {
  const declared = given.filter((one) => one !== undefined);
  const names = resourceNames(declared.flatMap(({ name }) => (typeof name === "string" ? [] : [name])));
  return declared.map((one) => ({ ...one, name: typeof one.name === "string" ? one.name : (names.shift() ?? "") }));
}
