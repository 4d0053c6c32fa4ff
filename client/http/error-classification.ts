import { type ErrorType, type Failure, isServiceError, type ServiceError, type Try } from "./errors";

/** Classifies failed requests. No other module tests the HTTP status or the error type of a failure. */

/** The meaning of a failure. */
export type Meaning =
  | "credential refused"
  | "forbidden"
  | "not found"
  | "no such call"
  | "invalid"
  | "API disabled"
  | "quota"
  | "rate limit"
  | "later"
  | "service error"
  | "unknown";

export interface Classification {
  /** How often a retry of the same request can be useful: never, once, or several times. */
  readonly retry: "no" | "once" | "yes";
  /** Indicates if the service processed the request. After `maybe`, the request could still take effect, so that a retry might apply the change twice. */
  readonly processed: "no" | "maybe" | "yes";
  readonly meaning: Meaning;
  /** The reason for the classification. */
  readonly because: string;
}

type Row = readonly [(failure: Known) => boolean, Classification["retry"], Classification["processed"], Meaning, string];
type Known = Try & { readonly status: number };

const outcome = (name: Failure["outcome"]) => (failure: Known) => failure.outcome === name;
const type = (name: ErrorType) => (failure: Known) => (failure.type ?? typeOfStatus(failure.status)) === name;
const status =
  (from: number, to = from) =>
  (failure: Known) =>
    from <= failure.status && failure.status <= to;

/** The first matching row applies. */
export const classifications: readonly Row[] = [
  [({ waking }) => waking === true, "no", "no", "later", "a starting workspace drops requests; starting takes minutes"],
  // No response was read.
  [outcome("unreachable"), "yes", "no", "later", "the service did not receive the request"],
  [outcome("lost"), "yes", "maybe", "later", "it was sent, and no response was received"],
  [outcome("aborted"), "no", "maybe", "unknown", "the caller gave up, possibly after it was sent"],
  [outcome("redirected"), "no", "no", "unknown", "a redirect; the credential must not follow it"],
  [outcome("too-large"), "no", "maybe", "unknown", "the response was not read, and the next one would be as large"],
  // A request to wait takes precedence over the rest of the response.
  [status(429), "yes", "no", "rate limit", "the rate limit applies before the request is processed"],
  [
    ({ retryAfter }) => retryAfter !== undefined,
    "yes",
    "maybe",
    "later",
    "Retry-After does not indicate whether this request was processed",
  ],
  // Reported by the data plane itself.
  [(one) => outcome("failed")(one) && one.status >= 500, "yes", "yes", "service error", "the query ended with an error of the service"],
  [outcome("failed"), "no", "yes", "invalid", "the query ended with an error of its own"],
  // The Type in the envelope takes precedence over the status. 401 and 403 imply their Type.
  [type("Unauthorized"), "no", "no", "credential refused", "a retry would send the same credential"],
  [type("Forbidden"), "no", "no", "forbidden", "the credential lacks the permission; a wrong credential can have the same response"],
  [status(405), "no", "no", "no such call", "the path does not have the method, even if a Type says Not-Found"],
  [type("Not-Found"), "no", "no", "not found", "the service reports that the object or its parent does not exist"],
  [type("Bad-Request"), "no", "no", "invalid", "the service reports that the request is invalid, regardless of the status"],
  [type("API-Disabled"), "no", "no", "API disabled", "the service refuses every request until the API is enabled"],
  [type("Quota-Exceed"), "no", "no", "quota", "the quota is exhausted until someone frees resources"],
  [status(501), "yes", "maybe", "no such call", "the service does not know the method; like any 5xx, it might come from a proxy"],
  [type("Internal-Error"), "once", "maybe", "service error", "also returned for bad input, and for requests that failed halfway"],
  [status(404), "no", "no", "no such call", "no such route, so the response does not show whether the object exists"],
  [status(400), "no", "no", "invalid", "the request is invalid"],
  [status(408), "yes", "maybe", "later", "the service did not wait for the end of the request"],
  [status(425), "yes", "maybe", "later", "the service did not trust an early request"],
  [status(402, 499), "no", "no", "unknown", "the service refused the request for an unknown reason"],
  [(one) => outcome("refused")(one) && status(500)(one), "yes", "maybe", "service error", "the service failed, perhaps halfway"],
  [status(500, 599), "yes", "maybe", "later", "the service or a proxy has problems, possibly after processing the request"],
  [() => true, "no", "maybe", "unknown", "the request might have succeeded, or failed after it was processed"],
];

