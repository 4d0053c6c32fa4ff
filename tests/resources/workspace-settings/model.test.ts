import { liveBody } from "../../../provider/resources/workspace-settings/body";
import { diffFields } from "../../../provider/resources/workspace-settings/diff";
import { findUnreadable, mergeRecord, normalize, workspaceRecordFacts } from "../../../provider/resources/workspace-settings/record";
import { withoutUnapplied } from "../../../provider/reconcile/compare";
import { observed, plannedBody } from "./update-model";

const ids = { workgroupId: "wg", workspaceId: "ws" };
const record = (fields: Record<string, unknown>) => ({ workspace_id: "ws", ...fields });

/** The record's two fields, what is declared and was applied: whether it is sent, settled, and what a refresh shows. */
const table: [string, string | undefined, string | undefined, string, string | undefined, boolean, boolean, string][] = [
  ["differs from what is desired", "4.1", "4.0", "4.2", undefined, true, false, "4.1"],
  ["runs, but another is desired: a new declaration moves it back", "4.3", "4.2", "4.2", undefined, true, true, "4.2"],
  ["was applied and runs, and the other field shows the word auto", "auto", "4.2", "4.2", "4.2", false, true, "4.2"],
  ["was another, and the record says auto", "auto", "4.2", "4.2", "4.1", true, true, "4.2"],
  ["was applied, and the workspace was upgraded by itself", "auto", "4.3", "4.2", "4.2", false, false, "auto"],
  ["runs, where nothing is desired", "", "4.2", "4.2", undefined, false, true, "4.2"],
  ["cannot be compared and is new", undefined, undefined, "4.2", undefined, true, true, "4.2"],
  ["is the word auto, and a version is desired", "4.2", "4.2", "auto", undefined, true, false, "4.2"],
];
test.each(table)("desiredTgVersion %s", (_name, desired, running, declared, applied, sent, settled, seen) => {
  const live = record({ desired_tg_version: desired, tg_version: running });
  const args = { ...ids, desiredTgVersion: declared };
  const last = applied === undefined ? undefined : { ...ids, desiredTgVersion: applied };
  expect(plannedBody(args, live, last)).toEqual(sent ? { desired_tg_version: declared } : {});
  expect(diffFields(args, live).map(({ status }) => status !== "differs")).toEqual([settled]);
  expect(observed(args, live)).toEqual({ ...ids, desiredTgVersion: seen });
});

