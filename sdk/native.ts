import * as sdk from "./index";
import { invoked, invokedOutput } from "./invoked";
import { throughPlugin } from "./shim";

/**
 * The resources through the native plugin, `pulumi-resource-graphplane`: the same classes and look-ups, and providers for further accounts.
 */

export { Provider, type ProviderArgs } from "./explicit-provider";
export type * from "./index";

export const AddonConfiguration = throughPlugin(sdk.AddonConfiguration);
export type AddonConfiguration = sdk.AddonConfiguration;
export const AllowList = throughPlugin(sdk.AllowList);
export type AllowList = sdk.AllowList;
export const AllowListEntry = throughPlugin(sdk.AllowListEntry);
export type AllowListEntry = sdk.AllowListEntry;
export const BackupSchedule = throughPlugin(sdk.BackupSchedule);
export type BackupSchedule = sdk.BackupSchedule;
export const DatabaseUser = throughPlugin(sdk.DatabaseUser);
export type DatabaseUser = sdk.DatabaseUser;
export const QueryRun = throughPlugin(sdk.QueryRun);
export type QueryRun = sdk.QueryRun;
export const Workgroup = throughPlugin(sdk.Workgroup);
export type Workgroup = sdk.Workgroup;
export const Workspace = throughPlugin(sdk.Workspace);
export type Workspace = sdk.Workspace;
export const WorkspaceRefresh = throughPlugin(sdk.WorkspaceRefresh);
export type WorkspaceRefresh = sdk.WorkspaceRefresh;
export const WorkspaceSchedule = throughPlugin(sdk.WorkspaceSchedule);
export type WorkspaceSchedule = sdk.WorkspaceSchedule;
export const WorkspaceSettings = throughPlugin(sdk.WorkspaceSettings);
export type WorkspaceSettings = sdk.WorkspaceSettings;

export const getAddonConfigurations = invoked("getAddonConfigurations");
export const getAddonConfigurationsOutput = invokedOutput("getAddonConfigurations");
export const getAddonWorkspaces = invoked("getAddonWorkspaces");
export const getAddonWorkspacesOutput = invokedOutput("getAddonWorkspaces");
export const getAllowList = invoked("getAllowList");
export const getAllowListOutput = invokedOutput("getAllowList");
export const getBackupSchedule = invoked("getBackupSchedule");
export const getBackupScheduleOutput = invokedOutput("getBackupSchedule");
export const getBackups = invoked("getBackups");
export const getBackupsOutput = invokedOutput("getBackups");
export const getCloudProviders = invoked("getCloudProviders");
export const getCloudProvidersOutput = invokedOutput("getCloudProviders");
export const getDatabase = invoked("getDatabase");
export const getDatabaseOutput = invokedOutput("getDatabase");
export const getInstalledAddon = invoked("getInstalledAddon");
export const getInstalledAddonOutput = invokedOutput("getInstalledAddon");
export const getInstalledAddons = invoked("getInstalledAddons");
export const getInstalledAddonsOutput = invokedOutput("getInstalledAddons");
export const getRestoreJob = invoked("getRestoreJob");
export const getRestoreJobOutput = invokedOutput("getRestoreJob");
export const getSchedules = invoked("getSchedules");
export const getSchedulesOutput = invokedOutput("getSchedules");
export const getWorkgroup = invoked("getWorkgroup");
export const getWorkgroupOutput = invokedOutput("getWorkgroup");
export const getWorkgroups = invoked("getWorkgroups");
export const getWorkgroupsOutput = invokedOutput("getWorkgroups");
export const getWorkspace = invoked("getWorkspace");
export const getWorkspaceOutput = invokedOutput("getWorkspace");
export const getWorkspaceOptions = invoked("getWorkspaceOptions");
export const getWorkspaceOptionsOutput = invokedOutput("getWorkspaceOptions");

// The values of arguments under the names that `pulumi import` and `pulumi convert` write into a program.
export const AddonConfigurationDeletionPolicy = { Retain: "retain", Delete: "delete" } as const;
export const AllowListDeletionPolicy = { Retain: "retain", Disable: "disable" } as const;
export const AllowListEntryDeletionPolicy = { Delete: "delete", Retain: "retain" } as const;
export const BackupScheduleDeletionPolicy = { Retain: "retain", Pause: "pause" } as const;
export const DatabaseUserDeletionPolicy = { Delete: "delete", Retain: "retain" } as const;
export type CloudPlatform = sdk.CloudPlatform;
export const CloudPlatform = { Aws: "aws", Azure: "azure", Gcp: "gcp" } as const;
export type EncryptionMethod = sdk.EncryptionMethod;
export const EncryptionMethod = { TMK: "TMK" } as const;
export type ScheduleRepeat = sdk.ScheduleRepeat;
export const ScheduleRepeat = { Daily: "daily", Weekly: "weekly", Weekdays: "weekdays" } as const;
export const WorkspaceScheduleDeletionPolicy = { Delete: "delete", Retain: "retain" } as const;
export type AutoUpgradeState = sdk.AutoUpgradeState;
export const AutoUpgradeState = { None: "none" } as const;
export type DesiredVersion = sdk.DesiredVersion;
export const DesiredVersion = { Auto: "auto" } as const;
export type UpdateStrategy = sdk.UpdateStrategy;
export const UpdateStrategy = {
  Update_strategy_never: "update_strategy_never",
  Update_strategy_auto_maintenance: "update_strategy_auto_maintenance",
} as const;
export type WorkspaceStatus = sdk.WorkspaceStatus;
export const WorkspaceStatus = { Active: "Active", Pausing: "Pausing", Idle: "Idle", Resuming: "Resuming" } as const;
export const WorkgroupDeletionPolicy = { Protect: "protect", Delete: "delete", Retain: "retain" } as const;
export const WorkspaceDeletionPolicy = { Protect: "protect", Delete: "delete", Retain: "retain", Pause: "pause" } as const;
export const WorkspaceOnConflict = { Overwrite: "overwrite", Fail: "fail" } as const;
export const WorkspaceSettingsOnConflict = { Overwrite: "overwrite", Fail: "fail" } as const;
export const WorkspaceSettingsDeletionPolicy = { Retain: "retain", Pause: "pause", Delete: "delete" } as const;
