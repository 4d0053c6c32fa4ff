import type { WorkspaceRecord } from "../../../client";
import { workspaceSettingsAdoption } from "../../../provider/resources/workspace-settings/adopt";
import { declare, groupOf } from "../../support/adopt-reading";

/** The settings that are declared of a record, and what is left out of them. */
function settingsOf(record: Partial<WorkspaceRecord>, ...fields: string[]) {
  const chosen = fields.length > 0 ? { fields: new Set(fields) } : {};
  const { declared, leftOut } = declare(workspaceSettingsAdoption, [], { workgroups: [groupOf("wg", record)], ...chosen });
  const settings = Object.entries(declared[0]?.args ?? {}).filter(([name]) => name !== "workgroupId" && name !== "workspaceId");
  return { settings: Object.fromEntries(settings), leftOut };
}

const addonsOf = (...addons: unknown[]) => settingsOf({ addons } as Partial<WorkspaceRecord>);
const configured = (enable_configuration: unknown) => addonsOf({ addons_id: "insights", enable: true, enable_configuration });

test("by default, what changes by itself or few people choose is not declared", () => {
  const { all = [], default: usual } = workspaceSettingsAdoption.fields ?? {};
  expect(all.filter((field) => !usual?.includes(field))).toEqual(["workspaceName", "desiredTgVersion", "agentConfig"]);
  expect(all).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(workgroupId|workspaceId|pause|timeoutSeconds|onConflict)$/)]));
});

const record: Partial<WorkspaceRecord> = {
  name: "main",
  auto_stop_minutes: 0,
  enable_ha: false,
  update_strategy: "",
  auto_upgrade_state: null,
  maintenance_window_hour_of_day: 3,
  agent_config: { heartbeat_interval_seconds: 5, topology_update_interval_seconds: null },
  addons: [{ addons_id: "insights", enable: false }],
};

test.each<[string, readonly string[], object]>([
  [
    "every setting with a value, whatever the value",
    [],
    {
      workspaceName: "main",
      autoStopMinutes: 0,
      enableHa: false,
      maintenanceWindow: { hourOfDay: 3 },
      agentConfig: { heartbeatIntervalSeconds: 5 },
      addons: { insights: { enable: false } },
    },
  ],
  ["only settings that are chosen", ["maintenanceWindow", "enableHa"], { enableHa: false, maintenanceWindow: { hourOfDay: 3 } }],
])("a workspace is declared with %s", (_, fields, settings) => expect(settingsOf(record, ...fields)).toEqual({ settings, leftOut: [] }));

test("a setting that its argument does not take is left out by its place, and the others are declared", () =>
  expect(settingsOf({ maintenance_window_hour_of_day: 99, maintenance_window_day_of_week: 1, name: "the-key" })).toEqual({
    settings: { maintenanceWindow: { dayOfWeek: 1 } },
    leftOut: [
      "main of wg, workspaceName: it looks like a secret.",
      "main of wg, maintenanceWindow.hourOfDay: the service returns a value that its argument does not accept.",
    ],
  }));

test.each<[string, string, object, readonly string[]]>([
  ["of its workspace", "wg/ws", {}, ["main of wg, workspaceTypeName: an entry of the workspace's timetable sets it."]],
  ["of another workspace", "other/ws", { workspaceTypeName: "TG-0" }, []],
])("a size is left out if the timetable %s sets one", (_, resized, size, leftOut) => {
  const workgroups = [groupOf("wg", { workspace_type: { typeName: "TG-0" }, enable_ha: true })];
  const { declared, leftOut: left } = declare(workspaceSettingsAdoption, [], { workgroups, resized: new Set([resized]) });
  expect(declared[0]?.args).toEqual({ workgroupId: "wg", workspaceId: "ws", ...size, enableHa: true });
  expect(left).toEqual(leftOut);
});

test("a size that is not chosen, or not shown, is not reported, although the timetable sets one", () => {
  const resized = new Set(["wg/ws"]);
  const shown = { workgroups: [groupOf("wg", { workspace_type: { typeName: "TG-0" } })], resized, fields: new Set(["enableHa"]) };
  for (const account of [shown, { workgroups: [groupOf("wg")], resized }])
    expect(declare(workspaceSettingsAdoption, [], account).leftOut).toEqual([]);
});

