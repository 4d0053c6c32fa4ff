import { type Configuration, filterByName, parseConfigurations } from "../../client";
import { addonConfigurationArguments, equalValues, isReadable } from "../../provider/resources/addon-configuration/schema";
import { isObject, parseObject, withoutNulls } from "../../provider/json";
import { secretName, whySecret, whyUnwritable } from "./secrets";

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
