import type { Clock } from "../client/http/clock";
import { optionRows, type Options, type Row, showRows, type Values, wrapText } from "./options";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Input, output and cancellation of a command: of the process, or of a test. */
export interface Terminal {
  out(line: string): void;
  err(line: string): void;
  /** True if standard error is a terminal: progress is then shown every second, otherwise every ten. */
  readonly interactive: boolean;
  readonly clock: Clock;
  /** The width of standard output; absent if it is not a terminal. */
  readonly columns?: number | undefined;
  readonly environment: Environment;
  readonly now: () => Date;
  /** Aborted on SIGINT and SIGTERM. */
  readonly stopped: AbortSignal;
}

export const exit = { fine: 0, failed: 1, wrongUse: 2, interrupted: 130 } as const;

export const commonCodes = "0 success; 1 failure; 2 invalid usage.";

/** The user stopped a command; the message says what it leaves behind. */
export class Interrupted extends Error {}

/** One command, or a command that has verbs: the parser, the help and the reference page follow from it. */
export interface Command<T extends Options = Options> {
  /** One line for the list of commands. */
  readonly summary: string;
  /** Arguments in the usage, between the name and `[options]`, such as `[file]`. */
  readonly usage?: string;
  readonly positionals?: boolean;
  /** True if it passes on the arguments after `--`. */
  readonly passes?: boolean;
  readonly about: string;
  /** A getter if it loads other modules; the same for the notes. */
  readonly options: T;
  /** The source of a value that is no option although users expect one, by that option's name. */
  readonly sources?: Readonly<Record<string, string>>;
  readonly notes?: string;
  readonly exitCodes?: string;
  readonly example: string;
  /** The verbs of a command that does nothing without one. */
  readonly verbs?: Commands;
  /** Resolves to the exit code; throws a `UsageError` for wrong arguments. */
  run?(values: Values<T>, terminal: Terminal, positionals: readonly string[], passed: readonly string[]): Promise<number>;
}

export type Commands = Readonly<Record<string, Command>>;

/** Makes a command whose `run` gets the values that its table of options describes. */
export function defineCommand<const T extends Options>(command: Command<T>): Command {
  return command;
}

export function summariesOf(commands: Commands): readonly Row[] {
  return Object.entries(commands).map(([name, { summary }]) => [name, summary]);
}

/** The parts of a help text, which the reference page of the command has too. */
export interface Help extends Pick<Command, "notes" | "example"> {
  readonly usage: string;
  readonly about?: string;
  /** The words that the command takes, by the title of their list. */
  readonly lists: Readonly<Record<string, readonly Row[]>>;
  readonly exitCodes: string;
}

/** The help of a command; its name has the verb in it. */
export function helpOf(name: string, command: Command): Help {
  const { usage, passes = false, options, verbs, exitCodes = commonCodes } = command;
  const words = ["graphplane", name, usage, "[options]", passes && "[-- <pulumi's options>]"];
  const lists = verbs === undefined ? { Options: optionRows(options) } : { Verbs: summariesOf(verbs) };
  return { ...command, usage: words.filter(Boolean).join(" "), lists, exitCodes };
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
