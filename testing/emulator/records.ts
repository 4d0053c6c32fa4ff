/** Complete default records, so that a test contains only what is relevant to it. The record types are inferred from these values. */

/** A record with its identifiers, some of the known fields, and any other fields. */
type Some<Whole, Id extends keyof Whole> = Partial<Whole> & Pick<Whole, Id> & { [field: string]: unknown };

/** A record in which any field except an identifier can be missing or null. */
type Nullable<Whole, Id extends keyof Whole> = Some<{ [Field in keyof Whole]: Field extends Id ? Whole[Field] : Whole[Field] | null }, Id>;

/** An AddonEntry (API 2.2). The emulator stores `enable_configuration` as an object, and returns it in the format that the options select. */
export interface AddonEntry {
  addons_id: string;
  enable: boolean;
  enable_configuration?: unknown;
  is_free?: boolean;
  unique_name?: string;
  workspace_id?: string;
  [key: string]: unknown;
}

/** An entry of an allow list (API 11). */
export interface AllowedRange {
  id: string;
  cidr: string;
  note?: string | null;
}

/** A backup schedule (API 11); `schedule` is a cron expression. Not inferred from its zod schema, to keep zod out of the public types. */
export interface BackupSchedule {
  schedule: string;
  max_backup_files?: number;
  max_reserved_days?: number;
  max_retry?: number;
  pause?: boolean;
  [field: string]: unknown;
}

/** A configuration of an installed add-on (API 2.8). */
export interface Configuration {
  id: string;
  name: string;
  value: string;
}

/** The workspace sizes offered by the emulated service. */
export const workspaceTypes = [
  { typeName: "TG-00", cpu: "2", memory: "16Gi", ha: 1, partition: 1 },
  { typeName: "TG-0", cpu: "4", memory: "32Gi", ha: 1, partition: 1 },
  { typeName: "TG-1", cpu: "8", memory: "64Gi", ha: 1, partition: 1 },
  { typeName: "TG-2", cpu: "16", memory: "128Gi", ha: 1, partition: 1 },
  { typeName: "TG-4", cpu: "32", memory: "256Gi", ha: 1, partition: 1 },
];

/** WorkspaceType of API 2.2. */
type WorkspaceType = Partial<(typeof workspaceTypes)[number]>;

const organisation = { org_id: "0a000000-0000-4000-8000-000000000001", org_name: "Example organisation" };
const provider = { cloud_provider_id: "0b000000-0000-4000-8000-000000000001", cloud_provider_name: "example-cloud" };
/** Cloud provider accounts for new workgroups (API 11). Their fields are not documented, so these are an assumption. */
export const cloudProviders = {
  own: [{ ...provider, platform: "aws", cloud_provider_status: "active" }],
  public: [{ cloud_provider_id: "0b000000-0000-4000-8000-000000000002", cloud_provider_name: "shared-cloud", platform: "aws" }],
} as const;
const created = "2026-06-03 06:59:27.151543 +0000 UTC";

function wholeSizes() {
  const workspaces: { size: number; workspace_id: string }[] = [];
  return { backup_size: 0, billed_size: 4096, log_size: 1024, vector_size: 0, total_size: 5120, workspaces };
}

/** FolderStatistics of API 2.2; sizes in bytes. */
type FolderStatistics = Partial<ReturnType<typeof wholeSizes>>;

function wholeAgentConfig() {
  return {
    catalog_activity_update_interval_seconds: 60,
    heartbeat_interval_seconds: 30,
    query_activity_update_interval_seconds: 60,
    topology_update_interval_seconds: 300,
    enable_topology_force_update: false,
  };
}

/** AgentConfig of API 2.2. */
export type AgentConfig = Some<ReturnType<typeof wholeAgentConfig>, never>;

export function wholeWorkgroup(id: string) {
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
  };
}

/** Workgroup record of API 2.3 without its two lists, which responses add. */
export type WorkgroupRecord = Nullable<ReturnType<typeof wholeWorkgroup>, "workgroup_id">;

export function wholeDatabase(id: string, workgroup: WorkgroupRecord) {
  return {
    database_id: id,
    workgroup_id: workgroup.workgroup_id,
    name: "graph",
    create_time: created,
    ...organisation,
    region: workgroup.region ?? null,
    tg_version: "4.2.0",
    folder_statistics: wholeSizes() as FolderStatistics,
  };
}

/** Database record of API 2.4 without its list of workspaces. */
export type DatabaseRecord = Nullable<ReturnType<typeof wholeDatabase>, "database_id" | "workgroup_id">;

/** Returns a complete record of a running workspace (API 2.2). */
export function wholeWorkspace(id: string, workgroup: WorkgroupRecord, database: DatabaseRecord) {
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
    addons: [] as AddonEntry[],
    agent_config: wholeAgentConfig() as AgentConfig,
    folder_statistics: wholeSizes() as FolderStatistics,
    workspace_type: { cpu: "2", memory: "16Gi", ha: 1, partition: 1, typeName: "TG-00" } as WorkspaceType,
  };
}

/** Workspace record of API 2.2, in wire names. */
export type WorkspaceRecord = Nullable<ReturnType<typeof wholeWorkspace>, "workspace_id" | "workgroup_id">;

export function wholeBackup(id: string) {
  return {
    id,
    is_automatic: true,
    size_bytes: "1048576",
    status: "completed",
    tag: "nightly",
    time: "2026-06-03T02:00:00Z",
    type: "full",
    version: "4.2.0",
  };
}

/** Backup record of API 2.5. */
export type BackupRecord = Some<ReturnType<typeof wholeBackup>, "id">;

/** Returns a complete restore job (API 2.6) with its identifier for endpoint 14. */
export function wholeRestoreJob(job: string) {
  return { job, name: `restore-${job}`, created_at: "2026-06-03T08:00:00Z", output: "", status: "completed" };
}

/** Restore job status of API 2.6. */
export type RestoreJob = Partial<ReturnType<typeof wholeRestoreJob>> & { job: string };

export function wholeSchedule(id: string, workspaceId: string) {
  return {
    id,
    workspace_id: workspaceId,
    repeat: "weekly",
    repeat_on: "Monday",
    date: "",
    time: "07:00",
    timezone: "UTC",
    workspace_type_name: "TG-0",
  };
}

/** Schedule record of API 2.7. */
export type ScheduleRecord = Some<ReturnType<typeof wholeSchedule>, "id" | "workspace_id">;

/** Returns an add-on installed for the organization (API 2.8). Its fields are not documented, so these are an assumption. */
export const wholeAddon = (id: string) => ({ id, addons_id: id, unique_name: "insights", name: "Insights", status: "installed" });

/** An add-on installed for the organization. */
export type InstalledAddon = Some<ReturnType<typeof wholeAddon>, "id">;

/** Returns an in-database user. No response contains its password. */
export function wholeUser(id: string, { username, password }: { username: string; password: string }, time: string) {
  return { id, username, password, email: "", enabled: true, role: "user", created: time, updated: time };
}

export type DatabaseUser = ReturnType<typeof wholeUser>;
