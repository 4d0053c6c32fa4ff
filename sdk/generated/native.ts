// Written by `npm run docs`.
import * as sdk from "../index";
import { invoked, invokedOutput } from "../invoked";
import { throughPlugin } from "../shim";

export { Provider, type ProviderArgs } from "./explicit-provider";
export type * from "../index";

/**
 * A named configuration of an installed add-on, shared by the whole organization. Deleting the resource leaves the configuration unchanged,
 * unless `deletionPolicy` says otherwise.
 *
 * Its id is `<installedAddonId>/<configId>`. A program that declares the same `installedAddonId` and `configName` twice is refused.
 *
 * @see docs/internals/api.md, endpoints 3 to 5
 *
 * @example
 * const settings = new AddonConfiguration("settings", {
 *   installedAddonId: config.require("installedAddonId"),
 *   configName: "default",
 *   configValue: { model: "small", temperature: 0.2 },
 * });
 */
export const AddonConfiguration = throughPlugin(sdk.AddonConfiguration);
export type AddonConfiguration = sdk.AddonConfiguration;

/**
 * Turns enforcement of a workgroup's allow list on or off; {@link AllowListEntry} manages its entries. A list that is already enforced is
 * adopted without a request. Deleting the resource leaves the list unchanged, unless `deletionPolicy` is `"disable"`.
 *
 * List the entries in `dependsOn`, so that they exist before enforcement starts. A preview includes the entries that the program is about
 * to add, and fails if enforcement would lock out the machine that runs it. With `deletionPolicy: "disable"`, `pulumi destroy` ends
 * enforcement first and then deletes the entries. Without it, the list stays enforced, and graphplane does not delete its last entry.
 *
 * Not every service supports these calls; if a call is not supported, the error states what still works.
 *
 * Its id is `<workgroupId>`. A program that declares the same `workgroupId` twice is refused.
 *
 * @see docs/internals/api.md, section 11
 *
 * @example
 * const office = new AllowListEntry("office", { workgroupId, cidr: "203.0.113.0/24" });
 * new AllowList("production", { workgroupId, enabled: true, deletionPolicy: "disable" }, { dependsOn: [office] });
 */
export const AllowList = throughPlugin(sdk.AllowList);
export type AllowList = sdk.AllowList;

/**
 * An address range on the allow list of a workgroup. The list takes effect only while it is enforced; {@link AllowList} turns enforcement
 * on and off.
 *
 * Not every service supports these calls; if a call is not supported, the error states what still works.
 *
 * Its id is `<workgroupId>/<entryId>`. A program that declares the same `workgroupId` and `cidr` twice is refused.
 *
 * @see docs/internals/api.md, section 11
 *
 * @example
 * const office = new AllowListEntry("office", {
 *   workgroupId: config.require("workgroupId"),
 *   cidr: "203.0.113.0/24",
 *   note: "office",
 * });
 */
export const AllowListEntry = throughPlugin(sdk.AllowListEntry);
export type AllowListEntry = sdk.AllowListEntry;

/**
 * The backup schedule of a workspace: when backups run, and how many are kept. Each workspace has at most one; declaring it adopts an
 * existing schedule.
 *
 * Its calls are not part of the documented API, so not every service supports them; if a call is not supported, the error states what still
 * works.
 *
 * Its id is `<workgroupId>/<workspaceId>`. A program that declares the same `workgroupId` and `workspaceId` twice is refused.
 *
 * @see docs/internals/api.md, section 11
 *
 * @example
 * const nightly = new BackupSchedule("nightly", {
 *   workgroupId: config.require("workgroupId"),
 *   workspaceId: config.require("workspaceId"),
 *   schedule: "0 2 * * *",
 *   maxReservedDays: 14,
 * });
 */
export const BackupSchedule = throughPlugin(sdk.BackupSchedule);
export type BackupSchedule = sdk.BackupSchedule;

/**
 * A user of a workspace's database.
 *
 * Not every service can list users, create users and set passwords; if a call is not supported, the error states what still works.
 *
 * Its id is `<workgroupId>/<workspaceId>/<username>`. A program that declares the same `workgroupId`, `workspaceId` and `username` twice is
 * refused.
 *
 * @see docs/internals/api.md, endpoint 12, and section 11
 *
 * @example
 * const reporting = new DatabaseUser("reporting", {
 *   workgroupId: config.require("workgroupId"),
 *   workspaceId: config.require("workspaceId"),
 *   username: "reporting",
 *   password: config.requireSecret("reportingPassword"),
 * });
 */
export const DatabaseUser = throughPlugin(sdk.DatabaseUser);
export type DatabaseUser = sdk.DatabaseUser;

