import { exitCodeOf } from "../../../../cli/review/exit-code";
import { formats } from "../../../../cli/review/formats";
import type { Preview, RawStep } from "../../../../cli/review/inputs";
import { reviewOf } from "../../../../cli/review/read";
import { unknownText } from "../../../support/provider";
import { comment, path, previewWith, type Step, urnOf, workspace } from "./samples";

/** An object that an earlier update replaced, and failed to delete: it has the URN of its successor, and only its id tells the two apart. */

const ids = { old: { ...workspace, workspaceId: "ws-0" }, now: workspace };
const pathOf = (workspaceId: string) => path.replace("ws-1", workspaceId);
const stateOf = (of: Record<string, string>, more: object = {}): RawStep["oldState"] => {
  const inputs = { ...of, autoStopMinutes: 30, deletionPolicy: "delete", ...more };
  return { id: `wg-1/${of["workspaceId"]}`, custom: true, inputs, outputs: inputs };
};
/** What the state still holds beside the object that took its place. */
const pendingState = (more: object = {}, of: Record<string, string> = ids.old) => ({ ...stateOf(of, more), delete: true });
const urn = urnOf({ name: "main" });
const deletion = (op = "delete-replaced", more: object = {}): RawStep => ({ op, urn, oldState: pendingState(more) });
const update: Step = {
  name: "main",
  after: { ...workspace, autoStopMinutes: 45, deletionPolicy: "delete" },
  more: { oldState: stateOf(ids.now) },
};
const put = `PUT ${path} {"auto_stop_minutes":45} was {"auto_stop_minutes":30}`;

function preview(steps: readonly Step[], ...pending: RawStep[]): Preview {
  const { steps: all = [], ...rest } = previewWith(steps, steps.length === 0 ? [] : [put]);
  return { ...rest, steps: [...all.slice(0, 1), ...pending, ...all.slice(1)] };
}

test.each(["delete-replaced", "delete"])("the deletion is a change beside the update of the new object: %s", (op) => {
  const review = reviewOf(preview([update], deletion(op)));
  expect(review.complete).toBe(true);
  expect(review.changes).toMatchObject([
    {
      key: `${urn} wg-1/ws-0`,
      urn,
      action: "delete",
      stillDeclared: false,
      unannounced: false,
      requests: [{ method: "DELETE", path: pathOf("ws-0") }],
    },
    { key: urn, urn, action: "change", requests: [{ method: "PUT", path }], fields: [{ path: ["autoStopMinutes"] }] },
  ]);
  expect(review.strayRequests).toEqual([]);
});

