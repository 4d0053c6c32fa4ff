import { isObject, parseJsonText, parseObject } from "../../values/json";
import type { Arguments } from "./description";

/** The configurations of add-ons: objects, or texts that hold one as JSON. Pure. */

/** Arguments in the form in which equal meanings are equal: a configuration's JSON text as the object it holds. */
export function normalize(args: Partial<Arguments>): Partial<Arguments> {
  if (!isObject(args.addons)) return args;
  const addons = Object.entries(args.addons).map(([id, addon]) => [
    id,
    isObject(addon) ? { ...addon, enableConfiguration: configurationOf(addon.enableConfiguration) ?? addon.enableConfiguration } : addon,
  ]);
  return { ...args, addons: Object.fromEntries(addons) as Arguments["addons"] };
}

/** The object that a configuration is, or that its text holds, also as JSON text in JSON text; undefined if there is none. */
export function configurationOf(value: unknown): Record<string, unknown> | undefined {
  const whole = parseJsonText(value);
  if (isObject(whole)) return whole;
  return typeof value === "string" ? parseObject(value) : undefined;
}
