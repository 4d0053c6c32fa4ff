import { formats } from "../../../../cli/review/formats";
import { parseEvents, type Preview } from "../../../../cli/review/inputs";
import type { Review } from "../../../../cli/review/model";
import { reviewOf } from "../../../../cli/review/read";
import { changed, comment, path, previewWith, urnOf } from "./samples";

const urn = (name: string) => urnOf({ name });
const stackUrn = "urn:pulumi:dev::movies::pulumi:pulumi:Stack::movies-dev";

/** One line of the engine's event log, as the CLI writes it. */
function event(policyName: string, enforcementLevel: string, resourceUrn: string | undefined, message: string): string {
  const policyEvent = {
    resourceUrn,
    message,
    color: "never",
    policyName,
    policyPackName: "team",
    policyPackVersion: "0.1.0",
    enforcementLevel,
  };
  return JSON.stringify({ sequence: 25, timestamp: 1_795_455_432, policyEvent });
}
const preludeEvent = '{"sequence":1,"timestamp":1795455432,"preludeEvent":{"config":{}}}';

const preview = previewWith(
  ["main", "other"].map((name) => changed(name, { workspaceId: name, autoStopMinutes: 30 }, { autoStopMinutes: 240 })),
  ["main", "other"].map((name) => `PUT ${path.replace("ws-1", name)} {"auto_stop_minutes":240} was {"auto_stop_minutes":30}`),
);
const failed = { ...preview, diagnostics: [{ severity: "error", message: "error: preview failed\n" }] };

function reviewed(lines: readonly string[], of: Preview = preview): Review {
  return reviewOf({ ...of, events: parseEvents([preludeEvent, ...lines, '{"summaryEvent":{}}'].join("\n")) });
}
const tooLong = (name: string, level = "mandatory") =>
  event("auto-stop", level, urn(name), "Workspaces stop.\n240 is too many: declare 1 to 60.\n");

