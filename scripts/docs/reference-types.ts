/** Formats types of the package schema for the reference pages. */

/** A type in `schema.json`, or a property that has one. */
export interface TypeSpec {
  readonly type?: string;
  readonly $ref?: string;
  readonly items?: TypeSpec;
  readonly additionalProperties?: TypeSpec;
  readonly oneOf?: readonly TypeSpec[];
}

/** An argument, an output, or a field of a named type. */
export interface Property extends TypeSpec {
  readonly description?: string;
  readonly secret?: boolean;
  readonly replaceOnChanges?: boolean;
}

/** An object or an enumeration that has a name. */
export interface NamedType {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
  readonly enum?: readonly { readonly value: string }[];
}

export type Types = Readonly<Record<string, NamedType>>;

/** Returns the name of the schema type that a `$ref` points to; undefined for other targets. */
export function nameOf({ $ref }: TypeSpec): string | undefined {
  return /^#\/types\/\w+:\w+:(\w+)$/.exec($ref ?? "")?.[1];
}

/** Describes a type. Object types link to their headings. */
export function typeText(spec: TypeSpec, types: Types): string {
  const name = nameOf(spec);
  if (name !== undefined) {
    const values = valuesOf(name, types);
    return values.length === 0 ? `[${name}](#${name.toLowerCase()})` : values.join(", ");
  }
  if (spec.oneOf !== undefined) return oneOfText(spec.oneOf, types);
  if (spec.type === "array" && spec.items !== undefined) return `list of ${typeText(spec.items, types)}`;
  if (spec.type === "object" && spec.additionalProperties !== undefined) {
    const value = typeText(spec.additionalProperties, types);
    return value === "any value" ? "object" : `map of ${value}`;
  }
  return spec.type ?? "any value";
}

/** Formats a string that has some known values as a single type. */
function oneOfText(choices: readonly TypeSpec[], types: Types): string {
  const known = choices.flatMap((choice) => valuesOf(nameOf(choice) ?? "", types));
  if (known.length === 0) return choices.map((choice) => typeText(choice, types)).join(" or ");
  return `string; known: ${known.join(", ")}`;
}

function valuesOf(name: string, types: Types): string[] {
  const { enum: values = [] } = types[`graphplane:index:${name}`] ?? {};
  return values.map(({ value }) => `\`"${value}"\``);
}

/** Returns the object types that properties reference, without duplicates, in order of appearance. */
export function nestedTypes(properties: readonly Property[], types: Types, met: string[] = []): string[] {
  for (const property of properties) {
    const { items, additionalProperties, oneOf = [] } = property;
    const name = nameOf(property);
    const fields = name === undefined ? undefined : types[`graphplane:index:${name}`]?.properties;
    if (name !== undefined && fields !== undefined && !met.includes(name)) {
      met.push(name);
      nestedTypes(Object.values(fields), types, met);
    }
    const inner = [items, additionalProperties, ...oneOf].filter((one) => one !== undefined);
    if (inner.length > 0) nestedTypes(inner, types, met);
  }
  return met;
}

interface PropertyOptions {
  /** The label of a property that is always present. */
  readonly always?: string;
}

type Properties = Pick<NamedType, "properties" | "required">;

/** Returns a list of properties. The type is omitted for strings. */
export function propertyList(type: Properties, types: Types, options?: PropertyOptions): string {
  const lines = propertiesOf(type, types, options).map(({ name, kind, text }) => {
    const written = kind === "string" ? "" : ` (${kind})`;
    return `- \`${name}\`${written}: ${text}`;
  });
  return lines.join("\n");
}

function propertiesOf({ properties = {}, required = [] }: Properties, types: Types, { always = "Required" }: PropertyOptions = {}) {
  return Object.entries(properties).map(([name, property]) => {
    const { text, byDefault } = splitDescription(property.description ?? "");
    // The values of an enumeration, or its known values, are allowed values. Any other text is a type.
    const [, values, list = "", known] = /^(`".*)$|^(list of )?string; known: (.*)$/.exec(typeText(property, types)) ?? [];
    const type = values === undefined && known === undefined ? typeText(property, types) : `${list}string`;
    const sentences = [
      ...(required.includes(name) ? [`**${always}.**`] : []),
      text.replace(/Changing this forces replacement[^.]*\./, "**$&**"),
      ...(values === undefined ? [] : [`One of ${values}.`]),
      ...(known === undefined ? [] : [`Known values: ${known}.`]),
      ...(byDefault === undefined ? [] : [`Default: ${byDefault}.`]),
    ];
    return { name, kind: `${type}${property.secret === true ? ", secret" : ""}`, text: sentences.filter(Boolean).join(" ") };
  });
}

/** Separates the default from a description. */
function splitDescription(description: string): { readonly text: string; readonly byDefault: string | undefined } {
  const [, text = description, byDefault] = /^(.*?) ?Default: (.*)\.$/.exec(description) ?? [];
  return { text, byDefault: byDefault?.replace(/^("\w+"|\[.*\]|\{\})(?=;|$)/, "`$1`") };
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}
