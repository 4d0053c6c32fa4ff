/** A source of time, which tests replace so that waits take no time. */
export interface Clock {
  /** Returns milliseconds since a fixed point in time. Monotonic. */
  now(): number;
  /** Resolves after a number of milliseconds. Rejects with the signal's reason when the signal is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The system's monotonic clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
    return untilAborted(over, signal).finally(() => clearTimeout(timer));
  },
};

/** Resolves with the result of a promise. Rejects with the signal's reason when the signal is aborted, although the work continues. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  let giveUp = () => {};
  const givenUp = new Promise<never>((_, reject) => (giveUp = () => reject(signal.reason as Error)));
  signal.addEventListener("abort", giveUp);
  if (signal.aborted) giveUp();
  return Promise.race([work, givenUp]).finally(() => signal.removeEventListener("abort", giveUp));
}
