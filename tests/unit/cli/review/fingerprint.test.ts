import { deflateRawSync } from "node:zlib";
import { compareWith, fingerprintOf } from "../../../../cli/review/fingerprint";
import type { RawPlan, RawPreview } from "../../../../cli/review/inputs";
import { reviewOf } from "../../../../cli/review/read";
import { comment, path, previewOf, previewWith, sampleNames, sampleReview, workspace } from "./samples";

const fingerprint = (preview: RawPreview): string => fingerprintOf(reviewOf(preview)) ?? "none";

const resize = previewOf("resize");

test.each<[string, RawPreview]>([
  ["the order of the steps", { ...resize, steps: resize.steps?.toReversed() }],
  ["the order of the messages", { ...resize, diagnostics: resize.diagnostics?.toReversed() }],
  ["another value of the configuration", { ...resize, config: { "movies:color": "blue" } }],
  ["a warning", { ...resize, diagnostics: [...(resize.diagnostics ?? []), { severity: "warning", message: "old" }] }],
  ["the duration", { ...resize, duration: 1 }],
  ["one more unchanged resource", { ...resize, changeSummary: { same: 99 } }],
])("%s does not change the fingerprint", (_, preview) => expect(fingerprint(preview)).toBe(fingerprint(resize)));

test("a stack in which no update has created anything needs no refresh to be approved", () => {
  const { steps = [], ...adoption } = previewOf("first-adoption");
  const left = steps.map((step) =>
    step.urn.includes("pulumi:pulumi:Stack::") ? { ...step, op: "same", oldState: { custom: false } } : step,
  );
  expect(reviewOf({ ...adoption, steps: left })).toMatchObject({ refreshed: true });
});

test("what the program no longer declares needs no refresh to be approved: with the program, a refresh does not read it", () => {
  expect(reviewOf(previewWith([{ name: "main", before: workspace }]))).toMatchObject({ refreshed: true });
  expect(reviewOf(settings({ autoStopMinutes: 45 }))).toMatchObject({ refreshed: false });
});

test("unchanged resources, which a preview does not list, are read by a refresh alone", () => {
  const { steps = [], ...rest } = previewOf("nothing-to-do");
  const preview = { ...rest, steps: steps.filter(({ op }) => op !== "refresh") };
  const planned = (type: string, custom: boolean) => ({ [`urn:pulumi:dev::movies::${type}::x`]: { goal: { custom }, steps: ["same"] } });
  const others = { ...planned("acme:Team", false), ...planned("pulumi:providers:graphplane", true) };
  const refreshed = (resourcePlans?: RawPlan["resourcePlans"]) => reviewOf(preview, resourcePlans && { plan: { resourcePlans } }).refreshed;
  expect([refreshed(), refreshed(others), refreshed({ ...others, ...planned("graphplane:index:Workspace", true) })]).toEqual([
    false,
    true,
    false,
  ]);
  expect(comment(reviewOf(preview))).toContain("previewed without refresh and saved plan");
});

test("a plan that adds nothing does not change the fingerprint", () => {
  expect(fingerprintOf(sampleReview("resize"))).toBe(fingerprint(resize));
});

const settings = (after: Record<string, unknown>, live = 30) => {
  const step = { name: "main", before: { ...workspace, autoStopMinutes: live }, after: { ...workspace, ...after } };
  const body = JSON.stringify({ auto_stop_minutes: after.autoStopMinutes });
  return previewWith([step], [`PUT ${path} ${body} was {"auto_stop_minutes":${live}}`]);
};
const reviewed = settings({ autoStopMinutes: 45 });
const user = (method: string) =>
  previewWith(
    [{ kind: "DatabaseUser", name: "u", after: { ...workspace, username: "u", password: "[secret]" } }],
    [`${method} ${path}/dbuser {"username":"u","password":"[secret]"}`],
  );
const adoption = (workspaceId: string) => {
  const after = { workgroupId: "wg-1", workspaceId, deletionPolicy: "delete" };
  return previewWith([{ name: "main", after }], ["nothing"]);
};

