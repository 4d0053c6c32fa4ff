import { type IncomingMessage } from "node:http";
import { decodePath, parseJson } from "./values";

/** One request as it arrived, whole. */
export interface Request {
  readonly method: string;
  /** The path as it was sent, still escaped. */
  readonly path: string;
  /** The path without escapes; as it was sent if it cannot be decoded. */
  readonly decodedPath: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed body; undefined if it is empty or not JSON. */
  readonly body: unknown;
}

/** Reads a request to its end. */
export async function readRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  const url = incoming.url ?? "/";
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  const query = Object.fromEntries(new URLSearchParams(mark < 0 ? "" : url.slice(mark + 1)));
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]);
  return {
    method: incoming.method ?? "GET",
    path,
    decodedPath: decodePath(path),
    query,
    headers: Object.fromEntries(headers) as Record<string, string>,
    text,
    body: parseJson(text),
  };
}

/** The end of a decoded path as a string, or a pattern for the whole. */
export type PathPattern = string | RegExp;

/** Returns true if a decoded path fits the pattern. */
export function fitsPath(pattern: PathPattern, decodedPath: string): boolean {
  return typeof pattern === "string"
    ? decodedPath.endsWith(pattern)
    : new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, "")).test(decodedPath);
}
