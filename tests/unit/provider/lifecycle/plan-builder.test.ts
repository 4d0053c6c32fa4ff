import type { LoggedPlan } from "../../../../provider/messages/plan-entry";
import { type Plan, type Refusal, refuse } from "../../../../provider/definition";
import { PlanBuilder } from "../../../../provider/lifecycle/plan-builder";
import { definitionOf } from "../../../../provider/registry";
import type { Values } from "../../../../provider/values/json";
import { unknownText } from "../../../support/provider";

const settings = definitionOf("WorkspaceSettings");
const none: Plan = { action: "none" };
const addons = (key: unknown) => ({ addons: { one: { enable: true, enableConfiguration: { key } } } });
const last = { workgroupId: "wg", workspaceId: "ws", workspaceName: "a", ...addons("old") };
const fields = ["one", "two", "one"].map((id) => ({ path: ["addons", id], live: `live ${id}` }));
const put: Plan = { action: "put", request: { method: "PUT", path: "/x", body: { a: 1 }, was: { a: 2 } }, fields };
const later = { autoStopMinutes: unknownText, agentConfig: unknownText };
const call = { method: "PUT", path: "/workgroups/wg/workspaces/ws" };
const laterFields = { auto_stop_minutes: "[known later]", agent_config: "[known later]" };
const requests = [{ ...call, body: laterFields, includesLiveFields: true, later: ["autoStopMinutes", "agentConfig"] }];
const may = { operation: "update", seen: true, reason: "autoStopMinutes, agentConfig are known only during the update", requests };
const post: Plan = { action: "post", request: { method: "POST", path: "/x" }, followUp: { method: "PUT", path: "/x/1" } };
const declared = [{ path: ["workspaceName"] }, { path: ["addons"] }];
const follows = { method: "PUT", path: "/x/1", includesLiveFields: true, later: ["workspaceId"] };
const names = [["workgroup", "wg"]];
const both = { operation: "adopt", requests: [{ method: "POST", path: "/x", later: ["workspaceId"] }, follows], fields: declared, names };
const known = {
  operation: "update",
  reason: undefined,
  requests: [{ method: "PUT", path: "/x", body: { a: 1, addons: "[known later]" }, was: { a: 2 }, later: ["addons"] }],
  fields: [
    { path: ["addons", "one"], live: "live one", after: addons("[known later]").addons.one },
    { path: ["addons", "two"], live: "live two" },
    { path: ["addons"], after: addons("[known later]").addons },
  ],
};
const outside: Plan = { ...put, fields: [{ path: ["workspaceName"], live: "b" }], shownNames: { workgroupName: "team" } };
const field = { path: ["workspaceName"], live: "b", after: "a" };
const namesOf = (workspace: string) => ({ fields: [field], names: [["workspace", workspace], team] });
const team = ["workgroup", "team"];
const named = { ...last, name: "main", databaseName: "" };
const hidden = { fields: [{ path: ["addons"], live: "live one", after: "[secret]" }] };

function recorded(add: (recording: PlanBuilder) => void, args: Values, old: Values | undefined, secret: string, definition = settings) {
  const planned: LoggedPlan[] = [];
  const context = {
    isSecret: (name: string) => name === secret,
    logPlan: (one: LoggedPlan) => void planned.push(one),
    emit: () => undefined,
  };
  add(new PlanBuilder(definition, { args, last: old, object: "/x", context }));
  return planned;
}

test.each<[string, string, object, Plan, Values & { requests?: object[] }, { old?: Record<string, unknown> }?]>([
  ["the arguments that may be sent", "", later, none, { ...may, fields: [{ path: ["autoStopMinutes"] }, { path: ["agentConfig"] }] }],
  ["each field once, and a word in place of what is not known", "", addons(unknownText), put, known],
  ["nothing to send", "", {}, none, { operation: "nothing", requests: [], fields: [], reason: undefined }],
  ["no key of a secret", "addons", addons("new"), put, hidden, { old: { ...last, addons: undefined } }],
  ["what was changed outside", "", {}, outside, namesOf("ws")],
  ["the name in the state", "", {}, outside, namesOf("main"), { old: named }],
  ["both requests of a creation, and what is declared", "", { deletionPolicy: "retain", workspaceId: unknownText }, post, both, {}],
  ["what an adoption may send", "", later, none, { ...may, operation: "adopt" }, {}],
])("a plan is recorded with %s", (_, secret, args, plan, expected, { old } = { old: last }) => {
  const [planned] = recorded((one) => one.addRead(plan), { ...last, ...args }, old, secret);
  expect(planned).toMatchObject(expected);
  expect(planned?.requests).toEqual(expected.requests ?? planned?.requests);
});

