import type { Clock } from "../client/http/clock";
import { type Options, parseOptions, showOptions, type Values, wrapText } from "./options";

/** Input, output and cancellation of a command: of the process, or of a test. */
export interface Terminal {
  /** Writes a line to standard output. */
  out(line: string): void;
  /** Writes a line to standard error. */
  err(line: string): void;
  /** True if standard error is a terminal: progress is then shown every second, otherwise every ten. */
  readonly interactive?: boolean;
  /** The clock of the progress display. @default the machine's clock */
  readonly clock?: Clock;
  /** The width of standard output; absent if it is not a terminal. */
  readonly columns?: number | undefined;
  /** The environment variables. @default those of the process */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The time of day. @default the machine's */
  readonly now?: () => Date;
  /** Aborted on SIGINT and SIGTERM. */
  readonly stopped: AbortSignal;
}

/** The exit codes every command has. */
export const exit = { fine: 0, failed: 1, wrongUse: 2, interrupted: 130 } as const;

/** The parts of a help text, which the reference page of the command has too. */
export interface HelpParts {
  readonly usage: string;
  readonly about: string;
  readonly notes?: string | undefined;
  readonly exitCodes: string;
  readonly example: string;
}

/** One command of `graphplane`. */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** The help for a terminal of the given width: usage, options, exit codes and an example. */
  help(columns: number): string;
  /** The parts of the help; absent for a command that has only verbs. */
  readonly parts?: HelpParts;
  /** For the completion of a shell. */
  readonly options: Options;
  /** The verbs of a command that has some: it does nothing without one. */
  readonly verbs?: Readonly<Record<string, Command>>;
  /** Runs with the arguments after the command's name and resolves to the exit code; throws a `UsageError` for wrong ones. */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
}

interface Definition<T extends Options> {
  readonly name: string;
  readonly summary: string;
  /** Arguments in the usage, between the name and `[options]`, such as `[file]`. */
  readonly usage?: string;
  /** True if it takes positional arguments. */
  readonly positionals?: boolean;
  /** True if it passes on the arguments after `--`. */
  readonly passes?: boolean;
  /** The description, wrapped to the width of the terminal, like the notes and the exit codes. */
  readonly about: string;
  /** A getter if it loads other modules; the same for the notes. */
  readonly options: T;
  /** A paragraph between the options and the exit codes. */
  readonly notes?: string;
  /** The exit codes. @default the common ones */
  readonly exitCodes?: string;
  readonly example: string;
  run(values: Values<T>, terminal: Terminal, positionals: readonly string[], passed: readonly string[]): Promise<number>;
}

/** Makes a command from its table of options, which both the parser and the help follow. */
export function defineCommand<const T extends Options>(definition: Definition<T>): Command {
  const { name, summary, about, example } = definition;
  const { positionals = false, passes = false, exitCodes = "0 success; 1 failure; 2 wrong use." } = definition;
  const parts = ["Usage: graphplane", name, definition.usage, "[options]", passes ? "[-- <pulumi's options>]" : undefined];
  const usage = parts.filter((part) => part !== undefined).join(" ");
  return {
    summary,
    get parts() {
      return { usage: usage.replace("Usage: ", ""), about, notes: definition.notes, exitCodes, example };
    },
    get options() {
      return definition.options;
    },
    help: (columns) => {
      const { options, notes } = definition;
      const fill = (text: string) => wrapText(text, columns).join("\n");
      const listed = `Options:\n${showOptions(options, columns)}`;
      const after = [...(notes === undefined ? [] : [notes]), `Exit codes: ${exitCodes}`].map(fill);
      return [usage, fill(about), listed, ...after, `Example:\n${example}`].join("\n\n");
    },
    run: (args, terminal) => {
      const [own, passed] = passes ? splitPassed(args) : [args, []];
      const parsed = parseOptions(name, definition.options, own, positionals);
      return definition.run(parsed.values, terminal, parsed.positionals, passed);
    },
  };
}

/** The command's own arguments, and those after `--`. */
export function splitPassed(args: readonly string[]): readonly [readonly string[], readonly string[]] {
  const end = args.indexOf("--");
  return end < 0 ? [args, []] : [args.slice(0, end), args.slice(end + 1)];
}

/** The user stopped a command; the message says what it leaves behind. */
export class Interrupted extends Error {}
