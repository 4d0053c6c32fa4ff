import { canonicalJson, isObject, parsed } from "./diff";

/** Every text and number in a value, also those inside a JSON text: the service may repeat one of them alone. */
export function texts(value: unknown): string[] {
  if (typeof value === "number") return longEnough(String(Math.abs(value)));
  if (typeof value === "string") {
    const inner = parsed(value);
    return inner === value ? [value] : [value, ...texts(inner), ...numerals(value)];
  }
  if (Array.isArray(value)) return value.flatMap(texts);
  if (!isObject(value) || Object.keys(value).length === 0) return [];
  // An object may be sent, and repeated, as one text.
  return [canonicalJson(value), ...Object.values(value).flatMap(texts)];
}

/** The numbers of a JSON text as they are written: they may have more digits than a number keeps. */
function numerals(json: string): string[] {
  return (json.replace(/"(?:[^"\\]|\\.)*"/g, "").match(/\d[\d.]*/g) ?? []).flatMap(longEnough);
}

/** The digits of a number that tells something; fewer than four stand everywhere. */
function longEnough(digits: string): string[] {
  return /(?:\d\D*){4}/.test(digits) ? [digits] : [];
}
