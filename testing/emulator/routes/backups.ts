import { mask, showRestoreJob } from "../present";
import { restoreJob } from "../records";
import { type Call, type Outcome } from "./call";

/** Endpoint 13: the backups of a workspace. */
export function listBackups(call: Call): Outcome {
  return { result: call.workspace().backups };
}

/** When the workspace is backed up; null if it is not (API 11). */
export function getBackupSchedule(call: Call): Outcome {
  call.countRead();
  return { result: mask(call.behaviour, call.workspace().backupSchedule) };
}

/** Makes or replaces the backup schedule (API 11): what the body leaves out is not kept. */
export function setBackupSchedule(call: Call): Outcome {
  call.workspace();
  const body = call.body("backupSchedule");
  const kept = { ...body, schedule: String(body["schedule"]) };
  call.changeWorkspace((workspace) => {
    workspace.backupSchedule = kept;
  });
  return { result: kept };
}

/** Endpoint 14: the status of a restore job. */
export function getRestoreJob(call: Call): Outcome {
  const id = call.param("job");
  const job = call.workspace().restoreJobs.find((other) => other.job === id);
  return { result: showRestoreJob(job ?? call.store.refuseUnknownId("job", id, "restore job")) };
}

/** Starts a restore; the Result is the job's identifier (API 11). */
export function postRestore(call: Call): Outcome {
  const workspace = call.workspace();
  const backupId = String(call.body("restore")["backup_id"]);
  if (!workspace.backups.some((backup) => backup.id === backupId)) call.store.refuseUnknownId("backup_id", backupId, "backup");
  const job = restoreJob(call.store.nextId("a8"), { created_at: call.store.timestamp(), status: "running" });
  workspace.restoreJobs.push(job);
  return { result: job.job };
}
