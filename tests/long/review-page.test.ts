import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "../..");
const { comment } = jest.requireActual<{ comment: () => Promise<string> }>("../../scripts/comment/scene");

test("the comment in docs/review.md, and in its picture, is what the review of that run says", async () => {
  const page = readFileSync(join(root, "docs/review.md"), "utf8");
  const [, shown] = /````markdown\n(.*?)\n````/s.exec(page) ?? [];
  expect(shown).toBe((await comment()).trimEnd());
});
