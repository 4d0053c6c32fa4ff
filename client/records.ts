import type { WorkspaceId } from "./api/workspaces";
import type { WorkgroupRecord } from "./api/records";
import type { Clock } from "./clock";

/** For how long a record may serve a later asker, in milliseconds. */
export const freshFor = 10_000;

/** One read of a workgroup: under way or answered. */
interface Read {
  readonly askedAt: number;
  /** Its place in the order of all reads and writes; exact where the clock's ticks are too coarse. */
  readonly order: number;
  readonly record: Promise<WorkgroupRecord>;
  readonly giveUp: AbortController;
  /** How many wait for it. */
  askers: number;
  answered: boolean;
}

/**
 * One shared read of a workgroup for many askers.
 *
 * A record serves a later asker when it was asked for after the last write to the asker's workspace and less than
 * {@link freshFor} ago; requests under way are joined by the same rule. Nobody waits longer than an own request would take.
 */
export class Records {
  private readonly reads = new Map<string, Read>();
  /** When the last write to each workspace ended, in that order; Infinity while one is under way. */
  private readonly writes = new Map<string, number>();
  private order = 0;

  constructor(private readonly clock: Clock) {}

  /**
   * The workgroup's record as it was after the last write to the workspace named; `now` accepts no record answered before.
   * An asker whose signal is aborted gets its reason; the request ends only when nobody waits for it any more.
   */
  async get(
    workgroupID: string,
    ask: (signal: AbortSignal) => Promise<WorkgroupRecord>,
    { workspaceID = "", now = false }: { workspaceID?: string; now?: boolean } = {},
    signal?: AbortSignal,
  ): Promise<WorkgroupRecord> {
    signal?.throwIfAborted();
    const known = this.reads.get(workgroupID);
    const read = known !== undefined && this.serves(known, workgroupID, workspaceID, now) ? known : this.begin(workgroupID, ask);
    read.askers++;
    if (signal === undefined) return read.record;

    let leave = () => {};
    const left = new Promise<never>((_, reject) => (leave = () => reject(signal.reason as Error)));
    signal.addEventListener("abort", leave);
    try {
      return await Promise.race([read.record, left]);
    } finally {
      signal.removeEventListener("abort", leave);
      if (--read.askers === 0 && !read.answered) this.forget(workgroupID, read);
    }
  }

  /** Runs a write to a workspace: what was asked for before it ended does not show it for certain. */
  async writing<T>({ workgroupID, workspaceID }: WorkspaceId, write: () => Promise<T>): Promise<T> {
    const key = JSON.stringify([workgroupID, workspaceID]);
    this.writes.set(key, Infinity);
    try {
      return await write();
    } finally {
      this.writes.set(key, ++this.order);
    }
  }

  private begin(workgroupID: string, ask: (signal: AbortSignal) => Promise<WorkgroupRecord>): Read {
    const giveUp = new AbortController();
    const record = ask(giveUp.signal);
    const read: Read = { askedAt: this.clock.now(), order: ++this.order, record, giveUp, askers: 0, answered: false };
    this.reads.set(workgroupID, read);
    record.then(
      () => (read.answered = true),
      () => this.forget(workgroupID, read),
    );
    return read;
  }

  private forget(workgroupID: string, read: Read): void {
    read.giveUp.abort();
    if (this.reads.get(workgroupID) === read) this.reads.delete(workgroupID);
  }

  private serves(read: Read, workgroupID: string, workspaceID: string, now: boolean): boolean {
    if (now && read.answered) return false;
    if (this.clock.now() - read.askedAt >= freshFor) return false;
    return read.order > (this.writes.get(JSON.stringify([workgroupID, workspaceID])) ?? 0);
  }
}
