import { parseInstalledAddons } from "../../client";
import { addons } from "../../client/api/addons";
import { endpoints } from "../../client/api/calls";
import { workgroups } from "../../client/api/workgroups";
import type { AnyEndpoint } from "../../client/http/endpoint";
import { isObject, objectsIn } from "../../client/wire/json";
import { workspace } from "../../client/wire/shapes";

/** The path parameters, which are ids in the account, and the reasons why an id can be unknown. */
export const parameters = {
  workgroupID: "a workgroup, and the service lists none",
  workspaceID: "a workspace, and the service lists none",
  databaseID: "a database, and the workgroup contains none",
  installedAddonsID: "an installed add-on, and the service lists none",
  configName: "the name of a configuration, and the add-on lists none",
  addonsID: "an add-on, and the service lists none",
} as const;

export type Parameter = keyof typeof parameters;

export type Known = Partial<Record<Parameter, string>>;

/** A GET request to the service (API 4 and 11). */
export type ReadEndpoint = Pick<AnyEndpoint, "path" | "number" | "documented">;

type Finder = (result: unknown, known: Known) => Partial<Record<Parameter, unknown>>;

/** The calls whose results contain the ids that other calls need, in order, along with functions that extract the first ids. */
const finders: Readonly<Record<string, Finder>> = {
  [addons.list.path]: (result) => {
    const { id, configurations } = parseInstalledAddons(result)?.found[0] ?? {};
    return { installedAddonsID: id, addonsID: id, configName: configurations?.[0] };
  },
  // The only documented list that contains the id of a workgroup.
  [addons.workspaces.path]: (result) => {
    const [first] = objectsIn(result);
    return { workgroupID: first?.["workgroup_id"], workspaceID: first?.["workspace_id"] };
  },
  [workgroups.list.path]: (result) => {
    const groups = objectsIn(result);
    const first = groups.find(({ workspaces }) => objectsIn(workspaces).length > 0) ?? groups[0];
    return { workgroupID: first?.["workgroup_id"] };
  },
  [workgroups.get.path]: (result, { workspaceID }) => {
    const { workspaces, tg_databases: databases } = isObject(result) ? result : {};
    const own = objectsIn(workspaces);
    const chosen = own.find(({ workspace_id }) => workspace_id === workspaceID) ?? own[0];
    return { workspaceID: chosen?.["workspace_id"], databaseID: chosen?.["database_id"] ?? objectsIn(databases)[0]?.["database_id"] };
  },
};

export function idsIn({ path }: Pick<ReadEndpoint, "path">, result: unknown, known: Known): Known {
  const found = finders[path]?.(result, known) ?? {};
  return Object.fromEntries(Object.entries(found).filter(([, id]) => typeof id === "string" && id !== ""));
}

/** No list contains the ids of restore jobs. */
const clientReads = endpoints.filter(({ method, path }) => method === "GET" && !path.includes("{job}"));

/** A call that the client never sends, because the record of a workgroup contains its workspaces. */
const workspaceRead: ReadEndpoint = { path: `${workgroups.get.path}/workspaces/{workspaceID}`, documented: workspace };

/** Every GET of the service except the one for a restore job. Calls that return ids come first. */
export const readEndpoints: readonly ReadEndpoint[] = [
  ...new Set<ReadEndpoint>([
    ...Object.keys(finders).flatMap((path) => clientReads.filter((row) => row.path === path)),
    workspaceRead,
    ...clientReads,
  ]),
];
