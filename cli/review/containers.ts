import { isUnknown } from "../../provider/values/unknowns";
import type { ShownValues } from "../../provider/describe/resource";
import { type Resource, sourcesOf } from "./resources";

/** The names of the workspaces, databases and workgroups in a preview, based on the program, the state and the plan records. Pure. */

/** The names of containers, keyed by the kind of container. */
type Names = Readonly<Partial<Record<"workspace" | "database" | "workgroup", string>>>;

export function containersOf(resources: readonly Resource[]) {
  const byId = new Map<string, Names>();
  const byUrn = new Map<string, Names>();
  for (const { urn, facts, recorded, inputs, compared, outputs } of resources) {
    const values = { ...outputs, ...compared, ...inputs };
    const planned: Names = Object.fromEntries(recorded.plan?.names ?? []);
    const nameOf = (...all: readonly unknown[]) => all.find((one) => isName(one) && !isOpaque(one)) as string | undefined;
    const workgroup = nameOf(values["workgroupName"], planned.workgroup);
    if (isName(inputs["workgroupName"]) && workgroup !== undefined) byUrn.set(urn, { workgroup });
    if (isName(values["workgroupId"]) && workgroup !== undefined) byId.set(values["workgroupId"], { workgroup });
    if (facts?.manages !== "workspace") continue;
    const workspace = nameOf(inputs["workspaceName"], planned.workspace, values["name"]);
    const database = nameOf(planned.database, values["databaseName"]);
    const names = { ...(workspace && { workspace }), ...(database && { database }) };
    byUrn.set(urn, names);
    if (isName(values["workspaceId"])) byId.set(values["workspaceId"], names);
  }
  /** Returns the names of a resource's containers. For an unknown identifier, uses the name in the resource that provides it. */
  const namesOf = (resource: Resource, values: ShownValues): Names => {
    const containers = ["workgroupId", "workspaceId"].flatMap((argument) => {
      const value = values[argument];
      if (isName(value)) return byId.get(value) ?? [];
      return sourcesOf(resource, argument).flatMap((urn) => byUrn.get(urn) ?? []);
    });
    return Object.assign({}, ...containers) as Names;
  };
  return {
    /** Describes a resource's object, including the names of its containers. */
    subjectOf(resource: Resource, values: ShownValues, outputs: ShownValues): [string, string][] {
      const { workspace, database, workgroup } = namesOf(resource, values);
      const named = { ...values, ...(workspace && { workspaceId: workspace }), ...(workgroup && { workgroupId: workgroup }) };
      const words = resource.facts?.subject(named, { ...(database && { databaseName: database }), ...outputs }) ?? [];
      return words.flatMap(([word, value]) => (isName(value) ? [[word, value]] : []));
    },
    /** Replaces the identifiers in the words of a plan record with names. */
    withNames: (words: readonly (readonly [string, string])[]): [string, string][] =>
      words.map(([word, value]) => [word, (byId.get(value) as Readonly<Record<string, string>> | undefined)?.[word] ?? value]),
  };
}

const isName = (value: unknown): value is string => typeof value === "string" && value !== "" && !isUnknown(value);

/** Returns true for a generated identifier, which is meaningless to readers. */
export function isOpaque(text: unknown): boolean {
  return /^[0-9a-f]{8}-[0-9a-f-]{20,}$/i.test(String(text));
}