/**
 * Runs an installed query on a workspace's data plane: at creation, and again whenever `host`, `graph`, `query`, `parameters` or `triggers`
 * changes. The state stores the results. Deleting the resource sends no request.
 *
 * The update fails if the query reports an error, if the credential is refused, or if the results are larger than 1 MiB. After such
 * results, the query does not run again until one of these arguments changes. The id is random.
 *
 * @see docs/internals/api.md, sections 1 and 4
 *
 * @example
 * const topRated = new QueryRun("top-rated", {
 *   host: workspace.host,
 *   graph: "movies",
 *   query: "top_rated",
 *   parameters: { print_limit: 5 },
 *   secret: config.requireSecret("databaseSecret"),
 *   triggers: [refresh.triggers],
 * });
 * export const movies = topRated.results;
 */
export const QueryRun = throughPlugin(sdk.QueryRun);
export type QueryRun = sdk.QueryRun;

/**
 * Creates, updates and deletes a workgroup, which contains workspaces, databases and an allow list. graphplane refuses to delete it unless
 * `deletionPolicy` allows it.
 *
 * Its calls are not part of the documented API, so not every service supports them; if a call is not supported, the error states what still
 * works.
 *
 * Its id is `<workgroupId>`. A program that declares the same `workgroupName` twice is refused.
 *
 * @see docs/internals/api.md, section 11
 *
 * @example
 * const team = new Workgroup("team", {
 *   workgroupName: "team",
 *   cloudProviderId: config.require("cloudProviderId"),
 *   region: "us-east-1",
 * });
 */
export const Workgroup = throughPlugin(sdk.Workgroup);
export type Workgroup = sdk.Workgroup;

/**
 * Creates, updates and deletes a workspace. To manage only the settings of a workspace that was created elsewhere, use `WorkspaceSettings`;
 * do not declare the same workspace with both.
 *
 * graphplane sends the create request only once, and waits until the workspace is ready. If the wait fails, the resource stays in the
 * state, and the next `pulumi up` resumes the wait. graphplane refuses to delete the workspace unless `deletionPolicy` allows it. The call
 * that creates a workspace is not part of the documented API, so not every service supports it.
 *
 * Its id is `<workgroupId>/<workspaceId>`. A program that declares the same `workgroupId` and `workspaceName` twice is refused.
 *
 * @see docs/internals/api.md, endpoint 9, and section 11
 *
 * @example
 * const analytics = new Workspace("analytics", {
 *   workgroupId: team.workgroupId,
 *   workspaceName: "analytics",
 *   workspaceTypeName: "TG-00",
 *   autoStopMinutes: 30,
 * });
 */
export const Workspace = throughPlugin(sdk.Workspace);
export type Workspace = sdk.Workspace;

/**
 * Brings a read-only workspace up to date: at creation, and again whenever `triggers` changes. The workspace is offline during the refresh.
 * If the response is lost, graphplane reads the workspace's record to find out whether the refresh started before it sends another request.
 * Deleting the resource sends no request.
 *
 * Its id is `<workgroupId>/<workspaceId>`.
 *
 * @see docs/internals/api.md, endpoint 11
 *
 * @example
 * const nightly = new WorkspaceRefresh("nightly", {
 *   workgroupId: config.require("workgroupId"),
 *   workspaceId: config.require("workspaceId"),
 *   triggers: [config.require("dataVersion")],
 *   untilRefreshStatus: ["completed"],
 * });
 */
export const WorkspaceRefresh = throughPlugin(sdk.WorkspaceRefresh);
export type WorkspaceRefresh = sdk.WorkspaceRefresh;

/**
 * An entry in a workspace's timetable.
 *
 * Only listing schedules is part of the documented API. Not every service can create, replace and delete them; if a call is not supported,
 * the error states what still works.
 *
 * A schedule is identified only by its id, so creating a schedule never adopts an existing one with the same content. To manage an existing
 * schedule, import it or let `graphplane adopt` declare it. If a run is killed after the service created a schedule but before the state
 * was written, the next run creates a second one; delete the first in the console.
 *
 * Its id is `<workgroupId>/<workspaceId>/<scheduleId>`.
 *
 * @see docs/internals/api.md, sections 2.7 and 11
 *
 * @example
 * const mornings = new WorkspaceSchedule("mornings", {
 *   workgroupId: config.require("workgroupId"),
 *   workspaceId: config.require("workspaceId"),
 *   repeat: "weekdays",
 *   time: "07:00",
 *   timeZone: "Europe/Berlin",
 *   workspaceTypeName: "TG-1",
 * });
 */
export const WorkspaceSchedule = throughPlugin(sdk.WorkspaceSchedule);
export type WorkspaceSchedule = sdk.WorkspaceSchedule;

