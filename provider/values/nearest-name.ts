import { distance } from "fastest-levenshtein";

/** The name that is probably meant; undefined where none is near. */
export function nearestName(key: string, names: readonly string[]): string | undefined {
  const nearest = names.toSorted((a, b) => distance(key, a) - distance(key, b))[0];
  const close = nearest !== undefined && distance(key.toLowerCase(), nearest.toLowerCase()) <= Math.max(2, nearest.length / 3);
  return close ? nearest : undefined;
}
