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
    "Its configuration, as the service returns it: an object, or a string that contains one. Each add-on defines its own keys.",
    { typed: "Record<string, unknown> | string" },
  ),
  is_free: flag("True if the add-on is free of charge."),
  unique_name: text("Its unique name."),
  workspace_id: text("The workspace."),
});

export const agentConfig = shape("AgentConfig", "WorkspaceAgentConfig", "The intervals at which a workspace's agent reports, in seconds.", {
  catalog_activity_update_interval_seconds: integer("Seconds between updates of the catalog activity."),
  heartbeat_interval_seconds: integer("Seconds between heartbeats."),
  query_activity_update_interval_seconds: integer("Seconds between updates of the query activity."),
  topology_update_interval_seconds: integer("Seconds between updates of the topology."),
  enable_topology_force_update: flag("True if topology updates are forced."),
});

export const workspaceType = shape("WorkspaceType", "WorkspaceType", "Compute size and shape of a workspace.", {
  cpu: text("Virtual CPUs, as a string."),
  memory: text("Memory, as a string with its unit."),
  ha: integer("Replicas for high availability."),
  partition: integer("Partitions."),
  typeName: text("Name of the size, e.g. `TG-00`."),
});

export const folderSize = shape("FolderSize", "WorkspaceSize", "The storage of one workspace.", {
  size: integer("Bytes."),
  workspace_id: text("The workspace."),
});

export const folderStatistics = shape("FolderStatistics", "FolderStatistics", "Storage, in bytes.", {
  backup_size: integer("Bytes of backups."),
  billed_size: integer("Bytes that are billed."),
  log_size: integer("Bytes of logs."),
  vector_size: integer("Bytes of vector index data."),
  total_size: integer("Total bytes."),
  workspaces: listOf(folderSize, "Bytes by workspace."),
});

export const workspace = shape("Workspace", "WorkspaceDetails", "A workspace. Times are in the service's format.", {
  workspace_id: text("Identifier.", { always: true }),
  name: text("Name; `workspaceName` of `WorkspaceSettings` changes it."),
  workgroup_id: text("The workgroup that contains it."),
  workgroup_name: text("The workgroup's name."),
  database_id: text("The attached database."),
  database_name: text("The attached database's name."),
  org_id: text("The organization."),
  org_name: text("The organization's name."),
  creator: text("The user who created it."),
  created_at: text("Creation time."),
  deleted_at: text("Deletion time; empty if it is not deleted."),
  last_modified_time: text("Time of the last change to its record."),
  last_maintenance: text("Time of its last maintenance."),
  snapshot_time: text("The snapshot it was created from."),
  status: text("Current status. The values are not documented; the known ones were observed.", { typed: "WorkspaceStatus" }),
  display_status: text("Status displayed in the console."),
  condition_type: text("Current condition.", { typed: "WorkspaceCondition" }),
  err_message: text("Error message that the service reports."),
  refresh_status: text("Status of the most recent refresh."),
  refresh_message: text("Message of the most recent refresh."),
  tg_version: text("The database version that it runs."),
  desired_tg_version: text("Version that it is moving to.", { typed: "DesiredVersion" }),
  auto_upgrade_state: text("State of the automatic upgrade.", { typed: "AutoUpgradeState" }),
  update_strategy: text("Update strategy.", { typed: "UpdateStrategy" }),
  version_number: integer("Version number of the record."),
  auto_stop_minutes: integer("Idle time in minutes before it stops automatically."),
  enable_auto_start: flag("True if it starts when it is accessed."),
  enable_ha: flag("True if high availability is enabled."),
  enable_copilot: flag("True if the assistant is enabled."),
  is_rw: flag("True if it accepts writes."),
  replicas: integer("Replicas provisioned."),
  vertex_count: integer("Vertices stored."),
  edge_count: integer("Edges stored."),
  graph_topology_size_bytes: integer("Size of the graph topology, in bytes."),
  maintenance_window_day_of_week: integer("Start day; 0 is Sunday.", { as: "dayOfWeek", within: maintenanceWindow }),
  maintenance_window_hour_of_day: integer("Start hour.", { as: "hourOfDay", within: maintenanceWindow }),
  maintenance_window_interval_weeks: integer("Weeks between windows.", { as: "intervalWeeks", within: maintenanceWindow }),
  maintenance_window_time_zone: text("Time zone of the maintenance window.", { as: "timeZone", within: maintenanceWindow }),
  region: text("Cloud region."),
  cloud_provider_id: text("The cloud provider's configuration."),
  cloud_provider_name: text("Name of the cloud provider's configuration."),
  cloud_provider_short_id: text("Short identifier of the cloud provider's configuration."),
  solution_catalog_id: text("Entry in the solution catalog."),
  proxy_host: text("Host name of its data plane, without scheme and port.", { as: "host" }),
  addons: listOf(addonEntry, "Its add-ons."),
  agent_config: rowOf(agentConfig)("The intervals at which its agent reports."),
  folder_statistics: rowOf(folderStatistics)("Its storage."),
  workspace_type: rowOf(workspaceType)("Its size and shape; `workspaceTypeName` of `WorkspaceSettings` sets it by the name of the size."),
});

