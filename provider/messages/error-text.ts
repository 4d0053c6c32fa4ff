import { isServiceError, mayHaveBeenProcessed, type ServiceError } from "../../client";
import { sentence } from "../../client/http/errors";
import { InputError, NotAppliedError } from "../errors";

/** The message of an error; that of an unexpected error says so. */
export function errorMessage(error: unknown): string {
  if (error instanceof InputError || error instanceof NotAppliedError || isServiceError(error)) return error.message;
  const name = error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
  return `a bug in this provider; please report it (${name})`;
}

/** The outcome of a failed request, as part of another sentence: summary, the service's own words, RequestID. */
export function describeFailure({ failure: { summary, message, requestId } }: ServiceError): string {
  const words = message === undefined ? "" : `, saying ${JSON.stringify(message)}`;
  return `${summary}${words}${requestId === undefined ? "" : `, RequestID: ${requestId}`}`;
}

/** A failed request and its outcome, as part of another sentence: `GET /workgroups/wg timed out`. */
export function describeFailedRequest(error: ServiceError): string {
  return `${error.method} ${error.path} ${describeFailure(error)}`;
}

function withHint(error: ServiceError, more: string): ServiceError {
  const { hint } = error.failure;
  return error.as({ ...error.failure, hint: hint === undefined ? more : `${sentence(hint)} ${more}` });
}

/** The error of a write that may have been acted on, and that the state remembers. */
export function withPendingHint(error: ServiceError): ServiceError {
  return withHint(
    error,
    'What was sent may still take effect, so the state keeps it: run "pulumi up" again, which sends what the program then declares',
  );
}

/** Fails with the error of a deletion: the engine keeps a resource whose deletion fails, and the next run sends it again. A failed read sent none. */
export function rethrowWithDeletionHint(error: unknown): never {
  if (!mayHaveBeenProcessed(error) || error.method === "GET") throw error;
  throw withHint(error, "It may still take effect; the resource stays in the state, so the next run sends the deletion again");
}

/** A reason with the RequestID of the response that it comes from. */
export function withRequestId(reason: string, { failure: { requestId } }: ServiceError): string {
  return requestId === undefined ? reason : `${reason} (RequestID: ${requestId})`;
}
