import type { z } from "zod";
import type { Documented } from "../wire/record-shape";
import { InputError } from "./errors";
import type { Method } from "./retry";

/** The parameter names of a path: `"x" | "y"` for `"/a/{x}/b/{y}"`. */
type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParameterNames<Rest> : never;

/** The parameters of a path: required strings (API 4). */
type PathParameters<Path extends string> = { readonly [Name in ParameterNames<Path>]: string };

export type BodySchema = z.ZodType<Readonly<Record<string, unknown>>>;

interface EndpointOptions<Body extends BodySchema, Result extends z.ZodType, Parameters> {
  /** The number in the table of API 4; absent if only the public reference documents the endpoint (API 11). */
  readonly number?: number | "data plane";
  /** The strict schema of the request body; absent if there is none. */
  readonly body?: Body;
  /** Body fields to redact in errors and logs, even if the service repeats them. */
  readonly secret?: readonly (keyof z.infer<Body> & string)[];
  /** The tolerant schema of the `Result` or the data-plane response; absent if it is not used or not shown (API 10.2). */
  readonly result?: Result;
  /** The documented type of the `Result`; absent if docs/internals/api.md does not show it. */
  readonly documented?: Documented;
  /** Marks a POST that can be retried even if it might have been processed. */
  readonly repeatable?: true;
  /** The read-cache keys that a write invalidates for shared reads started before its end. */
  changes?(parameters: Parameters, body: z.infer<Body>): readonly string[];
  /** The read-cache keys of a read: of one part of the Result, such as one user of a list, or of all. */
  shows?(parameters: Parameters, part?: string): readonly string[];
}

/** An API call: everything needed to send it and to parse its response. */
export interface Endpoint<Body extends BodySchema, Result extends z.ZodType, Parameters> extends EndpointOptions<Body, Result, Parameters> {
  readonly method: Method;
  /** The path below {@link prefix} or a data plane's host, with `{parameter}` placeholders. */
  readonly path: string;
  /** Its purpose, as a sentence from the service's documentation. */
  readonly purpose: string;
}

export type AnyEndpoint = Endpoint<BodySchema, z.ZodType, never>;

/** Creates an endpoint with types inferred from its path and schemas. */
export function endpoint<
  Path extends string,
  Body extends BodySchema = z.ZodType<Readonly<Record<never, unknown>>>,
  Result extends z.ZodType = z.ZodUnknown,
  Parameters extends PathParameters<Path> = PathParameters<Path>,
>(
  method: Method,
  path: Path,
  purpose: string,
  options: EndpointOptions<Body, Result, Parameters> = {},
): Endpoint<Body, Result, Parameters> {
  return { method, path, purpose, ...options };
}

/** The prefix of every control-plane path (API 9). */
export const prefix = "/controller/v4/v2";

/**
 * Fills parameters into the path and escapes them, so that a parameter can never lead to a different path.
 *
 * @param show formats a parameter for messages, from its value and its escaped form
 */
export function fillPath(path: string, parameters: object, show = (_value: string, escaped: string) => escaped): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value: unknown = Object.hasOwn(parameters, name) ? Reflect.get(parameters, name) : undefined;
    const problem = segmentProblem(value);
    if (problem !== undefined) throw new InputError(`${name} ${problem}: use the identifier that the service returned`);
    return show(String(value), encodeURIComponent(String(value)));
  });
}

/** Returns why a value is not a valid path segment. */
function segmentProblem(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "") return "is empty";
  // URL parsers resolve these two as relative segments even if escaped.
  if (value === "." || value === "..") return `is ${JSON.stringify(value)}`;
  return value.isWellFormed() ? undefined : "is not well-formed text";
}
