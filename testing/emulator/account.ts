import { type Credentials } from "./credentials";
import {
  type AllowedRange,
  type BackupRecord,
  type BackupSchedule,
  type Configuration,
  type DatabaseRecord,
  type InstalledAddon,
  type RestoreJob,
  type ScheduleRecord,
  wholeAddon,
  wholeBackup,
  wholeRestoreJob,
  wholeSchedule,
  wholeUser,
  type WorkgroupRecord,
  type WorkspaceRecord,
} from "./records";
import { type InstalledQuery, type Store } from "./store";

/** Fills the emulated account. Each method adds a complete record with the given overrides and returns a copy. */
export class Account {
  constructor(
    private readonly store: Store,
    private readonly credentials: Credentials,
  ) {}

  /** Adds a workgroup (API 2.3). */
  addWorkgroup(overrides: Partial<WorkgroupRecord> = {}): WorkgroupRecord {
    return structuredClone(this.store.addWorkgroup(overrides).record);
  }

  /** Adds a database (API 2.4) to a workgroup. */
  addDatabase(workgroupId: string, overrides: Partial<DatabaseRecord> = {}): DatabaseRecord {
    return structuredClone(this.store.addDatabase(this.store.workgroup(workgroupId), overrides));
  }

  /** Adds a running workspace (API 2.2), attached to the database `database_id`, by default the workgroup's first database or a new one. */
  addWorkspace(workgroupId: string, overrides: Partial<WorkspaceRecord> = {}): WorkspaceRecord {
    const workgroup = this.store.workgroup(workgroupId);
    const { database_id } = overrides;
    const found = typeof database_id === "string" ? workgroup.databases.get(database_id) : [...workgroup.databases.values()][0];
    const database = found ?? this.store.addDatabase(workgroup, typeof database_id === "string" ? { database_id } : {});
    return structuredClone(this.store.addWorkspace(workgroup, database, overrides).record);
  }

  /** Installs an add-on for the organization (API 2.8). */
  addInstalledAddon(overrides: Partial<InstalledAddon> = {}): InstalledAddon {
    const record = { ...wholeAddon(overrides.id ?? this.store.nextId("a4")), ...overrides };
    this.store.addons.set(record.id, { record, configurations: [] });
    return structuredClone(record);
  }

  /** Adds a configuration to an installed add-on (API 2.8). Names need not be unique. */
  addConfiguration(installedAddonId: string, configuration: { name: string; value: string; id?: string }): Configuration {
    return addTo(this.store.addon(installedAddonId).configurations, { ...configuration, id: configuration.id ?? this.store.nextId("a5") });
  }

  /** Adds an in-database user. No response contains its password. */
  addUser(workgroupId: string, workspaceId: string, user: { username: string; password: string }): void {
    addTo(this.store.workspace(workgroupId, workspaceId).users, wholeUser(this.store.nextId("a6"), user, this.store.timestamp()));
  }

  /** Adds a backup (API 2.5). */
  addBackup(workgroupId: string, workspaceId: string, overrides: Partial<BackupRecord> = {}): BackupRecord {
    const { backups } = this.store.workspace(workgroupId, workspaceId);
    return addTo(backups, { ...wholeBackup(overrides.id ?? this.store.nextId("a7")), ...overrides });
  }

  /** Adds a restore job (API 2.6); endpoint 14 finds it by `job`. */
  addRestoreJob(workgroupId: string, workspaceId: string, overrides: Partial<RestoreJob> = {}): RestoreJob {
    const { restoreJobs } = this.store.workspace(workgroupId, workspaceId);
    return addTo(restoreJobs, { ...wholeRestoreJob(overrides.job ?? this.store.nextId("a8")), ...overrides });
  }

  /** Sets the backup schedule of a workspace (API 11). */
  setBackupSchedule(workgroupId: string, workspaceId: string, schedule: BackupSchedule): void {
    this.store.workspace(workgroupId, workspaceId).backupSchedule = { ...schedule };
  }

  /** Adds a schedule (API 2.7). */
  addSchedule(workgroupId: string, workspaceId: string, overrides: Partial<ScheduleRecord> = {}): ScheduleRecord {
    const { schedules } = this.store.workspace(workgroupId, workspaceId);
    return addTo(schedules, { ...wholeSchedule(overrides.id ?? this.store.nextId("a9"), workspaceId), ...overrides });
  }

  /** Adds an address range to a workgroup's allow list (API 11), unchanged. */
  addAllowedRange(workgroupId: string, range: Omit<AllowedRange, "id"> & { id?: string }): AllowedRange {
    return addTo(this.store.workgroup(workgroupId).allowedRanges, { ...range, id: range.id ?? this.store.nextId("ab") });
  }

  /** Installs a query on a workspace (API 4, data plane). */
  addQuery(workgroupId: string, workspaceId: string, query: InstalledQuery): void {
    const { workspace_id } = this.store.workspace(workgroupId, workspaceId).record;
    this.store.queries.set(workspace_id, [...(this.store.queries.get(workspace_id) ?? []), query]);
  }

  /** Issues a database secret for a workspace (API 5) and returns it. The secret identifies the workspace, because all data planes share one loopback host. */
  addSecret(workgroupId: string, workspaceId: string, secret = `secret-${this.store.nextId("aa")}`): string {
    this.store.workspace(workgroupId, workspaceId);
    this.credentials.secrets.set(secret, { workgroupId, workspaceId });
    return secret;
  }
}

function addTo<Item extends object>(items: Item[], item: Item): Item {
  items.push(item);
  return { ...item };
}
