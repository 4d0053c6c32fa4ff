import type { Preview } from "../../../../cli/review/inputs";
import { reviewOf } from "../../../../cli/review/read";
import { fc } from "../../../support/random";
import { chosen, whole } from "../../../support/whole";
import { comment, previewWith, type Step, workspace } from "./samples";

/** A code host takes 65,536 characters: a comment stays below, and says what it leaves out. */

function many(count: number, valueLength = 1, different = false): ReturnType<typeof previewWith> {
  const resources = Array.from({ length: count }, (_, index): Step => {
    const ids = { workgroupId: "wg-1", workspaceId: `ws-${String(index).padStart(3, "0")}` };
    const size = index % 20 === 0 ? { workspaceTypeName: "TG-1" } : {};
    const before = { ...ids, autoStopMinutes: 30, ...(index % 20 === 0 ? { workspaceTypeName: "TG-0" } : {}) };
    const after = { ...ids, autoStopMinutes: 45, workspaceName: `${different ? index : ""}${"n".repeat(valueLength)}`, ...size };
    return { name: `workspace-${index}`, op: "update", before, after };
  });
  const lines = resources.map(({ after }) => {
    const [body, was] =
      after?.workspaceTypeName === undefined ? ["", ""] : [',"workspace_type_name":"TG-1"', ',"workspace_type_name":"TG-0"'];
    const path = `/workgroups/wg-1/workspaces/${String(after?.workspaceId)}`;
    return `PUT ${path} {"auto_stop_minutes":45${body}} was {"auto_stop_minutes":30${was}}`;
  });
  return previewWith(resources, lines);
}

test.each([
  ["different", () => many(200, 1, true)],
  ["equal", () => many(200)],
])("200 %s changes fit without an omission, the gravest first", (_, preview) => {
  const text = comment(reviewOf(preview()));
  expect(text.length).toBeLessThanOrEqual(65_000);
  const details = text.slice(text.indexOf("<details>"));
  const numbers = [...details.matchAll(/`workspace-(\d+)`/gm)].map(([, number]) => Number(number));
  expect(new Set(numbers).size).toBe(200);
  expect(numbers.slice(0, 10).toSorted((a, b) => a - b)).toEqual([0, 20, 40, 60, 80, 100, 120, 140, 160, 180]);
  expect(text).toMatch(/^## ⏸️ \d+ workspaces go offline/);
});

test.each([
  [400, 100, true],
  [300, 5_000, false],
])(
  "%d changed resources with long values (%d) fit, with the summary, and a fingerprint where they are shown whole",
  (count, length, isWhole) => {
    const text = comment({ ...reviewOf(many(count, length)), refreshed: true }, { merges: true });
    expect(text.length).toBeLessThanOrEqual(65_000);
    expect(text).toMatch(new RegExp(`^\`movies/dev\` · \\d+ settings to change`, "m"));
    const isMarked = / fingerprint=2\.[0-9a-f]{32}[.\w-]* -->\n$/.test(text);
    expect([isMarked, text.includes("After the merge, these changes are applied as shown.")]).toEqual([isWhole, isWhole]);
  },
);

test("a comment says that the values of secrets are not compared only if one of its changes has a secret", () => {
  const review = { ...reviewOf(many(2, 10)), refreshed: true };
  const [first, ...others] = review.changes;
  const fields = [...(first?.fields ?? []), ...(first?.fields ?? []).map((field) => ({ ...field, after: { is: "secret" } }))];
  const withSecret = { ...review, changes: [{ ...first, fields }, ...others] } as typeof review;
  const endings = [review, withSecret].map((one) =>
    /^After the merge, .*$/m
      .exec(comment(one, { merges: true }))?.[0]
      .split(". ")
      .slice(2),
  );
  expect(endings).toEqual([[], ["The values of secrets are not compared."]]);
});

test.each(chosen([600, 900], (count) => count === 900))("of %d long changes each has a section or a line, or is counted", (count) => {
  const text = comment(reviewOf(many(count, 1_000, true)));
  const sections = [...text.matchAll(/^### .*`workspace-\d+`/gm)];
  const lines = [...text.matchAll(/^- .*`workspace-\d+`/gm)];
  const omitted = /… and (\d+) more that do not fit here/.exec(text)?.[1];
  expect(text).toContain(`### ${lines.length} more, in short`);
  expect(sections.length + lines.length + Number(omitted)).toBe(count);
});

test("of 250 changes in short, none is left out, and nothing is said to be", () => {
  const text = comment(reviewOf(many(250, 1_000, true)));
  expect(text).toContain(" more, in short\n");
  expect(text).not.toContain("do not fit here");
});

test("a review of more changes than a fingerprint can hold has none, and says so", () => {
  const services = Array.from({ length: 1_000 }, (_, index) => ({ from: `https://${index}`, to: "https://new", found: false }));
  const text = comment({ ...reviewOf(previewWith([])), services }, { merges: true });
  expect(text).toContain("This comment is too long to show every changed value. It has no fingerprint");
  expect(text).not.toMatch(/ fingerprint=|After the merge/);
});

const invisible = "\u200b".repeat(1_500);
const warnings = Array.from({ length: 30 }, (_, index) => ({ severity: "warning", message: `${index}${invisible}` }));
const strays = Array.from(
  { length: 400 },
  (_, index) => `PUT /workgroups/wg-1/workspaces/ws-${index} {"workspace_name":"${"x".repeat(200)}"}`,
);

test.each<[string, Preview, RegExp]>([
  ["warnings of invisible characters", { ...previewWith([]), diagnostics: warnings }, /… and \d+ more warnings and errors\./],
  ["stray requests", previewWith([], strays), /… and \d+ more requests/],
])("%s are cut and counted", (_, preview, counted) => {
  const text = comment(reviewOf(preview));
  expect(text.length).toBeLessThan(25_000);
  expect(text).toMatch(counted);
});

test("no names and texts make a comment longer than 65,000 characters", () => {
  const nasty = fc
    .tuple(fc.constantFrom("\u200b", "`|", "&<", "\u{e0001}", "a b "), fc.integer({ min: 1, max: 4_000 }))
    .map(([unit, count]) => unit.repeat(count));
  fc.assert(
    fc.property(nasty, fc.integer({ min: 0, max: 60 }), (text, count) => {
      const steps = Array.from({ length: count }, (_, index): Step => ({
        name: `${index}${text}`,
        before: workspace,
        after: { ...workspace, workspaceId: `${index}`, workspaceName: text },
      }));
      const preview = previewWith(
        steps,
        Array.from({ length: count }, () => `POST /${encodeURIComponent(text)}`),
      );
      const diagnostics = [...Array.from({ length: count }, (_, index) => ({ severity: "error", message: `${index}${text}` }))];
      const review = reviewOf({ ...preview, diagnostics });
      const outputs = Array.from({ length: count }, (_, index) => `${index}${text}`);
      expect(comment({ ...review, outputs, project: text, stack: text }).length).toBeLessThanOrEqual(65_000);
    }),
    { numRuns: whole ? 50 : 2 },
  );
});
