import type { Field, Shape } from "../../provider/describe/fields";

/** The sentences about a described field that follow from its facts, in Markdown: for doc comments, the plugin's schema and the pages. */

/** Everything about a field but its type and its default. */
export function sentencesAbout({ says, shape, replaces, filledIn, effect, local, wire, movedBy }: Field): string {
  const allowed = limitText(shape);
  const isSetting = !local && wire !== false && !replaces;
  return [
    says,
    ...(allowed === "" ? [] : [`Allowed: ${allowed}.`]),
    ...(movedBy === undefined ? [] : [moves[movedBy]]),
    ...(replaces === true && !/forces? replacement/.test(says)
      ? [`Changing this forces replacement${filledIn ? "; removing it changes nothing" : ""}.`]
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

/** The allowed values within the type; empty if every value of the type is accepted. */
function limitText(shape: Shape): string {
  if (shape.is === "number") {
    const { min, max, above } = shape;
    if (above !== undefined) return `more than ${above}`;
    return min === undefined ? "" : max === undefined ? `${min} or more` : `${min} to ${max}`;
  }
  if (shape.is === "list") return shape.notEmpty ? "at least one" : "";
  // An identifier is opaque; the index of the reference says what none contains.
  if (shape.is === "text" && shape.isIdentifier) return "";
  return (shape.is === "text" || shape.is === "known") && shape.notEmpty ? "not empty" : "";
}
