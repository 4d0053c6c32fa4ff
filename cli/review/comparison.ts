import { visible } from "./escape";
import type { Comparison } from "./fingerprint";

/** The differences from the reviewed preview, in lines for a log. */
export function comparisonText(comparison: Comparison): string[] {
  if (comparison.is !== "another") {
    const texts = {
      "the same": ["The preview still matches the review."],
      incomplete: ["The preview failed or is incomplete, so it cannot be compared with the reviewed one."],
      malformed: ["This is not a fingerprint: copy the one in the last line of the comment, which begins with 1."],
    };
    return texts[comparison.is];
  }
  const lines = comparison.differences.map(({ resource, what, fields }) => {
    return `${visible(resource)}: ${what}${fields.length === 0 ? "" : ` (${fields.map(visible).join(", ")})`}`;
  });
  const shown = lines.length > 0 ? lines : ["this fingerprint does not say what differs: compare the two comments."];
  return ["The preview no longer matches the review:", ...shown.map((line) => `- ${line}`)];
}
