/** The source of time and waiting, so that a test can let an hour pass at once. */
export interface Clock {
  /** Milliseconds since some fixed moment; never goes backwards. */
  now(): number;
  /** Resolves after the given milliseconds; rejects with the signal's reason as soon as it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's own monotonic clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
    return untilAborted(over, signal).finally(() => clearTimeout(timer));
  },
};

/** The result of the work, which goes on if nobody waits for it any more; rejects with the signal's reason as soon as it is aborted. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  let giveUp = () => {};
  const givenUp = new Promise<never>((_, reject) => (giveUp = () => reject(signal.reason as Error)));
  signal.addEventListener("abort", giveUp);
  if (signal.aborted) giveUp();
  return Promise.race([work, givenUp]).finally(() => signal.removeEventListener("abort", giveUp));
}
