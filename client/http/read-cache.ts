import { type Clock, untilAborted } from "./clock";

/** Milliseconds for which a response, or a failure, may serve a later caller. */
export const freshFor = 10_000;

/** The required freshness of a shared answer. */
export interface Freshness {
  /** The writes that it must show, by their names: it was asked for after the last of each. */
  readonly after: readonly string[];
  /** True if only a response that has not arrived yet will do (a poll). */
  readonly skipCache?: boolean | undefined;
  /** A {@link ReadCache.now}: reads that began before it do not serve. */
  readonly since?: number | undefined;
}

/** One read: under way, answered or failed. */
interface Read<Value> {
  /** Time at which it was asked for; for a failed read, the end of its last try. */
  at: number;
  /** Its place in the order of all reads, since the clock's ticks may be too coarse. */
  readonly order: number;
  readonly record: Promise<Value>;
  readonly giveUp: AbortController;
  callers: number;
  ended: boolean;
}

/**
 * One shared read for many callers: of a workgroup, of a name's configurations, of a workspace's users.
 *
 * A response serves a later caller if it was requested after the last of the writes that the caller names, and less than
 * {@link freshFor} ago; requests under way are joined by the same rule. Nobody waits longer than a request of their own would take.
 * A failure is shared like a response, from its end on, since its retries are part of it: if one caller fails, each would.
 */
export class ReadCache<Value> {
  private readonly reads = new Map<string, Read<Value>>();
  /** The order of the last read that began before the last write of each name ended; Infinity while one is under way. */
  private readonly writes = new Map<string, number>();
  private order = 0;

  constructor(private readonly clock: Clock) {}

  /**
   * Reads under the given name, after the writes in `after`; `skipCache` accepts no earlier response.
   * A caller whose signal is aborted gets its reason; the request ends once nobody waits for it.
   */
  async get(name: string, ask: (signal: AbortSignal) => Promise<Value>, wanted: Freshness, signal?: AbortSignal): Promise<Value> {
    signal?.throwIfAborted();
    const known = this.reads.get(name);
    const read = known !== undefined && this.serves(known, wanted) ? known : this.begin(name, ask);
    read.callers++;
    try {
      return await untilAborted(read.record, signal);
    } finally {
      if (--read.callers === 0 && !read.ended) this.forget(name, read);
    }
  }

  /** The place of the last read in the order of all. */
  now(): number {
    return this.order;
  }

  /** Runs a write of the given names: what was asked for before it ended does not show it for certain. */
  async invalidateOnWrite<T>(names: readonly string[], write: () => Promise<T>): Promise<T> {
    for (const name of names) this.writes.set(name, Infinity);
    try {
      return await write();
    } finally {
      for (const name of names) this.writes.set(name, this.order);
    }
  }

  private begin(name: string, ask: (signal: AbortSignal) => Promise<Value>): Read<Value> {
    const giveUp = new AbortController();
    const record = ask(giveUp.signal);
    const read: Read<Value> = { at: this.clock.now(), order: ++this.order, record, giveUp, callers: 0, ended: false };
    this.reads.set(name, read);
    record.then(
      () => (read.ended = true),
      () => {
        read.ended = true;
        read.at = this.clock.now();
      },
    );
    return read;
  }

  private forget(name: string, read: Read<Value>): void {
    read.giveUp.abort();
    if (this.reads.get(name) === read) this.reads.delete(name);
  }

  private serves(read: Read<Value>, { after, skipCache = false, since = 0 }: Freshness): boolean {
    if ((skipCache && read.ended) || read.order <= since) return false;
    if (this.clock.now() - read.at >= freshFor) return false;
    return after.every((write) => read.order > (this.writes.get(write) ?? 0));
  }
}
