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

/** A workspace. Times are written as the service writes them. */
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
  /** Time of its creation. */
  createdAt?: string;
  /** Time of its deletion; empty if it is not deleted. */
  deletedAt?: string;
  /** Time of the last change of its record. */
  lastModifiedTime?: string;
  /** Time of its last maintenance. */
  lastMaintenance?: string;
  /** The snapshot it was created from. */
  snapshotTime?: string;
  /** Current status. The values are not documented; the known ones were observed. */
  status?: WorkspaceStatus;
  /** Status as the console shows it. */
  displayStatus?: string;
  /** Current condition. */
  conditionType?: WorkspaceCondition;
  /** Error that the service reports for it. */
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
  /** Strategy by which updates are applied. */
  updateStrategy?: UpdateStrategy;
  /** Version number of the record. */
  versionNumber?: number;
  /** Idle minutes before it stops by itself. */
  autoStopMinutes?: number;
  /** True if it starts when it is accessed. */
  enableAutoStart?: boolean;
  /** True if it is highly available. */
  enableHa?: boolean;
  /** True if the assistant is on. */
  enableCopilot?: boolean;
  /** True if it accepts writes. */
  isRw?: boolean;
  /** Replicas provisioned. */
  replicas?: number;
  /** Vertices stored. */
  vertexCount?: number;
  /** Edges stored. */
  edgeCount?: number;
  /** Bytes of the graph's topology. */
  graphTopologySizeBytes?: number;
  /** The times at which a workspace is maintained. */
  maintenanceWindow?: WorkspaceMaintenanceWindow;
  /** Cloud region. */
  region?: string;
  /** The cloud provider's configuration. */
  cloudProviderId?: string;
  /** Name of the cloud provider's configuration. */
  cloudProviderName?: string;
  /** Short identifier of the cloud provider's configuration. */
  cloudProviderShortId?: string;
  /** Entry of the catalog of solutions. */
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

/** The times at which a workspace is maintained. */
export interface WorkspaceMaintenanceWindow {
  /** Day the window starts: 0 is Sunday. */
  dayOfWeek?: number;
  /** Hour of the day the window starts. */
  hourOfDay?: number;
  /** Weeks between windows. */
  intervalWeeks?: number;
  /** Time zone of the window. */
  timeZone?: string;
}

/** An add-on of a workspace. */
export interface WorkspaceAddon {
  /**
   * Identifier of the add-on, as workspaces and `getAddonWorkspaces` name it. The calls on installed add-ons take `installedAddonId`; the
   * service does not document whether the two are equal.
   */
  addonsId?: string;
  /** True if the add-on is turned on. */
  enable?: boolean;
  /** Its configuration, as the service shows it: an object, or a string that contains one. Its keys are the add-on's own. */
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
  /** Seconds between updates of the catalog's activity. */
  catalogActivityUpdateIntervalSeconds?: number;
  /** Seconds between heartbeats. */
  heartbeatIntervalSeconds?: number;
  /** Seconds between updates of the queries' activity. */
  queryActivityUpdateIntervalSeconds?: number;
  /** Seconds between updates of the topology. */
  topologyUpdateIntervalSeconds?: number;
  /** True if updates of the topology are forced. */
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
  /** True if the allow list is enforced: only addresses on it reach the workgroup. */
  enableAllowList?: boolean;
  /** True if the caller's address may reach the workgroup. */
  isCurrentIpAllowed?: boolean;
  /** True if applications are logged. */
  enableApplicationLog?: boolean;
  /** True if storage is shared. */
  sharedStorage?: boolean;
  /** Its databases. */
  tgDatabases?: Database[];
  /** Its workspaces, except deleted ones. Always present: if the service shows no list, the function fails. */
  workspaces: WorkspaceDetails[];
}

/** A database. */
export interface Database {
  /** Identifier. */
  databaseId?: string;
  /** Name. */
  name?: string;
  /** Time of its creation, in the service's format. */
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
  /** True if the address of the caller may reach the workgroup. */
  isCurrentIpAllowed?: boolean;
  /** The address ranges on the list. */
  entries: AllowedRange[];
}

/** An address range on an allow list. */
export interface AllowedRange {
  /** Identifier. */
  entryId?: string;
  /** The range, as the service writes it. */
  cidr?: string;
  /** Its purpose. */
  note?: string;
}

/**
 * A cloud provider in which workgroups may be created. Its other fields are not documented; they are present under the service's own names.
 */
export interface CloudProvider {
  /** Identifier, as `Workgroup` takes it. */
  cloudProviderId?: string;
  /** True if every organization may use it. */
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
  /** True if a new workspace may have it. */
  allowCreate?: boolean;
  /** True if a workspace may be upgraded to it. */
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
  /** Time zone of the time. */
  timezone?: string;
  /** Size that the workspace gets when the schedule runs. */
  workspaceTypeName?: string;
}

/** A backup of a workspace. */
export interface Backup {
  /** Identifier. */
  id?: string;
  /** True if a schedule took it; false if someone requested it. */
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

/** The backup schedule of a workspace. Empty if the service shows none. */
export interface BackupTimetable {
  /** The times at which backups are taken, in the form of cron. */
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
  /** Time at which it began. */
  createdAt?: string;
  /** Its name. */
  name?: string;
  /** Its log. */
  output?: string;
  /** Current status. */
  status?: string;
}
