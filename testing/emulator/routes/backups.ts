import { checkBody } from "../bodies";
import { mask, showRestoreJob } from "../present";
import { restoreJob } from "../records";
import { rewrite } from "../rewrite";
import { type Call, type Outcome, param } from "./call";
import { changeLater, workspaceOf } from "./workspaces";

/** Endpoint 13: the backups of a workspace. */
export function listBackups(call: Call): Outcome {
  return { result: structuredClone(workspaceOf(call).backups) };
}

/** When the workspace is backed up; null where it is not (API 11). */
export function getBackupSchedule(call: Call): Outcome {
  call.store.deferrals.read(param(call, "workgroupID"));
  return { result: mask(call.behaviour, workspaceOf(call).backupSchedule) };
}

/** Makes or replaces what says when the workspace is backed up (API 11): what the body leaves out is not kept. */
export function setBackupSchedule(call: Call): Outcome {
  workspaceOf(call);
  const body = rewrite(call.behaviour, checkBody("backupSchedule", call.body, call.behaviour.bodies));
  const kept = { ...body, schedule: String(body["schedule"]) };
  changeLater(call, (workspace) => {
    workspace.backupSchedule = kept;
  });
  return { result: structuredClone(kept) };
}

/** Endpoint 14: the status of a restore job. */
export function getRestoreJob(call: Call): Outcome {
  const id = param(call, "job");
  const job = workspaceOf(call).restoreJobs.find((other) => other.job === id);
  return { result: showRestoreJob(job ?? call.store.refuseUnknownId("job", id, "restore job")) };
}

/** Starts a restore; the Result is the job's identifier (API 11). */
export function postRestore(call: Call): Outcome {
  const workspace = workspaceOf(call);
  const backupId = String(checkBody("restore", call.body, call.behaviour.bodies)["backup_id"]);
  if (!workspace.backups.some((backup) => backup.id === backupId)) call.store.refuseUnknownId("backup_id", backupId, "backup");
  const job = restoreJob(call.store.nextId("a8"), { created_at: call.store.timestamp(), status: "running" });
  workspace.restoreJobs.push(job);
  return { result: job.job };
}
