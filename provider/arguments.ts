import { distance } from "fastest-levenshtein";
import { z } from "zod";
import { at, isObject, same } from "./diff";

/** One problem of one argument, in the engine's form. */
export interface CheckFailure {
  /** The argument's path, e.g. `maintenanceWindow.dayOfWeek`. */
  readonly property: string;
  readonly reason: string;
}

/** An identifier of the service: opaque, but it stands in paths and in ids of ours. */
export const identifier = z
  .string()
  .min(1, "must not be empty")
  .regex(/^[^/]*$/, "must not hold a slash");

/** A time in seconds, more than 0. */
export const seconds = z.number().positive("must be more than 0 seconds");

/** The strings that stand for values which are not known yet: one for each kind of value. */
const unknowns = new Set([
  "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

/** True for a value that is not known yet, or has one inside. */
export function isUnknown(value: unknown): boolean {
  if (typeof value === "string") return unknowns.has(value);
  if (Array.isArray(value)) return value.some(isUnknown);
  return isObject(value) && Object.values(value).some(isUnknown);
}

/**
 * Every problem of the given arguments, each at its own property.
 * Values that are not known yet pass, and so do values that stand in state unchanged: an old state must stay destroyable.
 */
export function problemsOf(schema: z.ZodObject, args: Record<string, unknown>, old: Record<string, unknown>): CheckFailure[] {
  const parsed = schema.safeParse(args, { error: explain });
  if (parsed.success) return [];
  const known = Object.keys(schema.shape);
  return parsed.error.issues
    .flatMap((issue) =>
      issue.code === "unrecognized_keys" ? issue.keys.map((key) => unrecognized(issue.path, key, schema, known)) : [problem(issue)],
    )
    .filter(({ path }) => !unknownAt(args, path) && !unchanged(args, old, path))
    .map(({ path, reason }) => ({ property: path.map(String).join("."), reason }));
}

interface Problem {
  readonly path: readonly PropertyKey[];
  readonly reason: string;
}

function problem(issue: z.core.$ZodIssue): Problem {
  return { path: issue.path, reason: issue.message };
}

function unrecognized(path: readonly PropertyKey[], key: string, schema: z.ZodObject, top: readonly string[]): Problem {
  const names = path.length === 0 ? top : namesAt(schema, path);
  const nearest = names.toSorted((a, b) => distance(key, a) - distance(key, b))[0];
  const close = nearest !== undefined && distance(key.toLowerCase(), nearest.toLowerCase()) <= Math.max(2, nearest.length / 3);
  const mend = close ? `did you mean ${nearest}?` : `known are ${names.join(", ")}`;
  return { path: [...path, key], reason: `is not an argument: ${mend}` };
}

/** The names that an object of the schema at a path may have. */
function namesAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const inner = path.reduce<z.ZodType | undefined>((type, key) => {
    const bare = type instanceof z.ZodOptional ? (type.unwrap() as z.ZodType) : type;
    if (bare instanceof z.ZodObject) return bare.shape[String(key)] as z.ZodType | undefined;
    if (bare instanceof z.ZodArray) return bare.element as z.ZodType;
    return bare instanceof z.ZodRecord ? (bare.valueType as z.ZodType) : undefined;
  }, schema);
  const bare = inner instanceof z.ZodOptional ? (inner.unwrap() as z.ZodType) : inner;
  return bare instanceof z.ZodObject ? Object.keys(bare.shape) : [];
}

/** Whether the value at a path is not known yet; a list's items are found under their indexes. */
function unknownAt(args: unknown, path: readonly PropertyKey[]): boolean {
  const value = path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], args);
  return typeof value === "string" && unknowns.has(value);
}

/** The whole argument stands in state as it is given, or is missing in both. A new resource has nothing in state. */
function unchanged(args: Record<string, unknown>, old: Record<string, unknown>, path: readonly PropertyKey[]): boolean {
  const name = String(path[0]);
  return Object.keys(old).length > 0 && same(at(old, [name]), at(args, [name]));
}

/** Words a person reads after the argument's name; undefined leaves zod's own. */
function explain(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_type") {
    if (issue.input === undefined || issue.input === null) return "is required";
    const got = issue.expected === "int" ? "a number with a fraction" : describeKind(issue.input);
    return `must be ${kinds[issue.expected] ?? issue.expected}, not ${got}`;
  }
  if (issue.code === "too_small" && issue.origin !== "string" && issue.origin !== "array") return `must be at least ${issue.minimum}`;
  if (issue.code === "too_small") return "must not be empty";
  if (issue.code === "too_big") return `must be at most ${issue.maximum}`;
  if (issue.code === "invalid_value") return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
  if (issue.code === "invalid_union") return "must be an object, or a text that holds a JSON object";
  return undefined;
}

const kinds: Readonly<Record<string, string>> = {
  int: "a whole number",
  number: "a number",
  string: "a text",
  boolean: "true or false",
  object: "an object",
  record: "a map",
  array: "a list",
};

function describeKind(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return { string: "a text", number: "a number", boolean: "true or false" }[typeof value as string] ?? "an object";
}
