import type { Documented, RecordShape, Row } from "../../client/wire/record-shape";
import { type Field, type Fields, flag, type ObjectType, type Shape, text } from "../../provider/describe/fields";
import * as knownValues from "../../provider/describe/known-values";
import { namesOf } from "../../provider/functions/fields";
import type { FunctionDefinition } from "../../provider/functions/look-up";

/** The arguments and the results of functions as described fields. */

/** How to describe a string with known values: as an enumeration, or as a plain string. */
export type Openness = "known" | "text";

/** The arguments of a function. */
export function argumentsOf({ required = {}, oneOf = {} }: FunctionDefinition): Fields {
  const optional = Object.entries(oneOf).map(([name, says]) => [name, { ...text(says), isOptional: true as const }]);
  return Object.fromEntries([...Object.entries(required).map(([name, says]) => [name, text(says)]), ...optional]) as Fields;
}

/** The type of a result, or of a field of a record. */
export function shapeOf(type: Documented, openness: Openness, typed?: string): Shape {
  if (typeof type === "object") {
    return "list" in type
      ? { is: "list", item: { shape: shapeOf(type.list, openness), says: "" }, notEmpty: false }
      : { is: "object", type: recordType(type, openness) };
  }
  // Sizes in bytes exceed the integers of some languages.
  if (type === "integer") return { is: "number", isInteger: false };
  if (type === "boolean") return flag("").shape;
  if (type === "any") return typed === undefined ? { is: "anything" } : { is: "object or JSON" };
  const known = Object.values(knownValues).find(({ name }) => name === typed);
  return known === undefined || openness === "text" ? text("").shape : { is: "known", known, notEmpty: false };
}

/** The object that a function returns for a record. Grouped fields become fields of a nested object. */
export function recordType(shape: RecordShape, openness: Openness): ObjectType {
  const names = namesOf(shape);
  const fields = new Map<string, Field>();
  for (const [wire, row] of Object.entries(shape.rows)) {
    const { within, as = "" } = row;
    if (within === undefined) fields.set(names.get(wire) ?? "", fieldOf(row, openness));
    else {
      const group = fields.get(within.name)?.shape;
      const inner = group?.is === "object" ? group.type.fields : {};
      const type = { name: within.returned, says: within.says, fields: { ...inner, [as]: fieldOf(row, openness) } };
      fields.set(within.name, { shape: { is: "object", type }, says: within.says, isOptional: true });
    }
  }
  return { name: shape.returned, says: shape.says, fields: Object.fromEntries(fields) };
}

function fieldOf({ type, says, typed, always }: Row, openness: Openness): Field {
  return { shape: shapeOf(type, openness, typed), says, ...(always === true ? {} : { isOptional: true }) };
}
