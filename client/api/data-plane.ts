import type { z } from "zod";
import type { BodySchema, Endpoint } from "../http/endpoint";
import { type CallContext, type ClientApproval, secretsOf, sender } from "../http/call";
import { type DecodedResponse, describeUnexpectedBody, hintFor, type HttpResponse, isTooLong, isTrue, text } from "../http/envelope";
import { classify, type Meaning, typeOfStatus } from "../http/error-classification";
import { InputError } from "../http/errors";
import { parseExactly } from "../wire/exact-json";
import { optional } from "../wire/json";
import type { Redactor } from "../http/redact";
import { credentialProblem } from "../http/settings";
import type { Transport } from "../http/transport";

/** The authentication of a request (API 5, data plane). */
export interface Authorization {
  readonly scheme: "GSQL-Secret" | "Bearer";
  readonly value: string;
}

interface DataPlaneRequest<Body> {
  readonly body: Body;
  /** Undefined when a secret is exchanged for a token. */
  readonly authorization?: Authorization;
  /** True if the request can be retried even if it might have been processed. @default the value of its endpoint */
  readonly repeatable?: boolean;
}

export type DataPlaneCaller = <Body extends BodySchema, Result extends z.ZodType, Parameters extends object>(
  endpoint: Endpoint<Body, Result, Parameters>,
  origin: string,
  parameters: Parameters,
  request: DataPlaneRequest<z.infer<Body>>,
) => Promise<z.infer<Result>>;

/** The code of a refusal due to a wrong or missing credential (API 10.12). */
const noAccess = "REST-10016";

/** Creates a {@link DataPlaneCaller}. The control plane's API key is used only to redact and refuse it, and is never sent (API 5). */
export function dataPlane(transport: Transport, apiKey: string, context: CallContext, approved?: ClientApproval): DataPlaneCaller {
  const send = sender(transport, context, approved);
  return async (endpoint, origin, parameters, request) => {
    const { body, authorization, repeatable = endpoint.repeatable } = request;
    const isExchange = authorization === undefined;
    const credentials = isExchange ? secretsOf(endpoint, body) : [authorization.value];
    for (const credential of credentials) refuseCredential(credential, apiKey);
    return send(endpoint, parameters, body, {
      origin,
      namesOrigin: true,
      authorizes: isExchange,
      headers: isExchange ? {} : { authorization: `${authorization.scheme} ${authorization.value}` },
      hidden: [apiKey, ...credentials],
      repeatable,
      // Several callers can wait for the same exchange, so none of them can abort it.
      signal: isExchange ? undefined : context.signal,
      decode: (response, { redactText }) => readResponse(response, redactText),
      mismatch: { summarize: (problems) => `returned JSON of an unknown shape (${problems})`, hint: checkHost, root: [] },
    });
  };
}

const checkHost = "Check host: it must be the workspace's data plane";

function refuseCredential(credential: string, apiKey: string): void {
  if (credential === apiKey)
    throw new InputError("the credential is the control plane's API key, which a data plane does not accept: use a database secret");
  const problem = credentialProblem(credential);
  if (problem !== undefined) throw new InputError(`the credential ${problem}`);
}

/** Reads a data-plane response (API 7). Its `error` takes precedence over the status. */
export function readResponse(response: HttpResponse, redact: Redactor): DecodedResponse {
  const { status } = response;
  const parsed = isTooLong(response) ? undefined : parseExactly(response.text);
  if (parsed === undefined || !["error", "message", "code", "results", "token"].some((key) => Object.hasOwn(parsed, key))) {
    if (status < 300 && /^\s*</.test(response.text)) return { failure: describeWaking(response, redact) };
    const hint = status >= 500 ? "Try again" : checkHost;
    return { failure: { ...describeUnexpectedBody(response, redact, parsed), hint } };
  }
  if (!isTrue(parsed["error"]) && status < 400) return { result: parsed };
  const code = text(parsed["code"]);
  const said = text(parsed["message"]);
  const message = said && redact(said);
  const type = code === noAccess ? "Unauthorized" : typeOfStatus(status);
  // A gateway never returns these two statuses, so the response is the result of the query.
  const ended = type === undefined && (status < 400 || status === 500);
  const refusal = { outcome: ended ? "failed" : "refused", status, ...optional({ type }) } as const;
  const parts = [`HTTP ${status}`, code === undefined ? undefined : redact(code, 40), type].filter((part) => part !== undefined);
  return {
    failure: {
      ...refusal,
      summary: `${refusal.outcome === "refused" && status < 500 ? "was refused" : "failed"} (${parts.join(", ")})`,
      ...optional({ message, hint: hintFor(classify(refusal).meaning, message !== undefined, hints, "the parameters of the query") }),
    },
  };
}

/** While a stopped workspace starts, it returns an HTML page and drops the request (API 10.12). */
function describeWaking(response: HttpResponse, redact: Redactor) {
  const { summary } = describeUnexpectedBody(response, redact);
  const hint = "The workspace is waking up, which takes one to three minutes, and the request was lost. Try again after that";
  return { outcome: "not-understood", status: response.status, waking: true, summary, hint } as const;
}

const trouble = "Try again later: the service is having problems, or the query failed";
const hints: { readonly [M in Meaning]?: string } = {
  forbidden: "Check that the user of the database secret has the required permission",
  "no such call": "Check graph and query: the query must be installed on this graph",
  "rate limit": "Try again later: the service limits the request rate",
  later: trouble,
  "service error": trouble,
};
