import { canonicalJson, isObject, parseJsonText } from "./json";

/** Every text and number in a value, also those inside a JSON text: the service may repeat any of them by itself. */
export function collectStrings(value: unknown): string[] {
  if (typeof value === "number") return longEnough(String(Math.abs(value)));
  if (typeof value === "string") {
    const inner = parseJsonText(value);
    return inner === value ? [value] : [value, ...collectStrings(inner), ...numerals(value)];
  }
  if (Array.isArray(value)) return value.flatMap(collectStrings);
  if (!isObject(value) || Object.keys(value).length === 0) return [];
  // An object may be sent, and repeated, as one text.
  return [canonicalJson(value), ...Object.values(value).flatMap(collectStrings)];
}

/** The numbers of a JSON text as written: they may have more digits than a number keeps. */
const numerals = (json: string): string[] => (json.replace(/"(?:[^"\\]|\\.)*"/g, "").match(/\d[\d.]*/g) ?? []).flatMap(longEnough);

/** The digits of a number that is long enough to be a secret; fewer than four digits occur everywhere. */
const longEnough = (digits: string): string[] => (/(?:\d\D*){4}/.test(digits) ? [digits] : []);
