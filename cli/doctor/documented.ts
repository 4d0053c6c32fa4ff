/** What the documentation says of a value: its type, the record that it is, or a list of either; `any` is users' own data. */
export type Documented = "string" | "integer" | "boolean" | "any" | RecordName | { readonly list: Documented };

export type RecordName =
  | "Workgroup"
  | "Database"
  | "Workspace"
  | "AddonEntry"
  | "AgentConfig"
  | "WorkspaceType"
  | "FolderStatistics"
  | "FolderSize"
  | "Backup"
  | "BackupSchedule"
  | "Schedule"
  | "User"
  | "AllowedRange"
  | "CurrentAddress"
  | "CloudProvider"
  | "Options"
  | "Region"
  | "Version";

type Fields = Readonly<Record<string, Documented>>;

/** The fields of every record (API 2.2 to 2.7, and 11). */
export const records: Readonly<Record<RecordName, Fields>> = {
  Workgroup: {
    ...all("string", "workgroup_id name org_id org_name creator platform region cloud_provider_id cloud_provider_name"),
    ...all("string", "cloud_provider_status cloud_provider_type encryption_method"),
    ...all("boolean", "enable_allow_list is_current_ip_allowed enable_application_log shared_storage"),
    tg_databases: { list: "Database" },
    workspaces: { list: "Workspace" },
  },
  Database: {
    ...all("string", "database_id name create_time org_id org_name region tg_version workgroup_id"),
    folder_statistics: "FolderStatistics",
    workspaces: { list: "Workspace" },
  },
  Workspace: {
    ...all("string", "workspace_id name workgroup_id workgroup_name database_id database_name org_id org_name creator"),
    ...all("string", "created_at deleted_at last_modified_time last_maintenance snapshot_time status display_status condition_type"),
    ...all("string", "err_message refresh_status refresh_message tg_version desired_tg_version auto_upgrade_state update_strategy"),
    ...all("integer", "version_number auto_stop_minutes replicas vertex_count edge_count graph_topology_size_bytes"),
    ...all("boolean", "enable_auto_start enable_ha enable_copilot is_rw"),
    ...all("integer", "maintenance_window_day_of_week maintenance_window_hour_of_day maintenance_window_interval_weeks"),
    ...all("string", "maintenance_window_time_zone region cloud_provider_id cloud_provider_name cloud_provider_short_id"),
    ...all("string", "solution_catalog_id proxy_host"),
    addons: { list: "AddonEntry" },
    agent_config: "AgentConfig",
    folder_statistics: "FolderStatistics",
    workspace_type: "WorkspaceType",
  },
  AddonEntry: { ...all("string", "addons_id unique_name workspace_id"), ...all("boolean", "enable is_free"), enable_configuration: "any" },
  AgentConfig: {
    ...all("integer", "catalog_activity_update_interval_seconds heartbeat_interval_seconds query_activity_update_interval_seconds"),
    ...all("integer", "topology_update_interval_seconds"),
    enable_topology_force_update: "boolean",
  },
  WorkspaceType: { ...all("string", "cpu memory typeName"), ...all("integer", "ha partition") },
  FolderStatistics: { ...all("integer", "backup_size billed_size log_size vector_size total_size"), workspaces: { list: "FolderSize" } },
  FolderSize: { size: "integer", workspace_id: "string" },
  Backup: { ...all("string", "id size_bytes status tag time type version"), is_automatic: "boolean" },
  BackupSchedule: { schedule: "string", ...all("integer", "max_backup_files max_reserved_days max_retry"), pause: "boolean" },
  Schedule: all("string", "id workspace_id repeat repeat_on date time timezone workspace_type_name"),
  User: { ...all("string", "id username email role created updated"), enabled: "boolean" },
  AllowedRange: all("string", "id cidr note"),
  CurrentAddress: { IsAllowed: "boolean", CurrentIP: "string" },
  CloudProvider: { cloud_provider_id: "string" },
  Options: { regions: { list: "Region" }, tgVersions: { list: "Version" }, workspaceTypes: { list: "WorkspaceType" } },
  Region: all("string", "name description"),
  Version: { name: "string", ...all("boolean", "allow_create allow_upgrade end_of_life") },
};

function all(type: Documented, names: string): Fields {
  return Object.fromEntries(names.split(" ").map((name) => [name, type]));
}

/** Words of field names in general use, beside those of the documented fields. */
const common =
  "access active activity addon addons allow allowed api app application apps arn at auto automatic available backup base billing branch " +
  "catalog category class cloud cluster code comment condition config configs configuration configurations count cpu create created creation " +
  "credit current custom data database databases date default delete deleted description detail details disabled disk display doc edit email " +
  "enable enabled end endpoint engine entry error errors expire expired expires failed feature file files flag folder format free from group " +
  "groups hash health host hour icon id ids image info install installed instance instances int interval ip is item items job key keys kind " +
  "label labels language last latest level limit limits link links list locked log logo logs max maximum memory message meta metadata min " +
  "minimum minutes mode modified module name network next node nodes note number object on options order org organization owner parameters " +
  "parent partition path pause paused payload permission permissions plan platform policy port price pricing private profile progress " +
  "project provider public query queue quota rate ready reason region regions replica replicas request required resource resources result " +
  "retry role roles root rule run running schedule schema scope second seconds section secret security server service session setting " +
  "settings short size solution source stack start started state statistics status stop stopped storage strategy string sub summary support " +
  "supported sync system table tag tags task tenant text time times timeout timezone title token total type types unique unit update updated " +
  "upgrade uri url usage use used user users uuid valid value values vector version versions view visible volume week window workgroup " +
  "workspace workspaces zone";

const known = new Set([...common.split(" "), ...Object.values(records).flatMap((fields) => Object.keys(fields).flatMap(wordsOf))]);

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[_\s-]+/);
}

/** An undocumented name as a report shows it: words that are not in general use, which may name someone, are `?`. */
export function maskName(name: string): string {
  const masked = wordsOf(name).map((word) => (known.has(word) ? word : "?"));
  return masked.includes("?") ? masked.join("_").replace(/\?(_\?)+/g, "?") : name.trim();
}
