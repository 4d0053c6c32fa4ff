import type { RawPreview, RawStep } from "../../../../cli/review/inputs";
import { reviewOf } from "../../../../cli/review/read";
import { comment, path, previewWith, type Told, workspace } from "./samples";

/** What `.get` declares is only read: the engine calls it external, and neither makes nor deletes it. */

const user = { ...workspace, username: "u", password: "[secret]" };
const kinds: readonly (readonly [string, Record<string, unknown>])[] = [
  ["DatabaseUser", user],
  ["AllowListEntry", { workgroupId: "wg-1", cidr: "10.0.0.0/8", deletionPolicy: "delete" }],
  ["WorkspaceSettings", { ...workspace, deletionPolicy: "delete" }],
];

/** Steps as the CLI prints them of a resource that was read before: a refresh, and what becomes of it. */
function readBefore(told: Told, lines: readonly string[] = []): RawPreview {
  const preview = previewWith([told], lines);
  const external = (step: RawStep): RawStep => ({ ...step, oldState: { ...step.oldState, external: true } });
  const [root, step] = preview.steps ?? [];
  if (root === undefined || step?.oldState === undefined) throw new Error("no step");
  return { ...preview, steps: [root, external({ ...step, op: "refresh", newState: step.oldState }), external(step)] };
}

test.each(kinds)("a %s that is read no longer is not deleted, and not listed", (kind, before) => {
  const review = reviewOf(readBefore({ kind, name: "r", op: "discard", before }));
  expect(review).toMatchObject({ complete: true, changes: [] });
  expect(comment(review)).toMatch(/^## `movies\/dev`: nothing to do\n/);
});

test("neither is another package's resource", () => {
  const { steps, ...rest } = readBefore({ name: "gauge", op: "discard", before: { level: 1 } });
  const moved = JSON.parse(JSON.stringify(steps).replaceAll("dynamic/graphplane:WorkspaceSettings", "dynamic:Resource")) as RawStep[];
  expect(reviewOf({ ...rest, steps: moved })).toMatchObject({ complete: true, changes: [] });
});

test("nor one that only a plan names", () => {
  const urn = "urn:pulumi:dev::movies::pulumi-nodejs:dynamic/graphplane:DatabaseUser::r";
  expect(reviewOf(previewWith([]), { plan: { resourcePlans: { [urn]: { steps: ["discard"] } } } })).toMatchObject({ changes: [] });
});

test("one that is managed from now on is created, and replaces nothing", () => {
  const told = { kind: "DatabaseUser", name: "u", op: "replace", before: user, after: user };
  const review = reviewOf(readBefore(told, [`POST ${path}/dbuser {"username":"u","password":"[secret]"}`]));
  expect(review.changes).toMatchObject([{ action: "create", requests: [{ method: "POST" }], replaced: undefined }]);
  expect(comment(review)).not.toMatch(/Replacement|deleted/);
});

test("settings that are managed from now on are adopted, with what the code did not declare before", () => {
  const before = { ...workspace, autoStopMinutes: 30 };
  const told = { name: "main", op: "replace", before, after: { ...workspace, autoStopMinutes: 45 } };
  const review = reviewOf(readBefore(told, [`PUT ${path} {"auto_stop_minutes":45} was {"auto_stop_minutes":30}`]));
  const [{ action, fields } = { action: "", fields: [] }] = review.changes;
  expect([action, fields.map(({ before: then, live, labels }) => [then.is, live, labels])]).toEqual([
    "adopt",
    [["absent", { is: "value", value: 30 }, ["new"]]],
  ]);
});
