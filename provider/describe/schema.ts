import { z } from "zod";
import { hostProblem } from "../../client/api/host";
import { rangeProblem } from "../values/cidr";
import { parseObject } from "../values/json";
import { identifier, typeName } from "../values/validation";
import type { Field, Fields, Shape, ValuesOf } from "./fields";
import { type Description, formatsIn, namesWhere, wireNames } from "./resource";

/** Builds the schemas of arguments from their descriptions. The only module of this directory that loads zod. */

export function schemaOf<All extends Fields>(fields: All): z.ZodObject & z.ZodType<ValuesOf<All>> {
  const shape = Object.entries(fields).map(([name, field]) => [name, schemaOfField(field)]);
  return z.strictObject(Object.fromEntries(shape) as z.ZodRawShape) as unknown as z.ZodObject & z.ZodType<ValuesOf<All>>;
}

/** Derives parts of a resource definition from its description. */
export function definitionFrom(description: Description) {
  const { arguments: fields, outputs } = description;
  return {
    ...description,
    schema: schemaOf(fields),
    /** The service's fields, keyed by the argument that declares each of them. */
    fields: wireNames(fields),
    /** The expected formats of strings, keyed by argument path. Any other format causes a warning. */
    formats: formatsIn(fields),
    secret: namesWhere(fields, ({ secret }) => secret === true),
    secretOutputs: namesWhere(outputs, ({ secret }) => secret === true),
    /** Arguments whose value the service chooses when the program omits them. The state keeps the value, so that removing the argument changes nothing. */
    optionalComputed: namesWhere(fields, ({ optionalComputed }) => optionalComputed === true),
    /** Arguments and outputs with user data, which is sent and stored unchanged, including nulls. */
    opaqueJson: [
      ...namesWhere(fields, ({ opaqueJson }) => opaqueJson === true),
      ...namesWhere(outputs, ({ opaqueJson }) => opaqueJson === true),
    ],
  };
}

export type DescribedParts = ReturnType<typeof definitionFrom>;

function schemaOfField({ shape, isOptional }: Field): z.ZodType {
  const schema = schemaOfShape(shape);
  return isOptional === true ? schema.optional() : schema;
}

function schemaOfShape(shape: Shape): z.ZodType {
  switch (shape.is) {
    case "text":
      return textSchema(shape);
    case "number":
      return numberSchema(shape);
    case "flag":
      return z.boolean();
    case "choice":
      return z.enum(shape.values);
    case "open enum":
      return shape.notEmpty ? z.string().min(1) : z.string();
    case "object":
      return schemaOf(shape.type.fields);
    case "map":
      return refused(z.record(z.string(), schemaOfField(shape.item)), (map) => ("" in map ? "must not have an empty key" : undefined));
    case "list":
      return shape.notEmpty ? z.array(schemaOfField(shape.item)).min(1) : z.array(schemaOfField(shape.item));
    case "range":
      return refused(z.string(), rangeProblem);
    case "host":
      return refused(z.string(), hostProblem);
    case "values":
      return z.record(z.string(), z.unknown());
    case "anything":
      return z.unknown();
    case "text or object":
      return refused(textOrObject, shape.problem);
    case "object or JSON":
      return objectOrJson;
  }
}

const textOrObject = z.union([z.string(), z.record(z.string(), z.unknown())], {
  error: ({ input }) => (input === undefined ? "is required" : `must be a string or an object, got ${typeName(input)}`),
});

const objectOrJson = z.union([
  z.record(z.string(), z.unknown()),
  z.string().refine((text) => parseObject(text) !== undefined, "must be an object, or a string that contains a JSON object"),
]);

function textSchema({ notEmpty, isIdentifier, wellFormed, problem }: Extract<Shape, { is: "text" }>): z.ZodType {
  const filled = notEmpty ? z.string().min(1, "must not be empty") : z.string();
  const free = refused(isIdentifier ? identifier : filled, problem);
  return wellFormed ? free.refine((text) => text.isWellFormed(), "must be well-formed Unicode") : free;
}

/** Sets only the given bounds. Otherwise, zod would report the bounds of safe integers as well. */
function numberSchema({ isInteger, min, max, above }: Extract<Shape, { is: "number" }>): z.ZodType {
  if (above !== undefined) return z.number().gt(above, `must be more than ${above} seconds`);
  const whole = isInteger ? z.int() : z.number();
  const least = min === undefined ? whole : whole.min(min);
  return max === undefined ? least : least.max(max);
}

function refused<Value>(schema: z.ZodType<Value>, problem?: (value: Value) => string | undefined): z.ZodType<Value> {
  if (problem === undefined) return schema;
  return schema.superRefine((value, context) => {
    const message = problem(value);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });
}
