import { settingNames } from "../client/http/settings";
import { nearestName } from "./values/nearest-name";

/** Keys that the engine and the SDKs add to the settings. */
const reserved = ["version", "pluginDownloadURL", "__internal"];

export function unknownSettings(names: readonly string[]): string[] {
  return names.filter((name) => !settingNames.some((known) => known === name) && !reserved.includes(name));
}

/** Suggests the setting with the most similar name, or lists all settings if none is similar. */
export function settingHint(name: string, prefix = ""): string {
  const nearest = nearestName(name, settingNames);
  return nearest === undefined
    ? `the settings are ${settingNames.map((known) => prefix + known).join(", ")}`
    : `did you mean ${prefix}${nearest}?`;
}

/**
 * Describes each key under `graphplane:` in the stack configuration that is not a setting. In a project named `graphplane`, the program's
 * own keys have the same prefix, so only keys similar to a setting are reported.
 */
export function unknownSettingTexts(names: readonly string[], project: string): string[] {
  return unknownSettings(names)
    .filter((name) => project !== "graphplane" || nearestName(name, settingNames) !== undefined)
    .map((name) => `graphplane:${name} is an unknown setting; ${settingHint(name, "graphplane:")}`);
}
