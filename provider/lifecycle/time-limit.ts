import type { Clock } from "../../client";
import { TimeLimitError } from "../errors";

interface Limits {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutSeconds?: number | undefined;
}

/** Limits the time of an operation. When the limit is reached or the operation is aborted, sleeps end and the signal is aborted. `end` cancels the limit. */
export function limitOperation(clock: Clock, { signal, timeoutSeconds = 0 }: Limits) {
  const now = () => clock.now();
  if (timeoutSeconds <= 0)
    return { clock: { now, sleep: (milliseconds: number) => clock.sleep(milliseconds, signal) }, signal, end: () => undefined };
  const limit = timeoutSeconds * 1000;
  const deadline = clock.now() + limit;
  const ended = new TimeLimitError(
    `customTimeouts ended the operation after ${timeoutSeconds} s. Run the same command again to continue from here, or raise the limit`,
  );
  const sleep = async (milliseconds: number) => {
    await clock.sleep(Math.min(milliseconds, Math.max(deadline - clock.now(), 0)), signal);
    if (clock.now() >= deadline) throw ended;
  };
  const timeUp = new AbortController();
  const timer = setTimeout(() => timeUp.abort(ended), Math.min(limit, maxTimerMs)).unref();
  const either = AbortSignal.any([timeUp.signal, signal ?? timeUp.signal]);
  return { clock: { now, sleep }, signal: either, end: () => clearTimeout(timer) };
}

/** Maximum delay of a Node timer, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1;
