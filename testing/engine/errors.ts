/** The kind of an error, for code; the message is for people and says how to fix it. */
export type EngineErrorCode =
  "bad-program" | "bad-option" | "bad-state" | "locked" | "unsupported" | "wrong-passphrase" | "passphrase-missing";

/**
 * Misuse of the engine. It is thrown, never part of the result of an operation; failures of the user's resources are results.
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

/** Ends work because the deployment has stopped; the reason has been reported already. */
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

/** The message of every refusal: it names the unsupported feature and says what to do. */
export function refusalError(feature: string): string {
  return `The embedded engine does not support ${feature}. Leave it out, or run this program with the Pulumi CLI.`;
}
