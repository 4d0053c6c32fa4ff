import { canonicalJson, getIn, isObject, parseJsonText } from "../../values/json";
import { secretText, segment } from "../../announce/lines";
import { consequencesOfFields } from "../../describe/effects";
import { reviewFactsFrom } from "../../describe/resource";
import { addonConfigurationDescription } from "./description";
import { agrees, isPathOf, type ReviewFacts } from "../../announce/review-facts";

/** The path of its read (endpoint 5), by which lines name it. */
export function addressOf({ installedAddonId, configName }: Partial<Record<"installedAddonId" | "configName", unknown>>): string {
  return `/installed-addons/${segment(installedAddonId)}/configs/${segment(configName)}`;
}

/** The path of all configurations of an installed add-on, or of one of them. */
export function configurationPath(installedAddonId: unknown, ...configId: readonly unknown[]): string {
  return [`/add-ons/${segment(installedAddonId)}/configs`, ...configId.map(segment)].join("/");
}

export const addonConfigurationFacts: ReviewFacts = {
  isUnique: true,
  adopts: false,
  compares: true,
  ...reviewFactsFrom(addonConfigurationDescription),
  wholeArguments: ["configValue"],
  consequences: [
    {
      id: "configuration-deleted",
      method: "DELETE",
      gravity: "destroys",
      inShort: "an add-on configuration is deleted",
      says: "The configuration is deleted. It is shared: every workspace of the organization loses it.",
      source: "docs/internals/api.md, section 11; docs/internals/api.md, endpoint 1",
    },
    {
      id: "configuration-shared",
      method: "PUT",
      gravity: "care",
      inShort: "an add-on configuration of the whole organization changes",
      says: "This configuration is shared: the change affects every workspace of the organization.",
      source: "docs/internals/api.md, endpoints 1 and 4",
    },
    {
      id: "configuration-made",
      method: "POST",
      gravity: "care",
      inShort: "an add-on configuration of the whole organization is created",
      says: "The new configuration is shared: it applies to every workspace of the organization.",
      source: "docs/internals/api.md, endpoints 1 and 3",
    },
    ...consequencesOfFields(addonConfigurationDescription.arguments, () => []),
  ],
  address: addressOf,
  subject: ({ configName, installedAddonId }) => [
    ["configuration", configName],
    ["installed add-on", installedAddonId],
  ],
  isOwnRequest({ method, path, body }, { installedAddonId, configName, configValue }, { configId }) {
    const all = configurationPath(installedAddonId);
    const named = path === all && agrees(configName, getIn(body, ["config_name"]));
    const sent = getIn(body, ["config_value"]);
    return (method === "POST" ? named : isPathOf(path, all, configId)) && (sent === undefined || agrees(showText(configValue), sent));
  },
  argumentsOf(body, { configValue }) {
    const [name, sent] = [getIn(body, ["config_name"]), getIn(body, ["config_value"])];
    // A value that is declared as an object is sent as its text.
    const object = isObject(configValue) ? parseJsonText(sent) : undefined;
    const value = isObject(object) ? object : sent;
    return { ...(name !== undefined && { configName: name }), ...(value !== undefined && { configValue: value }) };
  },
  requestFor(changed, { inputs: { installedAddonId, configName, configValue }, outputs, exists }) {
    const body = { config_value: showText(configValue) };
    if (!exists) return { method: "POST", path: configurationPath(installedAddonId), body: { config_name: configName, ...body } };
    if (!changed.some(({ path: [name] }) => name === "configValue")) return undefined;
    return { method: "PUT", path: configurationPath(installedAddonId, outputs.configId), body };
  },
  deletionRequest: ({ installedAddonId, deletionPolicy }, { configId }) =>
    deletionPolicy === "delete" ? { method: "DELETE", path: configurationPath(installedAddonId, configId) } : undefined,
};

/** A value as it is sent: a text. A secret inside makes all of it one. */
function showText(value: unknown): string {
  if (typeof value === "string") return value;
  const text = canonicalJson(value ?? null);
  return text.includes(JSON.stringify(secretText)) ? secretText : text;
}
