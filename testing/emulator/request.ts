import { type IncomingMessage } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { decodePath, parseJson } from "./values";

/** One request as it arrived, whole. */
export interface Request {
  /** The RequestID of its answer. */
  readonly id: string;
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

/** Reads a request to its end, after which it has its place in the order of arrival. */
export async function readRequest(incoming: IncomingMessage): Promise<Omit<Request, "id">> {
  const text = await textOf(incoming);
  const [path = "", query] = (incoming.url ?? "/").split(/\?(.*)/s);
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: incoming.method ?? "GET",
    path,
    decodedPath: decodePath(path),
    query: Object.fromEntries(new URLSearchParams(query)),
    headers: Object.fromEntries(headers) as Record<string, string>,
    text,
    body: parseJson(text),
  };
}
