import { endpoints } from "../../client/api/endpoints";
import { prefix } from "../../client/http/endpoint";
import { type Documented, workspace } from "../../client/wire/shapes";

/** The parameters of the paths: identifiers of the account that were found or given. */
export type Parameter = "workgroupID" | "workspaceID" | "databaseID" | "installedAddonsID" | "configName" | "addonsID";

/** One GET of the service (API 4 and 11). */
export interface ReadEndpoint {
  readonly path: string;
  /** True for a call that only the public reference shows, so that a service may lack it. */
  readonly extension?: true;
  /** The documented type of its Result; undefined if that is not shown. */
  readonly result?: Documented;
}

/** The calls whose Results show identifiers that others need, in this order. */
const first = ["/installed-addons", "/addons/{addonsID}/workspaces", "/workgroups", "/workgroups/{workgroupID}"];

/** A call that the client does not send: a workgroup's record shows its workspaces. */
const workspaceRead: ReadEndpoint = { path: "/workgroups/{workgroupID}/workspaces/{workspaceID}", extension: true, result: workspace };

const clientReads = [...endpoints.values()].flatMap(({ method, path, number, documented }): ReadEndpoint[] => {
  // No list shows the identifier of a restore job.
  if (method !== "GET" || path.includes("{job}")) return [];
  return [
    {
      path: path.slice(prefix.length),
      ...(number === undefined ? { extension: true } : {}),
      ...(documented === undefined ? {} : { result: documented }),
    },
  ];
});

/** Every GET of the service but that of a restore job; those that find identifiers come first. */
export const readEndpoints: readonly ReadEndpoint[] = [
  ...first.flatMap((path) => clientReads.filter((row) => row.path === path)),
  workspaceRead,
  ...clientReads.filter(({ path }) => !first.includes(path)),
];
