import { types } from "node:util";
import { Deferrals } from "./deferrals";
import { Refusal } from "./envelope";
import { type Behaviour, type Delay } from "./profile";
import {
  type AllowedRange,
  type BackupRecord,
  type BackupSchedule,
  type Configuration,
  type DatabaseRecord,
  type DatabaseUser,
  type InstalledAddon,
  type RestoreJob,
  type ScheduleRecord,
  wholeDatabase,
  wholeWorkgroup,
  wholeWorkspace,
  type WorkgroupRecord,
  type WorkspaceRecord,
} from "./records";

/** A workspace with everything that belongs to it. */
export interface WorkspaceState {
  record: WorkspaceRecord;
  users: DatabaseUser[];
  backups: BackupRecord[];
  schedules: ScheduleRecord[];
  backupSchedule: BackupSchedule | null;
  restoreJobs: RestoreJob[];
}

/** A workgroup with its databases and workspaces, keyed by identifier, in order of creation. */
export interface WorkgroupState {
  record: WorkgroupRecord;
  databases: Map<string, DatabaseRecord>;
  allowedRanges: AllowedRange[];
  workspaces: Map<string, WorkspaceState>;
}

/** An installed add-on and its configurations. */
export interface AddonState {
  record: InstalledAddon;
  configurations: Configuration[];
}

interface State {
  workgroups: Map<string, WorkgroupState>;
  addons: Map<string, AddonState>;
}

/** The results of an installed query: a list, or a function from call parameters to a list. */
export type QueryResults = readonly unknown[] | ((parameters: Readonly<Record<string, unknown>>) => readonly unknown[]);

/** An installed query of a workspace (API 4, data plane). */
export interface InstalledQuery {
  readonly graph: string;
  readonly query: string;
  readonly results: QueryResults;
}

/** The in-memory data of one organization. Everything except queries is plain data, which can be copied and restored. */
export class Store {
  readonly deferrals: Deferrals;
  /** The installed queries, keyed by workspace. */
  readonly queries = new Map<string, InstalledQuery[]>();
  /** The data-plane host in workspace records; if undefined, each record has its own host. */
  host: string | undefined;
  /** When each running workspace became idle, keyed by identifier: its last data-plane request, or its start. */
  lastUse = new Map<string, number>();
  private moment: number | undefined;
  private state: State = { workgroups: new Map(), addons: new Map() };
  private lastId = 0;
  /** Earlier states and the times until which they were current, for lagging reads. */
  private past: { readonly until: number; readonly state: State }[] = [];

  constructor(
    readonly behaviour: Behaviour,
    private readonly clock: () => number,
  ) {
    this.deferrals = new Deferrals(this.now);
  }

  /** The current time. */
  readonly now = (): number => this.moment ?? this.clock();

  /** Runs an action that was due earlier, with the clock set to its due time. */
  at(time: number, run: () => void): void {
    this.moment = time;
    run();
    this.moment = undefined;
  }

  get workgroups(): Map<string, WorkgroupState> {
    return this.state.workgroups;
  }

  get addons(): Map<string, AddonState> {
    return this.state.addons;
  }

  /** Returns the next identifier: a UUID that is the same in every run; `kind` is two hexadecimal digits. */
  nextId(kind: string): string {
    this.lastId += 1;
    return `${kind}000000-0000-4000-8000-${this.lastId.toString(16).padStart(12, "0")}`;
  }

  /** Returns the current time as RFC 3339. */
  timestamp(): string {
    return new Date(this.now()).toISOString();
  }

  addWorkgroup(overrides: Partial<WorkgroupRecord>): WorkgroupState {
    const record: WorkgroupRecord = { ...wholeWorkgroup(overrides.workgroup_id ?? this.nextId("a1")), ...overrides };
    const workgroup = { record, databases: new Map(), allowedRanges: [], workspaces: new Map() };
    this.workgroups.set(record.workgroup_id, workgroup);
    return workgroup;
  }

  addDatabase(workgroup: WorkgroupState, overrides: Partial<DatabaseRecord>): DatabaseRecord {
    const record = { ...wholeDatabase(overrides.database_id ?? this.nextId("a2"), workgroup.record), ...overrides };
    workgroup.databases.set(record.database_id, record);
    return record;
  }

