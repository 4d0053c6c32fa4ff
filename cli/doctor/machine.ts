import { parseObject } from "../../client/wire/json";
import type { Terminal } from "../command";
import { type PulumiRun, runPulumi } from "../pulumi";

/** The access to this machine that doctor needs, which tests replace. */
export interface Machine {
  readonly folder: string;
  readonly nodeVersion: string;
  /** Runs a Pulumi command. Rejects if the CLI is not installed. */
  readonly pulumi: (args: readonly string[]) => Promise<PulumiRun>;
}

export function thisMachine({ environment: env, stopped }: Terminal): Machine {
  const folder = process.cwd();
  return { folder, nodeVersion: process.versions.node, pulumi: (args) => runPulumi(args, { folder, env, stopped, timeout: 60_000 }) };
}

/** The JSON object that a Pulumi command printed, or the reason why it did not. */
export type JsonOutput = { readonly value: Record<string, unknown> } | { readonly problem: string };

export async function runForJson({ pulumi }: Machine, args: readonly string[]): Promise<JsonOutput> {
  const { code, stdout, stderr } = await pulumi([...args, "--non-interactive"]);
  const error = /^.*?error:(.+)$/m.exec(stderr)?.[1];
  if (code !== 0)
    return { problem: error ? `${error.trim().slice(0, 200).replace(/\.$/, "")}.` : `"pulumi" ended with exit code ${code}.` };
  const value = parseObject(stdout);
  return value === undefined ? { problem: `"pulumi ${args[0]}" did not print a JSON object.` } : { value };
}
