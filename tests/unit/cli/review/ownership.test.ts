import type { Preview, RawStep } from "../../../../cli/review/inputs";
import type { Change, Review } from "../../../../cli/review/model";
import { reviewOf } from "../../../../cli/review/read";
import { unknownText } from "../../../support/provider";
import { comment, path, previewWith, reviewWith, type Step, workspace } from "./samples";

/** The resource that manages an object: one that was only read, that gets another name, or that is of another kind. */

const user = { ...workspace, username: "u", password: "[secret]" };
const kinds: readonly (readonly [string, Record<string, unknown>])[] = [
  ["DatabaseUser", user],
  ["AllowListEntry", { workgroupId: "wg-1", cidr: "10.0.0.0/8", deletionPolicy: "delete" }],
  ["WorkspaceSettings", { ...workspace, deletionPolicy: "delete" }],
];

/** The steps of a resource that was only read before (`.get`), which the engine calls external: a refresh, and what happens to it. */
function readBefore(managed: Step, lines: readonly string[] = []): Preview {
  const preview = previewWith([managed], lines);
  const external = (step: RawStep): RawStep => ({ ...step, oldState: { ...step.oldState, external: true } });
  const [root, step] = preview.steps ?? [];
  if (root === undefined || step?.oldState === undefined) throw new Error("no step");
  return { ...preview, steps: [root, external({ ...step, op: "refresh", newState: step.oldState }), external(step)] };
}

test.each(kinds)("a %s that is no longer read is neither deleted nor listed", (kind, before) => {
  const review = reviewOf(readBefore({ kind, name: "r", op: "discard", before }));
  expect(review).toMatchObject({ complete: true, changes: [] });
  expect(comment(review)).toMatch(/^## ✅ Nothing to do\n/);
});

test("a resource of another package that is no longer read is not listed", () => {
  const { steps, ...rest } = readBefore({ name: "gauge", op: "discard", before: { level: 1 } });
  const moved = JSON.parse(JSON.stringify(steps).replaceAll("dynamic/graphplane:WorkspaceSettings", "dynamic:Resource")) as RawStep[];
  expect(reviewOf({ ...rest, steps: moved })).toMatchObject({ complete: true, changes: [] });
});

test.each(["replace", "create-replacement"])("a resource that was read before is created by a %s, and replaces nothing", (op) => {
  const step = { kind: "DatabaseUser", name: "u", op, before: user, after: user };
  const review = reviewOf(readBefore(step, [`POST ${path}/dbuser {"username":"u","password":"[secret]"}`]));
  expect(review.changes).toMatchObject([{ action: "create", requests: [{ method: "POST" }], replaced: undefined }]);
  expect(comment(review)).not.toMatch(/Replacement|deleted/);
});

test("settings that were read before are adopted, with values that the code did not declare before", () => {
  const before = { ...workspace, autoStopMinutes: 30 };
  const step = { name: "main", op: "replace", before, after: { ...workspace, autoStopMinutes: 45 } };
  const review = reviewOf(readBefore(step, [`PUT ${path} {"auto_stop_minutes":45} was {"auto_stop_minutes":30}`]));
  const [{ action, fields } = { action: "", fields: [] }] = review.changes;
  expect([action, fields.map(({ before: then, live, labels }) => [then.is, live, labels])]).toEqual([
    "adopt",
    [["absent", { is: "value", value: 30 }, ["new"]]],
  ]);
});

test("settings that were read before may be written, although only a local argument differs", () => {
  const step = { name: "main", op: "replace", before: workspace, after: workspace, more: { diffReasons: ["deletionPolicy"] } };
  expect(reviewOf(readBefore(step))).toMatchObject({ complete: false, changes: [{ action: "adopt", unannounced: true }] });
});

const provider = "urn:pulumi:dev::movies::pulumi:providers:pulumi-nodejs::default::id-1";

/** A resource that gets another name without an alias: one is created and another one deleted for the same object. */
interface Renamed {
  readonly kind?: string;
  readonly ids: Record<string, unknown>;
  /** The declaration of the new one, if it differs. */
  readonly newIds?: Record<string, unknown>;
  readonly line?: string;
  readonly owner?: string;
  readonly newProvider?: string;
  /** The object that the new one managed before, if it is replaced. */
  readonly newBefore?: Record<string, unknown>;
}

function deletionOf({ kind = "WorkspaceSettings", ids, newIds = ids, newBefore, ...more }: Renamed): Change {
  const { line, owner = "a1", newProvider = provider } = more;
  const inputs = { ...ids, deletionPolicy: "delete" };
  const outputs = { ...inputs, entryId: "e-1", configId: "cf-1", __owner: owner };
  const resources: Step[] = [
    { kind, name: "old", op: "delete", more: { oldState: { custom: true, inputs, outputs, provider } } },
    {
      kind,
      name: "renamed",
      ...(newBefore === undefined ? { op: "create" } : { op: "replace", before: newBefore }),
      more: { newState: { custom: true, inputs: newIds, provider: newProvider } },
    },
  ];
  const review = reviewWith(resources, line === undefined ? [] : [line]);
  const change = review.changes.find(({ name }) => name === "old");
  if (change === undefined) throw new Error("nothing happens to the old one");
  if (change.action !== "delete") {
    const text = comment(review);
    expect(text).toContain("manages it from now on.");
    expect(text).not.toMatch(/CAUTION\]\n> (?!The requests for)|DELETE /);
  }
  return change;
}

