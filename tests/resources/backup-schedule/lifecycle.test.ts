import type { EmulatorOptions } from "../../../testing/emulator";
import { Readings } from "../../support/readings";
import { addPlace, place, type Settings, startResource, wg, ws } from "../../support/resource-fixture";

const nightly = "0 2 * * *";

/** A service with one workspace, and an engine that holds one `BackupSchedule`. */
async function startBackups(options: EmulatorOptions = {}, settings?: Settings) {
  const made = await startResource("BackupSchedule", { ...place, schedule: nightly }, addPlace, options, settings);
  const { emulator } = made;
  return {
    ...made,
    live: () => emulator.contents(wg, ws).backupSchedule,
    change: (backupSchedule: { schedule: string; [field: string]: unknown } | null) => emulator.changeContents(wg, ws, { backupSchedule }),
  };
}

const path = `/workgroups/${wg}/workspaces/${ws}/backups/schedule`;
const [get, set] = ["getBackupSchedule", "setBackupSchedule"];

test.each(["0 0 2 * * *", "00 00 02 ? * *"])(
  "a schedule that the service returns as %s matches: it is neither sent again nor drift",
  async (schedule) => {
    const { engine, program, emulator, asked } = await startBackups();
    new Readings(emulator).rewrite(get, (record) => ({ ...(record as object), schedule }));
    expect(await engine.up(program())).toMatchObject({ op: "create", error: "" });
    await engine.refresh();
    expect(engine.known).toMatchObject({ schedule: nightly });
    asked();
    expect(await engine.up(program())).toMatchObject({ op: "same", lines: [] });
    await engine.up(program({ maxRetry: 3 }));
    expect((await engine.up(program({ maxRetry: 3, timeoutSeconds: 5 }))).error).toBe("");
    expect(asked().filter((call) => call === set)).toEqual([set]);
  },
);

test("an update fails if the service returns a different time, and the next one sends it again", async () => {
  const { engine, program, emulator, asked } = await startBackups();
  new Readings(emulator).rewrite(get, (record) => ({ ...(record as object), schedule: "0 0 3 * * *" }));
  for (const maxRetry of [1, 2])
    expect((await engine.up(program({ maxRetry, timeoutSeconds: 5 }))).error).toMatch(
      /does not return schedule "0 2 \* \* \*" \(it returns "0 0 3 \* \* \*"\)/,
    );
  expect(asked().filter((call) => call === set)).toEqual([set, set]);
});

test("deletionPolicy pause pauses it and keeps the rest, once", async () => {
  const { engine, program, asked, live } = await startBackups();
  await engine.up(program({ maxRetry: 3, deletionPolicy: "pause" }));
  const { state } = engine;
  asked();
  expect((await engine.destroy()).error).toBe("");
  expect([asked(), live()]).toEqual([[get, set, get], { schedule: nightly, max_retry: 3, pause: true }]);
  engine.state = state;
  expect((await engine.destroy()).lines.at(-1)).toMatch(/is already paused$/);
});

test("null and Not-Found, also as a message, mean that no schedule exists if the workspace is visible", async () => {
  const { engine, program, emulator, change } = await startBackups();
  await engine.up(program());
  const { state } = engine;
  change(null);
  expect((await engine.refresh()).op).toBe("gone");
  engine.state = state;
  for (const said of [
    { status: 404, type: "Not-Found" },
    { status: 400, type: "Bad-Request", message: "record not found" },
  ] as const) {
    emulator.fault({ kind: "status", ...said, match: { endpoint: get } });
    expect((await engine.refresh()).op).toBe("gone");
    engine.state = state;
  }
  emulator.fault({ kind: "wrong-shape", shape: "null", match: { endpoint: 7 } });
  expect((await engine.refresh()).error).toMatch(/the backup schedule might still exist/);
});

describe("a deletion with deletionPolicy pause", () => {
  const standing = async () => {
    const made = await startBackups();
    expect((await made.engine.up(made.program({ deletionPolicy: "pause" }))).error).toBe("");
    made.asked();
    return made;
  };

  test("is refused if another field cannot be sent back", async () => {
    const { engine, asked, change } = await standing();
    change({ schedule: nightly, note: "***" });
    expect((await engine.destroy()).error).toMatch(/the backup schedule was not paused: .*its note, which is not declared, is masked/);
    expect([asked(), engine.state?.id]).toEqual([[get], `${wg}/${ws}`]);
  });

  test("pauses one whose pause is masked, because pause is sent", async () => {
    const { engine, live, change } = await standing();
    change({ schedule: nightly, pause: "***" });
    expect((await engine.destroy()).error).toBe("");
    expect(live()).toEqual({ schedule: nightly, pause: true });
  });

  test("fails if the pause never shows, and the next run sends it again", async () => {
    const { engine, emulator, live, change } = await standing();
    change({ schedule: nightly, pause: false });
    emulator.fault({ kind: "accepted-not-applied", match: { endpoint: set } });
    expect((await engine.destroy()).error).toMatch(/timed out after 120 s .* does not return pause true \(it returns false\)/i);
    expect((await engine.destroy()).error).toBe("");
    expect(live()).toMatchObject({ pause: true });
  });

  test("sends no request if the service lacks the call that returns the schedule", async () => {
    const { engine, emulator, asked } = await standing();
    emulator.fault({ kind: "status", status: 404, type: "Unknown", times: "always", match: { endpoint: get } });
    expect((await engine.destroy()).error).toContain(
      `this service does not implement GET ${path}, which is not part of the documented API`,
    );
    expect(asked()).not.toContain(set);
  });

  test("sends no request if the schedule is gone, and fails if that is uncertain", async () => {
    const { engine, emulator, asked, change } = await standing();
    change(null);
    const unseen = emulator.fault({ kind: "wrong-shape", shape: "null", times: "always", match: { endpoint: 7 } });
    expect((await engine.destroy()).error).toMatch(/the backup schedule might still exist: one read returned no schedule/);
    unseen.remove();
    expect((await engine.destroy()).lines).toEqual([`graphplane: ${path}: the workspace has no backup schedule to pause`]);
    expect(asked()).not.toContain(set);
  });
});

test("a deletion with deletionPolicy pause pauses an already paused schedule if a request that resumes it is pending", async () => {
  const { engine, program, emulator, live } = await startBackups({}, { maxRetries: 0 });
  const paused = program({ pause: true, deletionPolicy: "pause" });
  await engine.up(paused);
  const fault = { kind: "applied-late", lost: true, after: { ms: 1e12 }, match: { endpoint: set } } as const;
  emulator.fault(fault);
  expect((await engine.up({ ...paused, pause: false })).error).toMatch(/might still take effect|might have been/);
  const outcome = await engine.destroy();
  expect([outcome.error, outcome.lines.at(-1)]).toEqual(["", expect.stringMatching(/^graphplane: sent POST .*"pause":true/)]);
  expect(live()?.pause).toBe(true);
});
