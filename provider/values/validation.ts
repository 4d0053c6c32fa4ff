import { z } from "zod";
import { getIn, equals, isInexact } from "./json";
import { nearestName } from "./nearest-name";
import { isMarker } from "./unknowns";

/** A problem with an argument, in the engine's format. */
export interface CheckFailure {
  /** The argument's path, e.g. `maintenanceWindow.dayOfWeek`. */
  readonly property: string;
  readonly reason: string;
}

/** An identifier of the service, which is opaque, but is part of paths and resource ids. */
export const identifier = z
  .string()
  .min(1, "must not be empty")
  .regex(/^[^/]*$/, "must not contain a slash");

/**
 * Returns all problems with the arguments. Unknown values are accepted, and so are values that are unchanged from the state, because it
 * must be possible to destroy an old state. The reasons contain no secret values.
 */
export function problemsOf(
  schema: z.ZodObject,
  args: Record<string, unknown>,
  old: Record<string, unknown>,
  isSecret: (argument: string) => boolean = () => false,
): CheckFailure[] {
  const parsed = schema.safeParse(args, { error: explain, reportInput: true });
  const found = (parsed.error?.issues ?? []).flatMap((issue): Problem[] => {
    const { path, input, message } = issue;
    if (issue.code !== "unrecognized_keys")
      return [{ path, value: input, reason: isSecret(String(path[0])) ? withoutFix(message) : withValue(message, path, input) }];
    const names = namesAt(schema, path);
    return issue.keys.map((key) => ({ path: [...path, key], value: getIn(input, [key]), reason: describeUnknownArgument(key, names) }));
  });
  const isFound = ({ path }: Problem) => found.some((other) => equals(other.path.map(String), path));
  return [...found, ...inexactNumbers(args, []).filter((problem) => !isFound(problem))]
    .filter(({ path, value }) => !isMarker(value) && !isUnchanged(args, old, path))
    .map(({ path, reason }) => ({ property: path.map(String).join("."), reason }));
}

interface Problem {
  readonly path: readonly PropertyKey[];
  readonly value: unknown;
  readonly reason: string;
}

/** Adds an invalid value that is inside an argument, which the engine does not print. JSON strings are omitted, because they might contain secrets. */
function withValue(reason: string, path: readonly PropertyKey[], value: unknown): string {
  const isPlain = Number.isFinite(value) || ["boolean", "string"].includes(typeof value);
  if (path.length < 2 || !isPlain || /^\s*([[{]|$)/.test(String(value))) return reason;
  const shown = typeof value === "string" && value.length > 60 ? `a string of ${value.length} characters` : JSON.stringify(value);
  return reason.includes(", got ") ? `${reason} ${shown}` : `${reason}, got ${shown}`;
}

/** Removes the suggested fix from the end of a reason, because it contains the value. */
const withoutFix = (reason: string): string => reason.replace(/: "[^"]*"$/, "");

/** Returns all numbers that JavaScript cannot represent exactly, such as a 64-bit integer from a program in a different language. */
function inexactNumbers(value: unknown, path: readonly string[]): Problem[] {
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => inexactNumbers(inner, [...path, key]));
  if (!isInexact(value)) return [];
  const reason = Number.isInteger(value)
    ? `must not be an integer beyond ±(2^53 - 1), because it would lose precision; pass ${path.length > 1 ? "it as a string" : "a smaller one"}`
    : `must be a finite number, got ${String(value)}`;
  return [{ path, value, reason }];
}

function describeUnknownArgument(key: string, names: readonly string[]): string {
  const nearest = nearestName(key, names);
  const hint = nearest === undefined ? `the arguments are ${names.join(", ")}` : `did you mean ${nearest}?`;
  return `unknown argument; ${hint}`;
}

function namesAt(schema: unknown, path: readonly PropertyKey[]): string[] {
  if (schema instanceof z.ZodOptional) return namesAt(schema.unwrap(), path);
  const [key, ...inner] = path;
  if (schema instanceof z.ZodObject) return key === undefined ? Object.keys(schema.shape) : namesAt(schema.shape[String(key)], inner);
  if (schema instanceof z.ZodArray) return namesAt(schema.element, inner);
  return schema instanceof z.ZodRecord ? namesAt(schema.valueType, inner) : [];
}

/** Returns true if the argument is the same in the state, or missing from both. A new resource has no state. */
function isUnchanged(args: Record<string, unknown>, old: Record<string, unknown>, path: readonly PropertyKey[]): boolean {
  const name = String(path[0]);
  return Object.keys(old).length > 0 && equals(getIn(old, [name]), getIn(args, [name]));
}

/** Returns the message to print after the argument's name; undefined to use zod's own message. */
function explain(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_type") {
    if (issue.input === undefined || issue.input === null) return "is required";
    const got = issue.expected === "int" ? "a fraction" : typeName(issue.input);
    return `must be ${types[issue.expected] ?? issue.expected}, got ${got}`;
  }
  if (issue.code === "too_small" && issue.origin !== "string" && issue.origin !== "array") return `must be at least ${issue.minimum}`;
  if (issue.code === "too_small") return "must not be empty";
  if (issue.code === "too_big") return `must be at most ${issue.maximum}`;
  if (issue.code === "invalid_value") return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
  if (issue.code === "invalid_union") return "must be an object, or a string that contains a JSON object";
  return undefined;
}

const types: Readonly<Record<string, string>> = {
  int: "an integer",
  number: "a number",
  string: "a string",
  boolean: "a boolean",
  object: "an object",
  record: "a map",
  array: "an array",
};

/** Returns the name of a value's type, or the number itself if it is not finite. */
export function typeName(value: unknown): string {
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  return Array.isArray(value) ? "array" : typeof value;
}
