import { any, shape } from "../../../../client/wire/record-shape";
import * as shapes from "../../../../client/wire/shapes";
import { namesOf, rename } from "../../../../provider/functions/fields";
import { fc } from "../../../support/random";

test.each([
  ["auto_stop_minutes", "autoStopMinutes"],
  ["proxy_host", "host"],
  ["maintenance_window_day_of_week", "maintenanceWindow.dayOfWeek"],
  ["maintenance_window_time_zone", "maintenanceWindow.timeZone"],
])("%s is %s in a look-up", (wire, ours) => expect(namesOf(shapes.workspace).get(wire)).toBe(ours));

test("nested records are renamed; users' own data and unknown keys are not", () => {
  const configuration = { theme_color: "light", nested_list: [{ a_b: null }] };
  const record = {
    workspace_id: "ws",
    auto_stop_minutes: 0,
    enable_ha: false,
    name: "",
    region: null,
    maintenance_window_day_of_week: 0,
    maintenance_window_time_zone: null,
    addons: [{ addons_id: "a", enable: true, enable_configuration: configuration, brand_new: { x_y: 1 } }],
    agent_config: { heartbeat_interval_seconds: 5, newer_interval_seconds: 7 },
    folder_statistics: { total_size: 3, workspaces: [{ size: 1, workspace_id: "ws" }] },
    workspace_type: { typeName: "TG-00" },
    some_new_key: { in_side: null },
  };
  expect(rename(record, shapes.workspace)).toEqual({
    workspaceId: "ws",
    autoStopMinutes: 0,
    enableHa: false,
    name: "",
    maintenanceWindow: { dayOfWeek: 0 },
    addons: [{ addonsId: "a", enable: true, enableConfiguration: configuration, brand_new: { x_y: 1 } }],
    agentConfig: { heartbeatIntervalSeconds: 5, newer_interval_seconds: 7 },
    folderStatistics: { totalSize: 3, workspaces: [{ size: 1, workspaceId: "ws" }] },
    workspaceType: { typeName: "TG-00" },
    some_new_key: { in_side: null },
  });
});

test.each([
  ["a null list is empty", { addons: null }, { addons: [] }],
  ["an absent list stays absent", {}, {}],
  ["a list of another type is left out", { addons: "none" }, {}],
  ["entries that are no records are left out", { addons: [null, 1, { addons_id: "a" }] }, { addons: [{ addonsId: "a" }] }],
  ["a record of another type is left out", { agent_config: [1] }, {}],
  ["a key that has our own name does not win", { host: "x", proxy_host: "y", workspaceId: "z" }, { host: "y" }],
])("%s", (_, record, expected) => expect(rename(record, shapes.workspace)).toEqual(expected));

test("keys such as __proto__ and constructor are ordinary keys", () => {
  const record = JSON.parse('{"__proto__": {"workspace_id": "x"}, "constructor": 1, "toString": 2}') as object;
  const ours = rename(record, shapes.workspace) as Record<string, unknown>;
  expect(ours["workspaceId"]).toBeUndefined();
  expect(Object.keys(ours).sort()).toEqual(["__proto__", "constructor", "toString"]);
  expect(Object.getPrototypeOf(ours)).toBe(Object.prototype);
});

test("renaming loses no unknown key and does not change the record", () => {
  const sample = shape("Sample", "Sample", "", { wire_a: any(""), wire_b: any("") });
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (others, value) => {
      const before = structuredClone({ ...others, wire_a: value });
      const record = structuredClone(before);
      const ours = rename(record, sample) as Record<string, unknown>;
      expect(record).toEqual(before);
      expect(ours["wireA"]).toEqual(value === null ? undefined : value);
      for (const [name, other] of Object.entries(others)) {
        if (!["wireA", "wireB", "wire_a", "wire_b"].includes(name)) expect(ours[name]).toEqual(other);
      }
    }),
    { numRuns: 200 },
  );
});
