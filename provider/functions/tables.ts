import type { Table } from "./fields";
import type {
  AllowedRange,
  Backup,
  CloudProvider,
  Database,
  FolderStatistics,
  BackupTimetable,
  RestoreJob,
  Schedule,
  WorkgroupDetails,
  WorkgroupAllowList,
  WorkspaceDetails,
  WorkspaceAddon,
  WorkspaceAgentConfig,
  WorkspaceOptions,
  WorkspaceRegion,
  WorkspaceType,
  WorkspaceVersion,
} from "./records";

/** The fields of every record that functions return (API 2), and the wire's names that are not ours in snake_case. */

const addonFields: Table<WorkspaceAddon> = {
  addonsId: true,
  enable: true,
  enableConfiguration: true,
  isFree: true,
  uniqueName: true,
  workspaceId: true,
};

const agentConfigFields: Table<WorkspaceAgentConfig> = {
  catalogActivityUpdateIntervalSeconds: true,
  heartbeatIntervalSeconds: true,
  queryActivityUpdateIntervalSeconds: true,
  topologyUpdateIntervalSeconds: true,
  enableTopologyForceUpdate: true,
};

const workspaceTypeFields: Table<WorkspaceType> = {
  cpu: true,
  memory: true,
  ha: true,
  partition: true,
  typeName: "typeName",
};

const folderStatisticsFields: Table<FolderStatistics> = {
  backupSize: true,
  billedSize: true,
  logSize: true,
  vectorSize: true,
  totalSize: true,
  workspaces: { list: { size: true, workspaceId: true } },
};

/** Workspace record (API 2.2). */
export const workspaceFields: Table<WorkspaceDetails> = {
  workspaceId: true,
  name: true,
  workgroupId: true,
  workgroupName: true,
  databaseId: true,
  databaseName: true,
  orgId: true,
  orgName: true,
  creator: true,
  createdAt: true,
  deletedAt: true,
  lastModifiedTime: true,
  lastMaintenance: true,
  snapshotTime: true,
  status: true,
  displayStatus: true,
  conditionType: true,
  errMessage: true,
  refreshStatus: true,
  refreshMessage: true,
  tgVersion: true,
  desiredTgVersion: true,
  autoUpgradeState: true,
  updateStrategy: true,
  versionNumber: true,
  autoStopMinutes: true,
  enableAutoStart: true,
  enableHa: true,
  enableCopilot: true,
  isRw: true,
  replicas: true,
  vertexCount: true,
  edgeCount: true,
  graphTopologySizeBytes: true,
  maintenanceWindow: { group: { dayOfWeek: true, hourOfDay: true, intervalWeeks: true, timeZone: true } },
  region: true,
  cloudProviderId: true,
  cloudProviderName: true,
  cloudProviderShortId: true,
  solutionCatalogId: true,
  host: "proxy_host",
  addons: { list: addonFields },
  agentConfig: { object: agentConfigFields },
  folderStatistics: { object: folderStatisticsFields },
  workspaceType: { object: workspaceTypeFields },
};

/** Database record (API 2.4). */
export const databaseFields: Table<Database> = {
  databaseId: true,
  name: true,
  createTime: true,
  orgId: true,
  orgName: true,
  region: true,
  tgVersion: true,
  workgroupId: true,
  folderStatistics: { object: folderStatisticsFields },
  workspaces: { list: workspaceFields },
};

/** Workgroup record (API 2.3). */
export const workgroupFields: Table<WorkgroupDetails> = {
  workgroupId: true,
  name: true,
  orgId: true,
  orgName: true,
  creator: true,
  platform: true,
  region: true,
  cloudProviderId: true,
  cloudProviderName: true,
  cloudProviderStatus: true,
  cloudProviderType: true,
  encryptionMethod: true,
  enableAllowList: true,
  isCurrentIpAllowed: true,
  enableApplicationLog: true,
  sharedStorage: true,
  tgDatabases: { list: databaseFields },
  workspaces: { list: workspaceFields },
};

/** Backup record (API 2.5). */
export const backupFields: Table<Backup> = {
  id: true,
  isAutomatic: true,
  sizeBytes: true,
  status: true,
  tag: true,
  time: true,
  type: true,
  version: true,
};

/** Restore job status (API 2.6). */
export const restoreJobFields: Table<RestoreJob> = { createdAt: true, name: true, output: true, status: true };

/** BackupSchedule record (API 11). */
export const backupTimetableFields: Table<BackupTimetable> = {
  schedule: true,
  maxBackupFiles: true,
  maxReservedDays: true,
  maxRetry: true,
  pause: true,
};

/** Schedule record (API 2.7). */
export const scheduleFields: Table<Schedule> = {
  id: true,
  workspaceId: true,
  repeat: true,
  repeatOn: true,
  date: true,
  time: true,
  timezone: true,
  workspaceTypeName: true,
};

const allowedRangeFields: Table<AllowedRange> = { entryId: "id", cidr: true, note: true };

/** The allow list of a workgroup (API 11): facts of its record, and the entries. */
export const allowListFields: Table<WorkgroupAllowList> = {
  enabled: "enable_allow_list",
  isCurrentIpAllowed: true,
  entries: { list: allowedRangeFields },
};

const regionFields: Table<WorkspaceRegion> = { name: true, description: true };
const versionFields: Table<WorkspaceVersion> = { name: true, allowCreate: true, allowUpgrade: true, endOfLife: true };

/** What the service offers for workspaces (API 11). */
export const workspaceOptionsFields: Table<WorkspaceOptions> = {
  regions: { list: regionFields },
  tgVersions: { list: versionFields },
  workspaceTypes: { list: workspaceTypeFields },
};

/** A cloud provider (API 11). */
export const cloudProviderFields: Table<CloudProvider> = { cloudProviderId: true, public: true };
