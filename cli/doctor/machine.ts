import { isObject, parseObject } from "../../client/wire/json";
import { type PulumiRun, runPulumi } from "../pulumi";

/** The parts of this machine that doctor reads; a test replaces them. */
export interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly nodeVersion: string;
  /** Runs a command of the Pulumi CLI; rejects if there is none. */
  readonly pulumi: (args: readonly string[]) => Promise<PulumiRun>;
}

export function thisMachine(stopped: AbortSignal): Machine {
  const [environment, folder] = [process.env, process.cwd()];
  const pulumi: Machine["pulumi"] = (args) => runPulumi(args, { folder, env: environment, stopped, timeout: 60_000 });
  return { environment, folder, nodeVersion: process.versions.node, pulumi };
}

/** The object that a command of the Pulumi CLI printed, or why there is none. */
export type Printed = { readonly value: Record<string, unknown> } | { readonly problem: string };

/** Runs a command of the Pulumi CLI that prints a JSON object. */
export async function printedBy({ pulumi }: Machine, args: readonly string[]): Promise<Printed> {
  const { code, stdout, stderr } = await pulumi([...args, "--non-interactive"]);
  if (code !== 0) return { problem: errorIn(stderr) ?? `"pulumi" ended with exit code ${code}.` };
  const value = parseObject(stdout);
  return value === undefined ? { problem: `"pulumi ${args[0]}" did not print an object.` } : { value };
}

/** The line of the CLI's output that names the error. */
function errorIn(stderr: string): string | undefined {
  const error = /^.*?error:(.+)$/m.exec(stderr)?.[1];
  return error && `${error.trim().slice(0, 200).replace(/\.$/, "")}.`;
}

/** The lists of an exported state, such as its resources. */
export function deploymentIn({ deployment }: Record<string, unknown>): Record<string, unknown> {
  return isObject(deployment) ? deployment : {};
}
