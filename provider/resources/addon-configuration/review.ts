import { segment } from "../../announce/lines";
import { reviewFacts } from "../../describe/resource";
import { addonConfigurationDescription } from "./description";

/** The path of its read (endpoint 5), by which lines name it. */
export function addressOf({ installedAddonId, configName }: Partial<Record<"installedAddonId" | "configName", unknown>>): string {
  return `/installed-addons/${segment(installedAddonId)}/configs/${segment(configName)}`;
}

/** The path of all configurations of an installed add-on, or of one of them. */
export function configurationPath(installedAddonId: unknown, ...configId: readonly unknown[]): string {
  return [`/add-ons/${segment(installedAddonId)}/configs`, ...configId.map(segment)].join("/");
}

export const addonConfigurationFacts = reviewFacts(addonConfigurationDescription, {
  isUnique: true,
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
  ],
  address: addressOf,
  subject: { configuration: "configName", "installed add-on": "installedAddonId" },
  deletions: {
    delete: ({ installedAddonId }, { configId }) => ({ method: "DELETE", path: configurationPath(installedAddonId, configId) }),
  },
});
