/** The endpoints of the emulated control plane; the paths are copied by hand from API 4, so that the two can be compared side by side. */

import { addonRoutes } from "./routes/addons";
import { allowListRoutes } from "./routes/allowed-ranges";
import { backupRoutes } from "./routes/backups";
import { type Route } from "./routes/call";
import { scheduleRoutes } from "./routes/schedules";
import { userRoutes } from "./routes/users";
import { workgroupRoutes } from "./routes/workgroups";
import { workspaceRoutes } from "./routes/workspaces";

/** One endpoint: its row in the documentation, and what serves it. */
export interface Endpoint {
  /** The number of API 4, or a name for a call of API 11. */
  readonly number: number | string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  /** The HTTP statuses that the service documents for it; empty for a call of API 11. */
  readonly statuses: readonly number[];
  /** The path as a pattern with a group for each parameter. */
  readonly pattern: RegExp;
  readonly serve: Route;
}

/** The beginning of every control-plane path (API 9). */
export const prefix = "/controller/v4/v2/";
const workgroup = "workgroups/{workgroupID}";
const workspace = `${workgroup}/workspaces/{workspaceID}`;

const routes = {
  ...addonRoutes,
  ...allowListRoutes,
  ...backupRoutes,
  ...scheduleRoutes,
  ...userRoutes,
  ...workgroupRoutes,
  ...workspaceRoutes,
};
type RouteName = keyof typeof routes;

function row(number: Endpoint["number"], method: Endpoint["method"], end: string, route: RouteName, statuses: readonly number[]): Endpoint {
  const path = `${prefix}${end}`;
  const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
  return { number, method, path, statuses, pattern, serve: routes[route] };
}

/** A call of API 11; the route's name stands for its number. */
function extension(name: RouteName, method: Endpoint["method"], end: string): Endpoint {
  return row(name, method, end, name, []);
}

/** The fifteen endpoints of API 4, in its order. */
export const endpoints: readonly Endpoint[] = [
  row(1, "GET", "installed-addons", "listInstalledAddons", [200, 500]),
  row(2, "GET", "installed-addons/{installedAddonsID}", "getInstalledAddon", [200, 400, 500]),
  row(3, "POST", "add-ons/{installedAddonsID}/configs", "createConfiguration", [200, 400, 500]),
  row(4, "PUT", "add-ons/{installedAddonsID}/configs/{configID}", "updateConfiguration", [200, 400, 500]),
  row(5, "GET", "installed-addons/{installedAddonsID}/configs/{configName}", "listConfigurations", [200, 400, 500]),
  row(6, "GET", "addons/{addonsID}/workspaces", "listAddonWorkspaces", [200, 400, 500]),
  row(7, "GET", workgroup, "getWorkgroup", [200]),
  row(8, "GET", `${workgroup}/databases/{databaseID}`, "getDatabase", [200]),
  row(9, "PUT", workspace, "updateWorkspace", [200]),
  row(10, "DELETE", workspace, "deleteWorkspace", [200]),
  row(11, "POST", `${workspace}/refresh`, "refreshWorkspace", [200]),
  row(12, "DELETE", `${workspace}/dbuser`, "deleteUser", [200, 400, 500]),
  row(13, "GET", `${workspace}/backups`, "listBackups", [200, 500]),
  row(14, "GET", `${workspace}/backups/{job}/status`, "getRestoreJob", [200, 500]),
  row(15, "GET", `${workspace}/schedules`, "listSchedules", [200, 500]),
];

/** The endpoints that only the public reference of the same API shows (API 11); served when `extensions` is on. */
export const extensionEndpoints: readonly Endpoint[] = [
  extension("listWorkgroups", "GET", "workgroups"),
  extension("createWorkgroup", "POST", "workgroups"),
  extension("updateWorkgroup", "PUT", workgroup),
  extension("deleteWorkgroup", "DELETE", workgroup),
  extension("createWorkspace", "POST", `${workgroup}/workspaces`),
  extension("listCloudProviders", "GET", "cloud-providers"),
  extension("listPublicCloudProviders", "GET", "cloud-providers/public"),
  extension("getWorkspace", "GET", workspace),
  extension("pause", "POST", `${workspace}/pause`),
  extension("resume", "POST", `${workspace}/resume`),
  extension("meta", "GET", "workspaces/meta"),
  extension("createUser", "POST", `${workspace}/dbuser`),
  extension("listUsers", "GET", `${workspace}/dbuser`),
  extension("setPassword", "PUT", `${workspace}/dbuser`),
  extension("deleteConfiguration", "DELETE", "add-ons/{installedAddonsID}/configs/{configID}"),
  extension("createSchedule", "POST", `${workspace}/schedules`),
  extension("updateSchedule", "PUT", `${workspace}/schedules/{scheduleID}`),
  extension("deleteSchedule", "DELETE", `${workspace}/schedules/{scheduleID}`),
  extension("getBackupSchedule", "GET", `${workspace}/backups/schedule`),
  extension("setBackupSchedule", "POST", `${workspace}/backups/schedule`),
  extension("restore", "POST", `${workspace}/backups/restore`),
  extension("listAllowedRanges", "GET", `${workgroup}/allow_list`),
  extension("createAllowedRange", "POST", `${workgroup}/allow_list`),
  extension("getCaller", "GET", `${workgroup}/allow_list/current`),
  // Before the row whose parameter their last words would fit.
  extension("enforceRanges", "PUT", `${workgroup}/allow_list/enable`),
  extension("liftRanges", "PUT", `${workgroup}/allow_list/disable`),
  extension("updateAllowedRange", "PUT", `${workgroup}/allow_list/{id}`),
  extension("deleteAllowedRange", "DELETE", `${workgroup}/allow_list/{id}`),
];

/** A path that fits an endpoint, with its parameters decoded. */
export interface Match {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds every endpoint whose path fits, whatever its method; a segment that does not decode fits nothing. */
export function matchPath(among: readonly Endpoint[], path: string): Match[] {
  return among.flatMap((endpoint) => {
    const found = endpoint.pattern.exec(path);
    if (found === null) return [];
    try {
      const params = Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)] as const);
      return [{ endpoint, params: Object.fromEntries(params) }];
    } catch {
      return [];
    }
  });
}
