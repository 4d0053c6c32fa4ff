import { z } from "zod";
import type { Caller } from "../http/call";
import { isObject, parseJsonText } from "../wire/json";
import { endpoint, nameOf, prefix } from "../http/endpoint";
import { tolerantWorkspace, type WorkspaceRecord } from "../wire/records";
import { type ParsedList, parseList, pick, pickId, pickText } from "../wire/results";
import * as shapes from "../wire/shapes";

export interface InstalledAddonId {
  readonly installedAddonsID: string;
}

/** One configuration by the identifier that the service gave it. */
export interface ConfigurationId extends InstalledAddonId {
  readonly configID: string;
  /** Its name, where it is known: shared look-ups of the add-on's other names then stay fresh. */
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

/** A Result that API 4 does not show (API 10.2): expect an object, an array, a boolean, null or text. */
const notShown = z.unknown();

export const listInstalledAddons = endpoint({
  number: 1,
  method: "GET",
  path: `${prefix}/installed-addons`,
  purpose: "List add-ons installed for the organization.",
  result: notShown,
});

export const getInstalledAddon = endpoint({
  number: 2,
  method: "GET",
  path: `${prefix}/installed-addons/{installedAddonsID}`,
  purpose: "Get one installed add-on.",
  result: notShown,
});

export const createConfiguration = endpoint({
  number: 3,
  method: "POST",
  path: `${prefix}/add-ons/{installedAddonsID}/configs`,
  purpose: "Create a configuration for an installed add-on.",
  body: configurationBody,
  result: notShown,
  changes: (id, { config_name }) => [configurationName(id, config_name)],
});

export const updateConfiguration = endpoint({
  number: 4,
  method: "PUT",
  path: `${prefix}/add-ons/{installedAddonsID}/configs/{configID}`,
  purpose: "Update a configuration of an installed add-on.",
  body: configurationValue,
  result: notShown,
  changes: (id: ConfigurationId) => [configurationName(id, id.configName)],
});

export const listConfigurations = endpoint({
  number: 5,
  method: "GET",
  path: `${prefix}/installed-addons/{installedAddonsID}/configs/{configName}`,
  purpose: "List configurations of the given name for an installed add-on.",
  result: notShown,
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
  number: "extension",
  method: "DELETE",
  path: `${prefix}/add-ons/{installedAddonsID}/configs/{configID}`,
  purpose: "Delete a configuration of an installed add-on.",
  result: notShown,
  changes: (id: ConfigurationId) => [configurationName(id, id.configName)],
});

/** The calls on installed add-ons; each fails with a `ServiceError`. What most Results hold is not shown, so they are `unknown`. */
export interface Addons {
  /** The add-ons installed for the organization (endpoint 1). */
  list(): Promise<unknown>;
  /** One installed add-on (endpoint 2). */
  get(id: InstalledAddonId): Promise<unknown>;
  /** The configurations of one name (endpoint 5). */
  configurations(name: ConfigurationName): Promise<unknown>;
  /** Makes a configuration (endpoint 3). Never sent twice: look the name up where the answer was lost. */
  createConfiguration(id: InstalledAddonId, body: ConfigurationBody): Promise<unknown>;
  /** Sets a configuration's value (endpoint 4). */
  updateConfiguration(id: ConfigurationId, body: ConfigurationValue): Promise<unknown>;
  /** Deletes a configuration (API 11: a service may not have it). */
  deleteConfiguration(id: ConfigurationId): Promise<unknown>;
  /** The workspaces, of every workgroup, that have the add-on enabled (endpoint 6). */
  workspaces(id: { readonly addonsID: string }): Promise<readonly WorkspaceRecord[]>;
}

export const addons = (call: Caller): Addons => ({
  list: () => call(listInstalledAddons, {}),
  get: (id) => call(getInstalledAddon, id),
  configurations: (name) => call(listConfigurations, name),
  createConfiguration: (id, body) => call(createConfiguration, id, body),
  updateConfiguration: (id, body) => call(updateConfiguration, id, body),
  deleteConfiguration: (id) => call(deleteConfiguration, id),
  workspaces: async (id) => (await call(listAddonWorkspaces, id)) ?? [],
});

/** A configuration as the service shows it. */
export interface Configuration {
  readonly id: string;
  readonly name?: string;
  /** A text, or what a service shows in place of one; undefined where it shows none. */
  readonly value?: unknown;
}

/** An installed add-on as the service shows it. */
export interface InstalledAddon {
  readonly id: string;
  /** The name for programs, e.g. `insights`. */
  readonly name: string;
  /** The display name, e.g. `Insights`. */
  readonly title?: string;
  /** The identifier that workspaces refer to. */
  readonly addonsId?: string;
  /** The names of its configurations that the service lists. */
  readonly configurations: readonly string[];
}

/** The configurations in the Result of endpoint 3, 4 or 5; undefined where it shows neither one nor an empty list. */
export function parseConfigurations(result: unknown): ParsedList<Configuration> | undefined {
  return parseList(result, configurationLists, parseConfiguration);
}

/** The installed add-ons in the Result of endpoint 1 or 2; undefined where it shows neither one nor an empty list. */
export function parseInstalledAddons(result: unknown): ParsedList<InstalledAddon> | undefined {
  return parseList(result, addonLists, parseInstalledAddon);
}

/** Those of the given name, else those that differ from it in capitals only; a service may find similar names as well. */
export function filterByName(name: string, { found, certain }: ParsedList<Configuration>): ParsedList<Configuration> {
  const exact = found.filter((one) => one.name === undefined || one.name === name);
  if (exact.length > 0) return { found: exact, certain };
  return { found: found.filter((one) => one.name?.toLowerCase() === name.toLowerCase()), certain };
}

/** The keys of a list within an object. */
const configurationLists = ["configs", "configurations"];
const addonLists = ["addons", "installedaddons"];

function parseConfiguration(value: unknown): Configuration | undefined {
  if (!isObject(value)) return undefined;
  const id = pickId(value, ["configid", "configurationid", "id"]);
  if (id === undefined) return undefined;
  const name = pick(value, ["configname", "configurationname", "name"]);
  const shown = pick(value, ["configvalue", "configurationvalue", "value"]);
  return { id, ...(typeof name === "string" ? { name } : {}), ...(shown === undefined ? {} : { value: shown }) };
}

function parseInstalledAddon(value: unknown): InstalledAddon | undefined {
  if (!isObject(value)) return undefined;
  const id = pickId(value, ["installedaddonsid", "installedaddonid", "id"]);
  if (id === undefined) return undefined;
  const title = pickText(value, ["name", "addonname", "title"]);
  const uniqueName = pickText(value, ["uniquename"]);
  const addonsId = pickId(value, ["addonsid", "addonid"]);
  const listed = parseJsonText(pick(value, ["configs", "configurations", "configlist", "confignames"]));
  const names = Array.isArray(listed) ? listed.flatMap(parseConfigurationName) : [];
  return {
    id,
    name: uniqueName ?? title ?? id,
    ...(title === undefined ? {} : { title }),
    ...(addonsId === undefined ? {} : { addonsId }),
    configurations: [...new Set(names)],
  };
}

function parseConfigurationName(item: unknown): string[] {
  const value = parseJsonText(item);
  const name = typeof value === "string" ? value : parseConfiguration(value)?.name;
  return name === undefined || name === "" ? [] : [name];
}
