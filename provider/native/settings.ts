import type { SettingsError } from "../../client/http/settings";
import { type ReadConfig, readSettings, settingsMessage, storedKeyHint } from "../config";
import type { Properties } from "../reconcile/notes";
import { settingHint, unknownSettings, unknownSettingTexts } from "../unknown-settings";
import { partsOf } from "../values/urn";
import type { CheckFailure } from "../values/validation";

/** The provider's settings, as a program or a stack's configuration gives them to the plugin. Pure. */

/** Problems with the names of settings. */
export interface SettingProblems {
  readonly failures: readonly CheckFailure[];
  readonly warnings: readonly string[];
}

/** Settings that are not known: a program's own provider fails for them, the default one warns, since its keys may be the program's. */
export function findUnknownSettings(urn: string, args: Properties): SettingProblems {
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
  /** True if the stack's configuration made the provider. */
  readonly isDefault: boolean;
  /** The name of a provider that a program made; undefined for the stack's own. */
  readonly account: string | undefined;
  private readonly config: ReadConfig;

  constructor(
    args: Properties,
    private readonly environment: NodeJS.ProcessEnv,
    urn = "",
  ) {
    this.isDefault = urn === "" || isDefaultProvider(urn);
    this.account = this.isDefault ? undefined : partsOf(urn).name;
    this.config = readerOf(args);
  }

  /** The settings; one that is not given comes from the environment. */
  read(): ReturnType<typeof readSettings> {
    return readSettings(this.config, this.environment, this.isDefault ? undefined : "apiKey of the provider");
  }

  /** The hint for a refused API key when no program runs. */
  keyHint(): string | undefined {
    return storedKeyHint(this.config);
  }

  /** Missing and malformed settings, each with how to give it. */
  readonly describe = (error: SettingsError): string =>
    settingsMessage(error, { config: this.config, environment: this.environment, isProvider: !this.isDefault });
}

/** Settings come as strings from the configuration and from SDKs, and as what they are from other programs. */
function readerOf(args: Properties): ReadConfig {
  return (key) => {
    const value = args[key.slice("graphplane:".length)];
    return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  };
}
