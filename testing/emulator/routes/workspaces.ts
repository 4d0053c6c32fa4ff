import { badRequest, Refusal } from "../envelope";
import { showPutResult, showWorkspace } from "../present";
import * as update from "../update";
import { type Routes } from "./call";

export const workspaceRoutes = {
  /** Creates a workspace, with a database of its own unless the body names one (API 11). */
  createWorkspace: (call) => {
    const { store, behaviour } = call;
    const workgroup = call.workgroup();
    const { name = "workspace", tg_version, tg_database_id, is_rw = true, ...settings } = call.body("newWorkspace", {});
    const count = [...store.workgroups.values()].reduce((sum, { workspaces }) => sum + workspaces.size, 0);
    if (count >= behaviour.mostWorkspaces)
      throw new Refusal(400, "Quota-Exceed", `The organization may have ${behaviour.mostWorkspaces} workspaces.`);
    const known = tg_database_id === undefined ? undefined : store.database(workgroup.record.workgroup_id, tg_database_id);
    const isTaken = [...workgroup.workspaces.values()].some(
      ({ record }) => record.database_id === known?.database_id && record.is_rw === true && !record.deleted_at,
    );
    if (known !== undefined && isTaken && is_rw) throw badRequest("The database has a read-write workspace.", "is_rw", "must be false");
    const version = tg_version === undefined ? {} : { tg_version };
    const database = known ?? store.addDatabase(workgroup, { name, ...version });
    const { creating: status } = behaviour.statusNames;
    const facts = { name, is_rw, status, display_status: status, created_at: store.timestamp(), ...version };
    const made = store.addWorkspace(workgroup, database, facts);
    update.startWorkspace(store, made);
    update.updateWorkspace(store, made, settings, 0);
    return call.answer("Workspace created.", showPutResult(behaviour, made.record));
  },
  /** Endpoint 9: changes the fields that were sent and answers with the record as it is then. */
  updateWorkspace: (call) => {
    const workspace = call.workspace();
    update.updateWorkspace(call.store, workspace, call.body("workspace"), call.delay);
    return { result: showPutResult(call.behaviour, workspace.record), message: "Workspace updated." };
  },
  /** Endpoint 10: deletes the workspace; it leaves its workgroup, or stays with a `deleted_at`. */
  deleteWorkspace: (call) => {
    const { store, behaviour } = call;
    const workspace = call.workspace();
    const { workgroup_id: workgroupId, workspace_id } = workspace.record;
    workspace.record.status = behaviour.statusNames.deleting;
    store.changeWorkspace(workspace, behaviour.deletedAfter, ({ record }) => {
      if (behaviour.deleted === "marked") record.deleted_at = store.timestamp();
      else store.workgroup(workgroupId).workspaces.delete(workspace_id);
    });
    return call.answer("Workspace deleted.", { workspace_id });
  },
  /** Endpoint 11: starts a refresh. */
  refreshWorkspace: (call) => {
    const workspace = call.workspace();
    update.refreshWorkspace(call.store, workspace);
    return call.answer("Workspace refresh started.", { workspace_id: workspace.record.workspace_id });
  },
  /** One workspace alone (API 11). */
  getWorkspace: (call) => ({ result: showWorkspace(call.behaviour, call.workspace().record) }),
  /** Starts a pause and answers at once (API 11). */
  pause: (call) => {
    update.pauseWorkspace(call.store, call.workspace());
    return { result: null };
  },
  /** Starts a resume and answers at once (API 11). */
  resume: (call) => {
    update.resumeWorkspace(call.store, call.workspace());
    return { result: null };
  },
} satisfies Routes;
