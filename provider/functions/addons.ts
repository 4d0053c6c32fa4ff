import type { Client } from "../../client";
import { missingAddon } from "../../client/api/find";
import * as shapes from "../../client/wire/shapes";
import { parseJsonText } from "../values/json";
import { explainFailure } from "./find";
import { defineFunction } from "./function";

export const getInstalledAddons = defineFunction({
  description:
    "The add-ons installed for the organization. The response is not documented, so it keeps the service's field names; a string that contains a JSON object or list is parsed.",
  returns: "any",
  result: "installedAddons",
  read: async ({ shared, endpoints }) => parseJsonText(await shared(endpoints.addons.list, {})),
});

const installedAddonId = "The installed add-on's identifier.";

export const getInstalledAddon = defineFunction({
  description: "An installed add-on, as the service returns it. If the id is unknown, the error lists the existing add-ons.",
  required: { installedAddonId },
  returns: "any",
  result: "installedAddon",
  object: "installed add-on <installedAddonId>",

  read: (client, { installedAddonId: installedAddonsID }) =>
    ofAddon(client, installedAddonsID, client.shared(client.endpoints.addons.get, { installedAddonsID })),
});

export const getAddonConfigurations = defineFunction({
  description:
    "The configurations with the given name, as the service returns them. They can contain secrets: mark any output that contains them as secret.",
  required: { configName: "The name of the configurations; names need not be unique.", installedAddonId },
  returns: "any",
  result: "configurations",
  object: "configurations <configName> of installed add-on <installedAddonId>",

  read: (client, { installedAddonId: installedAddonsID, configName }) =>
    ofAddon(client, installedAddonsID, client.shared(client.endpoints.addons.configurations, { installedAddonsID, configName })),
});

export const getAddonWorkspaces = defineFunction({
  description: "The workspaces of all workgroups in which an add-on is enabled, except deleted workspaces.",
  example: "const names = (await getAddonWorkspaces({ addonsId })).map(({ name }) => name);",
  required: {
    addonsId:
      "The add-on's identifier in workspaces: a key of `addons` of `WorkspaceSettings`. The service does not document whether it equals the `installedAddonId` of the other calls.",
  },
  returns: { list: shapes.workspace },
  result: "workspaces",
  object: "add-on <addonsId>",

  read: ({ shared, endpoints }, { addonsId: addonsID }) => shared(endpoints.addons.workspaces, { addonsID }),
});

/** Awaits a read that belongs to an installed add-on. If the read fails because the add-on does not exist, the error states that. */
async function ofAddon(client: Client, installedAddonId: string, reading: Promise<unknown>): Promise<unknown> {
  const { shared, endpoints, redact } = client;
  const explain = async () => missingAddon(installedAddonId, await shared(endpoints.addons.list, {}), redact);
  return parseJsonText(await explainFailure(reading, explain));
}
