import type { Planned } from "../../../../provider/announce/record-shape";
import type { Plan } from "../../../../provider/definition";
import { PlanRecording } from "../../../../provider/lifecycle/plan-record";
import { definitionOf } from "../../../../provider/registry";
import { unknownText } from "../../../support/provider";

const ids = { workgroupId: "wg", workspaceId: "ws" };
const addons = (key: unknown) => ({ addons: { one: { enable: true, enableConfiguration: { key } } } });
const fields = ["one", "two", "one"].map((id) => ({ path: ["addons", id], live: `live ${id}` }));
const put: Plan = { action: "put", request: { method: "PUT", path: "/x", body: { a: 1 }, was: { a: 2 } }, fields };
const unseen = (recording: PlanRecording) => recording.addUnseen();
const seen = (plan: Plan) => (recording: PlanRecording) => recording.addSeen(plan);
const hidden = { path: ["addons"], before: "[secret]", live: "live one", after: "[secret]" };

test.each<[string, string, object, object | undefined, (recording: PlanRecording) => void, object]>([
  [
    "the argument that keeps its object from being read",
    "none",
    { workgroupId: "wg", workspaceId: unknownText, autoStopMinutes: 60 },
    undefined,
    unseen,
    { operation: "adopt", seen: false, reason: "workspaceId is known only during the update", names: [["workgroup", "wg"]] },
  ],
  [
    "the arguments that may be sent",
    "none",
    { ...ids, autoStopMinutes: unknownText, enableHa: unknownText, workspaceName: "a" },
    { ...ids, workspaceName: "a" },
    seen({ action: "none" }),
    { operation: "update", seen: true, reason: "autoStopMinutes, enableHa are known only during the update" },
  ],
  [
    "each field once, and a word in place of what is not known",
    "none",
    { ...ids, ...addons(unknownText) },
    { ...ids, ...addons("old") },
    seen(put),
    {
      requests: [{ method: "PUT", body: { a: 1, addons: "[known later]" }, was: { a: 2 }, later: ["addons"] }],
      fields: [
        { path: ["addons", "one"], live: "live one", after: addons("[known later]").addons.one, why: "changed in code" },
        { path: ["addons", "two"], live: "live two" },
        { path: ["addons"], before: addons("old").addons, after: addons("[known later]").addons },
      ],
    },
  ],
  ["no key of a secret", "addons", { ...ids, ...addons("new") }, { ...ids, ...addons("old") }, seen(put), { fields: [hidden] }],
])("a plan is recorded with %s", (_, secret, args, last, act, expected) => {
  const planned: Planned[] = [];
  const record = (plan: Planned) => void planned.push(plan);
  const context = { isSecret: (name: string) => name === secret, record, print: () => undefined };
  act(new PlanRecording(definitionOf("WorkspaceSettings"), { args: { ...args }, last: last && { ...last }, object: "/x", context }));
  expect(planned).toMatchObject([expected]);
});
