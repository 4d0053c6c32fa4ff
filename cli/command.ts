import type { Clock } from "../client/http/clock";
import { optionRows, type Options, parseOptions, type Row, showRows, type Values, wrapText } from "./options";

/** Input, output and cancellation of a command: of the process, or of a test. */
export interface Terminal {
  out(line: string): void;
  err(line: string): void;
  /** True if standard error is a terminal: progress is then shown every second, otherwise every ten. */
  readonly interactive?: boolean;
  /** @default the machine's clock */
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

export const exit = { fine: 0, failed: 1, wrongUse: 2, interrupted: 130 } as const;

/** The parts of a help text, which the reference page of the command has too. */
export interface Help {
  readonly usage: string;
  readonly about?: string | undefined;
  /** The words that the command takes, by the title of their list. */
  readonly lists: Readonly<Record<string, readonly Row[]>>;
  readonly notes?: string | undefined;
  readonly exitCodes: string;
  readonly example: string;
}

/** The help for a terminal of the given width: all but the usage and the example is wrapped. */
export function helpText({ usage, about, lists, notes, exitCodes, example }: Help, columns: number): string {
  const wrapped = (text: string | undefined) => (text === undefined ? [] : [wrapText(text, columns).join("\n")]);
  return [
    `Usage: ${usage}`,
    ...wrapped(about),
    ...Object.entries(lists).map(([title, rows]) => `${title}:\n${showRows(rows, columns)}`),
    ...wrapped(notes),
    ...wrapped(`Exit codes: ${exitCodes}`),
    `Example:\n${example}`,
  ].join("\n\n");
}

/** The exit codes that every command has, for its help. */
export const commonCodes = "0 success; 1 failure; 2 wrong use.";

export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  readonly help: Help;
  /** For the completion of a shell. */
  readonly options: Options;
  /** The verbs of a command that has some: it does nothing without one. */
  readonly verbs?: Readonly<Record<string, Command>>;
  /** Runs with the arguments after the command's name and resolves to the exit code; throws a `UsageError` for wrong ones. */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
}

/** The commands of a table with their summaries, for a help. */
export function summariesOf(commands: Readonly<Record<string, Command>>): readonly Row[] {
  return Object.entries(commands).map(([name, { summary }]) => [name, summary]);
}

interface Definition<T extends Options> extends Omit<Help, "usage" | "lists" | "exitCodes"> {
  readonly name: string;
  readonly summary: string;
  /** Arguments in the usage, between the name and `[options]`, such as `[file]`. */
  readonly usage?: string;
  readonly positionals?: boolean;
  /** True if it passes on the arguments after `--`. */
  readonly passes?: boolean;
  /** A getter if it loads other modules; the same for the notes. */
  readonly options: T;
  readonly exitCodes?: string;
  run(values: Values<T>, terminal: Terminal, positionals: readonly string[], passed: readonly string[]): Promise<number>;
}

/** Makes a command from its table of options, which both the parser and the help follow. */
export function defineCommand<const T extends Options>(definition: Definition<T>): Command {
  const { name, summary, usage, positionals = false, passes = false, exitCodes = commonCodes } = definition;
  const words = ["graphplane", name, usage, "[options]", passes && "[-- <pulumi's options>]"];
  return {
    summary,
    get help() {
      const { about, options, notes, example } = definition;
      return { usage: words.filter(Boolean).join(" "), about, lists: { Options: optionRows(options) }, notes, exitCodes, example };
    },
    get options() {
      return definition.options;
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
