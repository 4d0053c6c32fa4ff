import { isObject, equals } from "../../provider/values/json";
import { secretText } from "../../provider/messages/message";
import { signatureKey } from "../../provider/values/assets";
import { isMarker, knownLater } from "../../provider/values/unknowns";
import type { ShownValue } from "./model";

export const absent: ShownValue = { is: "absent" };
export const unread: ShownValue = { is: "unread" };
export const hidden: ShownValue = { is: "hidden" };

/** A value and its path in the inputs. */
export interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Flattens a value into leaves: one for each key of nested objects. Arrays and primitives are single leaves. */
export function leavesOf(value: unknown, path: readonly string[] = []): Leaf[] {
  if (!isObject(value) || Object.hasOwn(value, signatureKey) || Object.keys(value).length === 0)
    return path.length === 0 ? [] : [{ path, value }];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

export function valueAt(leaves: readonly Leaf[], path: readonly string[]): unknown {
  return leaves.find((leaf) => equals(leaf.path, path))?.value;
}

export function showValue(value: unknown): ShownValue {
  if (value === undefined || value === null) return absent;
  if (value === secretText || (isObject(value) && Object.hasOwn(value, signatureKey))) return { is: "secret" };
  if (isMarker(value)) return { is: "later" };
  return { is: "value", value: withMarks(value) };
}

export function isSecret(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isSecret);
  return showValue(value).is === "secret" || (isObject(value) && Object.values(value).some(isSecret));
}

/** Replaces secrets and unknown values with placeholders. */
export function withMarks<T>(value: T): T;
export function withMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withMarks<unknown>(item));
  if (isMarker(value)) return knownLater;
  if (!isObject(value)) return value;
  if (Object.hasOwn(value, signatureKey)) return secretText;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withMarks(inner)]));
}

type MaybeValue = Pick<ShownValue, "is"> & { readonly value?: unknown };

/** Returns true if two values are printed identically, as all secrets are. */
export function areShownAlike(a: MaybeValue, b: MaybeValue): boolean {
  return a.is === b.is && equals(a.value, b.value);
}

/** Formats a path in the engine's notation: `addons["a.b"].enable`. */
export function pathText(path: readonly string[]): string {
  return path.reduce((text, key) => {
    if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${text}["${key.replaceAll('"', '\\"')}"]`;
    return text === "" ? key : `${text}.${key}`;
  }, "");
}

/** Parses a path in the engine's notation, and returns its keys. */
export function keysIn(path: string): string[] {
  return Array.from(path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|[^.[\]]+/g), ([key, quoted]) => quoted?.replaceAll('\\"', '"') ?? key);
}

const natural = new Intl.Collator("en", { numeric: true });

/** Compares names in natural order, so that numbers are ordered by value. Independent of the locale. */
export function compareNames(a: string, b: string): number {
  return natural.compare(a, b) || compare(a, b);
}

/** Compares by code points, independent of the locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Groups items by key, in the order of their first items. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T, index: number) => unknown): (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>();
  items.forEach((item, index) => {
    const key = JSON.stringify(keyOf(item, index));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  });
  return [...groups.values()];
}
