import { databaseUserFacts as facts } from "../../../../../provider/resources/database-user/review";

const path = "/workgroups/wg/workspaces/ws/dbuser";
const inputs = { workgroupId: "wg", workspaceId: "ws", username: "anna", password: "[secret]" };
const body = { username: "anna", password: "[secret]" };

test.each([
  ["names it", path, body, true],
  ["hides its name", path, { ...body, username: "[secret]" }, true],
  ["names another user", path, { ...body, username: "berta" }, false],
  ["is for another workspace", "/workgroups/wg/workspaces/other/dbuser", body, false],
  ["has no body", path, undefined, false],
])("recognizes a user's own request: one that %s", (_, at, sent, isOwn) => {
  expect(facts.isOwnRequest({ method: "PUT", path: at, body: sent }, inputs, {})).toBe(isOwn);
});

test("in a review, a request shows the arguments that it sends, and one without a body shows none", () => {
  expect(facts.argumentsOf(body, inputs)).toEqual(body);
  expect(facts.argumentsOf(undefined, inputs)).toEqual({});
  expect(facts.argumentsOf("cut", inputs)).toEqual({});
});

const changed = (...names: string[]) => names.map((name) => ({ path: [name], value: "x" }));

test.each([
  ["a creation sends name and password", changed("workgroupId", "workspaceId", "username", "password"), false, "POST"],
  ["a creation with a password that is not shown sends both", changed("adopt", "username"), false, "POST"],
  ["another password is sent", changed("adopt", "password"), true, "PUT"],
  ["a change of other arguments sends nothing", changed("adopt", "deletionPolicy"), true, undefined],
])("without a plan, %s", (_, values, exists, method) => {
  const request = facts.requestFor(values, { inputs: { ...inputs, password: "plain" }, outputs: {}, exists });
  expect(request).toEqual(method && { method, path, body });
});

test.each([
  ["a user that graphplane made", {}, { __made: true }, true],
  ["a user that was there before", {}, {}, false],
  ['any user under the deletion policy "delete"', { deletionPolicy: "delete" }, {}, true],
  ['no user under the deletion policy "retain"', { deletionPolicy: "retain" }, { __made: true }, false],
])("a removal deletes %s", (_, more, outputs, isSent) => {
  const request = { method: "DELETE", path, body: { username: "anna" } };
  expect(facts.deletionRequest?.({ ...inputs, ...more }, outputs)).toEqual(isSent ? request : undefined);
});

test("a review names a user and its workspace", () => {
  expect(facts.subject(inputs, {})).toEqual([
    ["user", "anna"],
    ["workspace", "ws"],
  ]);
  expect(facts.address(inputs)).toBe(`${path}/anna`);
});
