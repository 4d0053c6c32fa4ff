import { isDeepStrictEqual } from "node:util";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { EngineError, refusalError } from "./errors";

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

/** The encrypted form of a secret, and the salt of the key that it is encrypted with. */
export interface Encrypted {
  readonly ciphertext: string;
  readonly salt: string;
}

/** A value that is encrypted at rest and never printed. */
export class Secret {
  constructor(
    readonly value: Value,
    /** Kept while value and salt are the same, so that a checkpoint changes only if the stack does. */
    public encrypted: Encrypted | undefined = undefined,
  ) {}
}

/** A value that is known only after the update (see `UNKNOWN`). */
export class Unknown {
  private readonly unknown = true;
}

/** The one unknown value. */
export const UNKNOWN = new Unknown();

/** The key under which special values carry their signature, on the wire and in checkpoints. */
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

const refused: Record<string, string> = {
  c44067f5952c0a294b673a41bacd8c17: "assets",
  "0def7320c3a5731c473e5ecbe6d01bc7": "archives",
  "5cf8f73096256a8f31e491e813e4eb8e": "resource references",
  d0e6a833031e9bbcd3f4e8bde6ca49a4: "output values",
};

/** Writes a secret in some form. */
export type WriteSecret = (secret: Secret) => Json;

/** Reads special values out of plain JSON; refuses by name those that the engine does not support. */
export function decode(json: Json, openSecret: (secret: JsonObject) => Secret = wireSecret): Value {
  if (typeof json === "string") return unknownTexts.has(utf8(json)) ? UNKNOWN : json;
  if (Array.isArray(json)) return json.map((item) => decode(item, openSecret));
  if (typeof json !== "object" || json === null) return json;
  if (!(SIGNATURE in json)) return decodeAll(json, openSecret);
  const signature = typeof json[SIGNATURE] === "string" ? json[SIGNATURE] : "";
  if (signature === SECRET) return openSecret(json);
  throw new EngineError("unsupported", refusalError(refused[signature] ?? `values with the signature ${signature}`));
}

/** `decode` of each property. */
export function decodeAll(json: JsonObject, openSecret?: (secret: JsonObject) => Secret): Properties {
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [utf8(key), decode(value, openSecret)]));
}

/** A JavaScript string may contain half of a surrogate pair. The CLI, which reads UTF-8, rejects the message with this text. */
function utf8(text: string): string {
  if (!text.isWellFormed()) throw new Error("grpc: failed to unmarshal the received message: string field contains invalid UTF-8");
  return text;
}

function wireSecret(json: JsonObject): Secret {
  return new Secret(decode(json.value ?? null));
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

/** Returns true if the value is a secret or an unknown, or contains one, in a secret too. */
export function contains(value: Value, kind: typeof Secret | typeof Unknown): boolean {
  if (value instanceof kind) return true;
  if (value instanceof Secret) return contains(value.value, kind);
  if (Array.isArray(value)) return value.some((item) => contains(item, kind));
  return isProperties(value) && Object.values(value).some((item) => contains(item, kind));
}

/** Returns true if two values are the same. A secret differs from a plain value, unless secrets are written as `plainValue`. */
export function equal(left: Value, right: Value, secret: WriteSecret = markSecret): boolean {
  return isDeepStrictEqual(encode(left, secret), encode(right, secret));
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
    else if (!(value instanceof Secret) && contains(before, Secret)) marked[key] = new Secret(value);
  }
  return marked;
}

/** Takes over the encrypted forms of equal secrets from an older version, so that they are not encrypted again. */
export function reuseCiphertexts(properties: Properties, before: Properties): void {
  for (const [key, value] of Object.entries(properties)) {
    const old = before[key];
    if (value instanceof Secret && old instanceof Secret) {
      if (value.encrypted === undefined && equal(value.value, old.value)) value.encrypted = old.encrypted;
    } else if (isProperties(value) && isProperties(old)) reuseCiphertexts(value, old);
  }
}
