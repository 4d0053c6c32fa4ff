import { mask } from "../present";
import { wholeRestoreJob } from "../records";
import { type Routes } from "./call";

export const backupRoutes = {
  /** Endpoint 13: the backups of a workspace. */
  listBackups: (call) => ({ result: call.workspace().backups }),
  /** When the workspace is backed up; null if it is not (API 11). */
  getBackupSchedule: (call) => ({ result: mask(call.behaviour, call.workspace().backupSchedule) }),
  /** Creates or replaces the backup schedule (API 11): what the body leaves out is not kept. */
  setBackupSchedule: (call) => {
    call.workspace();
    const schedule = call.body("backupSchedule");
    call.changeWorkspace((workspace) => {
      workspace.backupSchedule = schedule;
    });
    return { result: schedule };
  },
  /** Endpoint 14: the status of a restore job, without the job's identifier (API 2.6). */
  getRestoreJob: (call) => {
    const id = call.param("job");
    const found = call.workspace().restoreJobs.find(({ job }) => job === id) ?? call.store.refuseUnknownId("job", id, "restore job");
    return { result: { ...found, job: undefined } };
  },
  /** Starts a restore; the Result is the job's identifier (API 11). */
  restore: (call) => {
    const { store } = call;
    const { backups, restoreJobs } = call.workspace();
    store.find(backups, call.body("restore").backup_id, "backup_id", "backup");
    const job = { ...wholeRestoreJob(store.nextId("a8")), created_at: store.timestamp(), status: "running" };
    restoreJobs.push(job);
    return { result: job.job };
  },
} satisfies Routes;
