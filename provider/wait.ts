import { type Clock, InputError as ClientInputError, isServiceError, isAccessDenied } from "../client";
import { sentence } from "../client/errors";
import { describeFailure } from "./error-text";
import { NotUnderstoodError } from "./errors";

/** How something is waited for. */
export interface Wait {
  readonly clock: Clock;
  readonly say: (line: string) => void;
  /** What stands at the beginning of each line, e.g. a path. */
  readonly place: string;
  /** How long, in milliseconds. */
  readonly limit: number;
}

/** One look: what was waited for, or what is still missing, for people to read. */
export type Look<T> = { readonly done: T } | { readonly waits: string };

/** For how long looks may lag behind what was done, in milliseconds: what a lost request made shows late, and a list may lack what is there. */
export const consistencyWindowMs = 15_000;

const firstPause = 500;
const longestPause = 15_000;
const progressEvery = 15_000;

/**
 * Looks at once and then with growing pauses, and prints a line every 15 s.
 * When the time is up, resolves with what was still missing and the seconds that passed; a look that fails ends the wait.
 */
export async function poll<T>(
  { clock, say, place, limit }: Wait,
  look: () => Promise<Look<T>>,
): Promise<{ readonly done: T } | { readonly waits: string; readonly elapsed: number }> {
  const begin = clock.now();
  let printedAt = begin;
  for (let pause = firstPause; ; pause = Math.min(pause * 1.6, longestPause)) {
    const seen = await look();
    if ("done" in seen) return seen;
    const elapsed = clock.now() - begin;
    if (elapsed >= limit) return { waits: seen.waits, elapsed: Math.round(elapsed / 1000) };
    if (clock.now() - printedAt >= progressEvery) {
      say(`graphplane: ${place}: after ${Math.round(elapsed / 1000)} s still waiting for ${seen.waits}`);
      printedAt = clock.now();
    }
    await clock.sleep(Math.min(pause, limit - elapsed, printedAt + progressEvery - clock.now()));
  }
}

/** What a look at an object found; `missing` says in a sentence what is not there. */
export type Sighting<Live> = { readonly live: Live } | { readonly missing: string };

/** An object that is watched until it is as wanted. */
export interface Watch<Live, T> extends Wait {
  /** Looks at the object now. */
  readonly observe: () => Promise<Sighting<Live>>;
  /** Judges what was found; `row` is how many looks in a row have found the object, 0 where `first` is judged. */
  readonly judge: (live: Live, row: number) => Look<T>;
  /** What is known already, by the answer to a request: judged in place of a first look. */
  readonly first?: Live;
}

/** How a watch ended: as wanted, with an object that is not there any more, or without time. */
export type WatchOutcome<T> =
  | { readonly done: T }
  | { readonly gone: string }
  /** `waits` is what was missing when the object was last seen; `trouble` describes a last look that failed, and is empty without one. */
  | { readonly waits: string; readonly trouble: string; readonly elapsed: number };

/**
 * Watches an object. A failed look passes, and the next may make it good; not where the key is refused. A list may lag, so the
 * object is gone only where looks lack it for as long as what was made may show late.
 */
export async function watch<Live, T>({ observe, judge, first, ...wait }: Watch<Live, T>): Promise<WatchOutcome<T>> {
  let known = first === undefined ? undefined : { live: first };
  let waits = "a look at it";
  let trouble = "";
  let row = 0;
  let missingSince: number | undefined;
  const lookOnce = async (): Promise<Look<WatchOutcome<T>>> => {
    const seen = known ?? (await observe().catch(toFailedLook));
    if ("live" in seen) {
      const verdict = judge(seen.live, known === undefined ? ++row : row);
      known = undefined;
      missingSince = undefined;
      trouble = "";
      if ("done" in verdict) return { done: verdict };
      ({ waits } = verdict);
      return verdict;
    }
    row = 0;
    trouble = ` The last look at it failed: ${sentence("missing" in seen ? seen.missing : seen.failed)}`;
    if ("missing" in seen) {
      missingSince ??= wait.clock.now();
      if (wait.clock.now() - missingSince >= consistencyWindowMs) return { done: { gone: seen.missing } };
    }
    return { waits: `${waits}.${trouble}` };
  };
  const outcome = await poll(wait, lookOnce);
  return "done" in outcome ? outcome.done : { waits, trouble, elapsed: outcome.elapsed };
}

/** What a failed look says that the next may make good: an odd answer, a 5xx, a lost one. Any other error is thrown. */
function toFailedLook(error: unknown): { readonly failed: string } {
  if (error instanceof ClientInputError || error instanceof NotUnderstoodError) return { failed: error.message };
  if (isAccessDenied(error) || !isServiceError(error)) throw error;
  return { failed: `${error.method} ${error.path} ${describeFailure(error)}` };
}
