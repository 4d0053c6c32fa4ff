import { secretText } from "../../../../../provider/announce/lines";
import { addressOf, backupScheduleFacts as facts } from "../../../../../provider/resources/backup-schedule/review";

const path = "/workgroups/wg/workspaces/ws/backups/schedule";
const inputs = { workgroupId: "wg", workspaceId: "ws", schedule: "@daily", maxRetry: 0 };
const body = { schedule: "@daily", max_retry: 0 };
const changed = (...names: string[]) => names.map((name) => ({ path: [name], value: "x" }));

test("the schedule is named by its workspace, in its address and in headlines", () => {
  expect(addressOf(inputs)).toBe(path);
  expect(facts.subject(inputs, {})).toEqual([
    ["backups of workspace", "ws"],
    ["workgroup", "wg"],
  ]);
});

test.each([
  ["is its own where it sends what is declared", { path, body: { ...body, note: "kept" } }, inputs, true],
  ["is its own where a declared value is secret", { path, body }, { ...inputs, schedule: secretText }, true],
  ["is not its own where one value differs", { path, body: { ...body, max_retry: 1 } }, inputs, false],
  ["is not its own where its body was cut", { path, body: '{"schedule":"@da' }, inputs, false],
  ["is not its own for another workspace", { path, body }, { ...inputs, workspaceId: "other" }, false],
])("a request %s", (_, request, declared, own) => {
  expect(facts.isOwnRequest({ method: "POST", ...request }, declared, {})).toBe(own);
});

test("the fields of a body are shown by their arguments", () => {
  expect(facts.argumentsOf({ ...body, note: "kept" }, inputs)).toEqual({ schedule: "@daily", maxRetry: 0 });
});

test.each<[string, string[], object | undefined]>([
  ["sends what is declared where one field changes", ["timeoutSeconds", "maxRetry"], { method: "POST", path, body }],
  ["sends nothing where no field changes", ["timeoutSeconds", "deletionPolicy"], undefined],
])("a review foresees that an update %s", (_, names, request) => {
  expect(facts.requestFor(changed(...names), { inputs, outputs: {}, exists: true })).toEqual(request);
});

test.each([
  [undefined, undefined],
  ["retain", undefined],
  ["pause", { method: "POST", path, body: { pause: true }, withRest: true }],
])("a deletion with the policy %s sends %j", (deletionPolicy, request) => {
  expect(facts.deletionRequest?.({ ...inputs, deletionPolicy }, {})).toEqual(request);
});
