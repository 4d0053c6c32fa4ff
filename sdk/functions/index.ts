/**
 * The look-ups: they only read. Each has a twin that takes inputs and returns an output. A promise may share an answer of the last ten
 * seconds, from before a resource changed; the twin asks anew where its arguments come from resources.
 */
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
export { type GetAllowListArgs, type GetAllowListOutputArgs, getAllowList, getAllowListOutput } from "./allow-lists";
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
export { getCloudProviders, getCloudProvidersOutput } from "./cloud-providers";
export { type GetDatabaseArgs, type GetDatabaseOutputArgs, getDatabase, getDatabaseOutput } from "./databases";
export type {
  AllowedRange,
  Backup,
  BackupTimetable,
  CloudProvider,
  Database,
  FolderStatistics,
  RestoreJob,
  Schedule,
  WorkgroupDetails,
  WorkgroupAllowList,
  WorkspaceDetails,
  WorkspaceAddon,
  WorkspaceAgentConfig,
  WorkspaceMaintenanceWindow,
  WorkspaceOptions,
  WorkspaceRegion,
  WorkspaceSize,
  WorkspaceType,
  WorkspaceVersion,
} from "../../provider/functions/records";
export { getWorkspaceOptions, getWorkspaceOptionsOutput } from "./options";
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
