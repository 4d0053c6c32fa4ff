import { badRequest } from "../envelope";
import { showPutResult, showWorkspace } from "../present";
import * as update from "../update";
import { type Endpoint, extension, row, workgroup, workspace } from "./endpoint";

export const workspaceEndpoints: readonly Endpoint[] = [
  // Creates a database unless the body contains the id of a database.
  extension("createWorkspace", "POST", `${workgroup}/workspaces`, (call) => {
    const { store, behaviour } = call;
    const workgroup = call.workgroup();
    const { name = "workspace", tg_version, tg_database_id, is_rw = true, ...settings } = call.body("newWorkspace", {});
    const known = tg_database_id === undefined ? undefined : store.database(workgroup.record.workgroup_id, tg_database_id);
    const isTaken = [...workgroup.workspaces.values()].some(
      ({ record }) => record.database_id === known?.database_id && record.is_rw === true && !record.deleted_at,
    );
    if (known !== undefined && isTaken && is_rw) throw badRequest("The database has a read-write workspace.", "is_rw", "must be false");
    const version = tg_version === undefined ? {} : { tg_version };
    const database = known ?? store.addDatabase(workgroup, { name, ...version });
    const status = { status: "Creating", display_status: "Creating" };
    const facts = { name, is_rw, ...status, created_at: store.timestamp(), ...version };
    const made = store.addWorkspace(workgroup, database, facts);
    update.startWorkspace(store, made);
    update.updateWorkspace(store, made, settings, 0);
    return call.answer("Workspace created.", showPutResult(behaviour, made.record));
  }),
  // Changes the given fields, and returns the current record.
  row(9, "PUT", workspace, [200], (call) => {
    const workspace = call.workspace();
    update.updateWorkspace(call.store, workspace, call.body("workspace"), call.delay);
    return { result: showPutResult(call.behaviour, workspace.record), message: "Workspace updated." };
  }),
  // Removes the workspace from its workgroup, or sets `deleted_at`.
  row(10, "DELETE", workspace, [200], (call) => {
    const { store, behaviour } = call;
    const { record } = call.workspace();
    const { workspace_id } = record;
    if (behaviour.deleted === "gone") call.workgroup().workspaces.delete(workspace_id);
    else Object.assign(record, { status: "Terminating", deleted_at: store.timestamp() });
    return call.answer("Workspace deleted.", { workspace_id });
  }),
  row(11, "POST", `${workspace}/refresh`, [200], (call) => {
    const workspace = call.workspace();
    update.refreshWorkspace(call.store, workspace);
    return call.answer("Workspace refresh started.", { workspace_id: workspace.record.workspace_id });
  }),
  extension("getWorkspace", "GET", workspace, (call) => ({ result: showWorkspace(call.behaviour, call.workspace().record) })),
  extension("pause", "POST", `${workspace}/pause`, (call) => {
    update.pauseWorkspace(call.store, call.workspace());
    return { result: null };
  }),
  extension("resume", "POST", `${workspace}/resume`, (call) => {
    update.resumeWorkspace(call.store, call.workspace());
    return { result: null };
  }),
];
