import { any, flag, type Group, integer, listOf, rowOf, shape, text } from "./record-shape";

/**
 * The service's records according to docs/internals/api.md (API 2 and 11). Each field is defined only here: the client's schemas, the
 * functions' types and reference page, and the doctor's list of documented fields are derived from it. Pure. Does not load a schema
 * library.
 */

const maintenanceWindow: Group = {
  name: "maintenanceWindow",
  returned: "WorkspaceMaintenanceWindow",
  description: "The maintenance window of a workspace.",
};

export const addonEntry = shape("AddonEntry", "WorkspaceAddon", "An add-on of a workspace.", {
  addons_id: text(
    "Identifier of the add-on in workspaces and `getAddonWorkspaces`. Calls on installed add-ons use `installedAddonId`; the service does not document whether the two are the same.",
  ),
  enable: flag("True if the add-on is enabled."),
  enable_configuration: any(
    "Configuration of the add-on, as the service returns it: an object, or a string that contains JSON. Each add-on defines its own keys.",
    { typed: "Record<string, unknown> | string" },
  ),
  is_free: flag("True if the add-on is free of charge."),
  unique_name: text("Unique name of the add-on."),
  workspace_id: text("Identifier of the workspace."),
});

export const agentConfig = shape("AgentConfig", "WorkspaceAgentConfig", "The intervals at which a workspace's agent reports, in seconds.", {
  catalog_activity_update_interval_seconds: integer("Seconds between updates of the catalog activity."),
  heartbeat_interval_seconds: integer("Seconds between heartbeats."),
  query_activity_update_interval_seconds: integer("Seconds between updates of the query activity."),
  topology_update_interval_seconds: integer("Seconds between updates of the topology."),
  enable_topology_force_update: flag("True if topology updates are forced."),
});

export const workspaceType = shape("WorkspaceType", "WorkspaceType", "Compute size and shape of a workspace.", {
  cpu: text("Number of virtual CPUs, as a string."),
  memory: text("Memory, as a string with its unit."),
  ha: integer("Number of replicas for high availability."),
  partition: integer("Number of partitions."),
  typeName: text("Name of the size, e.g. `TG-00`."),
});

export const folderSize = shape("FolderSize", "WorkspaceSize", "The storage of one workspace.", {
  size: integer("Size in bytes."),
  workspace_id: text("Identifier of the workspace."),
});

export const folderStatistics = shape("FolderStatistics", "FolderStatistics", "Storage sizes, in bytes.", {
  backup_size: integer("Size of the backups, in bytes."),
  billed_size: integer("Billed size, in bytes."),
  log_size: integer("Size of the logs, in bytes."),
  vector_size: integer("Size of the vector index data, in bytes."),
  total_size: integer("Total size, in bytes."),
  workspaces: listOf(folderSize, "Size of each workspace."),
});

