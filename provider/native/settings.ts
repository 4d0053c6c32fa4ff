import { AccountSettings } from "../config";
import type { Values } from "../values/json";
import { settingHint, unknownSettings, unknownSettingTexts } from "../unknown-settings";
import { partsOf } from "../values/urn";

/** The provider's settings, from a program or the stack configuration. Pure. */

/** Finds unknown settings. For an explicit provider, they are errors. For the default provider, they are warnings, because they might be the program's own keys. */
export function findUnknownSettings(urn: string, args: Values) {
  const names = Object.keys(args);
  if (isDefaultProvider(urn)) return { failures: [], warnings: unknownSettingTexts(names, partsOf(urn).project) };
  const failures = unknownSettings(names).map((property) => ({ property, reason: `unknown setting; ${settingHint(property)}` }));
  return { failures, warnings: [] };
}

/** Returns true for the default provider, whose settings come from the stack configuration. */
export function isDefaultProvider(urn: string): boolean {
  return /::pulumi:providers:graphplane::default(_|$)/.test(urn);
}

/** Returns the settings of a provider resource. If the program does not create the provider, its arguments are the stack configuration. */
export function settingsOf(args: Values, environment: NodeJS.ProcessEnv, urn = ""): AccountSettings {
  // The stack configuration and SDKs pass strings, whereas other programs pass typed values.
  const config = (key: string) => {
    const value = args[key.slice("graphplane:".length)];
    return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  };
  return new AccountSettings(config, environment, urn === "" || isDefaultProvider(urn) ? undefined : partsOf(urn).name);
}
