import { Readings } from "../../support/readings";
import { type VirtualClock } from "../../support/provider";
import { scripted, startSettings } from "../../support/settings-fixture";

const put = { method: "PUT" } as const;

/** Lets the first pause last until shortly before the end: the polls between are not what the test is about. */
function skipTo(clock: VirtualClock, time: number): void {
  clock.onSleep = () => {
    clock.onSleep = undefined;
    clock.time = Math.max(clock.time, time);
  };
}

describe("the limit of a wait", () => {
  test.each([
    ["120 s for what applies at once", { autoStopMinutes: 1 }, 120],
    ["1800 s for a size", { workspaceTypeName: "TG-4" }, 1800],
    ["1800 s for high availability", { enableHa: true }, 1800],
    ["1800 s for a version", { desiredTgVersion: "9.9.9" }, 1800],
    ["1800 s for a size beside something quick", { workspaceTypeName: "TG-4", autoStopMinutes: 1 }, 1800],
    ["120 s for nested values", { agentConfig: { heartbeatIntervalSeconds: 1 }, addons: { one: { enable: true } } }, 120],
    ["what timeoutSeconds says", { workspaceTypeName: "TG-4", timeoutSeconds: 7 }, 7],
    ["what timeoutSeconds says, with a fraction", { autoStopMinutes: 1, timeoutSeconds: 0.25 }, 0.25],
  ])("is %s", async (_name, program, seconds) => {
    const { engine, ids, adopted, emulator, clock } = await startSettings();
    await adopted({});
    emulator.fault({ kind: "accepted-not-applied", match: put });
    const begin = clock.time;
    skipTo(clock, begin + (seconds - 40) * 1000);
    expect((await engine.up({ ...ids, ...program })).error).toMatch(
      /timed out after \d+ s: the service accepted the update but still reports \w[^;]+ \(wanted [^;]+, seen [^;]+\)\. Run/,
    );
    expect((clock.time - begin) / 1000).toBe(seconds);
  });

  test("is that of a pause if waitForStatus waits for it", async () => {
    const { engine, ids, adopted, clock } = await startSettings({ statusAfter: { ms: 10_000_000 } });
    await adopted({});
    const begin = clock.time;
    skipTo(clock, begin + 1_760_000);
    const { error } = await engine.up({ ...ids, pause: true, waitForStatus: ["Idle", "Stopped"] });
    expect(error).toMatch(
      /after 1800 s: .* still reports status \(wanted Idle or Stopped twice in a row, seen Pausing\)\. Run "pulumi up" again/,
    );
    expect((clock.time - begin) / 1000).toBe(1800);
    expect(engine.known).toMatchObject({ pause: true, __pending: { sent: { pause: true } } });
  });
});

test("the lines of a wait name the workspace, the change, the elapsed time and the limit, and become rarer", async () => {
  const { engine, ids, adopted, emulator } = await startSettings();
  await adopted({ workspaceTypeName: "TG-00" });
  emulator.fault({ kind: "accepted-not-applied", match: put });
  const { lines } = await engine.up({ ...ids, workspaceTypeName: "TG-1", autoStopMinutes: 60 });
  const at = (seconds: number) => `graphplane: main: resizing TG-00 → TG-1, ${seconds} s of at most 1800 s; status is Active`;
  expect(lines.slice(1)).toEqual([30, 60, 120, 240, 480, 780, 1080, 1380, 1680].map(at));
});

test("the workspace's err_message is quoted on one line, without the key, while it is set", async () => {
  const { engine, ids, adopted, emulator, clock, change } = await startSettings();
  await adopted({});
  emulator.fault({ kind: "accepted-not-applied", match: put });
  change({ err_message: `no room\nfor ${emulator.apiKey}` });
  clock.onSleep = () => clock.time > 1_040_000 && change({ err_message: "" });
  const { lines, error } = await engine.up({ ...ids, autoStopMinutes: 60, timeoutSeconds: 70 });
  expect(lines[1]).toMatch(/30 → 60, 30 s of at most 70 s; the workspace reports: "no room for \[redacted\]"$/);
  expect(lines[2]).toMatch(/30 → 60, 60 s of at most 70 s$/);
  expect(error).not.toMatch(/the workspace reports/);
});

test("in the workspace's err_message, live values are redacted that the program does not declare", async () => {
  const { engine, ids, adopted, emulator, change } = await startSettings();
  await adopted({});
  change({ addons: [{ addons_id: "one", enable: true, enable_configuration: { token: "live-token-1" } }] });
  emulator.fault({ kind: "accepted-not-applied", match: put });
  change({ err_message: "live-token-1 was refused" });
  const addons = { one: { enable: true, enableConfiguration: { size: 2 } } };
  const { lines, error } = await engine.up({ ...ids, addons, timeoutSeconds: 70 });
  expect(error).toContain('the workspace reports: "[redacted] was refused"');
  expect(lines.join()).not.toContain("live-token-1");
});

