import { badRequest, Refusal } from "../envelope";
import { makeDatabase, makeWorkspace } from "../made";
import { showPutResult, showWorkspace } from "../present";
import { type WorkspaceState } from "../store";
import { pauseWorkspace, refreshWorkspace, resumeWorkspace, startWorkspace, updateWorkspace } from "../update";
import { type Call, type Outcome } from "./call";

/** Makes a workspace, with a database of its own unless the body names one (API 11). */
export function createWorkspace(call: Call): Outcome {
  const { store, behaviour } = call;
  const workgroup = call.workgroup();
  const { name = "workspace", tg_version, tg_database_id, is_rw = true, ...settings } = call.body("newWorkspace", call.sent ?? {});
  const count = [...store.workgroups.values()].reduce((sum, { workspaces }) => sum + workspaces.size, 0);
  if (count >= behaviour.mostWorkspaces)
    throw new Refusal(400, "Quota-Exceed", `The organization may have ${behaviour.mostWorkspaces} workspaces.`);
  const known = typeof tg_database_id === "string" ? store.database(workgroup.record.workgroup_id, tg_database_id) : undefined;
  const isTaken = [...workgroup.workspaces.values()].some(
    ({ record }) => known !== undefined && record.database_id === known.database_id && record.is_rw === true && !record.deleted_at,
  );
  if (isTaken && is_rw === true) throw badRequest("The database has a read-write workspace.", "is_rw", "must be false");
  const version = typeof tg_version === "string" ? { tg_version } : {};
  const database = known ?? makeDatabase(store, workgroup, { name: String(name), ...version });
  const { creating } = behaviour.statusNames;
  const facts = { name: String(name), is_rw: is_rw === true, status: creating, display_status: creating, created_at: store.timestamp() };
  const record = makeWorkspace(store, workgroup, database, { ...facts, ...version });
  const made = workgroup.workspaces.get(record.workspace_id) as WorkspaceState;
  startWorkspace(store, made);
  updateWorkspace(store, made, settings, 0);
  return call.answer("Workspace created.", showPutResult(behaviour, made.record));
}

/** Endpoint 9: changes the fields that were sent and answers with the record as it stands then. */
export function putWorkspace(call: Call): Outcome {
  const workspace = call.workspace();
  updateWorkspace(call.store, workspace, call.body("workspace"), call.delay);
  return { result: showPutResult(call.behaviour, workspace.record), message: "Workspace updated." };
}

/** Endpoint 10: deletes the workspace; it leaves its workgroup, or stays with a `deleted_at`. */
export function deleteWorkspace(call: Call): Outcome {
  const workspace = call.workspace();
  const { store, behaviour } = call;
  workspace.record.status = behaviour.statusNames.deleting;
  store.deferrals.defer(workspace.record.workgroup_id, behaviour.deletedAfter, () => {
    const workspaces = store.workgroups.get(workspace.record.workgroup_id)?.workspaces;
    const live = workspaces?.get(workspace.record.workspace_id);
    if (live !== undefined && behaviour.deleted === "marked") live.record.deleted_at = store.timestamp();
    else workspaces?.delete(workspace.record.workspace_id);
  });
  return call.answer("Workspace deleted.", { workspace_id: workspace.record.workspace_id });
}

/** Endpoint 11: starts a refresh. */
export function postRefresh(call: Call): Outcome {
  const workspace = call.workspace();
  refreshWorkspace(call.store, workspace);
  return call.answer("Workspace refresh started.", { workspace_id: workspace.record.workspace_id });
}

/** One workspace alone (API 11). */
export function getWorkspace(call: Call): Outcome {
  call.countRead();
  return { result: showWorkspace(call.behaviour, call.workspace().record) };
}

/** Starts a pause and answers at once (API 11). */
export function postPause(call: Call): Outcome {
  pauseWorkspace(call.store, call.workspace());
  return { result: null };
}

/** Starts a resume and answers at once (API 11). */
export function postResume(call: Call): Outcome {
  resumeWorkspace(call.store, call.workspace());
  return { result: null };
}
