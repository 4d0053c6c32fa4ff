import { execFile } from "node:child_process";

/** What doctor looks at on this machine, or what a test puts in its place. */
export interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder that it runs in. */
  readonly folder: string;
  readonly nodeVersion: string;
  /** Runs a program and resolves to what it printed and its exit code; undefined where it cannot be started. */
  readonly run: (program: string, args: readonly string[]) => Promise<ProgramResult | undefined>;
}

export interface ProgramResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The machine that this process runs on; programs end when the signal is aborted. */
export function thisMachine(signal: AbortSignal): Machine {
  const run: Machine["run"] = (program, args) =>
    new Promise((resolve) => {
      execFile(program, args, { signal, timeout: 60_000, maxBuffer: 256 * 1024 * 1024 }, (error, out, err) => {
        if (error === null) return resolve({ code: 0, out, err });
        resolve(typeof error.code === "number" ? { code: error.code, out, err } : undefined);
      });
    });
  return { environment: process.env, folder: process.cwd(), nodeVersion: process.versions.node, run };
}
