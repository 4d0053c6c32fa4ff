// Written by `npm run docs`.
import type * as pulumi from "@pulumi/pulumi";
import type { AsInputs } from "../functions/inputs";
import { callFunction, callFunctionOutput } from "../functions/session";
import type {
  Backup,
  BackupTimetable,
  CloudProvider,
  Database,
  RestoreJob,
  Schedule,
  WorkgroupAllowList,
  WorkgroupDetails,
  WorkspaceDetails,
  WorkspaceOptions,
} from "./records";

/**
 * The add-ons installed for the organization. The response is not documented, so it keeps the service's field names; a string that contains
 * a JSON object or list is parsed.
 */
export function getInstalledAddons(): Promise<unknown> {
  return callFunction("getInstalledAddons");
}

/** {@link getInstalledAddons} as an output. */
export function getInstalledAddonsOutput(): pulumi.Output<unknown> {
  return callFunctionOutput("getInstalledAddons");
}

/** The arguments of {@link getInstalledAddon}. */
export interface GetInstalledAddonArgs {
  /** The installed add-on's identifier. */
  installedAddonId: string;
}

/** {@link GetInstalledAddonArgs}, each as an input. */
export type GetInstalledAddonOutputArgs = AsInputs<GetInstalledAddonArgs>;

/** An installed add-on, as the service returns it. If the id is unknown, the error lists the existing add-ons. */
export function getInstalledAddon(args: GetInstalledAddonArgs): Promise<unknown> {
  return callFunction("getInstalledAddon", args);
}

/** {@link getInstalledAddon} for inputs, as an output. */
export function getInstalledAddonOutput(args: GetInstalledAddonOutputArgs): pulumi.Output<unknown> {
  return callFunctionOutput("getInstalledAddon", args);
}

/** The arguments of {@link getAddonConfigurations}. */
export interface GetAddonConfigurationsArgs {
  /** The name of the configurations; names need not be unique. */
  configName: string;
  /** The installed add-on's identifier. */
  installedAddonId: string;
}

/** {@link GetAddonConfigurationsArgs}, each as an input. */
export type GetAddonConfigurationsOutputArgs = AsInputs<GetAddonConfigurationsArgs>;

/**
 * The configurations with the given name, as the service returns them. They can contain secrets: mark any output that contains them as
 * secret.
 */
export function getAddonConfigurations(args: GetAddonConfigurationsArgs): Promise<unknown> {
  return callFunction("getAddonConfigurations", args);
}

/** {@link getAddonConfigurations} for inputs, as an output. */
export function getAddonConfigurationsOutput(args: GetAddonConfigurationsOutputArgs): pulumi.Output<unknown> {
  return callFunctionOutput("getAddonConfigurations", args);
}

/** The arguments of {@link getAddonWorkspaces}. */
export interface GetAddonWorkspacesArgs {
  /**
   * The add-on's identifier in workspaces: a key of `addons` of `WorkspaceSettings`. The service does not document whether it equals the
   * `installedAddonId` of the other calls.
   */
  addonsId: string;
}

/** {@link GetAddonWorkspacesArgs}, each as an input. */
export type GetAddonWorkspacesOutputArgs = AsInputs<GetAddonWorkspacesArgs>;

/**
 * The workspaces of all workgroups in which an add-on is enabled, except deleted workspaces.
 *
 * @example
 * const names = (await getAddonWorkspaces({ addonsId })).map(({ name }) => name);
 */
export function getAddonWorkspaces(args: GetAddonWorkspacesArgs): Promise<WorkspaceDetails[]> {
  return callFunction("getAddonWorkspaces", args);
}

/** {@link getAddonWorkspaces} for inputs, as an output. */
export function getAddonWorkspacesOutput(args: GetAddonWorkspacesOutputArgs): pulumi.Output<WorkspaceDetails[]> {
  return callFunctionOutput("getAddonWorkspaces", args);
}

/** The arguments of {@link getWorkgroup}. Pass exactly one of `workgroupId` and `name`. */
export interface GetWorkgroupArgs {
  /** The workgroup's identifier. */
  workgroupId?: string;
  /** The workgroup's name, which must be unique. Not every service supports this. */
  name?: string;
}

/** {@link GetWorkgroupArgs}, each as an input. */
export type GetWorkgroupOutputArgs = AsInputs<GetWorkgroupArgs>;

