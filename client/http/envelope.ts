import { type Redaction, redactionOf, type Redactor } from "./redact";
import { classify, type Meaning, typeOfStatus } from "./error-classification";
import { type ErrorDetail, errorTypes, type Failure, redactDetail } from "./errors";
import { isObject, optional, parseJson, parseObject } from "../wire/json";

/** An unparsed HTTP response. */
export interface HttpResponse {
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** A decoded response: the payload if successful, or a failure without secrets. */
export type DecodedResponse = { readonly result: unknown; readonly requestId?: string } | { readonly failure: Failure };

/** Decodes a control-plane response (API 2.1 and 7). An error in the body takes precedence over the status. */
export function readEnvelope(response: HttpResponse, redaction: Redaction = redactionOf([])): DecodedResponse {
  const envelope = isTooLong(response) ? undefined : parseObject(response.text);
  if (envelope === undefined || !isEnvelope(envelope, response))
    return { failure: describeUnexpectedBody(response, redaction.redactText, envelope) };
  const { RequestID: shown } = envelope;
  const id = typeof shown === "number" ? String(shown) : text(shown);
  const requestId = id && redaction.redactServiceId(id);
  const details = readDetails(envelope["ErrorDetails"]);
  const { Error: error = details.length > 0 } = envelope;
  if (!isTrue(error) && response.status < 400) return { result: envelope["Result"], ...optional({ requestId }) };

  const said = text(envelope["Message"]);
  const message = said && redaction.redactText(said);
  const type = details.find((detail) => detail.type !== undefined && detail.type !== "Unknown")?.type ?? typeOfStatus(response.status);
  const refusal = { outcome: "refused", status: response.status, ...optional({ type }) } as const;
  return {
    failure: {
      ...refusal,
      summary: `${["service error", "later"].includes(classify(refusal).meaning) ? "failed" : "was refused"} (HTTP ${response.status}${type === undefined ? "" : `, ${type}`})`,
      details: redactDetails(details, redaction.redactText),
      ...optional({ message, hint: hintFor(classify(refusal).meaning, message !== undefined || details.length > 0), requestId }),
    },
  };
}

/** Maximum length of an error body; longer bodies are not parsed. */
const maxErrorLength = 1024 * 1024;

/** Returns true if a body is too long to be an error of the service. */
export function isTooLong({ status, text: body }: HttpResponse): boolean {
  return status >= 400 && body.length > maxErrorLength;
}

/** The message of a gateway for an unknown path. */
const unknownPath = "Missing Authentication Token";

/** Describes an unexpected body. Quotes at most its title or its first characters. */
export function describeUnexpectedBody(response: HttpResponse, redact: Redactor, parsed?: Record<string, unknown>): Failure {
  const { status, text: body } = response;
  const isUnknownPath = body.includes(unknownPath);
  const type = optional({ type: isUnknownPath ? undefined : typeOfStatus(status) });
  const describe = (what: string, hint: string): Failure => {
    return { outcome: "not-understood", status, ...type, summary: `returned HTTP ${status} and ${what}`, hint };
  };
  const baseUrl = "Check the base URL: it must be the control plane's own, without the path of an endpoint";
  const hint = gatewayHint(status) ?? baseUrl;
  if (isTooLong(response))
    return describe(`a body of ${Math.ceil(body.length / 1024 / 1024)} MiB, which is too long to be an error of this service`, hint);
  if (isUnknownPath) return describe(`"${unknownPath}"`, `A gateway responds this way to an unknown path, not to a wrong key. ${baseUrl}`);
  if (parsed !== undefined) {
    const keys = Object.keys(parsed).slice(0, 5);
    const shown = keys.map((key) => redact(key, 60)).join(", ");
    return describe(`JSON that is not this service's envelope (keys: ${shown || "none"})`, hint);
  }
  if (body.trim() === "") return describe("an empty body", "Try again");
  if (/^\s*</.test(body)) {
    // Searches the original text, because redaction can remove the tag, and a secret can contain the start of a tag.
    const [, titled = ""] = /<title>(.*?)(?:<\/title|$)/is.exec(body) ?? [];
    const title = redact(titled, 60).replace(/<.*/, "").trim();
    return { ...describe(title === "" ? "an HTML page" : `an HTML page titled "${title}"`, hint), page: true };
  }
  if (Array.isArray(parseJson(body))) return describe("a JSON list, which is not this service's envelope", hint);
  if (/^\s*[[{]/.test(body)) return describe("a body that is not a complete JSON object", "Try again");
  const beginning = redact(body.trimStart(), 60);
  return describe(`text that is not JSON (${JSON.stringify(beginning)})`, hint);
}

/** Returns a hint for the statuses that gateways in front of the service return. */
function gatewayHint(status: number): string | undefined {
  if (status === 429) return hints["rate limit"];
  return status >= 500 ? "A proxy or gateway responded instead of the service. Try again" : undefined;
}

/** Maximum `Retry-After` to honor, in milliseconds. If the header requests a longer wait, the request fails. */
const maxRetryAfter = 60_000;

/**
 * Adds the delay from the `Retry-After` header to a failure. If the delay exceeds the maximum, the failure is final. A date in the header
 * is relative to the service's clock, if the response contains its time. `now` is the time of this machine in milliseconds since 1970.
 */
export function withRetryAfter(reading: DecodedResponse, { headers }: HttpResponse, now: number): DecodedResponse {
  const wait = retryAfter(headers["retry-after"], httpDate(headers["date"]) ?? now);
  if (wait === undefined || !("failure" in reading)) return reading;
  const failure = { ...reading.failure, retryAfter: wait };
  if (wait <= maxRetryAfter) return { failure };
  const hint = `Try again after ${Math.round(wait / 1000)} seconds: the service requested this wait, which is longer than graphplane waits`;
  return { failure: { ...failure, nonRetryable: true, hint } };
}

/** Returns the `Retry-After` header in milliseconds; undefined if it is missing or malformed. */
export function retryAfter(header = "", now: number): number | undefined {
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = httpDate(header);
  return date === undefined ? undefined : Math.max(0, date - now);
}

/** Parses a date in a header to milliseconds since 1970; undefined if it is malformed. */
function httpDate(header = ""): number | undefined {
  // Date.parse also accepts "-5" and "soon 3".
  const date = /^\w{3,9},.*GMT$/i.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(date) ? undefined : date;
}

/** Returns true for `true` and for the string "true", which some services return. */
export function isTrue(value: unknown): boolean {
  return value === true || value === "true";
}

/** All fields are optional. A refusal can consist of only a `Message`. */
function isEnvelope(fields: Record<string, unknown>, { status, text: body }: HttpResponse): boolean {
  if ("Error" in fields || "Result" in fields || "ErrorDetails" in fields) return true;
  const bare = text(fields["Message"]) !== undefined && Object.keys(fields).every((name) => name === "Message" || name === "RequestID");
  return bare && status >= 400 && !body.includes(unknownPath);
}

/** Returns the entries of `ErrorDetails`. Some services return a single entry that is not in an array, or an empty entry if there are none. */
function readDetails(value: unknown): ErrorDetail[] {
  if (Array.isArray(value)) return value.filter(isObject).map(readDetail);
  const only = isObject(value) ? readDetail(value) : {};
  return Object.keys(only).length === 0 ? [] : [only];
}

function readDetail(detail: Record<string, unknown>): ErrorDetail {
  return optional({
    fieldName: text(detail["FieldName"]),
    reason: text(detail["Reason"]),
    type: errorTypes.find((type) => type === detail["Type"]),
  });
}

/** Maximum number of details in an error. */
const maxDetails = 10;

function redactDetails(details: readonly ErrorDetail[], redact: Redactor): ErrorDetail[] {
  const shown = details.slice(0, maxDetails).map((detail) => redactDetail(detail, redact));
  const more = details.length - shown.length;
  return more === 0 ? shown : [...shown, { reason: `${more} more details are omitted` }];
}

/** Returns the value if it is a non-empty string, and undefined otherwise. */
export function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

const hints: { readonly [M in Meaning]?: string } = {
  "not found": "Check the id in the program, or remove the resource from it",
  "no such call": "Check the ids in the program and the base URL",
  forbidden:
    "Use an administrator's key: workspaces require the admin role of the workspace, and add-on configurations that of the organization",
  "API disabled": "Enable the API for the organization in the console",
  quota: "Free up or increase the quota, then try again",
  "rate limit": "Try again later, or lower graphplane:maxConcurrency: the service limits the request rate",
  later: "Try again later: the service is having problems",
  "service error": "Check the request, because the service also returns this for bad input. Then try again",
};

/**
 * Returns the hint for a refusal. The hint for a refused credential mentions the credential.
 * @param explained true if the service returned a reason
 * @param otherwise the parts of the request to check if it does not
 */
export function hintFor(
  meaning: Meaning,
  explained: boolean,
  known: { readonly [M in Meaning]?: string } = hints,
  otherwise = "the ids and values that were sent",
): string | undefined {
  if (meaning === "credential refused") return undefined;
  return known[meaning] ?? (explained ? "Correct the values that the service names, and try again" : `Check ${otherwise}, and try again`);
}
