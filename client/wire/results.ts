import { isObject, parseJsonText, isTooDeep } from "./json";

/** Parses Results of various shapes, because many of them are undocumented (API 10.2). */

/** The objects listed in a Result. */
export interface ParsedList<Item> {
  readonly found: readonly Item[];
  /** False if the Result or one of its items is null or empty. Some services return that for an empty list, and others instead of any Result. */
  readonly certain: boolean;
}

/**
 * Returns the items in a Result, which can be an object, an array, null, or a string that contains one of these. Undefined if the Result
 * contains neither an item nor an empty list. An object can contain the list under one of `names`. Keys are compared regardless of case,
 * `_`, `-`, and spaces.
 */
export function parseList<Item>(
  result: unknown,
  names: readonly string[],
  parse: (value: unknown) => Item | undefined,
): ParsedList<Item> | undefined {
  const wrappers = [...names, ...listNames];
  const value = parseJsonText(result);
  if (isTooDeep(value)) return undefined;
  if (isEmpty(value, wrappers)) return { found: [], certain: false };
  if (Array.isArray(value)) {
    const items = value.filter((item) => item !== null);
    const found = items.map((item) => parse(parseJsonText(item)));
    const certain = items.length === value.length;
    return found.includes(undefined) ? undefined : { found: found.filter((item) => item !== undefined), certain };
  }
  const inner = isObject(value) ? parseJsonText(pick(value, wrappers)) : undefined;
  // An object that contains the list can have an id itself.
  const one = Array.isArray(inner) ? undefined : parse(value);
  if (one !== undefined) return { found: [one], certain: true };
  return Array.isArray(inner) || isObject(inner) ? parseList(inner, names, parse) : undefined;
}

/** Returns the list inside an object. Returns any other Result unchanged. */
export function unwrapList(result: unknown, names: readonly string[]): unknown {
  const inner = isObject(result) ? pick(result, [...names, ...listNames]) : undefined;
  return Array.isArray(inner) ? inner : result;
}

/** The names under which an object can contain any list. */
const listNames = ["items", "data", "list", "results", "records", "rows"];

/** Returns true for null, an empty string, and an object such as {} that contains only these under its list keys. */
function isEmpty(value: unknown, wrappers: readonly string[]): boolean {
  if (isObject(value))
    return Object.entries(value).every(([key, inner]) => wrappers.includes(normalizeKey(key)) && isEmpty(inner, wrappers));
  return value === null || value === undefined || value === "";
}

/** Returns the value of the first of the given keys that has one. */
export function pick(object: Record<string, unknown>, wanted: readonly string[]): unknown {
  const entries = Object.entries(object).map(([key, value]) => [normalizeKey(key), value] as const);
  const known = wanted.map((name) => entries.find(([key, value]) => key === name && value !== null && value !== undefined));
  return known.find((entry) => entry !== undefined)?.[1];
}

/** Returns the first value of the given keys if it is a non-empty string. */
export function pickText(object: Record<string, unknown>, wanted: readonly string[]): string | undefined {
  const value = pick(object, wanted);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns an identifier as a string. Ignores unsafe integers, which have lost digits and could therefore identify a different object. */
export function pickId(object: Record<string, unknown>, wanted: readonly string[]): string | undefined {
  const value = pick(object, wanted);
  return Number.isSafeInteger(value) ? String(value) : pickText(object, wanted);
}

/** Renames the known keys of an object as in a request body, so that the object can be sent back. */
export function withKnownKeys(object: Record<string, unknown>, known: readonly string[]): Record<string, unknown> {
  const spellings = new Map(known.map((name) => [normalizeKey(name), name]));
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [spellings.get(normalizeKey(key)) ?? key, value]));
}

/** Returns the identifier in the response to a creation. Undefined if the response contains none or, because some services return the whole list, several. */
export function parseCreatedId(result: unknown, id: string, wrapper: string): string | undefined {
  const [made, ...others] = parseList(result, [wrapper], (value) => (isObject(value) ? pickId(value, [id]) : undefined))?.found ?? [];
  return others.length === 0 ? made : undefined;
}

/** Converts a key to lowercase, and removes `_`, `-` and spaces. */
const normalizeKey = (key: string): string => key.replace(/[_\s-]/g, "").toLowerCase();
