import { distance } from "fastest-levenshtein";

/** Returns the most similar name, ignoring case; undefined if none is similar. */
export function nearestName(word: string, names: readonly string[]): string | undefined {
  const [nearest] = names.toSorted((a, b) => away(word, a) - away(word, b));
  if (nearest === undefined) return undefined;
  return away(word, nearest) <= Math.max(2, nearest.length / 3) && away(word, nearest) < nearest.length ? nearest : undefined;
}

const away = (a: string, b: string): number => distance(a.toLowerCase(), b.toLowerCase());
