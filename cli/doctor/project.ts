import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { isObject, plainAddress } from "../../client";
import { isDefaultProvider } from "../../provider/native/settings";
import { type Finding, findings } from "./finding";
import type { Machine, ProgramResult } from "./machine";

/** The stack's configuration as it was read, in plain text; empty where there is none. */
export interface Project {
  readonly found: Finding;
  readonly config: Readonly<Record<string, string>>;
  /** Reads the stack's state; only where its configuration could be read. */
  readonly state?: (address: string, apiKey: string) => Promise<Finding>;
}

const { ok, warning, skipped } = findings("project");

/** Reads the configuration of the selected stack with the Pulumi CLI, where the folder is in a project. */
export async function readProject(machine: Machine, stack: string | undefined): Promise<Project> {
  const root = projectRoot(machine.folder);
  if (root === undefined) return { found: skipped("There is no Pulumi project here, so only the environment is read."), config: {} };
  if ((await machine.run("pulumi", ["version"])) === undefined) {
    return { found: skipped("The stack's configuration is not read without the Pulumi CLI, only the environment."), config: {} };
  }
  const chosen = stack === undefined ? [] : ["--stack", stack];
  const read = await runJson(machine, ["config", "--json", "--show-secrets", ...chosen]);
  if ("problem" in read) {
    const fix = 'Select the stack with "pulumi stack select" or --stack, and give its passphrase if it has one.';
    return {
      found: warning(`The stack's configuration cannot be read, so only the environment is used: ${read.problem}`, fix),
      config: {},
    };
  }
  const values = Object.entries(read.value).map(([key, entry]) => [key, isObject(entry) ? entry["value"] : undefined] as const);
  return {
    found: ok(`The configuration of the ${stack === undefined ? "selected stack" : `stack ${stack}`} is read.`),
    config: Object.fromEntries(values.filter((entry): entry is [string, string] => typeof entry[1] === "string")),
    state: (address, apiKey) => checkState(machine, chosen, address, apiKey),
  };
}

function projectRoot(folder: string): string | undefined {
  if (["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"].some((name) => existsSync(join(folder, name)))) return folder;
  return dirname(folder) === folder ? undefined : projectRoot(dirname(folder));
}

type Read = { readonly value: Record<string, unknown> } | { readonly problem: string };

async function runJson(machine: Machine, args: readonly string[]): Promise<Read> {
  const result = await machine.run("pulumi", [...args, "--non-interactive"]);
  if (result === undefined) return { problem: "the Pulumi CLI cannot be run." };
  if (result.code !== 0) return { problem: errorOf(result) };
  try {
    const value: unknown = JSON.parse(result.out);
    if (isObject(value)) return { value };
  } catch {
    // Told below.
  }
  return { problem: `"pulumi ${args[0]}" did not print an object.` };
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

/** The key and the address that a refresh or a destroy without the program takes from the state. */
async function checkState(machine: Machine, chosen: readonly string[], address: string, apiKey: string): Promise<Finding> {
  const inState = findings("state");
  const read = await runJson(machine, ["stack", "export", "--show-secrets", ...chosen]);
  if ("problem" in read) return inState.skipped(`The state cannot be read: ${read.problem}`);
  const stored = storedSettings(read.value);
  const fix = 'Run "pulumi up" to store the configured one; for a refresh or a destroy before that, add --run-program.';
  const addresses = stored.map(({ baseUrl }) => textOf(baseUrl) ?? "").filter((url) => URL.canParse(url));
  const other = addresses.map(plainAddress).find((known) => known !== address);
  if (other !== undefined) {
    return inState.warning(`The state knows the service at ${other}, and the configured address is ${address}.`, fix);
  }
  const keys = stored.flatMap((settings) => (settings.apiKey === undefined ? [] : [textOf(settings.apiKey)]));
  if (keys.length === 0) return inState.ok("The state holds no API key of the configuration.");
  if (keys.every((key) => key === apiKey)) return inState.ok("The state's API key is the configured one.");
  if (keys.every((key) => key === apiKey || key === undefined)) {
    return inState.skipped("The state's API key cannot be read, so it is not compared.");
  }
  return inState.warning(
    "The state holds another API key than the configured one; a refresh or a destroy without the program uses it.",
    fix,
  );
}

/** What the state keeps of the configuration: inputs of the provider of dynamic resources, and of the plugin's default ones. */
function storedSettings(exported: Record<string, unknown>): { apiKey: unknown; baseUrl: unknown }[] {
  const { deployment } = exported;
  const resources = isObject(deployment) && Array.isArray(deployment["resources"]) ? deployment["resources"].filter(isObject) : [];
  return resources.flatMap(({ type, urn, inputs }) => {
    if (!isObject(inputs)) return [];
    if (type === "pulumi:providers:pulumi-nodejs") {
      return [{ apiKey: inputs["graphplane:apiKey"], baseUrl: inputs["graphplane:baseUrl"] }];
    }
    return isDefaultProvider(String(urn)) ? [{ apiKey: inputs["apiKey"], baseUrl: inputs["baseUrl"] }] : [];
  });
}

/** A value of a state, also where it is a secret that is shown. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  const plain = isObject(value) ? value["plaintext"] : undefined;
  if (typeof plain !== "string") return undefined;
  try {
    const parsed: unknown = JSON.parse(plain);
    return typeof parsed === "string" ? parsed : undefined;
  } catch {
    return undefined;
  }
}
