/** Types of the tables that describe the service's records. Pure. Does not load a schema library. */

/** The documented type of a value: a primitive, a record, or a list. `any` is user data. */
export type Documented = "string" | "integer" | "boolean" | "any" | RecordShape | { readonly list: Documented };

export interface Row<Type extends Documented = Documented> extends Naming {
  readonly type: Type;
  /** The description in the documentation of functions. */
  readonly description: string;
}

/** The properties of a field that are not derived from its name and type. */
interface Naming {
  /** graphplane's name for the field, if it is not the wire name in camelCase. */
  readonly as?: string;
  /** The object in which graphplane groups the field with others of the same record. */
  readonly within?: Group;
  /** The TypeScript type, if it is narrower. */
  readonly typed?: string;
  /** True if the functions always return the field. */
  readonly always?: true;
}

/** An object in which graphplane groups fields of a record. */
export interface Group {
  readonly name: string;
  /** The name of the object's type. */
  readonly returned: string;
  readonly description: string;
}

/** A record, with its name in docs/internals/api.md and its fields. */
export interface RecordShape<Fields extends Readonly<Record<string, Documented>> = Readonly<Record<string, Documented>>> {
  readonly record: string;
  /** The name of the record's type in the results of functions. */
  readonly returned: string;
  readonly description: string;
  readonly rows: { readonly [Name in keyof Fields]: Row<Fields[Name]> };
  readonly fields: Fields;
}

export function shape<const Fields extends Readonly<Record<string, Documented>>>(
  record: string,
  returned: string,
  description: string,
  rows: RecordShape<Fields>["rows"],
): RecordShape<Fields> {
  const fields = Object.fromEntries(Object.entries<Row>(rows).map(([name, { type }]) => [name, type])) as Fields;
  return { record, returned, description, rows, fields };
}

export const rowOf =
  <const Type extends Documented>(type: Type) =>
  (description: string, naming: Naming = {}): Row<Type> => ({ type, description, ...naming });
export const text = rowOf("string");
export const integer = rowOf("integer");
export const flag = rowOf("boolean");
export const any = rowOf("any");
export const listOf = <Item extends RecordShape>(item: Item, description: string, naming?: Naming) =>
  rowOf({ list: item })(description, naming);
