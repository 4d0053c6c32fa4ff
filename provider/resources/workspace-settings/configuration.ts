import { isObject, parseJsonText, parseObject } from "../../values/json";
import type { Settings } from "./description";

/** The configurations of add-ons: objects, or strings that contain a JSON object. Pure. */

/** Normalizes settings, so that equivalent ones are equal: a JSON string of a configuration becomes its object. */
export function normalize<Args extends Pick<Settings, "addons">>(args: Args): Args {
  if (!isObject(args.addons)) return args;
  const addons = Object.entries(args.addons).map(([id, addon]) => [
    id,
    isObject(addon) ? { ...addon, enableConfiguration: configurationOf(addon.enableConfiguration) ?? addon.enableConfiguration } : addon,
  ]);
  return { ...args, addons: Object.fromEntries(addons) as Settings["addons"] };
}

/** Parses a configuration: an object, or a string with a JSON object, which can be JSON-encoded twice; undefined for anything else. */
export function configurationOf(value: unknown): Record<string, unknown> | undefined {
  const whole = parseJsonText(value);
  if (isObject(whole)) return whole;
  return typeof value === "string" ? parseObject(value) : undefined;
}
