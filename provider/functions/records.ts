/**
 * The service's records as functions return them (docs/internals/api.md, section 2). Any field may be missing: services leave many out.
 * Fields that are not listed here are there too, under the service's own names.
 */

import type {
  AutoUpgradeState,
  CloudPlatform,
  DesiredVersion,
  EncryptionMethod,
  ScheduleRepeat,
  UpdateStrategy,
  WorkspaceCondition,
  WorkspaceStatus,
} from "./known-values";

/** An add-on of a workspace (docs/internals/api.md, section 2.2, AddonEntry). */
export interface WorkspaceAddon {
  /**
   * Identifier of the add-on, under the name that workspaces and `getAddonWorkspaces` have for it. The installed add-on's own
   * calls name `installedAddonId`; whether the two are equal is not documented.
   */
  addonsId?: string;
  /** Whether it is switched on. */
  enable?: boolean;
  /** Its configuration, as the service shows it: an object, or a string that holds one. Its names are its own. */
  enableConfiguration?: Record<string, unknown> | string;
  /** Whether it is free of charge. */
  isFree?: boolean;
  /** Its unique name. */
  uniqueName?: string;
  /** The workspace. */
  workspaceId?: string;
}

/** The intervals at which a workspace's agent reports, in seconds (docs/internals/api.md, section 2.2, AgentConfig). */
export interface WorkspaceAgentConfig {
  /** Seconds between updates of the catalog's activity. */
  catalogActivityUpdateIntervalSeconds?: number;
  /** Seconds between heartbeats. */
  heartbeatIntervalSeconds?: number;
  /** Seconds between updates of the queries' activity. */
  queryActivityUpdateIntervalSeconds?: number;
  /** Seconds between updates of the topology. */
  topologyUpdateIntervalSeconds?: number;
  /** Whether updates of the topology are forced. */
  enableTopologyForceUpdate?: boolean;
}

/** When a workspace is maintained. */
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

/** Compute size and shape of a workspace (docs/internals/api.md, section 2.2, WorkspaceType). */
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

/** The storage of one workspace. */
export interface WorkspaceSize {
  /** Bytes. */
  size?: number;
  /** The workspace. */
  workspaceId?: string;
}

/** Storage, in bytes (docs/internals/api.md, section 2.2, FolderStatistics). */
export interface FolderStatistics {
  /** Bytes of backups. */
  backupSize?: number;
  /** Bytes that are billed. */
  billedSize?: number;
  /** Bytes of logs. */
  logSize?: number;
  /** Bytes of vector index data. */
  vectorSize?: number;
  /** Bytes in all. */
  totalSize?: number;
  /** Bytes by workspace. */
  workspaces?: WorkspaceSize[];
}

