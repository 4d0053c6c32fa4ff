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

  /** The workgroup's record as it was after the last write to the workspace named; `now` accepts no record answered before. */
  get(
    workgroupID: string,
    ask: () => Promise<WorkgroupRecord>,
    { workspaceID = "", now = false }: { workspaceID?: string; now?: boolean } = {},
  ): Promise<WorkgroupRecord> {
    const known = this.reads.get(workgroupID);
    if (known !== undefined && this.serves(known, workgroupID, workspaceID, now)) return known.record;

    const record = ask();
    const read: Read = { askedAt: this.clock.now(), order: ++this.order, record, answered: false };
    this.reads.set(workgroupID, read);
    record.then(
      () => (read.answered = true),
      () => this.reads.get(workgroupID) === read && this.reads.delete(workgroupID),
    );
    return record;
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

  private serves(read: Read, workgroupID: string, workspaceID: string, now: boolean): boolean {
    if (now && read.answered) return false;
    if (this.clock.now() - read.askedAt >= freshFor) return false;
    return read.order > (this.writes.get(JSON.stringify([workgroupID, workspaceID])) ?? 0);
  }
}
