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
  /** Name; `workspaceName` of `WorkspaceSettings` changes it. */
  name?: string;
  /** The workgroup that contains it. */
  workgroupId?: string;
  /** The workgroup's name. */
  workgroupName?: string;
  /** The attached database. */
  databaseId?: string;
  /** The attached database's name. */
  databaseName?: string;
  /** The organization. */
  orgId?: string;
  /** The organization's name. */
  orgName?: string;
  /** The user who created it. */
  creator?: string;
  /** Creation time. */
  createdAt?: string;
  /** Deletion time; empty if it is not deleted. */
  deletedAt?: string;
  /** Time of the last change to its record. */
  lastModifiedTime?: string;
  /** Time of its last maintenance. */
  lastMaintenance?: string;
  /** The snapshot it was created from. */
  snapshotTime?: string;
  /** Current status. The values are not documented; the known ones were observed. */
  status?: WorkspaceStatus;
  /** Status displayed in the console. */
  displayStatus?: string;
  /** Current condition. */
  conditionType?: WorkspaceCondition;
  /** Error message that the service reports. */
  errMessage?: string;
  /** Status of the most recent refresh. */
  refreshStatus?: string;
  /** Message of the most recent refresh. */
  refreshMessage?: string;
  /** The database version that it runs. */
  tgVersion?: string;
  /** Version that it is moving to. */
  desiredTgVersion?: DesiredVersion;
  /** State of the automatic upgrade. */
  autoUpgradeState?: AutoUpgradeState;
  /** Update strategy. */
  updateStrategy?: UpdateStrategy;
  /** Version number of the record. */
  versionNumber?: number;
  /** Idle time in minutes before it stops automatically. */
  autoStopMinutes?: number;
  /** True if it starts when it is accessed. */
  enableAutoStart?: boolean;
  /** True if high availability is enabled. */
  enableHa?: boolean;
  /** True if the assistant is enabled. */
  enableCopilot?: boolean;
  /** True if it accepts writes. */
  isRw?: boolean;
  /** Replicas provisioned. */
  replicas?: number;
  /** Vertices stored. */
  vertexCount?: number;
  /** Edges stored. */
  edgeCount?: number;
  /** Size of the graph topology, in bytes. */
  graphTopologySizeBytes?: number;
  /** The maintenance window of a workspace. */
  maintenanceWindow?: WorkspaceMaintenanceWindow;
  /** Cloud region. */
  region?: string;
  /** The cloud provider's configuration. */
  cloudProviderId?: string;
  /** Name of the cloud provider's configuration. */
  cloudProviderName?: string;
  /** Short identifier of the cloud provider's configuration. */
  cloudProviderShortId?: string;
  /** Entry in the solution catalog. */
  solutionCatalogId?: string;
  /** Host name of its data plane, without scheme and port. */
  host?: string;
  /** Its add-ons. */
  addons?: WorkspaceAddon[];
  /** The intervals at which its agent reports. */
  agentConfig?: WorkspaceAgentConfig;
  /** Its storage. */
  folderStatistics?: FolderStatistics;
  /** Its size and shape; `workspaceTypeName` of `WorkspaceSettings` sets it by the name of the size. */
  workspaceType?: WorkspaceType;
}

