import type { Documented, RecordShape } from "../../client/wire/shapes";
import { isObject } from "../values/json";

/** Renames the fields of the service's records: ours are the wire's in camelCase, but for these. Pure. */

/** Our names that do not follow from the wire's, by record; a dot leads into an object of ours. */
const otherNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Workspace: {
    proxy_host: "host",
    maintenance_window_day_of_week: "maintenanceWindow.dayOfWeek",
    maintenance_window_hour_of_day: "maintenanceWindow.hourOfDay",
    maintenance_window_interval_weeks: "maintenanceWindow.intervalWeeks",
    maintenance_window_time_zone: "maintenanceWindow.timeZone",
  },
  AllowList: { enable_allow_list: "enabled" },
  AllowedRange: { id: "entryId" },
};

/** Our path to each field of a record, by the wire's name. */
export function namesOf({ record, fields }: RecordShape): ReadonlyMap<string, string> {
  const camelCase = (wire: string) => wire.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return new Map(Object.keys(fields).map((wire) => [wire, otherNames[record]?.[wire] ?? camelCase(wire)]));
}

/**
 * The record under our names. What is absent or null is left out; keys that are not documented follow under their own names, and
 * whatever a field holds that is not a record of the service's is left as it is.
 */
export function renameKeys<Ours>(record: object, shape: RecordShape): Ours {
  return rename(record, shape) as Ours;
}

function rename(record: object, shape: RecordShape): Record<string, unknown> {
  const source = new Map<string, unknown>(Object.entries(record));
  const names = namesOf(shape);
  const ours = new Map<string, unknown>();
  const reserved = new Set<string>();
  for (const [wire, path] of names) {
    const [name = "", inner] = path.split(".");
    reserved.add(name);
    const value = valueOf(source.get(wire), shape.fields[wire]);
    if (value === undefined || value === null) continue;
    ours.set(name, inner === undefined ? value : { ...(ours.get(name) as object | undefined), [inner]: value });
  }
  const others = [...source].filter(([name]) => !names.has(name) && !reserved.has(name));
  return Object.fromEntries([...ours, ...others]);
}

/** A value under our names; null is an empty list, and of a list what is no record is left out. */
function valueOf(value: unknown, type: Documented | undefined): unknown {
  if (typeof type !== "object") return value;
  if ("fields" in type) return isObject(value) ? rename(value, type) : undefined;
  if (value === null) return [];
  return Array.isArray(value) ? value.filter(isObject).map((item) => valueOf(item, type.list)) : undefined;
}
