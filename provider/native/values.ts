import { type JavaScriptValue, Struct, Value } from "google-protobuf/google/protobuf/struct_pb";
import { isObject, type Values } from "../values/json";
import { hasSecret, isMarked, markKnownSecret, markSecret } from "../values/secret-marks";

/** Converts values between the plugin protocol and the lifecycle. Pure. */

/** Plain properties, along with the names of those that are secret or contain a secret. */
export interface Decoded {
  readonly properties: Values;
  readonly secrets: readonly string[];
}

/** Decodes the properties of a message. Secrets are unwrapped, and unknown values remain the engine's markers. */
export function decodeProperties(struct: Struct | undefined): Decoded {
  const wrapped: Values = struct?.toJavaScript() ?? {};
  const secrets = Object.keys(wrapped).filter((name) => hasSecret(wrapped[name]));
  if (secrets.length === 0) return { properties: wrapped, secrets };
  return { properties: { ...wrapped, ...Object.fromEntries(secrets.map((name) => [name, unwrap(wrapped[name])])) }, secrets };
}

/** Encodes properties for a message. Secret properties are marked as a whole. Properties without a value are omitted. */
export function encodeProperties(properties: Values, isSecret: (name: string) => boolean = () => false): Struct {
  const struct = new Struct();
  const fields = struct.getFieldsMap();
  for (const [name, value] of Object.entries(properties)) {
    if (value !== undefined) fields.set(name, Value.fromJavaScript((isSecret(name) ? markSecret(value) : value) as JavaScriptValue));
  }
  return struct;
}

export function markedProperties(properties: Values, isSecret: (name: string) => boolean): Values {
  const entries = Object.entries(properties);
  return Object.fromEntries(entries.map(([name, value]) => [name, isSecret(name) && value !== undefined ? markSecret(value) : value]));
}

/** Marks properties that are always secret, because not all language SDKs do so. Unknown values and values that are already marked do not change. */
export function markSecrets(struct: Struct | undefined, names: readonly string[] = []): Struct | undefined {
  if (struct === undefined) return undefined;
  const fields = struct.getFieldsMap();
  for (const name of names) {
    const field = fields.get(name);
    if (field !== undefined) fields.set(name, Value.fromJavaScript(markKnownSecret(field.toJavaScript()) as JavaScriptValue));
  }
  return struct;
}

function unwrap(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unwrap);
  if (!isObject(value)) return value;
  if (isMarked(value)) return unwrap(value["value"]);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unwrap(inner)]));
}
