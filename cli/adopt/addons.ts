import {
  type Configuration,
  equalValues,
  filterByName,
  isReadable,
  parseConfigurations,
} from "../../provider/resources/addon-configuration/model";
import { addonConfigurationArguments } from "../../provider/resources/addon-configuration/schema";
import { isObject, parseObject, withoutNulls } from "../../provider/json";
import { secretName, whySecret, whyUnwritable } from "./secrets";

/** An installed add-on, as far as it can be told: its fields are not shown (API 2.9). */
export interface InstalledAddon {
  readonly id: string;
  readonly name: string;
  /** What the workspaces name it by, where that is another identifier. */
  readonly addonsId: string | undefined;
  /** The names of its configurations that the service lists. */
  readonly configurations: readonly string[];
}

/** The installed add-ons in the Result of endpoint 1 or 2: an object, a list, or a JSON text of one; undefined where it tells none. Pure. */
export function installedIn(result: unknown): InstalledAddon[] | undefined {
  const value = jsonIn(result);
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) {
    const found = value.map((item) => readInstalled(jsonIn(item)));
    return found.includes(undefined) ? undefined : found.filter((item) => item !== undefined);
  }
  const one = readInstalled(value);
  if (one !== undefined) return [one];
  const inner = isObject(value) ? textless(value, ["addons", "installedaddons", "items", "data", "list"]) : undefined;
  return inner === undefined ? undefined : installedIn(inner);
}

function readInstalled(value: unknown): InstalledAddon | undefined {
  if (!isObject(value)) return undefined;
  const id = texts(value, ["installedaddonsid", "installedaddonid", "id"]);
  if (id === undefined) return undefined;
  const name = texts(value, ["uniquename", "name", "addonname", "title"]) ?? id;
  const listed = jsonIn(textless(value, ["configs", "configurations", "configlist", "confignames"]));
  const configurations = Array.isArray(listed) ? listed.flatMap((item) => configurationName(item)) : [];
  return { id, name, addonsId: texts(value, ["addonsid", "addonid"]), configurations: [...new Set(configurations)] };
}

function configurationName(item: unknown): string[] {
  if (typeof item === "string" && item !== "") return [item];
  return (parseConfigurations([item])?.found ?? []).flatMap(({ name }) => (name === undefined || name === "" ? [] : [name]));
}

function textless(object: Record<string, unknown>, wanted: readonly string[]): unknown {
  const plain = Object.entries(object).map(([key, value]) => [key.replace(/[_-]/g, "").toLowerCase(), value] as const);
  return wanted
    .map((name) => plain.find(([key, value]) => key === name && value !== null && value !== undefined)?.[1])
    .find((value) => value !== undefined);
}

function texts(object: Record<string, unknown>, wanted: readonly string[]): string | undefined {
  const value = textless(object, wanted);
  return typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined;
}

function jsonIn(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*([[{"]|null\s*$)/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** The one configuration of a name in the Result of endpoint 5, or why it cannot be adopted. */
export function configurationIn(name: string, result: unknown): Configuration | string {
  const shown = parseConfigurations(result);
  if (shown === undefined) return "the service's answer to the look-up of its name cannot be understood";
  const { found } = filterByName(name, shown);
  const [one] = found;
  if (one === undefined) return "the service shows no configuration of this name";
  if (found.length > 1)
    return `there are ${found.length} of this name (${found.map(({ id }) => id).join(", ")}): delete all but one of them`;
  return one;
}

/** What is declared of a live value: an object where that means the same, else its text; or why it cannot be declared. */
export function declaredValue(
  configName: string,
  live: unknown,
  known: (text: string) => boolean,
): { readonly value: string | Record<string, unknown> } | { readonly why: string } {
  if (live === undefined || live === null) return { why: "the service does not show its value" };
  const why = whySecret({ [secretName(configName) ? configName : "value"]: live }, known) ?? whyUnwritable(live);
  if (why !== undefined) return { why: `${why}: declare it by hand, with the value from a secret of the stack's configuration` };
  if (!isReadable(live)) return { why: "the service does not show its value" };
  const value = chooseValue(live);
  const args = { installedAddonId: "-", configName, configValue: value };
  return addonConfigurationArguments.safeParse(args).success && equalValues(live, value)
    ? { value }
    : { why: "it has a name or a value that cannot be declared" };
}

function chooseValue(live: unknown): string | Record<string, unknown> {
  const object = isObject(live) ? live : typeof live === "string" ? parseObject(live) : undefined;
  const plain = object === undefined ? undefined : (withoutNulls(object) as Record<string, unknown>);
  if (plain !== undefined && equalValues(live, plain) && whyUnwritable(plain) === undefined) return plain;
  return typeof live === "string" ? live : JSON.stringify(live);
}
