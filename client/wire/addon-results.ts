import { isObject, optional, parseJsonText } from "./json";
import { type ParsedList, parseList, pick, pickId, pickText } from "./results";

/** Results that hold add-ons and their configurations: their shape is not documented. */

/** A configuration as the service shows it. */
export interface Configuration {
  readonly id: string;
  readonly name?: string;
  /** A string, or whatever a service shows instead; undefined if it shows none. */
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
  /** The number of configurations that the service lists without a name that can be read; undefined if there are none. */
  readonly unnamed?: number;
}

/** The configurations in the Result of endpoint 3, 4 or 5; undefined if it shows neither one nor an empty list. */
export function parseConfigurations(result: unknown): ParsedList<Configuration> | undefined {
  return parseList(result, configurationLists, parseConfiguration);
}

/** The installed add-ons in the Result of endpoint 1 or 2; undefined if it shows neither one nor an empty list. */
export function parseInstalledAddons(result: unknown): ParsedList<InstalledAddon> | undefined {
  return parseList(result, addonLists, parseInstalledAddon);
}

/** Those of the given name, else those that differ only in case; a service may find similar names as well. */
export function filterByName(name: string, { found, certain }: ParsedList<Configuration>): ParsedList<Configuration> {
  const exact = found.filter((one) => one.name === undefined || one.name === name);
  if (exact.length > 0) return { found: exact, certain };
  return { found: found.filter((one) => one.name?.toLowerCase() === name.toLowerCase()), certain };
}

/** The keys of a list within an object. */
const configurationLists = ["configs", "configurations"];
const addonLists = ["addons", "installedaddons"];

const configurationNames = ["configname", "configurationname", "name"];

function parseConfiguration(value: unknown): Configuration | undefined {
  if (!isObject(value)) return undefined;
  const id = pickId(value, ["configid", "configurationid", "id"]);
  if (id === undefined) return undefined;
  const name = pick(value, configurationNames);
  const shown = pick(value, ["configvalue", "configurationvalue", "value"]);
  return { id, ...(typeof name === "string" && { name }), ...optional({ value: shown }) };
}

function parseInstalledAddon(value: unknown): InstalledAddon | undefined {
  if (!isObject(value)) return undefined;
  const id = pickId(value, ["installedaddonsid", "installedaddonid", "id"]);
  if (id === undefined) return undefined;
  const title = pickText(value, ["name", "addonname", "title"]);
  const uniqueName = pickText(value, ["uniquename"]);
  const addonsId = pickId(value, ["addonsid", "addonid"]);
  const listed = parseJsonText(pick(value, ["configs", "configurations", "configlist", "confignames"]));
  const names = Array.isArray(listed) ? listed.map(parseConfigurationName) : [];
  const unnamed = names.filter((name) => name === undefined).length;
  return {
    id,
    name: uniqueName ?? title ?? id,
    ...optional({ title, addonsId }),
    configurations: [...new Set(names.filter((name) => name !== undefined))],
    ...(unnamed > 0 && { unnamed }),
  };
}

/** The name of a configuration in a list, where its id may be missing. */
function parseConfigurationName(item: unknown): string | undefined {
  const value = parseJsonText(item);
  if (isObject(value)) return pickText(value, configurationNames);
  return typeof value === "string" && value !== "" ? value : undefined;
}