describe("waitForStatus", () => {
  test("waits until two consecutive reads show the status", async () => {
    const { engine, ids, adopted, clock, change, requests } = await startSettings({ statusAfter: { ms: 10_000_000 } });
    await adopted({});
    const statuses = ["Resizing", "Active", "Resizing", "Active", "Active", "Unasked"];
    let polls = 0;
    clock.onSleep = () => change({ status: statuses[polls++] });
    const { error } = await engine.up({ ...ids, workspaceTypeName: "TG-1", waitForStatus: ["Active"] });
    expect(error).toBe("");
    expect(polls).toBe(5);
    // The preview reads the timetable too, which may set another size.
    expect(requests().filter((request) => request === "GET")).toHaveLength(8);
  });

  test("does not wait after what applies at once alone", async () => {
    const { engine, ids, adopted, requests } = await startSettings();
    await adopted({});
    await engine.up({ ...ids, autoStopMinutes: 1, waitForStatus: ["Never"] });
    expect(requests()).toEqual(["GET", 'PUT {"auto_stop_minutes":1}']);
  });

  test("continues after a refresh, which clears the failed operation but keeps the pending change", async () => {
    const { engine, ids, adopted, emulator, change, requests } = await startSettings();
    await adopted({});
    const program = { ...ids, enableHa: true, autoStopMinutes: 60, waitForStatus: ["Active"], timeoutSeconds: 5 };
    emulator.fault({ kind: "accepted-not-applied", match: put });
    change({ status: "Resizing" });
    await engine.up(program);
    change({ enable_ha: true });
    await engine.refresh();
    expect(engine.known).toMatchObject({
      enableHa: true,
      autoStopMinutes: 30,
      __pending: { sent: { enableHa: true, autoStopMinutes: 60 } },
    });
    expect(engine.state).not.toHaveProperty("initErrors");
    requests();
    expect((await engine.up(program)).error).toMatch(/status \(wanted Active twice in a row, seen Resizing\)/);
    expect(requests()).toContain('PUT {"auto_stop_minutes":60}');
    await engine.refresh();
    expect((await engine.preview(program)).op).toBe("update");
    change({ status: "Active" });
    expect(await engine.up(program)).toMatchObject({ op: "update", error: "" });
    await engine.refresh();
    expect((await engine.up(program)).op).toBe("same");
  });
});

test.each([[false], [true]])(
  "a value that the service writes differently keeps its hint, and later waits are short (refreshed: %s)",
  async (isRefreshed) => {
    const { service, engine, ids, adopted, clock } = await startSettings({}, { workspace_type: { typeName: "TG-1" } });
    await adopted({ workspaceTypeName: "TG-1" });
    const readings = new Readings(service.emulator);
    readings.rewrite(7, (result) => JSON.parse(JSON.stringify(result).replaceAll("tg-0", "TG-0")) as unknown);
    readings.rewrite(9, () => null);
    const hint = /If the service reformats workspaceTypeName, declare it in that format/;
    const waits = [];
    for (let run = 0; run < 3; run++) {
      const begin = clock.time;
      expect((await engine.up({ ...ids, workspaceTypeName: "tg-0" })).error).toMatch(hint);
      waits.push(clock.time - begin);
      if (isRefreshed) await engine.refresh();
    }
    expect(waits).toEqual([1_800_000, 120_000, 120_000]);
    expect((await engine.up({ ...ids, workspaceTypeName: "TG-0" })).error).toBe("");
  },
);

test("an empty time zone is applied once the record has none", async () => {
  const { engine, ids, adopted } = await startSettings({ settleAfter: 1 });
  await adopted({});
  expect((await engine.up({ ...ids, maintenanceWindow: { timeZone: "" } })).error).toBe("");
});

test.each([
  ["another workspace's record is no evidence: the record is read", "other", ["GET", "PUT", "GET"]],
  ["a record without an id is evidence", "", ["GET", "PUT"]],
])("a response with %s", async (_, id, expected) => {
  const methods: string[] = [];
  const live = (minutes: number) => ({
    workgroup_id: "wg",
    workspaces: [{ workspace_id: "ws", name: "ours", auto_stop_minutes: minutes }],
  });
  const engine = await scripted((method) => {
    methods.push(method);
    return method === "PUT"
      ? { workspace_id: id, name: id === "" ? "ours" : "theirs", auto_stop_minutes: 60 }
      : live(methods.includes("PUT") ? 60 : 30);
  });
  expect(await engine.up({ workgroupId: "wg", workspaceId: "ws", autoStopMinutes: 60 })).toMatchObject({ op: "create", error: "" });
  expect(methods).toEqual(expected);
  expect(engine.known).toMatchObject({ name: "ours" });
});
