import { Readings } from "../../support/readings";
import { startPlugin } from "../../support/plugin";
import { Engine } from "../../support/provider";
import { place, wg, ws } from "../../support/resource-fixture";
import { startService } from "../../support/service-fixture";
import type { WorkspacePatch } from "../../../testing/emulator";

/** The service sets a value because it was told to: both kinds that declare settings of a workspace, through both providers. */
const kinds = [
  { kind: "WorkspaceSettings", program: place },
  { kind: "Workspace", program: { workgroupId: wg, workspaceName: "prod", adopt: true } },
].flatMap((one) => [
  { ...one, providerKind: "dynamic" },
  { ...one, providerKind: "native" },
]);

type Kind = (typeof kinds)[number];

const path = `/workgroups/${wg}/workspaces/${ws}`;
const mornings = 'the schedule "mornings" (weekdays, 07:00, Europe/Berlin)';
const isMoved = `graphplane: ${path}: workspaceTypeName is "TG-2", set by ${mornings}: this is not drift, and graphplane does not send the declared "TG-1"`;

/** A workspace `prod` of the size TG-1, which its timetable sets to TG-2 in the morning and back in the evening. */
async function start({ kind, program, providerKind }: Kind, record: WorkspacePatch = {}) {
  const { emulator, clock, requests } = await startService({ extensions: true });
  emulator.account.addWorkgroup({ workgroup_id: wg });
  emulator.account.addWorkspace(wg, { workspace_id: ws, name: "prod" });
  const change = (patch: WorkspacePatch) => emulator.changeWorkspace(wg, ws, patch);
  const resize = (typeName: string) => change({ workspace_type: { cpu: "8", memory: "64", ha: 0, partition: 1, typeName } });
  resize("TG-1");
  change(record);
  const schedule = { repeat: "weekdays", repeat_on: "", time: "07:00", timezone: "Europe/Berlin", workspace_type_name: "TG-2" };
  emulator.account.addSchedule(wg, ws, { ...schedule, id: "mornings" });
  emulator.account.addSchedule(wg, ws, { ...schedule, id: "evenings", time: "19:00", workspace_type_name: "TG-1" });
  const settings = { baseUrl: emulator.url, apiKey: emulator.apiKey, maxRetries: 0 };
  const plugin = providerKind === "native" ? await startPlugin({}, { clock }) : undefined;
  const engine = new Engine(kind, { settings, clock, ...(plugin && { plugin }) });
  return {
    emulator,
    engine,
    change,
    resize,
    program: (more: object = {}) => ({ ...program, workspaceTypeName: "TG-1", ...more }),
    asked: () => requests().map(({ method, endpoint, body }) => (body === undefined ? endpoint : `${method} ${JSON.stringify(body)}`)),
    /** What an operation sent, other than reads. */
    sent: () => requests().flatMap(({ method, body }) => (method === "GET" ? [] : [body])),
  };
}

