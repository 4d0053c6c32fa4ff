import { checkBody } from "../bodies";
import { showPutResult, showResult, showWorkspace } from "../present";
import { rewrite } from "../rewrite";
import { type WorkspaceState } from "../store";
import { pauseWorkspace, refreshWorkspace, resumeWorkspace, updateWorkspace } from "../update";
import { type Call, type Outcome, param } from "./call";

/** The workspace a path names, or a refusal. */
export function workspaceOf(call: Call): WorkspaceState {
  return call.store.workspace(param(call, "workgroupID"), param(call, "workspaceID"));
}

/** Changes what belongs to a workspace once it shows, which is as late as a change of the workspace itself. */
export function changeLater(call: Call, change: (workspace: WorkspaceState) => void): void {
  const [group, id] = [param(call, "workgroupID"), param(call, "workspaceID")];
  call.store.deferrals.defer(group, call.delay ?? call.behaviour.settleAfter, () => {
    const workspace = call.store.workgroups.get(group)?.workspaces.get(id);
    if (workspace !== undefined) change(workspace);
  });
}

/** Endpoint 9: changes the fields that were sent and answers with the record as it stands then. */
export function putWorkspace(call: Call): Outcome {
  const workspace = workspaceOf(call);
  const body = rewrite(call.behaviour, checkBody("workspace", call.body, call.behaviour.bodies));
  updateWorkspace(call.store, workspace, body, call.delay);
  return { result: showPutResult(call.behaviour, workspace.record), message: "Workspace updated." };
}

/** Endpoint 10: deletes the workspace; it leaves its workgroup, or stays with a `deleted_at`. */
export function deleteWorkspace(call: Call): Outcome {
  const workspace = workspaceOf(call);
  const message = "Workspace deleted.";
  if (call.behaviour.deleted === "marked") workspace.record.deleted_at = call.store.timestamp();
  else call.store.workgroup(param(call, "workgroupID")).workspaces.delete(param(call, "workspaceID"));
  return { result: showResult(call.store, call.endpoint, { workspace_id: workspace.record.workspace_id }, message), message };
}

/** Endpoint 11: starts a refresh. */
export function postRefresh(call: Call): Outcome {
  const workspace = workspaceOf(call);
  refreshWorkspace(call.store, workspace);
  const message = "Workspace refresh started.";
  return { result: showResult(call.store, call.endpoint, { workspace_id: workspace.record.workspace_id }, message), message };
}

/** One workspace alone (API 11). */
export function getWorkspace(call: Call): Outcome {
  call.store.deferrals.read(param(call, "workgroupID"));
  return { result: showWorkspace(call.behaviour, workspaceOf(call).record) };
}

/** Starts a pause and answers at once (API 11). */
export function postPause(call: Call): Outcome {
  pauseWorkspace(call.store, workspaceOf(call));
  return { result: null };
}

/** Starts a resume and answers at once (API 11). */
export function postResume(call: Call): Outcome {
  resumeWorkspace(call.store, workspaceOf(call));
  return { result: null };
}
