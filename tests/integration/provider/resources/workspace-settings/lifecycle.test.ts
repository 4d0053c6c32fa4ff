import { serviceCases, startSettings } from "../../../../support/settings-fixture";
import { unknownText } from "../../../../support/provider";

describe.each(serviceCases)("under the profile $profile that would $nested nested values", (serviceCase) => {
  test("adopting what is as declared already sends nothing and keeps the stable facts", async () => {
    const { engine, ids, id, path, requests, live } = await startSettings(serviceCase);
    const before = live();
    const created = await engine.up({ ...ids, autoStopMinutes: 30, enableAutoStart: true, maintenanceWindow: { hourOfDay: 2 } });
    expect(created).toMatchObject({ op: "create", error: "", lines: [`graphplane: nothing to send for ${path}`] });
    expect(requests()).toEqual(["GET"]);
    expect(live()).toEqual(before);
    expect(engine.state?.id).toBe(id);
    expect(engine.known).toEqual({
      ...ids,
      autoStopMinutes: 30,
      enableAutoStart: true,
      maintenanceWindow: { hourOfDay: 2 },
      name: "main",
      host: before["proxy_host"],
      region: "us-east-1",
      databaseId: before["database_id"],
      databaseName: "graph",
      workgroupName: "production",
      isRw: true,
      tgVersion: "4.2.0",
      createdAt: "2026-06-03 06:59:27.151543 +0000 UTC",
      creator: "admin@example.com",
      cloudProviderName: "example-cloud",
    });
  });

  test("adopting with a difference sends that difference, and nothing the second time", async () => {
    const { engine, ids, path, requests, live } = await startSettings(serviceCase);
    const program = { ...ids, autoStopMinutes: 60, enableAutoStart: true };
    const previewed = await engine.preview(program);
    const line = `graphplane: PUT ${path} {"auto_stop_minutes":60} was {"auto_stop_minutes":30}`;
    expect(previewed).toMatchObject({ op: "create", failures: [], lines: [line] });
    expect(requests()).toEqual(["GET"]);
    const created = await engine.up(program);
    expect(created.lines).toEqual([line]);
    expect(requests()).toEqual(["GET", 'PUT {"auto_stop_minutes":60}']);
    expect(live()["auto_stop_minutes"]).toBe(60);
    expect(engine.known).toMatchObject({ autoStopMinutes: 60, workgroupName: "production", cloudProviderName: "example-cloud" });
    expect(await engine.up(program)).toMatchObject({ op: "same", lines: [] });
    expect(requests()).toEqual([]);
  });

  test("an update of one field is one PUT of that field, and two GETs with the preview", async () => {
    const { engine, ids, adopted, requests, live } = await startSettings(serviceCase);
    await adopted({ autoStopMinutes: 30, enableHa: false, updateStrategy: "update_strategy_never" });
    const before = live();
    const program = { ...ids, autoStopMinutes: 45, enableHa: false, updateStrategy: "update_strategy_never" };
    await engine.preview(program);
    expect((await engine.up(program)).op).toBe("update");
    expect(requests()).toEqual(["GET", "GET", 'PUT {"auto_stop_minutes":45}']);
    expect({ ...live(), last_modified_time: "" }).toEqual({ ...before, auto_stop_minutes: 45, last_modified_time: "" });
  });

  test("a nested value is sent whole, the live one with the declared part laid over it", async () => {
    const { engine, ids, requests, live } = await startSettings(serviceCase, {
      addons: [
        { addons_id: "one", enable: true, enable_configuration: { theme: "light", deep: { kept: 1, changed: 1 } } },
        { addons_id: "two", enable: false },
      ],
    });
    await engine.up({
      ...ids,
      agentConfig: { heartbeatIntervalSeconds: 10 },
      addons: { one: { enable: true, enableConfiguration: { deep: { changed: 2 } } }, three: { enable: true } },
    });
    const [get, put = "", ...more] = requests();
    expect([get, more]).toEqual(["GET", []]);
    expect(JSON.parse(put.replace("PUT ", ""))).toEqual({
      agent_config: {
        catalog_activity_update_interval_seconds: 60,
        heartbeat_interval_seconds: 10,
        query_activity_update_interval_seconds: 60,
        topology_update_interval_seconds: 300,
        enable_topology_force_update: false,
      },
      addons: [
        { addons_id: "one", enable: true, enable_configuration: { theme: "light", deep: { kept: 1, changed: 2 } } },
        { addons_id: "two", enable: false },
        { addons_id: "three", enable: true },
      ],
    });
    expect(live()["addons"]).toMatchObject([
      { addons_id: "one", enable_configuration: { theme: "light", deep: { kept: 1, changed: 2 } } },
      { addons_id: "two", enable: false },
      { addons_id: "three", enable: true },
    ]);
  });

  test("an argument that is declared no longer is left as it is: a line each, no PUT, and state forgets it", async () => {
    const { engine, ids, path, adopted, requests } = await startSettings(serviceCase, {
      addons: [{ addons_id: "one", enable: true, enable_configuration: { theme: "light", size: 1 } }],
    });
    await adopted({
      autoStopMinutes: 45,
      enableHa: false,
      agentConfig: { heartbeatIntervalSeconds: 30, enableTopologyForceUpdate: false },
      addons: { one: { enable: true, enableConfiguration: { theme: "light", size: 1 } } },
    });
    const program = {
      ...ids,
      enableHa: false,
      agentConfig: { heartbeatIntervalSeconds: 30 },
      addons: { one: { enable: true, enableConfiguration: { size: 1 } } },
    };
    const left = [
      `graphplane: ${path}: no longer declared: autoStopMinutes keeps its current value 45`,
      `graphplane: ${path}: no longer declared: agentConfig.enableTopologyForceUpdate keeps its current value false`,
      `graphplane: ${path}: no longer declared: addons.one.enableConfiguration.theme keeps its current value "light"`,
      `graphplane: nothing to send for ${path}`,
    ];
    expect(await engine.up(program)).toMatchObject({ op: "update", lines: left });
    expect(requests()).toEqual(["GET"]);
    expect(engine.declared).toEqual(program);
    expect(engine.known).toMatchObject(program);
    expect(engine.known).not.toHaveProperty("autoStopMinutes");
    expect(await engine.up(program)).toMatchObject({ op: "same", lines: [] });
  });

  test("what was changed elsewhere is drift: a refresh shows it in arguments and outputs, the next update corrects only it", async () => {
    const { engine, ids, path, change, adopted, requests } = await startSettings(serviceCase);
    const program = { ...ids, autoStopMinutes: 60, workspaceName: "main", maintenanceWindow: { timeZone: "UTC" } };
    await adopted(program);
    change({ auto_stop_minutes: 15, maintenance_window_time_zone: "Asia/Tokyo", enable_auto_start: false });
    const drift = ["auto_stop_minutes is 15, last applied 60", 'maintenance_window_time_zone is "Asia/Tokyo", last applied "UTC"'];
    expect(await engine.refresh()).toMatchObject({ op: "read", lines: drift.map((text) => `graphplane: ${path}: drift: ${text}`) });
    expect(engine.declared).toEqual({ ...ids, autoStopMinutes: 15, workspaceName: "main", maintenanceWindow: { timeZone: "Asia/Tokyo" } });
    expect(engine.known).toMatchObject({ autoStopMinutes: 15, maintenanceWindow: { timeZone: "Asia/Tokyo" }, name: "main" });
    expect(requests()).toEqual(["GET"]);
    await engine.up(program);
    expect(requests()).toEqual(["GET", 'PUT {"auto_stop_minutes":60,"maintenance_window_time_zone":"UTC"}']);
    await engine.refresh();
    expect(engine.declared).toEqual(program);
  });

  test("a field that the record does not show is sent when the declaration changes, with a notice, and is never drift", async () => {
    const { engine, ids, path, adopted, change, requests } = await startSettings(serviceCase, {
      update_strategy: undefined,
      auto_upgrade_state: null,
    });
    const program = { ...ids, updateStrategy: "b", autoUpgradeState: "c", pause: false };
    const notice = (name: string) =>
      `graphplane: ${path}: the record does not show ${name}; it is sent when the declaration changes and never seen to drift`;
    const created = await adopted(program);
    expect(created.lines.slice(0, 3)).toEqual([notice("autoUpgradeState"), notice("updateStrategy"), notice("pause")]);
    change({ update_strategy: undefined, auto_upgrade_state: null });
    await engine.refresh();
    expect(engine.declared).toEqual(program);
    expect(await engine.up(program)).toMatchObject({ op: "same" });
    requests();
    await engine.up({ ...program, pause: true });
    // A pause counts once a read shows the workspace after it.
    expect(requests()).toEqual(["GET", 'PUT {"pause":true}', "GET"]);
    // Another field's change does not send it again.
    expect((await engine.up({ ...program, pause: true, autoStopMinutes: 5 })).lines.join()).not.toMatch(/does not show/);
    expect(requests().filter((request) => request !== "GET")).toEqual(['PUT {"auto_stop_minutes":5}']);
  });

  test("a configuration may be written as text or as object: equal meanings are no change", async () => {
    const { engine, ids, adopted, requests } = await startSettings(serviceCase, {
      addons: [{ addons_id: "one", enable: true, enable_configuration: { a: 1, b: [1, 2] } }],
    });
    const program = (enableConfiguration: unknown) => ({ ...ids, addons: { one: { enable: true, enableConfiguration } } });
    await adopted(program({ a: 1, b: [1, 2] }));
    expect(await engine.up(program('{ "b": [1, 2], "a": 1 }'))).toMatchObject({ op: "same", lines: [] });
    expect(requests()).toEqual([]);
    await engine.up(program('{ "b": [1, 2], "a": 2 }'));
    expect(requests().filter((request) => request !== "GET")).toEqual([
      'PUT {"addons":[{"addons_id":"one","enable":true,"enable_configuration":{"b":[1,2],"a":2}}]}',
    ]);
    await engine.refresh();
    expect(engine.declared).toEqual(program('{ "b": [1, 2], "a": 2 }'));
  });

  test("a size and a version are compared with the fields that show them", async () => {
    const { engine, ids, path, adopted, requests } = await startSettings(serviceCase);
    const { lines } = await adopted({ workspaceTypeName: "TG-1", workspaceName: "renamed", desiredTgVersion: "4.3.0" });
    expect(lines[0]).toBe(
      `graphplane: PUT ${path} {"workspace_name":"renamed","workspace_type_name":"TG-1","desired_tg_version":"4.3.0"}` +
        ` was {"workspace_name":"main","workspace_type_name":"TG-00","desired_tg_version":"auto"}`,
    );
    await engine.refresh();
    expect(engine.known).toMatchObject({ workspaceTypeName: "TG-1", workspaceName: "renamed", desiredTgVersion: "4.3.0", name: "renamed" });
    requests();
    await engine.up({ ...ids, workspaceTypeName: "TG-1", workspaceName: "renamed", desiredTgVersion: "4.3.0", autoStopMinutes: 1 });
    expect(requests().filter((request) => request !== "GET")).toEqual(['PUT {"auto_stop_minutes":1}']);
  });
});