const entry = { workgroupId: "wg-1", cidr: "10.0.0.0/8" };
const entries = "/workgroups/wg-1/allow_list";
const configuration = { installedAddonId: "ad-1", configName: "theme", configValue: "x" };

test.each<[string, Renamed]>([
  ["a workspace", { ids: workspace, line: "nothing" }],
  [
    "a workspace that is changed too",
    { ids: workspace, newIds: { ...workspace, autoStopMinutes: 5 }, line: `PUT ${path} {"auto_stop_minutes":5}` },
  ],
  ["settings that could not be read", { ids: workspace, line: "cannot plan: no response" }],
  ["settings that were of another workspace", { ids: workspace, newBefore: { ...workspace, workspaceId: "ws-9" }, line: "nothing" }],
  [
    "a configuration that is changed too",
    {
      kind: "AddonConfiguration",
      ids: configuration,
      newIds: { ...configuration, configValue: "y", adopt: true },
      line: 'PUT /add-ons/ad-1/configs/cf-1 {"config_value":"y"}',
    },
  ],
  ["an entry", { kind: "AllowListEntry", ids: entry, line: "nothing" }],
  ["an entry of an equal range", { kind: "AllowListEntry", ids: entry, newIds: { ...entry, cidr: "10.9.9.9/8" }, line: "nothing" }],
  ["a configuration", { kind: "AddonConfiguration", ids: configuration, line: "nothing" }],
])("nothing is sent for the old resource if another one manages %s", (_, renamed) => {
  expect(deletionOf(renamed)).toMatchObject({ action: "stop managing", requests: [], consequences: [] });
});

test.each<[string, Renamed]>([
  ["another object", { ids: workspace, newIds: { ...workspace, workspaceId: "ws-2" }, line: "nothing" }],
  ["an object that is known later", { ids: workspace, newIds: { ...workspace, workspaceId: unknownText } }],
  ["a secret object", { ids: { ...workspace, workspaceId: "[secret]" } }],
  ["another account", { ids: workspace, newProvider: provider.replace("default", "other"), line: "nothing" }],
  ["an object without an owner in the state", { ids: workspace, owner: "", line: "nothing" }],
  ["an entry that is created again", { kind: "AllowListEntry", ids: entry, line: `POST ${entries} {"cidr":"10.0.0.0/8"}` }],
  ["an entry without an announcement", { kind: "AllowListEntry", ids: entry }],
])("the old resource is deleted if the new one is of %s", (_, renamed) => {
  expect(deletionOf(renamed)).toMatchObject({ action: "delete", requests: [{ method: "DELETE" }] });
});

