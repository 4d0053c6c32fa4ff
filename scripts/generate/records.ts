import type { Documented, RecordShape, Row } from "../../client/wire/record-shape";
import { type Field, type Fields, flag, type ObjectType, type Shape, text } from "../../provider/describe/fields";
import * as openEnums from "../../provider/describe/open-enums";
import { namesOf } from "../../provider/functions/fields";
import type { FunctionDefinition } from "../../provider/functions/function";

/** Converts the arguments and the results of functions to described fields. */

/** How to describe a string with known values: as an enumeration or as a plain string. */
export type EnumStyle = "known" | "text";

export function argumentsOf({ required = {}, oneOf = {} }: FunctionDefinition): Fields {
  const optional = Object.entries(oneOf).map(([name, description]) => [name, { ...text(description), isOptional: true as const }]);
  return Object.fromEntries([...Object.entries(required).map(([name, description]) => [name, text(description)]), ...optional]) as Fields;
}

/** Returns the type of a result, or of a field of a record. */
export function shapeOf(type: Documented, enumStyle: EnumStyle, typed?: string): Shape {
  if (typeof type === "object") {
    return "list" in type
      ? { is: "list", item: { shape: shapeOf(type.list, enumStyle), description: "" }, notEmpty: false }
      : { is: "object", type: recordType(type, enumStyle) };
  }
  // Sizes in bytes exceed the integers of some languages.
  if (type === "integer") return { is: "number", isInteger: false };
  if (type === "boolean") return flag("").shape;
  if (type === "any") return typed === undefined ? { is: "anything" } : { is: "object or JSON" };
  const enumType = Object.values(openEnums).find(({ name }) => name === typed);
  return enumType === undefined || enumStyle === "text" ? text("").shape : { is: "open enum", enumType, notEmpty: false };
}

/** Returns the object that a function returns for a record. Grouped fields become fields of a nested object. */
export function recordType(shape: RecordShape, enumStyle: EnumStyle): ObjectType {
  const names = namesOf(shape);
  const fields = new Map<string, Field>();
  for (const [wire, row] of Object.entries(shape.rows)) {
    const { within, as = "" } = row;
    if (within === undefined) fields.set(names.get(wire) ?? "", fieldOf(row, enumStyle));
    else {
      const group = fields.get(within.name)?.shape;
      const inner = group?.is === "object" ? group.type.fields : {};
      const type = { name: within.returned, description: within.description, fields: { ...inner, [as]: fieldOf(row, enumStyle) } };
      fields.set(within.name, { shape: { is: "object", type }, description: within.description, isOptional: true });
    }
  }
  return { name: shape.returned, description: shape.description, fields: Object.fromEntries(fields) };
}

function fieldOf({ type, description, typed, always }: Row, enumStyle: EnumStyle): Field {
  return { shape: shapeOf(type, enumStyle, typed), description, ...(always === true ? {} : { isOptional: true }) };
}
