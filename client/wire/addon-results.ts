import { isObject, optional, parseJsonText } from "./json";
import { type ParsedList, parseList, pick, pickId, pickText } from "./results";

/** Parses Results with add-ons and configurations, whose shape is undocumented. */

/** A configuration in a response. */
export interface Configuration {
  readonly id: string;
  readonly name?: string;
  /** A string or any other value; undefined if the response does not contain one. */
  readonly value?: unknown;
}

/** An installed add-on in a response. */
export interface InstalledAddon {
  readonly id: string;
  /** The programmatic name, such as `insights`. */
  readonly name: string;
  /** The display name, such as `Insights`. */
  readonly title?: string;
  /** The identifier that workspace records contain. */
  readonly addonsId?: string;
  /** The names of the configurations in the response. */
  readonly configurations: readonly string[];
  /** The number of configurations in the response without a readable name; undefined if there are none. */
  readonly unnamed?: number;
}

/** Returns the configurations in the Result of endpoint 3, 4, or 5. Undefined if the Result contains neither a configuration nor an empty list. */
export function parseConfigurations(result: unknown): ParsedList<Configuration> | undefined {
  return parseList(result, configurationLists, parseConfiguration);
}

/** Returns the installed add-ons in the Result of endpoint 1 or 2. Undefined if the Result contains neither an add-on nor an empty list. */
export function parseInstalledAddons(result: unknown): ParsedList<InstalledAddon> | undefined {
  return parseList(result, addonLists, parseInstalledAddon);
}

/** Returns the items with the given name or, if there are none, with a name that differs only in case. Services can also return items with similar names. */
export function filterByName(name: string, { found, certain }: ParsedList<Configuration>): ParsedList<Configuration> {
  const exact = found.filter((one) => one.name === undefined || one.name === name);
  if (exact.length > 0) return { found: exact, certain };
  return { found: found.filter((one) => one.name?.toLowerCase() === name.toLowerCase()), certain };
}

/** The keys under which an object can contain a list. */
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

/** Returns the name of a configuration from a list, in which configurations might have no id. */
function parseConfigurationName(item: unknown): string | undefined {
  const value = parseJsonText(item);
  if (isObject(value)) return pickText(value, configurationNames);
  return typeof value === "string" && value !== "" ? value : undefined;
}
