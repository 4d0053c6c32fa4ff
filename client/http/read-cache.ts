import { type Clock, untilAborted } from "./clock";

/** Milliseconds for which a response or failure can be reused. */
export const freshFor = 10_000;

/** The required freshness of a shared response. */
export interface Freshness {
  /** The keys of the writes that the response must reflect. The response must have been requested after the last write of each key. */
  readonly after: readonly string[];
  /** True to accept only responses that have not arrived yet, as when polling. */
  readonly skipCache?: boolean | undefined;
  /** A position from {@link ReadCache.now}. Reads that started before it are not reused. */
  readonly since?: number | undefined;
}

/** A pending, completed, or failed read. */
interface Read<Value> {
  /** The time of the request or, for a failed read, the end of its last attempt. */
  at: number;
  /** The position in the order of all reads, because the resolution of the clock can be too low. */
  readonly order: number;
  readonly record: Promise<Value>;
  readonly giveUp: AbortController;
  callers: number;
  ended: boolean;
}

/**
 * Shares reads between callers, for example of a workgroup, of the configurations with a name, or of a workspace's users. A response is
 * reused if it was requested after the last write of the caller's keys and less than {@link freshFor} ago. The same rule applies to pending
 * requests. No caller waits longer than its own request would take. A failure is shared like a response once its retries have ended,
 * because the request of any other caller would fail too.
 */
export class ReadCache<Value> {
  private readonly reads = new Map<string, Read<Value>>();
  /** For each key, the position of the last read that started before the end of the key's last write; Infinity during a write. */
  private readonly writes = new Map<string, number>();
  private order = 0;

  constructor(private readonly clock: Clock) {}

  /**
   * Reads with the given key, after the writes in `after`. `skipCache` excludes earlier responses. If a caller's signal is aborted, rejects
   * with its reason. The request itself is aborted once no caller is waiting for it.
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

  /** Returns the position of the last read in the order of all reads. */
  now(): number {
    return this.order;
  }

  /** Performs a write of the given keys. Reads that were requested before its end might not reflect it. */
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
