import { type ErrorType, type Failure, isServiceError, type ServiceError, type Try } from "../client";
import { sentence } from "../client/errors";
import { InputError, NotUnderstoodError } from "./errors";

/** What a failed call means for the object that it was about. */

/** One kind of failed look of a preview, and whether the update will certainly fail like it. The first row that fits counts. */
interface Verdict {
  readonly when: (failure: Failure) => boolean;
  readonly definite: boolean;
  readonly because: string;
}
const refusals: ReadonlySet<ErrorType | undefined> = new Set(["Bad-Request", "Unauthorized", "Forbidden", "Not-Found", "API-Disabled"]);
const verdicts: readonly Verdict[] = [
  {
    when: ({ status, retryAfter }) => status === 429 || retryAfter !== undefined,
    definite: false,
    because: "the service asks to come later, whatever else it says",
  },
  { when: ({ page }) => page === true, definite: false, because: "something between here and the service answered in its place" },
  {
    when: ({ outcome }) => outcome !== "refused" && outcome !== "not-understood",
    definite: false,
    because: "no answer of the service was read",
  },
  { when: ({ type }) => refusals.has(type), definite: true, because: "the service's own word, which outranks the status" },
  {
    when: ({ type }) => type === "Internal-Error" || type === "Quota-Exceed",
    definite: false,
    because: "the service is in trouble, or has too little left now",
  },
  {
    when: ({ status }) => [400, 401, 403, 404].includes(status ?? 0),
    definite: true,
    because: "the request itself is refused, and the update begins with the same one",
  },
];

/** True for what a preview ran into where the update will certainly fail for the same reason, so that the preview fails too. */
export function failsForCertain(error: unknown): boolean {
  if (error instanceof InputError) return !(error instanceof NotUnderstoodError);
  return isServiceError(error) && (verdicts.find(({ when }) => when(error.failure))?.definite ?? false);
}

/** The service's word is no: nothing was done. Any other error may hide a request that was acted on. */
const definite: ReadonlySet<string> = new Set(["Bad-Request", "Not-Found", "Forbidden", "Unauthorized", "API-Disabled", "Quota-Exceed"]);

/** True where the request may have been acted on although it failed: an answer was lost, garbled, or an error of the service's own. */
export function mayHaveActed(error: unknown): error is ServiceError {
  return isServiceError(error) && [error.failure, ...(error.failure.earlier ?? [])].some(isAttemptUnsure);
}

function isAttemptUnsure({ outcome, status = 0, type }: Try): boolean {
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
export function shouldVerify(error: unknown): error is ServiceError {
  if (!isServiceError(error)) return false;
  const { outcome, type } = error.failure;
  if (type === "Unauthorized" || type === "Forbidden") return false;
  return outcome === "lost" || outcome === "too-large" || outcome === "refused" || outcome === "not-understood";
}

/** What became of a failed request, to stand inside of another sentence: the summary, the service's own words, the RequestID. */
export function describeFailure({ failure: { summary, message, requestId } }: ServiceError): string {
  const words = message === undefined ? "" : `, saying ${JSON.stringify(message)}`;
  return `${summary}${words}${requestId === undefined ? "" : `, RequestID: ${requestId}`}`;
}

/** The same error with one more sentence of what to do, or to know. */
function withHint(error: ServiceError, more: string): ServiceError {
  const { hint } = error.failure;
  return error.as({ ...error.failure, hint: hint === undefined ? more : `${sentence(hint)} ${more}` });
}

/** The error of a write that may have been acted on, and that the state remembers. */
export function mayStillAct(error: ServiceError): ServiceError {
  return withHint(
    error,
    'What was sent may still take effect, which the state remembers: run "pulumi up" again, which sends what the program declares then',
  );
}

/** Fails with the error of a deletion: the engine keeps a resource whose deletion fails, and the next run sends it again. */
export function mayStillDelete(error: unknown): never {
  if (!mayHaveActed(error)) throw error;
  throw withHint(error, "It may still take effect; the resource stays in the state, so the next run sends the deletion again");
}

/** A reason with the RequestID of the answer that it comes from. */
export function withRequestId(reason: string, { failure: { requestId } }: ServiceError): string {
  return requestId === undefined ? reason : `${reason} (RequestID: ${requestId})`;
}

/** True where the key is refused: another look would only be refused again. */
export function refusesKey(error: unknown): boolean {
  if (!isServiceError(error)) return false;
  const { type, status } = error.failure;
  return type === "Unauthorized" || type === "Forbidden" || status === 401 || status === 403;
}
