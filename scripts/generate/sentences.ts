import type { Field, Shape } from "../../provider/describe/fields";

/** Generates sentences about a field from its description, in Markdown, for doc comments, the plugin's schema, and the pages. */

/** Describes everything about a field except its type and its default. */
export function sentencesAbout({ description, shape, replaces, optionalComputed, effect, providerOnly, wire, changedBy }: Field): string {
  const allowed = limitText(shape);
  const isSetting = !providerOnly && wire !== false && !replaces;
  return [
    description,
    ...(allowed === "" ? [] : [`Allowed: ${allowed}.`]),
    ...(changedBy === undefined ? [] : [moves[changedBy]]),
    ...(replaces === true && !/forces? replacement/.test(description)
      ? [`Changing this forces replacement${optionalComputed ? "; removing it changes nothing" : ""}.`]
      : []),
    ...(isSetting ? effectSentences(effect) : []),
  ].join(" ");
}

const moves = {
  timetable: "A size that the workspace's timetable sets is not drift.",
  upgrades: "A newer version from an automatic upgrade is not drift.",
} as const;

function effectSentences(effect: Field["effect"]): string[] {
  if (effect === undefined) return [];
  if (effect === "none") return ["*If it changes:* no interruption."];
  return [effect]
    .flat()
    .map(({ when, description }) => `*${when === undefined ? "If it changes" : `If \`${JSON.stringify(when)}\``}:* ${description}`);
}

/** Describes the allowed values within the type; empty if all values are accepted. */
function limitText(shape: Shape): string {
  if (shape.is === "number") {
    const { min, max, above } = shape;
    if (above !== undefined) return `more than ${above}`;
    return min === undefined ? "" : max === undefined ? `${min} or more` : `${min} to ${max}`;
  }
  if (shape.is === "list") return shape.notEmpty ? "at least one" : "";
  // Identifiers are opaque. The index of the reference states which characters they cannot contain.
  if (shape.is === "text" && shape.isIdentifier) return "";
  return (shape.is === "text" || shape.is === "open enum") && shape.notEmpty ? "not empty" : "";
}
