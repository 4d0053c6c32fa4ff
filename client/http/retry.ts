import { classify } from "./error-classification";
import type { Failure } from "./errors";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

const firstPause = 500;
const longestPause = 20_000;

/**
 * Decides after a failed attempt: the milliseconds to pause before the next one, or undefined to give up.
 *
 * @param attempt how many attempts were made, from 1
 * @param repeatable whether the request may be sent again although it may have been processed (by default: everything but POST)
 * @param random a number from 0 up to 1 (the pause has full jitter)
 */
export function pauseBeforeRetry(
  { method, repeatable = method !== "POST" }: { method: Method; repeatable?: boolean | undefined },
  failure: Failure,
  attempt: number,
  maxRetries: number,
  random: () => number,
): number | undefined {
  // The tries are used up.
  if (attempt > maxRetries) return undefined;

  // The connection itself is at fault, as with a bad certificate, or the service asks for too long a wait.
  if (failure.nonRetryable === true) return undefined;

  const { retry, processed } = classify(failure);
  if (retry === "no") return undefined;

  // The service also returns 500 for bad input, so one retry is all that it is worth.
  if (retry === "once" && attempt > 1) return undefined;

  // A second request might act twice.
  if (!repeatable && processed !== "no") return undefined;

  if (failure.retryAfter !== undefined) return failure.retryAfter;

  // Full jitter spreads the retries of many clients.
  return random() * Math.min(longestPause, firstPause * 2 ** (attempt - 1));
}
