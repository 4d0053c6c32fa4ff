import type { Terminal } from "../../cli/command";
import { main } from "../../cli/main";
import { RecordingClock } from "./recording-clock";

/** A terminal that records what is printed on it, without lines of progress. */
export function recordingTerminal(more: Partial<Terminal> = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal: Terminal = {
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
    stopped: new AbortController().signal,
    interactive: false,
    clock: new RecordingClock(),
    environment: process.env,
    now: () => new Date(),
    ...more,
  };
  return { terminal, printed: () => ({ out: out.join("\n"), err: err.join("\n") }) };
}

/** Runs a command line in this process. */
export async function runCommand(args: readonly string[], more: Partial<Terminal> = {}) {
  const { terminal, printed } = recordingTerminal(more);
  return { code: await main(args, terminal), ...printed() };
}