describe("the minimal body", () => {
  const one = (enable_configuration: unknown) => record({ addons: [{ addons_id: "one", enable: true, enable_configuration }] });
  const declared = (enableConfiguration: Record<string, unknown> | string, enable = true) => ({
    ...ids,
    addons: { one: { enable, enableConfiguration } },
  });
  const sent = (enable_configuration: unknown) => ({ addons: [{ addons_id: "one", enable: true, enable_configuration }] });

  const agent = { heartbeat_interval_seconds: 5, topology_update_interval_seconds: 6, enable_topology_force_update: true };
  const whole = {
    heartbeatIntervalSeconds: 5,
    topologyUpdateIntervalSeconds: 6,
    enableTopologyForceUpdate: true,
    catalogActivityUpdateIntervalSeconds: 8,
    queryActivityUpdateIntervalSeconds: 9,
  };
  const heartbeat = { agentConfig: { heartbeatIntervalSeconds: 7 } };
  const tooLong = Number("9007199254740993");

  test.each<[string, Record<string, unknown>, object, RegExp]>([
    [
      "add-ons where the record shows none",
      {},
      { addons: { two: { enable: true } } },
      /^the add-ons cannot be sent .*: no workspace of the workgroup contains addons, .* declare it once a workspace contains it$/,
    ],
    [
      "a part of an agent configuration that the record does not return",
      {},
      heartbeat,
      /^agentConfig cannot be sent .*: the record does not contain agent_config, .* Declare agentConfig\.\w+, agentConfig\.\w+, agentConfig\.topologyUpdateIntervalSeconds, agentConfig\.enableTopologyForceUpdate too$/,
    ],
    [
      "a masked part of it",
      { agent_config: { ...agent, topology_update_interval_seconds: "***" } },
      heartbeat,
      /the live agent_config\.topology_update_interval_seconds is masked, .* Declare agentConfig\.topologyUpdateIntervalSeconds, or do not declare agentConfig$/,
    ],
    [
      "a masked part of it that no argument declares",
      { agent_config: { ...agent, new_knob: "***" } },
      heartbeat,
      /the live agent_config\.new_knob is masked, .* Remove new_knob in the console, or do not declare agentConfig$/,
    ],
    [
      "a live add-on without an identifier",
      { addons: [{ addons_id: "", enable: true }] },
      { addons: { two: { enable: true } } },
      /the live add-on "" has no identifier\. Declare no add-ons until the service returns one$/,
    ],
    [
      "a live add-on that may be on or off",
      { addons: [{ addons_id: "one" }] },
      { addons: { two: { enable: true } } },
      /the live add-on "one" does not report whether it is enabled\. Declare addons\["one"\]\.enable$/,
    ],
    [
      "a live add-on's configuration that cannot be kept",
      { addons: [{ addons_id: "one", enable: true, enable_configuration: { limit: tooLong } }] },
      { addons: { two: { enable: true } } },
      /the live add-on "one" has a number with too many digits to represent exactly\. Declare addons\["one"\]\.enableConfiguration$/,
    ],
  ])("refuses to send %s", (_name, fields, args, reason) => expect(() => plannedBody({ ...ids, ...args }, record(fields))).toThrow(reason));

  test.each<[string, Record<string, unknown>, object, object]>([
    [
      "all of an agent configuration that the record does not return",
      {},
      { agentConfig: whole },
      { agent_config: { ...agent, catalog_activity_update_interval_seconds: 8, query_activity_update_interval_seconds: 9 } },
    ],
    [
      "a declared part over one that cannot be kept",
      { agent_config: { ...agent, heartbeat_interval_seconds: tooLong } },
      heartbeat,
      { agent_config: { ...agent, heartbeat_interval_seconds: 7 } },
    ],
  ])("sends %s", (_name, fields, args, body) => expect(plannedBody({ ...ids, ...args }, record(fields))).toEqual(body));

  test("sends a masked value's declaration when it changes, and never takes it for drift", () => {
    const live = one({ key: "***" });
    const args = declared({ key: "new" });
    expect(plannedBody(args, live, declared({ key: "old" }))).toEqual(sent({ key: "new" }));
    expect(plannedBody(args, live, args)).toEqual({});
    expect(observed(args, live)).toEqual(args);
    expect(diffFields(args, live, declared({ key: "old" })).some(({ status }) => status === "differs")).toBe(false);
  });
});

test.each<[string, object, readonly string[]]>([
  ["no key if no configuration is declared", {}, ["enable"]],
  ["an empty object as one value", { enableConfiguration: { a: {} } }, ["enable", "enableConfiguration.a"]],
  ["the keys of an object", { enableConfiguration: { a: { b: 1 } } }, ["enable", "enableConfiguration.a.b"]],
  ["an object that replaces a plain value as one value", { enableConfiguration: { c: { b: 1 } } }, ["enable", "enableConfiguration.c"]],
])("of an add-on, a comparison contains %s", (_name, addon, paths) => {
  const live = record({ addons: [{ addons_id: "one", enable: true, enable_configuration: { a: { b: 2 }, c: 1 } }] });
  const diffs = diffFields({ ...ids, addons: { one: { enable: true, ...addon } } }, live);
  expect(diffs.map(({ path }) => path.slice(2).join("."))).toEqual(paths);
});

describe("what a refresh keeps", () => {
  const one = (entry: object | undefined) => record({ addons: entry === undefined ? [] : [{ addons_id: "one", ...entry }] });
  const args = { ...ids, addons: { one: { enable: true, enableConfiguration: { a: { b: 1 }, c: [1] } } } };
  const kept = (addon: object) => ({ ...ids, addons: { one: addon } });
  test.each([
    ["the declaration where it shows", one({ enable: true, enable_configuration: { a: { b: 1, x: 1 }, c: [1], y: 1 } }), args],
    ["an add-on that is gone as switched off", one(undefined), kept({ enable: false, enableConfiguration: {} })],
    [
      "what cannot be seen as it was applied",
      one({ enable: false }),
      kept({ enable: false, enableConfiguration: { a: { b: 1 }, c: [1] } }),
    ],
    ["all of it where the record shows no list of add-ons", record({}), args],
  ])("is %s", (_name, live, expected) => expect(observed(args, live)).toEqual(expected));

  const off = kept({ enable: false, enableConfiguration: { a: 1 } }) as Parameters<typeof observed>[0];
  test.each([
    ["as it was applied where the list lacks it", one(undefined), off],
    [
      "as the list shows it",
      one({ enable: false, enable_configuration: { a: 2 } }),
      kept({ enable: false, enableConfiguration: { a: 2 } }),
    ],
  ])("is the configuration of an add-on that is off, %s", (_name, live, expected) => expect(observed(off, live)).toEqual(expected));
});

