import { sentCredentials } from "./credentials";
import { type ErrorDetail, type ErrorType, html } from "./envelope";
import { type Exchange } from "./exchange";
import { type Delay } from "./profile";
import { type Request } from "./request";
import { isObject, parseJson } from "./values";

/** A fault that can apply after the request was processed, and discards the actual response. */
interface Late {
  applied?: boolean;
}

interface ErrorContent extends Late {
  type?: ErrorType;
  message?: string;
  details?: readonly Partial<ErrorDetail>[];
}

type Status = ErrorContent & { status: number; retryAfter?: number | string };

const silence: (options: Late) => void = () => undefined;

type FaultHandler = (options: never, exchange: Exchange) => void | Promise<void>;

/** The kinds of faults, with their options and their effects on a request. */
export const faultHandlers = {
  /** Responds with the given status and an error in the plane's format. */
  status: (options: Status, exchange) => sendError(options, exchange),
  /** Responds with 200 and `Error: true` (`error: true` on the data plane). */
  "error-200": (options: ErrorContent, exchange) => sendError({ ...options, status: 200 }, exchange),
  /** Responds with an HTML page, by default with status 502. */
  html: ({ status = 502 }: Late & { status?: number }, exchange) =>
    exchange.send(html(status, status === 200 ? "Welcome" : `${status} Bad Gateway`)),
  /** Resets the connection without applying the request. */
  "reset-before": (_: object, exchange) => exchange.reset(),
  /** Applies the request, then resets the connection without responding. */
  "reset-after": (_: object, exchange) => {
    exchange.serve();
    exchange.reset();
  },
  /** Responds with 429 `Quota-Exceed` and `Retry-After`, by default 1 second. */
  "rate-limit": (options: ErrorContent & { retryAfter?: number | string }, exchange) =>
    sendError({ type: "Quota-Exceed", message: "Too many requests.", retryAfter: 1, ...options, status: 429 }, exchange),
  /** Never responds; the client or the emulator closes the connection. */
  hang: silence,
  /** Sends half of the response body. Then resets the connection, or closes it `cleanly` as if the body were complete. */
  truncated: async ({ ends = "reset" }: { ends?: "reset" | "cleanly" }, exchange) => {
    const answer = exchange.serve();
    const half = answer.body.slice(0, Math.ceil(answer.body.length / 2));
    if (ends === "cleanly") return exchange.send({ ...answer, body: half });
    await exchange.sendPart(answer, half);
    exchange.cut();
  },
  /** Sends the actual or the given status without a body. */
  empty: ({ status }: { status?: number }, exchange) => {
    const answer = exchange.serve();
    return exchange.send({ ...answer, status: status ?? answer.status, body: "" });
  },
  /** Sends the actual body with a different content type, by default `text/plain`. */
  "wrong-content-type": ({ contentType = "text/plain" }: { contentType?: string }, exchange) =>
    exchange.send({ ...exchange.serve(), contentType }),
  /** Sends the actual response with a different Result: malformed, or the given value. */
  "wrong-shape": ({ shape = "text", ...options }: { shape?: WrongShape; result?: unknown }, exchange) => {
    const answer = exchange.serve();
    if (answer.contentType !== "application/json") return exchange.send(answer);
    const envelope = JSON.parse(answer.body) as Record<string, unknown>;
    const key = "Result" in envelope ? "Result" : "results";
    const bare = shape === "no-envelope" && !("result" in options);
    const result = "result" in options ? options.result : wrongResults[shape](envelope[key]);
    return exchange.send({ ...answer, body: JSON.stringify(bare ? result : { ...envelope, [key]: result }) });
  },
  /** Responds to a write as if it had been accepted, and drops it. */
  "accepted-not-applied": (_: object, exchange) => exchange.send(exchange.service.rehearse(exchange.request)),
  /** Responds to a write immediately (never, if `lost`) and applies it later, by default after 2 reads. */
  "applied-late": ({ after = 2, lost }: { after?: Delay; lost?: boolean }, exchange) => {
    const { service, request } = exchange;
    const answer = service.rehearse(request);
    service.answerLater(request, after);
    return lost === true ? exchange.reset() : exchange.send(answer);
  },
  /** Responds with an error that repeats the credentials, password, and secret of the request, plain and encoded. */
  "echo-secret": ({ status = 400, type = "Bad-Request" }: { status?: number; type?: ErrorType }, exchange) => {
    const forms = secretsIn(exchange.request).flatMap((value) => [
      value,
      encodeURIComponent(value),
      Buffer.from(value).toString("base64"),
      JSON.stringify(value),
    ]);
    const details = forms.map((form) => ({ FieldName: "x-api-key", Reason: `${form} is not accepted` }));
    return sendError({ status, type, message: `Cannot use ${forms.join(" or ")}.`, details }, exchange);
  },
  /** Redirects, 307 by default. */
  redirect: ({ location, status = 307 }: { location: string; status?: number }, exchange) =>
    exchange.send({ status, contentType: "text/plain", body: "", headers: { location } }),
  /** Sends the actual body in chunks with pauses. A pause of `Infinity` stalls permanently after the first chunk. */
  "slow-body": async ({ pieces = 4, pauseMs = 5 }: { pieces?: number; pauseMs?: number }, exchange) => {
    const answer = exchange.serve();
    const size = Math.max(1, Math.ceil(answer.body.length / pieces));
    await exchange.sendPart(answer, answer.body.slice(0, size));
    if (pauseMs === Infinity) return;
    for (let at = size; at < answer.body.length; at += size) {
      await exchange.sleep(pauseMs);
      await exchange.sendMore(answer.body.slice(at, at + size));
    }
    exchange.end();
  },
} satisfies Readonly<Record<string, FaultHandler>>;

