import type { SettingsError } from "../../client/http/settings";
import { readSettings, settingsMessage, type SettingSources, storedKeyHint } from "../config";
import type { Properties } from "../reconcile/notes";
import { settingHint, unknownSettings, unknownSettingTexts } from "../unknown-settings";
import { partsOf } from "../values/urn";

/** The provider's settings, as a program or a stack's configuration gives them to the plugin. Pure. */

/** Settings that are not known: a program's own provider fails for them, the default one warns, since its keys may be the program's. */
export function findUnknownSettings(urn: string, args: Properties) {
  const names = Object.keys(args);
  if (isDefaultProvider(urn)) return { failures: [], warnings: unknownSettingTexts(names, partsOf(urn).project) };
  const failures = unknownSettings(names).map((property) => ({ property, reason: `unknown setting; ${settingHint(property)}` }));
  return { failures, warnings: [] };
}

/** Returns true for the default provider, which the stack's configuration makes. */
export function isDefaultProvider(urn: string): boolean {
  return /::pulumi:providers:graphplane::default(_|$)/.test(urn);
}

/** The settings of one provider resource, in the words of those who gave them: in its arguments, or in the stack's configuration. */
export class ProviderSettings {
  readonly isDefault: boolean;
  /** The name of a provider that a program made; undefined for the stack's own. */
  readonly account: string | undefined;
  /** The settings; one that is not given comes from the environment. */
  readonly values: ReturnType<typeof readSettings>;
  readonly keyHint: string | undefined;
  private readonly sources: SettingSources;

  constructor(args: Properties, environment: NodeJS.ProcessEnv, urn = "") {
    this.isDefault = urn === "" || isDefaultProvider(urn);
    this.account = this.isDefault ? undefined : partsOf(urn).name;
    // Settings come as strings from the configuration and from SDKs, and as what they are from other programs.
    const config = (key: string) => {
      const value = args[key.slice("graphplane:".length)];
      return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
    };
    this.values = readSettings(config, environment, this.isDefault ? undefined : "apiKey of the provider");
    this.keyHint = storedKeyHint(config);
    this.sources = { config, environment, isProvider: !this.isDefault };
  }

  /** Missing and malformed settings, each with how to give it. */
  readonly describe = (error: SettingsError): string => settingsMessage(error, this.sources);
}
