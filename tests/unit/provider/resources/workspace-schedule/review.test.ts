import { secretText } from "../../../../../provider/announce/lines";
import { addressOf, workspaceScheduleFacts as facts } from "../../../../../provider/resources/workspace-schedule/review";

const path = "/workgroups/wg/workspaces/ws/schedules";
const place = { workgroupId: "wg", workspaceId: "ws" };
const content = { repeat: "weekly", time: "07:00" };
const inputs = { ...place, ...content, workspaceTypeName: "TG-1" };
const body = { ...content, workspace_type_name: "TG-1" };
const changed = (...names: string[]) => names.map((name) => ({ path: [name], value: "x" }));

test("a schedule is named by its content, as far as it is declared", () => {
  expect(addressOf(inputs)).toBe(`${path}?repeat=weekly&time=07%3A00&workspace_type_name=TG-1`);
  expect(facts.subject(inputs, {})).toEqual([
    ["schedule", "weekly"],
    ["at", "07:00"],
    ["workspace", "ws"],
  ]);
});

test.each([
  ["is its own where it makes what is declared", { method: "POST", path, body: { ...body, workspace_id: "ws" } }, inputs, {}, true],
  ["is its own where it changes the schedule in state", { method: "PUT", path: `${path}/s-1`, body }, inputs, { scheduleId: "s-1" }, true],
  ["is its own where its identifier is not known", { method: "PUT", path: `${path}/s-1`, body }, inputs, {}, true],
  ["is its own where a declared value is secret", { method: "POST", path, body }, { ...inputs, time: secretText }, {}, true],
  ["is not its own where one value differs", { method: "POST", path, body: { ...body, time: "08:00" } }, inputs, {}, false],
  ["is not its own where its body was cut", { method: "POST", path, body: '{"repeat":"wee' }, inputs, {}, false],
  ["is not its own where it changes another one", { method: "PUT", path: `${path}/s-2`, body }, inputs, { scheduleId: "s-1" }, false],
  ["is not its own where it changes one, and none is named", { method: "PUT", path, body }, inputs, {}, false],
  ["is not its own where it makes one below another", { method: "POST", path: `${path}/s-1`, body }, inputs, { scheduleId: "s-1" }, false],
])("a request %s", (_, request, declared, outputs, own) => {
  expect(facts.isOwnRequest(request, declared, outputs)).toBe(own);
});

test("the fields of a body are shown by their arguments", () => {
  expect(facts.argumentsOf({ ...body, workspace_id: "ws" }, inputs)).toEqual({ ...content, workspaceTypeName: "TG-1" });
});

test.each<[string, string[], boolean, object | undefined]>([
  [
    "makes a new schedule, whose body names the workspace",
    ["repeat", "time"],
    false,
    { method: "POST", path, body: { workspace_id: "ws", ...body } },
  ],
  ["changes an existing one where one field changes", ["timeoutSeconds", "time"], true, { method: "PUT", path: `${path}/s-1`, body }],
  ["sends nothing where no field changes", ["timeoutSeconds", "deletionPolicy"], true, undefined],
])("a review foresees that an update %s", (_, names, exists, request) => {
  expect(facts.requestFor(changed(...names), { inputs, outputs: exists ? { scheduleId: "s-1" } : {}, exists })).toEqual(request);
});

const deletion = { method: "DELETE", path: `${path}/s-1` };
test.each([
  ["of a schedule that this stack made deletes it", {}, { __made: true }, deletion],
  ["of a schedule that was there before leaves it", {}, {}, undefined],
  ["with the policy delete deletes it", { deletionPolicy: "delete" }, {}, deletion],
  ["with the policy retain leaves it", { deletionPolicy: "retain" }, { __made: true }, undefined],
])("a deletion %s", (_, more, outputs, request) => {
  expect(facts.deletionRequest?.({ ...inputs, ...more }, { ...outputs, scheduleId: "s-1" })).toEqual(request);
});
