import { startSettings } from "../../support/settings-fixture";
import { Readings } from "../../support/readings";
import { unknownText } from "../../support/provider";

test("adopting an unchanged workspace sends no write and stores its stable facts", async () => {
  const { engine, ids, id, path, requests, live } = await startSettings();
  const before = live();
  const created = await engine.up({ ...ids, autoStopMinutes: 30, enableAutoStart: true, maintenanceWindow: { hourOfDay: 2 } });
  expect(created).toMatchObject({ op: "create", error: "", lines: [`graphplane: no changes for ${path}`] });
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

test.each([
  ["are sent if another workspace shows a list", [], '"addons":[{"addons_id":"one","enable":true}]'],
  ["are sent if another workspace shows null", null, '"addons":[{"addons_id":"one","enable":true}]'],
  ["are refused if no workspace shows a list", undefined, "no workspace of the workgroup contains addons"],
  ["are refused if the record has an undocumented value in their place", "odd", "contains addons in an undocumented shape"],
])("declared add-ons of a workspace whose record lacks addons %s", async (_, other, expected) => {
  const { engine, ids, emulator, requests } = await startSettings();
  emulator.account.addWorkspace(ids.workgroupId, { name: "other" });
  const rewriteAddons = ({ name, ...record }: { name: string }) => {
    const own = other === "odd" ? { addons: 7 } : {};
    return { ...record, name, addons: undefined, ...(name === "other" ? { addons: other === "odd" ? [] : other } : own) };
  };
  new Readings(emulator).rewrite(7, (result) => {
    const workgroup = result as { workspaces: { name: string }[] };
    return { ...workgroup, workspaces: workgroup.workspaces.map(rewriteAddons) };
  });
  const { failures, lines } = await engine.up({ ...ids, addons: { one: { enable: true } } });
  expect([...failures.map(({ reason }) => reason), ...lines].join("\n")).toContain(expected);
  expect(requests().some((request) => request.startsWith("PUT"))).toBe(failures.length === 0);
});

test("an unknown argument is neither compared nor treated as removed, and printed as known later", async () => {
  const { engine, ids, path, adopted, requests } = await startSettings();
  await adopted({ autoStopMinutes: 30, workspaceName: "main", enableHa: false });
  const previewed = await engine.preview({ ...ids, autoStopMinutes: 60, workspaceName: unknownText });
  expect(previewed.lines).toEqual([
    `graphplane: ${path}: no longer declared: enableHa keeps its current value false`,
    `graphplane: PUT ${path} {"auto_stop_minutes":60} was {"auto_stop_minutes":30} (workspaceName: known later)`,
  ]);
  requests();
  const unseen = path.replace(ids.workspaceId, "[known-later]");
  expect(await engine.preview({ ...ids, workspaceId: unknownText, autoStopMinutes: 60 })).toMatchObject({
    failures: [],
    lines: [`graphplane: PUT ${unseen} {"auto_stop_minutes":60} (workspaceId: known later; sent only if something differs)`],
  });
  expect(requests()).toEqual([]);
});

test("a different workspace id replaces the resource: the new workspace is adopted as announced, and the old one left", async () => {
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

test("a refresh prints drift under the service's field names, and announces no request", async () => {
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
