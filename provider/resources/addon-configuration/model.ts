import { canonicalJson, isObject, isMasked, parseJsonText, tooDeep } from "../../json";
import { aliasesHint } from "../../errors";
import type { AddonConfigurationArguments as Arguments } from "./schema";

/** A configuration as the service shows it. */
export interface Configuration {
  readonly id: string;
  readonly name?: string;
  /** A text, or what a service shows in place of one; undefined where it shows none. */
  readonly value?: unknown;
}

/** What a look-up of a name shows. */
export interface ParsedConfigurations {
  readonly found: readonly Configuration[];
  /** False for a null and what is as empty: that is how some services write an empty list, and others any Result. */
  readonly certain: boolean;
}

/**
 * Reads the Result of an add-on endpoint, whose content is not shown (API 10.2): an object, an array, null, or a
 * text that holds one of these. Undefined where it tells no configuration and no empty list.
 */
export function parseConfigurations(result: unknown): ParsedConfigurations | undefined {
  const value = parseJsonText(result);
  if (tooDeep(value)) return undefined;
  if (isEmpty(value)) return { found: [], certain: false };
  if (Array.isArray(value)) {
    const found = value.map((item) => configurationIn(parseJsonText(item)));
    return found.includes(undefined) ? undefined : { found: found.filter((item) => item !== undefined), certain: true };
  }
  const inner = isObject(value) ? pick(value, wrappers) : undefined;
  // What holds a list of them may have an id of its own.
  const one = Array.isArray(inner) ? undefined : configurationIn(value);
  if (one !== undefined) return { found: [one], certain: true };
  return Array.isArray(inner) || isObject(inner) ? parseConfigurations(inner) : undefined;
}

/** Those of the given name; a service that lists by name may find similar ones as well. */
export function filterByName(name: string, { found, certain }: ParsedConfigurations): ParsedConfigurations {
  const exact = found.filter((one) => one.name === undefined || one.name === name);
  if (exact.length > 0) return { found: exact, certain };
  return { found: found.filter((one) => one.name?.toLowerCase() === name.toLowerCase()), certain };
}

/** What is to be done so that the service shows what is declared. */
export type Plan =
  | { readonly act: "post" }
  | { readonly act: "nothing"; readonly configuration: Configuration }
  | { readonly act: "put"; readonly configuration: Configuration }
  | { readonly act: "refuse"; readonly reason: string };

/** The plan for a configuration that state does not know: made where the name is free, else adopted by the rules of adoption. */
export function planCreation({ configName, configValue, adopt }: Partial<Arguments>, { found }: ParsedConfigurations): Plan {
  const [configuration, ...others] = found;
  const name = JSON.stringify(configName);
  if (configuration === undefined) return { act: "post" };
  if (configuration.name !== undefined && configuration.name !== configName) {
    const there = found.map(({ id, name: live }) => `${JSON.stringify(live)} (${id})`).join(", ");
    const hint = "To adopt it, declare configName as it is there. For another one, choose a name that differs in more";
    return { act: "refuse", reason: `there is ${there}, which differs from ${name} in capitals only, and is never taken for it. ${hint}` };
  }
  if (others.length > 0) return { act: "refuse", reason: ambiguousNameText(name, found) };
  // Not known before the program runs: whether it is equal shows then.
  if (configValue === undefined || equalValues(configuration.value, configValue)) return { act: "nothing", configuration };
  if (adopt === true) return { act: "put", configuration };
  const how = isReadable(configuration.value) ? "with another value" : "whose value the service does not show";
  const shared = "it may be in use elsewhere, since a configuration is shared by the whole organization";
  const hint = `${aliasesHint}. Otherwise add adopt: true to adopt it, which sends the declared value`;
  return { act: "refuse", reason: `there is a configuration ${name} already (${configuration.id}), ${how}; ${shared}. ${hint}` };
}

/** Why none of several configurations of a name can be taken. */
export function ambiguousNameText(name: string, found: readonly Configuration[]): string {
  return `there are ${found.length} configurations named ${name} (${found.map(({ id }) => id).join(", ")}): delete all but one of them`;
}

/** True where a live value can be compared: it is there, and not masked. */
export function isReadable(live: unknown): boolean {
  return live !== undefined && live !== null && !isMasked(live);
}

/** True where the live value is readable and means what is declared. */
export function equalValues(live: unknown, declared: string | Record<string, unknown>): boolean {
  return isReadable(live) && canonicalValue(live) === canonicalValue(declared);
}

/** The text that is sent: an object as canonical JSON. */
export function wireValue(declared: string | Record<string, unknown>): string {
  return typeof declared === "string" ? declared : canonicalJson(declared);
}