test("the state keeps the live values of pending changes, and leaves out missing ones", () => {
  const args = { ...ids, autoStopMinutes: 60, enableHa: true, addons: { one: { enable: true, enableConfiguration: { a: 1 } } } };
  const live = record({ auto_stop_minutes: 30, enable_ha: true, addons: [] });
  const left = diffFields(args, live).filter(({ status }) => status === "differs");
  expect(withoutUnapplied(args, left)).toEqual({
    ...ids,
    autoStopMinutes: 30,
    enableHa: true,
    addons: { one: { enable: false, enableConfiguration: {} } },
  });
});

test("facts of a record leave out what is missing, null or empty", () => {
  expect(workspaceRecordFacts(record({ name: "n", region: null, creator: "", is_rw: false }))).toEqual({ name: "n", isRw: false });
});

test("merging an incomplete record adds its fields and removes none", () => {
  const whole = record({ name: "old", workgroup_name: "production", addons: [], enable_ha: true });
  expect(mergeRecord(whole, record({ name: "new", workgroup_name: "", addons: null, enable_ha: false }))).toEqual(
    record({ name: "new", workgroup_name: "production", addons: [], enable_ha: false }),
  );
  expect(mergeRecord(whole, undefined)).toEqual(whole);
  const filled = record({ name: "new", created_at: "0001-01-01T00:00:00Z", is_rw: false, enable_ha: false, auto_stop_minutes: 0 });
  const before = record({ name: "old", created_at: "2026-01-01T00:00:00Z", is_rw: true, enable_ha: true, auto_stop_minutes: 30 });
  expect(mergeRecord(before, filled, { enable_ha: false })).toEqual({ ...before, name: "new", enable_ha: false });
});

test("the live values of a body have the body's form, without missing fields", () => {
  const live = record({ name: "n", workspace_type: { typeName: "TG-0" }, addons: [{ addons_id: "one", enable_configuration: '{"a":1}' }] });
  const body = { workspace_name: "m", workspace_type_name: "TG-1", pause: true, enable_ha: true, addons: [], agent_config: {} };
  expect(liveBody(Object.keys(body), live)).toEqual({
    workspace_name: "n",
    workspace_type_name: "TG-0",
    addons: [{ addons_id: "one", enable: false, enable_configuration: { a: 1 } }],
  });
});

test("an add-on configuration that is a JSON string means its object", () => {
  const addons = (enableConfiguration: unknown) => ({ ...ids, addons: { one: { enable: true, enableConfiguration } } as never });
  expect(normalize(addons('{"a":1}'))).toEqual(addons({ a: 1 }));
});

const deep = JSON.parse(`${'{"a":'.repeat(600)}1${"}".repeat(600)}`) as unknown;
const addons = (enable_configuration: unknown) => record({ addons: [{ addons_id: "a", enable: true, enable_configuration }] });
test.each([
  ["a text", { addons: {} }, addons(JSON.stringify(deep)), /a configuration of the add-on "a"/],
  ["an agent_config", { agentConfig: {} }, record({ agent_config: { x: deep } }), /an agent_config with more/],
  ["a configuration that nothing declares", { agentConfig: {} }, addons(deep), undefined],
  ["an agent_config that nothing declares", { addons: {} }, record({ agent_config: { x: deep } }), undefined],
])("only a declared value that nests too deeply cannot be sent back: %s", (_, args, shown, told) => {
  const reason = findUnreadable(args, shown);
  expect(reason === undefined ? told : told?.test(reason)).toBe(reason === undefined ? undefined : true);
});
