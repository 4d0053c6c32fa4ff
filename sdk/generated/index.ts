// Written by `npm run docs`.
export { AddonConfiguration, type AddonConfigurationArgs, type AddonConfigurationLookup } from "./addon-configuration";
export { AllowList, type AllowListArgs } from "./allow-list";
export { AllowListEntry, type AllowListEntryArgs } from "./allow-list-entry";
export { BackupSchedule, type BackupScheduleArgs } from "./backup-schedule";
export { DatabaseUser, type DatabaseUserArgs } from "./database-user";
export { QueryRun, type QueryRunArgs } from "./query-run";
export { Workgroup, type WorkgroupArgs } from "./workgroup";
export { Workspace, type WorkspaceArgs } from "./workspace";
export { WorkspaceRefresh, type WorkspaceRefreshArgs } from "./workspace-refresh";
export { WorkspaceSchedule, type WorkspaceScheduleArgs } from "./workspace-schedule";
export { WorkspaceSettings, type WorkspaceSettingsArgs } from "./workspace-settings";
export * from "./functions";
export * from "./records";
export * from "./types";
