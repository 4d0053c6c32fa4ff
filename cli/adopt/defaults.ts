import type { Declared } from "../../provider/adopt/facts";
import { canonicalJson, type Values } from "../../provider/values/json";
import { groupBy } from "../review/values";
import { expression } from "./source";

/** The arguments that a program declares once for many resources. Pure. */

/** The lines of a constant besides its values: a comment, both ends, and a blank line. */
const overhead = 4;

/**
 * Returns the argument values that most of the resources share, in the order of `names`; empty unless they make the program
 * shorter. Resources share a whole object, never a part of it.
 */
export function defaultsOf(declared: readonly Declared[], names: readonly string[]): Values {
  const shared = names.flatMap((name) => {
    const given = declared.map(({ args }) => args[name]).filter((value) => value !== undefined);
    const [same = []] = groupBy(given, canonicalJson).toSorted((a, b) => b.length - a.length);
    const lines = expression(same[0]).split("\n").length;
    // A resource without the argument needs a line to unset it.
    const saved = lines * (same.length - 1) - (declared.length - given.length);
    return same.length > declared.length / 2 && saved > 0 ? [{ name, value: same[0], saved }] : [];
  });
  const saved = shared.reduce((sum, one) => sum + one.saved, 0);
  // Each resource needs a line to spread them.
  return saved > declared.length + overhead ? Object.fromEntries(shared.map(({ name, value }) => [name, value])) : {};
}

/** Returns the arguments of a declaration besides the defaults; an undefined one unsets a default. */
export function ownArguments({ args }: Declared, defaults: Values): Values {
  const own = Object.entries(args).filter(([name, value]) => canonicalJson(defaults[name]) !== canonicalJson(value));
  const without = Object.keys(defaults).filter((name) => args[name] === undefined);
  return Object.fromEntries([...own, ...without.map((name) => [name, undefined] as const)]);
}
