import type { Documented, RecordShape, Row } from "../../client/wire/record-shape";
import { isObject } from "../values/json";

/** Renames the fields of the service's records: ours are the wire's in camelCase, unless their row says otherwise. Pure. */

/** Our path to each field of a record, by the wire's name; a dot leads into an object of ours. */
export function namesOf({ rows }: RecordShape): ReadonlyMap<string, string> {
  const camelCase = (wire: string) => wire.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const pathOf = (wire: string, { as = camelCase(wire), within }: Row) => (within === undefined ? as : `${within.name}.${as}`);
  return new Map(Object.entries(rows).map(([wire, row]) => [wire, pathOf(wire, row)]));
}

/**
 * The record under our names. What is absent or null is left out; keys that are not documented follow under their own names, and
 * whatever a field holds that is not a record of the service's is left as it is.
 */
function renameKeys(record: object, shape: RecordShape): Record<string, unknown> {
  const source = new Map<string, unknown>(Object.entries(record));
  const names = namesOf(shape);
  const ours = new Map<string, unknown>();
  const reserved = new Set<string>();
  for (const [wire, path] of names) {
    const [name = "", inner] = path.split(".");
    reserved.add(name);
    const value = rename(source.get(wire), shape.fields[wire]);
    if (value === undefined || value === null) continue;
    ours.set(name, inner === undefined ? value : { ...(ours.get(name) as object | undefined), [inner]: value });
  }
  const others = [...source].filter(([name]) => !names.has(name) && !reserved.has(name));
  return Object.fromEntries([...ours, ...others]);
}

/** A value of a documented type under our names; null is an empty list, of a list what is no record is left out, and what is no text is none. */
export function rename(value: unknown, type: Documented | undefined): unknown {
  if (type === "string") return typeof value === "string" ? value : undefined;
  if (typeof type !== "object") return value;
  if ("fields" in type) return isObject(value) ? renameKeys(value, type) : undefined;
  if (value === null) return [];
  return Array.isArray(value) ? value.filter(isObject).map((item) => rename(item, type.list)) : undefined;
}