/**
 * The settings of an existing workspace. Creating the resource adopts the workspace and sends only the values that differ. Deleting the
 * resource leaves the workspace unchanged, unless `deletionPolicy` says otherwise.
 *
 * Its id is `<workgroupId>/<workspaceId>`. A program that declares the same `workgroupId` and `workspaceId` twice is refused.
 *
 * @see docs/internals/api.md, endpoint 9
 *
 * @example
 * const analytics = new WorkspaceSettings("analytics", {
 *   workgroupId: config.require("workgroupId"),
 *   workspaceId: config.require("workspaceId"),
 *   autoStopMinutes: 30,
 *   maintenanceWindow: { dayOfWeek: 0, hourOfDay: 3 },
 * });
 */
export const WorkspaceSettings = throughPlugin(sdk.WorkspaceSettings);
export type WorkspaceSettings = sdk.WorkspaceSettings;

export const getInstalledAddons = invoked("getInstalledAddons");
export const getInstalledAddonsOutput = invokedOutput("getInstalledAddons");
export const getInstalledAddon = invoked("getInstalledAddon");
export const getInstalledAddonOutput = invokedOutput("getInstalledAddon");
export const getAddonConfigurations = invoked("getAddonConfigurations");
export const getAddonConfigurationsOutput = invokedOutput("getAddonConfigurations");
export const getAddonWorkspaces = invoked("getAddonWorkspaces");
export const getAddonWorkspacesOutput = invokedOutput("getAddonWorkspaces");
export const getWorkgroup = invoked("getWorkgroup");
export const getWorkgroupOutput = invokedOutput("getWorkgroup");
export const getWorkgroups = invoked("getWorkgroups");
export const getWorkgroupsOutput = invokedOutput("getWorkgroups");
export const getDatabase = invoked("getDatabase");
export const getDatabaseOutput = invokedOutput("getDatabase");
export const getAllowList = invoked("getAllowList");
export const getAllowListOutput = invokedOutput("getAllowList");
export const getCloudProviders = invoked("getCloudProviders");
export const getCloudProvidersOutput = invokedOutput("getCloudProviders");
export const getWorkspace = invoked("getWorkspace");
export const getWorkspaceOutput = invokedOutput("getWorkspace");
export const getWorkspaceOptions = invoked("getWorkspaceOptions");
export const getWorkspaceOptionsOutput = invokedOutput("getWorkspaceOptions");
export const getSchedules = invoked("getSchedules");
export const getSchedulesOutput = invokedOutput("getSchedules");
export const getBackups = invoked("getBackups");
export const getBackupsOutput = invokedOutput("getBackups");
export const getBackupSchedule = invoked("getBackupSchedule");
export const getBackupScheduleOutput = invokedOutput("getBackupSchedule");
export const getRestoreJob = invoked("getRestoreJob");
export const getRestoreJobOutput = invokedOutput("getRestoreJob");

// The values of arguments under the names that `pulumi import` and `pulumi convert` write into a program.
export type CloudPlatform = sdk.CloudPlatform;
export const CloudPlatform = { Aws: "aws", Azure: "azure", Gcp: "gcp" } as const;
export type EncryptionMethod = sdk.EncryptionMethod;
export const EncryptionMethod = { TMK: "TMK" } as const;
export type WorkspaceTypeName = sdk.WorkspaceTypeName;
export const WorkspaceTypeName = {
  TG00: "TG-00",
  TG0: "TG-0",
  TG1: "TG-1",
  TG2: "TG-2",
  TG4: "TG-4",
  TG8: "TG-8",
  TG16: "TG-16",
  TG32: "TG-32",
  TG64: "TG-64",
  TG128: "TG-128",
} as const;
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
export type ScheduleRepeat = sdk.ScheduleRepeat;
export const ScheduleRepeat = { Daily: "daily", Weekly: "weekly", Weekdays: "weekdays" } as const;
export const AddonConfigurationDeletionPolicy = { Retain: "retain", Delete: "delete" } as const;
export const AllowListDeletionPolicy = { Retain: "retain", Disable: "disable" } as const;
export const AllowListEntryDeletionPolicy = { Delete: "delete", Retain: "retain" } as const;
export const BackupScheduleDeletionPolicy = { Retain: "retain", Pause: "pause" } as const;
export const DatabaseUserDeletionPolicy = { Delete: "delete", Retain: "retain" } as const;
export const WorkgroupDeletionPolicy = { Protect: "protect", Delete: "delete", Retain: "retain" } as const;
export const WorkspaceOnConflict = { Overwrite: "overwrite", Fail: "fail" } as const;
export const WorkspaceDeletionPolicy = { Protect: "protect", Delete: "delete", Retain: "retain", Pause: "pause" } as const;
export const WorkspaceScheduleDeletionPolicy = { Delete: "delete", Retain: "retain" } as const;
export const WorkspaceSettingsOnConflict = { Overwrite: "overwrite", Fail: "fail" } as const;
export const WorkspaceSettingsDeletionPolicy = { Retain: "retain", Pause: "pause", Delete: "delete" } as const;
