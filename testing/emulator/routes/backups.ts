import { mask } from "../present";
import { wholeRestoreJob } from "../records";
import { type Call, type Outcome } from "./call";

/** Endpoint 13: the backups of a workspace. */
export function listBackups(call: Call): Outcome {
  return { result: call.workspace().backups };
}

/** When the workspace is backed up; null if it is not (API 11). */
export function getBackupSchedule(call: Call): Outcome {
  return { result: mask(call.behaviour, call.workspace().backupSchedule) };
}

/** Creates or replaces the backup schedule (API 11): what the body leaves out is not kept. */
export function setBackupSchedule(call: Call): Outcome {
  call.workspace();
  const schedule = call.body("backupSchedule");
  call.changeWorkspace((workspace) => {
    workspace.backupSchedule = schedule;
  });
  return { result: schedule };
}

/** Endpoint 14: the status of a restore job, without the job's identifier (API 2.6). */
export function getRestoreJob(call: Call): Outcome {
  const id = call.param("job");
  const found = call.workspace().restoreJobs.find(({ job }) => job === id) ?? call.store.refuseUnknownId("job", id, "restore job");
  return { result: { ...found, job: undefined } };
}

/** Starts a restore; the Result is the job's identifier (API 11). */
export function postRestore(call: Call): Outcome {
  const { store } = call;
  const { backups, restoreJobs } = call.workspace();
  store.find(backups, call.body("restore").backup_id, "backup_id", "backup");
  const job = { ...wholeRestoreJob(store.nextId("a8")), created_at: store.timestamp(), status: "running" };
  restoreJobs.push(job);
  return { result: job.job };
}
