/** Records of the service as tables: one row a field, with its type and its meaning. Pure, and light: it loads no schema. */

/** The documented type of a value: that of a text, a number or a switch, a record, or a list; `any` is users' own data. */
export type Documented = "string" | "integer" | "boolean" | "any" | RecordShape | { readonly list: Documented };

export interface Row<Type extends Documented = Documented> extends Naming {
  readonly type: Type;
  /** Its meaning, as the functions document it. */
  readonly says: string;
}

/** The parts of a field that do not follow from its name and type. */
interface Naming {
  /** Our name, if it is not the service's in camelCase. */
  readonly as?: string;
  /** The object of ours that holds it, beside the fields of the same record that it groups. */
  readonly within?: Group;
  /** The TypeScript type, if it is narrower. */
  readonly typed?: string;
  /** True if the functions always return it. */
  readonly always?: true;
}

/** An object of ours that groups fields of a record. */
export interface Group {
  readonly name: string;
  /** The name of its type. */
  readonly returned: string;
  readonly says: string;
}

/** A record: the name that docs/internals/api.md gives it, and its fields. */
export interface RecordShape<Fields extends Readonly<Record<string, Documented>> = Readonly<Record<string, Documented>>> {
  readonly record: string;
  /** The name of its type in the results of functions. */
  readonly returned: string;
  readonly says: string;
  readonly rows: { readonly [Name in keyof Fields]: Row<Fields[Name]> };
  readonly fields: Fields;
}

export function shape<const Fields extends Readonly<Record<string, Documented>>>(
  record: string,
  returned: string,
  says: string,
  rows: RecordShape<Fields>["rows"],
): RecordShape<Fields> {
  const fields = Object.fromEntries(Object.entries<Row>(rows).map(([name, { type }]) => [name, type])) as Fields;
  return { record, returned, says, rows, fields };
}

export const rowOf =
  <const Type extends Documented>(type: Type) =>
  (says: string, naming: Naming = {}): Row<Type> => ({ type, says, ...naming });
export const text = rowOf("string");
export const integer = rowOf("integer");
export const flag = rowOf("boolean");
export const any = rowOf("any");
export const listOf = <Item extends RecordShape>(item: Item, says: string, naming?: Naming) => rowOf({ list: item })(says, naming);
