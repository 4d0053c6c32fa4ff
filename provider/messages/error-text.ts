import { isServiceError, mayHaveBeenProcessed, type ServiceError } from "../../client";
import { sentence } from "../../client/http/errors";
import { InputError, NotAppliedError } from "../errors";

/** Returns the message of an error. For an unexpected error, asks the user to report the bug. */
export function errorMessage(error: unknown): string {
  if (error instanceof InputError || error instanceof NotAppliedError || isServiceError(error)) return error.message;
  const name = error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
  return `a bug in this provider; please report it (${name})`;
}

/** Describes a failure as a clause: `was refused (HTTP 403), saying "…", RequestID: …`. */
export function describeFailure({ failure: { summary, message, requestId } }: ServiceError): string {
  const words = message === undefined ? "" : `, saying ${JSON.stringify(message)}`;
  return `${summary}${words}${requestId === undefined ? "" : `, RequestID: ${requestId}`}`;
}

/** Describes a failed request as a clause: `GET /workgroups/wg timed out`. */
export function describeFailedRequest(error: ServiceError): string {
  return `${error.method} ${error.path} ${describeFailure(error)}`;
}

function withHint(error: ServiceError, more: string): ServiceError {
  const { hint } = error.failure;
  return error.as({ ...error.failure, hint: hint === undefined ? more : `${sentence(hint)} ${more}` });
}

/** Adds a hint to the error of a write that might have been processed, and that the state keeps as pending. */
export function withPendingHint(error: ServiceError): ServiceError {
  return withHint(
    error,
    'The change might still take effect, so the state keeps it. Run "pulumi up" again, which sends the declared settings',
  );
}

/** Throws the error of a deletion, with a hint if the deletion might have been processed. A failed read gets no hint, because graphplane sent no deletion. */
export function rethrowWithDeletionHint(error: unknown): never {
  if (!mayHaveBeenProcessed(error) || error.method === "GET") throw error;
  throw withHint(error, "The deletion might still take effect. The resource stays in the state, so the next run sends the deletion again");
}

export function withRequestId(reason: string, { failure: { requestId } }: ServiceError): string {
  return requestId === undefined ? reason : `${reason} (RequestID: ${requestId})`;
}
