import type { Field, Fields, Shape } from "../../provider/describe/fields";
import { capitalized, enumerationName } from "../generate/names";
import { sentencesAbout } from "../generate/sentences";

/** The types of described fields in a Pulumi package schema. */

export type Json = Readonly<Record<string, unknown>>;

/** The named types found so far, keyed by token. */
export type SchemaTypes = Record<string, Json>;

export const token = (name: string): string => `graphplane:index:${name}`;
export const anyType: Json = { $ref: "pulumi.json#/Any" };

/** Returns a field with its type and its documentation. `owner` determines the name of a choice's enumeration. */
export function propertyOf(field: Field, owner: string, types: SchemaTypes): Json {
  const { default: byDefault, secret, replaces } = field;
  const description = `${sentencesAbout(field)}${byDefault === undefined ? "" : ` Default: ${byDefault}.`}`;
  return {
    ...typeOf(field.shape, owner, types),
    description: withoutLinks(description),
    ...(secret && { secret }),
    ...(replaces && { replaceOnChanges: true }),
  };
}

/** Returns the properties of an object, and the names of those that are required. */
export function objectOf(fields: Fields, owner: string, types: SchemaTypes): Json {
  return { properties: propertiesOf(fields, owner, types), required: requiredNames(fields) };
}

export function propertiesOf(fields: Fields, owner: string, types: SchemaTypes): Json {
  const properties = Object.entries(fields).map(([name, field]) => [name, propertyOf(field, `${owner}${capitalized(name)}`, types)]);
  return Object.fromEntries(properties) as Json;
}

export const requiredNames = (fields: Fields): string[] => Object.keys(fields).filter((name) => fields[name]?.isOptional !== true);

function typeOf(shape: Shape, owner: string, types: SchemaTypes): Json {
  switch (shape.is) {
    case "text":
    case "range":
    case "host":
      return { type: "string" };
    case "number":
      return { type: shape.isInteger ? "integer" : "number" };
    case "flag":
      return { type: "boolean" };
    case "choice":
      return named(owner, types, () => enumeration(shape.values));
    case "open enum":
      return {
        oneOf: [
          { type: "string" },
          named(shape.enumType.name, types, () => ({ description: shape.enumType.description, ...enumeration(shape.enumType.values) })),
        ],
      };
    case "object": {
      const { name, description, fields } = shape.type;
      return named(name, types, () => ({ type: "object", description: withoutLinks(description), ...objectOf(fields, name, types) }));
    }
    case "map":
      return { type: "object", additionalProperties: typeOf(shape.item.shape, owner, types) };
    case "list":
      return { type: "array", items: typeOf(shape.item.shape, owner, types) };
    case "values":
      return anyObject;
    case "anything":
      return anyType;
    case "text or object":
      return { oneOf: [{ type: "string" }, anyObject] };
    case "object or JSON":
      return { oneOf: [anyObject, { type: "string" }] };
  }
}

const anyObject: Json = { type: "object", additionalProperties: anyType };

/** Returns a reference to a named type, which is created the first time. */
function named(name: string, types: SchemaTypes, make: () => Json): Json {
  if (types[token(name)] === undefined) {
    // Set before the type is created, because a record can contain records of its own type.
    types[token(name)] = {};
    types[token(name)] = make();
  }
  return { $ref: `#/types/${token(name)}` };
}

function enumeration(values: readonly string[]): Json {
  return { type: "string", enum: values.map((value) => ({ name: enumerationName(value), value })) };
}

export const withoutLinks = (text: string): string => text.replace(/\{@link (\w+)\}/g, "`$1`");
