import { wireName } from "../../client/wire/names";

/** Renames the fields of the service's records, by one table a record. Pure. */

/** Where one field of ours comes from: the wire's field of the same name in snake_case, or one of another name. */
type Field<Value> =
  | true
  | string
  | (Value extends readonly (infer Item)[] ? ListField<Item> : Value extends object ? ObjectField<Value> | GroupField<Value> : never);

/** A list of records; null is an empty one. */
interface ListField<Item> {
  readonly list: Table<Item>;
}

/** A record inside a record. */
interface ObjectField<Value> {
  readonly object: Table<Value>;
}

/** Several fields of the record itself, returned as one object: their wire names begin with its name. */
interface GroupField<Value> {
  readonly group: { readonly [Name in keyof Value]-?: true };
}

/** Every field of a record of ours. */
export type Table<Ours> = { readonly [Name in keyof Ours]-?: Field<NonNullable<Ours[Name]>> };

type AnyField = true | string | { list: AnyTable } | { object: AnyTable } | { group: Record<string, true> };
type AnyTable = Readonly<Record<string, AnyField>>;

/**
 * The record under our names. What is absent or null is left out; keys that the table does not know follow under their own
 * names, and whatever a field holds that is not a record of the service's is left as it is.
 */
export function renameKeys<Ours>(record: object, table: Table<Ours>): Ours {
  return rename(record, table) as Ours;
}

/** The wire's name of every field in a table, by our path to it, e.g. `maintenanceWindow.dayOfWeek`. */
export function wireNames<Ours>(table: Table<Ours>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries<AnyField>(table).flatMap(([name, field]) =>
      groupOf(name, field).map(([inner, wire]) => [inner === undefined ? name : `${name}.${inner}`, wire]),
    ),
  );
}

/** The wire's names of a field, with the names inside of a group. */
function groupOf(name: string, field: AnyField): [string | undefined, string][] {
  if (typeof field === "object" && "group" in field)
    return Object.keys(field.group).map((inner) => [inner, `${wireName(name)}_${wireName(inner)}`]);
  return [[undefined, typeof field === "string" ? field : wireName(name)]];
}

function rename(record: object, table: AnyTable): Record<string, unknown> {
  const source = new Map<string, unknown>(Object.entries(record));
  const known = new Set(Object.entries(table).flatMap(([name, field]) => groupOf(name, field).map(([, wire]) => wire)));
  const ours = Object.entries(table)
    .map(([name, field]) => [name, valueOf(source, name, field)] as const)
    .filter(([, value]) => value !== undefined && value !== null);
  const others = [...source].filter(([name]) => !known.has(name) && !Object.hasOwn(table, name));
  return Object.fromEntries([...ours, ...others]);
}

function valueOf(source: ReadonlyMap<string, unknown>, name: string, field: AnyField): unknown {
  if (typeof field === "string") return source.get(field);
  const value = source.get(wireName(name));
  if (field === true) return value;
  if ("list" in field) {
    if (value === null) return [];
    return Array.isArray(value) ? value.filter(isObject).map((item) => rename(item, field.list)) : undefined;
  }
  if ("object" in field) return isObject(value) ? rename(value, field.object) : undefined;
  const parts = groupOf(name, field).map(([inner, wire]) => [inner, source.get(wire)] as const);
  const given = parts.filter(([, part]) => part !== undefined && part !== null);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
