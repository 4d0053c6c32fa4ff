import { AccountSettings } from "../config";
import type { Values } from "../values/json";
import { settingHint, unknownSettings, unknownSettingTexts } from "../unknown-settings";
import { partsOf } from "../values/urn";

/** The provider's settings, as a program or a stack's configuration gives them to the plugin. Pure. */

/** Settings that are not known: a program's own provider fails for them, the default one warns, since its keys may be the program's. */
export function findUnknownSettings(urn: string, args: Values) {
  const names = Object.keys(args);
  if (isDefaultProvider(urn)) return { failures: [], warnings: unknownSettingTexts(names, partsOf(urn).project) };
  const failures = unknownSettings(names).map((property) => ({ property, reason: `unknown setting; ${settingHint(property)}` }));
  return { failures, warnings: [] };
}

/** Returns true for the default provider, which the stack's configuration makes. */
export function isDefaultProvider(urn: string): boolean {
  return /::pulumi:providers:graphplane::default(_|$)/.test(urn);
}

/** The settings of one provider resource: its arguments are the stack's configuration unless a program made it. */
export function settingsOf(args: Values, environment: NodeJS.ProcessEnv, urn = ""): AccountSettings {
  // Settings come as strings from the configuration and from SDKs, and as what they are from other programs.
  const config = (key: string) => {
    const value = args[key.slice("graphplane:".length)];
    return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  };
  return new AccountSettings(config, environment, urn === "" || isDefaultProvider(urn) ? undefined : partsOf(urn).name);
}
