import type * as pulumi from "@pulumi/pulumi";
import { parseJsonText } from "../../provider/json";
import { explainFailure, liveWorkspacesOf } from "./find";
import type { Workspace } from "./records";
import { lookUp, type LookUp, lookUpOutput, requireText } from "./session";

/** Which add-on {@link getInstalledAddon} looks for. */
export interface GetInstalledAddonArgs {
  /** The installed add-on's identifier. */
  installedAddonId: string;
}

/** Which add-on {@link getInstalledAddonOutput} looks for. */
export interface GetInstalledAddonOutputArgs {
  /** The installed add-on's identifier. */
  installedAddonId: pulumi.Input<string>;
}

/** Which configurations {@link getAddonConfigurations} looks for. */
export interface GetAddonConfigurationsArgs extends GetInstalledAddonArgs {
  /** The name of the configurations; names need not be unique. */
  configName: string;
}

/** Which configurations {@link getAddonConfigurationsOutput} looks for. */
export interface GetAddonConfigurationsOutputArgs extends GetInstalledAddonOutputArgs {
  /** The name of the configurations; names need not be unique. */
  configName: pulumi.Input<string>;
}

/** The add-on whose workspaces {@link getAddonWorkspaces} looks for. */
export interface GetAddonWorkspacesArgs {
  /**
   * The add-on's identifier, as workspaces name it: a key of `addons` of `WorkspaceSettings`. Whether that is the
   * `installedAddonId` of the other calls is not documented.
   */
  addonsId: string;
}

/** The add-on whose workspaces {@link getAddonWorkspacesOutput} looks for. */
export interface GetAddonWorkspacesOutputArgs {
  /**
   * The add-on's identifier, as workspaces name it: a key of `addons` of `WorkspaceSettings`. Whether that is the
   * `installedAddonId` of the other calls is not documented.
   */
  addonsId: pulumi.Input<string>;
}

/**
 * The add-ons installed for the organization (docs/api.md, endpoint 1). What the service answers is not documented: it comes
 * as it is, under the service's own names; a text that holds a JSON object or list comes parsed.
 */
export function getInstalledAddons(): Promise<unknown> {
  return lookUp({ name: "getInstalledAddons" }, readInstalledAddons);
}

/** {@link getInstalledAddons} as an output. */
export function getInstalledAddonsOutput(): pulumi.Output<unknown> {
  return lookUpOutput<object, unknown>({}, getInstalledAddons);
}

/** One installed add-on (docs/api.md, endpoint 2), as it is answered. Fails with those that there are where it is not one of them. */
export function getInstalledAddon(args: GetInstalledAddonArgs): Promise<unknown> {
  return readAddon(args, false);
}

/** {@link getInstalledAddon} over inputs. */
export function getInstalledAddonOutput(args: GetInstalledAddonOutputArgs): pulumi.Output<unknown> {
  return lookUpOutput<GetInstalledAddonArgs, unknown>(args, readAddon);
}

/**
 * The configurations of one name (docs/api.md, endpoint 5), as they are answered. They may hold secrets: an output that shows
 * them is best made secret.
 */
export function getAddonConfigurations(args: GetAddonConfigurationsArgs): Promise<unknown> {
  return readConfigurations(args, false);
}

/** {@link getAddonConfigurations} over inputs. */
export function getAddonConfigurationsOutput(args: GetAddonConfigurationsOutputArgs): pulumi.Output<unknown> {
  return lookUpOutput<GetAddonConfigurationsArgs, unknown>(args, readConfigurations);
}

/**
 * The workspaces, of every workgroup, that have an add-on enabled, without those that are deleted (docs/api.md, endpoint 6).
 *
 * @example
 * const names = (await getAddonWorkspaces({ addonsId })).map(({ name }) => name);
 */
export function getAddonWorkspaces(args: GetAddonWorkspacesArgs): Promise<Workspace[]> {
  return readWorkspaces(args, false);
}

/** {@link getAddonWorkspaces} over inputs. */
export function getAddonWorkspacesOutput(args: GetAddonWorkspacesOutputArgs): pulumi.Output<Workspace[]> {
  return lookUpOutput<GetAddonWorkspacesArgs, Workspace[]>(args, readWorkspaces);
}

function readInstalledAddons({ share }: LookUp): Promise<unknown> {
  return share("installed add-ons", async (client) => parseJsonText(await client.addons.list()));
}

function readAddon(args: GetInstalledAddonArgs, anew: boolean): Promise<unknown> {
  return lookUp({ name: "getInstalledAddon", object: describeAddon(args), anew }, async (look) => {
    const id = { installedAddonsID: requireText(look, "installedAddonId", args.installedAddonId) };
    const read = () => look.share(`installed add-on ${JSON.stringify(id)}`, (client) => client.addons.get(id));
    return parseJsonText(await explainFailure(look, read, () => failIfNotInstalled(look, id.installedAddonsID)));
  });
}

function readConfigurations(args: GetAddonConfigurationsArgs, anew: boolean): Promise<unknown> {
  const object = `configurations ${JSON.stringify(args.configName)} of ${describeAddon(args)}`;
  return lookUp({ name: "getAddonConfigurations", object, anew }, async (look) => {
    const id = {
      installedAddonsID: requireText(look, "installedAddonId", args.installedAddonId),
      configName: requireText(look, "configName", args.configName),
    };
    const read = () => look.share(`configurations ${JSON.stringify(id)}`, (client) => client.addons.configurations(id));
    return parseJsonText(await explainFailure(look, read, () => failIfNotInstalled(look, id.installedAddonsID)));
  });
}

function readWorkspaces(args: GetAddonWorkspacesArgs, anew: boolean): Promise<Workspace[]> {
  return lookUp({ name: "getAddonWorkspaces", object: `add-on ${JSON.stringify(args.addonsId)}`, anew }, async (look) => {
    const id = { addonsID: requireText(look, "addonsId", args.addonsId) };
    const all = await look.share(`workspaces of add-on ${JSON.stringify(id)}`, (client) => client.addons.workspaces(id));
    return liveWorkspacesOf(look, all);
  });
}

/** Fails where the list of installed add-ons can be understood and names no such one. */
async function failIfNotInstalled(look: LookUp, installedAddonId: string): Promise<void> {
  const all = look.module.parseInstalledAddons(await readInstalledAddons(look));
  if (all?.certain !== true || all.found.some(({ id, addonsId }) => id === installedAddonId || addonsId === installedAddonId)) return;
  const there = look.module.namesOf(
    all.found.map(({ id, name, title = name }) => ({ id, name: title })),
    installedAddonId,
  );
  throw new look.module.InputError(`there is no installed add-on ${JSON.stringify(installedAddonId)}; there are ${there}`);
}

function describeAddon({ installedAddonId }: GetInstalledAddonArgs): string {
  return `installed add-on ${JSON.stringify(installedAddonId)}`;
}
