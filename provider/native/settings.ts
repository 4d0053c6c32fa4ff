import { settingNames, type SettingsError } from "../../client/settings";
import { type ReadConfig, readSettings, settingsMessage, storedKeyHint } from "../config";
import type { Properties } from "../properties";
import { type CheckFailure, nearestName } from "../validation";

/** The provider's settings, as a program or a stack's configuration gives them to the plugin. Pure. */

/** What the engine and SDKs put beside the settings. */
const reserved = ["version", "pluginDownloadURL", "__internal"];

/** What is wrong with the names of settings. */
export interface SettingProblems {
  readonly failures: readonly CheckFailure[];
  readonly warnings: readonly string[];
}

/**
 * Settings that are not known, each with the nearest one. The default provider gets whatever the stack's configuration holds under
 * its name, also keys of a program whose project has the same: there it warns of what looks like a setting, and fails for nothing.
 */
export function findUnknownSettings(urn: string, args: Properties): SettingProblems {
  const unknown = Object.keys(args).filter((name) => !settingNames.some((known) => known === name) && !reserved.includes(name));
  if (!isDefaultProvider(urn)) {
    const reasonFor = (name: string) => `unknown setting; ${hintFor(name) ?? `the settings are ${settingNames.join(", ")}`}`;
    return { failures: unknown.map((property) => ({ property, reason: reasonFor(property) })), warnings: [] };
  }
  const near = unknown.filter((name) => hintFor(name) !== undefined);
  return { failures: [], warnings: near.map((name) => `graphplane:${name} is an unknown setting; ${hintFor(name)}`) };
}

function hintFor(name: string): string | undefined {
  const nearest = nearestName(name, settingNames);
  return nearest === undefined ? undefined : `did you mean ${nearest}?`;
}

/** True for the provider that the stack's configuration makes, rather than a program. */
export function isDefaultProvider(urn: string): boolean {
  return /::pulumi:providers:graphplane::default(_|$)/.test(urn);
}

/** The settings of one provider resource, in the words of those who gave them: in its arguments, or in the stack's configuration. */
export class ProviderSettings {
  /** True where the stack's configuration made the provider. */
  readonly isDefault: boolean;
  private readonly config: ReadConfig;

  constructor(
    args: Properties,
    private readonly environment: NodeJS.ProcessEnv,
    urn = "",
  ) {
    this.isDefault = urn === "" || isDefaultProvider(urn);
    this.config = readerOf(args);
  }

  /** The settings, with the environment's in place of what is not given. */
  read(): ReturnType<typeof readSettings> {
    return readSettings(this.config, this.environment, this.isDefault ? undefined : "apiKey of the provider");
  }

  /** What to do where the API key is refused and the program does not run. */
  keyHint(): string | undefined {
    return storedKeyHint(this.config);
  }

  /** Says for every missing or malformed setting how to give it. */
  readonly describe = (error: SettingsError): string => {
    if (this.isDefault) return settingsMessage(error);
    return error.problems.map(({ name, problem }) => `${name} of the provider ${problem}. Give it to the provider resource.`).join(" ");
  };
}

/** Settings come as strings from the configuration and from SDKs, and as what they are from other programs. */
function readerOf(args: Properties): ReadConfig {
  return (key) => {
    const value = args[key.slice("graphplane:".length)];
    return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  };
}
