import { type AnnouncedRequest, secretText } from "../../../provider/announce/lines";
import type { CostFactors, ShownValues } from "../../../provider/announce/review-facts";
import { workspaceSettingsFacts as facts } from "../../../provider/resources/workspace-settings/review";
import { knownLater } from "../../../provider/values/unknowns";

const ids = { workgroupId: "wg", workspaceId: "ws" };
const path = "/workgroups/wg/workspaces/ws";
const put = (body?: unknown): AnnouncedRequest => ({ method: "PUT", path, body });

test.each<[string, AnnouncedRequest, ShownValues, boolean]>([
  ["sends what is declared", put({ auto_stop_minutes: 30 }), { autoStopMinutes: 30 }, true],
  ["sends more than is declared", put({ auto_stop_minutes: 30, enable_ha: true }), { autoStopMinutes: 30 }, false],
  ["has a body that was cut for its length", put('{"pause":tr…'), { pause: true }, false],
  ["sends a secret value that is declared", put({ workspace_name: secretText }), { workspaceName: "any" }, true],
  ["sends a secret value that is not declared", put({ workspace_name: secretText }), {}, false],
  ["sends a declared part of an object", put({ maintenance_window_time_zone: "UTC" }), { maintenanceWindow: { timeZone: "UTC" } }, true],
  ["sends a field that no argument declares", put({ unknown_field: 1 }), { autoStopMinutes: 30 }, false],
  [
    "sends an agent's configuration whole, with what is declared",
    put({ agent_config: { heartbeat_interval_seconds: 5, new_knob: 1 } }),
    { agentConfig: { heartbeatIntervalSeconds: 5 } },
    true,
  ],
  [
    "sends an agent's configuration with another value",
    put({ agent_config: { heartbeat_interval_seconds: 5 } }),
    { agentConfig: { heartbeatIntervalSeconds: 6 } },
    false,
  ],
  [
    "sends an agent's configuration of which nothing is declared",
    put({ agent_config: { heartbeat_interval_seconds: 5 } }),
    { agentConfig: { enableTopologyForceUpdate: true } },
    false,
  ],
  [
    "sends every add-on, with those that are declared",
    put({
      addons: [
        { addons_id: "a", enable: true, enable_configuration: { x: 1, kept: 2 } },
        { addons_id: "b", enable: false },
      ],
    }),
    { addons: { a: { enable: true, enableConfiguration: { x: 1 } } } },
    true,
  ],
  ["switches another way", put({ addons: [{ addons_id: "a", enable: false }] }), { addons: { a: { enable: true } } }, false],
  ["sends add-ons where none is declared", put({ addons: [{ addons_id: "a", enable: false }] }), {}, false],
  ["sends a list where an object is declared", put({ agent_config: [] }), { agentConfig: {} }, false],
])("a request that %s is the resource's own only if it is what its program declares", (_name, request, inputs, isOwn) => {
  expect(facts.isOwnRequest(request, { ...ids, ...inputs }, {})).toBe(isOwn);
});

test.each<[string, unknown, ShownValues]>([
  ["plain values", { auto_stop_minutes: 0, pause: false }, { autoStopMinutes: 0, pause: false }],
  [
    "parts of an object",
    { maintenance_window_day_of_week: 1, maintenance_window_time_zone: "UTC" },
    { maintenanceWindow: { dayOfWeek: 1, timeZone: "UTC" } },
  ],
  [
    "an agent's configuration, also a part that no argument declares",
    { agent_config: { heartbeat_interval_seconds: 5, new_knob: 1 } },
    { agentConfig: { heartbeatIntervalSeconds: 5, new_knob: 1 } },
  ],
  ["an agent's configuration that is hidden", { agent_config: secretText }, { agentConfig: secretText }],
  [
    "add-ons, without entries that do not say which",
    { addons: [{ addons_id: "a", enable: true, enable_configuration: { x: 1 } }, { enable: true }, "odd"] },
    { addons: { a: { enable: true, enableConfiguration: { x: 1 } } } },
  ],
  ["add-ons that are hidden", { addons: secretText }, { addons: secretText }],
  ["fields that no argument declares", { new_field: { a: 1 }, new_list: [1] }, { new_field: { a: 1 }, new_list: [1] }],
  ["no body", undefined, {}],
])("a body is read as arguments: %s", (_name, body, args) => {
  expect(facts.argumentsOf(body, ids)).toEqual(args);
});

const changed = (...values: readonly [path: string, value: unknown][]) => values.map(([name, value]) => ({ path: name.split("."), value }));

test.each<[string, ReturnType<typeof changed>, AnnouncedRequest | undefined]>([
  [
    "one field for each value",
    changed(["autoStopMinutes", 0], ["maintenanceWindow.timeZone", "UTC"]),
    put({ auto_stop_minutes: 0, maintenance_window_time_zone: "UTC" }),
  ],
  [
    "nested values whole, with what is not declared",
    changed(["agentConfig.heartbeatIntervalSeconds", 5], ["addons.a.enable", true], ["addons.a.enableConfiguration.x", 1]),
    put({ agent_config: "…", addons: "…" }),
  ],
])("without a plan, review foresees a PUT that sends %s", (_name, values, request) => {
  expect(facts.requestFor(values, { inputs: ids, outputs: {}, exists: true })).toEqual(request);
});

test("a workspace is managed twice if another kind has its identifier, or its name where that is known", () => {
  expect(facts.addresses?.(ids, {})).toEqual([path]);
  expect(facts.addresses?.(ids, { name: "main" })).toEqual([path, "/workgroups/wg/workspaces?name=main"]);
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
])("the price depends on %s", (_name, values, factors) => {
  expect(facts.costFactors?.(values)).toEqual({ ...free, ...factors });
});
