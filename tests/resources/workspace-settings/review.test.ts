import { secretText } from "../../../provider/messages/message";
import type { CostFactors, ShownValues } from "../../../provider/describe/resource";
import { workspaceSettingsDescription } from "../../../provider/resources/workspace-settings/description";
import { knownLater } from "../../../provider/values/unknowns";

const { review: facts } = workspaceSettingsDescription;

const ids = { workgroupId: "wg", workspaceId: "ws" };
const path = "/workgroups/wg/workspaces/ws";

test("settings have the address of the workspace's identifier, and of its name if known", () => {
  expect(facts.addresses(ids, {})).toEqual([path]);
  expect(facts.addresses(ids, { name: "main" })).toEqual([path, "/workgroups/wg/workspaces?name=main"]);
});

const free: CostFactors = { unknown: [], highAvailability: false, addons: [], paused: false };

test.each<[string, ShownValues, Partial<CostFactors>]>([
  ["nothing declared", {}, {}],
  [
    "everything that counts",
    { workspaceTypeName: "TG-1", enableHa: true, pause: true, autoStopMinutes: 0, addons: { b: { enable: true }, a: { enable: true } } },
    { size: "TG-1", highAvailability: true, paused: true, autoStopMinutes: 0, addons: ["a", "b"] },
  ],
  ["what is off", { enableHa: false, pause: false, addons: { a: { enable: false } } }, {}],
  ["an empty size", { workspaceTypeName: "" }, {}],
  ["a size that is no text", { workspaceTypeName: 5 }, {}],
  ["minutes that are no number", { autoStopMinutes: "5" }, {}],
  [
    "secret values",
    { workspaceTypeName: secretText, enableHa: secretText, addons: secretText, pause: secretText },
    { size: secretText, unknown: ["workspaceTypeName", "enableHa", "addons", "pause"] },
  ],
  [
    "values that are known later",
    { workspaceTypeName: "TG-1", pause: knownLater, addons: { a: { enable: true }, b: { enable: knownLater } } },
    { size: "TG-1", unknown: ["addons", "pause"], addons: ["a"] },
  ],
])("the price depends on %s", (_name, values, factors) => expect(facts.costFactors?.(values)).toEqual({ ...free, ...factors }));