export type FaultOptions = { [Kind in keyof typeof faultHandlers]: Parameters<(typeof faultHandlers)[Kind]>[0] };

/** The name of a fault. */
export type FaultKind = keyof FaultOptions;

/** The payload that replaces `Result`, or `results` on the data plane. */
const wrongResults = {
  null: () => null,
  absent: () => undefined,
  text: () => "unexpected",
  number: () => 42,
  boolean: () => true,
  "empty-object": () => ({}),
  "empty-array": () => [],
  "empty-lists": withoutItems,
  array: (result) => [result],
  "no-envelope": (result = null) => result,
} satisfies Readonly<Record<string, (result: unknown) => unknown>>;

export type WrongShape = keyof typeof wrongResults;

export const faultKinds = Object.keys(faultHandlers) as readonly FaultKind[];
export const shapeNames = Object.keys(wrongResults) as readonly WrongShape[];

/** Returns the value with all of its lists emptied. */
function withoutItems(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutItems(inner)]));
}

function sendError(options: Status, exchange: Exchange): Promise<void> {
  const { status, type = "Internal-Error", message = "The service could not process the request.", details, retryAfter } = options;
  const answer = exchange.service.error(exchange.request, { status, type, message, details });
  return exchange.send(retryAfter === undefined ? answer : { ...answer, headers: { "retry-after": String(retryAfter) } });
}

function secretsIn(request: Request): string[] {
  const headers = sentCredentials(request).map(({ value }) => value);
  return [...headers, ...textsUnder(/password|secret|token|config_value/i, request.body)].filter((value) => value !== "");
}

/** Returns all strings under a matching name, at any depth, including inside JSON strings. */
function textsUnder(wanted: RegExp, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => textsUnder(wanted, item));
  if (typeof value === "string" && /^\s*[[{]/.test(value)) return textsUnder(wanted, parseJson(value));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(wanted.test(name) && typeof inner === "string" ? [inner] : []),
    ...textsUnder(wanted, inner),
  ]);
}
