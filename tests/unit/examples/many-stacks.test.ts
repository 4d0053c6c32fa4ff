import { sideBySide, summarize } from "../../../examples/many-stacks/report";

test.each([1, 3, 20])("with a limit of %d no more run side by side, and all are done, in their order", async (limit) => {
  const items = [..."abcdefg"];
  let running = 0;
  let most = 0;
  const results = await sideBySide(items, limit, async (item) => {
    most = Math.max(most, ++running);
    for (let turn = item.charCodeAt(0) % 3; turn >= 0; turn -= 1) await Promise.resolve();
    running -= 1;
    return item.toUpperCase();
  });
  expect(results).toEqual([..."ABCDEFG"]);
  expect(most).toBe(Math.min(limit, items.length));
});

test("the summary has a line for each stack, with what was done and why it failed", () => {
  const rows = [
    { stack: "analytics", steps: { create: 12, same: 3 }, failure: "", seconds: 4.2 },
    { stack: "hr", steps: { failed: 1 }, failure: "There is no workspace 7.", seconds: 11 },
  ];
  expect(summarize(rows).split("\n")).toEqual([
    "stack      create  update  delete  same  failed  time  result",
    "analytics  12      0       0       3     0       4 s   ok",
    "hr         0       0       0       0     1       11 s  There is no workspace 7.",
    "",
    "2 stacks, 1 failed",
  ]);
});
