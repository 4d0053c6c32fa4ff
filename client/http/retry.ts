import { classify } from "./error-classification";
import type { Failure } from "./errors";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

const firstPause = 500;
const maxPause = 20_000;

/**
 * Returns the delay in milliseconds before the next attempt; undefined to give up.
 * @param attempt number of attempts so far, starting at 1
 * @param repeatable true if the request can be retried even if it might have been processed; by default, true for all methods but POST
 * @param random a number from 0 up to 1, for full jitter
 */
export function pauseBeforeRetry(
  { method, repeatable = method !== "POST" }: { method: Method; repeatable?: boolean | undefined },
  failure: Failure,
  attempt: number,
  maxRetries: number,
  random: () => number,
): number | undefined {
  // No attempts are left.
  if (attempt > maxRetries) return undefined;

  // The connection cannot work, for example because of an invalid certificate, or the requested wait is too long.
  if (failure.nonRetryable === true) return undefined;

  const { retry, processed } = classify(failure);
  if (retry === "no") return undefined;

  // The service also returns 500 for bad input, so the request is retried only once.
  if (retry === "once" && attempt > 1) return undefined;

  // A second request might apply the change twice.
  if (!repeatable && processed !== "no") return undefined;

  if (failure.retryAfter !== undefined) return failure.retryAfter;

  // Full jitter distributes the retries of many clients.
  return random() * Math.min(maxPause, firstPause * 2 ** (attempt - 1));
}
