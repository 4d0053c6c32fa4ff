import { isObject, plainAddress } from "../../client";
import { objectsIn, parseJson } from "../../client/wire/json";
import { isDefaultProvider } from "../../provider/native/settings";
import { unknownSettingTexts } from "../../provider/unknown-settings";
import { projectFile, projectName } from "../project-file";
import { type Finding, findings } from "./finding";
import { checkPending } from "./pending";
import { deploymentIn, type Machine, printedBy } from "./machine";

/** The findings about the project, and the stack's configuration in plain text; empty if there is none. */
export interface Project {
  readonly found: readonly Finding[];
  readonly config: Readonly<Record<string, string>>;
  /** Compares the stack's state with the settings; absent if the configuration could not be read. */
  readonly state?: (address: string, apiKey: string) => Promise<Finding>;
}

const { ok, warning, skipped } = findings("project");

/** Reads the selected stack's configuration and interrupted operations with the Pulumi CLI, if the folder is in a project. */
export async function readProject(machine: Machine, stack: string | undefined, hasCli: boolean): Promise<Project> {
  const file = projectFile(machine.folder);
  if (file === undefined) return { found: [skipped("There is no Pulumi project here, so only the environment is read.")], config: {} };
  if (!hasCli) {
    const found = [
      skipped("The stack's configuration is not read without the Pulumi CLI, only the environment."),
      findings("pending").skipped("The state is not read without the Pulumi CLI, so interrupted operations are not known."),
    ];
    return { found, config: {} };
  }
  const chosen = stack === undefined ? [] : ["--stack", stack];
  const pending = await checkPending(machine, chosen);
  const read = await printedBy(machine, ["config", "--json", "--show-secrets", ...chosen]);
  if ("problem" in read) {
    const fix = 'Select the stack with "pulumi stack select" or --stack, and give its passphrase if it has one.';
    const unread = warning(`The stack's configuration cannot be read, so only the environment is used: ${read.problem}`, fix);
    return { found: [unread, ...pending], config: {} };
  }
  const values = Object.entries(read.value).map(([key, entry]) => [key, isObject(entry) ? entry["value"] : undefined] as const);
  const which = stack === undefined ? "selected stack" : `stack ${stack}`;
  return {
    found: [ok(`The configuration of the ${which} is read.`), ...checkKeys(read.value, projectName(file)), ...pending],
    config: Object.fromEntries(values.filter((entry): entry is [string, string] => typeof entry[1] === "string")),
    state: (address, apiKey) => checkState(machine, chosen, address, apiKey),
  };
}

/** Warns of unknown keys of this package, and of an API key in plain text. */
function checkKeys(config: Record<string, unknown>, project: string): Finding[] {
  const prefix = "graphplane:";
  const names = Object.keys(config).filter((key) => key.startsWith(prefix));
  const unknown = unknownSettingTexts(
    names.map((key) => key.slice(prefix.length)),
    project,
  );
  const found = unknown.map((text) =>
    findings("settings").warning(`${text}.`, 'Set the right key, and remove this one with "pulumi config rm".'),
  );
  const key = config[`${prefix}apiKey`];
  if (!isObject(key) || key["secret"] === true) return found;
  const fix =
    'Run "pulumi config set --secret graphplane:apiKey", which asks for it, and then "pulumi up", which encrypts it in the state. If the file was committed, rotate the key.';
  return [
    ...found,
    findings("key").warning("graphplane:apiKey is stored in plain text in the stack's configuration and in its state.", fix),
  ];
}

/** The key and the address that a refresh or a destroy without the program takes from the state. */
async function checkState(machine: Machine, chosen: readonly string[], address: string, apiKey: string): Promise<Finding> {
  const inState = findings("state");
  const read = await printedBy(machine, ["stack", "export", "--show-secrets", ...chosen]);
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

/** The configuration that the state keeps: inputs of the provider of dynamic resources, and of the plugin's default ones. */
function storedSettings(exported: Record<string, unknown>): { apiKey: unknown; baseUrl: unknown }[] {
  return objectsIn(deploymentIn(exported)["resources"]).flatMap(({ type, urn, inputs }) => {
    if (!isObject(inputs)) return [];
    if (type === "pulumi:providers:pulumi-nodejs") {
      return [{ apiKey: inputs["graphplane:apiKey"], baseUrl: inputs["graphplane:baseUrl"] }];
    }
    return isDefaultProvider(String(urn)) ? [{ apiKey: inputs["apiKey"], baseUrl: inputs["baseUrl"] }] : [];
  });
}

/** A text in a state, also if it is a shown secret. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  const plain = isObject(value) ? value["plaintext"] : undefined;
  if (typeof plain !== "string") return undefined;
  const parsed = parseJson(plain);
  return typeof parsed === "string" ? parsed : undefined;
}
