import { z } from "zod";

/**
 * A field of a record: absent, null and a value of another type are all read as "not there".
 * Real records lack many fields, and an odd field that is not needed must not stop an update.
 */
const field = <T extends z.ZodType>(type: T) => type.nullish().catch(undefined);
const text = field(z.string());
/** Some services write numbers and switches as texts. */
const integer = field(z.preprocess(parsePrimitive, z.number()));
const boolean = field(z.preprocess(parsePrimitive, z.boolean()));
/** The number or switch in a text; any other value as it is. */
export function parsePrimitive(value: unknown): unknown {
  if (value === "true" || value === "false") return value === "true";
  return typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}
/** What names a record: empty where the record does not say, so that one odd record does not hide the others. */
const identifier = z.string().catch("");
/** A value that some services write as JSON text, or as an empty text where there is none. */
const orText = <T extends z.ZodType>(type: T) => z.preprocess(parseEmbeddedJson, type.nullish());
function parseEmbeddedJson(value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (value.trim() === "") return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
/** A field that is kept as it is, since it may be sent back. */
const kept = z.unknown().optional();
const setting = z.preprocess(parsePrimitive, kept);

/** AddonEntry (API 2.2). `enable_configuration` is an object in the schema and a string in the samples. */
export const addonEntry = z.looseObject({
  addons_id: identifier,
  enable: boolean,
  enable_configuration: kept,
  is_free: boolean,
  unique_name: text,
  workspace_id: text,
});
export type AddonEntry = z.infer<typeof addonEntry>;

/** AgentConfig (API 2.2): seconds between the named updates. */
export const agentConfig = z.looseObject({
  catalog_activity_update_interval_seconds: setting,
  heartbeat_interval_seconds: setting,
  query_activity_update_interval_seconds: setting,
  topology_update_interval_seconds: setting,
  enable_topology_force_update: setting,
});

/** WorkspaceType (API 2.2). */
export const workspaceType = z.looseObject({ cpu: text, memory: text, ha: integer, partition: integer, typeName: text });

/** FolderStatistics (API 2.2): sizes in bytes. */
export const folderStatistics = z.looseObject({
  backup_size: integer,
  billed_size: integer,
  log_size: integer,
  vector_size: integer,
  total_size: integer,
  workspaces: field(z.array(z.looseObject({ size: integer, workspace_id: text }))),
});

/** Workspace record (API 2.2). Unknown keys are kept; any field may be absent or null. */
export const workspaceRecord = z.looseObject({
  workspace_id: identifier,
  name: text,
  workgroup_id: text,
  workgroup_name: text,
  database_id: text,
  database_name: text,
  org_id: text,
  org_name: text,
  creator: text,
  created_at: text,
  deleted_at: text,
  last_modified_time: text,
  last_maintenance: text,
  snapshot_time: text,
  status: text,
  display_status: text,
  condition_type: text,
  err_message: text,
  refresh_status: text,
  refresh_message: text,
  tg_version: text,
  desired_tg_version: text,
  auto_upgrade_state: text,
  update_strategy: text,
  version_number: integer,
  auto_stop_minutes: integer,
  enable_auto_start: boolean,
  enable_ha: boolean,
  enable_copilot: boolean,
  is_rw: boolean,
  replicas: integer,
  vertex_count: integer,
  edge_count: integer,
  graph_topology_size_bytes: integer,
  maintenance_window_day_of_week: integer,
  maintenance_window_hour_of_day: integer,
  maintenance_window_interval_weeks: integer,
  maintenance_window_time_zone: text,
  region: text,
  cloud_provider_id: text,
  cloud_provider_name: text,
  cloud_provider_short_id: text,
  solution_catalog_id: text,
  proxy_host: text,
  // What may be sent back is never read as "not there" because it looks odd: it would be overwritten.
  addons: orText(z.array(addonEntry)),
  agent_config: orText(agentConfig),
  folder_statistics: field(folderStatistics),
  workspace_type: field(workspaceType),
});

/** Under this key a record names the fields that are left out of it since their shape is not the documented one (API 2.2). */
export const oddFields = Symbol("oddFields");
export type WorkspaceRecord = z.infer<typeof workspaceRecord> & { readonly [oddFields]?: readonly string[] };

/** A record of which an odd field hides neither the other fields nor the other records of a list. */
export const tolerantWorkspace: z.ZodType<WorkspaceRecord> = z.unknown().transform((value, context) => {
  const whole = workspaceRecord.safeParse(value);
  if (whole.success) return whole.data;
  const odd = [...new Set(whole.error.issues.map(({ path }) => String(path[0])))];
  const rest = typeof value === "object" && value !== null ? Object.entries(value).filter(([name]) => !odd.includes(name)) : [];
  const partly = workspaceRecord.safeParse(whole.error.issues.some(({ path }) => path.length === 0) ? value : Object.fromEntries(rest));
  if (partly.success) return { ...partly.data, [oddFields]: odd };
  for (const { path, message } of partly.error.issues) context.addIssue({ code: "custom", path, message });
  return z.NEVER;
});

/** Database record (API 2.4). */
export const databaseRecord = z.looseObject({
  database_id: text,
  name: text,
  create_time: text,
  org_id: text,
  org_name: text,
  region: text,
  tg_version: text,
  workgroup_id: text,
  folder_statistics: field(folderStatistics),
  workspaces: z.array(tolerantWorkspace).nullish(),
});
export type DatabaseRecord = z.infer<typeof databaseRecord>;

/** Workgroup record (API 2.3). */
export const workgroupRecord = z
  .looseObject({
    workgroup_id: identifier,
    name: text,
    org_id: text,
    org_name: text,
    creator: text,
    platform: text,
    region: text,
    cloud_provider_id: text,
    cloud_provider_name: text,
    cloud_provider_status: text,
    cloud_provider_type: text,
    encryption_method: text,
    enable_allow_list: boolean,
    is_current_ip_allowed: boolean,
    enable_application_log: boolean,
    shared_storage: boolean,
    tg_databases: field(z.array(databaseRecord)),
    workspaces: z.array(tolerantWorkspace).nullish(),
  })
  // Any field may be absent, but what neither names itself nor lists workspaces is something else.
  .refine(({ workgroup_id, workspaces }) => workgroup_id !== "" || Array.isArray(workspaces), {
    path: ["workgroup_id"],
    message: "is not there, and neither is a list of workspaces",
  });
export type WorkgroupRecord = z.infer<typeof workgroupRecord>;
