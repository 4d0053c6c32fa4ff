// Written by `npm run docs`.
import type {
  AutoUpgradeState,
  CloudPlatform,
  DesiredVersion,
  EncryptionMethod,
  ScheduleRepeat,
  UpdateStrategy,
  WorkspaceCondition,
  WorkspaceStatus,
} from "./types";

/** A workspace. Times are in the service's format. */
export interface WorkspaceDetails {
  /** Identifier. */
  workspaceId: string;
  /** Name. Set with `workspaceName` of `WorkspaceSettings`. */
  name?: string;
  /** Identifier of the workgroup. */
  workgroupId?: string;
  /** Name of the workgroup. */
  workgroupName?: string;
  /** Identifier of the attached database. */
  databaseId?: string;
  /** Name of the attached database. */
  databaseName?: string;
  /** Identifier of the organization. */
  orgId?: string;
  /** Name of the organization. */
  orgName?: string;
  /** The user who created it. */
  creator?: string;
  /** Creation time. */
  createdAt?: string;
  /** Deletion time; empty if the workspace is not deleted. */
  deletedAt?: string;
  /** Time of the last change to the record. */
  lastModifiedTime?: string;
  /** Time of the last maintenance. */
  lastMaintenance?: string;
  /** Time of the snapshot from which the workspace was created. */
  snapshotTime?: string;
  /** Current status. The service does not document the values. */
  status?: WorkspaceStatus;
  /** Status displayed in the console. */
  displayStatus?: string;
  /** Current condition. */
  conditionType?: WorkspaceCondition;
  /** Error message of the service. */
  errMessage?: string;
  /** Status of the most recent refresh. */
  refreshStatus?: string;
  /** Message of the most recent refresh. */
  refreshMessage?: string;
  /** Current version of the database. */
  tgVersion?: string;
  /** Target version of the upgrade. */
  desiredTgVersion?: DesiredVersion;
  /** State of the automatic upgrade. */
  autoUpgradeState?: AutoUpgradeState;
  /** Update strategy. */
  updateStrategy?: UpdateStrategy;
  /** Version number of the record. */
  versionNumber?: number;
  /** Idle time, in minutes, before the workspace stops automatically. */
  autoStopMinutes?: number;
  /** True if the workspace starts automatically when it is accessed. */
  enableAutoStart?: boolean;
  /** True if high availability is enabled. */
  enableHa?: boolean;
  /** True if the assistant is enabled. */
  enableCopilot?: boolean;
  /** True if the workspace accepts writes. */
  isRw?: boolean;
  /** Number of provisioned replicas. */
  replicas?: number;
  /** Number of vertices. */
  vertexCount?: number;
  /** Number of edges. */
  edgeCount?: number;
  /** Size of the graph topology, in bytes. */
  graphTopologySizeBytes?: number;
  /** The maintenance window of a workspace. */
  maintenanceWindow?: WorkspaceMaintenanceWindow;
  /** Cloud region. */
  region?: string;
  /** Identifier of the cloud provider's configuration. */
  cloudProviderId?: string;
  /** Name of the cloud provider's configuration. */
  cloudProviderName?: string;
  /** Short identifier of the cloud provider's configuration. */
  cloudProviderShortId?: string;
  /** Entry in the solution catalog. */
  solutionCatalogId?: string;
  /** Host name of the data plane, without scheme and port. */
  host?: string;
  /** The add-ons of the workspace. */
  addons?: WorkspaceAddon[];
  /** The intervals at which the agent reports. */
  agentConfig?: WorkspaceAgentConfig;
  /** Storage sizes. */
  folderStatistics?: FolderStatistics;
  /** Compute size and shape. Set with `workspaceTypeName` of `WorkspaceSettings`, by the name of the size. */
  workspaceType?: WorkspaceType;
}

/** The maintenance window of a workspace. */
export interface WorkspaceMaintenanceWindow {
  /** Day of the week on which the window starts; 0 is Sunday. */
  dayOfWeek?: number;
  /** Hour of the day at which the window starts. */
  hourOfDay?: number;
  /** Number of weeks between windows. */
  intervalWeeks?: number;
  /** Time zone of the maintenance window. */
  timeZone?: string;
}