test("an unknown value is recorded with the request of the other changes, or with none if those are refused", () => {
  const asked: unknown[] = [];
  const definition = { ...settings, plan: (_: Values, before?: Values) => (asked.push(before), refuse("addons", "no")) };
  expect(recorded((one) => one.addRead(none), { ...last, ...later }, last, "", definition)).toMatchObject([{ requests: [], fields: [] }]);
  expect(asked).toEqual([{ workgroupId: "wg", workspaceId: "ws" }]);
});

test("an unknown value that is sent unchanged is recorded with the request that would be sent without the live object", () => {
  const run = definitionOf("QueryRun");
  const unread: Plan = { action: "put", request: { method: "PUT", path: "/unread" } };
  const pathsOf = (args: Values, plan: Plan | Refusal) =>
    recorded((one) => one.addRead(put), args, {}, "", { ...run, plan: () => plan }).map(({ requests }) => requests.map(({ path }) => path));
  expect([
    pathsOf({ parameters: unknownText }, unread),
    pathsOf({ parameters: unknownText }, refuse("parameters", "no")),
    pathsOf({ query: unknownText }, unread),
  ]).toEqual([[["/unread"]], [["/x"]], [["/x"]]]);
});

const blind = { workgroupId: unknownText, autoStopMinutes: unknownText };
const unsure = "workgroupId is known only during the update";
test.each<[string, string, Plan | Refusal, object, { old?: Values; failure?: string }?]>([
  [
    "a creation",
    "Workspace",
    post,
    { operation: "create", reason: undefined, requests: [{ includesLiveFields: undefined }, { includesLiveFields: true }] },
  ],
  ["what may be one", "WorkspaceSettings", post, { operation: "adopt", reason: unsure }],
  ["an adoption", "Workspace", put, { operation: "adopt", reason: unsure, requests: [{ includesLiveFields: true, was: undefined }] }],
  ["what is refused", "Workspace", refuse("", "no"), { operation: "adopt", reason: unsure, requests: [] }],
  ["an update", "Workspace", post, { operation: "update", reason: unsure }, { old: last }],
  ["a run", "WorkspaceRefresh", post, { operation: "run", reason: undefined }],
  ["another run", "WorkspaceRefresh", post, { operation: "run", reason: unsure }, { old: last }],
  ["no run", "WorkspaceRefresh", none, { operation: "nothing", reason: unsure }, { old: last }],
  ["what could not be read", "Workspace", post, { operation: "unknown", reason: "odd" }, { failure: "odd" }],
])("%s is recorded without a read", (_, kind, plan, expected, { old, failure } = {}) => {
  const definition = { ...definitionOf(kind), plan: () => plan };
  const planned = recorded(
    (one) => one.addUnread(failure === undefined ? undefined : { reason: failure }),
    { ...last, ...blind },
    old,
    "",
    definition,
  );
  expect(planned).toMatchObject([{ seen: false, ...expected }]);
});

const moves = { workspaceId: unknownText };
test.each<[string, object, unknown, { reason?: string }?]>([
  ["alone, for a value that is known later and nothing else", moves, undefined],
  ["alone, for a change of how the provider behaves", { ...moves, deletionPolicy: "pause" }, undefined],
  ["alone, for a value that surely differs", { ...moves, workgroupId: "other", workspaceName: "b" }, undefined],
  [
    "with an update that sends more",
    { ...moves, workspaceName: "b" },
    [{ method: "PUT", later: ["workspaceId"], includesLiveFields: true }],
  ],
  ["with an update that may send a value", { ...moves, ...later }, [{ body: laterFields }]],
  ["as unknown, if it may fail", moves, undefined, { reason: "odd" }],
])("a replacement is recorded %s", (_, args, instead, { reason } = {}) => {
  const operation = reason === undefined ? "replace" : "unknown";
  for (const requests of [[{ path: "/x", later: [] }], []]) {
    const act = (one: PlanBuilder) => one.addReplacement(requests.length > 0 ? post : none, reason === undefined ? undefined : { reason });
    expect(recorded(act, { ...last, ...args }, last, "")).toMatchObject([
      { operation, ...(reason !== undefined && { reason }), seen: false, requests, instead },
    ]);
  }
});
