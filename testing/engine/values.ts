import { isDeepStrictEqual } from "node:util";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";

/** A property value in the engine's protocol: JSON with special values for secrets and unknowns. */
export type Value = null | boolean | number | string | Value[] | Properties;

export interface Properties {
  [key: string]: Value;
}

/** The engine's marker for a value that is known only after the update. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
export const SECRET_MARK = "[secret]";
export const UNKNOWN_MARK = "[unknown]";

/** The signature key of special values, and the signature of a secret. */
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

interface Secret extends Properties {
  value: Value;
}

export const secret = (value: Value): Secret => ({ [SIGNATURE]: SECRET, value });

/** Returns a copy with plain secrets, for providers that do not support secrets. */
export const plain = <V extends Value>(value: V): V => replaceSpecial(value, plain, UNKNOWN) as V;

/** Returns a copy with masked secrets. */
export const masked = <V extends Value>(value: V, unknown = UNKNOWN): V => replaceSpecial(value, () => SECRET_MARK, unknown) as V;

/** Returns a copy for display, with masked secrets and unknowns. */
export const shown = <V extends Value>(value: V): V => masked(value, UNKNOWN_MARK);

function replaceSpecial(value: Value, open: (secret: Value) => Value, unknown: Value): Value {
  if (value === UNKNOWN) return unknown;
  if (Array.isArray(value)) return value.map((item) => replaceSpecial(item, open, unknown));
  if (typeof value !== "object" || value === null) return value;
  if (isSecret(value)) return open(value.value);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaceSpecial(inner, open, unknown)]));
}

export const fromStruct = (struct: Struct | undefined): Properties => received(struct?.toJavaScript() ?? {});

export const toStruct = (properties: Properties): Struct => Struct.fromJavaScript(properties);

/** Returns a message as the CLI receives it. The CLI rejects a lone surrogate, which a JavaScript string can contain, with this text. */
export function received<Message>(message: Message): Message {
  const text = JSON.stringify(message, (key, value: unknown) => {
    if (key.isWellFormed() && (typeof value !== "string" || value.isWellFormed())) return value;
    throw new Error("grpc: failed to unmarshal the received message: string field contains invalid UTF-8");
  });
  return JSON.parse(text) as Message;
}

/** Returns true if the engine considers the inputs equal: it ignores secretness and treats null as absent. */
export function sameInputs(olds: Properties, news: Properties): boolean {
  return isDeepStrictEqual(withoutNulls(plain(olds)), withoutNulls(plain(news)));
}

function withoutNulls(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutNulls(inner)]));
}

/** Marks returned properties as secret if the sent properties were, because the dynamic host handles plain values. Arrays are compared as a whole. */
export function keepSecrets(returned: Properties, sent: Properties): Properties {
  const marked: Properties = { ...returned };
  for (const [key, before] of Object.entries(sent)) {
    const value = marked[key];
    if (value === undefined) continue;
    if (isMap(value) && isMap(before)) marked[key] = keepSecrets(value, before);
    else if (!isSecret(value) && hasSecret(before)) marked[key] = secret(value);
  }
  return marked;
}

function isSecret(value: Value): value is Secret {
  return typeof value === "object" && value !== null && !Array.isArray(value) && value[SIGNATURE] === SECRET;
}

/** Returns true for a property map, but not for an array or a secret. */
function isMap(value: Value): value is Properties {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isSecret(value);
}

const hasSecret = (value: Value): boolean => !isDeepStrictEqual(plain(value), value);
