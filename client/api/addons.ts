import { z } from "zod";
import type { Caller } from "../http/call";
import { endpoint, nameOf, prefix } from "../http/endpoint";
import { tolerantWorkspace, type WorkspaceRecord } from "../wire/records";
import * as shapes from "../wire/shapes";

export interface InstalledAddonId {
  readonly installedAddonsID: string;
}

/** One configuration by the identifier that the service gave it. */
export interface ConfigurationId extends InstalledAddonId {
  readonly configID: string;
  /** Its name, if it is known: shared reads of the add-on's other names then stay fresh. */
  readonly configName?: string | undefined;
}

/** The configurations of one name: names need not be unique. */
export interface ConfigurationName extends InstalledAddonId {
  readonly configName: string;
}

/** The body of API endpoint 3. */
export const configurationBody = z.strictObject({ config_name: z.string(), config_value: z.string() });
export type ConfigurationBody = z.infer<typeof configurationBody>;

/** The body of API endpoint 4. */
export const configurationValue = z.strictObject({ config_value: z.string() });
export type ConfigurationValue = z.infer<typeof configurationValue>;

/** The name of a configuration in the read cache; without its `configName`, of any configuration of the add-on. */
export const configurationName = ({ installedAddonsID }: InstalledAddonId, configName?: string): string =>
  nameOf("configuration", installedAddonsID, ...(configName === undefined ? [] : [configName]));

export const listInstalledAddons = endpoint({
  number: 1,
  method: "GET",
  path: `${prefix}/installed-addons`,
  purpose: "List add-ons installed for the organization.",
});

export const getInstalledAddon = endpoint({
  number: 2,
  method: "GET",
  path: `${prefix}/installed-addons/{installedAddonsID}`,
  purpose: "Get one installed add-on.",
});

export const createConfiguration = endpoint({
  number: 3,
  method: "POST",
  path: `${prefix}/add-ons/{installedAddonsID}/configs`,
  purpose: "Create a configuration for an installed add-on.",
  body: configurationBody,
  changes: (id, { config_name }) => [configurationName(id, config_name)],
});

export const updateConfiguration = endpoint({
  number: 4,
  method: "PUT",
  path: `${prefix}/add-ons/{installedAddonsID}/configs/{configID}`,
  purpose: "Update a configuration of an installed add-on.",
  body: configurationValue,
  changes: (id: ConfigurationId) => [configurationName(id, id.configName)],
});

export const listConfigurations = endpoint({
  number: 5,
  method: "GET",
  path: `${prefix}/installed-addons/{installedAddonsID}/configs/{configName}`,
  purpose: "List configurations of the given name for an installed add-on.",
});

export const listAddonWorkspaces = endpoint({
  number: 6,
  method: "GET",
  path: `${prefix}/addons/{addonsID}/workspaces`,
  purpose: "List workspaces that have the add-on enabled.",
  documented: { list: shapes.workspace },
  result: z.array(tolerantWorkspace).nullish(),
});

export const deleteConfiguration = endpoint({
  method: "DELETE",
  path: `${prefix}/add-ons/{installedAddonsID}/configs/{configID}`,
  purpose: "Delete a configuration of an installed add-on.",
  changes: (id: ConfigurationId) => [configurationName(id, id.configName)],
});

/** The calls on installed add-ons; each fails with a `ServiceError`. Most Results are not documented, so they are `unknown`. */
export type Addons = ReturnType<typeof addons>;

export const addons = (call: Caller) => ({
  /** The add-ons installed for the organization (endpoint 1). */
  list: (): Promise<unknown> => call(listInstalledAddons, {}),
  /** One installed add-on (endpoint 2). */
  get: (id: InstalledAddonId): Promise<unknown> => call(getInstalledAddon, id),
  /** The configurations with a name (endpoint 5). */
  configurations: (name: ConfigurationName): Promise<unknown> => call(listConfigurations, name),
  /** Creates a configuration (endpoint 3). Never sent twice: read the configurations of its name if the response was lost. */
  createConfiguration: (id: InstalledAddonId, body: ConfigurationBody): Promise<unknown> => call(createConfiguration, id, body),
  /** Sets a configuration's value (endpoint 4). */
  updateConfiguration: (id: ConfigurationId, body: ConfigurationValue): Promise<unknown> => call(updateConfiguration, id, body),
  /** Deletes a configuration (API 11: a service may lack the call). */
  deleteConfiguration: (id: ConfigurationId): Promise<unknown> => call(deleteConfiguration, id),
  /** The workspaces, of every workgroup, that have the add-on enabled (endpoint 6). */
  workspaces: async (id: { readonly addonsID: string }): Promise<readonly WorkspaceRecord[]> => (await call(listAddonWorkspaces, id)) ?? [],
});
