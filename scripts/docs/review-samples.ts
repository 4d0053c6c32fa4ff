import { readText } from "../../tests/support/repository";

/** The recorded comments that docs/review-samples.md shows, by the headings there. */
const samples = {
  "A deletion": "workspace-deleted",
  "A lockout": "lockout",
  "A failed preview": "failing-check",
};

/** The page of sample comments, as a host renders them, without their folds. */
export function samplesPage(): string {
  const sections = Object.entries(samples).flatMap(([heading, name]) => [
    `## ${heading}`,
    visiblePart(readText(`tests/golden/review/${name}.md`)),
  ]);
  return [
    "# Samples",
    "Comments on pull requests, as your host shows them, without the fold with all values and requests. [Read a review](review-comment.md) explains the parts.",
    ...sections,
  ].join("\n\n");
}

const visiblePart = (comment: string) => (comment.split("<details>")[0] ?? "").replace(/^## /, "### ").trim();
