/** What went wrong, for code to act on; the message is for people and says how to fix it. */
export type EngineErrorCode =
  "bad-program" | "bad-option" | "bad-state" | "locked" | "unsupported" | "wrong-passphrase" | "passphrase-missing";

/**
 * Misuse of the engine: thrown, never recorded as the result of an operation. Failures of the user's
 * resources are results instead.
 */
export class EngineError extends Error {
  override readonly name = "EngineError";

  constructor(
    readonly code: EngineErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** Thrown where work ends because the deployment has stopped; its reason has been reported already. */
export class Halted extends Error {
  override readonly name = "Halted";
  constructor() {
    super("The deployment has stopped.");
  }
}

/** The text of anything that was thrown, without a stack. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  return typeof thrown === "string" ? thrown : JSON.stringify(thrown);
}

/** The sentence with which every unsupported feature is refused: it names the feature and says what to do. */
export function refusalError(feature: string): string {
  return `The embedded engine does not support ${feature}. Leave it out, or run this program with the Pulumi CLI.`;
}