/** Finds the classification of a failure. */
export function classify({ status = 0, type, ...failure }: Try): Classification {
  const known: Known = { ...failure, status, ...(type !== "Unknown" && { type }) };
  const [, retry, processed, meaning, because] = classifications.find(([when]) => when(known)) as Row;
  return { retry, processed, meaning, because };
}

/** Returns the type that a status implies if the service does not return a type. */
export function typeOfStatus(status: number): ErrorType | undefined {
  if (status === 401) return "Unauthorized";
  return status === 403 ? "Forbidden" : undefined;
}

const denials = ["credential refused", "forbidden", "API disabled"] as const;

/** Returns true if the service does not recognize the credential. */
export function isCredentialRefused(error: unknown): error is ServiceError {
  return means(error, "credential refused");
}

/** Returns true if the credential or its owner is refused, so that any other read would be refused too. */
export function isAccessDenied(error: unknown): error is ServiceError {
  return means(error, ...denials);
}

/** Returns true if the service reports that the object, or an object that contains it, does not exist. */
export function isNotFound(error: unknown): error is ServiceError {
  return means(error, "not found");
}

/** Returns true if the service reports a missing object, by type or, with a status of 400 or 500, in its message. */
export function saysNotFound(error: unknown): error is ServiceError {
  if (!isServiceError(error) || !means(error, "invalid", "service error")) return isNotFound(error);
  const { message = "", details = [] } = error.failure;
  const words = [message, ...details.map(({ reason = "" }) => reason)];
  return words.some((text) => /\b(?:not found|not exist|no (?:\w+ )?schedule)\b/i.test(text));
}

/** Returns true if the service does not implement the call, and no earlier attempt at a write might have been processed. */
export function isNoSuchCall(error: unknown): error is ServiceError {
  if (!isServiceError(error) || !means(error, "no such call")) return false;
  const tries = (error.failure.earlier ?? []).map(classify);
  return error.method === "GET" || tries.every(({ processed, meaning }) => processed === "no" || meaning === "no such call");
}

/** Returns true if the request or an earlier attempt might have been processed although no response reports success. */
export function mayHaveBeenProcessed(error: unknown): error is ServiceError {
  if (!isServiceError(error)) return false;
  return [error.failure, ...(error.failure.earlier ?? [])].some((one) => classify(one).processed === "maybe");
}

/** Returns true if the same request would be refused again. An HTML page comes from a proxy, not from the service. */
export function isDefiniteRefusal(error: unknown): error is ServiceError {
  if (!isServiceError(error)) return false;
  // Another response would be just as large.
  const definite = error.failure.outcome === "too-large" || means(error, ...denials, "not found", "no such call", "invalid");
  return definite && error.failure.page !== true && classify(error.failure).retry === "no";
}

/** Returns true if an error is inconclusive about the object, so that another read must decide. Services return 400 or 500 for missing objects. */
export function shouldVerify(error: unknown): error is ServiceError {
  if (!isServiceError(error) || means(error, ...denials)) return false;
  return ["lost", "too-large", "refused", "not-understood"].includes(error.failure.outcome);
}

/** Returns true if a refusal might mean that the object does not exist. */
export function mayMeanMissing(error: unknown): error is ServiceError {
  if (!isServiceError(error) || means(error, ...denials, "rate limit", "later")) return false;
  const { outcome } = error.failure;
  return outcome === "refused" || (outcome === "not-understood" && classify(error.failure).processed === "no");
}

/** Returns true if a read might have been refused because an identifier is unknown. Services then return 400 or 500, with any type. */
export function mayMeanUnknownId(error: unknown): boolean {
  return mayMeanMissing(error) && ([400, 404, 500].includes(error.failure.status ?? 0) || isDefiniteRefusal(error));
}

function means(error: unknown, ...meanings: readonly Meaning[]): boolean {
  return isServiceError(error) && meanings.includes(classify(error.failure).meaning);
}