/** An add-on of a workspace. */
export interface WorkspaceAddon {
  /**
   * Identifier of the add-on in workspaces and `getAddonWorkspaces`. Calls on installed add-ons use `installedAddonId`; the service does
   * not document whether the two are the same.
   */
  addonsId?: string;
  /** True if the add-on is enabled. */
  enable?: boolean;
  /**
   * Configuration of the add-on, as the service returns it: an object, or a string that contains JSON. Each add-on defines its own keys.
   */
  enableConfiguration?: Record<string, unknown> | string;
  /** True if the add-on is free of charge. */
  isFree?: boolean;
  /** Unique name of the add-on. */
  uniqueName?: string;
  /** Identifier of the workspace. */
  workspaceId?: string;
}

/** The intervals at which a workspace's agent reports, in seconds. */
export interface WorkspaceAgentConfig {
  /** Seconds between updates of the catalog activity. */
  catalogActivityUpdateIntervalSeconds?: number;
  /** Seconds between heartbeats. */
  heartbeatIntervalSeconds?: number;
  /** Seconds between updates of the query activity. */
  queryActivityUpdateIntervalSeconds?: number;
  /** Seconds between updates of the topology. */
  topologyUpdateIntervalSeconds?: number;
  /** True if topology updates are forced. */
  enableTopologyForceUpdate?: boolean;
}

/** Storage sizes, in bytes. */
export interface FolderStatistics {
  /** Size of the backups, in bytes. */
  backupSize?: number;
  /** Billed size, in bytes. */
  billedSize?: number;
  /** Size of the logs, in bytes. */
  logSize?: number;
  /** Size of the vector index data, in bytes. */
  vectorSize?: number;
  /** Total size, in bytes. */
  totalSize?: number;
  /** Size of each workspace. */
  workspaces?: WorkspaceSize[];
}

/** The storage of one workspace. */
export interface WorkspaceSize {
  /** Size in bytes. */
  size?: number;
  /** Identifier of the workspace. */
  workspaceId?: string;
}

/** Compute size and shape of a workspace. */
export interface WorkspaceType {
  /** Number of virtual CPUs, as a string. */
  cpu?: string;
  /** Memory, as a string with its unit. */
  memory?: string;
  /** Number of replicas for high availability. */
  ha?: number;
  /** Number of partitions. */
  partition?: number;
  /** Name of the size, e.g. `TG-00`. */
  typeName?: string;
}

/** A workgroup. */
export interface WorkgroupDetails {
  /** Identifier. */
  workgroupId: string;
  /** Name. */
  name?: string;
  /** Identifier of the organization. */
  orgId?: string;
  /** Name of the organization. */
  orgName?: string;
  /** The user who created it. */
  creator?: string;
  /** Cloud platform. */
  platform?: CloudPlatform;
  /** Cloud region. */
  region?: string;
  /** Identifier of the cloud provider's configuration. */
  cloudProviderId?: string;
  /** Name of the cloud provider's configuration. */
  cloudProviderName?: string;
  /** Status of the cloud provider's configuration. */
  cloudProviderStatus?: string;
  /** Type of the cloud provider's configuration. */
  cloudProviderType?: string;
  /** Encryption method. */
  encryptionMethod?: EncryptionMethod;
  /** True if the allow list is enforced, so that only addresses on it can reach the workgroup. */
  enableAllowList?: boolean;
  /** True if the caller's address can reach the workgroup. */
  isCurrentIpAllowed?: boolean;
  /** True if application logging is enabled. */
  enableApplicationLog?: boolean;
  /** True if storage is shared. */
  sharedStorage?: boolean;
  /** The databases of the workgroup. */
  tgDatabases?: Database[];
  /** The workspaces of the workgroup, except deleted ones. Always present: if the service returns no list, the function fails. */
  workspaces: WorkspaceDetails[];
}

