import type { z } from "zod";
import type { Approval } from "./approval";
import type { PathPart } from "./approved-request";
import { type AnyEndpoint, type BodySchema, type Endpoint, fillPath, prefix } from "./endpoint";
import { type DecodedResponse, type HttpResponse, readEnvelope, withRetryAfter } from "./envelope";
import { classify } from "./error-classification";
import { type Failure, InputError, type Purpose, sentence } from "./errors";
import { optional, parseJson } from "../wire/json";
import { type Redaction, redactionOf, type SecretText } from "./redact";
import type { Method } from "./retry";
import type { ResolvedSettings } from "./settings";
import type { OutgoingRequest, Transport } from "./transport";

/** Calls an endpoint: builds the path, validates and sends the body, and parses the Result. */
export type Caller = <Body extends BodySchema, Result extends z.ZodType, Parameters extends object>(
  endpoint: Endpoint<Body, Result, Parameters>,
  parameters: Parameters,
  body?: z.infer<Body>,
) => Promise<z.infer<Result>>;

/** Options that apply to all calls of a client. */
export interface CallContext {
  /** The purpose of the request. Because the caller writes this text, only the API key is redacted in it. @default the purpose of the endpoint */
  readonly purpose?: Purpose | undefined;
  /** Secrets to redact in errors and logs, even if the service repeats them or a path contains them. */
  readonly secrets?: readonly SecretText[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Additional sentences for the error about a refused API key, such as where the key comes from and what to check. */
  readonly apiKeyHint?: string | undefined;
  /** If set, the client is read-only: control-plane requests other than GET fail with this message, without being sent. */
  readonly readOnlyReason?: string | undefined;
  /** The resource that sends the requests, as it appears in an approval. */
  readonly resource?: string | undefined;
  /** The arguments from which requests are built, for approvals; undefined if they are built from the state. */
  readonly args?: Readonly<Record<string, unknown>> | undefined;
  /** Only reads after this position in the read order are reused. */
  readonly readsSince?: number | undefined;
  /** Receives the RequestID of every response that has one, including shared responses that other operations requested. */
  readonly onResponse?: ((response: ResponseTrace) => void) | undefined;
}

/** Merges two contexts. Either signal aborts, both callbacks are called, and the secrets of both apply. For everything else, the inner context takes precedence. */
export function mergeContexts(outer: CallContext, inner: CallContext): CallContext {
  const given = Object.fromEntries(Object.entries(inner).filter(([, value]) => value !== undefined)) as CallContext;
  const signals = [outer.signal, inner.signal].filter((signal) => signal !== undefined);
  return {
    ...outer,
    ...given,
    secrets: [...(outer.secrets ?? []), ...(inner.secrets ?? [])],
    signal: new Set(signals).size < 2 ? signals[0] : AbortSignal.any(signals),
    onResponse: (response) => {
      outer.onResponse?.(response);
      inner.onResponse?.(response);
    },
  };
}

/** The trace of a control-plane response. */
export interface ResponseTrace {
  readonly method: Method;
  readonly requestId: string;
}

/** The approval that limits the requests of a client, and the name of the client's account in it. */
export interface ClientApproval {
  readonly approval: Approval;
  readonly account?: string | undefined;
}

/** Creates the control plane's {@link Caller}. Every request carries the API key (API 5). */
export function controlPlane(
  transport: Transport,
  { baseUrl, apiKey, apiKeySource }: ResolvedSettings,
  context: CallContext,
  approved?: ClientApproval,
): Caller {
  const { signal, apiKeyHint, readOnlyReason } = context;
  const send = sender(transport, context, approved);
  return async (endpoint, parameters, body) => {
    const { origin } = new URL(baseUrl);
    if (readOnlyReason !== undefined && endpoint.method !== "GET") throw new InputError(readOnlyReason);
    return send(endpoint, parameters, body, {
      origin,
      base: baseUrl.slice(origin.length) + prefix,
      headers: { "x-api-key": apiKey },
      hidden: [apiKey],
      repeatable: endpoint.repeatable,
      signal,
      decode: (response, redaction) => (isAcknowledgement(endpoint, response) ? { result: undefined } : readEnvelope(response, redaction)),
      mismatch: {
        summarize: (problems) => `returned a Result that does not have the documented shape (${problems})`,
        hint: "Report this with the RequestID",
        root: ["Result"],
      },
      explain: (failure) => withKeyHint(failure, apiKeySource, apiKeyHint),
    });
  };
}

/** The parts of a request that depend on the plane, and how to parse the response. */
interface PlaneRequest extends Pick<OutgoingRequest, "origin" | "headers" | "repeatable" | "signal"> {
  /** The path prefix of the endpoint. */
  readonly base?: string;
  /** True for a data plane, whose origin is included in messages and approvals. */
  readonly namesOrigin?: boolean;
  /** True for a credential exchange, which is a part of the requests that need it. */
  readonly authorizes?: boolean;
  /** Secrets to redact, in addition to those of the context and the body. */
  readonly hidden: readonly SecretText[];
  readonly decode: (response: HttpResponse, redaction: Redaction) => DecodedResponse;
  /** Describes a payload that does not match the endpoint's schema. `root` is its path in the body. */
  readonly mismatch: { readonly summarize: (problems: string) => string; readonly hint: string; readonly root: readonly string[] };
  /** Adds to the hint of a failure. */
  readonly explain?: (failure: Failure) => Failure;
}

/** Sends requests to either plane. If there is an approval, requests other than GET are sent only if approved. */
export function sender(transport: Transport, context: CallContext, approved?: ClientApproval) {
  const { secrets = [], onResponse, resource, args } = context;
  return async (endpoint: AnyEndpoint, parameters: object, given: unknown, plane: PlaneRequest): Promise<never> => {
    const { base = "", namesOrigin = false, authorizes = false, hidden, decode, mismatch, explain, ...outgoing } = plane;
    const { method } = endpoint;
    const { origin, repeatable } = outgoing;
    const body = endpoint.body && writeBody(endpoint, endpoint.body, given);
    const purpose: Purpose = context.purpose ?? { kind: "client", operation: endpoint.purpose.slice(0, -1).toLowerCase() };
    const redaction = redactionOf([...hidden, ...secretsOf(endpoint, given), ...secrets]);
    const parts = () => partsOf(namesOrigin ? origin + endpoint.path : endpoint.path, parameters);
    const request: OutgoingRequest = {
      ...outgoing,
      method,
      path: base + fillPath(endpoint.path, parameters),
      get shownPath() {
        return (namesOrigin ? showOrigin(origin, redaction) : "") + fillPath(endpoint.path, parameters, redaction.redactInput);
      },
      body,
      purpose,
      redact: redaction.redactText,
      read(response) {
        const decoded = withRetryAfter(decode(response, redaction), response, Date.now());
        const reading = checkResult(decoded, response.status, endpoint.result, redaction, mismatch);
        const { requestId } = "failure" in reading ? reading.failure : reading;
        if (requestId !== undefined) onResponse?.({ method, requestId });
        if ("failure" in reading) return { failure: explain?.(reading.failure) ?? reading.failure };
        approved?.approval.addResult(method, parts(), reading.result);
        return reading;
      },
    };
    // `read` has validated the payload against the endpoint's schema.
    const send = async () => (await transport.send(request)) as never;
    if (approved === undefined || method === "GET") return send();
    const { approval, account } = approved;
    const shown = `${method} ${request.shownPath}`;
    if (authorizes) {
      approval.assertApprovedOrigin(origin, shown);
      return send();
    }
    const { kind, nameOf } = purpose;
    const unsent = { method, path: parts(), body: body && parseJson(body), resource, kind, account, nameOf, args };
    return approval.send(unsent, shown, send, repeatable);
  };
}

/** Returns the segments of a path, with escaped parameters. */
function partsOf(path: string, parameters: object): PathPart[] {
  return path.split("/").map((part) => ({ text: fillPath(part, parameters), isId: part.toLowerCase().endsWith("id}") }));
}

/** Returns an origin for messages. A host can contain a secret, in any spelling. */
function showOrigin(origin: string, { redactInput }: Redaction): string {
  const { protocol, host, hostname } = new URL(origin);
  const shown = [origin, host, hostname].every((form) => redactInput(form) === form);
  return shown ? origin : `${protocol}//[redacted]`;
}

export function secretsOf({ secret }: { readonly secret?: readonly string[] }, body: unknown): string[] {
  const given = Object.entries(body ?? {}).filter(([name]) => secret?.includes(name));
  const values = given.map(([, value]): unknown => value);
  return values.filter((value) => typeof value === "string");
}

/** Serializes the body as JSON. Throws an {@link InputError} if the body does not match the endpoint's schema or cannot be serialized. */
function writeBody({ method, path }: AnyEndpoint, shape: z.ZodType, body: unknown = {}): string {
  const checked = shape.safeParse(body);
  if (!checked.success) {
    const problems = checked.error.issues.map((issue) => `${issue.path.join(".") || "the body"}: ${issue.message}`);
    throw new InputError(`the body of ${method} ${path} does not have the documented shape: ${problems.join("; ")}`);
  }
  try {
    return JSON.stringify(checked.data);
  } catch {
    throw new InputError(
      `the body of ${method} ${path} cannot be written as JSON: it contains a cycle or a bigint, or is nested too deeply`,
    );
  }
}

/** Returns true for a successful response without a body to a request other than GET. A truncated body might have contained an error. */
function isAcknowledgement({ method }: AnyEndpoint, { status, headers, text }: HttpResponse): boolean {
  const isComplete = status === 204 || headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  return method !== "GET" && Math.floor(status / 100) === 2 && isComplete && text.trim() === "";
}

function checkResult(
  reading: DecodedResponse,
  status: number,
  shape: z.ZodType | undefined,
  { redactInput, redactServiceId }: Redaction,
  { summarize, hint, root }: PlaneRequest["mismatch"],
): DecodedResponse {
  if ("failure" in reading || shape === undefined) return reading;
  const parsed = shape.safeParse(reading.result);
  if (parsed.success) return { ...reading, result: parsed.data };
  const problems = parsed.error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${[...root, ...path.map((key) => redactServiceId(redactInput(String(key))))].join(".")}: ${message}`);
  const { requestId } = reading;
  const summary = summarize(problems.join("; "));
  return { failure: { outcome: "not-understood", status, summary, hint, ...optional({ requestId }) } };
}

/** Adds the source of the key to an error, because users often confuse keys with each other and with the database secret. */
function withKeyHint(failure: Failure, source: string, extra: string | undefined): Failure {
  const { meaning } = classify(failure);
  // The service and gateways can also respond to a wrong key with "forbidden". The error page of a proxy says nothing about the key.
  const concernsKey = meaning === "credential refused" || (meaning === "forbidden" && failure.type !== undefined && failure.page !== true);
  if (!concernsKey) return failure;
  const sentences = [
    `Check that the API key${source && ` (${source})`} is complete, has not expired, and belongs to this account.`,
    meaning === "credential refused" ? "A database secret does not work here." : sentence(failure.hint ?? ""),
    ...(extra === undefined ? [] : [extra]),
  ];
  return { ...failure, hint: sentences.join(" ") };
}