describe.each(kinds)("$kind through the $providerKind provider", (kind) => {
  test("a size that the timetable sets is not drift, is not sent with another change, and becomes the output", async () => {
    const { engine, program, resize, sent, asked } = await start(kind);
    expect((await engine.up(program())).error).toBe("");
    resize("TG-2");
    asked();
    const refreshed = await engine.refresh();
    expect([refreshed.op, refreshed.lines]).toEqual(["read", [isMoved]]);
    expect(asked()).toEqual([7, 15]);
    expect([engine.declared["workspaceTypeName"], engine.known["workspaceTypeName"]]).toEqual(["TG-1", "TG-2"]);
    expect([(await engine.up(program())).op, asked()]).toEqual(["same", []]);
    const { op, lines, error } = await engine.up(program({ autoStopMinutes: 7 }));
    expect([op, error, lines.filter((line) => line === isMoved)]).toEqual(["update", "", [isMoved]]);
    expect(sent()).toEqual([{ auto_stop_minutes: 7 }]);
    expect(engine.known["workspaceTypeName"]).toBe("TG-2");
    // A change of a behavior alone sends nothing, and keeps the output.
    expect((await engine.up(program({ autoStopMinutes: 7, timeoutSeconds: 50 }))).op).toBe("update");
    expect([engine.known["workspaceTypeName"], sent()]).toEqual(["TG-2", []]);
    resize("TG-1");
    expect((await engine.refresh()).lines).toEqual([]);
    expect(asked()).toEqual([7]);
    expect([engine.known["workspaceTypeName"], engine.known["__moved"]]).toEqual(["TG-1", undefined]);
  });

  test("adoption causes no drift at any time of day", async () => {
    const { engine, program, resize, sent } = await start(kind);
    resize("TG-2");
    const { op, lines } = await engine.up(program());
    expect([op, lines.filter((line) => line === isMoved), sent()]).toEqual(["create", [isMoved], []]);
    expect([engine.declared["workspaceTypeName"], engine.known["workspaceTypeName"]]).toEqual(["TG-1", "TG-2"]);
    expect([(await engine.refresh()).lines, (await engine.up(program())).op]).toEqual([[isMoved], "same"]);
  });

  test("a size that no timetable entry sets is drift, and is set back", async () => {
    const { engine, program, resize, sent } = await start(kind);
    await engine.up(program());
    resize("TG-8");
    expect((await engine.refresh()).lines).toEqual([expect.stringMatching(/: drift: workspace_type_name is "TG-8", last applied "TG-1"$/)]);
    await engine.up(program());
    expect(sent()).toEqual([{ workspace_type_name: "TG-1" }]);
  });

  test.each([
    ["TG-1", "mornings"],
    ["TG-2", "evenings"],
  ])("a new declared size is sent while the live one is %s, and a notice says that the timetable will change it again", async (live) => {
    const { engine, program, resize, sent } = await start(kind);
    await engine.up(program());
    resize(live);
    const { lines, error } = await engine.up(program({ workspaceTypeName: "TG-4", onConflict: "fail" }));
    expect(error).toBe("");
    expect(lines).toContain(
      `graphplane: ${path}: workspaceTypeName "TG-4" is sent, but the timetable will change it again: ${mornings} sets "TG-2"`,
    );
    expect(lines.join("\n")).not.toContain("outside change");
    expect([sent(), engine.known["workspaceTypeName"]]).toEqual([[{ workspace_type_name: "TG-4" }], "TG-4"]);
  });

  test("a timetable that cannot be read changes nothing, and a notice says so", async () => {
    const { engine, program, resize, sent, emulator } = await start(kind);
    await engine.up(program());
    resize("TG-2");
    emulator.fault({ kind: "status", status: 500, type: "Internal-Error", match: { endpoint: 15 }, times: 50 });
    const unread = "the timetable could not be read, so graphplane compares workspaceTypeName as if no schedule had set it (GET ";
    const refreshed = await engine.refresh();
    expect(refreshed.lines).toEqual([expect.stringContaining(unread), expect.stringMatching(/: drift: workspace_type_name is "TG-2"/)]);
    expect((await engine.up(program())).lines.join("\n")).toContain(unread);
    expect(sent()).toEqual([{ workspace_type_name: "TG-1" }]);
  });

  test.each<[string, object, WorkspacePatch]>([
    ["a declared state of upgrades", { autoUpgradeState: "minor" }, { desired_tg_version: "" }],
    ["a live state of upgrades", {}, { auto_upgrade_state: "enabled", desired_tg_version: "4.2.1" }],
    ["the word auto", { autoUpgradeState: "none" }, { auto_upgrade_state: "none", desired_tg_version: "auto" }],
  ])("an automatic upgrade, known by %s, is not drift and is not undone by another change", async (_how, declared, record) => {
    const { engine, program, change, sent } = await start(kind);
    const versioned = (more: object = {}) => program({ desiredTgVersion: "4.2.0", ...declared, ...more });
    expect((await engine.up(versioned())).error).toBe("");
    change({ tg_version: "4.2.1", ...record });
    sent();
    const isUpgraded =
      'desiredTgVersion is "4.2.1", set by automatic upgrades: this is not drift, and graphplane does not send the declared "4.2.0"';
    expect((await engine.refresh()).lines).toEqual([`graphplane: ${path}: ${isUpgraded}`]);
    expect(engine.known).toMatchObject({ desiredTgVersion: "4.2.1", tgVersion: "4.2.1" });
    expect((await engine.up(versioned())).op).toBe("same");
    expect((await engine.up(versioned({ autoStopMinutes: 7 }))).error).toBe("");
    expect(sent()).toEqual([{ auto_stop_minutes: 7 }]);
  });

  test("a declared older version is sent, and reported as a downgrade from the running one", async () => {
    const { engine, program, change, sent } = await start(kind);
    await engine.up(program({ desiredTgVersion: "4.2.0", autoUpgradeState: "minor" }));
    change({ tg_version: "4.2.1", desired_tg_version: "auto" });
    sent();
    const { lines, error } = await engine.up(program({ desiredTgVersion: "4.1.9", autoUpgradeState: "minor" }));
    expect(error).toBe("");
    expect(lines.filter((line) => /downgraded$|: PUT /.test(line))).toEqual([
      `graphplane: ${path}: desiredTgVersion "4.1.9" is older than the running version "4.2.1": the database is downgraded`,
      `graphplane: PUT ${path} {"desired_tg_version":"4.1.9"} was {"desired_tg_version":"auto","tg_version":"4.2.1"}`,
    ]);
    expect(sent()).toEqual([{ desired_tg_version: "4.1.9" }]);
    const more = program({ desiredTgVersion: "4.1.8", autoUpgradeState: "minor", autoStopMinutes: 7 });
    expect((await engine.preview(more)).lines.find((line) => line.includes(": PUT "))).toContain('"tg_version":"4.1.9"');
  });

  test("a secret size is compared the same way, and never printed", async () => {
    const { engine, program, resize, sent } = await start(kind);
    await engine.up(program(), ["workspaceTypeName"]);
    resize("TG-2");
    const { lines } = await engine.refresh();
    expect(lines.join("\n")).toContain("workspaceTypeName is [secret], set by ");
    await engine.up(program({ autoStopMinutes: 7 }), ["workspaceTypeName"]);
    expect([sent(), engine.known["__moved"]]).toEqual([[{ auto_stop_minutes: 7 }], undefined]);
  });

  test("malformed timetable entries are ignored", async () => {
    const { engine, program, resize, emulator } = await start(kind);
    await engine.up(program());
    new Readings(emulator).rewrite(15, () => [{ id: 7, time: null, workspace_type_name: 3 }, { repeat: "daily" }, null]);
    resize("TG-2");
    expect((await engine.refresh()).lines.at(-1)).toContain("drift: ");
  });
});
