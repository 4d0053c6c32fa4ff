/** The paths of the emulated control plane, copied by hand from the table of API 4 so that the two can be laid side by side. */

/** One row: the number of API 4, or a name for a call of API 11. */
export interface EndpointRow {
  readonly number: number | string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  /** The HTTP statuses that the service documents for it; empty for a call of API 11. */
  readonly statuses: readonly number[];
}

/** What every control-plane path begins with (API 9). */
export const prefix = "/controller/v4/v2/";

/** The fifteen endpoints of API 4, in its order. */
export const endpoints = [
  { number: 1, method: "GET", path: "/controller/v4/v2/installed-addons", statuses: [200, 500] },
  { number: 2, method: "GET", path: "/controller/v4/v2/installed-addons/{installedAddonsID}", statuses: [200, 400, 500] },
  { number: 3, method: "POST", path: "/controller/v4/v2/add-ons/{installedAddonsID}/configs", statuses: [200, 400, 500] },
  { number: 4, method: "PUT", path: "/controller/v4/v2/add-ons/{installedAddonsID}/configs/{configID}", statuses: [200, 400, 500] },
  {
    number: 5,
    method: "GET",
    path: "/controller/v4/v2/installed-addons/{installedAddonsID}/configs/{configName}",
    statuses: [200, 400, 500],
  },
  { number: 6, method: "GET", path: "/controller/v4/v2/addons/{addonsID}/workspaces", statuses: [200, 400, 500] },
  { number: 7, method: "GET", path: "/controller/v4/v2/workgroups/{workgroupID}", statuses: [200] },
  { number: 8, method: "GET", path: "/controller/v4/v2/workgroups/{workgroupID}/databases/{databaseID}", statuses: [200] },
  { number: 9, method: "PUT", path: "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}", statuses: [200] },
  { number: 10, method: "DELETE", path: "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}", statuses: [200] },
  { number: 11, method: "POST", path: "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}/refresh", statuses: [200] },
  {
    number: 12,
    method: "DELETE",
    path: "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}/dbuser",
    statuses: [200, 400, 500],
  },
  {
    number: 13,
    method: "GET",
    path: "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}/backups",
    statuses: [200, 500],
  },
  {
    number: 14,
    method: "GET",
    path: "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}/backups/{job}/status",
    statuses: [200, 500],
  },
  {
    number: 15,
    method: "GET",
    path: "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}/schedules",
    statuses: [200, 500],
  },
] as const satisfies readonly EndpointRow[];