test("the state keeps what the record shows, without a text that no file can contain", () => {
  const workgroups = [groupOf("wg", { region: "\ud800", tg_version: "4.2.0", is_rw: true })];
  const [settings] = declare(workspaceSettingsAdoption, [], { workgroups }).declared;
  expect([settings?.id, settings?.outputs]).toEqual(["wg/ws", { tgVersion: "4.2.0", isRw: true }]);
});

test.each<[string, readonly unknown[], object, readonly string[]]>([
  ["none", [], {}, []],
  [
    "one twice, which is declared as it is shown first, beside another",
    [
      { addons_id: "insights", enable: true },
      { addons_id: "insights", enable: false },
      { addons_id: "other", enable: false },
    ],
    { addons: { insights: { enable: true }, other: { enable: false } } },
    [],
  ],
  ["one without an identifier", [{ addons_id: "", enable: true }], {}, ['main of wg, addons[""]: it has no identifier.']],
  [
    "one of a name that no program can have",
    [{ addons_id: "__proto__", enable: true }],
    {},
    ['main of wg, addons["__proto__"]: its name is reserved by the language or the engine.'],
  ],
  ...[null, undefined].map((enable): [string, unknown[], object, string[]] => [
    `one whose switch is ${enable}`,
    [{ addons_id: "insights", enable }],
    {},
    ['main of wg, addons["insights"]: the record does not report whether it is enabled.'],
  ]),
])("a workspace with add-ons: %s", (_, addons, settings, leftOut) => expect(addonsOf(...addons)).toEqual({ settings, leftOut }));

test("a workspace whose record shows no add-ons declares none", () => expect(settingsOf({ addons: null }).settings).toEqual({}));

const inConfiguration = (place: string, why: string) => `main of wg, addons["insights"].enableConfiguration${place}: ${why}.`;

test.each<[string, unknown, object | undefined, readonly string[]]>([
  ["that is a JSON text", '{"a":1}', { a: 1 }, []],
  ["that is no object", "plain", undefined, [inConfiguration("", "it is not a JSON object")]],
  ...[undefined, null, "", {}].map((value): [string, unknown, undefined, []] => [
    `of nothing, ${JSON.stringify(value)}`,
    value,
    undefined,
    [],
  ]),
  ["with a key whose value is null", { a: null, b: 1 }, { b: 1 }, []],
  ["with an empty object", { a: {} }, { a: {} }, []],
  [
    "with an object of nothing that may be declared",
    { a: { b: "***" }, c: 1 },
    { c: 1 },
    [inConfiguration(".a.b", "the service returns it masked (***)")],
  ],
  ["with a secret's name over numbers", { tokens: { limit: 5 } }, { tokens: { limit: 5 } }, []],
  ["with a secret's name over a text", { auth: { user: "x" } }, undefined, [inConfiguration(".auth", "it looks like a secret")]],
  [
    "with a list, which is one value",
    { a: [1, "\ud800"], b: [{ c: 1 }] },
    { b: [{ c: 1 }] },
    [inConfiguration(".a", "it is not well-formed Unicode")],
  ],
  ["with a credential in use", { a: "the-key" }, undefined, [inConfiguration(".a", "it looks like a secret")]],
  [
    "with a credential in use as a key, which the report does not repeat",
    { "the-key": 1, b: { "the-key": { c: 1 } } },
    undefined,
    [
      inConfiguration(".(a key that contains a credential)", "it looks like a secret"),
      inConfiguration(".b.(a key that contains a credential)", "it looks like a secret"),
    ],
  ],
  [
    "with an e-mail address as a key",
    { "a@example.com": { b: 1 }, c: 1 },
    { c: 1 },
    [expect.stringMatching(/^main of wg, addons[^@]*: it contains an e-mail address\.$/) as string],
  ],
])("an add-on's configuration %s", (_, shown, enableConfiguration, leftOut) =>
  expect(configured(shown)).toEqual({
    settings: { addons: { insights: { enable: true, ...(enableConfiguration && { enableConfiguration }) } } },
    leftOut,
  }),
);