  /** Adds a workspace of a database, running by default. */
  addWorkspace(workgroup: WorkgroupState, database: DatabaseRecord, overrides: Partial<WorkspaceRecord>): WorkspaceState {
    const id = overrides.workspace_id ?? this.nextId("a3");
    const host = this.host === undefined ? {} : { proxy_host: this.host };
    const record = structuredClone({ ...wholeWorkspace(id, workgroup.record, database), ...host, ...overrides });
    const workspace = { record, users: [], backups: [], schedules: [], backupSchedule: null, restoreJobs: [] };
    workgroup.workspaces.set(id, workspace);
    return workspace;
  }

  workgroup(id: string): WorkgroupState {
    return this.workgroups.get(id) ?? this.refuseUnknownId("workgroupID", id, "workgroup");
  }

  database(workgroupId: string, id: string): DatabaseRecord {
    return this.workgroup(workgroupId).databases.get(id) ?? this.refuseUnknownId("databaseID", id, "database");
  }

  workspace(workgroupId: string, id: string): WorkspaceState {
    return this.workgroup(workgroupId).workspaces.get(id) ?? this.refuseUnknownId("workspaceID", id, "workspace");
  }

  addon(id: string): AddonState {
    return this.addons.get(id) ?? this.refuseUnknownId("installedAddonsID", id, "installed add-on");
  }

  /** Returns the item with the given identifier. Refuses an unknown identifier. */
  find<Item extends { readonly id: string }>(items: readonly Item[], id: string, field: string, noun: string): Item {
    return items.find((item) => item.id === id) ?? this.refuseUnknownId(field, id, noun);
  }

  /** Changes a workgroup after the delay, unless it is deleted by then; replaces a pending change with the same key. */
  changeWorkgroup(id: string, delay: Delay, change: (workgroup: WorkgroupState) => void, key?: string): void {
    const run = () => {
      const workgroup = this.workgroups.get(id);
      if (workgroup !== undefined) change(workgroup);
    };
    this.deferrals.defer(id, delay, run, key);
  }

  /** Changes a workspace, or what belongs to it, after the delay, unless it is deleted by then. */
  changeWorkspace({ record }: WorkspaceState, delay: Delay, change: (workspace: WorkspaceState) => void, key?: string): void {
    const { workgroup_id: workgroupId, workspace_id: id } = record;
    const run = ({ workspaces }: WorkgroupState) => {
      const workspace = workspaces.get(id);
      if (workspace !== undefined) change(workspace);
    };
    this.changeWorkgroup(workgroupId, delay, run, key === undefined ? undefined : `${key} ${id}`);
  }

  /** Refuses an unknown identifier, as the options specify. */
  refuseUnknownId(field: string, id: string, noun: string): never {
    const malformed = !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
    if (malformed && this.behaviour.malformedId === "internal-error")
      throw new Refusal(500, "Internal-Error", `invalid input syntax for type uuid: ${id}`);
    throw new Refusal(this.behaviour.unknownId, "Not-Found", `The ${noun} ${id} was not found.`, [
      { FieldName: field, Reason: `No ${noun} has this identifier.` },
    ]);
  }

  /** Runs a write; if reads lag, saves the previous state. */
  write<T>(run: () => T): T {
    const { readsLag } = this.behaviour;
    const reachable = this.past.filter(({ until }) => until > this.now() - readsLag);
    this.past = readsLag === 0 ? [] : [...reachable, { until: this.now(), state: structuredClone(this.state) }];
    return run();
  }

  /** Runs a read. A lagging read sees a past state and triggers no pending change. */
  read<T>(run: () => T): T {
    const seen = this.past.find(({ until }) => until > this.now() - this.behaviour.readsLag);
    if (seen === undefined) return run();
    const { state } = this;
    this.state = seen.state;
    try {
      return this.deferrals.uncounted(run);
    } finally {
      this.state = state;
    }
  }

  /** Saves the state and the pending changes; the returned function restores them, any number of times. */
  snapshot(): () => void {
    const kept = structuredClone(this.state);
    const { lastId, past } = this;
    const lastUse = new Map(this.lastUse);
    const restoreDeferrals = this.deferrals.snapshot();
    return () => {
      this.state = structuredClone(kept);
      this.lastId = lastId;
      this.past = past;
      this.lastUse = new Map(lastUse);
      restoreDeferrals();
    };
  }

  toText(): string {
    // A copied map can be an instance of another realm's class.
    return JSON.stringify(this.state, (_, value: unknown) => (types.isMap(value) ? [...value] : value));
  }
}
