import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readSync } from "node:fs";
import { createInterface } from "node:readline";
import { type Readable, type Writable } from "node:stream";
import { preload } from "./preload";

/** How a process ended: one of the two is set. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A process of ours; one of Node cannot outlive us. */
export interface TetheredProcess {
  /** Resolves when the process has ended and all that it printed has been delivered. */
  exited: Promise<Exit>;
  /** Ends the process: politely by closing the pipe, by force after `patience` milliseconds. */
  endProcess(patience: number): Promise<Exit>;
}

/** Where a process runs. */
export interface Place {
  cwd: string;
  env: NodeJS.ProcessEnv;
}

/** Gets every line that a process prints, one after the other. */
export type OnLine = (line: string, stream: "stdout" | "stderr") => void;

/** Starts `node <args>`. */
export function spawnTethered(args: readonly string[], place: Place, onLine: OnLine): TetheredProcess {
  // As one argument: the SDK takes a separate `--import` for a loader, and would not run modules in its own way then.
  const child = spawn(process.execPath, [`--import=${preload}`, ...args], { ...place, stdio: ["pipe", "pipe", "pipe"] });
  return follow(child, onLine);
}

/** Starts an executable; a script for Node is run by the Node that runs us. */
export function spawnExecutable(file: string, args: readonly string[], place: Place, onLine: OnLine): TetheredProcess {
  if (/^#!.*\bnode\b/.test(firstBytes(file))) return spawnTethered([file, ...args], place, onLine);
  return follow(spawn(file, args, { ...place, stdio: ["pipe", "pipe", "pipe"] }), onLine);
}

function firstBytes(file: string): string {
  const buffer = Buffer.alloc(64);
  const descriptor = openSync(file, "r");
  readSync(descriptor, buffer);
  closeSync(descriptor);
  return buffer.toString("latin1");
}

function follow(child: ChildProcessByStdio<Writable, Readable, Readable>, onLine: OnLine): TetheredProcess {
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
