import { parseJsonText } from "../values/json";
import { explainFailure, liveWorkspacesOf } from "./find";
import { type FunctionDefinition, type LookUp, requireText } from "./look-up";
import type { WorkspaceDetails } from "./records";

interface AddonQuery {
  readonly installedAddonId: string;
}

interface ConfigurationsQuery extends AddonQuery {
  readonly configName: string;
}

/** The add-ons installed for the organization, as the service answers. */
export const getInstalledAddons: FunctionDefinition<object, unknown> = {
  name: "getInstalledAddons",
  read: readInstalledAddons,
};

/** One installed add-on, as it is answered. */
export const getInstalledAddon: FunctionDefinition<AddonQuery, unknown> = {
  name: "getInstalledAddon",
  describe: describeAddon,

  async read(look, args) {
    const id = { installedAddonsID: requireText(look, "installedAddonId", args.installedAddonId) };
    const read = () => look.share(`installed add-on ${JSON.stringify(id)}`, (client) => client.addons.get(id));
    return parseJsonText(await explainFailure(look, read, () => explainMissing(look, id.installedAddonsID)));
  },
};

/** The configurations of one name, as they are answered. */
export const getAddonConfigurations: FunctionDefinition<ConfigurationsQuery, unknown> = {
  name: "getAddonConfigurations",
  describe: (args) => `configurations ${JSON.stringify(args.configName)} of ${describeAddon(args)}`,

  async read(look, args) {
    const id = {
      installedAddonsID: requireText(look, "installedAddonId", args.installedAddonId),
      configName: requireText(look, "configName", args.configName),
    };
    const read = () => look.share(`configurations ${JSON.stringify(id)}`, (client) => client.addons.configurations(id));
    return parseJsonText(await explainFailure(look, read, () => explainMissing(look, id.installedAddonsID)));
  },
};

/** The workspaces, of every workgroup, that have an add-on enabled. */
export const getAddonWorkspaces: FunctionDefinition<{ readonly addonsId: string }, WorkspaceDetails[]> = {
  name: "getAddonWorkspaces",
  describe: ({ addonsId }) => `add-on ${JSON.stringify(addonsId)}`,

  async read(look, args) {
    const id = { addonsID: requireText(look, "addonsId", args.addonsId) };
    const all = await look.share(`workspaces of add-on ${JSON.stringify(id)}`, (client) => client.addons.workspaces(id));
    return liveWorkspacesOf(look, all);
  },
};

function readInstalledAddons({ share }: LookUp): Promise<unknown> {
  return share("installed add-ons", async (client) => parseJsonText(await client.addons.list()));
}

/** Says so where the list of installed add-ons can be understood and names no such one. */
async function explainMissing(look: LookUp, installedAddonId: string): Promise<string | undefined> {
  const all = look.module.parseInstalledAddons(await readInstalledAddons(look));
  if (all?.certain !== true || all.found.some(({ id, addonsId }) => id === installedAddonId || addonsId === installedAddonId))
    return undefined;
  const there = look.module.namesOf(
    all.found.map(({ id, name, title = name }) => ({ id, name: title })),
    installedAddonId,
  );
  return `there is no installed add-on ${JSON.stringify(installedAddonId)}; there are ${there}`;
}

function describeAddon({ installedAddonId }: AddonQuery): string {
  return `installed add-on ${JSON.stringify(installedAddonId)}`;
}
