import { types } from "node:util";
import { Deferrals } from "./deferrals";
import { Refusal } from "./envelope";
import { type Behaviour } from "./profile";
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
  type WorkgroupRecord,
  type WorkspaceRecord,
} from "./records";

/** A workspace and everything that belongs to it. */
export interface WorkspaceState {
  record: WorkspaceRecord;
  users: DatabaseUser[];
  backups: BackupRecord[];
  schedules: ScheduleRecord[];
  backupSchedule: BackupSchedule | null;
  restoreJobs: RestoreJob[];
}

/** A workgroup with its databases and workspaces, each by identifier, in order of creation. */
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

/** What the service holds for one organisation, in memory: plain data, so that it can be copied and put back. */
export class Store {
  readonly deferrals: Deferrals;
  /** The data plane's host, which the records of workspaces show; each has a name of its own without it. */
  host: string | undefined;
  private state: State = { workgroups: new Map(), addons: new Map() };
  private lastId = 0;
  /** What was held before each write, and until when: lagging reads show it. */
  private past: { readonly until: number; readonly state: State }[] = [];

  constructor(
    readonly behaviour: Behaviour,
    readonly now: () => number,
  ) {
    this.deferrals = new Deferrals(now);
  }

  get workgroups(): Map<string, WorkgroupState> {
    return this.state.workgroups;
  }

  get addons(): Map<string, AddonState> {
    return this.state.addons;
  }

  /** The next identifier: a UUID in form, the same in every run; `kind` is two hexadecimal digits. */
  nextId(kind: string): string {
    this.lastId += 1;
    return `${kind}000000-0000-4000-8000-${this.lastId.toString(16).padStart(12, "0")}`;
  }

  /** The time now as RFC 3339. */
  timestamp(): string {
    return new Date(this.now()).toISOString();
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

  /** Refuses an identifier that nothing has, in the way the options say. */
  refuseUnknownId(field: string, id: string, noun: string): never {
    const malformed = !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
    if (malformed && this.behaviour.malformedId === "internal-error") {
      throw new Refusal(500, "Internal-Error", `invalid input syntax for type uuid: ${id}`);
    }
    throw new Refusal(this.behaviour.unknownId, "Not-Found", `The ${noun} ${id} was not found.`, [
      { FieldName: field, Reason: `No ${noun} has this identifier.` },
    ]);
  }

  /** Runs a write. */
  write<T>(run: () => T): T {
    const { readsLag } = this.behaviour;
    const reachable = this.past.filter(({ until }) => until > this.now() - readsLag);
    this.past = readsLag === 0 ? [] : [...reachable, { until: this.now(), state: structuredClone(this.state) }];
    return run();
  }

  /** Runs a read, which may see what was held a while ago; it then makes nothing due. */
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

  /** Runs a request without keeping anything it did. */
  rehearse<T>(run: () => T): T {
    const restore = this.snapshot();
    try {
      return run();
    } finally {
      restore();
    }
  }

  /** What is held and waits now, to be put back as often as wanted. */
  snapshot(): () => void {
    const kept = structuredClone(this.state);
    const { lastId, past } = this;
    const restoreDeferrals = this.deferrals.snapshot();
    return () => {
      this.state = structuredClone(kept);
      this.lastId = lastId;
      this.past = past;
      restoreDeferrals();
    };
  }

  /** Everything that is held, as JSON text. */
  toText(): string {
    // A copied map need not be an instance of this realm's.
    return JSON.stringify(this.state, (_, value: unknown) => (types.isMap(value) ? [...value] : value));
  }
}
