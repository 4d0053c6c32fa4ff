import type { Clock } from "../client";

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
 * Looks at once and then with growing pauses, and tells a line each 15 s.
 * When the time is up, resolves with what was still missing and the seconds that passed; a look that fails ends the wait.
 */
export async function poll<T>(
  { clock, say, place, limit }: Wait,
  look: () => Promise<Look<T>>,
): Promise<{ readonly done: T } | { readonly waits: string; readonly elapsed: number }> {
  const begin = clock.now();
  let told = begin;
  for (let pause = firstPause; ; pause = Math.min(pause * 1.6, longestPause)) {
    const seen = await look();
    if ("done" in seen) return seen;
    const elapsed = clock.now() - begin;
    if (elapsed >= limit) return { waits: seen.waits, elapsed: Math.round(elapsed / 1000) };
    if (clock.now() - told >= progressEvery) {
      say(`graphplane: ${place}: after ${Math.round(elapsed / 1000)} s still waiting for ${seen.waits}`);
      told = clock.now();
    }
    await clock.sleep(Math.min(pause, limit - elapsed, told + progressEvery - clock.now()));
  }
}
