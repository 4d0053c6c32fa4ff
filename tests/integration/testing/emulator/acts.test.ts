import type { Act, BehaviourOptions, EmulatorOptions, ScheduleRecord, WorkspacePatch } from "../../../../testing/emulator";
import { startFixture } from "./fixture";

const minutes = 60_000;
const hours = 60 * minutes;

/** An emulator on a Sunday at noon, with its acts as lines. */
async function start(options: EmulatorOptions, patch: WorkspacePatch = {}, entries: readonly Partial<ScheduleRecord>[] = []) {
  const acts: string[] = [];
  const clock = { time: Date.parse("2026-03-29T12:00Z") };
  const onAct = ({ at, kind, to }: Act) => void acts.push(`${new Date(at).toISOString().slice(5, 16)} ${kind} ${to}`);
  const fixture = await startFixture({ now: () => clock.time, onAct, ...options });
  const { emulator, wg, ws } = fixture;
  emulator.changeWorkspace(wg, ws, patch);
  for (const entry of entries) emulator.account.addSchedule(wg, ws, { repeat: "daily", repeat_on: "", ...entry });
  return { ...fixture, clock, acts, live: () => emulator.workspace(wg, ws) };
}

const day = [
  { time: "07:00", workspace_type_name: "TG-4" },
  { time: "19:00", workspace_type_name: "TG-00" },
];

const everything: BehaviourOptions = { timetables: "run", autoStop: "run", offeredVersions: ["4.2.1", "4.10.0", "4.9.3"] };
const upgraded = { auto_upgrade_state: "minor" };

test.each<[string, BehaviourOptions, WorkspacePatch, readonly Partial<ScheduleRecord>[], number, readonly string[]]>([
  ["nothing, by default", {}, upgraded, day, 24 * hours, []],
  ["nothing before it is due", everything, upgraded, day, 29 * minutes, []],
  [
    "a timetable's entries, in order",
    { timetables: "run" },
    {},
    day,
    20 * hours,
    ["03-29T19:00 timetable TG-00", "03-30T07:00 timetable TG-4"],
  ],
  ["an auto-stop, once", { autoStop: "run" }, { auto_stop_minutes: 45 }, [], 20 * hours, ["03-29T12:45 auto-stop Idle"]],
  ["no auto-stop after 0 minutes", { autoStop: "run" }, { auto_stop_minutes: 0 }, [], 20 * hours, []],
  [
    "an upgrade to the newest version, in the window",
    { offeredVersions: ["4.2.1", "4.10.0", "4.9.3"] },
    upgraded,
    [],
    400 * hours,
    ["04-05T02:00 upgrade 4.10.0"],
  ],
  ["no upgrade where upgrades are off", { offeredVersions: ["4.2.1"] }, {}, [], 400 * hours, []],
  ["no upgrade to an older version", { offeredVersions: ["4.1.9"] }, upgraded, [], 400 * hours, []],
])("the service does %s", async (_, options, patch, entries, milliseconds, expected) => {
  const { emulator, acts } = await start({ statusAfter: 0, ...options }, patch, entries);
  emulator.advance(milliseconds);
  expect(acts).toEqual(expected);
});

test("a request finds done what was due before it", async () => {
  const { read, clock, acts } = await start({ timetables: "run" }, {}, day);
  clock.time += 20 * hours;
  expect((await read()).workspace_type?.typeName).toBe("TG-4");
  expect(acts.length).toBe(2);
});

test("each act happens at its time, and what follows from it too", async () => {
  const entries = [{ date: "2026-03-29", time: "19:30", workspace_type_name: "TG-2" }];
  const { emulator, live } = await start({ timetables: "run", autoStop: "run", statusAfter: { ms: 3 * minutes } }, {}, entries);
  emulator.advance(31 * minutes);
  expect(live().status).toBe("Pausing");
  emulator.advance(19 * hours);
  expect(live()).toMatchObject({ status: "Idle", last_modified_time: "2026-03-29T19:30:00.000Z" });
});

test.each([
  ["vanish", 0],
  ["stay", 1],
] as const)("an entry for one date sets the size once, and then it may %s", async (datedEntries, left) => {
  const entries = [{ date: "2026-03-30", workspace_type_name: "TG-2" }];
  const { emulator, wg, ws, acts, live } = await start({ timetables: "run", datedEntries }, {}, entries);
  emulator.advance(400 * hours);
  expect(acts).toEqual(["03-30T07:00 timetable TG-2"]);
  expect(live().workspace_type).toMatchObject({ typeName: "TG-2", memory: "128Gi" });
  expect(emulator.contents(wg, ws).schedules.length).toBe(left);
});

test.each([
  ["auto", "auto"],
  ["4.2.0", "4.3.0"],
])("during an upgrade, the desired version %s shows as %s", async (desired_tg_version, shown) => {
  const { emulator, live } = await start({ offeredVersions: ["4.3.0"], statusAfter: { ms: hours } }, { ...upgraded, desired_tg_version });
  emulator.advance(158 * hours);
  expect(live()).toMatchObject({ tg_version: "4.2.0", desired_tg_version: shown, last_maintenance: "2026-04-05T02:00:00.000Z" });
  emulator.advance(hours);
  expect(live().tg_version).toBe("4.3.0");
});

test("a request to the data plane counts as use, and one to the control plane does not", async () => {
  const { emulator, wg, ws, call, read, acts } = await start({ autoStop: "run" });
  const authorization = `GSQL-Secret ${emulator.account.addSecret(wg, ws)}`;
  emulator.advance(20 * minutes);
  await call("POST", "/restpp/query/movies/none", {}, { authorization });
  emulator.advance(20 * minutes);
  await read();
  expect(acts).toEqual([]);
  emulator.advance(20 * minutes);
  expect(acts).toEqual(["03-29T12:50 auto-stop Idle"]);
});

test("a workspace that runs again is idle from then on", async () => {
  const { emulator, put, acts } = await start({ autoStop: "run", statusAfter: { ms: 3 * minutes } });
  emulator.advance(60 * minutes);
  await put({ pause: false });
  emulator.advance(60 * minutes);
  expect(acts).toEqual(["03-29T12:30 auto-stop Idle", "03-29T13:33 auto-stop Idle"]);
});

test("an option that changes while the service runs changes nothing before", async () => {
  const { emulator, clock, acts } = await start({}, {}, day);
  clock.time += 20 * hours;
  emulator.behave({ timetables: "run" });
  emulator.advance(12 * hours);
  expect(acts).toEqual(["03-30T19:00 timetable TG-00"]);
  clock.time += 12 * hours;
  emulator.behave({ timetables: "ignored" });
  emulator.advance(24 * hours);
  expect(acts).toEqual(["03-30T19:00 timetable TG-00", "03-31T07:00 timetable TG-4"]);
});

test("a checkpoint restores the time up to which the service acted", async () => {
  const { emulator, acts, live } = await start({ timetables: "run" }, {}, day);
  expect(emulator.standing).toBeUndefined();
  const restore = emulator.checkpoint();
  emulator.advance(8 * hours);
  restore();
  expect(live().workspace_type?.typeName).toBe("TG-00");
  expect(acts).toEqual(["03-29T19:00 timetable TG-00", "03-29T19:00 timetable TG-00"]);
});