/** A database. */
export interface Database {
  /** Identifier. */
  databaseId?: string;
  /** Name. */
  name?: string;
  /** Creation time, in the service's format. */
  createTime?: string;
  /** Identifier of the organization. */
  orgId?: string;
  /** Name of the organization. */
  orgName?: string;
  /** Cloud region. */
  region?: string;
  /** Version of the database. */
  tgVersion?: string;
  /** Identifier of the workgroup. */
  workgroupId?: string;
  /** Storage sizes. */
  folderStatistics?: FolderStatistics;
  /** The workspaces of the database, except deleted ones. */
  workspaces?: WorkspaceDetails[];
}

/** The allow list of a workgroup. */
export interface WorkgroupAllowList {
  /** True if the list is enforced. */
  enabled?: boolean;
  /** True if the caller's address can reach the workgroup. */
  isCurrentIpAllowed?: boolean;
  /** The address ranges on the list. */
  entries: AllowedRange[];
}

/** An address range on an allow list. */
export interface AllowedRange {
  /** Identifier. */
  entryId?: string;
  /** The range, in the service's format. */
  cidr?: string;
  /** Purpose of the range. */
  note?: string;
}

/** A cloud provider for new workgroups. Its other fields are not documented, and keep the service's names. */
export interface CloudProvider {
  /** Identifier, for `cloudProviderId` of a `Workgroup`. */
  cloudProviderId?: string;
  /** True if every organization can use it. */
  public: boolean;
}

/** The regions, versions and sizes that the service offers for workspaces. */
export interface WorkspaceOptions {
  /** The regions. */
  regions?: WorkspaceRegion[];
  /** The versions of the database. */
  tgVersions?: WorkspaceVersion[];
  /** The sizes. */
  workspaceTypes?: WorkspaceType[];
}

/** A region that the service offers. */
export interface WorkspaceRegion {
  /** Name. */
  name?: string;
  /** Location. */
  description?: string;
}

/** A version of the database that the service offers. */
export interface WorkspaceVersion {
  /** Name, e.g. `4.2.0`. */
  name?: string;
  /** True if new workspaces can use the version. */
  allowCreate?: boolean;
  /** True if workspaces can be upgraded to the version. */
  allowUpgrade?: boolean;
  /** True if the version is no longer supported. */
  endOfLife?: boolean;
}

/** A schedule of a workspace. */
export interface Schedule {
  /** Identifier. */
  id?: string;
  /** Identifier of the workspace. */
  workspaceId?: string;
  /** The interval at which the schedule repeats. */
  repeat?: ScheduleRepeat;
  /** The days of a weekly schedule. */
  repeatOn?: string;
  /** The date of a schedule that does not repeat. */
  date?: string;
  /** Time of day. */
  time?: string;
  /** Time zone of the date and time. */
  timezone?: string;
  /** The size to which each run of the schedule changes the workspace. */
  workspaceTypeName?: string;
}

/** A backup of a workspace. */
export interface Backup {
  /** Identifier. */
  id?: string;
  /** True if a schedule created it; false if a user requested it. */
  isAutomatic?: boolean;
  /** Size in bytes, as a string. */
  sizeBytes?: string;
  /** Current status. */
  status?: string;
  /** Tag. */
  tag?: string;
  /** Time of the backup. */
  time?: string;
  /** Its contents. */
  type?: string;
  /** Version of the database at that time. */
  version?: string;
}

/** The backup schedule of a workspace. Empty if the service returns none. */
export interface BackupTimetable {
  /** The times of the backups, as a cron expression. */
  schedule?: string;
  /** The number of backups to keep. */
  maxBackupFiles?: number;
  /** The number of days for which backups are kept. */
  maxReservedDays?: number;
  /** Maximum number of retries of a failed backup. */
  maxRetry?: number;
  /** True if backups are suspended. */
  pause?: boolean;
}

/** A restore job. */
export interface RestoreJob {
  /** Start time. */
  createdAt?: string;
  /** Name. */
  name?: string;
  /** Log of the job. */
  output?: string;
  /** Current status. */
  status?: string;
}
