import { segment } from "../../messages/message";
import { isMasked } from "../../values/json";
import { deletionDeclared } from "../../describe/effects";
import { deletionPolicy, parentId, optInFlag, text, textOrObject } from "../../describe/fields";
import { type ArgumentsOf, describe, type ShownValues, type StateOf } from "../../describe/resource";
import type { PendingState } from "../../reconcile/pending";

export const addonConfigurationDescription = describe({
  kind: "AddonConfiguration",
  description: [
    "A named configuration of an installed add-on, shared by the whole organization. Deleting the resource leaves the configuration unchanged, unless `deletionPolicy` says otherwise.",
  ],
  example: `
const settings = new AddonConfiguration("settings", {
  installedAddonId: config.require("installedAddonId"),
  configName: "default",
  configValue: { model: "small", temperature: 0.2 },
});
`,
  lookup: { configName: text("The configuration's name. The service finds configurations by name, not by identifier.") },
  api: "endpoints 3 to 5",
  idFormat: "<installedAddonId>/<configId>",
  importFormat: "<installedAddonId>/<configName>",
  displayTemplate: "configuration <configName> of installed add-on <installedAddonId>",
  identity: ["installedAddonId", "configName"],
  arguments: {
    installedAddonId: parentId("The installed add-on (`installedAddonsID`)."),
    configName: text("The configuration's name (`config_name`).", {
      notEmpty: true,
      // A read puts the name at the end of a path, where these two names have a special meaning.
      problem: (name) => (name === "." || name === ".." ? "must not be . or .." : undefined),
      wellFormed: true,
      replaces: true,
    }),
    configValue: textOrObject(
      "The configuration's value (`config_value`): a string, or an object, which is sent as a JSON string with sorted keys. JSON that differs only in whitespace or key order is considered equal. Null values are removed from an object; to send them, pass a JSON string. Wrap a value that contains a secret in `pulumi.secret`, so that no message contains it.",
      {
        problem: (value) =>
          isMasked(value, /^\*{3,}$/) ? "contains ***, which the service returns instead of a secret; pass the secret itself" : undefined,
        output: { description: "The configuration's value; after a refresh that found drift, the live value.", isOptional: true },
      },
    ),
    adopt: optInFlag(
      "Adopts an existing configuration with this name even if its value differs, and overwrites the value for the whole organization. A configuration with an equal value is always adopted; a name that differs in case never matches.",
    ),
    deletionPolicy: deletionPolicy(
      ["retain", "delete"],
      "The effect on the configuration when the resource is deleted: `retain` leaves it unchanged, and `delete` deletes it. Deletion is not part of the documented API, and not every service supports it.",
      {
        effect: {
          ...deletionDeclared("configuration"),
          description:
            'The program now sets `deletionPolicy: "delete"`. Removing or replacing the resource later deletes the configuration.',
        },
      },
    ),
  },
  outputs: { configId: text("The identifier that the service assigned to the configuration (`configID`).", { stable: true }) },
  review: {
    isUnique: true,
    existing: "refused unless equal",
    wholeArguments: ["configValue"],
    consequences: [
      {
        id: "configuration-deleted",
        method: "DELETE",
        severity: "destroys",
        summary: "lost permanently",
        headline: ["Deletes configuration %", "Deletes % configurations"],
        description: "The configuration is deleted. It is shared: every workspace of the organization loses it.",
        source: "docs/internals/api.md, section 11; docs/internals/api.md, endpoint 1",
      },
      {
        id: "configuration-shared",
        method: "PUT",
        severity: "care",
        summary: "affects every workspace",
        headline: ["Configuration % changes, which affects every workspace", "% configurations change, which affects every workspace"],
        description: "This configuration is shared: the change affects every workspace of the organization.",
        source: "docs/internals/api.md, endpoints 1 and 4",
      },
      {
        id: "configuration-made",
        method: "POST",
        severity: "care",
        summary: "affects every workspace",
        headline: ["New configuration % affects every workspace", "% new configurations affect every workspace"],
        description: "The new configuration is shared: it applies to every workspace of the organization.",
        source: "docs/internals/api.md, endpoints 1 and 3",
      },
    ],
    address: addressOf,
    subject: { configuration: "configName", "installed add-on": "installedAddonId" },
    deletions: { delete: ({ installedAddonId, configId }) => ({ method: "DELETE", path: configurationPath(installedAddonId, configId) }) },
  },
});

export type Arguments = ArgumentsOf<typeof addonConfigurationDescription>;
export type ConfigurationValue = Arguments["configValue"];
export type State = StateOf<typeof addonConfigurationDescription> & PendingState;

export type ConfigurationName = Pick<Arguments, "installedAddonId" | "configName">;

/** Returns the path of the read (endpoint 5), which identifies the configuration in messages. */
export function addressOf({ installedAddonId, configName }: ShownValues): string {
  return `/installed-addons/${segment(installedAddonId)}/configs/${segment(configName)}`;
}

export function configurationPath(installedAddonId: unknown, ...configId: readonly unknown[]): string {
  return [`/add-ons/${segment(installedAddonId)}/configs`, ...configId.map(segment)].join("/");
}