/** The maintenance window of a workspace. */
export interface WorkspaceMaintenanceWindow {
  /** Start day; 0 is Sunday. */
  dayOfWeek?: number;
  /** Start hour. */
  hourOfDay?: number;
  /** Weeks between windows. */
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
  /** Its configuration, as the service returns it: an object, or a string that contains one. Each add-on defines its own keys. */
  enableConfiguration?: Record<string, unknown> | string;
  /** True if the add-on is free of charge. */
  isFree?: boolean;
  /** Its unique name. */
  uniqueName?: string;
  /** The workspace. */
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

/** Storage, in bytes. */
export interface FolderStatistics {
  /** Bytes of backups. */
  backupSize?: number;
  /** Bytes that are billed. */
  billedSize?: number;
  /** Bytes of logs. */
  logSize?: number;
  /** Bytes of vector index data. */
  vectorSize?: number;
  /** Total bytes. */
  totalSize?: number;
  /** Bytes by workspace. */
  workspaces?: WorkspaceSize[];
}

/** The storage of one workspace. */
export interface WorkspaceSize {
  /** Bytes. */
  size?: number;
  /** The workspace. */
  workspaceId?: string;
}

/** Compute size and shape of a workspace. */
export interface WorkspaceType {
  /** Virtual CPUs, as a string. */
  cpu?: string;
  /** Memory, as a string with its unit. */
  memory?: string;
  /** Replicas for high availability. */
  ha?: number;
  /** Partitions. */
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
  /** The organization. */
  orgId?: string;
  /** The organization's name. */
  orgName?: string;
  /** The user who created it. */
  creator?: string;
  /** Cloud. */
  platform?: CloudPlatform;
  /** Cloud region. */
  region?: string;
  /** The cloud provider's configuration. */
  cloudProviderId?: string;
  /** Name of the cloud provider's configuration. */
  cloudProviderName?: string;
  /** Status of the cloud provider's configuration. */
  cloudProviderStatus?: string;
  /** Type of the cloud provider's configuration. */
  cloudProviderType?: string;
  /** Method of encryption. */
  encryptionMethod?: EncryptionMethod;
  /** True if the allow list is enforced, so that only addresses on it can reach the workgroup. */
  enableAllowList?: boolean;
  /** True if the caller's address can reach the workgroup. */
  isCurrentIpAllowed?: boolean;
  /** True if application logging is enabled. */
  enableApplicationLog?: boolean;
  /** True if storage is shared. */
  sharedStorage?: boolean;
  /** Its databases. */
  tgDatabases?: Database[];
  /** Its workspaces, except deleted ones. Always present: if the service returns no list, the function fails. */
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
  /** The organization. */
  orgId?: string;
  /** The organization's name. */
  orgName?: string;
  /** Cloud region. */
  region?: string;
  /** Version of the database. */
  tgVersion?: string;
  /** The workgroup that contains it. */
  workgroupId?: string;
  /** Its storage. */
  folderStatistics?: FolderStatistics;
  /** Its workspaces, except deleted ones. */
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
  /** Its purpose. */
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
  /** Its name. */
  name?: string;
  /** Its location. */
  description?: string;
}

/** A version of the database that the service offers. */
export interface WorkspaceVersion {
  /** Its name, e.g. `4.2.0`. */
  name?: string;
  /** True if new workspaces can use it. */
  allowCreate?: boolean;
  /** True if workspaces can be upgraded to it. */
  allowUpgrade?: boolean;
  /** True if it is no longer supported. */
  endOfLife?: boolean;
}

/** A schedule of a workspace. */
export interface Schedule {
  /** Identifier. */
  id?: string;
  /** The workspace. */
  workspaceId?: string;
  /** The interval at which it repeats. */
  repeat?: ScheduleRepeat;
  /** The days of a weekly schedule. */
  repeatOn?: string;
  /** The date of a schedule that does not repeat. */
  date?: string;
  /** Time of day. */
  time?: string;
  /** Time zone of the date and time. */
  timezone?: string;
  /** Workspace size that each run of the schedule sets. */
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
  /** Its tag. */
  tag?: string;
  /** Time at which it was taken. */
  time?: string;
  /** Its contents. */
  type?: string;
  /** Version of the database it was taken from. */
  version?: string;
}

/** The backup schedule of a workspace. Empty if the service returns none. */
export interface BackupTimetable {
  /** The backup times, as a cron expression. */
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
  /** Its name. */
  name?: string;
  /** Its log. */
  output?: string;
  /** Current status. */
  status?: string;
}
