/** Functions for JSON values. Pure. */

/** Maximum nesting of values that are compared, sent back, or kept. Real configurations and results have fewer levels. */
export const maxDepth = 500;

/** Returns true for a JSON object, but not for null or an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Removes the undefined values from an object. */
export function optional<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as ReturnType<typeof optional<T>>;
}

/** Returns the objects in a list; empty if the value is not a list. */
export function objectsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Returns true if a value has more levels than {@link maxDepth}, so that traversing it could overflow the stack. */
export function isTooDeep(value: unknown): boolean {
  let layer: unknown[] = [value];
  for (let level = 0; level <= maxDepth; level++) {
    layer = layer.flatMap((item) => (typeof item === "object" && item !== null ? (Object.values(item) as unknown[]) : []));
    if (layer.length === 0) return false;
  }
  return true;
}

/** Decodes `%` escapes. Returns the text unchanged if an escape is invalid, as in an unencoded password. */
export function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Parses JSON; undefined for any other text. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Parses a JSON object; undefined for any other text. */
export function parseObject(json: string): Record<string, unknown> | undefined {
  const value = parseJson(json);
  return isObject(value) ? value : undefined;
}

/** Parses a string that contains a JSON object, a JSON array, or null. Returns anything else unchanged. */
export function parseJsonText(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*([[{"]|null\s*$)/.test(value)) return value;
  const inner = parseJson(value);
  // A service might serialize JSON twice.
  const whole = typeof inner === "string" ? parseJsonText(inner) : inner;
  return typeof whole === "object" && !isTooDeep(whole) ? whole : value;
}

/** Describes the types and keys of a value without its contents, for errors about unexpected Results. */
export function shapeOf(result: unknown): string {
  if (isTooDeep(result)) return "too many levels";
  if (result === undefined) return "nothing";
  if (result === null) return "null";
  if (typeof result === "string") {
    const inner = parseJsonText(result);
    return inner === result ? `a string of ${result.length} characters` : `a string that contains ${shapeOf(inner)}`;
  }
  if (Array.isArray(result))
    return result.length === 0 ? "an empty array" : `an array of ${result.length}, the first ${shapeOf(result[0])}`;
  if (!isObject(result)) return `a ${typeof result}`;
  const keys = Object.keys(result);
  const shown = keys.slice(0, 10).map((key) => JSON.stringify(key.slice(0, 40)));
  return keys.length === 0 ? "an empty object" : `an object with the keys ${shown.join(", ")}${keys.length > 10 ? ", …" : ""}`;
}
