/** Where a command reads and writes, and how it learns that it shall end: the process, or a test. */
export interface Terminal {
  /** Writes a line to the standard output. */
  out(line: string): void;
  /** Writes a line to the standard error. */
  err(line: string): void;
  /** True where a person watches the standard error: only then does a command report its progress. */
  readonly interactive?: boolean;
  /** Aborted on SIGINT and SIGTERM. */
  readonly stopped: AbortSignal;
}

/** The exit codes every command has. */
export const exit = { fine: 0, failed: 1, wrongUse: 2, interrupted: 130 } as const;

/** One command of `graphplane`. */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** What `--help` prints: usage, options and an example. */
  readonly help: string;
  /** Runs with the arguments after the command's name and resolves to the exit code. A `Misuse` it throws becomes exit code 2, an `Interrupted` 130. */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
}

/** What an error says; one of another realm (a test runner's, a worker's) is no `Error` here, yet has a message. */
export function messageOf(error: unknown): string {
  return typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error);
}

/** The user called a command wrongly; the message is one sentence that says how to fix it. */
export class Misuse extends Error {}

/** The user ended a command before it was done; the message says what it leaves behind. */
export class Interrupted extends Error {}
