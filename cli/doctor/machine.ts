import { parseObject } from "../../client/wire/json";
import type { Terminal } from "../command";
import { type PulumiRun, runPulumi } from "../pulumi";

/** The parts of this machine that doctor reads; a test replaces them. */
export interface Machine {
  readonly folder: string;
  readonly nodeVersion: string;
  /** Runs a command of the Pulumi CLI; rejects if it is not installed. */
  readonly pulumi: (args: readonly string[]) => Promise<PulumiRun>;
}

export function thisMachine({ environment: env, stopped }: Terminal): Machine {
  const folder = process.cwd();
  return { folder, nodeVersion: process.versions.node, pulumi: (args) => runPulumi(args, { folder, env, stopped, timeout: 60_000 }) };
}

/** The object that a command of the Pulumi CLI printed, or the reason why it printed none. */
export type JsonOutput = { readonly value: Record<string, unknown> } | { readonly problem: string };

export async function runForJson({ pulumi }: Machine, args: readonly string[]): Promise<JsonOutput> {
  const { code, stdout, stderr } = await pulumi([...args, "--non-interactive"]);
  if (code !== 0) return { problem: errorIn(stderr) ?? `"pulumi" ended with exit code ${code}.` };
  const value = parseObject(stdout);
  return value === undefined ? { problem: `"pulumi ${args[0]}" did not print an object.` } : { value };
}

function errorIn(stderr: string): string | undefined {
  const error = /^.*?error:(.+)$/m.exec(stderr)?.[1];
  return error && `${error.trim().slice(0, 200).replace(/\.$/, "")}.`;
}
