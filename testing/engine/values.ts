import { isDeepStrictEqual } from "node:util";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";

/** A property value in the engine: JSON, in which secrets and unknowns are values of their own. */
export type Value = null | boolean | number | string | Secret | Unknown | Value[] | Properties;

/** The properties of a resource, by name. */
export interface Properties {
  [key: string]: Value;
}

/** Plain JSON, as it is sent and written to files. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. */
export type JsonObject = { [key: string]: Json };

/** A value that is never printed. */
export class Secret {
  constructor(readonly value: Value) {}
}

/** A value that is known only after the update (see `UNKNOWN`). */
export class Unknown {
  private readonly unknown = true;
}

/** The one unknown value. */
export const UNKNOWN = new Unknown();

/** The key under which special values carry their signature. */
export const SIGNATURE = "4dabf18193072939515e22adb298388d";
/** The signature of a secret. */
export const SECRET = "1b47061264138c4ac30d75fd1eb44270";
/** An unknown value on the wire. */
export const UNKNOWN_TEXT = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
/** Replaces a secret wherever values are shown. */
export const SECRET_MARK = "[secret]";
/** Replaces an unknown wherever values are shown. */
export const UNKNOWN_MARK = "[unknown]";

/** One text for each kind of unknown: string, boolean, number, array, asset, archive, object. */
const unknownTexts = new Set([
  UNKNOWN_TEXT,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

/** Writes a secret in some form. */
export type WriteSecret = (secret: Secret) => Json;

/** Reads special values out of plain JSON. */
export function decode(json: Json): Value {
  if (typeof json === "string") return unknownTexts.has(utf8(json)) ? UNKNOWN : json;
  if (Array.isArray(json)) return json.map(decode);
  if (typeof json !== "object" || json === null) return json;
  if (!(SIGNATURE in json)) return decodeAll(json);
  if (json[SIGNATURE] !== SECRET) throw new Error("The embedded engine knows no special values but secrets and unknowns.");
  return new Secret(decode(json.value ?? null));
}

/** `decode` of each property. */
export function decodeAll(json: JsonObject): Properties {
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [utf8(key), decode(value)]));
}

/** A JavaScript string may contain half of a surrogate pair. The CLI, which reads UTF-8, rejects the message with this text. */
function utf8(text: string): string {
  if (!text.isWellFormed()) throw new Error("grpc: failed to unmarshal the received message: string field contains invalid UTF-8");
  return text;
}

/** Writes a value as plain JSON. */
export function encode(value: Value, secret: WriteSecret, unknown = UNKNOWN_TEXT): Json {
  if (value instanceof Unknown) return unknown;
  if (value instanceof Secret) return secret(value);
  if (Array.isArray(value)) return value.map((item) => encode(item, secret, unknown));
  return isProperties(value) ? encodeAll(value, secret, unknown) : value;
}

/** `encode` of each property. */
export function encodeAll(properties: Properties, secret: WriteSecret, unknown?: string): JsonObject {
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, encode(value, secret, unknown)]));
}

/** Writes secrets with their mark, for readers that accept them. */
export function markSecret(secret: Secret): Json {
  return { [SIGNATURE]: SECRET, value: encode(secret.value, markSecret) };
}

/** Writes secrets as plain values, for providers that accept nothing else. */
export function plainValue(secret: Secret): Json {
  return encode(secret.value, plainValue);
}

/** A value as text, secrets opened: anything but a string as JSON. */
export function plainText(value: Value): string {
  const plain = encode(value, plainValue);
  return typeof plain === "string" ? plain : JSON.stringify(plain);
}

/** The properties of a message; none if it is absent. */
export function fromStruct(struct: Struct | undefined): Properties {
  return decodeAll(struct?.toJavaScript() ?? {});
}

/** A message of the properties. */
export function toStruct(properties: Properties, secret: WriteSecret): Struct {
  return Struct.fromJavaScript(encodeAll(properties, secret));
}

/** A value as it may be shown: secrets and unknowns are replaced by marks. */
export function show(value: Value): Json {
  return encode(value, () => SECRET_MARK, UNKNOWN_MARK);
}

/** `show` of each property. */
export function showAll(properties: Properties): JsonObject {
  return encodeAll(properties, () => SECRET_MARK, UNKNOWN_MARK);
}

/** Returns true if a value is a map of properties (not an array, a secret or an unknown). */
export function isProperties(value: Value | undefined): value is Properties {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Secret) && !(value instanceof Unknown);
}

/** Returns true if the value is a secret or contains one. */
function hasSecret(value: Value): boolean {
  if (value instanceof Secret) return true;
  if (Array.isArray(value)) return value.some(hasSecret);
  return isProperties(value) && Object.values(value).some(hasSecret);
}

/** Returns true if two values are the same. A secret differs from a plain value. */
export function equal(left: Value, right: Value): boolean {
  return isDeepStrictEqual(encode(left, markSecret), encode(right, markSecret));
}

/** Returns true if two versions of the inputs are the same to the engine: secret or not, and with null for what is absent. */
export function sameInputs(olds: Properties, news: Properties): boolean {
  return isDeepStrictEqual(withoutNulls(encodeAll(olds, plainValue)), withoutNulls(encodeAll(news, plainValue)));
}

function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutNulls(inner)]));
}

/**
 * Marks properties that a provider returned as secret if the sent property of the same name was secret: the dynamic host accepts
 * only plain values. Objects are compared key by key, arrays as a whole.
 */
export function keepSecrets(returned: Properties, sent: Properties): Properties {
  const marked: Properties = { ...returned };
  for (const [key, before] of Object.entries(sent)) {
    const value = marked[key];
    if (value === undefined) continue;
    if (isProperties(value) && isProperties(before)) marked[key] = keepSecrets(value, before);
    else if (!(value instanceof Secret) && hasSecret(before)) marked[key] = new Secret(value);
  }
  return marked;
}
