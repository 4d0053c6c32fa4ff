import { canonicalJson, isMasked, isObject, parseJsonText } from "../../values/json";
import { hiddenText, hideUndeclared } from "../../messages/message";
import type { Arguments, ConfigurationValue } from "./description";

/** The value of a configuration: an object, or a string that might contain a JSON object. Pure. */

/** Returns true for a live value that can be compared, because it exists and is not masked. */
export function isReadable(live: unknown): boolean {
  return live !== undefined && live !== null && !isMasked(live);
}

export function equalValues(live: unknown, declared: unknown): boolean {
  return isReadable(live) && canonicalValue(live) === canonicalValue(declared);
}

export function normalize(args: Partial<Arguments>): Partial<Arguments> {
  return args.configValue === undefined ? args : { ...args, configValue: canonicalValue(args.configValue) };
}

/** Serializes a value in the format of the service. An object becomes canonical JSON. */
export function wireText(value: unknown): string {
  return typeof value === "string" ? value : canonicalJson(value);
}

/** Redacts the live value for messages, according to the declared value. Hides it while the declared value is unknown. */
export function showLive(live: unknown, declared: unknown): unknown {
  if (declared === undefined) return hiddenText;
  const [value, known] = [parseJsonText(live), parseJsonText(declared)];
  return isObject(value) && isObject(known) ? hideUndeclared(value, known) : live;
}

/** Returns the live value in the format of the state. An object remains an object, even if the service returns it as a string. */
export function observeValue(live: unknown, last: ConfigurationValue | undefined): ConfigurationValue | undefined {
  if (!isReadable(live) || equalValues(live, last)) return last;
  const value = isObject(last) ? parseJsonText(live) : live;
  return isObject(value) ? value : wireText(live);
}

/** Returns the same string for equivalent values. */
function canonicalValue(value: unknown): string {
  const inner = parseJsonText(value);
  // Numbers that have this many digits or are out of range lose precision, so that different numbers would appear to be equal.
  const exact = typeof value !== "string" || !/\d{16}|\de\+?\d{3}/i.test(value.replace(/"(?:[^"\\]|\\.)*"/g, '""'));
  return exact && typeof inner === "object" && inner !== null ? canonicalJson(inner) : wireText(value);
}
