import { type IncomingMessage } from "node:http";
import { decodePath, parseJson } from "./values";

/** One request as it arrived, whole. */
export interface Request {
  readonly method: string;
  /** The path as it was sent, still escaped. */
  readonly path: string;
  /** The path with its escapes undone; as it was sent where it cannot be undone. */
  readonly decodedPath: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body as JSON; undefined where it is empty or no JSON. */
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

/** What a filter takes: a path's end as a text, or a pattern; both are held against the decoded path. */
export type PathPattern = string | RegExp;

/** Whether a decoded path fits the pattern. */
export function fitsPath(pattern: PathPattern, decodedPath: string): boolean {
  return typeof pattern === "string"
    ? decodedPath.endsWith(pattern)
    : new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, "")).test(decodedPath);
}