const otherValues = "WorkspaceSettings main: its values differ from the reviewed ones";
test.each<[string, RawPreview, RawPreview, string[]]>([
  ["another value", reviewed, settings({ autoStopMinutes: 50 }), [`${otherValues} autoStopMinutes`]],
  ["another live value", reviewed, settings({ autoStopMinutes: 45 }, 60), [`${otherValues} autoStopMinutes`]],
  ["one more changed value", reviewed, settings({ autoStopMinutes: 45, enableHa: true }), [`${otherValues} enableHa`]],
  ["no change", reviewed, previewWith([]), ["WorkspaceSettings main: was reviewed, but no longer changes"]],
  [
    "another resource",
    reviewed,
    previewWith([{ name: "other", before: workspace }]),
    ["WorkspaceSettings main: was reviewed, but no longer changes", "WorkspaceSettings other: was not reviewed"],
  ],
  [
    "a deletion",
    reviewed,
    previewWith([{ name: "main", before: { ...workspace, deletionPolicy: "delete" } }]),
    ["WorkspaceSettings main: its change differs from the reviewed one autoStopMinutes"],
  ],
  ["an adoption in place of a creation", user("POST"), user("PUT"), ["DatabaseUser u: its change differs from the reviewed one password"]],
  [
    "another object of the same name and values, to which nothing is sent",
    adoption("ws-1"),
    adoption("ws-2"),
    ["WorkspaceSettings main: its object is not the reviewed one"],
  ],
])("names %s as a difference", (_, then, now, expected) => {
  const comparison = compareWith(fingerprint(then), reviewOf(now));
  if (comparison.is !== "another") throw new Error(comparison.is);
  expect(comparison.differences.map(({ resource, what, fields }) => [`${resource}: ${what}`, ...fields].join(" "))).toEqual(expected);
});

test("values with equal short marks have different fingerprints", () => {
  const waiting = (timeoutSeconds: number) => {
    const step = { name: "main", before: { ...workspace, timeoutSeconds: 30 }, after: { ...workspace, timeoutSeconds } };
    return previewWith([step], ["nothing"]);
  };
  const [then, now] = [waiting(2590), waiting(11172)];
  const [[, digest, marks], [, otherDigest, otherMarks]] = [fingerprint(then).split("."), fingerprint(now).split(".")];
  expect(marks).toBe(otherMarks);
  expect(digest).not.toBe(otherDigest);
  expect(compareWith(fingerprint(then), reviewOf(now))).toEqual({ is: "another", differences: [] });
});

test.each(sampleNames)("a preview equals itself: %s", (name) => {
  const review = sampleReview(name);
  const own = fingerprintOf(review);
  expect(own === undefined).toBe(!review.complete);
  if (own !== undefined) expect(compareWith(own, review)).toEqual({ is: "the same" });
});

test.each([
  ["", "malformed"],
  ["2.abc", "malformed"],
  [`1.${"0".repeat(32)}`, "another"],
  [`1.${"0".repeat(32)}.AAAA`, "another"],
  [`1.${"0".repeat(32)}.${Buffer.from("garbage").toString("base64url")}`, "another"],
])("the fingerprint %j is %s", (text, is) => expect(compareWith(text, reviewOf(resize)).is).toBe(is));

test("the digest alone is a fingerprint", () => {
  const [version, digest] = fingerprint(resize).split(".");
  expect(compareWith(`${version}.${digest}`, reviewOf(resize))).toEqual({ is: "the same" });
  const services = Array.from({ length: 5000 }, (_, index) => ({ from: `${index}`, to: "", found: false }));
  expect(fingerprintOf({ ...reviewOf(resize), services })).toMatch(/^1\.[0-9a-f]{32}$/);
});

test("marks that unpack to more than a megabyte are not read", () => {
  const marks = JSON.stringify([["m".repeat(1024 * 1024), "", "", "", {}]]);
  const packed = deflateRawSync(marks, { level: 9 }).toString("base64url");
  expect(compareWith(`1.${"0".repeat(32)}.${packed}`, reviewOf(resize))).toEqual({ is: "another", differences: [] });
});

test("an incomplete preview has no fingerprint, and never equals the reviewed one", () => {
  expect(fingerprintOf(reviewOf(previewOf("failing-check")))).toBeUndefined();
  expect(compareWith(fingerprint(resize), reviewOf(previewOf("failing-check")))).toEqual({ is: "incomplete" });
});
