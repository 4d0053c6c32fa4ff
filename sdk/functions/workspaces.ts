import type * as pulumi from "@pulumi/pulumi";
import * as definitions from "../../provider/functions/workspaces";
import type {
  GetBackupScheduleArgs,
  GetBackupsArgs,
  GetRestoreJobArgs,
  GetSchedulesArgs,
  GetWorkspaceArgs,
} from "../../provider/functions/arguments";
import type { Backup, BackupTimetable, RestoreJob, Schedule, WorkspaceDetails, WorkspaceOptions } from "../../provider/functions/records";
import type { AsInputs } from "./inputs";
import { lookUp, lookUpOutput } from "./session";

/** {@link GetWorkspaceArgs}, each as an input. */
export type GetWorkspaceOutputArgs = AsInputs<GetWorkspaceArgs>;

/**
 * A workspace, with everything that its record shows. Many calls for one workgroup
 * send one request. If the workspace is unknown, the error lists the existing ones; if a name is not unique, it lists their
 * ids. Deleted workspaces are not found.
 *
 * @example
 * const { host, status } = await getWorkspace({ workgroupId: config.require("workgroupId"), name: "main" });
 */
export function getWorkspace(args: GetWorkspaceArgs): Promise<WorkspaceDetails> {
  return lookUp(definitions.getWorkspace, args);
}

/** {@link getWorkspace} for inputs, as an output. */
export function getWorkspaceOutput(args: GetWorkspaceOutputArgs): pulumi.Output<WorkspaceDetails> {
  return lookUpOutput(definitions.getWorkspace, args);
}

/**
 * The regions, versions and sizes that the service offers for workspaces. A service may lack the call.
 *
 * @example
 * const { workspaceTypes = [] } = await getWorkspaceOptions();
 * const sizes = workspaceTypes.map(({ typeName }) => typeName);
 */
export function getWorkspaceOptions(): Promise<WorkspaceOptions> {
  return lookUp(definitions.getWorkspaceOptions, {});
}

/** {@link getWorkspaceOptions} as an output. */
export function getWorkspaceOptionsOutput(): pulumi.Output<WorkspaceOptions> {
  return lookUpOutput(definitions.getWorkspaceOptions, {});
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
  return lookUp(definitions.getSchedules, args);
}

/** {@link getSchedules} for inputs, as an output. */
export function getSchedulesOutput(args: GetSchedulesOutputArgs): pulumi.Output<Schedule[]> {
  return lookUpOutput(definitions.getSchedules, args);
}

/** {@link GetBackupsArgs}, each as an input. */
export type GetBackupsOutputArgs = AsInputs<GetBackupsArgs>;

/** {@link GetBackupScheduleArgs}, each as an input. */
export type GetBackupScheduleOutputArgs = AsInputs<GetBackupScheduleArgs>;

/** {@link GetRestoreJobArgs}, each as an input. */
export type GetRestoreJobOutputArgs = AsInputs<GetRestoreJobArgs>;

/**
 * The backups of a workspace. If the workspace is unknown, the error lists the existing ones.
 *
 * @example
 * const manual = (await getBackups({ workgroupId, workspaceId })).filter((backup) => backup.isAutomatic === false);
 */
export function getBackups(args: GetBackupsArgs): Promise<Backup[]> {
  return lookUp(definitions.getBackups, args);
}

/** {@link getBackups} for inputs, as an output. */
export function getBackupsOutput(args: GetBackupsOutputArgs): pulumi.Output<Backup[]> {
  return lookUpOutput(definitions.getBackups, args);
}

/**
 * The backup schedule of a workspace; empty if the service shows none. A service may lack the call.
 *
 * @example
 * const { schedule = "none" } = await getBackupSchedule({ workgroupId, workspaceId });
 */
export function getBackupSchedule(args: GetBackupScheduleArgs): Promise<BackupTimetable> {
  return lookUp(definitions.getBackupSchedule, args);
}

/** {@link getBackupSchedule} for inputs, as an output. */
export function getBackupScheduleOutput(args: GetBackupScheduleOutputArgs): pulumi.Output<BackupTimetable> {
  return lookUpOutput(definitions.getBackupSchedule, args);
}

/**
 * The status of a restore job. The service has no list of jobs, so the error for an unknown job is the
 * service's own. If the workspace is unknown, the error lists the existing ones.
 */
export function getRestoreJob(args: GetRestoreJobArgs): Promise<RestoreJob> {
  return lookUp(definitions.getRestoreJob, args);
}

/** {@link getRestoreJob} for inputs, as an output. */
export function getRestoreJobOutput(args: GetRestoreJobOutputArgs): pulumi.Output<RestoreJob> {
  return lookUpOutput(definitions.getRestoreJob, args);
}
