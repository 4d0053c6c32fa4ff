#!/usr/bin/env node
import { adopt } from "./adopt";
import { type Command, exit, Interrupted, messageOf, Misuse, type Terminal } from "./command";
import { emulator } from "./emulator";
import { review } from "./review";

const commands: Readonly<Record<string, Command>> = { adopt, emulator, review };

const help = `Usage: graphplane <command> [options]

Commands:
${Object.entries(commands)
  .map(([name, command]) => `  ${name.padEnd(12)}${command.summary}`)
  .join("\n")}

Options:
  -h, --help  show this, or with a command its own help

Example:
  graphplane emulator --port 8080`;

/** Runs one command line (without the program's own name) and resolves to the exit code; an error is one sentence on the standard error. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
  if (name === "--help" || name === "-h") {
    terminal.out(help);
    return exit.fine;
  }
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    const said = name === undefined ? "no command was given" : `there is no command "${name}"`;
    terminal.err(`graphplane: ${said}; the commands are: ${Object.keys(commands).join(", ")} (see graphplane --help).`);
    return exit.wrongUse;
  }
  if (rest.includes("--help") || rest.includes("-h")) {
    terminal.out(command.help);
    return exit.fine;
  }
  try {
    return await command.run(rest, terminal);
  } catch (error) {
    terminal.err(`graphplane ${name}: ${messageOf(error)}`);
    if (error instanceof Interrupted) return exit.interrupted;
    return error instanceof Misuse ? exit.wrongUse : exit.failed;
  }
}

function ofThisProcess(): Terminal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  return {
    out: (line) => console.log(line),
    err: (line) => console.error(line),
    interactive: process.stderr.isTTY,
    stopped: stop.signal,
  };
}

if (require.main === module) {
  void main(process.argv.slice(2), ofThisProcess()).then((code) => {
    process.exitCode = code;
  });
}
