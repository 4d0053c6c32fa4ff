import { isObject, parseJsonText, parseObject } from "../../values/json";
import type { Settings } from "./description";

/** The configurations of add-ons: objects, or texts that hold one as JSON. Pure. */

/** Settings in the form in which equal meanings are equal: a configuration's JSON text as the object it holds. */
export function normalize<Args extends Pick<Settings, "addons">>(args: Args): Args {
  if (!isObject(args.addons)) return args;
  const addons = Object.entries(args.addons).map(([id, addon]) => [
    id,
    isObject(addon) ? { ...addon, enableConfiguration: configurationOf(addon.enableConfiguration) ?? addon.enableConfiguration } : addon,
  ]);
  return { ...args, addons: Object.fromEntries(addons) as Settings["addons"] };
}

/** The object that a configuration is, or that its text holds, also as JSON text in JSON text; undefined if there is none. */
export function configurationOf(value: unknown): Record<string, unknown> | undefined {
  const whole = parseJsonText(value);
  if (isObject(whole)) return whole;
  return typeof value === "string" ? parseObject(value) : undefined;
}
