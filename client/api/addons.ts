import { z } from "zod";
import { endpoint } from "../http/endpoint";
import { recordsOf, tolerantWorkspace } from "../wire/records";
import * as shapes from "../wire/shapes";
import { nameOf } from "./paths";

export interface InstalledAddonId {
  readonly installedAddonsID: string;
}

/** Identifies a configuration. */
export interface ConfigurationId extends InstalledAddonId {
  readonly configID: string;
  /** The name of the configuration, if known, so that shared reads of other configurations remain valid. */
  readonly configName?: string | undefined;
}

/** Identifies the configurations that have a certain name, which need not be unique. */
export interface ConfigurationName extends InstalledAddonId {
  readonly configName: string;
}

/** The body of API endpoint 3. */
export const configurationBody = z.strictObject({ config_name: z.string(), config_value: z.string() });
export type ConfigurationBody = z.infer<typeof configurationBody>;

/** The body of API endpoint 4. */
export const configurationValue = z.strictObject({ config_value: z.string() });
export type ConfigurationValue = z.infer<typeof configurationValue>;

/** Returns the read-cache key of a configuration. Without `configName`, the key covers all configurations of the add-on. */
const configurationName = ({ installedAddonsID }: InstalledAddonId, configName?: string): string =>
  nameOf("configuration", installedAddonsID, ...(configName === undefined ? [] : [configName]));

const changes = (id: ConfigurationId) => [configurationName(id, id.configName)];

/** Calls for installed add-ons. Most Results are undocumented and therefore `unknown`. */
export const addons = {
  /** Lists the add-ons installed for the organization (endpoint 1). */
  list: endpoint("GET", "/installed-addons", "List add-ons installed for the organization.", { number: 1 }),
  /** Reads an installed add-on (endpoint 2). */
  get: endpoint("GET", "/installed-addons/{installedAddonsID}", "Get one installed add-on.", { number: 2 }),
  /** Creates a configuration (endpoint 3). Never retried. If the response is lost, read the configurations with the same name. */
  createConfiguration: endpoint("POST", "/add-ons/{installedAddonsID}/configs", "Create a configuration for an installed add-on.", {
    number: 3,
    body: configurationBody,
    changes: (id, { config_name }) => [configurationName(id, config_name)],
  }),
  /** Sets a configuration's value (endpoint 4). */
  updateConfiguration: endpoint(
    "PUT",
    "/add-ons/{installedAddonsID}/configs/{configID}",
    "Update a configuration of an installed add-on.",
    { number: 4, body: configurationValue, changes },
  ),
  /** Lists the configurations with a name (endpoint 5). */
  configurations: endpoint(
    "GET",
    "/installed-addons/{installedAddonsID}/configs/{configName}",
    "List configurations of the given name for an installed add-on.",
    // A write by identifier can affect a configuration of any name.
    { number: 5, shows: (id) => [configurationName(id), configurationName(id, id.configName)] },
  ),
  /** Lists the workspaces, of all workgroups, that have the add-on enabled (endpoint 6). */
  workspaces: endpoint("GET", "/addons/{addonsID}/workspaces", "List workspaces that have the add-on enabled.", {
    number: 6,
    documented: { list: shapes.workspace },
    result: recordsOf("workspaces", tolerantWorkspace),
  }),
  /** Deletes a configuration (API 11: might not exist). */
  deleteConfiguration: endpoint(
    "DELETE",
    "/add-ons/{installedAddonsID}/configs/{configID}",
    "Delete a configuration of an installed add-on.",
    { changes },
  ),
};
