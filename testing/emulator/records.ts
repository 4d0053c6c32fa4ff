/** Builders of whole records with sensible values, so that a test states only what it is about. */

/** FolderStatistics of API 2.2; sizes in bytes. */
export interface FolderStatistics {
  backup_size?: number;
  billed_size?: number;
  log_size?: number;
  vector_size?: number;
  total_size?: number;
  workspaces?: { size: number; workspace_id: string }[];
}

/** AddonEntry of API 2.2. The emulator keeps `enable_configuration` as an object and shows it as its options say. */
export interface AddonEntry {
  addons_id: string;
  enable: boolean;
  enable_configuration?: unknown;
  is_free?: boolean;
  unique_name?: string;
  workspace_id?: string;
  [key: string]: unknown;
}

/** AgentConfig of API 2.2. */
export interface AgentConfig {
  catalog_activity_update_interval_seconds?: number;
  heartbeat_interval_seconds?: number;
  query_activity_update_interval_seconds?: number;
  topology_update_interval_seconds?: number;
  enable_topology_force_update?: boolean;
  [key: string]: unknown;
}

/** An entry of an allow list (API 11). */
export interface AllowedRange {
  id: string;
  cidr: string;
  note?: string | null;
}

/** When a workspace is backed up (API 11): `schedule` in the form of cron. */
export interface BackupSchedule {
  schedule: string;
  max_backup_files?: number;
  max_reserved_days?: number;
  max_retry?: number;
  pause?: boolean;
  [key: string]: unknown;
}

/** WorkspaceType of API 2.2. */
export interface WorkspaceType {
  cpu?: string;
  memory?: string;
  ha?: number;
  partition?: number;
  typeName?: string;
}

/** Workspace record of API 2.2, in wire names. Everything but its identifiers may be missing or null. */
export interface WorkspaceRecord {
  workspace_id: string;
  workgroup_id: string;
  name?: string | null;
  workgroup_name?: string | null;
  database_id?: string | null;
  database_name?: string | null;
  org_id?: string | null;
  org_name?: string | null;
  creator?: string | null;
  created_at?: string | null;
  deleted_at?: string | null;
  last_modified_time?: string | null;
  last_maintenance?: string | null;
  snapshot_time?: string | null;
  status?: string | null;
  display_status?: string | null;
  condition_type?: string | null;
  err_message?: string | null;
  refresh_status?: string | null;
  refresh_message?: string | null;
  tg_version?: string | null;
  desired_tg_version?: string | null;
  auto_upgrade_state?: string | null;
  update_strategy?: string | null;
  version_number?: number | null;
  auto_stop_minutes?: number | null;
  enable_auto_start?: boolean | null;
  enable_ha?: boolean | null;
  enable_copilot?: boolean | null;
  is_rw?: boolean | null;
  replicas?: number | null;
  vertex_count?: number | null;
  edge_count?: number | null;
  graph_topology_size_bytes?: number | null;
  maintenance_window_day_of_week?: number | null;
  maintenance_window_hour_of_day?: number | null;
  maintenance_window_interval_weeks?: number | null;
  maintenance_window_time_zone?: string | null;
  region?: string | null;
  cloud_provider_id?: string | null;
  cloud_provider_name?: string | null;
  cloud_provider_short_id?: string | null;
  solution_catalog_id?: string | null;
  proxy_host?: string | null;
  addons?: AddonEntry[] | null;
  agent_config?: AgentConfig | null;
  folder_statistics?: FolderStatistics | null;
  workspace_type?: WorkspaceType | null;
  [key: string]: unknown;
}

/** Workgroup record of API 2.3 without its two lists, which are put together when it is shown. */
export interface WorkgroupRecord {
  workgroup_id: string;
  name?: string | null;
  org_id?: string | null;
  org_name?: string | null;
  creator?: string | null;
  platform?: string | null;
  region?: string | null;
  cloud_provider_id?: string | null;
  cloud_provider_name?: string | null;
  cloud_provider_status?: string | null;
  cloud_provider_type?: string | null;
  encryption_method?: string | null;
  enable_allow_list?: boolean | null;
  is_current_ip_allowed?: boolean | null;
  enable_application_log?: boolean | null;
  shared_storage?: boolean | null;
  [key: string]: unknown;
}

