import { isObject, plainAddress } from "../../client";
import { sentence } from "../../client/http/errors";
import { objectsIn, parseJson } from "../../client/wire/json";
import { isDefaultProvider } from "../../provider/native/settings";
import { unknownSettingTexts } from "../../provider/unknown-settings";
import { getIn } from "../../provider/values/json";
import { projectFile, projectName } from "../project-file";
import { failed, type Finding, ok, skipped, warning } from "./finding";
import { checkPackage } from "./package";
import { checkPending } from "./pending";
import { type Machine, runForJson } from "./machine";

/** Checks a project: the package, the stack's configuration, and interrupted operations. `state` also compares the state with the settings. */
export async function readProject(machine: Machine, stack: string | undefined, hasCli: boolean) {
  const file = projectFile(machine.folder);
  if (file === undefined) {
    const found = [skipped("project", "No Pulumi project here, so only the environment is read.")];
    return { found, config: undefined, state: undefined };
  }
  const installed = checkPackage(file);
  const unread = (...found: Finding[]) => ({ found: [...installed, ...found], config: {}, state: undefined });
  if (!hasCli)
    return unread(
      skipped("project", "Without the Pulumi CLI, only the environment is read, not the stack's configuration."),
      skipped("pending", "Without the Pulumi CLI, the state is not read, so interrupted operations were not checked."),
    );
  const chosen = stack === undefined ? [] : ["--stack", stack];
  const pending = await checkPending(machine, chosen);
  const read = await runForJson(machine, ["config", "--json", "--show-secrets", ...chosen]);
  if ("problem" in read) {
    const fix = 'Select the stack with "pulumi stack select" or --stack, and set its passphrase if it has one.';
    const text = `The stack's configuration cannot be read, so only the environment is used: ${read.problem}`;
    return unread((stack === undefined ? warning : failed)("project", text, fix), ...pending);
  }
  const values = Object.entries(read.value).map(([key, entry]) => [key, getIn(entry, ["value"])]);
  const which = stack === undefined ? "selected stack" : `stack ${stack}`;
  return {
    found: [
      ...installed,
      ok("project", `The configuration of the ${which} was read.`),
      ...checkKeys(read.value, projectName(file)),
      ...pending,
    ],
    config: Object.fromEntries(values.filter((entry): entry is [string, string] => typeof entry[1] === "string")),
    state: (address: string, apiKey: string) => checkState(machine, chosen, address, apiKey),
  };
}

/** Warns about unknown configuration keys of this package, and about an API key in plain text. */
function checkKeys(config: Record<string, unknown>, project: string): Finding[] {
  const prefix = "graphplane:";
  const names = Object.keys(config).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  const fixKey = 'Set the correct key, and remove this key with "pulumi config rm".';
  const found = unknownSettingTexts(names, project).map((text) => warning("settings", sentence(text), fixKey));
  const key = config[`${prefix}apiKey`];
  if (!isObject(key) || key["secret"] === true) return found;
  const fix =
    'Run "pulumi config set --secret graphplane:apiKey", which prompts for the key, and then "pulumi up", which encrypts it in the state. If the file was committed, rotate the key.';
  return [...found, warning("key", "graphplane:apiKey is stored in plain text in the stack's configuration and in its state.", fix)];
}

/** Compares the settings with the key and the address in the state, which a refresh or a destroy uses if it does not run the program. */
async function checkState(machine: Machine, chosen: readonly string[], address: string, apiKey: string): Promise<Finding> {
  const read = await runForJson(machine, ["stack", "export", "--show-secrets", ...chosen]);
  if ("problem" in read) return skipped("state", `The state cannot be read: ${read.problem}`);
  const stored = storedSettings(read.value);
  const fix = 'Run "pulumi up" to store the configured value in the state. To refresh or destroy before then, add --run-program.';
  const addresses = stored.map(({ baseUrl }) => textOf(baseUrl) ?? "").filter((url) => URL.canParse(url));
  const other = addresses.map(plainAddress).find((known) => known !== address);
  if (other !== undefined)
    return warning("state", `The state belongs to the service at ${other}, but the configured address is ${address}.`, fix);
  const keys = stored.flatMap((settings) => (settings.apiKey === undefined ? [] : [textOf(settings.apiKey)]));
  if (keys.length === 0) return ok("state", "The state has no API key from the configuration.");
  if (keys.every((key) => key === apiKey)) return ok("state", "The API key in the state is the configured key.");
  if (keys.every((key) => key === apiKey || key === undefined))
    return skipped("state", "The API key in the state cannot be read, so it was not compared.");
  return warning(
    "state",
    "The API key in the state differs from the configured key; a refresh or a destroy without --run-program uses the key in the state.",
    fix,
  );
}

/** Returns the configuration in the state, from the inputs of the dynamic provider and of the plugin's default providers. */
function storedSettings(exported: Record<string, unknown>): { apiKey: unknown; baseUrl: unknown }[] {
  return objectsIn(getIn(exported, ["deployment", "resources"])).flatMap(({ type, urn, inputs }) => {
    if (!isObject(inputs)) return [];
    if (type === "pulumi:providers:pulumi-nodejs") return [{ apiKey: inputs["graphplane:apiKey"], baseUrl: inputs["graphplane:baseUrl"] }];
    return isDefaultProvider(String(urn)) ? [{ apiKey: inputs["apiKey"], baseUrl: inputs["baseUrl"] }] : [];
  });
}

/** Returns a string from a state, including a decrypted secret. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === "string" ? value : parseJson(String(getIn(value, ["plaintext"])));
  return typeof text === "string" ? text : undefined;
}
