import { startSettings } from "../../../../support/settings-fixture";
import { unknownText } from "../../../../support/provider";

describe("a resize", () => {
  const program = { workspaceTypeName: "TG-2" };
  const notice = "the record says that this workspace is read-only (is_rw: false), so the service will probably refuse the resize";

  test.each([
    [false, true],
    [true, false],
    [null, false],
  ])("of a workspace whose is_rw is %j is told to be refused probably: %j", async (is_rw, told) => {
    const { engine, ids, path, change } = await startSettings();
    change({ is_rw });
    const { lines } = await engine.preview({ ...ids, ...program });
    expect(lines.includes(`graphplane: ${path}: ${notice}`)).toBe(told);
    expect(lines.at(-1)).toMatch(/^graphplane: PUT /);
  });

  test("that is not declared is not spoken of", async () => {
    const { engine, ids, change } = await startSettings();
    change({ is_rw: false });
    expect((await engine.preview({ ...ids, autoStopMinutes: 5 })).lines.join()).not.toContain("read-only");
  });
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

describe("a time zone that this machine does not know", () => {
  const window = (timeZone: unknown) => ({ maintenanceWindow: { timeZone } });

  test("is warned of in the preview with the nearest known one, and sent all the same", async () => {
    const { engine, ids: real, path, live } = await startSettings();
    const program = { ...real, ...window("Europe/Berln") };
    const warning = `graphplane: ${path}: maintenanceWindow.timeZone "Europe/Berln" is not a time zone that this machine knows; did you mean Europe/Berlin? The service may refuse it`;
    const { failures, lines } = await engine.preview(program);
    expect([failures, lines.filter((line) => line === warning).length]).toEqual([[], 1]);
    expect((await engine.up(program)).error).toBe("");
    expect(live().maintenance_window_time_zone).toBe("Europe/Berln");
    expect((await engine.preview({ ...program, autoStopMinutes: 60 })).lines).not.toContain(warning);
  });

  test.each([
    ["one that it knows", "Europe/Berlin", []],
    ["an older name", "Asia/Calcutta", []],
    ["UTC", "UTC", []],
    ["one that is not known yet", unknownText, []],
    ["one that is secret", "Europe/Berln", ["maintenanceWindow"]],
  ])("is not %s", async (_, timeZone, secrets) => {
    const { engine, ids: real } = await startSettings();
    const { failures, lines } = await engine.preview({ ...real, ...window(timeZone) }, secrets);
    expect([failures, lines.filter((line) => line.includes("time zone") || line.includes("Berln"))]).toEqual([[], []]);
  });
});
