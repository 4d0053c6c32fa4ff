import type { z } from "zod";
import type { Documented } from "../wire/record-shape";
import { InputError } from "./errors";
import type { Method } from "./retry";

/** The names of the parameters in a path: `"x" | "y"` for `"/a/{x}/b/{y}"`. */
type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParameterNames<Rest> : never;

/** The parameters of a path, which are required strings (API 4). */
type PathParameters<Path extends string> = { readonly [Name in ParameterNames<Path>]: string };

export type BodySchema = z.ZodType<Readonly<Record<string, unknown>>>;

interface EndpointOptions<Body extends BodySchema, Result extends z.ZodType, Parameters> {
  /** The number in the table of API 4; undefined if only the public reference documents the endpoint (API 11). */
  readonly number?: number | "data plane";
  /** The strict schema of the request body; undefined if there is no body. */
  readonly body?: Body;
  /** Body fields to redact in errors and logs, even if the service repeats them. */
  readonly secret?: readonly (keyof z.infer<Body> & string)[];
  /** The tolerant schema of the `Result` or the data-plane response; undefined if it is unused or undocumented (API 10.2). */
  readonly result?: Result;
  /** The documented type of the `Result`; undefined if docs/internals/api.md does not contain it. */
  readonly documented?: Documented;
  /** Marks a POST that can be retried even if it might have been processed. */
  readonly repeatable?: true;
  /** Returns the read-cache keys that a write invalidates. Shared reads that started before its end are not reused. */
  changes?(parameters: Parameters, body: z.infer<Body>): readonly string[];
  /** Returns the read-cache keys of a read, for one part of the Result, such as one user in a list, or for all parts. */
  shows?(parameters: Parameters, part?: string): readonly string[];
}

/** An API call, with everything needed to send it and to parse the response. */
export interface Endpoint<Body extends BodySchema, Result extends z.ZodType, Parameters> extends EndpointOptions<Body, Result, Parameters> {
  readonly method: Method;
  /** The path below the {@link prefix} or the host of a data plane, with `{parameter}` placeholders. */
  readonly path: string;
  /** The purpose of the call, as a sentence from the service's documentation. */
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
 * Replaces the placeholders of a path with escaped parameters, so that a parameter can never change the path.
 * @param show formats a parameter for messages, given its value and its escaped form
 */
export function fillPath(path: string, parameters: object, show = (_value: string, escaped: string) => escaped): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value: unknown = Object.hasOwn(parameters, name) ? Reflect.get(parameters, name) : undefined;
    const problem = segmentProblem(value);
    if (problem !== undefined) throw new InputError(`${name} ${problem}: use the identifier that the service returned`);
    return show(String(value), encodeURIComponent(String(value)));
  });
}

/** Explains why a value is not a valid path segment. */
function segmentProblem(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "") return "is empty";
  // URL parsers treat these two as relative segments, even if they are escaped.
  if (value === "." || value === "..") return `is ${JSON.stringify(value)}`;
  return value.isWellFormed() ? undefined : "is not well-formed text";
}
