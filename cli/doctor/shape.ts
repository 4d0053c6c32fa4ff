import { isObject, parseJson } from "../../client/wire/json";
import type { Documented } from "../../client/wire/record-shape";
import { maskName } from "./masked-names";

/** The kinds of the values that a service shows under one name. */
export interface Shape {
  /** The record and the field, such as `Workspace.status`; `Result` is the whole. */
  readonly place: string;
  /** The documented type; undefined if the field is not documented. */
  readonly documented?: string;
  /** The number of times that each kind of value was seen, such as `string (UUID)`, `null` or `absent`. */
  readonly seen: Readonly<Record<string, number>>;
  readonly sizes?: { readonly least: number; readonly most: number };
  readonly differs: boolean;
}

interface Row {
  readonly documented: Documented | undefined;
  readonly seen: Map<string, number>;
  sizes: { least: number; most: number } | undefined;
}

/** Maximum depth of the values that are visited. */
const deepest = 12;

/** The shapes in a Result, in order of appearance: types, null or empty, and sizes, but no value and no name of a user's. */
export function shapesOf(result: unknown, documented: Documented | undefined): Shape[] {
  const visitor = new Visitor();
  visitor.visit("Result", result, documented);
  return [...visitor.rows].map(([place, { documented: type, seen, sizes }]) => ({
    place,
    ...(type !== undefined && { documented: nameOf(type) }),
    seen: Object.fromEntries(seen),
    ...(sizes !== undefined && { sizes }),
    differs: [...seen.keys()].some((kind) => !isAsDocumented(kind, type)),
  }));
}

class Visitor {
  readonly rows = new Map<string, Row>();

  visit(place: string, value: unknown, documented: Documented | undefined, level = 0): void {
    const row = this.note(place, kindOf(value), documented);
    if (level >= deepest || documented === "any") return;
    if (Array.isArray(value)) {
      const { least = value.length, most = value.length } = row.sizes ?? {};
      row.sizes = { least: Math.min(least, value.length), most: Math.max(most, value.length) };
      const item = typeof documented === "object" && "list" in documented ? documented.list : undefined;
      for (const one of value) this.visit(`${place}[]`, one, item, level + 1);
    } else if (isObject(value)) {
      this.visitFields(place, value, documented, level + 1);
    } else if (place === "Result" && typeof value === "string") {
      const inner = structureIn(value);
      if (inner !== undefined) this.visit("Result (JSON text)", inner, documented, level + 1);
    }
  }

  private visitFields(place: string, value: Record<string, unknown>, documented: Documented | undefined, level: number): void {
    const isRecord = typeof documented === "object" && "fields" in documented;
    const { record: prefix, fields } = isRecord ? documented : { record: place, fields: {} as Record<string, Documented> };
    // One field of the reference has a space before its name.
    const shown = new Map(Object.entries(value).map(([name, inner]) => [Object.hasOwn(fields, name.trim()) ? name.trim() : name, inner]));
    for (const [name, type] of Object.entries(fields)) {
      if (shown.has(name)) this.visit(`${prefix}.${name}`, shown.get(name), type, level);
      else this.note(`${prefix}.${name}`, "absent", type);
    }
    const others = [...shown].filter(([name]) => !Object.hasOwn(fields, name));
    for (const [name, inner] of others) this.visit(`${prefix}.${maskName(name)}`, inner, undefined, level);
  }

  private note(place: string, kind: string, documented: Documented | undefined): Row {
    const row = this.rows.get(place) ?? { documented, seen: new Map<string, number>(), sizes: undefined };
    this.rows.set(place, row);
    row.seen.set(kind, (row.seen.get(kind) ?? 0) + 1);
    return row;
  }
}

const forms: readonly (readonly [string, RegExp])[] = [
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
  const form = forms.find(([, pattern]) => pattern.test(value))?.[0];
  return form ?? (structureIn(value) === undefined ? "string" : "string (JSON)");
}

/** The object or list in a JSON text. */
function structureIn(text: string): unknown {
  return /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
}

function nameOf(documented: Documented): string {
  if (typeof documented === "string") return documented;
  return "list" in documented ? `list of ${nameOf(documented.list)}` : documented.record;
}

/** Returns true if the kind fits the type. Any field may be absent or null. */
function isAsDocumented(kind: string, documented: Documented | undefined): boolean {
  if (documented === undefined || documented === "any" || kind === "null" || kind === "absent") return true;
  if (typeof documented === "object") return kind.endsWith("list" in documented ? "list" : "object");
  return documented === "string" ? kind.includes("string") : kind === documented;
}
