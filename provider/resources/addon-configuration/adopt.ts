import {
  type Configuration,
  filterByName,
  type InstalledAddon,
  isNoSuchCall,
  parseConfigurations,
  parseInstalledAddons,
} from "../../../client";
import type { AdoptFacts, ReadAccount } from "../../adopt/facts";
import type { Reader } from "../../adopt/reader";
import { whyPrivate, whyUnwritable } from "../../adopt/secrets";
import { isObject, parseObject, withoutNulls } from "../../values/json";
import { addonConfiguration } from "./crud";
import { equalValues } from "./values";

/** The name of a configuration, along with its add-on, which the service might not list. */
interface Wanted {
  readonly addon: Pick<InstalledAddon, "id" | "name">;
  readonly name: string;
}

interface FoundConfiguration extends Wanted {
  readonly found: Configuration;
}

/** Adopts configurations of add-ons. Each is declared with its value, unless the value is private. */
export const addonConfigurationAdoption: AdoptFacts<FoundConfiguration> = {
  objects: { one: "configuration of add-ons", many: "configurations of add-ons", option: "no-configurations" },
  heading: "Configurations of add-ons, which are shared by the whole organization.",

  async read(reader, account) {
    const addons = await readAddons(reader);
    for (const { id, addonsId, name } of addons) {
      account.addons.set(id, name);
      if (addonsId !== undefined) account.addons.set(addonsId, name);
    }
    return readConfigurations(reader, addons, account);
  },

  declare: (configurations, { holdsCredential }, leaveOut) =>
    configurations.map(({ addon, name: configName, found }) => {
      const value = declaredValue(configName, found.value, holdsCredential);
      const what = `configuration ${JSON.stringify(configName)} of the add-on ${JSON.stringify(addon.name)}`;
      if ("why" in value) return void leaveOut(what, `${value.why}.`);
      const name = { name: `${addon.name} ${configName}`, qualifier: addon.id, id: found.id, kind: "configuration" };
      const args = { installedAddonId: addon.id, configName, configValue: value.value };
      return { name, id: `${addon.id}/${found.id}`, args, outputs: { configId: found.id, __seen: true } };
    }),
};

async function readAddons(reader: Reader): Promise<readonly InstalledAddon[]> {
  const what = "configurations of add-ons";
  reader.tell("reading the list of installed add-ons");
  try {
    const addons = parseInstalledAddons(await reader.for("reading the list of installed add-ons").addons.list());
    if (addons !== undefined) return addons.found;
    const fix = "pass them with --configuration <installed add-on>/<name>";
    reader.leaveOut(what, `the service's list of installed add-ons cannot be parsed; ${fix}.`);
  } catch (error) {
    if (isNoSuchCall(error)) reader.leaveOut(what, "this service does not list its installed add-ons.");
    else reader.failed(what, error);
  }
  return [];
}

async function readConfigurations(
  reader: Reader,
  addons: readonly InstalledAddon[],
  { named }: ReadAccount,
): Promise<FoundConfiguration[]> {
  const wanted: Wanted[] = addons.flatMap((addon) => addon.configurations.map((name) => ({ addon, name })));
  for (const { addon: id, name } of named) {
    const addon = addons.find((other) => other.id === id) ?? { id, name: id };
    if (!wanted.some((one) => one.addon.id === id && one.name === name)) wanted.push({ addon, name });
  }
  for (const { id, name, configurations, unnamed = 0 } of addons) {
    const known = wanted.filter((one) => one.addon.id === id).length;
    // The service might list configurations without names, which only the user has named.
    const missing = unnamed - (known - configurations.length);
    if (known > 0 && missing <= 0) continue;
    const listed = unnamed === 0 ? "the service does not list them" : `the service lists ${missing} without a readable name`;
    const why = `${listed}; pass each by name: --configuration ${id}/<name>.`;
    reader.leaveOut(`configurations of the add-on ${JSON.stringify(name)}`, why);
  }
  return reader.each("configurations of add-ons", wanted, async ({ addon, name }) => {
    const what = `configuration ${JSON.stringify(name)} of the add-on ${JSON.stringify(addon.name)}`;
    try {
      const result = await reader.for("reading").addons.configurations({ installedAddonsID: addon.id, configName: name });
      const found = configurationIn(name, result);
      if (typeof found !== "string") return [{ addon, name, found }];
      reader.fail(what, `${found}.`);
    } catch (error) {
      reader.failed(what, error);
    }
    return [];
  });
}

/** Returns the only configuration of a name in the Result of endpoint 5, or the reason why it cannot be adopted. */
export function configurationIn(name: string, result: unknown): Configuration | string {
  const shown = parseConfigurations(result);
  if (shown === undefined) return "the service's response cannot be parsed";
  const { found } = filterByName(name, shown);
  const [one] = found;
  if (one === undefined) return "the service has no configuration with this name";
  if (found.length > 1)
    return `${found.length} configurations have this name (${found.map(({ id }) => id).join(", ")}): delete all but one of them`;
  return one;
}

/** Returns the declaration of a live value, as an object if that is equivalent, and as a string otherwise. If the value cannot be declared, returns the reason. */
export function declaredValue(
  configName: string,
  live: unknown,
  known: (text: string) => boolean,
): { readonly value: string | Record<string, unknown> } | { readonly why: string } {
  if (live === undefined || live === null) return { why: "the service does not return its value" };
  const why = whyPrivate({ [configName]: live }, known) ?? whyUnwritable(live);
  if (why !== undefined) return { why: `${why}: declare it manually, with the value from a secret in the stack configuration` };
  const value = chooseValue(live);
  const args = { installedAddonId: "-", configName, configValue: value };
  return addonConfiguration.schema.safeParse(args).success && equalValues(live, value)
    ? { value }
    : { why: "it has a name or a value that cannot be declared" };
}

function chooseValue(live: unknown): string | Record<string, unknown> {
  const object = isObject(live) ? live : typeof live === "string" ? parseObject(live) : undefined;
  const plain = withoutNulls(object);
  if (isObject(plain) && equalValues(live, plain) && whyUnwritable(plain) === undefined) return plain;
  return typeof live === "string" ? live : JSON.stringify(live);
}
