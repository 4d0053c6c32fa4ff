import type { Table } from "./fields";
import type {
  Backup,
  Database,
  FolderStatistics,
  RestoreJob,
  Schedule,
  Workgroup,
  Workspace,
  WorkspaceAddon,
  WorkspaceAgentConfig,
  WorkspaceType,
} from "./records";

/** The field tables of every record that functions return: our name, then the wire's (API 2). */

const addonFields: Table<WorkspaceAddon> = {
  addonsId: "addons_id",
  enable: "enable",
  enableConfiguration: "enable_configuration",
  isFree: "is_free",
  uniqueName: "unique_name",
  workspaceId: "workspace_id",
};

const agentConfigFields: Table<WorkspaceAgentConfig> = {
  catalogActivityUpdateIntervalSeconds: "catalog_activity_update_interval_seconds",
  heartbeatIntervalSeconds: "heartbeat_interval_seconds",
  queryActivityUpdateIntervalSeconds: "query_activity_update_interval_seconds",
  topologyUpdateIntervalSeconds: "topology_update_interval_seconds",
  enableTopologyForceUpdate: "enable_topology_force_update",
};

const workspaceTypeFields: Table<WorkspaceType> = {
  cpu: "cpu",
  memory: "memory",
  ha: "ha",
  partition: "partition",
  typeName: "typeName",
};

const folderStatisticsFields: Table<FolderStatistics> = {
  backupSize: "backup_size",
  billedSize: "billed_size",
  logSize: "log_size",
  vectorSize: "vector_size",
  totalSize: "total_size",
  workspaces: { list: "workspaces", fields: { size: "size", workspaceId: "workspace_id" } },
};

/** Workspace record (API 2.2). */
export const workspaceFields: Table<Workspace> = {
  workspaceId: "workspace_id",
  name: "name",
  workgroupId: "workgroup_id",
  workgroupName: "workgroup_name",
  databaseId: "database_id",
  databaseName: "database_name",
  orgId: "org_id",
  orgName: "org_name",
  creator: "creator",
  createdAt: "created_at",
  deletedAt: "deleted_at",
  lastModifiedTime: "last_modified_time",
  lastMaintenance: "last_maintenance",
  snapshotTime: "snapshot_time",
  status: "status",
  displayStatus: "display_status",
  conditionType: "condition_type",
  errMessage: "err_message",
  refreshStatus: "refresh_status",
  refreshMessage: "refresh_message",
  tgVersion: "tg_version",
  desiredTgVersion: "desired_tg_version",
  autoUpgradeState: "auto_upgrade_state",
  updateStrategy: "update_strategy",
  versionNumber: "version_number",
  autoStopMinutes: "auto_stop_minutes",
  enableAutoStart: "enable_auto_start",
  enableHa: "enable_ha",
  enableCopilot: "enable_copilot",
  isRw: "is_rw",
  replicas: "replicas",
  vertexCount: "vertex_count",
  edgeCount: "edge_count",
  graphTopologySizeBytes: "graph_topology_size_bytes",
  maintenanceWindow: {
    group: {
      dayOfWeek: "maintenance_window_day_of_week",
      hourOfDay: "maintenance_window_hour_of_day",
      intervalWeeks: "maintenance_window_interval_weeks",
      timeZone: "maintenance_window_time_zone",
    },
  },
  region: "region",
  cloudProviderId: "cloud_provider_id",
  cloudProviderName: "cloud_provider_name",
  cloudProviderShortId: "cloud_provider_short_id",
  solutionCatalogId: "solution_catalog_id",
  host: "proxy_host",
  addons: { list: "addons", fields: addonFields },
  agentConfig: { object: "agent_config", fields: agentConfigFields },
  folderStatistics: { object: "folder_statistics", fields: folderStatisticsFields },
  workspaceType: { object: "workspace_type", fields: workspaceTypeFields },
};

/** Database record (API 2.4). */
export const databaseFields: Table<Database> = {
  databaseId: "database_id",
  name: "name",
  createTime: "create_time",
  orgId: "org_id",
  orgName: "org_name",
  region: "region",
  tgVersion: "tg_version",
  workgroupId: "workgroup_id",
  folderStatistics: { object: "folder_statistics", fields: folderStatisticsFields },
  workspaces: { list: "workspaces", fields: workspaceFields },
};

/** Workgroup record (API 2.3). */
export const workgroupFields: Table<Workgroup> = {
  workgroupId: "workgroup_id",
  name: "name",
  orgId: "org_id",
  orgName: "org_name",
  creator: "creator",
  platform: "platform",
  region: "region",
  cloudProviderId: "cloud_provider_id",
  cloudProviderName: "cloud_provider_name",
  cloudProviderStatus: "cloud_provider_status",
  cloudProviderType: "cloud_provider_type",
  encryptionMethod: "encryption_method",
  enableAllowList: "enable_allow_list",
  isCurrentIpAllowed: "is_current_ip_allowed",
  enableApplicationLog: "enable_application_log",
  sharedStorage: "shared_storage",
  tgDatabases: { list: "tg_databases", fields: databaseFields },
  workspaces: { list: "workspaces", fields: workspaceFields },
};

/** Backup record (API 2.5). */
export const backupFields: Table<Backup> = {
  id: "id",
  isAutomatic: "is_automatic",
  sizeBytes: "size_bytes",
  status: "status",
  tag: "tag",
  time: "time",
  type: "type",
  version: "version",
};

/** Restore job status (API 2.6). */
export const restoreJobFields: Table<RestoreJob> = { createdAt: "created_at", name: "name", output: "output", status: "status" };

/** Schedule record (API 2.7). */
export const scheduleFields: Table<Schedule> = {
  id: "id",
  workspaceId: "workspace_id",
  repeat: "repeat",
  repeatOn: "repeat_on",
  date: "date",
  time: "time",
  timezone: "timezone",
  workspaceTypeName: "workspace_type_name",
};
