import { scripted, startSettings } from "../../support/settings-fixture";

describe("what a read shows is taken as it stands, also where it is empty:", () => {
  test("the last add-on switched off, and an empty list for it", async () => {
    const addons = [{ addons_id: "one", enable: true }];
    const { engine, ids, adopted, emulator, clock, change } = await startSettings(
      { profile: "observed", settleAfter: { ms: 1e9 } },
      { addons },
    );
    await adopted({ addons: { one: { enable: true } } });
    clock.onSleep = () => change({ addons: [] });
    expect(await engine.up({ ...ids, addons: { one: { enable: false } } })).toMatchObject({ op: "update", error: "" });
    expect(emulator.workspace(ids.workgroupId, ids.workspaceId).addons).toEqual([]);
  });

  test("a time zone set to nothing", async () => {
    const { engine, ids, adopted } = await startSettings({ settleAfter: { reads: 1 } });
    await adopted({});
    expect((await engine.up({ ...ids, maintenanceWindow: { timeZone: "" } })).error).toBe("");
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>, Record<string, unknown>, Record<string, unknown>]>([
    [
      "an agent's key",
      { agent_config: { heartbeat_interval_seconds: 30 } },
      { agentConfig: { heartbeatIntervalSeconds: 60 } },
      { agent_config: {} },
      { agent_config: { heartbeat_interval_seconds: 60 } },
    ],
    [
      "a size that is on its way",
      { workspace_type: { typeName: "TG-0" } },
      { workspaceTypeName: "TG-1" },
      { workspace_type: null },
      { workspace_type: { typeName: "TG-1" } },
    ],
    [
      "an add-on's configuration",
      { addons: [{ addons_id: "a", enable: true, enable_configuration: { k: 1 } }] },
      { addons: { a: { enable: true, enableConfiguration: { k: 2 } } } },
      { addons: [{ addons_id: "a", enable: true }] },
      { addons: [{ addons_id: "a", enable: true, enable_configuration: { k: 2 } }] },
    ],
  ])("%s that the record showed before and lacks now is waited for", async (_, before, args, lacking, shows) => {
    const { engine, ids, adopted, change, clock } = await startSettings({ settleAfter: { ms: 1e9 } }, before);
    await adopted({});
    let looks = 0;
    clock.onSleep = () => change(++looks < 4 ? lacking : shows);
    expect((await engine.up({ ...ids, ...args })).error).toBe("");
    expect(looks).toBe(4);
  });

  test("a secret that the record masks once it is set is not waited for", async () => {
    const { engine, ids, adopted, change, clock } = await startSettings(
      { settleAfter: { ms: 1e9 } },
      { addons: [{ addons_id: "a", enable: true, enable_configuration: {} }] },
    );
    await adopted({});
    clock.onSleep = () => change({ addons: [{ addons_id: "a", enable: true, enable_configuration: { key: "****wxyz" } }] });
    const program = { ...ids, addons: { a: { enable: true, enableConfiguration: { key: "new" } } } };
    expect((await engine.up(program)).error).toBe("");
    expect(clock.pauses).toHaveLength(1);
  });

  test("a field that is left out once it is false", async () => {
    const { engine, ids, adopted, clock, change } = await startSettings({ settleAfter: { ms: 1e9 } });
    await adopted({ enableAutoStart: true });
    clock.onSleep = () => change({ enable_auto_start: undefined });
    expect((await engine.up({ ...ids, enableAutoStart: false })).error).toBe("");
    expect(engine.known).toMatchObject({ enableAutoStart: false });
  });
});

test("a response with another workspace's record is no evidence: the record is read", async () => {
  const methods: string[] = [];
  const live = (minutes: number) => ({
    workgroup_id: "wg",
    workspaces: [{ workspace_id: "ws", name: "ours", auto_stop_minutes: minutes }],
  });
  const engine = await scripted((method) => {
    methods.push(method);
    return method === "PUT" ? { workspace_id: "other", name: "theirs", auto_stop_minutes: 60 } : live(methods.includes("PUT") ? 60 : 30);
  });
  expect(await engine.up({ workgroupId: "wg", workspaceId: "ws", autoStopMinutes: 60 })).toMatchObject({ op: "create", error: "" });
  expect(methods).toEqual(["GET", "PUT", "GET"]);
  expect(engine.known).toMatchObject({ name: "ours" });
});
