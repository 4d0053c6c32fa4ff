import { z } from "zod";
import { definitionOf } from "../../provider/registry";
import { nameOf, type TypeSpec, type Types } from "./reference-types";

/** The limits of a value, as JSON Schema writes them. */
export interface Limits {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Limits>>;
  readonly items?: Limits;
  readonly additionalProperties?: Limits | boolean;
}

/** The limits of a resource's arguments, by the schema that checks them. */
export function limitsOf(kind: string): Readonly<Record<string, Limits>> {
  const schema = z.toJSONSchema(definitionOf(kind).schema, { io: "input", unrepresentable: "any" }) as Limits;
  return schema.properties ?? {};
}

/** The limits of the fields of each named type that properties lead to. */
export function nestedLimits(
  properties: Readonly<Record<string, TypeSpec>>,
  limits: Readonly<Record<string, Limits>>,
  types: Types,
  found = new Map<string, Readonly<Record<string, Limits>>>(),
) {
  for (const [name, property] of Object.entries(properties)) {
    const own = limits[name];
    const inner = typeof own?.additionalProperties === "object" ? own.additionalProperties : (own?.items ?? own);
    for (const spec of [property, property.items, property.additionalProperties]) {
      const type = spec && nameOf(spec);
      const fields = type === undefined ? undefined : types[`graphplane:index:${type}`]?.properties;
      if (type === undefined || fields === undefined || inner?.properties === undefined || found.has(type)) continue;
      found.set(type, inner.properties);
      nestedLimits(fields, inner.properties, types, found);
    }
  }
  return found;
}

/** The allowed values within the type; empty if every value of the type is accepted, and for an identifier, which the index explains. */
export function limitText(limits: Limits = {}): string {
  const { minimum, maximum, exclusiveMinimum, minLength = 0, minItems = 0, pattern } = limits;
  if (pattern === "^[^/]*$") return "";
  const isSafe = (bound: number | undefined): bound is number => bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  const range = isSafe(minimum) && isSafe(maximum) ? [`${minimum} to ${maximum}`] : isSafe(minimum) ? [`${minimum} or more`] : [];
  return [
    ...range,
    ...(isSafe(exclusiveMinimum) ? [`more than ${exclusiveMinimum}`] : []),
    ...(minLength > 0 ? ["not empty"] : []),
    ...(minItems > 0 ? ["at least one"] : []),
  ].join(", ");
}
