import { canonicalJson, isObject, parseJsonText } from "./json";

/** Returns all strings and numbers in a value, including those inside a JSON string, because the service can return any of them separately. */
export function collectStrings(value: unknown): string[] {
  if (typeof value === "number") return longEnough(String(Math.abs(value)));
  if (typeof value === "string") {
    const inner = parseJsonText(value);
    return inner === value ? [value] : [value, ...collectStrings(inner), ...numerals(value)];
  }
  if (Array.isArray(value)) return value.flatMap(collectStrings);
  if (!isObject(value) || Object.keys(value).length === 0) return [];
  // An object might be sent, and returned, as a single string.
  return [canonicalJson(value), ...Object.values(value).flatMap(collectStrings)];
}

/** Returns the numbers in a JSON string as text, because JavaScript might round them. */
const numerals = (json: string): string[] => (json.replace(/"(?:[^"\\]|\\.)*"/g, "").match(/\d[\d.]*/g) ?? []).flatMap(longEnough);

/** Omits numbers with fewer than four digits, which are too common to redact. */
const longEnough = (digits: string): string[] => (/(?:\d\D*){4}/.test(digits) ? [digits] : []);
