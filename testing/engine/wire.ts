import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { EngineError, refusalError } from "./errors";
import { isProperties, type Json, type JsonObject, type Properties, Secret, UNKNOWN, Unknown, type Value } from "./values";

/** The key under which special values carry their signature, on the wire and in checkpoints. */
export const SIGNATURE = "4dabf18193072939515e22adb298388d";
/** The signature of a secret. */
export const SECRET = "1b47061264138c4ac30d75fd1eb44270";
/** How an unknown value is written. */
export const UNKNOWN_TEXT = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

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

/** Reads special values out of plain JSON; refuses by name those that the engine does not know. */
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

/** What is written in JavaScript may hold half of a surrogate pair; a reader of UTF-8 takes the message for broken, in these words. */
function utf8(text: string): string {
  if (!text.isWellFormed()) throw new Error("grpc: failed to unmarshal the received message: string field contains invalid UTF-8");
  return text;
}

function wireSecret(json: JsonObject): Secret {
  return new Secret(decode(json.value ?? null));
}

/** Writes a value as plain JSON; `secret` says how secrets are written. */
export function encode(value: Value, secret: (secret: Secret) => Json): Json {
  if (value instanceof Unknown) return UNKNOWN_TEXT;
  if (value instanceof Secret) return secret(value);
  if (Array.isArray(value)) return value.map((item) => encode(item, secret));
  return isProperties(value) ? encodeAll(value, secret) : value;
}

/** `encode` of each property. */
export function encodeAll(properties: Properties, secret: (secret: Secret) => Json): JsonObject {
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, encode(value, secret)]));
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

/** The properties of a message; an absent one is empty. */
export function fromStruct(struct: Struct | undefined): Properties {
  return decodeAll(struct?.toJavaScript() ?? {});
}

/** A message of the properties. */
export function toStruct(properties: Properties, secret: (secret: Secret) => Json): Struct {
  return Struct.fromJavaScript(encodeAll(properties, secret));
}
