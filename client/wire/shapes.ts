/**
 * The service's records as docs/internals/api.md shows them (API 2 and 11), each field once: the client's schemas, the names in look-ups and what
 * the doctor calls documented follow from here. Pure, and light: it loads no schema.
 */

/** The documented type of a value: that of a text, a number or a switch, a record, or a list; `any` is users' own data. */
export type Documented = "string" | "integer" | "boolean" | "any" | RecordShape | { readonly list: Documented };

/** A record: the name that docs/internals/api.md gives it, and the type of each field. */
export interface RecordShape<Fields extends Readonly<Record<string, Documented>> = Readonly<Record<string, Documented>>> {
  readonly record: string;
  readonly fields: Fields;
}

function shape<const Fields extends Readonly<Record<string, Documented>>>(record: string, fields: Fields): RecordShape<Fields> {
  return { record, fields };
}

/** The fields of a shape of one type. */
function all<const Name extends string, const Type extends Documented>(type: Type, ...names: readonly Name[]): Record<Name, Type> {
  return Object.fromEntries(names.map((name) => [name, type])) as Record<Name, Type>;
}

export const addonEntry = shape("AddonEntry", {
  addons_id: "string",
  enable: "boolean",
  enable_configuration: "any",
  is_free: "boolean",
  ...all("string", "unique_name", "workspace_id"),
});

/** Seconds between the named updates. */
export const agentConfig = shape("AgentConfig", {
  ...all("integer", "catalog_activity_update_interval_seconds", "heartbeat_interval_seconds", "query_activity_update_interval_seconds"),
  topology_update_interval_seconds: "integer",
  enable_topology_force_update: "boolean",
});

export const workspaceType = shape("WorkspaceType", {
  ...all("string", "cpu", "memory"),
  ...all("integer", "ha", "partition"),
  typeName: "string",
});

/** The size of one workspace in bytes. */
export const folderSize = shape("FolderSize", { size: "integer", workspace_id: "string" });

/** Sizes in bytes. */
export const folderStatistics = shape("FolderStatistics", {
  ...all("integer", "backup_size", "billed_size", "log_size", "vector_size", "total_size"),
  workspaces: { list: folderSize },
});

export const workspace = shape("Workspace", {
  ...all("string", "workspace_id", "name", "workgroup_id", "workgroup_name", "database_id", "database_name", "org_id", "org_name"),
  ...all("string", "creator", "created_at", "deleted_at", "last_modified_time", "last_maintenance", "snapshot_time", "status"),
  ...all("string", "display_status", "condition_type", "err_message", "refresh_status", "refresh_message", "tg_version"),
  ...all("string", "desired_tg_version", "auto_upgrade_state", "update_strategy"),
  ...all("integer", "version_number", "auto_stop_minutes"),
  ...all("boolean", "enable_auto_start", "enable_ha", "enable_copilot", "is_rw"),
  ...all("integer", "replicas", "vertex_count", "edge_count", "graph_topology_size_bytes"),
  ...all("integer", "maintenance_window_day_of_week", "maintenance_window_hour_of_day", "maintenance_window_interval_weeks"),
  ...all("string", "maintenance_window_time_zone", "region", "cloud_provider_id", "cloud_provider_name", "cloud_provider_short_id"),
  ...all("string", "solution_catalog_id", "proxy_host"),
  addons: { list: addonEntry },
  agent_config: agentConfig,
  folder_statistics: folderStatistics,
  workspace_type: workspaceType,
});

export const database = shape("Database", {
  ...all("string", "database_id", "name", "create_time", "org_id", "org_name", "region", "tg_version", "workgroup_id"),
  folder_statistics: folderStatistics,
  workspaces: { list: workspace },
});

export const workgroup = shape("Workgroup", {
  ...all("string", "workgroup_id", "name", "org_id", "org_name", "creator", "platform", "region", "cloud_provider_id"),
  ...all("string", "cloud_provider_name", "cloud_provider_status", "cloud_provider_type", "encryption_method"),
  ...all("boolean", "enable_allow_list", "is_current_ip_allowed", "enable_application_log", "shared_storage"),
  tg_databases: { list: database },
  workspaces: { list: workspace },
});

export const backup = shape("Backup", {
  id: "string",
  is_automatic: "boolean",
  ...all("string", "size_bytes", "status", "tag", "time", "type", "version"),
});

export const restoreJob = shape("RestoreJob", all("string", "created_at", "name", "output", "status"));

export const backupSchedule = shape("BackupSchedule", {
  schedule: "string",
  ...all("integer", "max_backup_files", "max_reserved_days", "max_retry"),
  pause: "boolean",
});

export const schedule = shape(
  "Schedule",
  all("string", "id", "workspace_id", "repeat", "repeat_on", "date", "time", "timezone", "workspace_type_name"),
);

/** An in-database user; the service never shows the password. */
export const user = shape("User", { ...all("string", "id", "username", "email", "role", "created", "updated"), enabled: "boolean" });

export const allowedRange = shape("AllowedRange", all("string", "id", "cidr", "note"));

/** The caller's address, and whether it is on the list. */
export const currentAddress = shape("CurrentAddress", { IsAllowed: "boolean", CurrentIP: "string" });

export const cloudProvider = shape("CloudProvider", { cloud_provider_id: "string" });

export const region = shape("Region", all("string", "name", "description"));
export const version = shape("Version", { name: "string", ...all("boolean", "allow_create", "allow_upgrade", "end_of_life") });

/** The regions, versions and sizes that the service offers. */
export const options = shape("Options", {
  regions: { list: region },
  tgVersions: { list: version },
  workspaceTypes: { list: workspaceType },
});
