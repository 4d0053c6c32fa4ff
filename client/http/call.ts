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

/** Calls an endpoint: fills the path, checks and sends the body, reads the Result. */
export type Caller = <Body extends BodySchema, Result extends z.ZodType, Parameters extends object>(
  endpoint: Endpoint<Body, Result, Parameters>,
  parameters: Parameters,
  body?: z.infer<Body>,
) => Promise<z.infer<Result>>;

/** The options of calls. */
export interface CallContext {
  /** The purpose of the request. Its words are the caller's: only the API key is blanked in them. By default the endpoint's own. */
  readonly purpose?: Purpose | undefined;
  /** Texts kept out of every error and log line, including when the service repeats them or a path contains them. */
  readonly secrets?: readonly SecretText[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Further sentences for the error of a refused API key, which names the key's source and what to check. */
  readonly apiKeyHint?: string | undefined;
  /** Makes the client read-only: any request to the control plane except a GET fails with this text and is not sent. */
  readonly readOnlyReason?: string | undefined;
  /** The resource that sends the requests, by the name under which an approval knows it. */
  readonly resource?: string | undefined;
  /** The arguments that requests are made of, for an approval; undefined if they are made of the state. */
  readonly args?: Readonly<Record<string, unknown>> | undefined;
  /** The place in the order of reads up to which none serves. */
  readonly readsSince?: number | undefined;
  /** Receives the RequestID of each answer that has one, including a shared answer that another operation requested. */
  readonly onResponse?: ((answer: ResponseTrace) => void) | undefined;
}

/** Merges two contexts: either signal aborts, both are notified, the secrets of both are kept; otherwise the inner one wins. */
export function mergeContexts(outer: CallContext, inner: CallContext): CallContext {
  const given = Object.fromEntries(Object.entries(inner).filter(([, value]) => value !== undefined)) as CallContext;
  const signals = [outer.signal, inner.signal].filter((signal) => signal !== undefined);
  return {
    ...outer,
    ...given,
    secrets: [...(outer.secrets ?? []), ...(inner.secrets ?? [])],
    signal: new Set(signals).size < 2 ? signals[0] : AbortSignal.any(signals),
    onResponse: (answer) => {
      outer.onResponse?.(answer);
      inner.onResponse?.(answer);
    },
  };
}

/** The trace of a response of the control plane. */
export interface ResponseTrace {
  readonly method: Method;
  readonly requestId: string;
}

/** The approval under which a client sends, and the name by which it knows the client's account. */
export interface ClientApproval {
  readonly approval: Approval;
  readonly account?: string | undefined;
}

/** Makes the {@link Caller} of the control plane: every request carries the API key (API 5). */
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
      decode: (answer, redaction) => (isAcknowledgement(endpoint, answer) ? { result: undefined } : readEnvelope(answer, redaction)),
      mismatch: {
        summarize: (problems) => `returned a Result that does not have the documented shape (${problems})`,
        hint: "Report this with the RequestID",
        root: ["Result"],
      },
      explain: (failure) => withKeyHint(failure, apiKeySource, apiKeyHint),
    });
  };
}

/** The parts of a request that depend on the plane, and how to read its response. */
interface PlaneRequest extends Pick<OutgoingRequest, "origin" | "headers" | "repeatable" | "signal"> {
  /** The path above that of the endpoint. */
  readonly base?: string;
  /** True for one of many data planes: messages and approvals name its origin too. */
  readonly namesOrigin?: boolean;
  /** True for the exchange of a credential: it is part of the requests that need it. */
  readonly authorizes?: boolean;
  /** Texts that no message may show, besides the secrets of the context and of the body. */
  readonly hidden: readonly SecretText[];
  readonly decode: (answer: HttpResponse, redaction: Redaction) => DecodedResponse;
  /** Describes a payload that does not fit the endpoint's shape; `root` is its path in the body. */
  readonly mismatch: { readonly summarize: (problems: string) => string; readonly hint: string; readonly root: readonly string[] };
  /** Adds to the hint of a failure. */
  readonly explain?: (failure: Failure) => Failure;
}

/** Sends requests to either plane: under an approval, any but a GET only if the approval holds it. */
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
      read(answer) {
        const decoded = withRetryAfter(decode(answer, redaction), answer, Date.now());
        const reading = checkResult(decoded, answer.status, endpoint.result, redaction, mismatch);
        const { requestId } = "failure" in reading ? reading.failure : reading;
        if (requestId !== undefined) onResponse?.({ method, requestId });
        if ("failure" in reading) return { failure: explain?.(reading.failure) ?? reading.failure };
        approved?.approval.addResult(method, parts(), reading.result);
        return reading;
      },
    };
    // `read` checks the payload against the endpoint's shape.
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

/** The parts of a path between its slashes, filled in and escaped. */
function partsOf(path: string, parameters: object): PathPart[] {
  return path.split("/").map((part) => ({ text: fillPath(part, parameters), isId: part.toLowerCase().endsWith("id}") }));
}

/** The origin as a message shows it: the host may have been given in any of its forms, and be a secret. */
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

/** The body as JSON text; throws an {@link InputError} if it does not match the endpoint's schema, or has no such text. */
function writeBody({ method, path }: AnyEndpoint, shape: z.ZodType, body: unknown = {}): string {
  const checked = shape.safeParse(body);
  if (!checked.success) {
    const problems = checked.error.issues.map((issue) => `${issue.path.join(".") || "the body"}: ${issue.message}`);
    throw new InputError(`the body of ${method} ${path} does not have the documented shape: ${problems.join("; ")}`);
  }
  try {
    return JSON.stringify(checked.data);
  } catch {
    throw new InputError(`the body of ${method} ${path} cannot be written as JSON: it contains a cycle, a bigint or too many levels`);
  }
}

/** Returns true for a success without a body as the response to any request but a GET. A body that was cut off may have been a refusal. */
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

/** Keys are often confused with each other, and with the database secret: a refusal says which one was used. */
function withKeyHint(failure: Failure, source: string, extra: string | undefined): Failure {
  const { meaning } = classify(failure);
  // A wrong key may get "forbidden" too, also from a gateway. The error page of a proxy says nothing about the key.
  const concernsKey = meaning === "credential refused" || (meaning === "forbidden" && failure.type !== undefined && failure.page !== true);
  if (!concernsKey) return failure;
  const sentences = [
    `The API key${source === "" ? "" : ` (${source})`} was used.`,
    "Check that the key is complete, has not expired, and belongs to this account.",
    meaning === "credential refused" ? "A database secret does not work here." : sentence(failure.hint ?? ""),
    ...(extra === undefined ? [] : [extra]),
  ];
  return { ...failure, hint: sentences.join(" ") };
}
