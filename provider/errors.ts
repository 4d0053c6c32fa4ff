import { NotUnderstoodError } from "../client/http/errors";
import { toWellFormed } from "./values/json";

export { InputError, NotUnderstoodError, TimeLimitError } from "../client/http/errors";

/** Thrown if a workspace is stopped, in which case the contents of its database are unknown until it runs. */
export class StoppedError extends NotUnderstoodError {}

/** The first fix to try if an object already exists that the state does not contain under this resource name. */
export const aliasesHint = `If the resource was renamed or moved in this stack, add aliases: [{ name: "<the old name>" }] to its options, which sends no request. If --replace selects it, add --refresh`;

/** A failed wait. The next update resumes from `state`, which is the last known state. */
export class NotAppliedError<State> extends Error {
  override readonly name = "NotAppliedError";
  constructor(
    message: string,
    readonly state: State,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** The fix for an object in the state that no longer exists. */
export const refreshHint = `Run "pulumi refresh", which removes it from the state`;

/** The fix for an object that might no longer exist. */
export const refreshIfGone = `"pulumi refresh" removes it from the state once that is certain`;

/** The fix for an object in the state that reads no longer return, for an unknown reason. */
export const unseenHint = `graphplane sent no request. Try again, or run "pulumi refresh", which removes it from the state if it is gone`;

/**
 * A failed operation of a resource. It exposes only its message, because the dynamic host and the engine print the stack and every enumerable
 * property of an error.
 */
export class OperationError extends Error {
  constructor(message: string) {
    // The message can contain any text from the service, and invalid UTF-8 would leave the engine waiting for the response.
    super(toWellFormed(message));
    this.stack = this.message;
  }

  /** The host prints `<error>: <stack>`, and the stack already contains the message. */
  override toString(): string {
    return "graphplane";
  }
}

/** An incomplete operation. The engine keeps the state in `properties` and the `reasons`, and the next `up` resumes the operation. */
export class PartialError extends OperationError {
  declare readonly id: string;
  declare readonly properties: Record<string, unknown>;
  declare readonly reasons: readonly string[];

  constructor(message: string, id: string, properties: Record<string, unknown>) {
    super(message);
    // Not enumerable, because `properties` contains secrets in plain text.
    Object.defineProperties(this, { id: { value: id }, properties: { value: properties }, reasons: { value: [this.message] } });
  }
}

/** Completes the state in a {@link PartialError} for an adapter. Returns any other error unchanged. */
export function partialState(error: unknown, complete: (state: Record<string, unknown>) => Record<string, unknown>): unknown {
  return error instanceof PartialError ? new PartialError(error.message, error.id, complete(error.properties)) : error;
}

/** Thrown for an unknown kind of resource or an unknown function. The message lists the available ones. */
export class UnknownNameError extends OperationError {}
