import { secretText } from "../../../provider/announce/lines";
import { workspaceScheduleFacts as facts } from "../../../provider/resources/workspace-schedule/review";

const path = "/workgroups/wg/workspaces/ws/schedules";
const place = { workgroupId: "wg", workspaceId: "ws" };
const content = { repeat: "weekly", time: "07:00" };
const inputs = { ...place, ...content, workspaceTypeName: "TG-1" };
const body = { ...content, workspace_type_name: "TG-1" };
const changed = (...names: string[]) => names.map((name) => ({ path: [name], value: "x" }));

test.each([
  ["is its own where its identifier is not known", { method: "PUT", path: `${path}/s-1`, body }, inputs, {}, true],
  ["is its own where a declared value is secret", { method: "POST", path, body }, { ...inputs, time: secretText }, {}, true],
  ["is not its own where it changes another one", { method: "PUT", path: `${path}/s-2`, body }, inputs, { scheduleId: "s-1" }, false],
  ["is not its own where it changes one, and none is named", { method: "PUT", path, body }, inputs, {}, false],
  ["is not its own where it makes one below another", { method: "POST", path: `${path}/s-1`, body }, inputs, { scheduleId: "s-1" }, false],
])("a request %s", (_, request, declared, outputs, own) => {
  expect(facts.isOwnRequest(request, declared, outputs)).toBe(own);
});

test.each<[string, string[], boolean, object | undefined]>([
  [
    "makes a new schedule, whose body names the workspace",
    ["repeat", "time"],
    false,
    { method: "POST", path, body: { workspace_id: "ws", ...body } },
  ],
  ["changes an existing one where one field changes", ["timeoutSeconds", "time"], true, { method: "PUT", path: `${path}/s-1`, body }],
])("a review foresees that an update %s", (_, names, exists, request) => {
  expect(facts.requestFor(changed(...names), { inputs, outputs: exists ? { scheduleId: "s-1" } : {}, exists })).toEqual(request);
});
