import type { z } from "zod";
import type { Approval } from "./approval";
import type { PathPart, UnsentRequest } from "./approved-request";
import { type AnyEndpoint, type BodySchema, type Endpoint, fillPath, prefix } from "./endpoint";
import { type DecodedResponse, type HttpResponse, readEnvelope } from "./envelope";
import { classify } from "./error-classification";
import { type Failure, InputError, type Purpose, sentence } from "./errors";
import { isObject, optional, parseJson } from "../wire/json";
import { type Redaction, redactionOf, type SecretText } from "./redact";
import type { Method } from "./retry";
import type { ResolvedSettings } from "./settings";
import type { OutgoingRequest, Transport } from "./transport";

/** Calls an endpoint: fills the path, checks and sends the body, reads the Result. */
export type Caller = <Body extends BodySchema, Result extends z.ZodType, Parameters extends object>(
  endpoint: Endpoint<string, Body, Result, Parameters>,
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
  /** The place in the order of reads before which none serves. */
  readonly readsSince?: number | undefined;
  /** Receives the RequestID of each answer that has one, including a shared answer that another operation requested. */
  readonly onResponse?: ((answer: ResponseTrace) => void) | undefined;
}

/** A response of the control plane, as it is traced. */
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
  const { purpose, secrets = [], signal, onResponse, apiKeyHint, readOnlyReason } = context;
  const { origin } = new URL(baseUrl);
  const base = baseUrl.slice(origin.length);
  return async (endpoint, parameters, body) => {
    if (readOnlyReason !== undefined && endpoint.method !== "GET") throw new InputError(readOnlyReason);
    const path = fillPath(endpoint.path, parameters);
    const hidden = [apiKey, ...secrets, ...secretsOf(endpoint, body)];
    const redaction = redactionOf(hidden);
    const parts = partsOf(endpoint.path, parameters);
    const request = {
      method: endpoint.method,
      ...(endpoint.repeatable && { repeatable: true }),
      origin,
      path: base + prefix + path,
      get shownPath() {
        return fillPath(endpoint.path, parameters, redaction.redactInput);
      },
      headers: { "x-api-key": apiKey },
      body: endpoint.body && writeBody(endpoint, endpoint.body, body),
      purpose: purpose ?? purposeOf(endpoint),
      redact: redaction.redactText,
      signal,
      read: (answer: HttpResponse) => {
        const reading = readAcknowledgement(endpoint, answer) ?? readResult(endpoint, answer, redaction);
        const { requestId } = "failure" in reading ? reading.failure : reading;
        if (requestId !== undefined) onResponse?.({ method: endpoint.method, requestId });
        if ("result" in reading)
          approved?.approval.addResult(
            endpoint.method,
            parts.map(({ text }) => text),
            reading.result,
          );
        return withKeyHint(reading, apiKeySource, apiKeyHint);
      },
    };
    const send = () => transport.send(request);
    const result = await (endpoint.method === "GET" ? send() : sendApproved(approved, request, parts, context, send));
    // `readResult` checked it against the endpoint's shape.
    return result as never;
  };
}

/** Sends a request other than a GET: under an approval, only if the approval holds it. */
export function sendApproved<T>(
  approved: ClientApproval | undefined,
  { method, body, purpose, shownPath, repeatable }: Pick<OutgoingRequest, "method" | "body" | "purpose" | "shownPath" | "repeatable">,
  path: readonly PathPart[],
  { resource, args }: CallContext,
  send: () => Promise<T>,
): Promise<T> {
  if (approved === undefined) return send();
  const request: UnsentRequest = {
    method,
    path,
    body: body && parseJson(body),
    resource,
    kind: purpose.kind,
    account: approved.account,
    argumentOf: (field) => purpose.nameOf?.(field)?.split(".")[0] ?? field,
    args,
  };
  return approved.approval.send(request, `${method} ${shownPath}`, send, repeatable);
}

/** The parts of a path between its slashes, filled in and escaped. */
export function partsOf(path: string, parameters: object): PathPart[] {
  return path.split("/").map((part) => ({ text: fillPath(part, parameters), isId: /^\{\w*id\}$/i.test(part) }));
}

