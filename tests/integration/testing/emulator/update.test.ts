import { type EmulatorOptions, type WorkspaceRecord } from "../../../../testing/emulator";
import { startFixture } from "./fixture";

async function updated(body: unknown, options: EmulatorOptions = {}, before: Partial<WorkspaceRecord> = {}) {
  const s = await startFixture(options);
  s.emulator.changeWorkspace(s.wg, s.ws, before);
  const old = s.emulator.workspace(s.wg, s.ws);
  const reply = await s.put(body);
  const live = s.emulator.workspace(s.wg, s.ws);
  return { reply, old, live };
}

test.each([
  ["auto_stop_minutes", { auto_stop_minutes: 0 }, { auto_stop_minutes: 0 }],
  ["enable_auto_start", { enable_auto_start: false }, { enable_auto_start: false }],
  ["maintenance_window_time_zone", { maintenance_window_time_zone: "Asia/Tokyo" }, { maintenance_window_time_zone: "Asia/Tokyo" }],
  ["desired_tg_version", { desired_tg_version: "4.3.0" }, { desired_tg_version: "4.3.0" }],
  ["workspace_name, which is the record's name", { workspace_name: "new" }, { name: "new" }],
  [
    "workspace_type_name, which is the record's workspace_type.typeName",
    { workspace_type_name: "TG-1" },
    { workspace_type: { cpu: "8", memory: "64Gi", ha: 1, partition: 1, typeName: "TG-1" } },
  ],
  ["nothing at all", {}, {}],
])("a PUT changes %s and nothing else", async (_, body, change) => {
  const { reply, old, live } = await updated(body);
  expect(live).toEqual({ ...old, ...change, last_modified_time: live.last_modified_time });
  expect(reply.result).toEqual(live);
});

test.each([
  [{ auto_stop_minutes: -1 }, "auto_stop_minutes", "must be an integer of at least 0"],
  [{ auto_stop_minutes: null }, "auto_stop_minutes", "must be an integer of at least 0"],
  [{ enable_ha: "yes" }, "enable_ha", "must be a boolean"],
  [{ workspace_name: 5 }, "workspace_name", "must be a string"],
  [{ name: "new" }, "name", "is not a known field"],
  [{ toString: 1 }, "toString", "is not a known field"],
  [{ agent_config: { heartbeat: 1 } }, "agent_config.heartbeat", "is not a known field"],
  [{ agent_config: { heartbeat_interval_seconds: true } }, "agent_config.heartbeat_interval_seconds", "must be an integer"],
  [{ addons: {} }, "addons", "must be an array"],
  [{ addons: [{ enable: true }] }, "addons[0].addons_id", "is required"],
  [{ addons: [{ addons_id: "a" }] }, "addons[0].enable", "is required"],
  [{ addons: [{ addons_id: "a", enable: true, enable_configuration: "{}" }] }, "addons[0].enable_configuration", "must be an object"],
  [[], "body", "must be an object"],
  ["{", "body", "is not JSON"],
])("the body %j is refused with 400, naming %s, and changes nothing", async (body, field, reason) => {
  const { reply, old, live } = await updated(body);
  expect(reply.status).toBe(400);
  expect(reply.json["ErrorDetails"]).toEqual([{ FieldName: field, Reason: reason, Type: "Bad-Request" }]);
  expect(live).toEqual(old);
});

const before: Partial<WorkspaceRecord> = {
  agent_config: { heartbeat_interval_seconds: 30, topology_update_interval_seconds: 300 },
  addons: [
    { addons_id: "a", enable: true, enable_configuration: { theme: "light", nested: { x: 1, y: 2 } }, is_free: true, unique_name: "ua" },
    { addons_id: "b", enable: false, enable_configuration: { k: 1 }, is_free: false, unique_name: "ub" },
  ],
};

test.each([
  ["merge", "keeps agent_config keys that were not sent", { heartbeat_interval_seconds: 5, topology_update_interval_seconds: 300 }],
  ["replace", "drops agent_config keys that were not sent", { heartbeat_interval_seconds: 5 }],
] as const)("%s %s", async (nested, _, wanted) => {
  const { live } = await updated({ agent_config: { heartbeat_interval_seconds: 5 } }, { nested }, before);
  expect(live.agent_config).toEqual(wanted);
});

