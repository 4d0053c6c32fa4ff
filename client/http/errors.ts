import { optional } from "../wire/json";

/** The values of an error detail's `Type` (API 2.1). */
export const errorTypes = [
  "Internal-Error",
  "Bad-Request",
  "Not-Found",
  "Forbidden",
  "Unauthorized",
  "API-Disabled",
  "Quota-Exceed",
  "Unknown",
] as const;
export type ErrorType = (typeof errorTypes)[number];

/**
 * The outcome of a request that did not succeed.
 *
 * - `unreachable`: no connection was made, or a step that the request needs first failed, so the service did not receive the request
 * - `lost`: the connection broke or the time ran out after sending, so the service may have processed the request
 * - `refused`: the service refused the request
 * - `failed`: the data plane answered that the query ended with an error
 * - `not-understood`: something answered, but not in the documented shape (API 2.1)
 * - `redirected`: the response points elsewhere; never followed, since the request carries a key
 * - `too-large`: the response is over the limit
 * - `aborted`: the caller gave up
 */
export type Outcome = "unreachable" | "lost" | "refused" | "failed" | "not-understood" | "redirected" | "too-large" | "aborted";

/** One entry of the envelope's `ErrorDetails` (API 2.1); empty texts are left out. */
export interface ErrorDetail {
  readonly fieldName?: string;
  readonly reason?: string;
  readonly type?: ErrorType;
}

/** The outcome of one attempt. */
export type Try = Pick<Failure, "outcome" | "status" | "type" | "retryAfter" | "waking">;

/** Everything known about a failed request. Holds no header, no body that was sent and no credential. */
export interface Failure {
  readonly outcome: Outcome;
  /** One sentence: what came back, without the service's own words. */
  readonly summary: string;
  /** The way to fix it. */
  readonly hint?: string;
  readonly status?: number;
  readonly type?: ErrorType;
  /** The service's `Message`. */
  readonly message?: string;
  readonly details?: readonly ErrorDetail[];
  readonly requestId?: string;
  /** Milliseconds that the service asked to wait. */
  readonly retryAfter?: number;
  /** True if a retry cannot help, whatever the status: a bad certificate, or a `Retry-After` longer than any wait. */
  readonly nonRetryable?: boolean;
  /** The attempts before the one described here: each may have been processed, whatever the outcome of the last. */
  readonly earlier?: readonly Try[];
  /** True if no secure connection could be made: the certificate is not trusted, or the server does not speak TLS. */
  readonly insecure?: boolean;
  /** True if the response is an HTML page. */
  readonly page?: boolean;
  /** True if a workspace seems to be waking up: nothing was done, and the same request may succeed in a minute. */
  readonly waking?: boolean;
}

/** The purpose of a request, for errors and the `User-Agent`. */
export interface Purpose {
  /** The kind of the caller, e.g. `WorkspaceSettings`. */
  readonly kind: string;
  /** The operation, e.g. `update`. */
  readonly operation: string;
  /** The object of the request, e.g. `workspace "ws" of workgroup "wg"`. */
  readonly object?: string;
  /** The caller's own name of a wire field: errors show it beside the wire name. */
  readonly nameOf?: (wireField: string) => string | undefined;
}

const brand = Symbol.for("graphplane.ServiceError");

/** A request to the service that did not succeed; `failure` describes it for programs, the message for people. */
export class ServiceError extends Error {
  readonly [brand] = true;
  override readonly name = "ServiceError";
  // Not a property: errors are printed with everything enumerable in them.
  readonly #purpose: Purpose;

  constructor(
    readonly failure: Failure,
    readonly method: string,
    readonly path: string,
    readonly attempts: number,
    purpose: Purpose,
  ) {
    super(describe(failure, method, path, attempts, purpose));
    this.#purpose = purpose;
  }

  /** The object of the request, in words. */
  get object(): string | undefined {
    return this.#purpose.object;
  }

