#!/usr/bin/env node
import { systemClock } from "../client/http/clock";
import { version } from "../client/http/version";
import { adopt } from "./adopt";
import { ci } from "./ci";
import {
  type Command,
  type Commands,
  commonCodes,
  defineCommand,
  exit,
  helpText,
  Interrupted,
  memberOf,
  program,
  type Terminal,
} from "./command";
import { doctor } from "./doctor";
import { emulator } from "./emulator";
import { describeError, UsageError } from "./errors";
import { entryOf, optionNames, parseOptions, splitPassed, syntaxError, unknownWord } from "./options";
import { review } from "./review";

export const commands: Commands = {
  adopt,
  ci,
  doctor,
  emulator,
  review,
  version: defineCommand({
    summary: "print the version",
    about: "Prints only the version, like --version.",
    options: {},
    example: "  graphplane version",
    async run(_, terminal) {
      terminal.out(version);
      return exit.fine;
    },
  }),
};

const root: Command = {
  summary: "",
  options: { version: { type: "boolean", help: "print the version" } },
  subcommands: commands,
  notes: '"graphplane help <command>" and "graphplane <command> --help" print the help of a command.',
  exitCodes: `${commonCodes} For any others, see the help of each command.`,
  example: "  graphplane emulator --port 8080",
};

const maxColumns = 80;

/** Runs a command line, without the program's name. Resolves with the exit code. An error is printed as one sentence on standard error. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const [first] = args;
  const { name, command, rest } = findCommand(first === "help" ? args.slice(1) : args);
  const help = () => helpText(name, command, Math.min(terminal.columns ?? maxColumns, maxColumns));
  // A script that accidentally omits the command, for example because a variable is empty, must fail.
  if (first === undefined) {
    terminal.err(help());
    return exit.wrongUse;
  }
  const [own, passed] = splitPassed(rest);
  const asksForHelp = (first === "help" && (own.length === 0 || command.run !== undefined)) || own.includes("--help") || own.includes("-h");
  try {
    if (asksForHelp) terminal.out(help());
    else if (first === "--version" || first === "-v") terminal.out(version);
    else if (command.run === undefined) throw syntaxError(name, memberProblem(name, command, rest[0]));
    else return await command.run(parseOptions(name, command, command.passes === true ? own : rest), terminal, passed);
    return exit.fine;
  } catch (error) {
    terminal.err(`${name}: ${describeError(error)}`);
    return error instanceof Interrupted ? exit.interrupted : error instanceof UsageError ? exit.wrongUse : exit.failed;
  }
}

/** Finds the command that the first words specify. Returns the command, its full name and the remaining words. */
function findCommand(
  words: readonly string[],
  name = program,
  command = root,
): { name: string; command: Command; rest: readonly string[] } {
  const [word = "", ...rest] = words;
  const member = entryOf(command.subcommands ?? {}, word);
  return member === undefined ? { name, command, rest: words } : findCommand(rest, `${name} ${word}`, member);
}

function memberProblem(name: string, { options, subcommands = {} }: Command, word: string | undefined): string {
  const members = Object.keys(subcommands);
  if (word === undefined) return `missing ${memberOf(name)}; the ${memberOf(name)}s are ${members.join(", ")}`;
  return word.startsWith("-") ? unknownWord("option", word, optionNames(options)) : unknownWord(memberOf(name), word, members);
}

function ofThisProcess(): Terminal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  // A reader such as `head` can close the pipe.
  process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => process.exit(code === "EPIPE" ? exit.fine : exit.failed));
  process.on("uncaughtException", (error) => {
    console.error(`graphplane: ${describeError(error)}`);
    process.exit(exit.failed);
  });
  return {
    out: (line) => console.log(line),
    err: (line) => console.error(line),
    interactive: process.stderr.isTTY,
    columns: process.stdout.isTTY ? process.stdout.columns : undefined,
    clock: systemClock,
    environment: process.env,
    now: () => new Date(),
    stopped: stop.signal,
  };
}

if (require.main === module)
  void main(process.argv.slice(2), ofThisProcess()).then((code) => {
    process.exitCode = code;
  });
