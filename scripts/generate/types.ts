import type { Field, Fields, OpenEnumType, ObjectType, Shape } from "../../provider/describe/fields";
import { docComment } from "./comment";
import { sentencesAbout } from "./sentences";

/** The TypeScript types of described fields, as inputs and outputs. */

export type NamedType = ObjectType | OpenEnumType;

/** Returns the type of an argument, or of a field of an object in an argument. */
export function inputType({ shape }: Field): string {
  return `pulumi.Input<${typeOf(shape, inputType)}>`;
}

export function plainType({ shape }: Field): string {
  return typeOf(shape, plainType);
}

/** Returns the type of an argument as an output. Objects are written in full, because `pulumi.Unwrap` would turn `unknown` into `never`. */
export function unwrappedType({ shape }: Field): string {
  if (shape.is !== "object") return typeOf(shape, unwrappedType);
  const fields = Object.entries(shape.type.fields).map(([name, field]) => `${nameOf(name, field)}: ${unwrappedType(field)};`);
  return `{ ${fields.join(" ")} }`;
}

function typeOf(shape: Shape, inner: (field: Field) => string): string {
  switch (shape.is) {
    case "text":
    case "range":
    case "host":
      return "string";
    case "number":
      return "number";
    case "flag":
      return "boolean";
    case "choice":
      return literals(shape.values);
    case "open enum":
      return shape.enumType.name;
    case "object":
      return shape.type.name;
    case "map":
      return `Record<string, ${inner(shape.item)}>`;
    case "list":
      return `(${inner(shape.item)})[]`;
    case "values":
      return "Record<string, unknown>";
    case "anything":
      return "unknown";
    case "text or object":
      return "string | Record<string, unknown>";
    case "object or JSON":
      return "Record<string, unknown> | string";
  }
}

/** Returns the named types that fields reference, without duplicates. */
export function namedTypes(fields: Fields): NamedType[] {
  const found = Object.values(fields).flatMap(({ shape }): NamedType[] => {
    if (shape.is === "open enum") return [shape.enumType];
    if (shape.is === "object") return [shape.type, ...namedTypes(shape.type.fields)];
    return shape.is === "map" || shape.is === "list" ? namedTypes({ item: shape.item }) : [];
  });
  return [...new Map(found.map((type) => [type.name, type])).values()];
}

export function objectType({ name, description, fields }: ObjectType, fieldType: (field: Field) => string): string {
  return `${docComment(description)}export interface ${name} {\n${properties(fields, fieldType)}}\n`;
}

/** Returns the declaration of a type for strings with known values. */
export function knownType({ name, description, values }: OpenEnumType): string {
  return `${docComment(description)}export type ${name} = Open<${literals(values)}>;\n`;
}

/** Returns the properties of an interface, each with its documentation. */
export function properties(fields: Fields, fieldType: (field: Field) => string): string {
  return Object.entries(fields)
    .map(([name, field]) => {
      const comment = docComment(sentencesAbout(field), { indent: 2, default: field.default });
      return `${comment}  ${nameOf(name, field)}: ${fieldType(field)};\n`;
    })
    .join("");
}

const nameOf = (name: string, { isOptional }: Field) => `${name}${isOptional ? "?" : ""}`;
const literals = (values: readonly string[]) => values.map((value) => JSON.stringify(value)).join(" | ");