test("the object is deleted if the other resource has managed it before, and is only updated", () => {
  const inputs = { ...workspace, deletionPolicy: "delete" };
  const outputs = { ...inputs, __owner: "a1" };
  const steps: Step[] = [
    { name: "old", op: "delete", more: { oldState: { custom: true, inputs, outputs } } },
    { name: "second", before: { ...inputs, autoStopMinutes: 5 }, after: { ...inputs, autoStopMinutes: 6 } },
  ];
  const { changes } = reviewWith(steps, [`PUT ${path} {"auto_stop_minutes":6}`]);
  expect(changes.map(({ name, action }) => [name, action])).toEqual([
    ["old", "delete"],
    ["second", "change"],
  ]);
});

const workgroupId = "wg-1";
const created = (name: string, args: object): Step => ({ kind: "Workspace", name, after: { workgroupId, workspaceName: name, ...args } });
const post = (name: string) => `POST /workgroups/wg-1/workspaces {"name":"${name}"}`;

const notes = { __owner: "owner-1" };
const wholeState = (args: object = {}): Step => ({
  kind: "Workspace",
  name: "whole",
  before: { workgroupId, workspaceName: "main", ...args },
  outputs: { workspaceId: "ws-1", ...notes },
});
const settingsState: Step = {
  name: "settings",
  before: { workgroupId, workspaceId: "ws-1", deletionPolicy: "delete" },
  outputs: { name: "main", ...notes },
};

test.each([
  ["from settings to the whole workspace", [created("main", { adopt: true }), settingsState], ["nothing"]],
  ["back, although the state protects it", [wholeState(), { name: "settings", after: { workgroupId, workspaceId: "ws-1" } }], ["nothing"]],
])("a workspace is not deleted if it moves to another kind of resource: %s", (_, resources, lines) => {
  const { changes, complete } = reviewWith(resources, lines);
  expect(complete).toBe(true);
  expect(changes.flatMap(({ requests }) => requests)).toEqual([]);
  expect(changes.map(({ action }) => action)).toContain("stop managing");
});

test.each([
  ["protect", "refused deletion", 1],
  [undefined, "refused deletion", 1],
  ["retain", "stop managing", 0],
  ["delete", "delete", 0],
])("the policy %s in the state makes the removal a %s", (deletionPolicy, action, refusals) => {
  const review = reviewWith([wholeState(deletionPolicy === undefined ? {} : { deletionPolicy })]);
  expect(review.changes.map((change) => change.action)).toEqual([action]);
  expect(review.complete).toBe(refusals === 0);
  expect(comment({ ...review, refreshed: true }).includes("fingerprint=")).toBe(refusals === 0);
  expect(comment(review).includes("⛔ Cannot be applied: ")).toBe(refusals === 1);
});

const bucketUrn = "urn:pulumi:dev::movies::aws:s3/bucket:Bucket::b";
const deletionIn = (step: Step): Review => reviewWith([{ op: "delete", before: workspace, ...step }]);
const wholeInState = { custom: true, inputs: { workgroupId, workspaceName: "main", deletionPolicy: "protect" } };
const stateOf = (more: object) => ({ oldState: { custom: true, inputs: { workgroupId, cidr: "10.0.0.0/8" }, ...more } });

test.each<[string, Step, string]>([
  [
    "a protected workspace that the program retains",
    { kind: "Workspace", name: "r", more: { oldState: { ...wholeInState, retainOnDelete: true } } },
    "stop managing",
  ],
  ["a refresh, which leaves nothing behind", { kind: "WorkspaceRefresh", name: "r" }, "stop managing"],
  ["another package's component", { name: "b", more: { urn: bucketUrn, ...stateOf({ custom: false }) } }, "stop managing"],
  [
    "another package's resource that the program retains",
    { name: "b", more: { urn: bucketUrn, ...stateOf({ retainOnDelete: true }) } },
    "stop managing",
  ],
  ["another package's resource", { name: "b", more: { urn: bucketUrn, ...stateOf({}) } }, "delete"],
])("the removal of %s", (_, step, action) => {
  expect(deletionIn(step)).toMatchObject({ complete: true, changes: [{ action, requests: [] }] });
});