/**
 * A workgroup with its databases and workspaces. Calls for the same workgroup share one request. If the workgroup is unknown, the error
 * lists the existing ones; if a name is not unique, it lists their ids.
 *
 * @example
 * const { workspaces } = await getWorkgroup({ workgroupId: config.require("workgroupId") });
 * for (const { workspaceId, name } of workspaces) {
 *   new WorkspaceSettings(name ?? workspaceId, { workgroupId, workspaceId, autoStopMinutes: 30 });
 * }
 */
export function getWorkgroup(args: GetWorkgroupArgs): Promise<WorkgroupDetails> {
  return callFunction("getWorkgroup", args);
}

/** {@link getWorkgroup} for inputs, as an output. */
export function getWorkgroupOutput(args: GetWorkgroupOutputArgs): pulumi.Output<WorkgroupDetails> {
  return callFunctionOutput("getWorkgroup", args);
}

/** Every workgroup of the account with its databases and workspaces. Not every service supports this call. */
export function getWorkgroups(): Promise<WorkgroupDetails[]> {
  return callFunction("getWorkgroups");
}

/** {@link getWorkgroups} as an output. */
export function getWorkgroupsOutput(): pulumi.Output<WorkgroupDetails[]> {
  return callFunctionOutput("getWorkgroups");
}

/** The arguments of {@link getDatabase}. */
export interface GetDatabaseArgs {
  /** The workgroup that contains the database. */
  workgroupId: string;
  /** The database's identifier. */
  databaseId: string;
}

/** {@link GetDatabaseArgs}, each as an input. */
export type GetDatabaseOutputArgs = AsInputs<GetDatabaseArgs>;

/**
 * A database with its workspaces. If the id is unknown, the error lists the existing databases.
 *
 * @example
 * const { tgVersion } = await getDatabase({ workgroupId, databaseId });
 */
export function getDatabase(args: GetDatabaseArgs): Promise<Database> {
  return callFunction("getDatabase", args);
}

/** {@link getDatabase} for inputs, as an output. */
export function getDatabaseOutput(args: GetDatabaseOutputArgs): pulumi.Output<Database> {
  return callFunctionOutput("getDatabase", args);
}

/** The arguments of {@link getAllowList}. */
export interface GetAllowListArgs {
  /** The workgroup's identifier. */
  workgroupId: string;
}

/** {@link GetAllowListArgs}, each as an input. */
export type GetAllowListOutputArgs = AsInputs<GetAllowListArgs>;

/**
 * The address ranges on the allow list of a workgroup, and whether the list is enforced. Not every service supports this call.
 *
 * @example
 * const { enabled, entries } = await getAllowList({ workgroupId });
 * const open = entries.filter(({ cidr }) => cidr === "0.0.0.0/0");
 */
export function getAllowList(args: GetAllowListArgs): Promise<WorkgroupAllowList> {
  return callFunction("getAllowList", args);
}

/** {@link getAllowList} for inputs, as an output. */
export function getAllowListOutput(args: GetAllowListOutputArgs): pulumi.Output<WorkgroupAllowList> {
  return callFunctionOutput("getAllowList", args);
}

/**
 * The cloud providers in which a `Workgroup` can be created: the organization's own, and the public ones. Not every service supports these
 * calls.
 *
 * @example
 * const [provider] = await getCloudProviders();
 */
export function getCloudProviders(): Promise<CloudProvider[]> {
  return callFunction("getCloudProviders");
}

/** {@link getCloudProviders} as an output. */
export function getCloudProvidersOutput(): pulumi.Output<CloudProvider[]> {
  return callFunctionOutput("getCloudProviders");
}

/** The arguments of {@link getWorkspace}. Pass exactly one of `workspaceId` and `name`. */
export interface GetWorkspaceArgs {
  /** The workgroup that contains the workspace. */
  workgroupId: string;
  /** The workspace's identifier. */
  workspaceId?: string;
  /** The workspace's name, which must be unique in its workgroup. */
  name?: string;
}

/** {@link GetWorkspaceArgs}, each as an input. */
export type GetWorkspaceOutputArgs = AsInputs<GetWorkspaceArgs>;

/**
 * A workspace, with every field of its record. Calls for the same workgroup share one request. If the workspace is unknown, the error lists
 * the existing ones; if a name is not unique, it lists their ids. Deleted workspaces are not returned.
 *
 * @example
 * const { host, status } = await getWorkspace({ workgroupId: config.require("workgroupId"), name: "main" });
 */
export function getWorkspace(args: GetWorkspaceArgs): Promise<WorkspaceDetails> {
  return callFunction("getWorkspace", args);
}

/** {@link getWorkspace} for inputs, as an output. */
export function getWorkspaceOutput(args: GetWorkspaceOutputArgs): pulumi.Output<WorkspaceDetails> {
  return callFunctionOutput("getWorkspace", args);
}

