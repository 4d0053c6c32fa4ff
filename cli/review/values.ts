import { isObject, same } from "../../provider/diff";
import type { Told } from "./model";

/** What the CLI writes in place of a secret. */
const secretText = "[secret]";
/** The key that marks special values in a plan's file. */
const signatureKey = "4dabf18193072939515e22adb298388d";
/** What stands for values that are not known yet: one text for each kind of value. */
const laterTexts = new Set([
  "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

export const absent: Told = { is: "absent" };
export const unread: Told = { is: "unread" };
export const hidden: Told = { is: "hidden" };

/** One value at its place among the inputs. */
export interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Inputs without what is between the engine and a provider: its code, above all. */
export function declaredIn(inputs: Record<string, unknown> | null | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(inputs ?? {}).filter(([name, value]) => !name.startsWith("__") && value !== null));
}

/** Every value by itself: objects key by key at every depth, anything else as one. */
export function leavesOf(value: unknown, path: readonly string[] = []): Leaf[] {
  if (!isObject(value) || signatureKey in value || Object.keys(value).length === 0) return path.length === 0 ? [] : [{ path, value }];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

/** A value as it may be told. */
export function toldOf(value: unknown): Told {
  if (value === undefined || value === null) return absent;
  if (value === secretText || (isObject(value) && signatureKey in value)) return { is: "secret" };
  if (typeof value === "string" && laterTexts.has(value)) return { is: "later" };
  return { is: "value", value: withMarks(value) };
}

/** A list or an object that holds secrets or values not known yet, with words in their place. */
function withMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMarks);
  if (typeof value === "string") return laterTexts.has(value) ? "[known later]" : value;
  if (!isObject(value)) return value;
  if (signatureKey in value) return secretText;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withMarks(inner)]));
}

/** The value itself is known only later, or one inside it. */
export function isLater(value: unknown): boolean {
  if (typeof value === "string") return laterTexts.has(value);
  if (Array.isArray(value)) return value.some(isLater);
  return isObject(value) && Object.values(value).some(isLater);
}

/** True where two values are told alike; secrets are, whatever they hold. */
export function toldAlike(a: Told, b: Told): boolean {
  return a.is === b.is && (a.is !== "value" || b.is !== "value" || same(a.value, b.value));
}

/** A path as the engine writes it: `addons["a.b"].enable`. */
export function pathText(path: readonly string[]): string {
  return path.reduce((text, key) => {
    if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${text}["${key.replaceAll('"', '\\"')}"]`;
    return text === "" ? key : `${text}.${key}`;
  }, "");
}
