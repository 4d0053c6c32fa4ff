import type { Context } from "../../../../cli/ci/context";
import {
  appliedText,
  type Failure,
  isRefusal,
  isUnfinished,
  notStartedText,
  nothingLeftText,
  refusedText,
  startedText,
  stoppedText,
  uncoveredTexts,
} from "../../../../cli/ci/reports";
import type { ReviewedChange } from "../../../../cli/review/fingerprint";
import type { Change } from "../../../../cli/review/model";
import { sampleReview } from "../review/samples";

/** The reports of an update, in Markdown. */

const at = "2026-06-08 09:30 UTC";
const url = "https://ci/1";
const contextOf = (run?: { at: string; url?: string; commit?: string }, stack?: string) => ({ run, stack }) as unknown as Context;
const subject = { stack: "movies/dev", context: contextOf({ at }) };

const [first, ...others] = sampleReview("drift").changes as [Change, ...Change[]];
const listed = (...changes: Change[]) => changes.map(({ action, name, kind }) => `- ${action} \`${name}\` (\`${kind}\`)`).join("\n");
const named = (count: number) => Array.from({ length: count }, (_, index): Change => ({ ...first, name: `w${index}` }));

describe("the report of a failed update", () => {
  const text = (failures: Failure[], done: Change[], left: Change[] | undefined) => stoppedText({ failures, done, left }, subject);
  const end = "Fix the cause, then run the job again to apply the rest.";

  test("has only the parts that are known", () => {
    expect(text([], [], undefined)).toBe(
      [
        "## ❌ The update of `movies/dev` stopped",
        at,
        "```\nThe log of the run contains the error.\n```",
        "graphplane could not determine the remaining changes: run a preview.",
        end,
      ].join("\n\n"),
    );
  });

  test("lists what was applied with what a revert restores, and what is left", () => {
    const report = text([{ name: first.name, cause: "HTTP 503" }], [first], others);
    expect(report).toContain(`stopped at \`${first.name}\`\n`);
    expect(report).toContain(`${first.name}: HTTP 503`);
    expect(report).toContain(`**Applied**\n\n${listed(first)}\n\nReverting`);
    expect(report).toContain(`**Left**\n\n${listed(...others)}\n\n${end}`);
    expect(report).not.toContain("could not determine");
  });

  test("has no empty list, and says nothing about a revert of nothing", () => {
    const report = text([{ name: "", cause: "HTTP 503" }], [], []);
    expect(report).toMatch(/stopped\n[^]*\n\n```\nHTTP 503\n```\n\nFix/);
    expect(report).not.toMatch(/\*\*|Reverting|could not determine/);
  });

  test("names each resource once, and five at most, but every cause", () => {
    const failures = ["a", "a", "", "b", "c", "d", "e", "f"].map((name) => ({ name, cause: `no ${name}` }));
    const report = text(failures, [], []);
    expect(report).toMatch(/^## ❌ The update of `movies\/dev` stopped at `a`, `b`, `c`, `d`, `e`\n/);
    expect(report).toContain("```\na: no a\na: no a\nno \nb: no b\nc: no c\nd: no d\ne: no e\nf: no f\n```");
  });

  test("shortens a cause that is too long", () => {
    expect(text([{ name: "a", cause: "x".repeat(10_000) }], [], []).length).toBeLessThan(4_000);
  });
});

describe("the report of an update", () => {
  test.each<[string, Change[], string[], RegExp]>([
    ["no change", [], [], /\n\nThis pull request had no changes left to apply\.$/],
    ["a change", [first], [], /\n\n- \w+ `[^`]+` \(`\w+`\)\n\nReverting /],
    [
      "an unreviewed change",
      [first],
      ["urn:a"],
      /\n\n- \w+ `[^`]+` \(`\w+`\)\n\nAlso changed, although the preview did not include them: `urn:a`\.$/,
    ],
  ])("with %s", (_, changes, unreviewed, expected) => expect(appliedText(changes, unreviewed, subject)).toMatch(expected));

  test("lists 50 changes, and counts the others", () => {
    expect(appliedText(named(50), ["urn:a"], subject)).toContain(`${listed(...named(50))}\n\nAlso changed`);
    expect(appliedText(named(52), ["urn:a"], subject)).toContain(`${listed(...named(50))}\n- … and 2 more\n\nAlso changed`);
  });

  test("names 50 unreviewed resources at most", () => {
    const names = Array.from({ length: 51 }, (_, index) => `r${index}`);
    expect(appliedText([first], names, subject)).toMatch(/`r48`, `r49`\.$/);
  });
});

test.each([
  ["when", { at }, undefined, at],
  ["for which commit, in ten characters", { at, commit: "0123456789abcdef" }, undefined, `${at} · commit 0123456789`],
  ["where its log is", { at, url }, undefined, `${at} · [log of the run](${url})`],
  ["all of these", { at, url, commit: "c0ffee1" }, undefined, `${at} · commit c0ffee1 · [log of the run](${url})`],
  ["who approved it by hand", { at }, "ann", "`ann` approved this by hand."],
  ["in which run someone approved it", { at, url }, "ann", `\`ann\` approved this by hand in [this run](${url}).`],
])("a report says %s", (_, run, by, line) => {
  const text = nothingLeftText({ stack: "movies/dev", context: contextOf(run), by });
  expect(text).toBe(`## ✅ Nothing is left to apply to \`movies/dev\`\n\n${line}\n\nThe live settings match the program.`);
});

test("a report of a run on a terminal has no line about the run", () => {
  const onTerminal = { stack: "movies/dev", context: contextOf() };
  expect(nothingLeftText(onTerminal)).toMatch(/`movies\/dev`\n\nThe live/);
  expect(nothingLeftText({ ...onTerminal, by: "ann" })).toMatch(/\n\n`ann` approved this by hand\.\n\n/);
});

describe("the report of a refusal", () => {
  const byHand = "To apply the current changes, run the job by hand";
  test.each([
    [
      "of a preview that can be applied by hand",
      { fingerprint: "2.0", hasApplied: false },
      undefined,
      "Nothing was applied to",
      `${byHand} without a fingerprint, read its summary, and run it again with the fingerprint shown there (\`graphplane ci apply --fingerprint <fingerprint>\`).`,
    ],
    [
      "of a named stack",
      { fingerprint: "2.0", hasApplied: false },
      "dev",
      "Nothing was applied to",
      "ci apply --stack dev --fingerprint <",
    ],
    ["after a part was applied", { fingerprint: "2.0", hasApplied: true }, undefined, "This run applied nothing to", byHand],
    [
      "of a preview without a fingerprint",
      { fingerprint: undefined, hasApplied: false },
      undefined,
      "Nothing was applied to",
      "Fix the problem in the preview, then open another pull request or run the job again.",
    ],
  ])("%s names the reasons and the next step", (_, options, stack, heading, nextStep) => {
    const text = refusedText(["one", "two"], { stack: "movies/dev", context: contextOf({ at }, stack), ...options });
    expect(text.startsWith(`## ⛔ ${heading} \`movies/dev\`\n\n${at}\n\n\`\`\`\none\ntwo\n\`\`\`\n\n`)).toBe(true);
    expect(text).toContain(nextStep);
    expect([isRefusal(text), isUnfinished(text)]).toEqual([true, false]);
  });

  test("lists the changes after the reasons", () => {
    const change = (text: string) => ({ text }) as unknown as ReviewedChange;
    expect(uncoveredTexts([change("one"), change("two")], ["no review"])).toEqual([
      "no review",
      "These changes were not reviewed, or have changed since:",
      "- one\n- two",
    ]);
  });
});

test("the report of a running update is recognized until it ends, and is no refusal", () => {
  const text = startedText(subject);
  expect(text).toMatch(/^## ⏳ Applying to `movies\/dev`\n\n2026-06-08 09:30 UTC\n\nIf this comment stays, the run was killed,/);
  expect([isUnfinished(text), isRefusal(text), isUnfinished(nothingLeftText(subject))]).toEqual([true, false, false]);
});

test("the report of an update that did not start has what pulumi printed, and nobody who approved it", () => {
  expect(notStartedText("locked", { ...subject, by: "ann" })).toMatch(
    /^## ⛔ Nothing was applied to `movies\/dev`\n\n2026-06-08 09:30 UTC\n\nThe update did not start\. Pulumi printed:\n\n```\nlocked\n```\n\nIf another run/,
  );
});
