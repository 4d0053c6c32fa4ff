import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readSync } from "node:fs";
import { createInterface } from "node:readline";
import { type Readable, type Writable } from "node:stream";
import { preload } from "./preload";

/** The end of a process: one of the two is set. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A child process. If it runs on Node it cannot outlive this one. */
export interface TetheredProcess {
  /** Resolves when the process has ended and all its output has been delivered. */
  exited: Promise<Exit>;
  /** Ends the process: by closing its standard input, and by force after `patience` milliseconds. */
  endProcess(patience: number): Promise<Exit>;
}

/** The environment of a process. */
export interface Place {
  cwd: string;
  env: NodeJS.ProcessEnv;
}

/** Receives each line that a process prints. */
export type OnLine = (line: string, stream: "stdout" | "stderr") => void;

/** Starts `node <args>`. */
export function spawnTethered(args: readonly string[], place: Place, onLine: OnLine): TetheredProcess {
  // As one argument: the SDK would take a separate `--import` for a loader and run modules in another way.
  const child = spawn(process.execPath, [`--import=${preload}`, ...args], { ...place, stdio: ["pipe", "pipe", "pipe"] });
  return follow(child, onLine);
}

/** Starts an executable; a script for Node runs on the same Node as this process. */
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
  // Nothing is written to it, but it may break while it is being closed.
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
