import { distance } from "fastest-levenshtein";

/** The nearest name, however far it is; case is ignored. Undefined if there are no names. */
export function nearestOf(word: string, names: readonly string[]): string | undefined {
  return names.toSorted((a, b) => away(word, a) - away(word, b))[0];
}

/** The name that is probably meant; undefined if none is near. */
export function nearestName(word: string, names: readonly string[]): string | undefined {
  const nearest = nearestOf(word, names);
  if (nearest === undefined) return undefined;
  return away(word, nearest) <= Math.max(2, nearest.length / 3) && away(word, nearest) < nearest.length ? nearest : undefined;
}

function away(a: string, b: string): number {
  return distance(a.toLowerCase(), b.toLowerCase());
}
