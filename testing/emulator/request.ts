import { type IncomingMessage } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { decodePath, parseJson } from "./values";

/** A complete request, as received. */
export interface Request {
  /** The RequestID of its response. */
  readonly id: string;
  readonly method: string;
  /** The encoded path, as sent. */
  readonly path: string;
  /** The decoded path, or the path as sent if it cannot be decoded. */
  readonly decodedPath: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed body; undefined if it is empty or not JSON. */
  readonly body: unknown;
}

/** Reads a request completely, which determines its place in the order of arrival. */
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
