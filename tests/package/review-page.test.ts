import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "../..");
const { comment } = jest.requireActual<{ comment: (scene: string) => Promise<string> }>("../../scripts/comment/scene");

/** `ACCEPT=1` writes the comment into the page. */
test("the comment in docs/review-comment.md is what the review of that run says, above its fold", async () => {
  const file = join(root, "docs/review-comment.md");
  const page = readFileSync(file, "utf8");
  const [, shown = "no comment"] = /````markdown\n(.*?)\n````/s.exec(page) ?? [];
  const [visible = ""] = (await comment("three changes")).split("<details>");
  if (process.env["ACCEPT"] === "1")
    writeFileSync(
      file,
      page.replace(shown, () => visible.trimEnd()),
    );
  expect(readFileSync(file, "utf8")).toContain(`\n\`\`\`\`markdown\n${visible.trimEnd()}\n\`\`\`\`\n`);
});
