import type * as pulumi from "@pulumi/pulumi";
import * as definitions from "../../provider/functions/backups";
import type { Backup, BackupTimetable, RestoreJob } from "../../provider/functions/records";
import { lookUp, lookUpOutput } from "./session";

/** The workspace whose backups {@link getBackups} looks for. */
export interface GetBackupsArgs {
  /** The workgroup that holds the workspace. */
  workgroupId: string;
  /** The workspace. */
  workspaceId: string;
}

/** The workspace whose backups {@link getBackupsOutput} looks for. */
export interface GetBackupsOutputArgs {
  /** The workgroup that holds the workspace. */
  workgroupId: pulumi.Input<string>;
  /** The workspace. */
  workspaceId: pulumi.Input<string>;
}

/** The workspace whose backup schedule {@link getBackupSchedule} looks for. */
export interface GetBackupScheduleArgs {
  /** The workgroup that holds the workspace. */
  workgroupId: string;
  /** The workspace. */
  workspaceId: string;
}

/** The workspace whose backup schedule {@link getBackupScheduleOutput} looks for. */
export interface GetBackupScheduleOutputArgs {
  /** The workgroup that holds the workspace. */
  workgroupId: pulumi.Input<string>;
  /** The workspace. */
  workspaceId: pulumi.Input<string>;
}

/** Which restore job {@link getRestoreJob} looks for. */
export interface GetRestoreJobArgs {
  /** The workgroup that holds the workspace. */
  workgroupId: string;
  /** The workspace. */
  workspaceId: string;
  /** The job's identifier. */
  job: string;
}

/** Which restore job {@link getRestoreJobOutput} looks for. */
export interface GetRestoreJobOutputArgs {
  /** The workgroup that holds the workspace. */
  workgroupId: pulumi.Input<string>;
  /** The workspace. */
  workspaceId: pulumi.Input<string>;
  /** The job's identifier. */
  job: pulumi.Input<string>;
}

/**
 * The backups of a workspace (docs/api.md, endpoint 13). Fails with the workspaces that there are where it is not one of them.
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
 * When a workspace is backed up, empty where the service shows nothing. A service may not have the call (docs/api.md, section 11).
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
 * The status of a restore job (docs/api.md, endpoint 14). The service has no list of jobs: an unknown one is reported in its
 * words, and an unknown workspace with those that there are.
 */
export function getRestoreJob(args: GetRestoreJobArgs): Promise<RestoreJob> {
  return lookUp(definitions.getRestoreJob, args);
}

/** {@link getRestoreJob} over inputs. */
export function getRestoreJobOutput(args: GetRestoreJobOutputArgs): pulumi.Output<RestoreJob> {
  return lookUpOutput(definitions.getRestoreJob, args);
}