export const workspace = shape("Workspace", "WorkspaceDetails", "A workspace. Times are in the service's format.", {
  workspace_id: text("Identifier.", { always: true }),
  name: text("Name. Set with `workspaceName` of `WorkspaceSettings`."),
  workgroup_id: text("Identifier of the workgroup."),
  workgroup_name: text("Name of the workgroup."),
  database_id: text("Identifier of the attached database."),
  database_name: text("Name of the attached database."),
  org_id: text("Identifier of the organization."),
  org_name: text("Name of the organization."),
  creator: text("The user who created it."),
  created_at: text("Creation time."),
  deleted_at: text("Deletion time; empty if the workspace is not deleted."),
  last_modified_time: text("Time of the last change to the record."),
  last_maintenance: text("Time of the last maintenance."),
  snapshot_time: text("Time of the snapshot from which the workspace was created."),
  status: text("Current status. The service does not document the values.", { typed: "WorkspaceStatus" }),
  display_status: text("Status displayed in the console."),
  condition_type: text("Current condition.", { typed: "WorkspaceCondition" }),
  err_message: text("Error message of the service."),
  refresh_status: text("Status of the most recent refresh."),
  refresh_message: text("Message of the most recent refresh."),
  tg_version: text("Current version of the database."),
  desired_tg_version: text("Target version of the upgrade.", { typed: "DesiredVersion" }),
  auto_upgrade_state: text("State of the automatic upgrade.", { typed: "AutoUpgradeState" }),
  update_strategy: text("Update strategy.", { typed: "UpdateStrategy" }),
  version_number: integer("Version number of the record."),
  auto_stop_minutes: integer("Idle time, in minutes, before the workspace stops automatically."),
  enable_auto_start: flag("True if the workspace starts automatically when it is accessed."),
  enable_ha: flag("True if high availability is enabled."),
  enable_copilot: flag("True if the assistant is enabled."),
  is_rw: flag("True if the workspace accepts writes."),
  replicas: integer("Number of provisioned replicas."),
  vertex_count: integer("Number of vertices."),
  edge_count: integer("Number of edges."),
  graph_topology_size_bytes: integer("Size of the graph topology, in bytes."),
  maintenance_window_day_of_week: integer("Day of the week on which the window starts; 0 is Sunday.", {
    as: "dayOfWeek",
    within: maintenanceWindow,
  }),
  maintenance_window_hour_of_day: integer("Hour of the day at which the window starts.", { as: "hourOfDay", within: maintenanceWindow }),
  maintenance_window_interval_weeks: integer("Number of weeks between windows.", { as: "intervalWeeks", within: maintenanceWindow }),
  maintenance_window_time_zone: text("Time zone of the maintenance window.", { as: "timeZone", within: maintenanceWindow }),
  region: text("Cloud region."),
  cloud_provider_id: text("Identifier of the cloud provider's configuration."),
  cloud_provider_name: text("Name of the cloud provider's configuration."),
  cloud_provider_short_id: text("Short identifier of the cloud provider's configuration."),
  solution_catalog_id: text("Entry in the solution catalog."),
  proxy_host: text("Host name of the data plane, without scheme and port.", { as: "host" }),
  addons: listOf(addonEntry, "The add-ons of the workspace."),
  agent_config: rowOf(agentConfig)("The intervals at which the agent reports."),
  folder_statistics: rowOf(folderStatistics)("Storage sizes."),
  workspace_type: rowOf(workspaceType)(
    "Compute size and shape. Set with `workspaceTypeName` of `WorkspaceSettings`, by the name of the size.",
  ),
});

export const database = shape("Database", "Database", "A database.", {
  database_id: text("Identifier."),
  name: text("Name."),
  create_time: text("Creation time, in the service's format."),
  org_id: text("Identifier of the organization."),
  org_name: text("Name of the organization."),
  region: text("Cloud region."),
  tg_version: text("Version of the database."),
  workgroup_id: text("Identifier of the workgroup."),
  folder_statistics: rowOf(folderStatistics)("Storage sizes."),
  workspaces: listOf(workspace, "The workspaces of the database, except deleted ones."),
});

export const workgroup = shape("Workgroup", "WorkgroupDetails", "A workgroup.", {
  workgroup_id: text("Identifier.", { always: true }),
  name: text("Name."),
  org_id: text("Identifier of the organization."),
  org_name: text("Name of the organization."),
  creator: text("The user who created it."),
  platform: text("Cloud platform.", { typed: "CloudPlatform" }),
  region: text("Cloud region."),
  cloud_provider_id: text("Identifier of the cloud provider's configuration."),
  cloud_provider_name: text("Name of the cloud provider's configuration."),
  cloud_provider_status: text("Status of the cloud provider's configuration."),
  cloud_provider_type: text("Type of the cloud provider's configuration."),
  encryption_method: text("Encryption method.", { typed: "EncryptionMethod" }),
  enable_allow_list: flag("True if the allow list is enforced, so that only addresses on it can reach the workgroup."),
  is_current_ip_allowed: flag("True if the caller's address can reach the workgroup."),
  enable_application_log: flag("True if application logging is enabled."),
  shared_storage: flag("True if storage is shared."),
  tg_databases: listOf(database, "The databases of the workgroup."),
  workspaces: listOf(
    workspace,
    "The workspaces of the workgroup, except deleted ones. Always present: if the service returns no list, the function fails.",
    {
      always: true,
    },
  ),
});

