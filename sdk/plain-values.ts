import { isPromise } from "node:util/types";
import * as pulumi from "@pulumi/pulumi";

/** Detects values that the Pulumi SDK would lose. The SDK sends anything other than plain data as `{}`, or drops it. */

/** Prepares a value for the Pulumi SDK. If the SDK cannot serialize the value, throws an error with its location. An output fails once its value is known. */
export function plainValue(value: unknown, path: string, within: readonly unknown[] = [], isCopied = false): unknown {
  const lost = whyLost(value);
  if (lost !== undefined) throw new pulumi.RunError(`${path} is ${lost}`);
  if (typeof value !== "object" || value === null || isCarried(value)) return value;
  if (within.includes(value)) throw new pulumi.RunError(`${path} contains a circular reference: pass plain data`);
  if (pulumi.Output.isInstance(value)) return value.apply((known) => plainValue(known, path, [], true));
  if (isPromise(value)) return value.then((known) => plainValue(known, path));
  if (isCopied && isPlainObject(value) && Object.keys(value).length === 0) void pulumi.log.warn(`${path} ${emptiedText}`);
  if (Object.hasOwn(value, "__proto__"))
    throw new pulumi.RunError(`${path} has a key "__proto__", which the engine does not support: rename it`);
  const entries = Object.entries(value).map(
    ([key, inner]) => [key, plainValue(inner, `${path}.${key}`, [...within, value], isCopied)] as const,
  );
  if (Object.hasOwn(value, "toString")) return printable(Object.fromEntries(entries));
  if (entries.every(([key, inner]) => inner === (value as Record<string, unknown>)[key])) return value;
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

/** Values in an output are copied before a resource receives them, so that an empty object cannot be distinguished from a lost value. */
const emptiedText =
  "is an empty object inside an output. If you passed a Date, a Map, a Set or a RegExp, Pulumi's library emptied it: pass a string, an array or a plain object. If it is meant to be empty, move it out of pulumi.secret() or pulumi.output()";

/**
 * Returns a printable object for an object that has a key `toString`, such as an add-on with this name. Otherwise, the SDK would fail when
 * it converts the object to a string.
 */
const printable = (value: object): object => Object.defineProperty(value, Symbol.toPrimitive, { value: () => "[object Object]" });

/** Returns true for a value that the SDK serializes in its own format. */
function isCarried(value: object): boolean {
  return pulumi.Resource.isInstance(value) || pulumi.asset.Asset.isInstance(value) || pulumi.asset.Archive.isInstance(value);
}

/** Explains why a value would be lost, and what to use instead; undefined if it would not be lost. */
function whyLost(value: unknown): string | undefined {
  const explain = (what: string, instead: string) => `${what}, which the engine cannot transport: pass ${instead}`;
  if (typeof value === "bigint") return explain("a bigint", `a number, or the string "${value}"`);
  if (typeof value === "function" || typeof value === "symbol") return explain(`a ${typeof value}`, "plain data");
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  if (value instanceof Date) return explain("a Date", `a string, e.g. ${JSON.stringify(value) ?? '"2026-01-31"'}`);
  if (value instanceof Map) return explain("a Map", "a plain object, such as from Object.fromEntries");
  if (value instanceof Set) return explain("a Set", "an array, such as from Array.from");
  if (value instanceof RegExp) return explain("a RegExp", `the string ${JSON.stringify(value.source)}`);
  if (isPlainObject(value) || isPromise(value) || pulumi.Output.isInstance(value) || isCarried(value)) return undefined;
  return explain(`an instance of ${value.constructor?.name || "a class"}`, "a string, or a plain object with its values");
}

/** Returns true for a plain object, even if it is from a different realm, as in test runners. */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
