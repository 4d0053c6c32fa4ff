import { makeDatabase, makeWorkgroup, makeWorkspace } from "./made";
import {
  type AllowedRange,
  type BackupRecord,
  backupRecord,
  type BackupSchedule,
  type Configuration,
  type DatabaseRecord,
  type InstalledAddon,
  installedAddon,
  type RestoreJob,
  restoreJob,
  type ScheduleRecord,
  scheduleRecord,
  type WorkgroupRecord,
  type WorkspaceRecord,
} from "./records";
import { type Store } from "./store";

/** What an installed query answers: its `results`, or a function of the parameters it was called with that returns them. */
export type QueryResults = readonly unknown[] | ((parameters: Readonly<Record<string, unknown>>) => readonly unknown[]);

/** An installed query of a workspace (API 4, data plane). */
export interface InstalledQuery {
  readonly graph: string;
  readonly query: string;
  readonly results: QueryResults;
}

/** Data-plane facts that are no control-plane records: installed queries, and which secret opens which workspace. */
export interface DataPlane {
  readonly queries: Map<string, InstalledQuery[]>;
  readonly secrets: Map<string, { readonly workgroupId: string; readonly workspaceId: string }>;
}

/** Fills the emulated account. Every method makes a whole record, lays the overrides over it, and returns a copy. */
export class Account {
  constructor(
    private readonly store: Store,
    private readonly dataPlane: DataPlane,
  ) {}

  /** Adds a workgroup (API 2.3). */
  addWorkgroup(overrides: Partial<WorkgroupRecord> = {}): WorkgroupRecord {
    return structuredClone(makeWorkgroup(this.store, overrides).record);
  }

  /** Adds a database (API 2.4) to a workgroup. */
  addDatabase(workgroupId: string, overrides: Partial<DatabaseRecord> = {}): DatabaseRecord {
    return structuredClone(makeDatabase(this.store, this.store.workgroup(workgroupId), overrides));
  }

  /** Adds a running workspace (API 2.2), attached to the database named by `database_id`, else to the workgroup's first, else to a new one. */
  addWorkspace(workgroupId: string, overrides: Partial<WorkspaceRecord> = {}): WorkspaceRecord {
    const workgroup = this.store.workgroup(workgroupId);
    const wanted = overrides.database_id;
    const database = typeof wanted === "string" ? workgroup.databases.get(wanted) : [...workgroup.databases.values()][0];
    const attached = database ?? makeDatabase(this.store, workgroup, typeof wanted === "string" ? { database_id: wanted } : {});
    return structuredClone(makeWorkspace(this.store, workgroup, attached, overrides));
  }

  /** Installs an add-on for the organisation (API 2.8). */
  addInstalledAddon(overrides: Partial<InstalledAddon> = {}): InstalledAddon {
    const record = installedAddon(overrides.id ?? this.store.nextId("a4"), overrides);
    this.store.addons.set(record.id, { record, configurations: [] });
    return structuredClone(record);
  }

  /** Adds a configuration to an installed add-on (API 2.8). Names need not be unique. */
  addConfiguration(installedAddonId: string, configuration: { name: string; value: string; id?: string }): Configuration {
    const made = { id: configuration.id ?? this.store.nextId("a5"), name: configuration.name, value: configuration.value };
    this.store.addon(installedAddonId).configurations.push(made);
    return { ...made };
  }

  /** Adds an in-database user. Its password is never shown by any request. */
  addUser(workgroupId: string, workspaceId: string, user: { username: string; password: string }): void {
    const time = this.store.timestamp();
    this.store.workspace(workgroupId, workspaceId).users.push({
      id: this.store.nextId("a6"),
      ...user,
      email: "",
      enabled: true,
      role: "user",
      created: time,
      updated: time,
    });
  }

  /** Adds a backup (API 2.5). */
  addBackup(workgroupId: string, workspaceId: string, overrides: Partial<BackupRecord> = {}): BackupRecord {
    const record = backupRecord(overrides.id ?? this.store.nextId("a7"), overrides);
    this.store.workspace(workgroupId, workspaceId).backups.push(record);
    return { ...record };
  }

  /** Adds a restore job (API 2.6); `job` is what endpoint 14 asks for. */
  addRestoreJob(workgroupId: string, workspaceId: string, overrides: Partial<RestoreJob> = {}): RestoreJob {
    const record = restoreJob(overrides.job ?? this.store.nextId("a8"), overrides);
    this.store.workspace(workgroupId, workspaceId).restoreJobs.push(record);
    return { ...record };
  }

  /** Sets when a workspace is backed up (API 11). */
  setBackupSchedule(workgroupId: string, workspaceId: string, schedule: BackupSchedule): void {
    this.store.workspace(workgroupId, workspaceId).backupSchedule = { ...schedule };
  }

  /** Adds a schedule (API 2.7). */
  addSchedule(workgroupId: string, workspaceId: string, overrides: Partial<ScheduleRecord> = {}): ScheduleRecord {
    const record = scheduleRecord(overrides.id ?? this.store.nextId("a9"), workspaceId, overrides);
    this.store.workspace(workgroupId, workspaceId).schedules.push(record);
    return { ...record };
  }

  /** Adds an address range to a workgroup's allow list (API 11), in the form in which it is given. */
  addAllowedRange(workgroupId: string, range: Omit<AllowedRange, "id"> & { id?: string }): AllowedRange {
    const record = { ...range, id: range.id ?? this.store.nextId("ab") };
    this.store.workgroup(workgroupId).allowedRanges.push(record);
    return { ...record };
  }

  /** Installs a query on a workspace (API 4, data plane). */
  addQuery(workgroupId: string, workspaceId: string, query: InstalledQuery): void {
    const { record } = this.store.workspace(workgroupId, workspaceId);
    const queries = this.dataPlane.queries.get(record.workspace_id) ?? [];
    this.dataPlane.queries.set(record.workspace_id, [...queries, query]);
  }

  /** Issues a database secret for a workspace (API 5) and returns it. All workspaces share one loopback host, so the secret identifies the workspace. */
  addSecret(workgroupId: string, workspaceId: string, secret = `secret-${this.store.nextId("aa")}`): string {
    this.store.workspace(workgroupId, workspaceId);
    this.dataPlane.secrets.set(secret, { workgroupId, workspaceId });
    return secret;
  }
}
