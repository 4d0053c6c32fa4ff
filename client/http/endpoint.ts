import type { z } from "zod";
import type { Documented } from "../wire/record-shape";
import { InputError } from "./errors";
import type { Method } from "./retry";

/** The names between braces in a path, e.g. `"/a/{x}/b/{y}"` gives `"x" | "y"`. */
type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParameterNames<Rest> : never;

/** The parameters of a path: all texts, all required (API 4). */
type PathParameters<Path extends string> = { readonly [Name in ParameterNames<Path>]: string };

export type BodySchema = z.ZodType<Readonly<Record<string, unknown>>>;

interface EndpointOptions<Body extends BodySchema, Result extends z.ZodType, Parameters> {
  /** The number in the table of API 4; absent if only the public reference shows the endpoint (API 11). */
  readonly number?: number | "data plane";
  /** The shape of the request's body, strict; absent if there is none. */
  readonly body?: Body;
  /** Fields of the body that no error or log line may show, even if the service repeats them. */
  readonly secret?: readonly (keyof z.infer<Body> & string)[];
  /** The shape of the `Result`, or of the data plane's response, tolerant; absent if it is not read, or not shown (API 10.2). */
  readonly result?: Result;
  /** The documented type of the `Result`; absent if docs/internals/api.md does not show it. */
  readonly documented?: Documented;
  /** Marks a POST that may be repeated although it may have been processed. */
  readonly repeatable?: true;
  /** The names in the read cache of what a write changes: no shared read that began before its end shows these. */
  changes?(parameters: Parameters, body: z.infer<Body>): readonly string[];
  /** The names in the read cache of what a read shows: of one part of the Result, such as one user of a list, or of all. */
  shows?(parameters: Parameters, part?: string): readonly string[];
}

/** A call of the service: everything needed to send it and to read its response. */
export interface Endpoint<Body extends BodySchema, Result extends z.ZodType, Parameters> extends EndpointOptions<Body, Result, Parameters> {
  readonly method: Method;
  /** The path with `{parameter}` places, below {@link prefix} or a data plane's host. */
  readonly path: string;
  /** Its purpose, in the words of the service's description; a sentence. */
  readonly purpose: string;
}

export type AnyEndpoint = Endpoint<BodySchema, z.ZodType, never>;

/** Makes an endpoint; its types follow from the path and the schemas. */
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

/** The beginning of every control-plane path (API 9). */
export const prefix = "/controller/v4/v2";

/**
 * The path with its parameters filled in and escaped: a parameter can never reach another path.
 *
 * @param show spells a parameter, from its value and its escaped form, in a path that a message shows
 */
export function fillPath(path: string, parameters: object, show = (_value: string, escaped: string) => escaped): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value: unknown = Object.hasOwn(parameters, name) ? Reflect.get(parameters, name) : undefined;
    const problem = segmentProblem(value);
    if (problem !== undefined) throw new InputError(`${name} ${problem}: give the identifier as the service shows it`);
    return show(String(value), encodeURIComponent(String(value)));
  });
}

/** Returns why a value cannot be a segment of a path. */
function segmentProblem(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "") return "is empty";
  // URL parsers take these two as steps in the path even where they are escaped.
  if (value === "." || value === "..") return `is ${JSON.stringify(value)}`;
  return value.isWellFormed() ? undefined : "is not well-formed text";
}
