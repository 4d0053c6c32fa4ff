/** Renames the fields of the service's records: one table a record, ours beside the wire's. Pure. */

/** Where one field of ours comes from. */
type Field<Value> =
  | string
  | (Value extends readonly (infer Item)[] ? ListField<Item> : Value extends object ? ObjectField<Value> | GroupField<Value> : never);

/** A list of records; null is an empty one. */
interface ListField<Item> {
  readonly list: string;
  readonly fields: Table<Item>;
}

/** A record inside a record. */
interface ObjectField<Value> {
  readonly object: string;
  readonly fields: Table<Value>;
}

/** Several fields of the record itself, told as one object. */
interface GroupField<Value> {
  readonly group: { readonly [Name in keyof Value]-?: string };
}

/** Every field of a record of ours, with the wire's name of it. */
export type Table<Ours> = { readonly [Name in keyof Ours]-?: Field<NonNullable<Ours[Name]>> };

type AnyField = string | { list: string; fields: AnyTable } | { object: string; fields: AnyTable } | { group: Record<string, string> };
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
    Object.entries<AnyField>(table).flatMap(([ours, field]): [string, string][] => {
      if (typeof field === "string") return [[ours, field]];
      if ("group" in field) return Object.entries(field.group).map(([name, wire]) => [`${ours}.${name}`, wire]);
      return [[ours, "list" in field ? field.list : field.object]];
    }),
  );
}

function rename(record: object, table: AnyTable): Record<string, unknown> {
  const source = new Map<string, unknown>(Object.entries(record));
  const known = new Set(Object.values(table).flatMap(wireOf));
  const ours = Object.entries(table)
    .map(([name, field]) => [name, valueOf(source, field)] as const)
    .filter(([, value]) => value !== undefined && value !== null);
  const named = new Set(Object.keys(table));
  const others = [...source].filter(([name]) => !known.has(name) && !named.has(name));
  return Object.fromEntries([...ours, ...others]);
}

function wireOf(field: AnyField): string[] {
  if (typeof field === "string") return [field];
  if ("group" in field) return Object.values(field.group);
  return ["list" in field ? field.list : field.object];
}

function valueOf(source: ReadonlyMap<string, unknown>, field: AnyField): unknown {
  if (typeof field === "string") return source.get(field);
  if ("list" in field) {
    const list = source.get(field.list);
    if (list === null) return [];
    return Array.isArray(list) ? list.filter(isObject).map((item) => rename(item, field.fields)) : undefined;
  }
  if ("object" in field) {
    const inner = source.get(field.object);
    return isObject(inner) ? rename(inner, field.fields) : undefined;
  }
  const parts = Object.entries(field.group).map(([name, wire]) => [name, source.get(wire)] as const);
  const given = parts.filter(([, value]) => value !== undefined && value !== null);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
