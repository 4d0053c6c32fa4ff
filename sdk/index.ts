export { AddonConfiguration, type AddonConfigurationArgs, type AddonConfigurationLookup } from "./addon-configuration";
export { AllowList, type AllowListArgs } from "./allow-list";
export { AllowListEntry, type AllowListEntryArgs } from "./allow-list-entry";
export { BackupSchedule, type BackupScheduleArgs } from "./generated/backup-schedule";
export { DatabaseUser, type DatabaseUserArgs } from "./database-user";
export * from "./functions";
export * from "../provider/functions/known-values";
export { QueryRun, type QueryRunArgs, type QueryVersion } from "./query-run";
export { Workgroup, type WorkgroupArgs } from "./workgroup";
export { Workspace, type WorkspaceArgs } from "./workspace";
export { WorkspaceRefresh, type WorkspaceRefreshArgs } from "./workspace-refresh";
export { WorkspaceSchedule, type WorkspaceScheduleArgs } from "./generated/workspace-schedule";
export {
  type Addon,
  type AgentConfig,
  type MaintenanceWindow,
  type ManagedSettings,
  WorkspaceSettings,
  type WorkspaceSettingsArgs,
} from "./workspace-settings";