test("a mandatory violation leaves nothing to approve, and is named with its policy and its resources", () => {
  const review = reviewed([tooLong("other"), tooLong("main")], failed);
  const text = comment(review);
  expect(review).toMatchObject({ complete: false, failed: false, messages: [] });
  expect(text).toMatch(/^## ⛔ Blocked by `auto-stop`: `main`, `other`: Workspaces stop/);
  expect(text).toContain("> **Not allowed**: the changes violate mandatory policies (⛔), so an update fails.");
  expect(text).toMatch(/^\| ⛔ `auto-stop` \| `main`, `other` \| Workspaces stop&#46; 240 is too many&#58; declare 1 to 60&#46; \|$/m);
  expect(text).not.toMatch(/fingerprint=|The preview failed|\*\*Error\*\*/i);
  expect(text).toMatch(/^`movies\/dev` · 2 settings to change/m);
  expect(formats.annotations(review, { directory: "infra" })).toMatch(
    /^::error file=infra\/index\.ts,line=9,title=auto-stop%3A main::Workspaces stop\. 240 is too many: declare 1 to 60\.$/m,
  );
  expect(JSON.parse(formats.json(review, { directory: "" }))).toMatchObject({
    violations: [{ policy: "auto-stop", pack: "team", mandatory: true, resource: "main" }, { resource: "other" }],
  });
});

const said = (policy: string, text: string, name?: string) => event(policy, "mandatory", name === undefined ? stackUrn : urn(name), text);
test.each<[string, readonly string[], string]>([
  ["one of a resource with its name and its text", [said("size", "Too large.", "main")], "`size`: `main`: Too large"],
  ["one whose text begins with the name without the name", [said("size", "main is too large.", "main")], "`size`: main is too large"],
  [
    "several of one text with all names",
    [said("size", "main is too large.", "main"), said("size", "main is too large.", "other")],
    "`size`: `main`, `other`: main is too large",
  ],
  ["several of different texts by their policy alone", [said("size", "Too large.", "main"), said("size", "Too small.", "other")], "`size`"],
  ["several policies by their names alone", [said("size", "No.", "main"), said("name", "No.", "main")], "`name`, `size`"],
  ["one of the stack with its text", [said("budget", "The budget is spent.")], "`budget`: The budget is spent"],
])("the headline names violations: %s", (_, lines, named) => {
  const [headline] = comment(reviewed(lines, failed)).split("\n");
  expect(headline?.replaceAll("&#46;", ".").replace(/\.?$/, "")).toBe(`## ⛔ Blocked by ${named}`);
});

test("the CLI's word for a preview that policies stop is left out only if they did", () => {
  const said = [{ severity: "error", text: "preview failed" }];
  expect(reviewed([], failed)).toMatchObject({ failed: true, messages: said });
  expect(reviewed([tooLong("main", "advisory")], failed)).toMatchObject({ failed: true, messages: said });
  const ofResource = failed.diagnostics.map((one) => ({ ...one, urn: urn("main") }));
  expect(reviewed([tooLong("main")], { ...failed, diagnostics: ofResource })).toMatchObject({ failed: true, messages: said });
  const twice = [...failed.diagnostics, { severity: "error", message: "another" }];
  expect(reviewed([tooLong("main")], { ...failed, diagnostics: twice })).toMatchObject({ failed: true });
  const diagnostics = [...failed.diagnostics, { severity: "warning", message: "preview failed" }, { severity: "warning", message: "old" }];
  expect(reviewed([tooLong("main")], { ...failed, diagnostics })).toMatchObject({
    failed: false,
    messages: [{ text: "old" }, { severity: "warning", text: "preview failed" }],
  });
});

test("a violation is shown where its resource is declared", () => {
  const steps = preview.steps?.map((step) =>
    step.urn === urn("other") ? { ...step, newState: { ...step.newState, sourcePosition: "project:///other.ts#3,1" } } : step,
  );
  expect(reviewed([tooLong("other"), tooLong("main")], { ...preview, steps }).violations).toMatchObject([
    { resource: "main", declaredAt: { file: "index.ts", line: 9 } },
    { resource: "other", declaredAt: { file: "other.ts", line: 3 } },
  ]);
});

test("an advisory violation is a warning: the review stays complete", () => {
  const review = reviewed([tooLong("main", "advisory"), event("budget", "advisory", stackUrn, "The budget is spent.")]);
  const text = comment(review);
  expect(review.complete).toBe(true);
  expect(text).toContain("| ⚠️ `budget` |  | The budget is spent&#46; |");
  expect(comment({ ...review, refreshed: true })).toMatch(/fingerprint=2\./);
  expect(text).not.toContain("Not allowed");
  expect(formats.annotations(review, { directory: "" })).toMatch(/^::warning .*title=auto-stop%3A main::/m);
  expect(formats.annotations(review, { directory: "" })).toMatch(/^::warning title=budget::The budget is spent\.$/m);
});

test.each<[string, () => Review, string]>([
  [
    "an error of its own",
    () =>
      reviewed([tooLong("main")], { ...failed, diagnostics: [...failed.diagnostics, { severity: "error", message: "error: no quota\n" }] }),
    "`auto-stop`: `main`: .* · incomplete, the preview failed",
  ],
  [
    "no change at all",
    () => reviewed([event("a", "mandatory", stackUrn, "no")], { ...failed, steps: [] }),
    "`a`: no · incomplete, the preview failed",
  ],
  ["a remediation that failed", () => reviewed([tooLong("main", "remediate")], failed), "`auto-stop`: `main`: .*"],
  ["two policies", () => reviewed([tooLong("main"), event("sizes", "mandatory", urn("main"), "no")], failed), "`auto-stop`, `sizes`"],
])("the headline names why nothing can be approved: %s", (_, reviewIn, expected) => {
  const review = reviewIn();
  expect(comment(review)).toMatch(new RegExp(`^## ⛔ Blocked by ${expected}\n`));
  expect(review.complete).toBe(false);
});

test("of many violations the comment shows the first, and no text of a policy is markup", () => {
  const many = Array.from({ length: 200 }, (_, index) =>
    event(`policy-${index}`, "mandatory", urn("main"), `<b>@everyone</b> | #1 ${"x".repeat(300)}`),
  );
  const text = comment(reviewed(many, failed));
  expect(text.length).toBeLessThan(65_000);
  expect(text).toMatch(/^\| … and \d+ more \| \| \|$/m);
  expect(text).not.toMatch(/<b>|@everyone|&#64;everyone|&#35;1/);
});
