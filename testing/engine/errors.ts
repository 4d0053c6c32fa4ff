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