test("get reads a workspace that the program does not manage, its facts and every setting", async () => {
  const { engine, id, ids } = await startSettings();
  const { outputs } = await engine.get(id);
  expect(outputs).toMatchObject({ ...ids, name: "main", tgVersion: "4.2.0" });
  expect(outputs).toMatchObject({ autoStopMinutes: 30 });
  expect((await engine.get(`${ids.workgroupId}/nothing`)).outcome.op).toBe("failed");
});

test("an argument that is not known yet is neither compared nor taken for dropped, and is said to be known later", async () => {
  const { engine, ids, path, adopted, requests } = await startSettings();
  await adopted({ autoStopMinutes: 30, workspaceName: "main", enableHa: false });
  const previewed = await engine.preview({ ...ids, autoStopMinutes: 60, workspaceName: unknownText });
  expect(previewed.lines).toEqual([
    `graphplane: ${path}: no longer declared: enableHa keeps its current value false`,
    `graphplane: PUT ${path} {"auto_stop_minutes":60} was {"auto_stop_minutes":30} (workspaceName: known later)`,
  ]);
  requests();
  expect(await engine.preview({ ...ids, workspaceId: unknownText, autoStopMinutes: 60 })).toMatchObject({ failures: [], lines: [] });
  expect(requests()).toEqual([]);
});

