import { compareWith, fingerprintOf } from "../../../../cli/review/fingerprint";
import type { RawPreview } from "../../../../cli/review/inputs";
import { reviewOf } from "../../../../cli/review/read";
import { path, previewOf, previewWith, sampleNames, sampleReview, workspace } from "./samples";

function fingerprint(preview: RawPreview): string {
  return fingerprintOf(reviewOf(preview)) ?? "none";
}

const resize = previewOf("resize");

test.each<[string, RawPreview]>([
  ["the order of the steps", { ...resize, steps: resize.steps?.toReversed() }],
  ["the order of the messages", { ...resize, diagnostics: resize.diagnostics?.toReversed() }],
  ["another value of the configuration", { ...resize, config: { "movies:color": "blue" } }],
  ["a warning", { ...resize, diagnostics: [...(resize.diagnostics ?? []), { severity: "warning", message: "old" }] }],
  ["how long it took", { ...resize, duration: 1 }],
  ["a resource more that stays as it is", { ...resize, changeSummary: { same: 99 } }],
])("%s leaves the fingerprint as it is", (_, preview) => {
  expect(fingerprint(preview)).toBe(fingerprint(resize));
});

test("a plan leaves the fingerprint as it is where it tells nothing new", () => {
  expect(fingerprintOf(sampleReview("resize"))).toBe(fingerprint(resize));
});

const settings = (after: Record<string, unknown>, live = 30) =>
  previewWith(
    [{ name: "main", op: "update", before: { ...workspace, autoStopMinutes: live }, after: { ...workspace, ...after } }],
    [
      `PUT /workgroups/wg-1/workspaces/ws-1 ${JSON.stringify({ auto_stop_minutes: after.autoStopMinutes })} was {"auto_stop_minutes":${live}}`,
    ],
  );
const reviewed = settings({ autoStopMinutes: 45 });

test.each<[string, RawPreview, string[]]>([
  ["another value", settings({ autoStopMinutes: 50 }), ["WorkspaceSettings main other values than were reviewed autoStopMinutes"]],
  ["another live value", settings({ autoStopMinutes: 45 }, 60), ["WorkspaceSettings main other values than were reviewed autoStopMinutes"]],
  ["a change more", settings({ autoStopMinutes: 45, enableHa: true }), ["WorkspaceSettings main other values than were reviewed enableHa"]],
  ["nothing any more", previewWith([]), ["WorkspaceSettings main was reviewed, and nothing happens to it now"]],
  [
    "another resource",
    previewWith([{ name: "other", op: "delete", before: workspace }]),
    ["WorkspaceSettings main was reviewed, and nothing happens to it now", "WorkspaceSettings other was not reviewed"],
  ],
  [
    "a deletion",
    previewWith([{ name: "main", op: "delete", before: { ...workspace, deletionPolicy: "delete" } }]),
    ["WorkspaceSettings main something else happens to it than was reviewed autoStopMinutes"],
  ],
])("%s is told as a difference", (_, preview, expected) => {
  const comparison = compareWith(fingerprint(reviewed), reviewOf(preview));
  if (comparison.is !== "another") throw new Error(comparison.is);
  expect(comparison.differences.map(({ resource, what, fields }) => [resource, what, ...fields].join(" "))).toEqual(expected);
});

test("another request for the same values is told as a difference", () => {
  const user = { kind: "DatabaseUser", name: "u", op: "create", after: { ...workspace, username: "u", password: "[secret]" } };
  const sent = (method: string) => reviewOf(previewWith([user], [`${method} ${path}/dbuser {"username":"u","password":"[secret]"}`]));
  expect(compareWith(fingerprintOf(sent("POST")) ?? "", sent("PUT"))).toEqual({
    is: "another",
    differences: [{ resource: "DatabaseUser u", what: "another request is sent than was reviewed", fields: [] }],
  });
});

test("another object with the same name and values is told as a difference, also where nothing is sent to it", () => {
  const adopt = (workspaceId: string, more = {}) => {
    const after = { workgroupId: "wg-1", workspaceId, deletionPolicy: "delete" };
    return reviewOf(
      previewWith([{ name: "main", op: "create", after, ...more }], [`nothing to send for /workgroups/wg-1/workspaces/${workspaceId}`]),
    );
  };
  expect(adopt("ws-1").changes[0]?.requests).toEqual([]);
  expect(compareWith(fingerprintOf(adopt("ws-1")) ?? "", adopt("ws-2"))).toEqual({
    is: "another",
    differences: [{ resource: "WorkspaceSettings main", what: "it is about another object than was reviewed", fields: [] }],
  });
});

test("values whose short marks are equal have other fingerprints all the same", () => {
  const waiting = (timeoutSeconds: number) => {
    const told = { name: "main", op: "update", before: { ...workspace, timeoutSeconds: 30 }, after: { ...workspace, timeoutSeconds } };
    return fingerprint(previewWith([told], [`nothing to send for ${path}`])).split(".");
  };
  const [[, digest, marks], [, otherDigest, otherMarks]] = [waiting(2590), waiting(11172)];
  expect(marks).toBe(otherMarks);
  expect(digest).not.toBe(otherDigest);
});

test.each(sampleNames)("a preview is what it was itself: %s", (name) => {
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
])("the fingerprint %j is %s", (text, is) => {
  expect(compareWith(text, reviewOf(resize)).is).toBe(is);
});

test("the digest alone is a fingerprint", () => {
  const [version, digest] = fingerprint(resize).split(".");
  expect(compareWith(`${version}.${digest}`, reviewOf(resize))).toEqual({ is: "the same" });
});

test("an incomplete preview has none, and is never the reviewed one", () => {
  expect(fingerprintOf(reviewOf(previewOf("failing-check")))).toBeUndefined();
  expect(compareWith(fingerprint(resize), reviewOf(previewOf("failing-check")))).toEqual({ is: "incomplete" });
});
