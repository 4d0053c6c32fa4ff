import { execFile } from "node:child_process";
import { isObject, parseObject } from "../../client/wire/json";

/** The parts of this machine that doctor reads; a test replaces them. */
export interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder that doctor runs in. */
  readonly folder: string;
  readonly nodeVersion: string;
  /** Runs a program; resolves to undefined if it cannot be started. */
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

/** The object that a command of the Pulumi CLI printed, or why there is none. */
export type Printed = { readonly value: Record<string, unknown> } | { readonly problem: string };

/** Runs a command of the Pulumi CLI that prints a JSON object. */
export async function runPulumi(machine: Machine, args: readonly string[]): Promise<Printed> {
  const result = await machine.run("pulumi", [...args, "--non-interactive"]);
  if (result === undefined) return { problem: "the Pulumi CLI cannot be run." };
  if (result.code !== 0) return { problem: errorOf(result) };
  const value = parseObject(result.out);
  return value === undefined ? { problem: `"pulumi ${args[0]}" did not print an object.` } : { value };
}

/** The line of the CLI's output that names the error. */
function errorOf({ err, code }: ProgramResult): string {
  const line = err.split("\n").find((one) => /error:/.test(one)) ?? `"pulumi" ended with exit code ${code}`;
  return `${line
    .replace(/.*?error:/, "")
    .trim()
    .slice(0, 200)
    .replace(/\.$/, "")}.`;
}

/** The lists of an exported state, such as its resources. */
export function deploymentIn({ deployment }: Record<string, unknown>): Record<string, unknown> {
  return isObject(deployment) ? deployment : {};
}
