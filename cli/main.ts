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
  type Help,
  helpOf,
  helpText,
  Interrupted,
  summariesOf,
  type Terminal,
} from "./command";
import { doctor } from "./doctor";
import { emulator } from "./emulator";
import { describeError, UsageError } from "./errors";
import { entryOf, parseOptions, splitPassed, unknownWord } from "./options";
import { review } from "./review";

export const commands: Commands = {
  adopt,
  ci,
  doctor,
  emulator,
  review,
  version: defineCommand({
    summary: "show the version",
    about: "Prints only the version, like --version.",
    options: {},
    example: "  graphplane version",
    async run(_, terminal) {
      terminal.out(version);
      return exit.fine;
    },
  }),
};

/** The widest help that is easy to read. */
const widestHelp = 110;

const help: Help = {
  usage: "graphplane <command> [options]",
  lists: {
    Commands: [...summariesOf(commands), ["help [command]", "show this help, or that of a command"]],
    Options: [
      ["-h, --help", "show this help, or that of a command"],
      ["-v, --version", "show the version"],
    ],
  },
  exitCodes: `${commonCodes} Each command's help lists any others.`,
  example: "  graphplane emulator --port 8080",
};

/** Runs one command line (without the program's own name) and resolves to the exit code; an error is one sentence on standard error. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const [first] = args;
  const columns = Math.min(terminal.columns ?? widestHelp, widestHelp);
  const show = (text: string) => {
    terminal.out(text);
    return exit.fine;
  };
  const fail = (code: number, text: string) => {
    terminal.err(text);
    return code;
  };
  // A script that leaves the command out by mistake, such as with an empty variable, must not take that for a success.
  if (first === undefined) return fail(exit.wrongUse, helpText(help, columns));
  if (first === "--version" || first === "-v") return show(version);
  const isHelp = ["--help", "-h", "help"].includes(first);
  const [name, ...rest] = isHelp ? args.slice(1).filter((word) => !word.startsWith("-")) : args;
  if (name === undefined) return show(helpText(help, columns));
  const named = entryOf(commands, name);
  if (named === undefined) {
    const problem = name.startsWith("-")
      ? unknownWord("option", name, ["--help", "--version"])
      : unknownWord("command", name, [...Object.keys(commands), "help"]);
    return fail(exit.wrongUse, `graphplane: ${problem} (see graphplane --help).`);
  }
  const [word, ...others] = rest;
  const verb = entryOf(named.verbs ?? {}, word ?? "");
  const [command, title, given] = verb === undefined ? [named, name, rest] : [verb, `${name} ${word}`, others];
  const [own, passed] = splitPassed(given);
  if (isHelp || own.includes("--help") || own.includes("-h")) return show(helpText(helpOf(title, command), columns));
  try {
    if (command.run === undefined) throw new UsageError(`${verbProblem(word, command)} (see graphplane ${name} --help).`);
    const { values, positionals } = parseOptions(title, command, command.passes === true ? own : given);
    return await command.run(values, terminal, positionals, passed);
  } catch (error) {
    const code = error instanceof Interrupted ? exit.interrupted : error instanceof UsageError ? exit.wrongUse : exit.failed;
    return fail(code, `graphplane ${name}: ${describeError(error)}`);
  }
}

function verbProblem(word: string | undefined, { verbs = {} }: Command): string {
  const names = Object.keys(verbs);
  return word === undefined ? `a verb is missing; the verbs are ${names.join(", ")}` : unknownWord("verb", word, names);
}

function ofThisProcess(): Terminal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  // The reader of a pipe may have read enough, as "head" has.
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
