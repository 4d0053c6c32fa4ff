import { pageRecords } from "../../../support/api-page";
import { fc } from "../../../support/random";
import { renameKeys, type Table, wireNames } from "../../../../provider/functions/fields";
import {
  backupFields,
  databaseFields,
  restoreJobFields,
  scheduleFields,
  workgroupFields,
  workspaceFields,
} from "../../../../provider/functions/tables";

const camel = (wire: string) => wire.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

test.each([
  ["Workspace", workspaceFields],
  ["Workgroup", workgroupFields],
  ["Database", databaseFields],
  ["Backup", backupFields],
  ["RestoreJob", restoreJobFields],
  ["Schedule", scheduleFields],
] as const)("the table of a %s holds every documented field, in camelCase", (record, fields) => {
  const names = wireNames(fields as Table<object>);
  expect(Object.values(names).sort()).toEqual(Object.keys(pageRecords()[record] ?? {}).sort());
  for (const [ours, field] of Object.entries(names)) {
    const path = ours.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase());
    expect(path).toBe(field === "proxy_host" ? "host" : camel(field));
  }
});

test("nested records are renamed, users' own data and unknown keys are not", () => {
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
  expect(renameKeys(record, workspaceFields)).toEqual({
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
])("%s", (_, record, expected) => {
  expect(renameKeys(record, workspaceFields)).toEqual(expected);
});

test("a key named like a prototype's member is a key", () => {
  const record = JSON.parse('{"__proto__": {"workspace_id": "x"}, "constructor": 1, "toString": 2}') as object;
  const ours = renameKeys(record, workspaceFields);
  expect(ours.workspaceId).toBeUndefined();
  expect(Object.keys(ours).sort()).toEqual(["__proto__", "constructor", "toString"]);
  expect(Object.getPrototypeOf(ours)).toBe(Object.prototype);
});

test("whatever a record holds, nothing unknown is lost and nothing is changed", () => {
  const table: Table<{ a?: unknown; b?: unknown }> = { a: "wire_a", b: "wire_b" };
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (others, value) => {
      const before = structuredClone({ ...others, wire_a: value });
      const record = structuredClone(before);
      const ours = renameKeys(record, table) as Record<string, unknown>;
      expect(record).toEqual(before);
      expect(ours["a"]).toEqual(value === null ? undefined : value);
      for (const [name, other] of Object.entries(others)) {
        if (!["a", "b", "wire_a", "wire_b"].includes(name)) expect(ours[name]).toEqual(other);
      }
    }),
    { numRuns: 200 },
  );
});
