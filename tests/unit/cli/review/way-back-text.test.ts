import type { Loss } from "../../../../cli/review/model";
import { markdownStyle } from "../../../../cli/review/style";
import { wayBackText } from "../../../../cli/review/way-back-text";
import { minutes, settings } from "./reverts";
import { reviewWith } from "./samples";

/** The sentence about changes of the workspaces `a`, `b` and so on, each with its losses. */
function sentence(...losses: readonly (readonly Loss[])[]): string {
  const [change] = reviewWith([settings({ autoStopMinutes: 3 }, { autoStopMinutes: 4 })], [minutes(4, 3)]).changes;
  if (change === undefined) throw new Error("no change");
  const changes = losses.map((own, index) => ({ ...change, subject: [["workspace", "abcde"[index] ?? ""] as const], losses: own }));
  return wayBackText(changes, markdownStyle);
}

const lost = (name: string, more: Partial<Loss> = {}): Loss => ({ is: "lost", path: [name], ...more });
const liveMinutes = (value: number) => lost("autoStopMinutes", { why: "not declared before", live: { is: "value", value } });
const sizes = ["a", "b", "c", "d", "e"].map((name) => lost(name));

test.each<[string, readonly (readonly Loss[])[], string]>([
  [
    "four losses",
    [sizes.slice(0, 4)],
    "does not restore: `a` of workspace `a`; `b` of workspace `a`; `c` of workspace `a`; `d` of workspace `a`.",
  ],
  [
    "five losses",
    [sizes],
    "does not restore: `a` of workspace `a`; `b` of workspace `a`; `c` of workspace `a`; `d` of workspace `a`; 1 more.",
  ],
  [
    "the order of objects, parts and values",
    [[lost("a"), { is: "lost", part: "data" }, { is: "lost", why: "stays" }]],
    "does not restore: workspace `a` (stays); the data of workspace `a`; `a` of workspace `a`.",
  ],
  [
    "one live value of two objects",
    [[liveMinutes(30)], [liveMinutes(30)]],
    "does not restore: auto-stop of workspace `a` and workspace `b` (not declared before, live now `30`).",
  ],
  [
    "two live values of two objects",
    [[liveMinutes(30)], [liveMinutes(60)]],
    "does not restore: auto-stop of workspace `a` and workspace `b` (not declared before).",
  ],
  [
    "four objects",
    ["a", "b", "c", "d"].map(() => [liveMinutes(30)]),
    "does not restore: auto-stop of workspace `a`, workspace `b`, workspace `c` and 1 more (not declared before, live now `30`).",
  ],
  ["a change without losses beside another", [[lost("a")], []], "restores everything except: `a` of workspace `a`."],
  ["no losses", [[], []], "restores all of it."],
  [
    "what may be lost beside what is not",
    [[{ is: "possible", part: "data" }], []],
    "restores everything, except possibly: the data of workspace `a`.",
  ],
  [
    "what is lost and what may be, beside what is not",
    [[lost("a")], [{ is: "possible", part: "data" }], []],
    "restores everything except: `a` of workspace `a`; possibly also: the data of workspace `b`.",
  ],
  [
    "what is lost and what may be",
    [[lost("a")], [{ is: "possible", part: "data" }]],
    "does not restore: `a` of workspace `a`; possibly also not: the data of workspace `b`.",
  ],
  [
    "two parts of an object",
    [
      [
        { is: "lost", part: "data" },
        { is: "lost", part: "users" },
      ],
    ],
    "does not restore: the data and users of workspace `a`.",
  ],
])("the sentence names %s", (_, losses, expected) => expect(sentence(...losses)).toBe(`Reverting ${expected}`));

test("the sentence begins with what a revert deletes, and with where it fails", () => {
  const [deleted, refused] = [{ is: "deleted" }, { is: "refused", why: "protected" }] as const;
  expect(sentence([deleted])).toBe("⛔ Reverting deletes workspace `a`; otherwise it restores all of it.");
  expect(sentence([refused])).toBe("⚠️ Reverting fails for workspace `a` (protected); otherwise it restores all of it.");
  expect(sentence([deleted], [refused], [lost("a")])).toBe(
    "⛔ Reverting deletes workspace `a` and fails for workspace `b` (protected); otherwise it restores everything except: `a` of workspace `c`.",
  );
});
