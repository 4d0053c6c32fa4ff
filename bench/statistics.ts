/** The middle value; of an even number of values, the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN;
}

/** The median over the rounds of how many times as large one value is as the other of the same round. */
export function medianRatio(values: readonly number[], others: readonly number[]): number {
  return median(values.map((value, round) => value / (others[round] ?? NaN)));
}
