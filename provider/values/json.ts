import { isObject, parseJsonText } from "../../client/wire/json";
import { withoutContents } from "./assets";

/** Compares and combines JSON values. Pure. */

/** Values keyed by name: arguments, outputs, or the fields of a record. */
export type Values = Readonly<Record<string, unknown>>;

export { decodeEscapes, maxDepth, isObject, parseJson, parseJsonText, parseObject, isTooDeep } from "../../client/wire/json";

/** Returns true if two values are equal, regardless of the order of keys and of keys without a value. */
export function equals(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => equals(item, b[index]));
  if (isObject(a) && isObject(b)) {
    const [one, other] = [withoutContents(a), withoutContents(b)];
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => equals(getOwn(one, key), getOwn(other, key)));
  }
  return (a ?? undefined) === (b ?? undefined);
}

/** Returns true if two values are the same JSON. Unlike {@link equals}, considers keys whose value is null. */
export function identical(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

interface DifferingValue {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** Returns all differences. Objects are compared key by key at every depth, and everything else is compared as a single value. */
export function differences(before: unknown, after: unknown, path: readonly string[] = []): DifferingValue[] {
  if (equals(before, after)) return [];
  if (!isObject(before) || !isObject(after)) return [{ path, before, after }];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => differences(getOwn(before, key), getOwn(after, key), [...path, key]));
}

/** Returns true if `whole` contains `part`. The keys of `part` are compared at every depth, and everything else is compared as a single value. */
export function includesDeep(whole: unknown, part: unknown): boolean {
  if (!isObject(part)) return equals(whole, part);
  return isObject(whole) && Object.entries(part).every(([key, value]) => includesDeep(getOwn(whole, key), value));
}

/** Returns a copy of `whole` with only the keys of `part`, at every depth. */
export function pickDeep(whole: unknown, part: unknown): unknown {
  if (!isObject(whole) || !isObject(part)) return whole;
  const named = Object.keys(part).filter((key) => Object.hasOwn(whole, key));
  return Object.fromEntries(named.map((key) => [key, pickDeep(whole[key], part[key])]));
}

export function omit<Value extends object, Name extends string>(value: Value, names: readonly Name[]): Omit<Value, Name> {
  if (!names.some((name) => Object.hasOwn(value, name))) return value;
  const isNamed = (key: string) => (names as readonly string[]).includes(key);
  return Object.fromEntries(Object.entries(value).filter(([key]) => !isNamed(key))) as Omit<Value, Name>;
}

/** Returns a copy with only the keys that another object also has. */
export function pickKeysOf(other: object, value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => Object.hasOwn(other, key)));
}

export function withoutEmpty(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined && item !== null && item !== ""));
}

/** Merges `over` into `under`. Objects are merged key by key at every depth, and everything else is replaced. */
export function deepMerge(under: unknown, over: unknown): unknown {
  if (!isObject(under) || !isObject(over)) return over;
  const merged = new Map(Object.entries(under));
  for (const [key, value] of Object.entries(over)) merged.set(key, deepMerge(merged.get(key), value));
  return Object.fromEntries(merged);
}

/** Omits keys with the value null or undefined at every depth, but not inside arrays. */
export function withoutNulls(value: unknown): unknown {
  if (!isObject(value) || !hasNulls(value)) return value;
  const kept = Object.entries(value).filter(([, item]) => item !== null && item !== undefined);
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutNulls(item)]));
}

function hasNulls(value: Record<string, unknown>): boolean {
  for (const item of Object.values(value)) {
    if (item === null || item === undefined || (isObject(item) && hasNulls(item))) return true;
  }
  return false;
}

/** Applies a function to every string and every key in a value. */
export function mapTexts<T>(value: T, map: (text: string) => string): T;
export function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts<unknown>(item, map));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [map(key), mapTexts(inner, map)]));
}

/** Replaces every lone surrogate in strings and keys with U+FFFD, because it cannot be represented in the engine's UTF-8. */
export function toWellFormed<T>(value: T): T {
  // JSON.stringify escapes lone surrogates, so that one search is faster than checking each string.
  return /\\ud[89a-f]/.test(JSON.stringify(value) ?? "") ? mapTexts(value, (text) => text.toWellFormed()) : value;
}

export function getIn(value: unknown, path: readonly string[]): unknown {
  let inner = value;
  for (const key of path) inner = isObject(inner) ? getOwn(inner, key) : undefined;
  return inner;
}

/** Returns a copy with the value at a path of keys replaced, or removed if `replacement` is undefined. */
export function setIn(value: unknown, path: readonly string[], replacement: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return replacement;
  const copy = new Map(isObject(value) ? Object.entries(value) : []);
  const inner = setIn(copy.get(key), rest, replacement);
  if (inner === undefined) copy.delete(key);
  else copy.set(key, inner);
  return Object.fromEntries(copy);
}

/** Serializes a value as JSON with sorted keys, so that equal values produce equal strings. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortKeys(value));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isObject(value)) return value;
  const known = withoutContents(value);
  const keys = Object.keys(known).sort();
  return Object.fromEntries(keys.map((key) => [key, sortKeys(known[key])]));
}

function getOwn(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/**
 * Returns true if a value, or any value inside it, is a mask that a service returns instead of a secret. By default, the mask can be
 * followed by the end of the secret.
 */
export function isMasked(value: unknown, mask = /^\*{3,}/): boolean {
  const inner = parseJsonText(value);
  if (typeof inner === "string") return mask.test(inner);
  return typeof inner === "object" && inner !== null && Object.values(inner).some((item) => isMasked(item, mask));
}

/** Returns true if a value, or any value inside it, is a number that is out of range or that JavaScript cannot represent exactly. */
export function isInexact(value: unknown): boolean {
  if (typeof value === "number") return Number.isInteger(value) ? !Number.isSafeInteger(value) : !Number.isFinite(value);
  return typeof value === "object" && value !== null && Object.values(value).some(isInexact);
}

/** Explains why a value that the service returned must not be sent back; undefined if it can be. */
export function whyNotSentBack(value: unknown): string | undefined {
  if (isMasked(value)) return "is masked";
  return isInexact(value) ? "has a number with too many digits to represent exactly" : undefined;
}