  /** The message in short, if the error of another object shows the same failure in full. */
  inShort(otherObject: string): string {
    const { summary, requestId } = this.failure;
    const failed = describeFailedOperation(this.#purpose);
    const traced = requestId === undefined ? "" : ` RequestID: ${requestId}`;
    return `${failed}: ${this.method} ${this.path} ${summary}, as for ${otherObject}. The fix is given there.${traced}`;
  }

  /** The error of the same request with another description of its failure. */
  as(failure: Failure): ServiceError {
    return new ServiceError(failure, this.method, this.path, this.attempts, this.#purpose);
  }

  /** The same failure for another purpose: several callers may wait for one request, each with secrets of its own. */
  onBehalfOf(purpose = this.#purpose, redact = (text: string) => text): ServiceError {
    return new ServiceError(redactFailure(this.failure, redact), this.method, this.path, this.attempts, purpose);
  }
}

/** Returns true for a {@link ServiceError}, including one of another loaded copy of this package. */
export function isServiceError(error: unknown): error is ServiceError {
  return typeof error === "object" && error !== null && Object.hasOwn(error, brand);
}

/** Makes a handler for `catch`: errors of one kind lead to another outcome, and any other is thrown. */
export function ifError<One, Outcome>(isOne: (error: unknown) => error is One, instead: (error: One) => Outcome) {
  return (error: unknown): Outcome => {
    if (!isOne(error)) throw error;
    return instead(error);
  };
}

/** A value of the program, or a live one, that keeps an operation from being done; the message names its place and the hint. */
export class InputError extends Error {
  override readonly name = "InputError";
}

/** The end of the time that the caller of an operation gives it. */
export class TimeLimitError extends InputError {}

/** A response that shows nothing about the object; the next one may. */
export class NotUnderstoodError extends InputError {}

function describe(failure: Failure, method: string, path: string, attempts: number, purpose: Purpose): string {
  const tries = attempts > 1 ? ` (${attempts} tries)` : "";
  const parts = [`${describeFailedOperation(purpose)}: ${method} ${path} ${failure.summary}${tries}.`];
  parts.push(...serviceWords(failure, purpose.nameOf));
  if (failure.hint !== undefined) parts.push(sentence(failure.hint));
  if (failure.requestId !== undefined) parts.push(`RequestID: ${failure.requestId}`);
  return parts.join(" ");
}

/** The service's own words about the failure, in sentences. */
export function serviceWords({ message, details = [] }: Failure, nameOf?: Purpose["nameOf"]): string[] {
  const reasons = details.flatMap((detail) => detailText(detail, nameOf) ?? []).filter((text) => text !== message);
  return [...(message === undefined ? [] : [`The service says: ${message}`]), ...reasons].map(sentence);
}

function describeFailedOperation({ kind, operation, object }: Purpose): string {
  return `${kind}: ${operation}${object === undefined ? "" : ` of ${object}`} failed`;
}

/** The failure with its texts from outside redacted once more; the same object if nothing changes. */
function redactFailure(failure: Failure, redact: (text: string) => string): Failure {
  const message = failure.message && redact(failure.message);
  const details = failure.details?.map((detail) => redactDetail(detail, redact));
  const again = { ...failure, ...optional({ message, details }) };
  return JSON.stringify(again) === JSON.stringify(failure) ? failure : again;
}

/** The detail, its texts from outside blanked. */
export function redactDetail(detail: ErrorDetail, redact: (text: string) => string): ErrorDetail {
  const { fieldName, reason } = detail;
  return { ...detail, ...optional({ fieldName: fieldName && redact(fieldName), reason: reason && redact(reason) }) };
}

function detailText({ fieldName, reason }: ErrorDetail, nameOf: Purpose["nameOf"]): string | undefined {
  if (fieldName === undefined) return reason;
  const ours = nameOf?.(fieldName);
  const field = ours === undefined || ours === fieldName ? fieldName : `${fieldName} (the argument ${ours})`;
  return `${field}: ${reason ?? "no reason given"}`;
}

/** The text, ended as a sentence. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