/** A workspace (docs/internals/api.md, section 2.2). Times are written as the service writes them. */
export interface WorkspaceDetails {
  /** Identifier. */
  workspaceId: string;
  /** Name; `workspaceName` of `WorkspaceSettings` changes it. */
  name?: string;
  /** The workgroup that holds it. */
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
  /** Who created it. */
  creator?: string;
  /** When it was created. */
  createdAt?: string;
  /** When it was deleted; empty if it is not. */
  deletedAt?: string;
  /** When its record changed last. */
  lastModifiedTime?: string;
  /** When it was maintained last. */
  lastMaintenance?: string;
  /** The snapshot it was created from. */
  snapshotTime?: string;
  /** Current status; the values are not documented, these were seen. */
  status?: WorkspaceStatus;
  /** Status as the console shows it. */
  displayStatus?: string;
  /** Current condition. */
  conditionType?: WorkspaceCondition;
  /** Error that is reported for it. */
  errMessage?: string;
  /** Status of the most recent refresh. */
  refreshStatus?: string;
  /** Message of the most recent refresh. */
  refreshMessage?: string;
  /** Version of the database that runs. */
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
  /** Whether it starts when it is accessed. */
  enableAutoStart?: boolean;
  /** Whether it is highly available. */
  enableHa?: boolean;
  /** Whether the assistant is on. */
  enableCopilot?: boolean;
  /** Whether it accepts writes. */
  isRw?: boolean;
  /** Replicas provisioned. */
  replicas?: number;
  /** Vertices stored. */
  vertexCount?: number;
  /** Edges stored. */
  edgeCount?: number;
  /** Bytes of the graph's topology. */
  graphTopologySizeBytes?: number;
  /** When it is maintained. */
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

/** A database (docs/internals/api.md, section 2.4). */
export interface Database {
  /** Identifier. */
  databaseId?: string;
  /** Name. */
  name?: string;
  /** When it was created, as the service writes it. */
  createTime?: string;
  /** The organization. */
  orgId?: string;
  /** The organization's name. */
  orgName?: string;
  /** Cloud region. */
  region?: string;
  /** Version of the database. */
  tgVersion?: string;
  /** The workgroup that holds it. */
  workgroupId?: string;
  /** Its storage. */
  folderStatistics?: FolderStatistics;
  /** Its workspaces, without those that are deleted. */
  workspaces?: WorkspaceDetails[];
}

/** A workgroup (docs/internals/api.md, section 2.3). */
export interface WorkgroupDetails {
  /** Identifier. */
  workgroupId: string;
  /** Name. */
  name?: string;
  /** The organization. */
  orgId?: string;
  /** The organization's name. */
  orgName?: string;
  /** Who created it. */
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
  /** Whether only listed addresses are allowed. */
  enableAllowList?: boolean;
  /** Whether the caller's address is allowed. */
  isCurrentIpAllowed?: boolean;
  /** Whether applications are logged. */
  enableApplicationLog?: boolean;
  /** Whether storage is shared. */
  sharedStorage?: boolean;
  /** Its databases. */
  tgDatabases?: Database[];
  /** Its workspaces, without those that are deleted. Always there: a service that shows no list is an error. */
  workspaces: WorkspaceDetails[];
}

/** A backup of a workspace (docs/internals/api.md, section 2.5). */
export interface Backup {
  /** Identifier. */
  id?: string;
  /** Whether the schedule took it; false for one that was asked for. */
  isAutomatic?: boolean;
  /** Size in bytes, as a string. */
  sizeBytes?: string;
  /** Current status. */
  status?: string;
  /** Its tag. */
  tag?: string;
  /** When it was taken. */
  time?: string;
  /** Its contents. */
  type?: string;
  /** Version of the database it was taken from. */
  version?: string;
}

/** A restore job (docs/internals/api.md, section 2.6). */
export interface RestoreJob {
  /** When it began. */
  createdAt?: string;
  /** Its name. */
  name?: string;
  /** Its log. */
  output?: string;
  /** Current status. */
  status?: string;
}

/** When a workspace is backed up (docs/internals/api.md, section 11). Empty if the service shows nothing. */
export interface BackupTimetable {
  /** When backups are taken, in the form of cron. */
  schedule?: string;
  /** The number of backups to keep. */
  maxBackupFiles?: number;
  /** For how many days backups are kept. */
  maxReservedDays?: number;
  /** Maximum number of retries of a failed backup. */
  maxRetry?: number;
  /** Whether no backups are taken for now. */
  pause?: boolean;
}

/** A schedule of a workspace (docs/internals/api.md, section 2.7). */
export interface Schedule {
  /** Identifier. */
  id?: string;
  /** The workspace. */
  workspaceId?: string;
  /** The interval at which it repeats. */
  repeat?: ScheduleRepeat;
  /** The days, when weekly. */
  repeatOn?: string;
  /** The date, when it does not repeat. */
  date?: string;
  /** Time of day. */
  time?: string;
  /** Time zone in which it is read. */
  timezone?: string;
  /** Size to apply when it runs. */
  workspaceTypeName?: string;
}

/** The allow list of a workgroup (docs/internals/api.md, section 11). */
export interface WorkgroupAllowList {
  /** Whether the list is enforced. */
  enabled?: boolean;
  /** Whether the address that the look-up came from may reach the workgroup. */
  isCurrentIpAllowed?: boolean;
  /** The address ranges on the list. */
  entries: AllowedRange[];
}

/** An address range on an allow list (docs/internals/api.md, section 11). */
export interface AllowedRange {
  /** Identifier. */
  entryId?: string;
  /** The range, as the service writes it. */
  cidr?: string;
  /** Its purpose. */
  note?: string;
}

/**
 * A cloud provider in which workgroups may be created (docs/internals/api.md, section 11). Which other fields the service shows is not
 * documented: they follow under the service's own names.
 */
export interface CloudProvider {
  /** Identifier, as `Workgroup` takes it. */
  cloudProviderId?: string;
  /** Whether it is one that every organization may use. */
  public: boolean;
}

/** The regions, versions and sizes that the service offers for workspaces (docs/internals/api.md, section 11). */
export interface WorkspaceOptions {
  /** The regions. */
  regions?: WorkspaceRegion[];
  /** The versions of the database. */
  tgVersions?: WorkspaceVersion[];
  /** The sizes. */
  workspaceTypes?: WorkspaceType[];
}

/** A region that the service offers (docs/internals/api.md, section 11). */
export interface WorkspaceRegion {
  /** Its name. */
  name?: string;
  /** Its location. */
  description?: string;
}

/** A version of the database that the service offers (docs/internals/api.md, section 11). */
export interface WorkspaceVersion {
  /** Its name, e.g. `4.2.0`. */
  name?: string;
  /** Whether a new workspace may have it. */
  allowCreate?: boolean;
  /** Whether a workspace may be upgraded to it. */
  allowUpgrade?: boolean;
  /** Whether it is no longer supported. */
  endOfLife?: boolean;
}
