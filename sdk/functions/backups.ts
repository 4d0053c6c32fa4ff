import type * as pulumi from "@pulumi/pulumi";
import * as definitions from "../../provider/functions/backups";
import type { Backup, BackupTimetable, RestoreJob } from "../../provider/functions/records";
import type { AsInputs } from "./inputs";
import { lookUp, lookUpOutput } from "./session";

/** The workspace whose backups {@link getBackups} looks for. */
export interface GetBackupsArgs {
  /** The workgroup that holds the workspace. */
  workgroupId: string;
  /** The workspace. */
  workspaceId: string;
}

/** {@link GetBackupsArgs}, each as an input. */
export type GetBackupsOutputArgs = AsInputs<GetBackupsArgs>;

/** The workspace whose backup schedule {@link getBackupSchedule} looks for. */
export interface GetBackupScheduleArgs {
  /** The workgroup that holds the workspace. */
  workgroupId: string;
  /** The workspace. */
  workspaceId: string;
}

/** {@link GetBackupScheduleArgs}, each as an input. */
export type GetBackupScheduleOutputArgs = AsInputs<GetBackupScheduleArgs>;

/** Which restore job {@link getRestoreJob} looks for. */
export interface GetRestoreJobArgs {
  /** The workgroup that holds the workspace. */
  workgroupId: string;
  /** The workspace. */
  workspaceId: string;
  /** The job's identifier. */
  job: string;
}

/** {@link GetRestoreJobArgs}, each as an input. */
export type GetRestoreJobOutputArgs = AsInputs<GetRestoreJobArgs>;

/**
 * The backups of a workspace (docs/internals/api.md, endpoint 13). Fails with the workspaces that there are where it is not one of them.
 *
 * @example
 * const manual = (await getBackups({ workgroupId, workspaceId })).filter((backup) => backup.isAutomatic === false);
 */
export function getBackups(args: GetBackupsArgs): Promise<Backup[]> {
  return lookUp(definitions.getBackups, args);
}

/** {@link getBackups} over inputs. */
export function getBackupsOutput(args: GetBackupsOutputArgs): pulumi.Output<Backup[]> {
  return lookUpOutput(definitions.getBackups, args);
}

/**
 * When a workspace is backed up, empty where the service shows nothing. A service may not have the call (docs/internals/api.md, section 11).
 *
 * @example
 * const { schedule = "none" } = await getBackupSchedule({ workgroupId, workspaceId });
 */
export function getBackupSchedule(args: GetBackupScheduleArgs): Promise<BackupTimetable> {
  return lookUp(definitions.getBackupSchedule, args);
}

/** {@link getBackupSchedule} over inputs. */
export function getBackupScheduleOutput(args: GetBackupScheduleOutputArgs): pulumi.Output<BackupTimetable> {
  return lookUpOutput(definitions.getBackupSchedule, args);
}

/**
 * The status of a restore job (docs/internals/api.md, endpoint 14). The service has no list of jobs: an unknown one is reported in its
 * words, and an unknown workspace with those that there are.
 */
export function getRestoreJob(args: GetRestoreJobArgs): Promise<RestoreJob> {
  return lookUp(definitions.getRestoreJob, args);
}

/** {@link getRestoreJob} over inputs. */
export function getRestoreJobOutput(args: GetRestoreJobOutputArgs): pulumi.Output<RestoreJob> {
  return lookUpOutput(definitions.getRestoreJob, args);
}
