import { isAccessDenied, isServiceError } from "../../client";
import { sentence } from "../../client/http/errors";
import { describeFailedRequest } from "../messages/error-text";
import type { OperationContext } from "../definition";
import { NotUnderstoodError, StoppedError, TimeLimitError } from "../errors";
import { formatProgress, type Progress } from "../messages/message";

export interface Wait {
  /** Milliseconds. */
  readonly limit: number;
  /** The content of a line, from what the last read lacked; without it no line is printed. */
  readonly progress?: (waits: string) => Progress;
}

type WaitContext = Pick<OperationContext, "clock" | "log">;

/** A limit in milliseconds, from one in seconds. */
export function limitOf(timeoutSeconds: number | undefined, byDefault = 120): number {
  return (timeoutSeconds ?? byDefault) * 1000;
}

/** One step of a wait: its end, or a description of what is still missing. */
export type Step<T> = { readonly done: T } | { readonly waits: string };

/** Milliseconds by which reads may lag: the object of a lost request shows late, and a list may lack an existing one. */
export const consistencyWindowMs = 15_000;

/** Milliseconds for which reads must lack an object before the state forgets it, and the next update creates another one: twice as long. */
export const deletionWindowMs = 2 * consistencyWindowMs;

/** Milliseconds between two reads of which both must show what cannot be undone: that an object is gone. */
export const secondReadMs = 5_000;

const initialPause = 500;
const maxPause = 15_000;
/** Milliseconds until the first line; the elapsed time doubles before each further one, with at most five minutes between two. */
const firstMessage = 30_000;
const maxSilence = 300_000;

/**
 * Reads at once and then with growing pauses. Prints few lines, so that a log stays readable and still shows that the run is alive.
 * When the time is up, resolves with what was still missing and the seconds that passed; a read that fails ends the wait.
 */
export async function poll<T>(
  { clock, log }: WaitContext,
  { limit, progress }: Wait,
  read: () => Promise<Step<T>>,
): Promise<{ readonly done: T } | { readonly waits: string; readonly elapsed: number }> {
  const begin = clock.now();
  let nextLine = firstMessage;
  for (let pause = initialPause; ; pause = Math.min(pause * 1.6, maxPause)) {
    const seen = await read();
    if ("done" in seen) return seen;
    const elapsed = clock.now() - begin;
    if (elapsed >= limit) return { waits: seen.waits, elapsed: Math.round(elapsed / 1000) };
    if (elapsed >= nextLine) {
      if (progress !== undefined) log(formatProgress(progress(seen.waits), elapsed, limit));
      nextLine = elapsed + Math.min(elapsed, maxSilence);
    }
    await clock.sleep(Math.min(pause, limit - elapsed, nextLine - elapsed));
  }
}

/** The result of one read; `missing` is a sentence about the object that does not exist. */
export type Observation<Live> = { readonly live: Live } | { readonly missing: string };

/** An object that is watched until it is as wanted. */
export interface Watch<Live, T> extends Wait {
  readonly observe: () => Promise<Observation<Live>>;
  /** Judges a result; `row` counts the reads in a row that have found the object, 0 for `first`. */
  readonly judge: (live: Live, consecutiveReads: number) => Step<T>;
  /** The object as the response to a request shows it: judged instead of a first read. */
  readonly first?: Live;
  /** The description of what is missing until a read finds the object. @default "it" */
  readonly unread?: string;
}

/** The end of a watch: as wanted, with an object that no longer exists, or without time. */
export type WatchOutcome<T> =
  | { readonly done: T }
  | { readonly deleted: string }
  /** `waits` is what was missing when the object was last seen; `trouble` describes a last read that failed, and is empty without one. */
  | { readonly waits: string; readonly trouble: string; readonly elapsed: number };

/** Watches an object. Repeats a failed read, unless the key is refused. The object is gone once reads lack it for as long as they may lag. */
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

/** The outcome of a read that fails: nothing is known. The end of the operation's time is thrown, and a stop, which explains the failure. */
export function toUnknown(error: unknown): undefined {
  if (error instanceof TimeLimitError || error instanceof StoppedError) throw error;
}

/** The message of a failure that a later read may not have: an odd answer, a 5xx, a lost response. Any other error is thrown. */
export function toFailedRead(error: unknown): { readonly failed: string } {
  if (isServiceError(error) && !isAccessDenied(error)) return { failed: describeFailedRequest(error) };
  if (error instanceof NotUnderstoodError) return { failed: error.message };
  throw error;
}
