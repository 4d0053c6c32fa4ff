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
 * The outcome of an unsuccessful request.
 * - `unreachable`: the service did not receive the request, because no connection was made or because a required earlier step failed
 * - `lost`: the connection broke or the time limit was reached after sending, so the service might have processed the request
 * - `refused`: the service refused the request
 * - `failed`: the data plane reported that the query failed
 * - `not-understood`: the response does not have the documented shape (API 2.1)
 * - `redirected`: a redirect, which is never followed because the request contains a key
 * - `too-large`: the response exceeds the size limit
 * - `aborted`: the caller gave up
 */
export type Outcome = "unreachable" | "lost" | "refused" | "failed" | "not-understood" | "redirected" | "too-large" | "aborted";

/** An entry of the envelope's `ErrorDetails` (API 2.1), without empty strings. */
export interface ErrorDetail {
  readonly fieldName?: string;
  readonly reason?: string;
  readonly type?: ErrorType;
}

/** The outcome of one attempt. */
export type Try = Pick<Failure, "outcome" | "status" | "type" | "retryAfter" | "waking">;

/** All information about a failed request, except headers, the request body, and credentials. */
export interface Failure {
  readonly outcome: Outcome;
  /** A sentence that describes the response, without the service's own message. */
  readonly summary: string;
  /** How to fix the cause. */
  readonly hint?: string;
  readonly status?: number;
  readonly type?: ErrorType;
  /** The service's `Message`. */
  readonly message?: string;
  readonly details?: readonly ErrorDetail[];
  readonly requestId?: string;
  /** The wait in milliseconds that the service requested. */
  readonly retryAfter?: number;
  /** True if a retry cannot help regardless of the status, as with an invalid certificate or a `Retry-After` above the maximum. */
  readonly nonRetryable?: boolean;
  /** Earlier attempts that might have been processed. */
  readonly earlier?: readonly Try[];
  /** True if no secure connection could be established because the certificate is not trusted or the server does not support TLS. */
  readonly insecure?: boolean;
  /** True if the response is an HTML page. */
  readonly page?: boolean;
  /** True if a workspace seems to be waking up. The request was not processed, and can succeed a minute later. */
  readonly waking?: boolean;
}

/** The purpose of a request, which is included in errors and in the `User-Agent`. */
export interface Purpose {
  /** The kind of the caller, e.g. `WorkspaceSettings`. */
  readonly kind: string;
  /** The operation, e.g. `update`. */
  readonly operation: string;
  /** The object of the request, e.g. `workspace "ws" of workgroup "wg"`. */
  readonly object?: string;
  /** Maps a wire field to the caller's name for it, which errors include in addition to the wire name. */
  readonly nameOf?: (wireField: string) => string | undefined;
}

const brand = Symbol.for("graphplane.ServiceError");

/** A failed request. `failure` describes it for programs, and the message describes it for users. */
export class ServiceError extends Error {
  readonly [brand] = true;
  override readonly name = "ServiceError";
  // A private field, because printing an error prints all of its enumerable properties.
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

  /** The description of the request's object. */
  get object(): string | undefined {
    return this.#purpose.object;
  }

  /** Returns the short message, for when another object's error already contains the full message. */
  inShort(otherObject: string): string {
    const { summary, requestId } = this.failure;
    const failed = describeFailedOperation(this.#purpose);
    const traced = requestId === undefined ? "" : ` RequestID: ${requestId}`;
    return `${failed}: ${this.method} ${this.path} ${summary}, as for ${otherObject}. See that error for the fix.${traced}`;
  }

  /** Returns a copy of the error with a different failure. */
  as(failure: Failure): ServiceError {
    return new ServiceError(failure, this.method, this.path, this.attempts, this.#purpose);
  }

  /** Returns the same failure for a different caller, because callers with different secrets can share a request. */
  onBehalfOf(purpose = this.#purpose, redact = (text: string) => text): ServiceError {
    return new ServiceError(redactFailure(this.failure, redact), this.method, this.path, this.attempts, purpose);
  }
}

/** Returns true for a {@link ServiceError}, even if it comes from another loaded copy of this package. */
export function isServiceError(error: unknown): error is ServiceError {
  return typeof error === "object" && error !== null && Object.hasOwn(error, brand);
}

/** Creates a `catch` handler that converts errors of one kind and rethrows all others. */
export function ifError<One, Outcome>(isOne: (error: unknown) => error is One, instead: (error: One) => Outcome) {
  return (error: unknown): Outcome => {
    if (!isOne(error)) throw error;
    return instead(error);
  };
}

/** Thrown if a declared or live value prevents an operation. The message contains the location of the value and the fix. */
export class InputError extends Error {
  override readonly name = "InputError";
}

/** Thrown if an operation exceeds the time limit that its caller set. */
export class TimeLimitError extends InputError {}

/** Thrown if a response is inconclusive about the object. The next response might be conclusive. */
export class NotUnderstoodError extends InputError {}

function describe(failure: Failure, method: string, path: string, attempts: number, purpose: Purpose): string {
  const tries = attempts > 1 ? ` (${attempts} tries)` : "";
  const parts = [`${describeFailedOperation(purpose)}: ${method} ${path} ${failure.summary}${tries}.`];
  parts.push(...serviceWords(failure, purpose.nameOf));
  if (failure.hint !== undefined) parts.push(sentence(failure.hint));
  if (failure.requestId !== undefined) parts.push(`RequestID: ${failure.requestId}`);
  return parts.join(" ");
}

/** Returns the service's own messages about the failure, as sentences. */
export function serviceWords({ message, details = [] }: Failure, nameOf?: Purpose["nameOf"]): string[] {
  const reasons = details.flatMap((detail) => detailText(detail, nameOf) ?? []).filter((text) => text !== message);
  return [...(message === undefined ? [] : [`The service responded: ${message}`]), ...reasons].map(sentence);
}

function describeFailedOperation({ kind, operation, object }: Purpose): string {
  return `${kind}: ${operation}${object === undefined ? "" : ` of ${object}`} failed`;
}

/** Redacts the external text in a failure again. Returns the same object if nothing changes. */
function redactFailure(failure: Failure, redact: (text: string) => string): Failure {
  const message = failure.message && redact(failure.message);
  const details = failure.details?.map((detail) => redactDetail(detail, redact));
  const again = { ...failure, ...optional({ message, details }) };
  return JSON.stringify(again) === JSON.stringify(failure) ? failure : again;
}

/** Redacts the external text in a detail. */
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

/** Formats text as a sentence that ends with a period. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
