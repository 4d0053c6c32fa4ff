import { isObject, parseJson } from "../../client/wire/json";
import type { Documented } from "../../client/wire/record-shape";
import { groupBy } from "../review/values";
import { maskName } from "./masked-names";

/** A value with its location; undefined for an absent documented field. */
type LocatedValue = readonly [place: string, value: unknown, documented: Documented | undefined];

const maxDepth = 12;

/**
 * Returns the shapes in a Result, in order of appearance: types, nulls, and sizes, but no values and no user-chosen names. A place is a
 * record and one of its fields, such as `Workspace.status`, or `Result` for the whole. `seen` counts the values of each kind.
 */
export function shapesOf(result: unknown, documented: Documented | undefined) {
  const all = [...valuesIn(["Result", result, documented])];
  return groupBy(all, ([place]) => place).map((same) => {
    const [[place, , type]] = same;
    const seen: Record<string, number> = {};
    for (const kind of same.map(([, value]) => kindOf(value))) seen[kind] = (seen[kind] ?? 0) + 1;
    const sizes = same.flatMap(([, value]) => (Array.isArray(value) ? [value.length] : [])).sort((a, b) => a - b);
    return {
      place,
      ...(type !== undefined && { documented: nameOf(type) }),
      seen,
      ...(sizes.length > 0 && { sizes: { least: sizes.at(0), most: sizes.at(-1) } }),
      differs: Object.keys(seen).some((kind) => !isAsDocumented(kind, type)),
    };
  });
}

function* valuesIn(located: LocatedValue, level = 0): Generator<LocatedValue> {
  yield located;
  const [, , documented] = located;
  if (level >= maxDepth || documented === "any") return;
  for (const part of partsOf(located)) yield* valuesIn(part, level + 1);
}

function partsOf([place, value, documented]: LocatedValue): LocatedValue[] {
  if (Array.isArray(value)) {
    const item = typeof documented === "object" && "list" in documented ? documented.list : undefined;
    return value.map((one) => [`${place}[]`, one, item]);
  }
  if (isObject(value)) return fieldsOf(place, value, documented);
  const inner = place === "Result" && typeof value === "string" ? structureIn(value) : undefined;
  return inner === undefined ? [] : [["Result (JSON text)", inner, documented]];
}

function fieldsOf(place: string, value: Record<string, unknown>, documented: Documented | undefined): LocatedValue[] {
  const isRecord = typeof documented === "object" && "fields" in documented;
  const { record, fields } = isRecord ? documented : { record: place, fields: {} as Record<string, Documented> };
  // One field name in the reference begins with a space.
  const shown = new Map(Object.entries(value).map(([name, inner]) => [Object.hasOwn(fields, name.trim()) ? name.trim() : name, inner]));
  const others = [...shown].filter(([name]) => !Object.hasOwn(fields, name));
  return [
    ...Object.entries(fields).map(([name, type]): LocatedValue => [`${record}.${name}`, shown.get(name), type]),
    ...others.map(([name, inner]): LocatedValue => [`${record}.${maskName(name)}`, inner, undefined]),
  ];
}

const stringFormats: readonly (readonly [string, RegExp])[] = [
  ["empty string", /^$/],
  ["string (UUID)", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  ["string (RFC 3339 time)", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/],
  ["string (other time)", /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/],
  ["string (number)", /^-?\d+(\.\d+)?$/],
  ["string (boolean)", /^(true|false)$/i],
];

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return value === null ? "null" : "absent";
  if (Array.isArray(value)) return value.length === 0 ? "empty list" : "list";
  if (isObject(value)) return Object.keys(value).length === 0 ? "empty object" : "object";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value !== "string") return typeof value;
  const format = stringFormats.find(([, pattern]) => pattern.test(value))?.[0];
  return format ?? (structureIn(value) === undefined ? "string" : "string (JSON)");
}

const structureIn = (text: string): unknown => (/^\s*[[{]/.test(text) ? parseJson(text) : undefined);

function nameOf(documented: Documented): string {
  if (typeof documented === "string") return documented;
  return "list" in documented ? `list of ${nameOf(documented.list)}` : documented.record;
}

/** Returns true if the kind matches the documented type. Any field can be absent or null. */
function isAsDocumented(kind: string, documented: Documented | undefined): boolean {
  if (documented === undefined || documented === "any" || kind === "null" || kind === "absent") return true;
  if (typeof documented === "object") return kind.endsWith("list" in documented ? "list" : "object");
  return documented === "string" ? kind.includes("string") : kind === documented;
}
