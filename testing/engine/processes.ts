import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { preload } from "./preload";

/** How a process ended: one of the two is set. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A Node process that cannot outlive us. */
export interface TetheredProcess {
  /** Resolves when the process has ended and all that it printed has been delivered. */
  exited: Promise<Exit>;
  /** Ends the process: politely by closing the pipe, by force after `patience` milliseconds. */
  endProcess(patience: number): Promise<Exit>;
}

/** Starts `node <args>`; every line that it prints is delivered to `onLine`, one after the other. */
export function spawnTethered(
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
  onLine: (line: string, stream: "stdout" | "stderr") => void,
): TetheredProcess {
  // As one argument: the SDK takes a separate `--import` for a loader, and would not run modules in its own way then.
  const child = spawn(process.execPath, [`--import=${preload}`, ...args], { ...options, stdio: ["pipe", "pipe", "pipe"] });
  // Writing to it is not done, but its end may come while we close it.
  child.stdin.on("error", () => undefined);
  const lines = (["stdout", "stderr"] as const).map((stream) => {
    const reader = createInterface({ input: child[stream] });
    reader.on("line", (line) => onLine(line, stream));
    return once(reader, "close");
  });
  const exited = hasEnded(child).then(async (exit) => {
    await Promise.all(lines);
    return exit;
  });
  return {
    exited,
    async endProcess(patience) {
      child.stdin.end();
      const timer = setTimeout(() => child.kill("SIGKILL"), patience);
      const exit = await exited;
      clearTimeout(timer);
      return exit;
    },
  };
}

function hasEnded(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
}
