/**
 * A part of the cases in which every pair occurs that occurs in all of them: most faults show where two things meet.
 * The same cases give the same part.
 */
export function pairwise<Case>(cases: readonly Case[], pairsOf: (one: Case) => readonly string[]): Case[] {
  const candidates = cases.map((one) => ({ one, pairs: pairsOf(one) }));
  const left = new Set(candidates.flatMap(({ pairs }) => pairs));
  const chosen: Case[] = [];
  // A case only loses worth while others are chosen, so that one walk for each worth, from the highest, finds the best first.
  for (let worth = candidates[0]?.pairs.length ?? 0; worth > 0; worth--) {
    for (const { one, pairs } of candidates) {
      if (pairs.filter((pair) => left.has(pair)).length < worth) continue;
      pairs.forEach((pair) => left.delete(pair));
      chosen.push(one);
    }
  }
  return chosen;
}
