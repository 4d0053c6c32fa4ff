import { wellFormed } from "./diff";

/** A name or an identifier as sentences show it; a state of another version may lack one, or hold something else. */
export function quoted(name: unknown): string {
  return typeof name === "string" ? JSON.stringify(name) : "(not known)";
}

/** A value of the program, or a live one, that keeps an operation from being done; the message names its place and the mend. */
export class InputError extends Error {
  override readonly name = "InputError";
}

/**
 * What an operation of a resource fails with. Holds a message and nothing else that can be printed: the dynamic host and
 * the engine print every enumerable property of an error, and its stack.
 */
export class OperationError extends Error {
  constructor(message: string) {
    // A service may quote anything; what is no UTF-8 would leave the engine waiting for the answer.
    super(wellFormed(message));
    this.stack = this.message;
  }

  /** The host prints `<error>: <stack>`; the stack is the message. */
  override toString(): string {
    return "graphplane";
  }
}

/**
 * An operation that was begun and not ended: the engine keeps the resource with the given state and `reasons`, and the next
 * `up` goes on. `properties` must be the whole state, with `__provider`.
 */
export function partialError(message: string, id: string, properties: Record<string, unknown>): OperationError {
  const error = new OperationError(message);
  // Not enumerable: properties hold secrets in plain text.
  Object.defineProperties(error, { id: { value: id }, properties: { value: properties }, reasons: { value: [error.message] } });
  return error;
}
