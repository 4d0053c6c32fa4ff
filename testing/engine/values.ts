/** A property value as the engine holds it: JSON, with secrets and unknowns as values of their own. */
export type Value = null | boolean | number | string | Secret | Unknown | Value[] | Properties;

/** The properties of a resource, by name. */
export interface Properties {
  [key: string]: Value;
}

/** Plain JSON, as it travels over the wire and stands in files. */
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
  /** Kept as long as the value and the salt are the same, so that a checkpoint changes only where the stack does. */
  encrypted: Encrypted | undefined;

  constructor(
    readonly value: Value,
    encrypted?: Encrypted,
  ) {
    this.encrypted = encrypted;
  }
}

/** A value that is known only after the update (see `UNKNOWN`). */
export class Unknown {
  private readonly unknown = true;
}

/** The one unknown value. */
export const UNKNOWN = new Unknown();

/** Whether a value is a map of properties (not an array, a secret or an unknown). */
export function isProperties(value: Value | undefined): value is Properties {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Secret) && !(value instanceof Unknown);
}

/** Whether `found` holds for the value or for anything in it, secrets opened. */
function some(value: Value, found: (value: Value) => boolean): boolean {
  if (found(value)) return true;
  if (value instanceof Secret) return some(value.value, found);
  if (Array.isArray(value)) return value.some((item) => some(item, found));
  return isProperties(value) && Object.values(value).some((item) => some(item, found));
}

/** Whether the value is or contains a secret. */
export function hasSecrets(value: Value): boolean {
  return some(value, (item) => item instanceof Secret);
}

/** Whether the value is or contains an unknown. */
export function hasUnknowns(value: Value): boolean {
  return some(value, (item) => item instanceof Unknown);
}

/** A copy in which `change` was asked about each value from the outside in; `undefined` means "go on inside". */
export function mapValue(value: Value, change: (value: Value) => Value | undefined): Value {
  const changed = change(value);
  if (changed !== undefined) return changed;
  if (value instanceof Secret) return new Secret(mapValue(value.value, change), value.encrypted);
  if (Array.isArray(value)) return value.map((item) => mapValue(item, change));
  return isProperties(value) ? mapProperties(value, change) : value;
}

/** `mapValue` of each property. */
export function mapProperties(properties: Properties, change: (value: Value) => Value | undefined): Properties {
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, mapValue(value, change)]));
}

/** The value with every secret opened. */
export function reveal(value: Value): Value {
  return mapValue(value, (item) => (item instanceof Secret ? reveal(item.value) : undefined));
}

/** Whether two values are the same, secrets being different from plain values. */
export function equal(left: Value, right: Value): boolean {
  if (left instanceof Secret || right instanceof Secret) {
    return left instanceof Secret && right instanceof Secret && equal(left.value, right.value);
  }
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => equal(item, right[index] ?? null));
  }
  if (isProperties(left) && isProperties(right)) {
    const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...keys].every((key) => key in left && key in right && equal(left[key] ?? null, right[key] ?? null));
  }
  return left === right;
}

/**
 * Marks what a provider returned as secret where a value of the same name was secret when it was sent:
 * the dynamic host takes plain values only. Objects are compared key by key, arrays as a whole.
 */
export function keepSecrets(returned: Properties, sent: Properties): Properties {
  const marked: Properties = { ...returned };
  for (const [key, before] of Object.entries(sent)) {
    const value = marked[key];
    if (value === undefined) continue;
    if (isProperties(value) && isProperties(before)) marked[key] = keepSecrets(value, before);
    else if (!(value instanceof Secret) && hasSecrets(before)) marked[key] = new Secret(value);
  }
  return marked;
}

/** Carries encrypted forms over from equal secrets of an older version, in place of encrypting them anew. */
export function reuseCiphertexts(properties: Properties, before: Properties): void {
  for (const [key, value] of Object.entries(properties)) {
    const old = before[key];
    if (value instanceof Secret && old instanceof Secret) {
      if (value.encrypted === undefined && equal(value.value, old.value)) value.encrypted = old.encrypted;
    } else if (isProperties(value) && isProperties(old)) reuseCiphertexts(value, old);
  }
}
