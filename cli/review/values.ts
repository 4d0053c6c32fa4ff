import { isObject, equals } from "../../provider/values/json";
import { secretText } from "../../provider/announce/lines";
import { isMarker, knownLater } from "../../provider/values/unknowns";
import type { ShownValue } from "./model";

/** The key that marks special values in a plan's file. */
const signatureKey = "4dabf18193072939515e22adb298388d";

export const absent: ShownValue = { is: "absent" };
export const unread: ShownValue = { is: "unread" };
export const hidden: ShownValue = { is: "hidden" };

/** One value at its place among the inputs. */
export interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Inputs without the keys of the provider host, such as the provider's code, and without nulls. */
export function omitHostKeys(inputs: Record<string, unknown> | null | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(inputs ?? {}).filter(([name, value]) => !name.startsWith("__") && value !== null));
}

/** Every value by itself: objects key by key at every depth, anything else as one. */
export function leavesOf(value: unknown, path: readonly string[] = []): Leaf[] {
  if (!isObject(value) || signatureKey in value || Object.keys(value).length === 0) return path.length === 0 ? [] : [{ path, value }];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

/** The value as a review may show it. */
export function showValue(value: unknown): ShownValue {
  if (value === undefined || value === null) return absent;
  if (value === secretText || (isObject(value) && signatureKey in value)) return { is: "secret" };
  if (isMarker(value)) return { is: "later" };
  return { is: "value", value: withMarks(value) };
}

/** A value with words in place of the secrets in it, and of what is not known yet. */
export function withMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMarks);
  if (isMarker(value)) return knownLater;
  if (!isObject(value)) return value;
  if (signatureKey in value) return secretText;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withMarks(inner)]));
}

/** Returns true if two values are shown alike, as all secrets are. */
export function areShownAlike(a: ShownValue, b: ShownValue): boolean {
  return a.is === b.is && (a.is !== "value" || b.is !== "value" || equals(a.value, b.value));
}

/** A path as the engine writes it: `addons["a.b"].enable`. */
export function pathText(path: readonly string[]): string {
  return path.reduce((text, key) => {
    if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${text}["${key.replaceAll('"', '\\"')}"]`;
    return text === "" ? key : `${text}.${key}`;
  }, "");
}