test.each([
  ["merge", "keeps add-ons and configuration keys that were not sent", ["a", "b", "c"], { theme: "light", nested: { x: 1, y: 9 } }],
  ["replace", "drops add-ons and configuration keys that were not sent", ["a", "c"], { nested: { y: 9 } }],
] as const)("%s %s", async (nested, _, ids, configuration) => {
  const sent = [
    { addons_id: "c", enable: true },
    { addons_id: "a", enable: false, enable_configuration: { nested: { y: 9 } } },
  ];
  const { live } = await updated({ addons: sent }, { nested }, before);
  expect(live.addons?.map((entry) => entry.addons_id).sort()).toEqual(ids);
  expect(live.addons?.find((entry) => entry.addons_id === "a")).toMatchObject({ enable: false, is_free: true, unique_name: "ua" });
  expect(live.addons?.find((entry) => entry.addons_id === "a")?.enable_configuration).toEqual(configuration);
});

test.each([
  ["an object", "object", { theme: "light" }],
  ["a text", "string", '{"theme":"light"}'],
] as const)("enable_configuration is shown as %s if the options say so", async (_, showEnableConfiguration, shown) => {
  const entry = { addons_id: "a", enable: true, enable_configuration: { theme: "light" } };
  const { reply, live } = await updated({ addons: [entry] }, { showEnableConfiguration });
  expect(reply.result).toMatchObject({ addons: [{ enable_configuration: shown }] });
  expect(live.addons?.[0]?.enable_configuration).toEqual({ theme: "light" });
});

describe("a change that settles late", () => {
  test("shows after the given number of further reads of the workgroup", async () => {
    const s = await startFixture({ settleAfter: 2 });
    const { result } = await s.put({ auto_stop_minutes: 60 });
    expect(result).toMatchObject({ auto_stop_minutes: 30 });
    expect((await s.reads(4)).map((record) => record.auto_stop_minutes)).toEqual([30, 30, 60, 60]);
  });

  test("does not count reads of another workgroup", async () => {
    const s = await startFixture({ settleAfter: 1 });
    const other = s.emulator.account.addWorkgroup();
    await s.put({ auto_stop_minutes: 60 });
    for (let read = 0; read < 3; read++) await s.call("GET", `/controller/v4/v2/workgroups/${other.workgroup_id}`);
    expect(s.emulator.workspace(s.wg, s.ws).auto_stop_minutes).toBe(30);
  });

  test("shows at a time of the injected clock", async () => {
    let now = 0;
    const s = await startFixture({ settleAfter: { ms: 1000 }, now: () => now });
    await s.put({ auto_stop_minutes: 60 });
    now = 999;
    expect(s.emulator.workspace(s.wg, s.ws).auto_stop_minutes).toBe(30);
    now = 1000;
    expect(s.emulator.workspace(s.wg, s.ws).auto_stop_minutes).toBe(60);
  });
});

test.each<[string, EmulatorOptions, boolean[], string[]]>([
  ["moves to stopped and back with pause", {}, [true, false], ["Pausing", "Idle", "Idle", "Resuming", "Active", "Active"]],
  ["turns back at once", { statusAfter: 4 }, [true, false], ["Pausing", "Pausing", "Pausing", "Resuming", "Resuming", "Resuming"]],
  ["stays if the workspace runs already", {}, [false], ["Active", "Active", "Active"]],
  ["stays if the workspace is stopped already", {}, [true, true], ["Pausing", "Idle", "Idle", "Idle", "Idle", "Idle"]],
])("the status %s", async (_, options, pauses, statuses) => {
  const s = await startFixture(options);
  const seen: WorkspaceRecord[] = [];
  for (const pause of pauses) {
    await s.put({ pause });
    seen.push(...(await s.reads(3)));
  }
  expect(seen.map((record) => record.status)).toEqual(statuses);
  expect("pause" in s.emulator.workspace(s.wg, s.ws)).toBe(false);
});

test.each([
  ["kept", "4.3.0"],
  ["auto", "auto"],
] as const)("a reached version leaves desired_tg_version %s", async (desiredVersion, wanted) => {
  const s = await startFixture({ desiredVersion });
  await s.put({ desired_tg_version: "4.3.0" });
  expect(s.emulator.workspace(s.wg, s.ws)).toMatchObject({ tg_version: "4.2.0", desired_tg_version: "4.3.0" });
  await s.reads(2);
  expect(s.emulator.workspace(s.wg, s.ws)).toMatchObject({ tg_version: "4.3.0", desired_tg_version: wanted });
});

test.each([
  ["gone", 0],
  ["marked", 1],
] as const)("a deleted workspace is %s", async (deleted, left) => {
  const s = await startFixture({ deleted });
  expect((await s.call("DELETE", s.workspacePath)).status).toBe(200);
  const { workspaces } = (await s.call("GET", s.workgroupPath)).result as { workspaces: WorkspaceRecord[] };
  expect(workspaces.length).toBe(left);
  expect(workspaces.every((record) => record.deleted_at !== "")).toBe(true);
});
