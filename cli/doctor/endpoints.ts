import type { Documented } from "./documented";

/** What stands for the parameters of the paths: identifiers of the account that were found or given. */
export type Parameter = "workgroupID" | "workspaceID" | "databaseID" | "installedAddonsID" | "configName" | "addonsID";

/** One GET of the service (API 4 and 11). */
export interface ReadEndpoint {
  readonly path: string;
  /** Whether only the public reference shows it, so that a service may lack it. */
  readonly extension?: true;
  /** What the documentation says of its Result; undefined where that is not shown. */
  readonly result?: Documented;
}

const workgroup = "/workgroups/{workgroupID}";
const workspace = `${workgroup}/workspaces/{workspaceID}`;

/** Every GET of the service but that of a restore job, whose identifier no list shows; those that find identifiers come first. */
export const readEndpoints: readonly ReadEndpoint[] = [
  { path: "/installed-addons" },
  { path: "/addons/{addonsID}/workspaces", result: { list: "Workspace" } },
  { path: "/workgroups", extension: true, result: { list: "Workgroup" } },
  { path: workgroup, result: "Workgroup" },
  { path: `${workgroup}/databases/{databaseID}`, result: "Database" },
  { path: workspace, extension: true, result: "Workspace" },
  { path: "/installed-addons/{installedAddonsID}" },
  { path: "/installed-addons/{installedAddonsID}/configs/{configName}" },
  { path: `${workspace}/backups`, result: { list: "Backup" } },
  { path: `${workspace}/backups/schedule`, extension: true, result: "BackupSchedule" },
  { path: `${workspace}/schedules`, result: { list: "Schedule" } },
  { path: `${workspace}/dbuser`, extension: true, result: { list: "User" } },
  { path: `${workgroup}/allow_list`, extension: true, result: { list: "AllowedRange" } },
  { path: `${workgroup}/allow_list/current`, extension: true, result: "CurrentAddress" },
  { path: "/cloud-providers", extension: true, result: { list: "CloudProvider" } },
  { path: "/cloud-providers/public", extension: true, result: { list: "CloudProvider" } },
  { path: "/workspaces/meta", extension: true, result: "Options" },
];
