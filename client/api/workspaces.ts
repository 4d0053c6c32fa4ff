import { z } from "zod";
import { isObject } from "../wire/json";
import { endpoint } from "../http/endpoint";
import { parsedResult, tolerantWorkspace } from "../wire/records";
import { parseCreatedId, parseList } from "../wire/results";
import * as shapes from "../wire/shapes";
import { ofWorkgroup, ofWorkspace, workspaceName } from "./paths";

/**
 * The body of API endpoint 9. Objects that users fill themselves are sent unchanged, and so is `agent_config`, with what the service
 * shows beside the declared parts, of whatever type: one odd live value must not stop a change of another.
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

/** The body of the call that creates a workspace (API 11); unlike an update, it names database and version. */
export const workspaceCreation = z.strictObject({
  name: z.string().optional(),
  tg_version: z.string().optional(),
  tg_database_id: z.string().optional(),
  is_rw: z.boolean().optional(),
  ...workspaceUpdate.omit({ agent_config: true, auto_upgrade_state: true, desired_tg_version: true, pause: true, workspace_name: true })
    .shape,
});
export type WorkspaceCreation = z.infer<typeof workspaceCreation>;

/** The calls on workspaces. */
export const workspaces = {
  /** Creates a workspace (API 11); resolves with its identifier if the response shows it. Never sent twice: read the workgroup if the response was lost. */
  create: endpoint("POST", `${ofWorkgroup}/workspaces`, "Create a workspace.", {
    body: workspaceCreation,
    result: z.unknown().transform((result) => parseCreatedId(result, "workspaceid", "workspace")),
    changes: ({ workgroupID }) => [workspaceName({ workgroupID })],
  }),
  /** Sends the given fields (endpoint 9); resolves with the record of the response, or undefined if the response holds none. */
  update: endpoint("PUT", ofWorkspace, "Update a workspace.", {
    number: 9,
    body: workspaceUpdate,
    // An acknowledged update whose Result is not a record is still acknowledged; the record is read again then.
    result: tolerantWorkspace.optional().catch(undefined),
    // Workspaces are found by their names too.
    changes: (id, { workspace_name }) => [
      workspaceName(id),
      ...(workspace_name === undefined ? [] : [workspaceName({ workgroupID: id.workgroupID })]),
    ],
  }),
  /** Deletes the workspace (endpoint 10). The Result is not documented. */
  delete: endpoint("DELETE", ofWorkspace, "Delete a workspace.", { number: 10, changes: (id) => [workspaceName(id)] }),
  /**
   * Brings a read-only workspace up to date (endpoint 11); it is offline meanwhile, and `refresh_status` of its record shows the progress.
   * Never sent twice: if the response was lost, read the record.
   */
  refresh: endpoint("POST", `${ofWorkspace}/refresh`, "Refresh a workspace.", { number: 11, changes: (id) => [workspaceName(id)] }),
  /** The regions, versions and sizes that the service offers (API 11: a service may lack the call). */
  options: endpoint("GET", "/workspaces/meta", "Get what the service offers for workspaces.", {
    documented: shapes.options,
    result: parsedResult((result) => parseList(result, [], (value) => (isObject(value) ? value : undefined)), "is no object").transform(
      ({ found: [options = {}] }) => options,
    ),
  }),
};
