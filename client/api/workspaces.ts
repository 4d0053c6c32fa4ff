import { z } from "zod";
import { isObject } from "../wire/json";
import { endpoint } from "../http/endpoint";
import { parsedResult, tolerantWorkspace } from "../wire/records";
import { parseCreatedId, parseList } from "../wire/results";
import * as shapes from "../wire/shapes";
import { ofWorkgroup, ofWorkspace, workspaceName } from "./paths";

/**
 * The body of API endpoint 9. Free-form objects are sent unchanged. `agent_config` is also sent with the live values of undeclared keys,
 * whatever their type, because one unexpected live value must not prevent a change to another.
 */
export const workspaceUpdate = z.strictObject({
  addons: z.array(z.strictObject({ addons_id: z.string(), enable: z.boolean(), enable_configuration: z.unknown().optional() })).optional(),
  agent_config: z.looseObject({}).optional(),
  auto_stop_minutes: z.int().min(0).optional(),
  auto_upgrade_state: z.string().optional(),
  desired_tg_version: z.string().optional(),
  enable_auto_start: z.boolean().optional(),
  enable_ha: z.boolean().optional(),
  maintenance_window_day_of_week: z.int().optional(),
  maintenance_window_hour_of_day: z.int().optional(),
  maintenance_window_interval_weeks: z.int().optional(),
  maintenance_window_time_zone: z.string().optional(),
  pause: z.boolean().optional(),
  update_strategy: z.string().optional(),
  workspace_name: z.string().optional(),
  workspace_type_name: z.string().optional(),
});
export type WorkspaceUpdate = z.infer<typeof workspaceUpdate>;

/** The body of the call that creates a workspace (API 11). Unlike the body of an update, it contains the database and the version. */
export const workspaceCreation = z.strictObject({
  name: z.string().optional(),
  tg_version: z.string().optional(),
  tg_database_id: z.string().optional(),
  is_rw: z.boolean().optional(),
  ...workspaceUpdate.omit({ agent_config: true, auto_upgrade_state: true, desired_tg_version: true, pause: true, workspace_name: true })
    .shape,
});
export type WorkspaceCreation = z.infer<typeof workspaceCreation>;

/** Calls for workspaces. */
export const workspaces = {
  /** Creates a workspace (API 11). Resolves with its identifier if the response contains it. Never retried. If the response is lost, read the workgroup. */
  create: endpoint("POST", `${ofWorkgroup}/workspaces`, "Create a workspace.", {
    body: workspaceCreation,
    result: z.unknown().transform((result) => parseCreatedId(result, "workspaceid", "workspace")),
    changes: ({ workgroupID }) => [workspaceName({ workgroupID })],
  }),
  /** Sends the given fields (endpoint 9). Resolves with the record in the response; undefined if the response does not contain one. */
  update: endpoint("PUT", ofWorkspace, "Update a workspace.", {
    number: 9,
    body: workspaceUpdate,
    // A successful response without a record is not an error, because the caller reads the record again.
    result: tolerantWorkspace.optional().catch(undefined),
    // Workspaces can also be looked up by name.
    changes: (id, { workspace_name }) => [
      workspaceName(id),
      ...(workspace_name === undefined ? [] : [workspaceName({ workgroupID: id.workgroupID })]),
    ],
  }),
  /** Deletes the workspace (endpoint 10). The Result is undocumented. */
  delete: endpoint("DELETE", ofWorkspace, "Delete a workspace.", { number: 10, changes: (id) => [workspaceName(id)] }),
  /**
   * Refreshes a read-only workspace (endpoint 11), which is offline in the meantime. `refresh_status` in its record reports the progress.
   * Never retried. If the response is lost, read the record.
   */
  refresh: endpoint("POST", `${ofWorkspace}/refresh`, "Refresh a workspace.", { number: 11, changes: (id) => [workspaceName(id)] }),
  /** Lists the available regions, versions, and sizes (API 11: might not exist). */
  options: endpoint("GET", "/workspaces/meta", "Get the options that the service offers for workspaces.", {
    documented: shapes.options,
    result: parsedResult((result) => parseList(result, [], (value) => (isObject(value) ? value : undefined)), "is no object").transform(
      ({ found: [options = {}] }) => options,
    ),
  }),
};
