import { namesOf } from "../../client/api/find";
import { parseInstalledAddons } from "../../client/wire/addon-results";
import { parseJsonText } from "../values/json";
import type { GetAddonConfigurationsArgs, GetAddonWorkspacesArgs, GetInstalledAddonArgs } from "./arguments";
import { explainFailure, liveWorkspacesOf } from "./find";
import { type FunctionDefinition, type LookUpContext, quote, requireText } from "./look-up";
import type { WorkspaceDetails } from "./records";

/** The add-ons installed for the organization, as the service shows them. */
export const getInstalledAddons: FunctionDefinition<object, unknown> = {
  name: "getInstalledAddons",
  args: [],
  read: readInstalledAddons,
};

/** One installed add-on, as the service shows it. */
export const getInstalledAddon: FunctionDefinition<GetInstalledAddonArgs, unknown> = {
  name: "getInstalledAddon",
  args: ["installedAddonId"],
  describe: describeAddon,

  async read(context, args) {
    const id = { installedAddonsID: requireText("installedAddonId", args.installedAddonId) };
    const read = () => context.share(`installed add-on ${JSON.stringify(id)}`, (client) => client.addons.get(id));
    return parseJsonText(await explainFailure(read, () => explainMissing(context, id.installedAddonsID)));
  },
};

/** The configurations of one name, as the service shows them. */
export const getAddonConfigurations: FunctionDefinition<GetAddonConfigurationsArgs, unknown> = {
  name: "getAddonConfigurations",
  args: ["installedAddonId", "configName"],
  describe: (args) => `configurations ${quote(args.configName)} of ${describeAddon(args)}`,

  async read(context, args) {
    const id = {
      installedAddonsID: requireText("installedAddonId", args.installedAddonId),
      configName: requireText("configName", args.configName),
    };
    const read = () => context.share(`configurations ${JSON.stringify(id)}`, (client) => client.addons.configurations(id));
    return parseJsonText(await explainFailure(read, () => explainMissing(context, id.installedAddonsID)));
  },
};

/** The workspaces, of every workgroup, that have an add-on enabled. */
export const getAddonWorkspaces: FunctionDefinition<GetAddonWorkspacesArgs, WorkspaceDetails[]> = {
  name: "getAddonWorkspaces",
  args: ["addonsId"],
  describe: ({ addonsId }) => `add-on ${quote(addonsId)}`,

  async read(context, args) {
    const id = { addonsID: requireText("addonsId", args.addonsId) };
    const all = await context.share(`workspaces of add-on ${JSON.stringify(id)}`, (client) => client.addons.workspaces(id));
    return liveWorkspacesOf(all);
  },
};

function readInstalledAddons({ share }: LookUpContext): Promise<unknown> {
  return share("installed add-ons", async (client) => parseJsonText(await client.addons.list()));
}

/** The sentence for a missing add-on; undefined unless the list of installed add-ons is understood and lacks it. */
async function explainMissing(context: LookUpContext, installedAddonId: string): Promise<string | undefined> {
  const all = parseInstalledAddons(await readInstalledAddons(context));
  if (all?.certain !== true || all.found.some(({ id, addonsId }) => id === installedAddonId || addonsId === installedAddonId))
    return undefined;
  const there = namesOf(
    all.found.map(({ id, name, title = name }) => ({ id, name: title })),
    installedAddonId,
  );
  return `there is no installed add-on ${JSON.stringify(installedAddonId)}; there are ${there}`;
}

function describeAddon({ installedAddonId }: GetInstalledAddonArgs): string {
  return `installed add-on ${quote(installedAddonId)}`;
}