/**
 * The regions, versions and sizes that the service offers for workspaces. Not every service supports this call.
 *
 * @example
 * const { workspaceTypes = [] } = await getWorkspaceOptions();
 * const sizes = workspaceTypes.map(({ typeName }) => typeName);
 */
export function getWorkspaceOptions(): Promise<WorkspaceOptions> {
  return callFunction("getWorkspaceOptions");
}

/** {@link getWorkspaceOptions} as an output. */
export function getWorkspaceOptionsOutput(): pulumi.Output<WorkspaceOptions> {
  return callFunctionOutput("getWorkspaceOptions");
}

/** The arguments of {@link getSchedules}. */
export interface GetSchedulesArgs {
  /** The workgroup that contains the workspace. */
  workgroupId: string;
  /** The workspace's identifier. */
  workspaceId: string;
}

/** {@link GetSchedulesArgs}, each as an input. */
export type GetSchedulesOutputArgs = AsInputs<GetSchedulesArgs>;

/**
 * The schedules of a workspace. If the workspace is unknown, the error lists the existing ones.
 *
 * @example
 * const mornings = (await getSchedules({ workgroupId, workspaceId })).filter(({ time }) => time !== undefined && time < "12:00");
 */
export function getSchedules(args: GetSchedulesArgs): Promise<Schedule[]> {
  return callFunction("getSchedules", args);
}

/** {@link getSchedules} for inputs, as an output. */
export function getSchedulesOutput(args: GetSchedulesOutputArgs): pulumi.Output<Schedule[]> {
  return callFunctionOutput("getSchedules", args);
}

/** The arguments of {@link getBackups}. */
export interface GetBackupsArgs {
  /** The workgroup that contains the workspace. */
  workgroupId: string;
  /** The workspace's identifier. */
  workspaceId: string;
}

/** {@link GetBackupsArgs}, each as an input. */
export type GetBackupsOutputArgs = AsInputs<GetBackupsArgs>;

/**
 * The backups of a workspace. If the workspace is unknown, the error lists the existing ones.
 *
 * @example
 * const manual = (await getBackups({ workgroupId, workspaceId })).filter((backup) => backup.isAutomatic === false);
 */
export function getBackups(args: GetBackupsArgs): Promise<Backup[]> {
  return callFunction("getBackups", args);
}

/** {@link getBackups} for inputs, as an output. */
export function getBackupsOutput(args: GetBackupsOutputArgs): pulumi.Output<Backup[]> {
  return callFunctionOutput("getBackups", args);
}

/** The arguments of {@link getBackupSchedule}. */
export interface GetBackupScheduleArgs {
  /** The workgroup that contains the workspace. */
  workgroupId: string;
  /** The workspace's identifier. */
  workspaceId: string;
}

/** {@link GetBackupScheduleArgs}, each as an input. */
export type GetBackupScheduleOutputArgs = AsInputs<GetBackupScheduleArgs>;

/**
 * The backup schedule of a workspace; an empty object if it has none. Not every service supports this call.
 *
 * @example
 * const { schedule = "none" } = await getBackupSchedule({ workgroupId, workspaceId });
 */
export function getBackupSchedule(args: GetBackupScheduleArgs): Promise<BackupTimetable> {
  return callFunction("getBackupSchedule", args);
}

/** {@link getBackupSchedule} for inputs, as an output. */
export function getBackupScheduleOutput(args: GetBackupScheduleOutputArgs): pulumi.Output<BackupTimetable> {
  return callFunctionOutput("getBackupSchedule", args);
}

/** The arguments of {@link getRestoreJob}. */
export interface GetRestoreJobArgs {
  /** The workgroup that contains the workspace. */
  workgroupId: string;
  /** The workspace's identifier. */
  workspaceId: string;
  /** The job's identifier. */
  job: string;
}

/** {@link GetRestoreJobArgs}, each as an input. */
export type GetRestoreJobOutputArgs = AsInputs<GetRestoreJobArgs>;

/**
 * The status of a restore job. The service cannot list jobs, so for an unknown job, the error is the service's own. If the workspace is
 * unknown, the error lists the existing ones.
 */
export function getRestoreJob(args: GetRestoreJobArgs): Promise<RestoreJob> {
  return callFunction("getRestoreJob", args);
}

/** {@link getRestoreJob} for inputs, as an output. */
export function getRestoreJobOutput(args: GetRestoreJobOutputArgs): pulumi.Output<RestoreJob> {
  return callFunctionOutput("getRestoreJob", args);
}
