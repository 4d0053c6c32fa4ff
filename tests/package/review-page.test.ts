import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "../..");
const { comment } = jest.requireActual<{ comment: (scene: string) => Promise<string> }>("../../scripts/comment/scene");

test("the comment in docs/review-comment.md is what the review of that run says, above its fold", async () => {
  const page = readFileSync(join(root, "docs/review-comment.md"), "utf8");
  const [, shown] = /````markdown\n(.*?)\n````/s.exec(page) ?? [];
  const [visible = ""] = (await comment("three changes")).split("<details>");
  expect(shown).toBe(visible.trimEnd());
});