/** Arguments in the form in which equal meanings are equal. */
export function normalize(args: Partial<Arguments>): Partial<Arguments> {
  return args.configValue === undefined ? args : { ...args, configValue: canonicalValue(args.configValue) };
}

/** The live value in the form in which state holds it: an object stays one where the service shows the text of one. */
export function observeValue(
  live: unknown,
  last: string | Record<string, unknown> | undefined,
): string | Record<string, unknown> | undefined {
  if (!isReadable(live) || (last !== undefined && equalValues(live, last))) return last;
  const value = isObject(last) ? parseJsonText(live) : live;
  return isObject(value) ? value : wireText(live);
}

/** The arguments of the body as it may be shown. */
export function shownBody(args: Partial<Arguments>, secret: (argument: string) => boolean, fields: readonly (keyof typeof wire)[]): string {
  const value = { configName: args.configName, configValue: args.configValue === undefined ? undefined : wireValue(args.configValue) };
  const known = fields.filter((field) => value[field] !== undefined);
  return JSON.stringify(Object.fromEntries(known.map((field) => [wire[field], secret(field) ? "[secret]" : value[field]])));
}

/** The live value as it may be shown beside what is sent; nothing where the service does not show it. */
export function shownWas(live: unknown, secret: (argument: string) => boolean): string {
  if (!isReadable(live)) return "{}";
  return JSON.stringify({ config_value: secret("configValue") ? "[secret]" : wireText(live) });
}

/** Types and keys of a value, none of its values: what an error may tell of a Result that was not understood. */
export function shapeOf(result: unknown): string {
  if (tooDeep(result)) return "more levels than are read";
  if (result === undefined) return "nothing";
  if (result === null) return "null";
  if (typeof result === "string") {
    const inner = parseJsonText(result);
    return inner === result ? `a string of ${result.length} characters` : `a string that holds ${shapeOf(inner)}`;
  }
  if (Array.isArray(result))
    return result.length === 0 ? "an empty array" : `an array of ${result.length}, the first ${shapeOf(result[0])}`;
  if (!isObject(result)) return `a ${typeof result}`;
  const keys = Object.keys(result);
  const shown = keys.slice(0, 10).map((key) => JSON.stringify(key.slice(0, 40)));
  return keys.length === 0 ? "an empty object" : `an object with the keys ${shown.join(", ")}${keys.length > 10 ? ", …" : ""}`;
}

const wire = { configName: "config_name", configValue: "config_value" } as const;

/** The usual names, in the order in which they are looked for; capitals, `_` and `-` do not count. */
const ids = ["configid", "configurationid", "id"];
const names = ["configname", "configurationname", "name"];
const values = ["configvalue", "configurationvalue", "value"];
const wrappers = ["configs", "configurations", "items", "data", "list"];

/** True for what shows nothing at all: a null, an empty text, an object of none but empty lists that are written so. */
function isEmpty(value: unknown): boolean {
  if (isObject(value)) return Object.entries(value).every(([key, inner]) => wrappers.includes(plainKey(key)) && isEmpty(inner));
  return value === null || value === undefined || value === "";
}

function configurationIn(value: unknown): Configuration | undefined {
  if (!isObject(value)) return undefined;
  const id = pick(value, ids);
  // A number of more digits than are kept would name another configuration.
  if ((typeof id !== "string" || id === "") && !Number.isSafeInteger(id)) return undefined;
  const name = pick(value, names);
  const shown = pick(value, values);
  return { id: String(id), ...(typeof name === "string" ? { name } : {}), ...(shown === undefined ? {} : { value: shown }) };
}

function pick(object: Record<string, unknown>, wanted: readonly string[]): unknown {
  const entries = Object.entries(object).map(([key, value]) => [plainKey(key), value] as const);
  const known = wanted.map((name) => entries.find(([key, value]) => key === name && value !== null && value !== undefined));
  return known.find((entry) => entry !== undefined)?.[1];
}

function plainKey(key: string): string {
  return key.replace(/[_-]/g, "").toLowerCase();
}

/** One text for equal meanings. */
function canonicalValue(value: unknown): string {
  const inner = parseJsonText(value);
  // Numbers of so many digits, or out of range, are not kept exactly, so different ones would seem equal.
  const exact = typeof value !== "string" || !/\d{16}|\de\+?\d{3}/i.test(value.replace(/"(?:[^"\\]|\\.)*"/g, '""'));
  return exact && typeof inner === "object" && inner !== null ? canonicalJson(inner) : wireText(value);
}

function wireText(value: unknown): string {
  return typeof value === "string" ? value : canonicalJson(value);
}
