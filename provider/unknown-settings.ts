import { settingNames } from "../client/http/settings";
import { nearestName } from "./values/nearest-name";

/** Keys that the engine and SDKs add to the settings. */
const reserved = ["version", "pluginDownloadURL", "__internal"];

export function unknownSettings(names: readonly string[]): string[] {
  return names.filter((name) => !settingNames.some((known) => known === name) && !reserved.includes(name));
}

/** The setting that is probably meant, with the prefix of its name; if none is near, all of them. */
export function settingHint(name: string, prefix = ""): string {
  const nearest = nearestName(name, settingNames);
  return nearest === undefined
    ? `the settings are ${settingNames.map((known) => prefix + known).join(", ")}`
    : `did you mean ${prefix}${nearest}?`;
}

/**
 * A sentence for each key under `graphplane:` of a stack's configuration that is no setting. In a project of that name the
 * program's own keys are there too, so only what resembles a setting is one of ours.
 */
export function unknownSettingTexts(names: readonly string[], project: string): string[] {
  return unknownSettings(names)
    .filter((name) => project !== "graphplane" || nearestName(name, settingNames) !== undefined)
    .map((name) => `graphplane:${name} is an unknown setting; ${settingHint(name, "graphplane:")}`);
}