test("a configuration that becomes a text declares all of it; one that becomes an object leaves the keys that it does not name", async () => {
  const { engine, ids, adopted, path, live } = await startSettings(
    { nested: "replace" },
    { addons: [{ addons_id: "one", enable: true, enable_configuration: { a: 1, b: 2 } }] },
  );
  const program = (enableConfiguration: unknown) => ({ ...ids, addons: { one: { enable: true, enableConfiguration } } });
  await adopted(program({ a: 1, b: 2 }));
  const whole = await engine.up(program('{"a":1}'));
  expect(whole.lines.join()).not.toMatch(/left at/);
  expect(live()["addons"]).toMatchObject([{ enable_configuration: { a: 1 } }]);
  await engine.up(program('{"a":1,"c":3}'));
  const parts = await engine.up(program({ a: 1 }));
  expect(parts.lines).toEqual([
    `graphplane: ${path}: no longer declared: addons.one.enableConfiguration.c keeps its current value 3`,
    `graphplane: nothing to send for ${path}`,
  ]);
});

test("a configuration that is not known yet is a change, also where there was none", async () => {
  const { engine, ids, adopted } = await startSettings({}, { addons: [{ addons_id: "one", enable: true }] });
  await adopted({ addons: { one: { enable: true } } });
  const previewed = await engine.preview({ ...ids, addons: { one: { enable: true, enableConfiguration: unknownText } } });
  expect(previewed.op).toBe("update");
});

