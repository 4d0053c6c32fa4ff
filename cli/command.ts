import type { Clock } from "../client/http/clock";
import { docsUrl } from "./links";
import { optionRows, type Options, type Row, showRows, type Values, wrapText } from "./options";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The input, output and cancellation of a command, provided by the process or by a test. */
export interface Terminal {
  out(line: string): void;
  err(line: string): void;
  /** True if standard error is a terminal. Progress is printed every second on a terminal, and otherwise every ten seconds. */
  readonly interactive: boolean;
  readonly clock: Clock;
  /** The width of standard output; undefined if it is not a terminal. */
  readonly columns?: number | undefined;
  readonly environment: Environment;
  readonly now: () => Date;
  /** Aborted on SIGINT and SIGTERM. */
  readonly stopped: AbortSignal;
}

export const exit = { fine: 0, failed: 1, wrongUse: 2, interrupted: 130 } as const;

export const commonCodes = "0 success; 1 failure; 2 invalid usage.";

/** Thrown when the user interrupts a command. The message describes what the command has done so far. */
export class Interrupted extends Error {}

/** A command or a group of subcommands, from which the parser, the help and the reference page are generated. */
export interface Command<T extends Options = Options> {
  readonly summary: string;
  /** Required options to show in the usage, between the name and `[options]`. */
  readonly usage?: string;
  /** True if the arguments after `--` are passed to Pulumi. */
  readonly passes?: boolean;
  readonly about?: string;
  /** A getter if it loads other modules, like the notes. */
  readonly options: T;
  /** Hints for options that users might expect, but whose values come from elsewhere. */
  readonly sources?: Readonly<Record<string, string>>;
  /** A hint to print if the command does not accept an argument. */
  readonly argumentHint?: string;
  readonly notes?: string;
  readonly exitCodes?: string;
  readonly example: string;
  /** The page in `docs/` that describes the command. */
  readonly docs?: string;
  readonly subcommands?: Commands;
  /** Resolves with the exit code. Throws a `UsageError` if the arguments are invalid. */
  run?(values: Values<T>, terminal: Terminal, passed: readonly string[]): Promise<number>;
}

export type Commands = Readonly<Record<string, Command>>;

/** Infers the type of the values that `run` receives from the options. */
export function defineCommand<const T extends Options>(command: Command<T>): Command {
  return command;
}

export const program = "graphplane";

/** Returns the word for the members of a group: the program has commands, and a command has subcommands. */
export const memberOf = (name: string): string => (name === program ? "command" : "subcommand");

/** Returns the usage of a command, given its full name, such as `graphplane ci apply`. */
export function usageOf(name: string, { usage, passes = false, subcommands }: Command): string {
  const words = [name, subcommands && `<${memberOf(name)}>`, usage, "[options]", passes && "[-- <pulumi's options>]"];
  return words.filter(Boolean).join(" ");
}

/** Returns the help text of a command. The usage, the example and the link are not wrapped. */
export function helpText(name: string, command: Command, columns: number): string {
  const { about, options, subcommands = {}, notes, exitCodes = commonCodes, example, docs } = command;
  const wrapped = (text: string | undefined) => (text === undefined ? [] : [wrapText(text, columns).join("\n")]);
  const section = (title: string, rows: readonly Row[]) => (rows.length === 0 ? [] : [`${title}:\n${showRows(rows, columns)}`]);
  const members = Object.entries(subcommands).map(([word, { summary }]): Row => [word, summary]);
  return [
    `Usage: ${usageOf(name, command)}`,
    ...wrapped(about),
    ...section(name === program ? "Commands" : "Subcommands", members),
    ...section("Options", optionRows(options)),
    ...wrapped(notes),
    ...wrapped(`Exit codes: ${exitCodes}`),
    `Example:\n${example}`,
    ...(docs === undefined ? [] : [`Documentation:\n  ${docsUrl(docs)}`]),
  ].join("\n\n");
}
