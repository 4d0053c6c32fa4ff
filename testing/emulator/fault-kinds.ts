import { sentCredentials } from "./credentials";
import { type ErrorDetail, type ErrorType, html } from "./envelope";
import { type Exchange } from "./exchange";
import { type Delay } from "./profile";
import { type Request } from "./request";
import { isObject, parseJson } from "./values";

/** A fault that may come after the request was served, whose true answer is then discarded. */
interface Late {
  applied?: boolean;
}

/** The content of an error. */
interface Spoken extends Late {
  type?: ErrorType;
  message?: string;
  details?: readonly Partial<ErrorDetail>[];
}

type Status = Spoken & { status: number; retryAfter?: number | string };

const silence: (options: Late) => void = () => undefined;

type Strike = (options: never, exchange: Exchange) => void | Promise<void>;

/** Each kind of fault: its options, and what it does to a request. */
export const strikes = {
  /** Answers with any status and an error in the shape of the plane. */
  status: (options: Status, exchange) => sendError(options, exchange),
  /** Answers 200 with `Error: true` (`error: true` on the data plane). */
  "error-200": (options: Spoken, exchange) => sendError({ ...options, status: 200 }, exchange),
  /** Answers with a page of HTML, 502 by default. */
  html: ({ status = 502 }: Late & { status?: number }, exchange) =>
    exchange.send(html(status, status === 200 ? "Welcome" : `${status} Bad Gateway`)),
  /** Destroys the connection; the request is not applied. */
  "reset-before": (_: object, exchange) => exchange.reset(),
  /** Applies the request, then destroys the connection without a response. */
  "reset-after": (_: object, exchange) => {
    exchange.serve();
    exchange.reset();
  },
  /** Answers 429 `Quota-Exceed` with `Retry-After`, 1 second by default. */
  "rate-limit": (options: Spoken & { retryAfter?: number | string }, exchange) =>
    sendError({ type: "Quota-Exceed", message: "Too many requests.", retryAfter: 1, ...options, status: 429 }, exchange),
  /** Never answers, until the client or the emulator ends the connection. */
  hang: silence,
  /** Sends half of the true answer's body, then destroys the connection, or ends `cleanly` as if that were all. */
  truncated: async ({ ends = "reset" }: { ends?: "reset" | "cleanly" }, exchange) => {
    const answer = exchange.serve();
    const half = answer.body.slice(0, Math.ceil(answer.body.length / 2));
    if (ends === "cleanly") return exchange.send({ ...answer, body: half });
    await exchange.sendPart(answer, half);
    exchange.cut();
  },
  /** Sends the true status, or the given one, with no body. */
  empty: ({ status }: { status?: number }, exchange) => {
    const answer = exchange.serve();
    return exchange.send({ ...answer, status: status ?? answer.status, body: "" });
  },
  /** Sends the true body under another content type, `text/plain` by default. */
  "wrong-content-type": ({ contentType = "text/plain" }: { contentType?: string }, exchange) =>
    exchange.send({ ...exchange.serve(), contentType }),
  /** Sends the true answer with another Result: one of a wrong shape, or the given one. */
  "wrong-shape": ({ shape = "text", ...options }: { shape?: WrongShape; result?: unknown }, exchange) => {
    const answer = exchange.serve();
    if (answer.contentType !== "application/json") return exchange.send(answer);
    const envelope = JSON.parse(answer.body) as Record<string, unknown>;
    const key = "Result" in envelope ? "Result" : "results";
    const bare = shape === "no-envelope" && !("result" in options);
    const result = "result" in options ? options.result : wrongResults[shape](envelope[key]);
    return exchange.send({ ...answer, body: JSON.stringify(bare ? result : { ...envelope, [key]: result }) });
  },
  /** Answers a write as if it were accepted, and drops it. */
  "accepted-not-applied": (_: object, exchange) => exchange.send(exchange.service.rehearse(exchange.request)),
  /** Answers a write at once, or never if its answer is `lost`, and applies it later, after 2 reads by default. */
  "applied-late": ({ after = 2, lost }: { after?: Delay; lost?: boolean }, exchange) => {
    const { service, request } = exchange;
    const answer = service.rehearse(request);
    service.answerLater(request, after);
    return lost === true ? exchange.reset() : exchange.send(answer);
  },
  /** An error whose message repeats the credentials, the password and the secret that were sent, as they are and in encoded forms. */
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
  /** Sends the true body in pieces with pauses between them; a pause of `Infinity` stalls for good after the first piece. */
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
} satisfies Readonly<Record<string, Strike>>;

/** The options of each kind of fault. */
export type FaultOptions = { [Kind in keyof typeof strikes]: Parameters<(typeof strikes)[Kind]>[0] };

/** The name of a fault. */
export type FaultKind = keyof FaultOptions;

/** The payload that takes the place of the true one under `Result`, or `results` on the data plane. */
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

/** The ways in which a Result can be of a wrong shape. */
export type WrongShape = keyof typeof wrongResults;

export const faultKinds = Object.keys(strikes) as readonly FaultKind[];
export const shapeNames = Object.keys(wrongResults) as readonly WrongShape[];

/** The value with nothing in any of its lists. */
function withoutItems(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutItems(inner)]));
}

function sendError(options: Status, exchange: Exchange): Promise<void> {
  const { status, type = "Internal-Error", message = "The service could not do it.", details, retryAfter } = options;
  const answer = exchange.service.error(exchange.request, { status, type, message, details });
  return exchange.send(retryAfter === undefined ? answer : { ...answer, headers: { "retry-after": String(retryAfter) } });
}

function secretsIn(request: Request): string[] {
  const headers = sentCredentials(request).map(({ value }) => value);
  return [...headers, ...textsUnder(/password|secret|token|config_value/i, request.body)].filter((value) => value !== "");
}

/** Every text under a name that fits, at any depth, also inside of a JSON text. */
function textsUnder(wanted: RegExp, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => textsUnder(wanted, item));
  if (typeof value === "string" && /^\s*[[{]/.test(value)) return textsUnder(wanted, parseJson(value));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(wanted.test(name) && typeof inner === "string" ? [inner] : []),
    ...textsUnder(wanted, inner),
  ]);
}
