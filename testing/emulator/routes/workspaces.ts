import { checkBody } from "../bodies";
import { Refusal } from "../envelope";
import { makeDatabase, makeWorkspace } from "../made";
import { showPutResult, showResult, showWorkspace } from "../present";
import { rewrite } from "../rewrite";
import { type WorkspaceState } from "../store";
import { pauseWorkspace, refreshWorkspace, resumeWorkspace, startWorkspace, updateWorkspace } from "../update";
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

/** Makes a workspace, with a database of its own unless the body names one (API 11). */
export function createWorkspace(call: Call): Outcome {
  const { store, behaviour } = call;
  const workgroup = store.workgroup(param(call, "workgroupID"));
  const {
    name = "workspace",
    tg_version,
    tg_database_id,
    is_rw = true,
    ...settings
  } = rewrite(behaviour, checkBody("newWorkspace", call.body ?? {}, behaviour.bodies));
  const count = [...store.workgroups.values()].reduce((sum, { workspaces }) => sum + workspaces.size, 0);
  if (count >= behaviour.mostWorkspaces)
    throw new Refusal(400, "Quota-Exceed", `The organization may have ${behaviour.mostWorkspaces} workspaces.`);
  const known = typeof tg_database_id === "string" ? store.database(workgroup.record.workgroup_id, tg_database_id) : undefined;
  const isTaken = [...workgroup.workspaces.values()].some(
    ({ record }) => known !== undefined && record.database_id === known.database_id && record.is_rw === true && !record.deleted_at,
  );
  if (isTaken && is_rw === true)
    throw new Refusal(400, "Bad-Request", "The database has a read-write workspace.", [{ FieldName: "is_rw", Reason: "must be false" }]);
  const version = typeof tg_version === "string" ? { tg_version } : {};
  const database = known ?? makeDatabase(store, workgroup, { name: String(name), ...version });
  const { creating } = behaviour.statusNames;
  const facts = { name: String(name), is_rw: is_rw === true, status: creating, display_status: creating, created_at: store.timestamp() };
  const record = makeWorkspace(store, workgroup, database, { ...facts, ...version });
  const made = workgroup.workspaces.get(record.workspace_id) as WorkspaceState;
  startWorkspace(store, made);
  updateWorkspace(store, made, settings, 0);
  return {
    result: showResult(store, call.endpoint, showPutResult(behaviour, made.record), "Workspace created."),
    message: "Workspace created.",
  };
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
  const { store, behaviour } = call;
  workspace.record.status = behaviour.statusNames.deleting;
  store.deferrals.defer(workspace.record.workgroup_id, behaviour.deletedAfter, () => {
    const workspaces = store.workgroups.get(workspace.record.workgroup_id)?.workspaces;
    const live = workspaces?.get(workspace.record.workspace_id);
    if (live !== undefined && behaviour.deleted === "marked") live.record.deleted_at = store.timestamp();
    else workspaces?.delete(workspace.record.workspace_id);
  });
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