export const database = shape("Database", "Database", "A database.", {
  database_id: text("Identifier."),
  name: text("Name."),
  create_time: text("Creation time, in the service's format."),
  org_id: text("The organization."),
  org_name: text("The organization's name."),
  region: text("Cloud region."),
  tg_version: text("Version of the database."),
  workgroup_id: text("The workgroup that contains it."),
  folder_statistics: rowOf(folderStatistics)("Its storage."),
  workspaces: listOf(workspace, "Its workspaces, except deleted ones."),
});

export const workgroup = shape("Workgroup", "WorkgroupDetails", "A workgroup.", {
  workgroup_id: text("Identifier.", { always: true }),
  name: text("Name."),
  org_id: text("The organization."),
  org_name: text("The organization's name."),
  creator: text("The user who created it."),
  platform: text("Cloud.", { typed: "CloudPlatform" }),
  region: text("Cloud region."),
  cloud_provider_id: text("The cloud provider's configuration."),
  cloud_provider_name: text("Name of the cloud provider's configuration."),
  cloud_provider_status: text("Status of the cloud provider's configuration."),
  cloud_provider_type: text("Type of the cloud provider's configuration."),
  encryption_method: text("Method of encryption.", { typed: "EncryptionMethod" }),
  enable_allow_list: flag("True if the allow list is enforced, so that only addresses on it can reach the workgroup."),
  is_current_ip_allowed: flag("True if the caller's address can reach the workgroup."),
  enable_application_log: flag("True if application logging is enabled."),
  shared_storage: flag("True if storage is shared."),
  tg_databases: listOf(database, "Its databases."),
  workspaces: listOf(
    workspace,
    "Its workspaces, except deleted ones. Always present: if the service returns no list, the function fails.",
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
  tag: text("Its tag."),
  time: text("Time at which it was taken."),
  type: text("Its contents."),
  version: text("Version of the database it was taken from."),
});

export const restoreJob = shape("RestoreJob", "RestoreJob", "A restore job.", {
  created_at: text("Start time."),
  name: text("Its name."),
  output: text("Its log."),
  status: text("Current status."),
});

export const backupSchedule = shape(
  "BackupSchedule",
  "BackupTimetable",
  "The backup schedule of a workspace. Empty if the service returns none.",
  {
    schedule: text("The backup times, as a cron expression."),
    max_backup_files: integer("The number of backups to keep."),
    max_reserved_days: integer("The number of days for which backups are kept."),
    max_retry: integer("Maximum number of retries of a failed backup."),
    pause: flag("True if backups are suspended."),
  },
);

export const schedule = shape("Schedule", "Schedule", "A schedule of a workspace.", {
  id: text("Identifier."),
  workspace_id: text("The workspace."),
  repeat: text("The interval at which it repeats.", { typed: "ScheduleRepeat" }),
  repeat_on: text("The days of a weekly schedule."),
  date: text("The date of a schedule that does not repeat."),
  time: text("Time of day."),
  timezone: text("Time zone of the date and time."),
  workspace_type_name: text("Workspace size that each run of the schedule sets."),
});

export const user = shape("User", "User", "An in-database user; the service never returns the password.", {
  id: text("Identifier."),
  username: text("Name."),
  email: text("Email address."),
  role: text("Role."),
  created: text("Creation time."),
  updated: text("Time of its last change."),
  enabled: flag("True if it is enabled."),
});

export const allowedRange = shape("AllowedRange", "AllowedRange", "An address range on an allow list.", {
  id: text("Identifier.", { as: "entryId" }),
  cidr: text("The range, in the service's format."),
  note: text("Its purpose."),
});

export const currentAddress = shape("CurrentAddress", "CurrentAddress", "The caller's address.", {
  IsAllowed: flag("True if the list allows the address."),
  CurrentIP: text("The address, as the service sees it."),
});

export const cloudProvider = shape(
  "CloudProvider",
  "CloudProvider",
  "A cloud provider for new workgroups. Its other fields are not documented, and keep the service's names.",
  { cloud_provider_id: text("Identifier, for `cloudProviderId` of a `Workgroup`.") },
);

export const region = shape("Region", "WorkspaceRegion", "A region that the service offers.", {
  name: text("Its name."),
  description: text("Its location."),
});

export const version = shape("Version", "WorkspaceVersion", "A version of the database that the service offers.", {
  name: text("Its name, e.g. `4.2.0`."),
  allow_create: flag("True if new workspaces can use it."),
  allow_upgrade: flag("True if workspaces can be upgraded to it."),
  end_of_life: flag("True if it is no longer supported."),
});

export const options = shape("Options", "WorkspaceOptions", "The regions, versions and sizes that the service offers for workspaces.", {
  regions: listOf(region, "The regions."),
  tgVersions: listOf(version, "The versions of the database."),
  workspaceTypes: listOf(workspaceType, "The sizes."),
});
