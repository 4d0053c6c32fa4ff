import type { z } from "zod";
import type { Documented } from "../wire/record-shape";
import { InputError } from "./errors";
import type { Method } from "./retry";

/** The names between braces in a path, e.g. `"/a/{x}/b/{y}"` gives `"x" | "y"`. */
type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParameterNames<Rest> : never;

/** The parameters of a path: all texts, all required (API 4). */
export type PathParameters<Path extends string> = { readonly [Name in ParameterNames<Path>]: string };

/** An endpoint of the control plane: everything needed to call it. */
export interface Endpoint<Path extends string = string, Body extends z.ZodType = z.ZodType, Result extends z.ZodType = z.ZodType> {
  /** The number in the table of API 4; absent if only the public reference shows the endpoint (API 11). */
  readonly number?: number;
  readonly method: Method;
  /** The path with `{parameter}` places, relative to the base URL. */
  readonly path: Path;
  /** Its purpose, in the words of the service's description. */
  readonly purpose: string;
  /** The shape of the request's body, strict; absent if there is none. */
  readonly body?: Body;
  /** Fields of the body that no error or log line may show, even if the service repeats them. */
  readonly secret?: readonly (keyof z.infer<Body> & string)[];
  /** The shape of the envelope's `Result`, tolerant; absent if it is not read, or its shape is not shown (API 10.2). */
  readonly result?: Result;
  /** The documented type of the `Result`; absent if docs/internals/api.md does not show it. */
  readonly documented?: Documented;
  /** Marks a POST that may be repeated although it may have been processed. */
  readonly repeatable?: true;
  /** The names ({@link nameOf}) of what the request changes: no shared read that began before its end is used for these. */
  changes?(parameters: PathParameters<Path>, body: z.infer<Body>): readonly string[];
}

/** A name for what requests change, of a kind and its identifiers. */
export function nameOf(kind: string, ...ids: readonly string[]): string {
  return JSON.stringify([kind, ...ids]);
}

/** The beginning of every control-plane path (API 9). */
export const prefix = "/controller/v4/v2";

/** Keeps the literal types of an endpoint. */
export function endpoint<Path extends string, Body extends z.ZodType, Result extends z.ZodType>(
  endpoint: Endpoint<Path, Body, Result>,
): Endpoint<Path, Body, Result> {
  return endpoint;
}

/** An endpoint of the data plane. */
export interface DataPlaneEndpoint<Path extends string = string, Result extends z.ZodType = z.ZodType> {
  /** `documented` in API 4; `extension` if only the public reference shows it (API 10.13). */
  readonly source: "documented" | "extension";
  readonly method: "POST";
  /** The path with `{parameter}` places, relative to the workspace's host. */
  readonly path: Path;
  /** Its purpose. */
  readonly purpose: string;
  /** The shape of the response, tolerant. */
  readonly result: Result;
}

/** Keeps the literal types of an endpoint of the data plane. */
export function dataPlaneEndpoint<Path extends string, Result extends z.ZodType>(
  endpoint: DataPlaneEndpoint<Path, Result>,
): DataPlaneEndpoint<Path, Result> {
  return endpoint;
}

/** The path with its parameters filled in and escaped: a parameter can never reach another path. */
export function fillPath(path: string, parameters: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => escapeSegment(name, parameters[name]));
}

/** The path as a message shows it: each parameter, in its escaped form, as `show` gives it. */
export function showPath(
  path: string,
  parameters: Readonly<Record<string, string>>,
  show: (value: string, escaped: string) => string,
): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => show(parameters[name] ?? "", escapeSegment(name, parameters[name])));
}

function escapeSegment(name: string, value: string | undefined): string {
  if (typeof value !== "string" || value === "") throw new InputError(`${name} is empty: give the identifier as the service shows it`);
  // URL parsers take these two as steps in the path even where they are escaped.
  if (value === "." || value === "..")
    throw new InputError(`${name} is ${JSON.stringify(value)}: give the identifier as the service shows it`);
  if (!value.isWellFormed()) throw new InputError(`${name} is not well-formed text: give the identifier as the service shows it`);
  return encodeURIComponent(value);
}
