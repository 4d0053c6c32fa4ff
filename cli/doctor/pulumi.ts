import { isObject, parseObject } from "../../client/wire/json";
import type { Machine, ProgramResult } from "./machine";

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

/** The line of what the CLI printed that says what is wrong. */
function errorOf({ err, code }: ProgramResult): string {
  const line = err.split("\n").find((one) => /error:/.test(one)) ?? `"pulumi" ended with exit code ${code}`;
  return `${line
    .replace(/^.*?error:\s*/, "")
    .trim()
    .slice(0, 200)
    .replace(/\.$/, "")}.`;
}

/** A list of an exported state, such as its resources. */
export function listOf({ deployment }: Record<string, unknown>, name: string): Record<string, unknown>[] {
  const list = isObject(deployment) ? deployment[name] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
}