/** The purpose of a request whose caller states none. */
export function purposeOf({ purpose }: Pick<AnyEndpoint, "purpose">): Purpose {
  return { kind: "client", operation: purpose.replace(/\.$/, "").toLowerCase() };
}

/** The values of the body that the endpoint declares secret. */
function secretsOf({ secret = [] }: { readonly secret?: readonly string[] }, body: unknown): string[] {
  const values = isObject(body) ? secret.map((name) => body[name]) : [];
  return values.filter((value) => typeof value === "string");
}

/** The body as JSON text; throws an {@link InputError} if it does not match the endpoint's schema. */
function writeBody(endpoint: AnyEndpoint, shape: z.ZodType, body: unknown = {}): string {
  const checked = shape.safeParse(body);
  if (checked.success) return writeJson(endpoint, checked.data);
  const problems = checked.error.issues.map(({ path, message }) => `${path.join(".") || "the body"}: ${message}`);
  throw new InputError(`the body of ${endpoint.method} ${endpoint.path} does not have the documented shape: ${problems.join("; ")}`);
}

/** The body as JSON text; throws an {@link InputError} if it has none. */
export function writeJson({ method, path }: Pick<AnyEndpoint, "method" | "path">, body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch {
    throw new InputError(`the body of ${method} ${path} cannot be written as JSON: it contains a cycle, a bigint or too many levels`);
  }
}

/** Accepts an empty 202 or 204 as the response to any request but a GET; its Result is what the shape makes of none. */
function readAcknowledgement({ method, result }: AnyEndpoint, { status, text }: HttpResponse): DecodedResponse | undefined {
  const bare = (status === 202 || status === 204) && text.trim() === "";
  return bare && method !== "GET" ? { result: result?.safeParse(undefined).data } : undefined;
}

function readResult({ result }: AnyEndpoint, answer: HttpResponse, redaction: Redaction): DecodedResponse {
  const mismatch = (problems: string) => ({
    status: answer.status,
    summary: `returned a Result of another shape than the documented one (${problems})`,
    hint: "Report this with the RequestID",
  });
  return checkResult(readEnvelope(answer, Date.now(), redaction), result, redaction, mismatch, ["Result"]);
}

/** Checks the payload of a success against the endpoint's shape; `mismatch` describes the failure of one that does not fit. */
export function checkResult(
  reading: DecodedResponse,
  shape: z.ZodType | undefined,
  { redactInput, redactServiceId }: Redaction,
  mismatch: (problems: string) => Omit<Failure, "outcome">,
  root: readonly string[] = [],
): DecodedResponse {
  if ("failure" in reading || shape === undefined) return reading;
  const parsed = shape.safeParse(reading.result);
  if (parsed.success) return { ...reading, result: parsed.data };
  const problems = parsed.error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${[...root, ...path.map((key) => redactServiceId(redactInput(String(key))))].join(".")}: ${message}`);
  const { requestId } = reading;
  return { failure: { outcome: "not-understood", ...mismatch(problems.join("; ")), ...optional({ requestId }) } };
}

/** Keys are often confused with each other, and with the database secret: a refusal says which one was used. */
function withKeyHint(reading: DecodedResponse, source: string, extra: string | undefined): DecodedResponse {
  if (!("failure" in reading)) return reading;
  const { outcome, hint = "" } = reading.failure;
  const { meaning } = classify(reading.failure);
  // A wrong key may get "forbidden" too. The error page of a proxy says nothing about the key.
  const concernsKey = meaning === "credential refused" || (meaning === "forbidden" && outcome === "refused");
  if (!concernsKey) return reading;
  const sentences = [
    `The API key${source === "" ? "" : ` (${source})`} was used.`,
    "Check that the key is complete, has not expired, and belongs to this account.",
    meaning === "credential refused" ? "A database secret does not work here." : sentence(hint),
    ...(extra === undefined ? [] : [extra]),
  ];
  return { failure: { ...reading.failure, hint: sentences.join(" ") } };
}
