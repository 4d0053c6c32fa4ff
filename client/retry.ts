import type { ErrorType, Failure } from "./errors";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** The longest `Retry-After` that is obeyed, in milliseconds; a longer one ends the request with an error that says so. */
export const longestRetryAfter = 60_000;
const firstPause = 500;
const longestPause = 20_000;

const final: ReadonlySet<ErrorType> = new Set(["Bad-Request", "Not-Found", "Forbidden", "Unauthorized", "API-Disabled", "Quota-Exceed"]);
const passing: ReadonlySet<number> = new Set([408, 425, 429]);

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
  if (attempt > maxRetries || failure.nonRetryable === true) return undefined;
  if (!repeatable && !surelyNotProcessed(failure)) return undefined;
  if (!worthAnotherTry(failure, attempt)) return undefined;
  if (failure.retryAfter !== undefined) return failure.retryAfter <= longestRetryAfter ? failure.retryAfter : undefined;
  return random() * Math.min(longestPause, firstPause * 2 ** (attempt - 1));
}

function surelyNotProcessed({ outcome, status }: Failure): boolean {
  return outcome === "unreachable" || status === 429;
}

function worthAnotherTry({ outcome, status, type, retryAfter }: Failure, attempt: number): boolean {
  if (outcome === "unreachable" || outcome === "lost") return true;
  if (outcome === "aborted" || outcome === "redirected" || outcome === "too-large") return false;
  if (status === 429 || retryAfter !== undefined) return true;
  if (type !== undefined && final.has(type)) return false;
  // The service answers 500 to callers' mistakes too, so one more try is all that such an answer is worth.
  if (type === "Internal-Error") return attempt <= 1;
  return status !== undefined && (passing.has(status) || status >= 500);
}