/** Database record of API 2.4 without its list of workspaces. */
export interface DatabaseRecord {
  database_id: string;
  workgroup_id: string;
  name?: string | null;
  create_time?: string | null;
  org_id?: string | null;
  org_name?: string | null;
  region?: string | null;
  tg_version?: string | null;
  folder_statistics?: FolderStatistics | null;
  [key: string]: unknown;
}

/** Backup record of API 2.5. */
export interface BackupRecord {
  id: string;
  is_automatic?: boolean;
  size_bytes?: string;
  status?: string;
  tag?: string;
  time?: string;
  type?: string;
  version?: string;
  [key: string]: unknown;
}

/** Restore job status of API 2.6, and the job's identifier, by which endpoint 14 asks. */
export interface RestoreJob {
  job: string;
  name?: string;
  created_at?: string;
  output?: string;
  status?: string;
}

/** Schedule record of API 2.7. */
export interface ScheduleRecord {
  id: string;
  workspace_id: string;
  repeat?: string;
  repeat_on?: string;
  date?: string;
  time?: string;
  timezone?: string;
  workspace_type_name?: string;
  [key: string]: unknown;
}

/** An installed add-on of the organisation (API 2.8; its fields are not shown, these are the emulator's choice). */
export interface InstalledAddon {
  id: string;
  addons_id?: string;
  unique_name?: string;
  name?: string;
  [key: string]: unknown;
}

/** A configuration of an installed add-on (API 2.8). */
export interface Configuration {
  id: string;
  name: string;
  value: string;
}

/** An in-database user. The password never leaves the emulator: ask `emulator.passwordIs`. */
export interface DatabaseUser {
  id: string;
  username: string;
  password: string;
  email: string;
  enabled: boolean;
  role: string;
  created: string;
  updated: string;
}

/** The sizes the emulated service offers. */
export const workspaceTypes: readonly Required<WorkspaceType>[] = [
  { typeName: "TG-00", cpu: "2", memory: "16Gi", ha: 1, partition: 1 },
  { typeName: "TG-0", cpu: "4", memory: "32Gi", ha: 1, partition: 1 },
  { typeName: "TG-1", cpu: "8", memory: "64Gi", ha: 1, partition: 1 },
  { typeName: "TG-2", cpu: "16", memory: "128Gi", ha: 1, partition: 1 },
  { typeName: "TG-4", cpu: "32", memory: "256Gi", ha: 1, partition: 1 },
];

const organisation = { org_id: "0a000000-0000-4000-8000-000000000001", org_name: "Example organisation" };
const provider = {
  cloud_provider_id: "0b000000-0000-4000-8000-000000000001",
  cloud_provider_name: "example-cloud",
};
/** The accounts at cloud providers in which workgroups may be made (API 11; their fields are not shown, these are the emulator's choice). */
export const cloudProviders = {
  own: [{ ...provider, platform: "aws", cloud_provider_status: "active" }],
  public: [{ cloud_provider_id: "0b000000-0000-4000-8000-000000000002", cloud_provider_name: "shared-cloud", platform: "aws" }],
} as const;
const created = "2026-06-03 06:59:27.151543 +0000 UTC";

/** A whole Workgroup record (API 2.3). */
export function workgroupRecord(id: string, overrides: Partial<WorkgroupRecord> = {}): WorkgroupRecord {
  return {
    workgroup_id: id,
    name: "production",
    ...organisation,
    creator: "admin@example.com",
    platform: "aws",
    region: "us-east-1",
    ...provider,
    cloud_provider_status: "active",
    cloud_provider_type: "managed",
    encryption_method: "TMK",
    enable_allow_list: false,
    is_current_ip_allowed: true,
    enable_application_log: false,
    shared_storage: false,
    ...overrides,
  };
}

