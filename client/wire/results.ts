import { isObject, parseJsonText, tooDeep } from "./json";

/** Reads Results of every shape: the content of many is not shown (API 10.2). */

/** The objects that a Result lists. */
export interface ParsedList<Item> {
  readonly found: readonly Item[];
  /** False for a null and what is as empty: that is how some services write an empty list, and others any Result. */
  readonly certain: boolean;
}

/**
 * The items in a Result: an object, an array, null, or a text that holds one of these; undefined if it shows neither one nor
 * an empty list. An object may hold the list under one of `names`; in all keys neither capitals nor `_`, `-` and spaces count.
 */
export function parseList<Item>(
  result: unknown,
  names: readonly string[],
  parse: (value: unknown) => Item | undefined,
): ParsedList<Item> | undefined {
  const wrappers = [...names, "items", "data", "list"];
  const value = parseJsonText(result);
  if (tooDeep(value)) return undefined;
  if (isEmpty(value, wrappers)) return { found: [], certain: false };
  if (Array.isArray(value)) {
    const found = value.map((item) => parse(parseJsonText(item)));
    return found.includes(undefined) ? undefined : { found: found.filter((item) => item !== undefined), certain: true };
  }
  const inner = isObject(value) ? parseJsonText(pick(value, wrappers)) : undefined;
  // An object that holds a list of them may have an id of its own.
  const one = Array.isArray(inner) ? undefined : parse(value);
  if (one !== undefined) return { found: [one], certain: true };
  return Array.isArray(inner) || isObject(inner) ? parseList(inner, names, parse) : undefined;
}

/** Returns true for a value that shows nothing: null, an empty text, or an object of empty lists written that way. */
function isEmpty(value: unknown, wrappers: readonly string[]): boolean {
  if (isObject(value)) return Object.entries(value).every(([key, inner]) => wrappers.includes(plainKey(key)) && isEmpty(inner, wrappers));
  return value === null || value === undefined || value === "";
}

/** The value of the first of the wanted keys that has one. */
export function pick(object: Record<string, unknown>, wanted: readonly string[]): unknown {
  const entries = Object.entries(object).map(([key, value]) => [plainKey(key), value] as const);
  const known = wanted.map((name) => entries.find(([key, value]) => key === name && value !== null && value !== undefined));
  return known.find((entry) => entry !== undefined)?.[1];
}

/** A text that is not empty. */
export function pickText(object: Record<string, unknown>, wanted: readonly string[]): string | undefined {
  const value = pick(object, wanted);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** An identifier; a number of more digits than are kept would name another object. */
export function pickId(object: Record<string, unknown>, wanted: readonly string[]): string | undefined {
  return Number.isSafeInteger(pick(object, wanted)) ? String(pick(object, wanted)) : pickText(object, wanted);
}

/** The identifier of the object that an answer to its creation shows; undefined if it shows none. */
export function parseCreated(result: unknown, id: string, wrapper: string): string | undefined {
  return parseList(result, [wrapper], (value) => (isObject(value) ? pickId(value, [id]) : undefined))?.found[0];
}

/** A key without what does not count in it: capitals, `_`, `-` and spaces. */
export function plainKey(key: string): string {
  return key.replace(/[_\s-]/g, "").toLowerCase();
}
