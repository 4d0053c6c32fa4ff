import type { Declared } from "../../provider/adopt/facts";
import { canonicalJson, type Values } from "../../provider/values/json";
import { groupBy } from "../review/values";
import { expression } from "./source";

/** Finds the arguments that a program can declare once for many resources. Pure. */

/** The lines of a constant in addition to its values: the comment, the opening and closing lines, and a blank line. */
const overhead = 4;

/**
 * Returns the argument values that most of the resources share, in the order of `names`. The result is empty if sharing them would not make
 * the program shorter. Objects are shared as a whole, never in part.
 */
export function defaultsOf(declared: readonly Declared[], names: readonly string[]): Values {
  const shared = names.flatMap((name) => {
    const given = declared.map(({ args }) => args[name]).filter((value) => value !== undefined);
    const [same = []] = groupBy(given, canonicalJson).toSorted((a, b) => b.length - a.length);
    const lines = expression(same[0]).split("\n").length;
    // Each resource without the argument needs a line that unsets the default.
    const saved = lines * (same.length - 1) - (declared.length - given.length);
    return same.length > declared.length / 2 && saved > 0 ? [{ name, value: same[0], saved }] : [];
  });
  const saved = shared.reduce((sum, one) => sum + one.saved, 0);
  // Each resource needs a line that spreads the defaults.
  return saved > declared.length + overhead ? Object.fromEntries(shared.map(({ name, value }) => [name, value])) : {};
}

/** Returns the arguments of a declaration that differ from the defaults. An undefined argument unsets a default. */
export function ownArguments({ args }: Declared, defaults: Values): Values {
  const own = Object.entries(args).filter(([name, value]) => canonicalJson(defaults[name]) !== canonicalJson(value));
  const without = Object.keys(defaults).filter((name) => args[name] === undefined);
  return Object.fromEntries([...own, ...without.map((name) => [name, undefined] as const)]);
}
