/** The source of time, which tests replace to let an hour pass instantly. */
export interface Clock {
  /** Milliseconds since a fixed point in time; monotonic. */
  now(): number;
  /** Resolves after the given milliseconds; rejects with the signal's reason as soon as it is aborted. */
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

/** Resolves with the result of the work, or rejects with the signal's reason when it is aborted; the work continues. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  let giveUp = () => {};
  const givenUp = new Promise<never>((_, reject) => (giveUp = () => reject(signal.reason as Error)));
  signal.addEventListener("abort", giveUp);
  if (signal.aborted) giveUp();
  return Promise.race([work, givenUp]).finally(() => signal.removeEventListener("abort", giveUp));
}
