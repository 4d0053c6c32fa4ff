import type { Contender, Run } from "./measure";

/** The runs of one size, by contender, one for each round. */
export type Runs = ReadonlyMap<Contender, readonly Run[]>;

/** The middle value; of an even number of values, the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN;
}

/** The median over the rounds of how many times as much one contender takes as another in the same round. */
export function ratio(runs: Runs, of: Contender, to: Contender, valueOf: (run: Run) => number): number {
  return median(
    (runs.get(of) ?? []).map((run, round) => {
      const other = runs.get(to)?.[round];
      return other === undefined ? NaN : valueOf(run) / valueOf(other);
    }),
  );
}
