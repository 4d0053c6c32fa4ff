import { sentCredentials } from "./credentials";
import { html } from "./envelope";
import { type Exchange } from "./exchange";
import { type Fault, type FaultKind, type FaultOptions, type WrongShape } from "./faults";
import { type Request } from "./request";
import { isObject, parseJson } from "./values";

type Strike<K extends FaultKind> = (options: FaultOptions[K], exchange: Exchange) => void | Promise<void>;

/** The effect of each kind of fault. */
const strikes: { readonly [K in FaultKind]: Strike<K> } = {
  status: (options, exchange) => sendError(options, exchange),
  "error-200": (options, exchange) => sendError({ ...options, status: 200 }, exchange),
  html: ({ status = 502, applied }, exchange) => {
    if (applied === true) exchange.serve();
    return exchange.send(html(status, status === 200 ? "Welcome" : `${status} Bad Gateway`));
  },
  "reset-before": (_, exchange) => exchange.reset(),
  "reset-after": (_, exchange) => {
    exchange.serve();
    exchange.reset();
  },
  "rate-limit": (options, exchange) =>
    sendError({ type: "Quota-Exceed", message: "Too many requests.", retryAfter: 1, ...options, status: 429 }, exchange),
  hang: ({ applied }, exchange) => {
    if (applied === true) exchange.serve();
  },
  truncated: async ({ ends = "reset" }, exchange) => {
    const answer = exchange.serve();
    const half = answer.body.slice(0, Math.ceil(answer.body.length / 2));
    if (ends === "cleanly") return exchange.send({ ...answer, body: half });
    await exchange.sendPart(answer, half);
    exchange.cut();
  },
  empty: ({ status }, exchange) => {
    const answer = exchange.serve();
    return exchange.send({ ...answer, status: status ?? answer.status, body: "" });
  },
  "wrong-content-type": ({ contentType = "text/plain" }, exchange) => exchange.send({ ...exchange.serve(), contentType }),
  "wrong-shape": ({ shape = "text", ...options }, exchange) => {
    const answer = exchange.serve();
    if (answer.contentType !== "application/json") return exchange.send(answer);
    const envelope = JSON.parse(answer.body) as Record<string, unknown>;
    const key = "Result" in envelope ? "Result" : "results";
    const bare = shape === "no-envelope" && !("result" in options);
    const result = "result" in options ? options.result : wrongResults[shape](envelope[key]);
    return exchange.send({ ...answer, body: JSON.stringify(bare ? result : { ...envelope, [key]: result }) });
  },
  "accepted-not-applied": (_, exchange) => exchange.send(exchange.rehearse()),
  "applied-late": ({ after = 2, lost }, exchange) => {
    const answer = exchange.rehearse();
    exchange.serveLater(after);
    return lost === true ? exchange.reset() : exchange.send(answer);
  },
  "echo-secret": ({ status = 400, type = "Bad-Request", encoded = false }, exchange) => {
    const values = secretsIn(exchange.request);
    const forms = values.flatMap((value) =>
      encoded ? [value, encodeURIComponent(value), Buffer.from(value).toString("base64"), JSON.stringify(value)] : [value],
    );
    const details = forms.map((form) => ({ FieldName: "x-api-key", Reason: `${form} is not accepted` }));
    return exchange.send(exchange.error({ status, type, message: `Cannot use ${forms.join(" or ")}.`, details }));
  },
  redirect: ({ location, status = 307 }, exchange) => exchange.send({ status, contentType: "text/plain", body: "", headers: { location } }),
  "slow-body": async ({ pieces = 4, pauseMs = 5 }, exchange) => {
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
};

/** The payload that takes the place of the true one under `Result`, or `results` on the data plane. */
const wrongResults: Readonly<Record<WrongShape, (result: unknown) => unknown>> = {
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
};

/** The name of every kind of fault, and of every wrong shape of a Result. */
export const faultKinds = Object.keys(strikes) as readonly FaultKind[];
export const shapeNames = Object.keys(wrongResults) as readonly WrongShape[];

/** The value with nothing in any of its lists. */
function withoutItems(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutItems(inner)]));
}

/** Applies a fault to one request. */
export async function strike(fault: Fault, exchange: Exchange): Promise<void> {
  // The entry and the fault are of the same kind, which TypeScript cannot see through a union.
  const act = strikes[fault.kind] as Strike<FaultKind>;
  await act(fault, exchange);
}

function sendError(options: FaultOptions["status"], exchange: Exchange): Promise<void> {
  const { applied, status, type = "Internal-Error", message = "The service could not do it.", details, retryAfter } = options;
  if (applied === true) exchange.serve();
  const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  return exchange.send(exchange.error({ status, type, message, details }, headers));
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
