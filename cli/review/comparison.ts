import { visible } from "./escape";
import type { Comparison } from "./fingerprint";

/** The differences from the reviewed preview, in lines for a log. */
export function comparisonText(comparison: Comparison): string[] {
  if (comparison.is !== "another") {
    const texts = {
      "the same": ["The preview is still the reviewed one."],
      incomplete: ["The preview failed or is incomplete, so it cannot be compared with the reviewed one."],
      malformed: ["The text is no fingerprint: one begins with 1. and is in the last line of a comment."],
    };
    return texts[comparison.is];
  }
  const lines = comparison.differences.map(({ resource, what, fields }) => {
    return `${visible(resource)}: ${what}${fields.length === 0 ? "" : ` (${fields.map(visible).join(", ")})`}`;
  });
  const shown = lines.length > 0 ? lines : ["this fingerprint does not say what differs: compare the two comments."];
  return ["The preview is no longer the reviewed one:", ...shown.map((line) => `- ${line}`)];
}
