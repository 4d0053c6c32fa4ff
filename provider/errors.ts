import { NotUnderstoodError } from "../client/http/errors";
import { toWellFormed } from "./values/json";

export { InputError, NotUnderstoodError, TimeLimitError } from "../client/http/errors";

/** A workspace is stopped and hides what its database holds: nothing is known of it until it runs. */
export class StoppedError extends NotUnderstoodError {}

/** The first step if an object exists that the state does not know under its resource's name. */
export const aliasesHint = `If this stack holds it under another name, since the resource was renamed or moved, add aliases: [{ name: "<the old name>" }] to its options, which sends nothing. If --replace names it, add --refresh`;

/** A wait that ended without its result; the next update continues from `state`, the last known one. */
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

/** The hint for an object in the state that no longer exists. */
export const refreshHint = `Run "pulumi refresh", which removes it from the state`;

/** The way forward if it is not certain that an object is gone. */
export const refreshIfGone = `"pulumi refresh" removes it from the state, once it is certain`;

/** The fix for an object in state that a read does not show any more, for all that is known. */
export const unseenHint = `Nothing is sent. Try again, or run "pulumi refresh", which removes it from the state if it is gone`;

/**
 * The failure of a resource's operation. It holds a message and nothing else that can be printed: the dynamic host and
 * the engine print every enumerable property of an error, and its stack.
 */
export class OperationError extends Error {
  constructor(message: string) {
    // A service may quote anything; text that is not valid UTF-8 would leave the engine waiting for the response.
    super(toWellFormed(message));
    this.stack = this.message;
  }

  /** The host prints `<error>: <stack>`; the stack is the message. */
  override toString(): string {
    return "graphplane";
  }
}

/** An operation that was not finished: the engine keeps `properties`, the whole state, and `reasons`, and the next `up` resumes it. */
export class PartialError extends OperationError {
  declare readonly id: string;
  declare readonly properties: Record<string, unknown>;
  declare readonly reasons: readonly string[];

  constructor(message: string, id: string, properties: Record<string, unknown>) {
    super(message);
    // Not enumerable: properties hold secrets in plain text.
    Object.defineProperties(this, { id: { value: id }, properties: { value: properties }, reasons: { value: [this.message] } });
  }
}

/** The same error, its state completed by an adapter; any other error unchanged. */
export function partialState(error: unknown, complete: (state: Record<string, unknown>) => Record<string, unknown>): unknown {
  return error instanceof PartialError ? new PartialError(error.message, error.id, complete(error.properties)) : error;
}

/** A kind of resource, or a function, that this version does not have; the message names those that it has. */
export class UnknownNameError extends OperationError {}
