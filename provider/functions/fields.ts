import { isDeleted } from "../../client/api/find";
import { hostOf } from "../../client/api/host";
import type { Documented, RecordShape, Row } from "../../client/wire/record-shape";
import * as shapes from "../../client/wire/shapes";
import { isObject } from "../values/json";

/** Renames the fields of the service's records to camelCase, or to the name that the shape defines. Pure. */

/** Returns graphplane's path of each field, keyed by the service's name. A dot separates nested names. */
export function namesOf({ rows }: RecordShape): ReadonlyMap<string, string> {
  const camelCase = (wire: string) => wire.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const pathOf = (wire: string, { as = camelCase(wire), within }: Row) => (within === undefined ? as : `${within.name}.${as}`);
  return new Map(Object.entries(rows).map(([wire, row]) => [wire, pathOf(wire, row)]));
}

/** Renames the fields of a record, and adds the host to a workspace. Omits absent and null fields. Undocumented fields keep their names. */
function renameKeys(record: Readonly<Record<string, unknown>>, shape: RecordShape): Record<string, unknown> {
  const source = new Map(Object.entries(shape === shapes.workspace ? { ...record, proxy_host: hostOf(record) } : record));
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

/** Renames the fields in a value of a documented type. Returns an empty list for null. Omits malformed strings, records and items, and deleted workspaces. */
export function rename(value: unknown, type: Documented | undefined): unknown {
  if (type === "string") return typeof value === "string" ? value : undefined;
  if (typeof type !== "object") return value;
  if ("fields" in type) return isObject(value) ? renameKeys(value, type) : undefined;
  if (value === null) return [];
  if (!Array.isArray(value)) return undefined;
  const isListed = (item: Readonly<Record<string, unknown>>) => type.list !== shapes.workspace || !isDeleted(item);
  return value
    .filter(isObject)
    .filter(isListed)
    .map((item) => rename(item, type.list));
}
