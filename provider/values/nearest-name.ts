import { distance } from "fastest-levenshtein";

/** Returns the most similar name, ignoring case; undefined if none is similar. */
export function nearestName(word: string, names: readonly string[]): string | undefined {
  const distanceTo = (name: string) => distance(word.toLowerCase(), name.toLowerCase());
  const [nearest] = names.toSorted((a, b) => distanceTo(a) - distanceTo(b));
  if (nearest === undefined) return undefined;
  return distanceTo(nearest) <= Math.max(2, nearest.length / 3) && distanceTo(nearest) < nearest.length ? nearest : undefined;
}
