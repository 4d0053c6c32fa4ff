import { z } from "zod";
import { getIn, equals, isInexact } from "./json";
import { nearestName } from "./nearest-name";
import { isMarker } from "./unknowns";

/** One problem of one argument, in the engine's form. */
export interface CheckFailure {
  /** The argument's path, e.g. `maintenanceWindow.dayOfWeek`. */
  readonly property: string;
  readonly reason: string;
}

/** An identifier of the service: opaque, but part of paths and of our ids. */
export const identifier = z
  .string()
  .min(1, "must not be empty")
  .regex(/^[^/]*$/, "must not contain a slash");

/**
 * Every problem of the given arguments, each at its own property.
 * Values that are not known yet pass, and so do values that are unchanged from the state: an old state must stay destroyable.
 *
 * @param isSecret true for an argument whose values no reason may show
 */
export function problemsOf(
  schema: z.ZodObject,
  args: Record<string, unknown>,
  old: Record<string, unknown>,
  isSecret: (argument: string) => boolean = () => false,
): CheckFailure[] {
  const parsed = schema.safeParse(args, { error: explain });
  const issues = parsed.success ? [] : parsed.error.issues;
  const found = issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => describeUnknownArgument(issue.path, key, schema))
      : [{ path: issue.path, reason: isSecret(String(issue.path[0])) ? issue.message : withValue(issue, valueAt(args, issue.path)) }],
  );
  const isFound = ({ path }: Problem) => found.some((one) => equals(one.path.map(String), path));
  return [...found, ...inexactNumbers(args, []).filter((one) => !isFound(one))]
    .filter(({ path }) => !isMarker(valueAt(args, path)) && !isUnchanged(args, old, path))
    .map(({ path, reason }) => ({ property: path.map(String).join("."), reason }));
}

/**
 * The reason with the wrong value inside of an argument, but for a configuration's text, which may hold secrets. The engine prints
 * the value of a whole argument itself.
 */
function withValue({ message: reason, path }: z.core.$ZodIssue, value: unknown): string {
  const isPlain = Number.isFinite(value) || ["boolean", "string"].includes(typeof value);
  if (path.length < 2 || !isPlain || /^\s*([[{]|$)/.test(String(value))) return reason;
  const shown = typeof value === "string" && value.length > 60 ? `a text of ${value.length} characters` : JSON.stringify(value);
  return reason.includes(", got ") ? `${reason} ${shown}` : `${reason}, got ${shown}`;
}

interface Problem {
  readonly path: readonly PropertyKey[];
  readonly reason: string;
}

/** Every number that would be sent as another one: in languages with longer integers than JavaScript's, the program holds another. */
function inexactNumbers(value: unknown, path: readonly string[]): Problem[] {
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => inexactNumbers(inner, [...path, key]));
  if (!isInexact(value)) return [];
  const reason = Number.isInteger(value)
    ? "must not be an integer beyond ±(2^53 - 1), which is not carried exactly; give it as a string"
    : `must be a finite number, got ${String(value)}`;
  return [{ path, reason }];
}

function describeUnknownArgument(path: readonly PropertyKey[], key: string, schema: z.ZodObject): Problem {
  const names = namesAt(schema, path);
  const nearest = nearestName(key, names);
  const hint = nearest === undefined ? `the arguments are ${names.join(", ")}` : `did you mean ${nearest}?`;
  return { path: [...path, key], reason: `unknown argument; ${hint}` };
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

/** The value at a path; items of a list are found by their indexes. */
function valueAt(args: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === "object" && inner !== null && Object.hasOwn(inner, key) ? inner[key as never] : undefined),
    args,
  );
}

/** Returns true if the state has the same argument, or neither has it. A new resource has no state. */
function isUnchanged(args: Record<string, unknown>, old: Record<string, unknown>, path: readonly PropertyKey[]): boolean {
  const name = String(path[0]);
  return Object.keys(old).length > 0 && equals(getIn(old, [name]), getIn(args, [name]));
}

/** Words a person reads after the argument's name; undefined leaves zod's own. */
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
  if (issue.code === "invalid_union") return "must be an object, or a string that holds a JSON object";
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

/** The name of a value's type; of a number that is not finite, the number. */
export function typeName(value: unknown): string {
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  return Array.isArray(value) ? "array" : typeof value;
}
