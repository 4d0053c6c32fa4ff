import { isUnknown } from "../../provider/values/unknowns";
import type { ShownValues } from "../../provider/describe/resource";
import type { Resource } from "./resources";

/** The workspaces, databases and workgroups of a preview by name, as far as the program, the state and the plan records name them. Pure. */

/** Names by the words of a subject: `workspace`, `database`, `workgroup`. */
type Names = Readonly<Partial<Record<"workspace" | "database" | "workgroup", string>>>;

export type Containers = ReturnType<typeof containersOf>;

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
  /** The names of the containers of a resource; an unknown identifier stands for the resource that provides it. */
  const namesOf = ({ state }: Resource, values: ShownValues): Names => {
    const containers = ["workgroupId", "workspaceId"].flatMap((argument) => {
      const value = values[argument];
      if (isName(value)) return byId.get(value) ?? [];
      return (state?.propertyDependencies?.[argument] ?? []).flatMap((urn) => byUrn.get(urn) ?? []);
    });
    return Object.assign({}, ...containers) as Names;
  };
  return {
    /** The object of a resource in words, each container by its name. */
    subjectOf(resource: Resource, values: ShownValues, outputs: ShownValues): [string, string][] {
      const { workspace, database, workgroup } = namesOf(resource, values);
      const named = { ...values, ...(workspace && { workspaceId: workspace }), ...(workgroup && { workgroupId: workgroup }) };
      const words = resource.facts?.subject(named, { ...(database && { databaseName: database }), ...outputs }) ?? [];
      return words.flatMap(([word, value]) => (isName(value) ? [[word, value]] : []));
    },
    /** Words of a plan record, each identifier replaced by its name. */
    withNames: (words: readonly (readonly [string, string])[]): [string, string][] =>
      words.map(([word, value]) => [word, (byId.get(value) as Readonly<Record<string, string>> | undefined)?.[word] ?? value]),
  };
}

const isName = (value: unknown): value is string => typeof value === "string" && value !== "" && !isUnknown(value);

/** Returns true for a generated identifier, by which nobody knows an object. */
export function isOpaque(text: unknown): boolean {
  return /^[0-9a-f]{8}-[0-9a-f-]{20,}$/i.test(String(text));
}
