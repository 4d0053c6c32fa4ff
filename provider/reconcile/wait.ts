import { isAccessDenied, isServiceError } from "../../client";
import { sentence } from "../../client/http/errors";
import { describeFailedRequest } from "../messages/error-text";
import type { OperationContext } from "../definition";
import { NotUnderstoodError, StoppedError, TimeLimitError } from "../errors";
import { formatProgress, type Progress } from "../messages/message";

export interface Wait {
  /** Milliseconds. */
  readonly limit: number;
  /** Returns a progress message about the missing part; if undefined, the wait prints no messages. */
  readonly progress?: (waits: string) => Progress;
}

type WaitContext = Pick<OperationContext, "clock" | "log">;

export function limitOf(timeoutSeconds: number | undefined, byDefault = 120): number {
  return (timeoutSeconds ?? byDefault) * 1000;
}

/** One step of a wait: its result, or a description of the missing part. */
export type Step<T> = { readonly done: T } | { readonly waits: string };

/** Milliseconds by which reads can lag. A new object can appear late, and a list can omit an existing object. */
export const consistencyWindowMs = 15_000;

/** Milliseconds for which reads must not return an object before it is removed from the state, so that the next update creates a new one. */
export const deletionWindowMs = 2 * consistencyWindowMs;

/** Milliseconds between the two reads that confirm that an object is gone. */
export const secondReadMs = 5_000;

const initialPause = 500;
const maxPause = 15_000;
/** Milliseconds until the first message. The elapsed time doubles before each subsequent message, up to an interval of five minutes. */
const firstMessage = 30_000;
const maxSilence = 300_000;

/**
 * Reads immediately, and then with increasing pauses. Prints the progress. At the limit, resolves with the missing part and the elapsed
 * seconds. If a read throws, the wait ends.
 */
export async function poll<T>(
  { clock, log }: WaitContext,
  { limit, progress }: Wait,
  read: () => Promise<Step<T>>,
): Promise<{ readonly done: T } | { readonly waits: string; readonly elapsed: number }> {
  const start = clock.now();
  let nextMessage = firstMessage;
  for (let pause = initialPause; ; pause = Math.min(pause * 1.6, maxPause)) {
    const step = await read();
    if ("done" in step) return step;
    const elapsed = clock.now() - start;
    if (elapsed >= limit) return { waits: step.waits, elapsed: Math.round(elapsed / 1000) };
    if (elapsed >= nextMessage) {
      if (progress !== undefined) log(formatProgress(progress(step.waits), elapsed, limit));
      nextMessage = elapsed + Math.min(elapsed, maxSilence);
    }
    await clock.sleep(Math.min(pause, limit - elapsed, nextMessage - elapsed));
  }
}

/** The result of a read. `missing` is a sentence about the missing object. */
export type Observation<Live> = { readonly live: Live } | { readonly missing: string };

/** A wait until an object has the desired state. */
export interface Watch<Live, T> extends Wait {
  readonly observe: () => Promise<Observation<Live>>;
  /** Evaluates a result. `consecutiveReads` is the number of consecutive reads that found the object, and 0 for `first`. */
  readonly judge: (live: Live, consecutiveReads: number) => Step<T>;
  /** The object from the response to a request, which is evaluated instead of a first read. */
  readonly first?: Live;
  /** How to describe the missing part before a read has found the object. @default "it" */
  readonly unread?: string;
}

/** The outcome of a watch: the desired state, a deleted object, or a timeout. */
export type WatchOutcome<T> =
  | { readonly done: T }
  | { readonly deleted: string }
  /** `waits` describes the missing part at the last successful read; `trouble` describes the last read if it failed, and is otherwise empty. */
  | { readonly waits: string; readonly trouble: string; readonly elapsed: number };

/**
 * Watches an object. Failed reads are repeated, unless the service refuses the key. The object is considered gone once reads have not
 * returned it for as long as they can lag.
 */
export async function watch<Live, T>(
  context: WaitContext,
  { observe, judge, first, unread = "it", progress, limit }: Watch<Live, T>,
): Promise<WatchOutcome<T>> {
  let known = first === undefined ? undefined : { live: first };
  let waits = unread;
  let trouble = "";
  let consecutiveReads = 0;
  let missingSince: number | undefined;
  const readOnce = async (): Promise<Step<WatchOutcome<T>>> => {
    const seen = known ?? (await observe().catch(toFailedRead));
    if ("live" in seen) {
      const verdict = judge(seen.live, known === undefined ? ++consecutiveReads : consecutiveReads);
      known = undefined;
      missingSince = undefined;
      trouble = "";
      if ("done" in verdict) return { done: verdict };
      ({ waits } = verdict);
      return verdict;
    }
    consecutiveReads = 0;
    trouble = ` The last read failed: ${sentence("missing" in seen ? seen.missing : seen.failed)}`;
    if ("missing" in seen) {
      missingSince ??= context.clock.now();
      if (context.clock.now() - missingSince >= consistencyWindowMs) return { done: { deleted: seen.missing } };
    }
    return { waits };
  };
  const outcome = await poll(context, { limit, ...(progress && { progress: (last) => ({ ...progress(last), trouble }) }) }, readOnce);
  return "done" in outcome ? outcome.done : { ...outcome, trouble };
}

/** Returns undefined for a failed read. Rethrows the timeout of the operation, and a {@link StoppedError}, which explains the failure. */
export function toUnknown(error: unknown): undefined {
  if (error instanceof TimeLimitError || error instanceof StoppedError) throw error;
}

/** Returns the message of a failure that might be temporary: an unexpected response, a service error, a lost response. Rethrows any other error. */
export function toFailedRead(error: unknown): { readonly failed: string } {
  if (isServiceError(error) && !isAccessDenied(error)) return { failed: describeFailedRequest(error) };
  if (error instanceof NotUnderstoodError) return { failed: error.message };
  throw error;
}
