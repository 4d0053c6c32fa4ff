import type { Clock } from "../client/http/clock";
import { docsUrl } from "./links";
import { optionRows, type Options, type Row, showRows, type Values, wrapText } from "./options";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Input, output and cancellation of a command: of the process, or of a test. */
export interface Terminal {
  out(line: string): void;
  err(line: string): void;
  /** True if standard error is a terminal: progress is then printed every second, otherwise every ten. */
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

/** The user stopped a command; the message states what has happened by then. */
export class Interrupted extends Error {}

/** A command, or a group of subcommands. The parser, the help and the reference page use it. */
export interface Command<T extends Options = Options> {
  readonly summary: string;
  /** Required options in the usage, between the name and `[options]`. */
  readonly usage?: string;
  /** True if Pulumi gets the arguments after `--`. */
  readonly passes?: boolean;
  readonly about?: string;
  /** A getter if it loads other modules; the same for the notes. */
  readonly options: T;
  /** Hints for options that users expect, but whose values come from elsewhere. */
  readonly sources?: Readonly<Record<string, string>>;
  /** A hint for an argument that the command does not take. */
  readonly argumentHint?: string;
  readonly notes?: string;
  readonly exitCodes?: string;
  readonly example: string;
  /** The page in `docs/`. */
  readonly docs?: string;
  readonly subcommands?: Commands;
  /** Resolves to the exit code; throws a `UsageError` for wrong arguments. */
  run?(values: Values<T>, terminal: Terminal, passed: readonly string[]): Promise<number>;
}

export type Commands = Readonly<Record<string, Command>>;

/** Infers the type of the values that `run` receives from the table of options. */
export function defineCommand<const T extends Options>(command: Command<T>): Command {
  return command;
}

export const program = "graphplane";

/** Returns the word for the members of a group: the program has commands, and a command has subcommands. */
export const memberOf = (name: string): string => (name === program ? "command" : "subcommand");

/** Returns the usage of a command by its full name, such as `graphplane ci apply`. */
export function usageOf(name: string, { usage, passes = false, subcommands }: Command): string {
  const words = [name, subcommands && `<${memberOf(name)}>`, usage, "[options]", passes && "[-- <pulumi's options>]"];
  return words.filter(Boolean).join(" ");
}

/** Returns the help of a command: all but the usage, the example and the address is wrapped. */
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