test.each(["create", "update", "delete"])("a component groups resources, and has no effect of its own: %s", (op) => {
  const [before, after] = ["a", "b"].map((team) => ({ custom: false, inputs: { team } }));
  const states = { ...(op !== "create" && { oldState: before }), ...(op !== "delete" && { newState: after }) };
  const review = reviewWith([{ name: "c", op, more: { urn: "urn:pulumi:dev::movies::movies:Databases::c", ...states } }]);
  expect(comment(review)).toMatch(/^## ✅ `c`(?![^]*effect not documented)/);
});

test.each<[string, Step, string, string[]]>([
  [
    "the configuration of one name is the same object",
    { kind: "AddonConfiguration", name: "c", before: { ...configuration, deletionPolicy: "delete" }, after: configuration },
    'PUT /add-ons/ad-1/configs/cf-1 {"config_value":"x"}',
    ["PUT"],
  ],
  [
    "a workspace of the same name is another object",
    { ...wholeState({ deletionPolicy: "delete" }), after: { workgroupId, workspaceName: "main" } },
    post("main"),
    ["POST", "DELETE"],
  ],
])("in a replacement, %s", (_, step, line, methods) => {
  const { changes } = reviewWith([{ outputs: { configId: "cf-1" }, ...step, op: "replace" }], [line]);
  expect(changes.flatMap(({ requests }) => requests.map(({ method }) => method))).toEqual(methods);
});

test("an entry that the program retains stays where it was if it is replaced", () => {
  const step = {
    kind: "AllowListEntry",
    name: "e",
    op: "replace",
    before: { ...entry, deletionPolicy: "delete" },
    after: { ...entry, cidr: "10.1.0.0/16", deletionPolicy: "delete" },
    outputs: { entryId: "e-1" },
  };
  const line = `POST ${entries} {"cidr":"10.1.0.0/16"}`;
  const methods = (preview: Preview) => reviewOf(preview).changes.flatMap(({ requests }) => requests.map(({ method }) => method));
  const preview = previewWith([step], [line]);
  const retained = preview.steps?.map((one) => ({ ...one, oldState: one.oldState && { ...one.oldState, retainOnDelete: true } }));
  expect([methods(preview), methods({ ...preview, steps: retained })]).toEqual([["POST", "DELETE"], ["POST"]]);
});

test("a removal after a failed update resumes nothing", () => {
  const before = { ...workspace, deletionPolicy: "delete" };
  const review = deletionIn({
    name: "main",
    more: { oldState: { custom: true, inputs: before, outputs: before, initErrors: ["it failed"] } },
  });
  expect(review.changes).toMatchObject([{ action: "delete", resumesFailedUpdate: false }]);
});

describe("the deletion of a workspace", () => {
  const userOf = (workspaceId: string, deletionPolicy: string) => ({ workgroupId, workspaceId, username: "u", deletionPolicy });
  const holders = (...steps: Step[]) => Object.fromEntries(reviewWith(steps).changes.map((change) => [change.name, change.deletedWith]));
  const retained: Step = { kind: "DatabaseUser", name: "user", before: userOf("ws-1", "retain") };

  test("takes along a user that is no longer managed", () => {
    expect(holders(wholeState({ deletionPolicy: "delete" }), retained)).toEqual({ whole: undefined, user: "whole" });
  });

  test.each<[string, Step, Step]>([
    ["is not meant if the workspace is only paused", wholeState({ deletionPolicy: "pause" }), retained],
    [
      "takes along no user of another workspace",
      wholeState({ deletionPolicy: "delete" }),
      { ...retained, before: userOf("ws-2", "retain") },
    ],
    [
      "takes along no user that is deleted itself",
      wholeState({ deletionPolicy: "delete" }),
      { ...retained, before: userOf("ws-1", "delete") },
    ],
  ])("%s", (_, step, user) => expect(holders(step, user)).toEqual({ whole: undefined, user: undefined }));
});
