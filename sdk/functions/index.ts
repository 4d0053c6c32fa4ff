/** The look-ups: they only read. Each has a twin that takes inputs and returns an output. */
export {
  type GetAddonConfigurationsArgs,
  type GetAddonConfigurationsOutputArgs,
  type GetAddonWorkspacesArgs,
  type GetAddonWorkspacesOutputArgs,
  type GetInstalledAddonArgs,
  type GetInstalledAddonOutputArgs,
  getAddonConfigurations,
  getAddonConfigurationsOutput,
  getAddonWorkspaces,
  getAddonWorkspacesOutput,
  getInstalledAddon,
  getInstalledAddonOutput,
  getInstalledAddons,
  getInstalledAddonsOutput,
} from "./addons";
export {
  type GetBackupsArgs,
  type GetBackupsOutputArgs,
  type GetRestoreJobArgs,
  type GetRestoreJobOutputArgs,
  type GetBackupScheduleArgs,
  type GetBackupScheduleOutputArgs,
  getBackups,
  getBackupSchedule,
  getBackupScheduleOutput,
  getBackupsOutput,
  getRestoreJob,
  getRestoreJobOutput,
} from "./backups";
export { type GetDatabaseArgs, type GetDatabaseOutputArgs, getDatabase, getDatabaseOutput } from "./databases";
export type {
  Backup,
  BackupTimetable,
  Database,
  FolderStatistics,
  RestoreJob,
  Schedule,
  Workgroup,
  Workspace,
  WorkspaceAddon,
  WorkspaceAgentConfig,
  WorkspaceMaintenanceWindow,
  WorkspaceSize,
  WorkspaceType,
} from "../../provider/functions/records";
export { type GetSchedulesArgs, type GetSchedulesOutputArgs, getSchedules, getSchedulesOutput } from "./schedules";
export {
  type GetWorkgroupArgs,
  type GetWorkgroupOutputArgs,
  getWorkgroup,
  getWorkgroupOutput,
  getWorkgroups,
  getWorkgroupsOutput,
} from "./workgroups";
export { type GetWorkspaceArgs, type GetWorkspaceOutputArgs, getWorkspace, getWorkspaceOutput } from "./workspaces";
