import { mask } from "../present";
import { wholeRestoreJob } from "../records";
import { type Endpoint, extension, row, workspace } from "./endpoint";

export const backupEndpoints: readonly Endpoint[] = [
  row(13, "GET", `${workspace}/backups`, [200, 500], (call) => ({ result: call.workspace().backups })),
  // Null if the workspace is not backed up.
  extension("getBackupSchedule", "GET", `${workspace}/backups/schedule`, (call) => ({
    result: mask(call.behaviour, call.workspace().backupSchedule),
  })),
  // Creates or replaces the schedule: fields that the body omits are not kept.
  extension("setBackupSchedule", "POST", `${workspace}/backups/schedule`, (call) => {
    call.workspace();
    const schedule = call.body("backupSchedule");
    call.changeWorkspace((workspace) => {
      workspace.backupSchedule = schedule;
    });
    return { result: schedule };
  }),
  // Without the job's identifier (API 2.6).
  row(14, "GET", `${workspace}/backups/{job}/status`, [200, 500], (call) => {
    const id = call.param("job");
    const found = call.workspace().restoreJobs.find(({ job }) => job === id) ?? call.store.refuseUnknownId("job", id, "restore job");
    return { result: { ...found, job: undefined } };
  }),
  // The Result is the job's identifier.
  extension("restore", "POST", `${workspace}/backups/restore`, (call) => {
    const { store } = call;
    const { backups, restoreJobs } = call.workspace();
    store.find(backups, call.body("restore").backup_id, "backup_id", "backup");
    const job = { ...wholeRestoreJob(store.nextId("a8")), created_at: store.timestamp(), status: "running" };
    restoreJobs.push(job);
    return { result: job.job };
  }),
];