/** A whole Database record (API 2.4). */
export function databaseRecord(id: string, workgroup: WorkgroupRecord, overrides: Partial<DatabaseRecord> = {}): DatabaseRecord {
  return {
    database_id: id,
    workgroup_id: workgroup.workgroup_id,
    name: "graph",
    create_time: created,
    ...organisation,
    region: workgroup.region ?? null,
    tg_version: "4.2.0",
    folder_statistics: { backup_size: 0, billed_size: 4096, log_size: 1024, vector_size: 0, total_size: 5120, workspaces: [] },
    ...overrides,
  };
}

/** A whole Workspace record (API 2.2), running. */
export function workspaceRecord(
  id: string,
  workgroup: WorkgroupRecord,
  database: DatabaseRecord,
  overrides: Partial<WorkspaceRecord> = {},
): WorkspaceRecord {
  return {
    workspace_id: id,
    name: "main",
    workgroup_id: workgroup.workgroup_id,
    workgroup_name: workgroup.name ?? null,
    database_id: database.database_id,
    database_name: database.name ?? null,
    ...organisation,
    creator: "admin@example.com",
    created_at: created,
    deleted_at: "",
    last_modified_time: "2026-06-03T07:00:00Z",
    last_maintenance: "2026-06-07T02:00:00Z",
    snapshot_time: "",
    status: "Active",
    display_status: "Active",
    condition_type: "Normal",
    err_message: "",
    refresh_status: "",
    refresh_message: "",
    tg_version: "4.2.0",
    desired_tg_version: "auto",
    auto_upgrade_state: "none",
    update_strategy: "update_strategy_never",
    version_number: 0,
    auto_stop_minutes: 30,
    enable_auto_start: true,
    enable_ha: false,
    enable_copilot: false,
    is_rw: true,
    replicas: 1,
    vertex_count: 1200,
    edge_count: 5400,
    graph_topology_size_bytes: 65536,
    maintenance_window_day_of_week: 0,
    maintenance_window_hour_of_day: 2,
    maintenance_window_interval_weeks: 1,
    maintenance_window_time_zone: "UTC",
    region: workgroup.region ?? null,
    ...provider,
    cloud_provider_short_id: "ex",
    solution_catalog_id: "",
    proxy_host: `${id}.data.example`,
    addons: [],
    agent_config: {
      catalog_activity_update_interval_seconds: 60,
      heartbeat_interval_seconds: 30,
      query_activity_update_interval_seconds: 60,
      topology_update_interval_seconds: 300,
      enable_topology_force_update: false,
    },
    folder_statistics: { backup_size: 0, billed_size: 4096, log_size: 1024, vector_size: 0, total_size: 5120, workspaces: [] },
    workspace_type: { cpu: "2", memory: "16Gi", ha: 1, partition: 1, typeName: "TG-00" },
    ...overrides,
  };
}

/** A whole Backup record (API 2.5). */
export function backupRecord(id: string, overrides: Partial<BackupRecord> = {}): BackupRecord {
  return {
    id,
    is_automatic: true,
    size_bytes: "1048576",
    status: "completed",
    tag: "nightly",
    time: "2026-06-03T02:00:00Z",
    type: "full",
    version: "4.2.0",
    ...overrides,
  };
}

/** A whole restore job (API 2.6). */
export function restoreJob(job: string, overrides: Partial<RestoreJob> = {}): RestoreJob {
  return { job, name: `restore-${job}`, created_at: "2026-06-03T08:00:00Z", output: "", status: "completed", ...overrides };
}

/** A whole Schedule record (API 2.7). */
export function scheduleRecord(id: string, workspaceId: string, overrides: Partial<ScheduleRecord> = {}): ScheduleRecord {
  return {
    id,
    workspace_id: workspaceId,
    repeat: "weekly",
    repeat_on: "Monday",
    date: "",
    time: "07:00",
    timezone: "UTC",
    workspace_type_name: "TG-0",
    ...overrides,
  };
}

/** An installed add-on (API 2.8). */
export function installedAddon(id: string, overrides: Partial<InstalledAddon> = {}): InstalledAddon {
  return { id, addons_id: id, unique_name: "insights", name: "Insights", status: "installed", ...overrides };
}
