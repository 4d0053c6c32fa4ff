import { isServiceError, type ServiceError } from "../client";

/** What a failed call means for the object that it was about. */

/** The service's word is no: nothing was done. Any other error may hide a request that was acted on. */
const definite: ReadonlySet<string> = new Set(["Bad-Request", "Not-Found", "Forbidden", "Unauthorized", "API-Disabled", "Quota-Exceed"]);

/** True where the request may have been acted on although it failed: its answer was lost, garbled, or an error of the service's own. */
export function mayHaveActed(error: unknown): error is ServiceError {
  if (!isServiceError(error)) return false;
  const { outcome, status = 0, type } = error.failure;
  if (outcome === "lost" || outcome === "too-large") return true;
  if ((outcome !== "refused" && outcome !== "not-understood") || (type !== undefined && definite.has(type))) return false;
  return status < 400 || status === 408 || status >= 500;
}

/** True where the service says in its own envelope that the object, or one that holds it, is not there. */
export function saysNotFound(error: unknown): error is ServiceError {
  return isServiceError(error) && error.failure.outcome === "refused" && error.failure.type === "Not-Found" && error.failure.status !== 405;
}

/** True where the service does not have the call at all: no such path or method, and no word about an object. */
export function lacksCall(error: unknown): error is ServiceError {
  if (!isServiceError(error)) return false;
  const { outcome, status, type } = error.failure;
  if (outcome !== "refused" && outcome !== "not-understood") return false;
  if (status === 405 || status === 501) return true;
  return status === 404 && type !== "Not-Found" && type !== "Unauthorized" && type !== "Forbidden";
}

/** True where nothing is certain about the object, so that another look must tell: services answer 400 or 500 for what is not there. */
export function needsAnotherLook(error: unknown): error is ServiceError {
  if (!isServiceError(error)) return false;
  const { outcome, type } = error.failure;
  if (type === "Unauthorized" || type === "Forbidden") return false;
  return outcome === "lost" || outcome === "too-large" || outcome === "refused" || outcome === "not-understood";
}

/** What became of a failed request, to stand inside of another sentence: the summary, the service's own words, the RequestID. */
export function toldIn({ failure: { summary, message, requestId } }: ServiceError): string {
  const words = message === undefined ? "" : `, saying ${JSON.stringify(message)}`;
  return `${summary}${words}${requestId === undefined ? "" : `, RequestID: ${requestId}`}`;
}

/** A reason with the RequestID of the answer that it comes from. */
export function traced(reason: string, { failure: { requestId } }: ServiceError): string {
  return requestId === undefined ? reason : `${reason} (RequestID: ${requestId})`;
}

/** True where the key is refused: another look would only be refused again. */
export function refusesKey(error: unknown): boolean {
  if (!isServiceError(error)) return false;
  const { type, status } = error.failure;
  return type === "Unauthorized" || type === "Forbidden" || status === 401 || status === 403;
}