export const backup = shape("Backup", "Backup", "A backup of a workspace.", {
  id: text("Identifier."),
  is_automatic: flag("True if a schedule created it; false if a user requested it."),
  size_bytes: text("Size in bytes, as a string."),
  status: text("Current status."),
  tag: text("Tag."),
  time: text("Time of the backup."),
  type: text("Its contents."),
  version: text("Version of the database at that time."),
});

export const restoreJob = shape("RestoreJob", "RestoreJob", "A restore job.", {
  created_at: text("Start time."),
  name: text("Name."),
  output: text("Log of the job."),
  status: text("Current status."),
});

export const backupSchedule = shape(
  "BackupSchedule",
  "BackupTimetable",
  "The backup schedule of a workspace. Empty if the service returns none.",
  {
    schedule: text("The times of the backups, as a cron expression."),
    max_backup_files: integer("The number of backups to keep."),
    max_reserved_days: integer("The number of days for which backups are kept."),
    max_retry: integer("Maximum number of retries of a failed backup."),
    pause: flag("True if backups are suspended."),
  },
);

export const schedule = shape("Schedule", "Schedule", "A schedule of a workspace.", {
  id: text("Identifier."),
  workspace_id: text("Identifier of the workspace."),
  repeat: text("The interval at which the schedule repeats.", { typed: "ScheduleRepeat" }),
  repeat_on: text("The days of a weekly schedule."),
  date: text("The date of a schedule that does not repeat."),
  time: text("Time of day."),
  timezone: text("Time zone of the date and time."),
  workspace_type_name: text("The size to which each run of the schedule changes the workspace."),
});

export const user = shape("User", "User", "An in-database user; the service never returns the password.", {
  id: text("Identifier."),
  username: text("Name."),
  email: text("Email address."),
  role: text("Role."),
  created: text("Creation time."),
  updated: text("Time of the last change."),
  enabled: flag("True if the user is enabled."),
});

export const allowedRange = shape("AllowedRange", "AllowedRange", "An address range on an allow list.", {
  id: text("Identifier.", { as: "entryId" }),
  cidr: text("The range, in the service's format."),
  note: text("Purpose of the range."),
});

export const currentAddress = shape("CurrentAddress", "CurrentAddress", "The caller's address.", {
  IsAllowed: flag("True if the list allows the address."),
  CurrentIP: text("The address from which the service receives the requests."),
});

export const cloudProvider = shape(
  "CloudProvider",
  "CloudProvider",
  "A cloud provider for new workgroups. Its other fields are not documented, and keep the service's names.",
  { cloud_provider_id: text("Identifier, for `cloudProviderId` of a `Workgroup`.") },
);

export const region = shape("Region", "WorkspaceRegion", "A region that the service offers.", {
  name: text("Name."),
  description: text("Location."),
});

export const version = shape("Version", "WorkspaceVersion", "A version of the database that the service offers.", {
  name: text("Name, e.g. `4.2.0`."),
  allow_create: flag("True if new workspaces can use the version."),
  allow_upgrade: flag("True if workspaces can be upgraded to the version."),
  end_of_life: flag("True if the version is no longer supported."),
});

export const options = shape("Options", "WorkspaceOptions", "The regions, versions and sizes that the service offers for workspaces.", {
  regions: listOf(region, "The regions."),
  tgVersions: listOf(version, "The versions of the database."),
  workspaceTypes: listOf(workspaceType, "The sizes."),
});