test("the deletion alone is a loss, and the comment names the old object and its request", () => {
  const review = reviewOf(preview([], deletion()));
  const text = comment(review);
  expect(review.changes).toMatchObject([{ action: "delete", consequences: [{ severity: "destroys" }, { severity: "risks" }] }]);
  expect([review.complete, exitCodeOf(review, { changes: true })]).toEqual([true, 4]);
  expect(text).toMatch(/^## ⛔ Deletes workspace `\S+` and its data\n/);
  expect(text).toContain(`DELETE ${pathOf("ws-0")}`);
  expect(formats.annotations(review, { directory: "" })).toContain("::warning title=delete WorkspaceSettings main::");
});

test("a refresh of the object is not a second deletion", () => {
  const refresh: RawStep = { op: "refresh", urn, oldState: pendingState(), newState: pendingState() };
  expect(reviewOf(preview([update], refresh, deletion())).changes.map(({ action, key }) => [action, key])).toEqual([
    ["delete", `${urn} wg-1/ws-0`],
    ["change", urn],
  ]);
});

test("two objects that wait are two deletions", () => {
  const second = { ...deletion(), oldState: pendingState({}, { ...workspace, workspaceId: "ws-00" }) };
  const { changes } = reviewOf(preview([update], deletion(), second));
  expect(changes.map(({ key, requests }) => [key, requests[0]?.path])).toEqual([
    [`${urn} wg-1/ws-0`, pathOf("ws-0")],
    [`${urn} wg-1/ws-00`, pathOf("ws-00")],
    [urn, path],
  ]);
});

test.each([
  ["protect", "refused deletion", 0, false],
  ["retain", "stop managing", 0, true],
  ["delete", "delete", 1, true],
])("its policy in the state is the object's own: %s", (deletionPolicy, action, requests, complete) => {
  const whole = { workgroupId: "wg-1", workspaceName: "old", deletionPolicy };
  const of = urnOf({ kind: "Workspace", name: "main" });
  const oldState = { id: "ws-0", custom: true, delete: true, inputs: whole, outputs: { ...whole, workspaceId: "ws-0" } };
  const review = reviewOf({ ...previewWith([]), steps: [{ op: "delete-replaced", urn: of, oldState }] });
  expect(review.changes.map((change) => [change.action, change.requests.length])).toEqual([[action, requests]]);
  expect(review.complete).toBe(complete);
});

test("an object that took its place with the same identity is not deleted", () => {
  const same = { ...deletion(), oldState: pendingState({}, ids.now) };
  const state = { ...same.oldState, id: "wg-1/ws-1 (old)", outputs: { ...same.oldState?.outputs, __owner: "o" } };
  const renewed = { name: "main", op: "create", after: { ...workspace, autoStopMinutes: 45, deletionPolicy: "delete" } };
  const provider = "urn:pulumi:dev::movies::pulumi:providers:pulumi-nodejs::default::id-1";
  const made = preview([renewed], { ...same, oldState: { ...state, provider } });
  const steps = made.steps?.map((one) => (one.newState === undefined ? one : { ...one, newState: { ...one.newState, provider } }));
  expect(reviewOf({ ...made, steps }).changes.flatMap(({ requests }) => requests.map(({ method }) => method))).toEqual(["PUT"]);
});

const holder = urnOf({ kind: "Workspace", name: "shop" });
const shop = { workgroupId: "wg-1", workspaceName: "shop", deletionPolicy: "delete" };
test("an old object with deletedWith has a deletion request of its own, even if its holder is deleted", () => {
  const step: Step = { kind: "Workspace", name: "shop", before: shop, outputs: { workspaceId: "ws-1" } };
  const old = { ...deletion(), oldState: { ...pendingState(), deletedWith: holder } };
  const { steps = [], ...rest } = previewWith([step]);
  const { changes } = reviewOf({ ...rest, steps: [...steps, old] });
  expect(changes.find(({ name }) => name === "main")).toMatchObject({ action: "delete", requests: [{ path: pathOf("ws-0") }] });
});

test("the deletion of an old object of a holder deletes no object with deletedWith", () => {
  const oldState = { id: "ws-0", custom: true, delete: true, inputs: shop, outputs: { ...shop, workspaceId: "ws-0" } };
  const user = { ...workspace, username: "u", deletionPolicy: "delete" };
  const removed: Step = {
    kind: "DatabaseUser",
    name: "u",
    more: { op: "delete", oldState: { custom: true, inputs: user, outputs: user, deletedWith: holder } },
  };
  const { steps = [], ...rest } = previewWith([removed]);
  const { changes } = reviewOf({ ...rest, steps: [...steps, { op: "delete-replaced", urn: holder, oldState }] });
  expect(changes.find(({ name }) => name === "u")).toMatchObject({ requests: [{ method: "DELETE", path: `${path}/dbuser` }] });
});

describe("a replacement of this preview is one change:", () => {
  const replaced: Step = {
    name: "main",
    op: "replace",
    after: { ...ids.old, deletionPolicy: "delete" },
    more: { oldState: stateOf(ids.now) },
  };
  const line = `PUT ${pathOf("ws-0")} {"auto_stop_minutes":30} was {"auto_stop_minutes":60}`;
  const deleted: RawStep = { op: "delete-replaced", urn, oldState: stateOf(ids.now) };
  const keys = (more: readonly RawStep[]) => {
    const { steps = [], ...rest } = previewWith([replaced], [line]);
    return reviewOf({ ...rest, steps: [...steps, ...more] }).changes.map(({ key, action }) => [key, action]);
  };

  test("with the creation and the deletion alone", () => {
    const { steps = [], ...rest } = previewWith([{ ...replaced, op: "create-replacement" }], [line]);
    expect(reviewOf({ ...rest, steps: [...steps, deleted] }).changes).toMatchObject([{ key: urn, action: "replace" }]);
  });

  test.each<[string, readonly RawStep[], string[][]]>([
    ["with its deletion", [deleted], [[urn, "replace"]]],
    ["with all its steps", [{ ...deleted, op: "create-replacement" }, deleted], [[urn, "replace"]]],
    [
      "beside an object that waits",
      [deleted, { ...deletion(), oldState: pendingState({}, { ...workspace, workspaceId: "ws-00" }) }],
      [
        [`${urn} wg-1/ws-00`, "delete"],
        [urn, "replace"],
      ],
    ],
  ])("%s", (_, more, expected) => expect(keys(more)).toEqual(expected));
});

test("whatever is found by the URN is found of the object that is declared", () => {
  const of = urnOf({ kind: "Workspace", name: "team" });
  const inputs = { workgroupId: "wg-1", workspaceName: "team", deletionPolicy: "delete" };
  const old = {
    id: "ws-0",
    custom: true,
    delete: true,
    inputs,
    outputs: { ...inputs, workspaceId: "ws-0" },
    sourcePosition: "project:///old.ts#1,1",
  };
  const steps: readonly Step[] = [
    { kind: "Workspace", name: "team", before: inputs, after: { ...inputs, autoStopMinutes: 45 }, outputs: { workspaceId: "ws-1" } },
    {
      kind: "DatabaseUser",
      name: "reader",
      before: { ...workspace, username: "reader", deletionPolicy: "delete" },
      blind: true,
      more: {
        newState: {
          custom: true,
          inputs: { ...workspace, workspaceId: unknownText, username: "reader" },
          propertyDependencies: { workspaceId: [of] },
        },
      },
    },
  ];
  const alone = previewWith(steps, [put]);
  const message = { severity: "warning", message: "old", urn: of };
  const policyEvent = { policyName: "p", policyPackName: "k", enforcementLevel: "advisory", message: "no", resourceUrn: of };
  const facts = { ...alone, diagnostics: [message], events: [...alone.events, { policyEvent }] };
  const [without, beside] = [alone.steps ?? [], [...(alone.steps ?? []), { op: "delete-replaced", urn: of, oldState: old }]].map((all) =>
    reviewOf({ ...facts, steps: all }),
  );
  expect(beside?.changes.filter(({ key, urn: name }) => key === name)).toEqual(without?.changes);
  expect([beside?.messages, beside?.violations]).toEqual([without?.messages, without?.violations]);
});