/** The endpoints that only the public reference of the same API shows (API 11); served when `extensions` is on. */
export const extensionEndpoints = [
  { number: "listWorkgroups", method: "GET", path: "/controller/v4/v2/workgroups", statuses: [] },
  { number: "createWorkgroup", method: "POST", path: "/controller/v4/v2/workgroups", statuses: [] },
  { number: "updateWorkgroup", method: "PUT", path: "/controller/v4/v2/workgroups/{workgroupID}", statuses: [] },
  { number: "deleteWorkgroup", method: "DELETE", path: "/controller/v4/v2/workgroups/{workgroupID}", statuses: [] },
  { number: "createWorkspace", method: "POST", path: "/controller/v4/v2/workgroups/{workgroupID}/workspaces", statuses: [] },
  { number: "listCloudProviders", method: "GET", path: "/controller/v4/v2/cloud-providers", statuses: [] },
  { number: "listPublicCloudProviders", method: "GET", path: "/controller/v4/v2/cloud-providers/public", statuses: [] },
  { number: "getWorkspace", method: "GET", path: "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}", statuses: [] },
  { number: "pause", method: "POST", path: "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}/pause", statuses: [] },
  { number: "resume", method: "POST", path: "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}/resume", statuses: [] },
  { number: "meta", method: "GET", path: "/controller/v4/v2/workspaces/meta", statuses: [] },
  {
    number: "createUser",
    method: "POST",
    path: "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}/dbuser",
    statuses: [],
  },
  { number: "listUsers", method: "GET", path: "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}/dbuser", statuses: [] },
  {
    number: "setPassword",
    method: "PUT",
    path: "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}/dbuser",
    statuses: [],
  },
  {
    number: "deleteConfiguration",
    method: "DELETE",
    path: "/controller/v4/v2/add-ons/{installedAddonsID}/configs/{configID}",
    statuses: [],
  },
  {
    number: "createSchedule",
    method: "POST",
    path: "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}/schedules",
    statuses: [],
  },
  {
    number: "updateSchedule",
    method: "PUT",
    path: "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}/schedules/{scheduleID}",
    statuses: [],
  },
  {
    number: "deleteSchedule",
    method: "DELETE",
    path: "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}/schedules/{scheduleID}",
    statuses: [],
  },
  {
    number: "getBackupSchedule",
    method: "GET",
    path: "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}/backups/schedule",
    statuses: [],
  },
  {
    number: "setBackupSchedule",
    method: "POST",
    path: "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}/backups/schedule",
    statuses: [],
  },
  {
    number: "restore",
    method: "POST",
    path: "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}/backups/restore",
    statuses: [],
  },
  { number: "listAllowedRanges", method: "GET", path: "/controller/v4/v2/workgroups/{workgroupID}/allow_list", statuses: [] },
  { number: "createAllowedRange", method: "POST", path: "/controller/v4/v2/workgroups/{workgroupID}/allow_list", statuses: [] },
  { number: "getCaller", method: "GET", path: "/controller/v4/v2/workgroups/{workgroupID}/allow_list/current", statuses: [] },
  // Before the row whose parameter their last words would fit.
  { number: "enforceRanges", method: "PUT", path: "/controller/v4/v2/workgroups/{workgroupID}/allow_list/enable", statuses: [] },
  { number: "liftRanges", method: "PUT", path: "/controller/v4/v2/workgroups/{workgroupID}/allow_list/disable", statuses: [] },
  { number: "updateAllowedRange", method: "PUT", path: "/controller/v4/v2/workgroups/{workgroupID}/allow_list/{id}", statuses: [] },
  { number: "deleteAllowedRange", method: "DELETE", path: "/controller/v4/v2/workgroups/{workgroupID}/allow_list/{id}", statuses: [] },
] as const satisfies readonly EndpointRow[];

/** Which endpoint of API 4 a handler serves. */
export type EndpointNumber = (typeof endpoints)[number]["number"];
/** Which call of API 11 a handler serves. */
export type ExtensionName = (typeof extensionEndpoints)[number]["number"];

/** A path that fits a row, with its parameters decoded. */
export interface Match {
  readonly row: EndpointRow;
  readonly params: Readonly<Record<string, string>>;
}

/** Every row whose path fits, whatever its method; a segment that does not decode fits nothing. */
export function matchPath(rows: readonly EndpointRow[], path: string): Match[] {
  const given = path.split("/");
  return rows.flatMap((row) => {
    const params = paramsOf(segmentsOf(row.path), given);
    return params === undefined ? [] : [{ row, params }];
  });
}

/** One segment of a row's path: a word, or a parameter's name. */
interface Segment {
  readonly part: string;
  readonly name: string | undefined;
}

const known = new Map<string, readonly Segment[]>();

function segmentsOf(template: string): readonly Segment[] {
  const segments = known.get(template) ?? template.split("/").map((part) => ({ part, name: /^\{(.*)\}$/.exec(part)?.[1] }));
  known.set(template, segments);
  return segments;
}

function paramsOf(wanted: readonly Segment[], given: readonly string[]): Record<string, string> | undefined {
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, { part, name }] of wanted.entries()) {
    const value = given[index] ?? "";
    if (name === undefined) {
      if (part !== value) return undefined;
    } else {
      const decoded = decode(value);
      if (decoded === undefined || decoded === "") return undefined;
      params[name] = decoded;
    }
  }
  return params;
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
