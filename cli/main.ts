#!/usr/bin/env node
import { version } from "../client/http/version";
import { adopt } from "./adopt";
import { ci } from "./ci";
import { completionOf } from "./completion";
import {
  type Command,
  commonCodes,
  defineCommand,
  exit,
  type Help,
  helpText,
  Interrupted,
  splitPassed,
  summariesOf,
  type Terminal,
} from "./command";
import { doctor } from "./doctor";
import { emulator } from "./emulator";
import { describeError, UsageError } from "./errors";
import { entryOf, unknownWord } from "./options";
import { review } from "./review";

const versionCommand = defineCommand({
  name: "version",
  summary: "show the version",
  about: "Prints only the version, like --version.",
  options: {},
  example: "  graphplane version",
  async run(_, terminal) {
    terminal.out(version);
    return exit.fine;
  },
});

export const commands: Readonly<Record<string, Command>> = {
  adopt,
  ci,
  doctor,
  emulator,
  review,
  completion: completionOf(() => commands),
  version: versionCommand,
};

/** A help is easy to read up to this width. */
const widestHelp = 110;

const help: Help = {
  usage: "graphplane <command> [options]",
  lists: {
    Commands: [...summariesOf(commands), ["help [command]", "show this, or the help of a command"]],
    Options: [
      ["-h, --help", "show this, or with a command its own help"],
      ["-v, --version", "show the version"],
    ],
  },
  exitCodes: `${commonCodes} The help of each command lists any others.`,
  example: "  graphplane emulator --port 8080",
};

/** Runs one command line (without the program's own name) and resolves to the exit code; an error is one sentence on standard error. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
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
  if (name === undefined) return fail(exit.wrongUse, helpText(help, columns));
  if (name === "--version" || name === "-v") return show(version);
  const isHelp = ["--help", "-h", "help"].includes(name);
  const wanted = isHelp ? rest.find((word) => !word.startsWith("-")) : name;
  if (wanted === undefined) return show(helpText(help, columns));
  const named = entryOf(commands, wanted);
  if (named === undefined) {
    const problem = wanted.startsWith("-")
      ? unknownWord("option", wanted, ["--help", "--version"])
      : unknownWord("command", wanted, [...Object.keys(commands), "help"]);
    return fail(exit.wrongUse, `graphplane: ${problem} (see graphplane --help).`);
  }
  const verb = entryOf(named.verbs ?? {}, rest[isHelp ? 1 : 0] ?? "");
  const given = verb === undefined ? rest : rest.slice(1);
  const command = verb ?? named;
  const [own] = splitPassed(given);
  if (isHelp || own.includes("--help") || own.includes("-h")) return show(helpText(command.help, columns));
  try {
    return await command.run(given, terminal);
  } catch (error) {
    const code = error instanceof Interrupted ? exit.interrupted : error instanceof UsageError ? exit.wrongUse : exit.failed;
    return fail(code, `graphplane ${wanted}: ${describeError(error)}`);
  }
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
    stopped: stop.signal,
  };
}

if (require.main === module) {
  void main(process.argv.slice(2), ofThisProcess()).then((code) => {
    process.exitCode = code;
  });
}
