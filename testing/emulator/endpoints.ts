/** The endpoints of the emulated control plane; the paths are copied by hand from API 4, so that the two can be compared side by side. */

import { cloudProviders } from "./records";
import * as addons from "./routes/addons";
import * as allowList from "./routes/allowed-ranges";
import * as backups from "./routes/backups";
import { type Route } from "./routes/call";
import * as schedules from "./routes/schedules";
import * as users from "./routes/users";
import * as workgroups from "./routes/workgroups";
import * as workspaces from "./routes/workspaces";

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

function row(
  number: Endpoint["number"],
  method: Endpoint["method"],
  end: string,
  serve: Route,
  statuses: readonly number[] = [],
): Endpoint {
  const path = `${prefix}${end}`;
  return { number, method, path, statuses, pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`), serve };
}

/** The fifteen endpoints of API 4, in its order. */
export const endpoints: readonly Endpoint[] = [
  row(1, "GET", "installed-addons", addons.listInstalledAddons, [200, 500]),
  row(2, "GET", "installed-addons/{installedAddonsID}", addons.getInstalledAddon, [200, 400, 500]),
  row(3, "POST", "add-ons/{installedAddonsID}/configs", addons.createConfiguration, [200, 400, 500]),
  row(4, "PUT", "add-ons/{installedAddonsID}/configs/{configID}", addons.updateConfiguration, [200, 400, 500]),
  row(5, "GET", "installed-addons/{installedAddonsID}/configs/{configName}", addons.listConfigurations, [200, 400, 500]),
  row(6, "GET", "addons/{addonsID}/workspaces", addons.listAddonWorkspaces, [200, 400, 500]),
  row(7, "GET", workgroup, workgroups.getWorkgroup, [200]),
  row(8, "GET", `${workgroup}/databases/{databaseID}`, workgroups.getDatabase, [200]),
  row(9, "PUT", workspace, workspaces.putWorkspace, [200]),
  row(10, "DELETE", workspace, workspaces.deleteWorkspace, [200]),
  row(11, "POST", `${workspace}/refresh`, workspaces.postRefresh, [200]),
  row(12, "DELETE", `${workspace}/dbuser`, users.deleteUser, [200, 400, 500]),
  row(13, "GET", `${workspace}/backups`, backups.listBackups, [200, 500]),
  row(14, "GET", `${workspace}/backups/{job}/status`, backups.getRestoreJob, [200, 500]),
  row(15, "GET", `${workspace}/schedules`, schedules.listSchedules, [200, 500]),
];

/** The endpoints that only the public reference of the same API shows (API 11); served when `extensions` is on. */
export const extensionEndpoints: readonly Endpoint[] = [
  row("listWorkgroups", "GET", "workgroups", workgroups.listWorkgroups),
  row("createWorkgroup", "POST", "workgroups", workgroups.createWorkgroup),
  row("updateWorkgroup", "PUT", workgroup, workgroups.updateWorkgroup),
  row("deleteWorkgroup", "DELETE", workgroup, workgroups.deleteWorkgroup),
  row("createWorkspace", "POST", `${workgroup}/workspaces`, workspaces.createWorkspace),
  row("listCloudProviders", "GET", "cloud-providers", () => ({ result: cloudProviders.own })),
  row("listPublicCloudProviders", "GET", "cloud-providers/public", () => ({ result: cloudProviders.public })),
  row("getWorkspace", "GET", workspace, workspaces.getWorkspace),
  row("pause", "POST", `${workspace}/pause`, workspaces.postPause),
  row("resume", "POST", `${workspace}/resume`, workspaces.postResume),
  row("meta", "GET", "workspaces/meta", workgroups.getMeta),
  row("createUser", "POST", `${workspace}/dbuser`, users.createUser),
  row("listUsers", "GET", `${workspace}/dbuser`, users.listUsers),
  row("setPassword", "PUT", `${workspace}/dbuser`, users.setPassword),
  row("deleteConfiguration", "DELETE", "add-ons/{installedAddonsID}/configs/{configID}", addons.deleteConfiguration),
  row("createSchedule", "POST", `${workspace}/schedules`, schedules.createSchedule),
  row("updateSchedule", "PUT", `${workspace}/schedules/{scheduleID}`, schedules.updateSchedule),
  row("deleteSchedule", "DELETE", `${workspace}/schedules/{scheduleID}`, schedules.deleteSchedule),
  row("getBackupSchedule", "GET", `${workspace}/backups/schedule`, backups.getBackupSchedule),
  row("setBackupSchedule", "POST", `${workspace}/backups/schedule`, backups.setBackupSchedule),
  row("restore", "POST", `${workspace}/backups/restore`, backups.postRestore),
  row("listAllowedRanges", "GET", `${workgroup}/allow_list`, allowList.listAllowedRanges),
  row("createAllowedRange", "POST", `${workgroup}/allow_list`, allowList.createAllowedRange),
  row("getCaller", "GET", `${workgroup}/allow_list/current`, allowList.getCaller),
  // Before the row whose parameter their last words would fit.
  row("enforceRanges", "PUT", `${workgroup}/allow_list/enable`, allowList.enforceRanges(true)),
  row("liftRanges", "PUT", `${workgroup}/allow_list/disable`, allowList.enforceRanges(false)),
  row("updateAllowedRange", "PUT", `${workgroup}/allow_list/{id}`, allowList.updateAllowedRange),
  row("deleteAllowedRange", "DELETE", `${workgroup}/allow_list/{id}`, allowList.deleteAllowedRange),
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