test("another workspace's id replaces: the new one is adopted and foreseen, the old one left", async () => {
  const { engine, ids, adopted, emulator, requests } = await startSettings();
  await adopted({ autoStopMinutes: 30 });
  const other = emulator.account.addWorkspace(ids.workgroupId, { name: "other" }).workspace_id;
  const path = `/workgroups/${ids.workgroupId}/workspaces/${other}`;
  const replaced = await engine.up({ ...ids, workspaceId: other, autoStopMinutes: 5 });
  expect(replaced.op).toBe("replace");
  expect(replaced.lines[0]).toBe(`graphplane: PUT ${path} {"auto_stop_minutes":5} was {"auto_stop_minutes":30}`);
  expect(requests()).toEqual(["GET", 'PUT {"auto_stop_minutes":5}']);
  expect(engine.state?.id).toBe(`${ids.workgroupId}/${other}`);
});

test("a refresh says what drifted, by the service's names, and announces no request", async () => {
  const { engine, ids, path, adopted, change, requests } = await startSettings(
    { nested: "replace" },
    { addons: [{ addons_id: "one", enable: true, enable_configuration: { theme: "light" } }] },
  );
  await adopted({
    autoStopMinutes: 45,
    maintenanceWindow: { hourOfDay: 3 },
    agentConfig: { heartbeatIntervalSeconds: 60 },
    addons: { one: { enable: true, enableConfiguration: { theme: "light" } } },
  });
  change({
    auto_stop_minutes: 240,
    maintenance_window_hour_of_day: 4,
    agent_config: { heartbeat_interval_seconds: 90 },
    addons: [{ addons_id: "one", enable: true, enable_configuration: { theme: "dark" } }],
  });
  const { lines } = await engine.refresh();
  expect(lines).toEqual(
    [
      "auto_stop_minutes is 240, last applied 45",
      "maintenance_window_hour_of_day is 4, last applied 3",
      "agent_config.heartbeat_interval_seconds is 90, last applied 60",
      'addons.one.enableConfiguration.theme is "dark", last applied "light"',
    ].map((text) => `graphplane: ${path}: drift: ${text}`),
  );
  expect(requests()).toEqual(["GET"]);
  expect((await engine.refresh()).lines).toEqual([]);
  expect((await engine.preview({ ...ids, autoStopMinutes: 45 })).lines.at(-1)).not.toMatch(/^graphplane: .*: drift: /);
});
