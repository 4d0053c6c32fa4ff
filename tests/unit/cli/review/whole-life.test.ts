import { formats } from "../../../../cli/review/formats";
import { reviewOf } from "../../../../cli/review/read";
import { comment, previewWith, type Told } from "./samples";

/** Workspaces and workgroups, which are made and deleted. */

const workgroupId = "wg-1";
const created = (name: string, args: object): Told => ({
  kind: "Workspace",
  name,
  op: "create",
  after: { workgroupId, workspaceName: name, ...args },
});
const post = (name: string) => `POST /workgroups/wg-1/workspaces {"name":"${name}"}`;
const put = (body: object) => `PUT /workgroups/wg-1/workspaces/[known-later] ${JSON.stringify(body)}`;
const sentBy = (resources: readonly Told[], lines: readonly string[]) => {
  const { changes, complete } = reviewOf(previewWith(resources, lines));
  return { complete, sent: Object.fromEntries(changes.map(({ name, requests }) => [name, requests.map(({ body }) => body)])) };
};

test.each([false, true])("each new workspace gets its own PUT, in whatever order the lines are: %s", (isReversed) => {
  const resources = [
    created("one", { pause: true }),
    created("three", { pause: true, agentConfig: { heartbeatIntervalSeconds: 30 } }),
    created("two", { agentConfig: { heartbeatIntervalSeconds: 30 } }),
  ];
  const agent = { agent_config: { heartbeat_interval_seconds: 30 } };
  const lines = [post("one"), post("two"), post("three"), put({ pause: true }), put(agent), put({ ...agent, pause: true })];
  expect(sentBy(resources, isReversed ? lines.toReversed() : lines)).toEqual({
    complete: true,
    sent: {
      one: [{ name: "one" }, { pause: true }],
      two: [{ name: "two" }, agent],
      three: [{ name: "three" }, { ...agent, pause: true }],
    },
  });
});

test.each([
  ["another workgroup's", [post("one").replace("wg-1", "wg-2")]],
  ["one with a value that is not declared", [post("one"), put({ pause: false })]],
])("a request that is no workspace's is named: %s", (_, lines) => {
  expect(sentBy([created("one", { pause: true })], lines).complete).toBe(false);
});

const notes = { __owner: "owner-1" };
const wholeState = (args: object = {}): Told => ({
  kind: "Workspace",
  name: "whole",
  op: "delete",
  before: { workgroupId, workspaceName: "main", ...args },
  outputs: { workspaceId: "ws-1", ...notes },
});
const settingsState: Told = {
  name: "settings",
  op: "delete",
  before: { workgroupId, workspaceId: "ws-1", deletionPolicy: "delete" },
  outputs: { name: "main", ...notes },
};

test.each([
  [
    "from settings to the whole workspace",
    [created("main", { adopt: true }), settingsState],
    ["nothing to send for /workgroups/wg-1/workspaces?name=main"],
  ],
  [
    "back, although the state protects it",
    [wholeState(), { name: "settings", op: "create", after: { workgroupId, workspaceId: "ws-1" } }],
    ["nothing to send for /workgroups/wg-1/workspaces/ws-1"],
  ],
])("a workspace that another kind of resource manages from now on is not deleted: %s", (_, resources, lines) => {
  const { changes, complete } = reviewOf(previewWith(resources, lines));
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
  const review = reviewOf(previewWith([wholeState(deletionPolicy === undefined ? {} : { deletionPolicy })]));
  expect(review.changes.map((change) => change.action)).toEqual([action]);
  expect(review.complete).toBe(refusals === 0);
  expect(comment(review).includes("fingerprint=")).toBe(refusals === 0);
  expect(formats.summary(review, { directory: "" }).includes("the update would fail; 1 refused deletion")).toBe(refusals === 1);
});
