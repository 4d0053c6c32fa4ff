import { type BehaviourOptions, type Emulator, type EmulatorOptions, type ScheduleRecord, startEmulator } from "../../testing/emulator";
import { closeAfterTest } from "../support/close-after-test";
import { startPlugin } from "../support/plugin";
import { expectFigures } from "../support/figures";
import type { PluginHost } from "../support/plugin-host";
import { VirtualClock, type World } from "../support/provider";
import { fc } from "../support/random";
import { Member, Tally } from "./year/member";

/**
 * A year of a service that acts by itself: timetables resize workspaces, idle ones stop, new versions arrive. None of that is drift, or a
 * reason to send anything, and every change in the console is found.
 */

const weeks = 52;
const quarter = 15 * 60_000;
const quartersADay = 96;
const firstDay = Date.parse("2026-01-05T00:00Z");

const zones = [
  ..."Europe/Berlin America/New_York Australia/Sydney Asia/Kolkata America/St_Johns Australia/Lord_Howe".split(" "),
  ..."Pacific/Auckland America/Santiago Africa/Casablanca UTC".split(" "),
];

type Entries = readonly Partial<ScheduleRecord>[];
const entry = (repeat: string, time: string, size: string, repeat_on = "") => ({ repeat, repeat_on, time, workspace_type_name: size });

/** Office hours, nights with a time that exists twice or not at all on two days, weekends, and several times a day. */
const timetables: readonly Entries[] = [
  [entry("weekdays", "07:00", "TG-4"), entry("weekdays", "19:00", "TG-0")],
  [entry("daily", "02:30", "TG-1"), entry("daily", "06:00", "TG-00")],
  [entry("weekly", "08:00", "TG-2", "Monday"), entry("weekly", "18:30", "TG-00", "Friday")],
  [entry("daily", "00:15", "TG-0"), entry("daily", "01:30", "TG-2"), entry("daily", "13:45", "TG-4"), entry("daily", "22:15", "TG-1")],
];

/** The versions that are offered from a week on, and how the service shows them. */
const versions: Readonly<Record<number, BehaviourOptions>> = {
  5: { offeredVersions: ["4.2.1"] },
  17: { offeredVersions: ["4.2.1", "4.2.2"], desiredVersion: "kept" },
  36: { offeredVersions: ["4.2.2", "4.10.0"] },
};

/** The way of one provider kind. */
async function openWorld(emulator: Emulator, clock: VirtualClock, isPlugin: boolean): Promise<World> {
  const world = { settings: { baseUrl: emulator.url, apiKey: emulator.apiKey }, clock };
  if (!isPlugin) return world;
  const { attach, lines } = await startPlugin({}, { clock });
  // Each phase configures the plugin again, over one connection.
  const host = await attach();
  const attached = async () => Object.create(host, { stop: { value: () => undefined } }) as PluginHost;
  return { ...world, plugin: { attach: attached, lines } };
}

/** Twenty workspaces, five of each kind by each provider, four to a workgroup. */
async function openMembers(tally: Tally, emulator: Emulator, clock: VirtualClock): Promise<readonly Member[]> {
  const worlds = [await openWorld(emulator, clock, false), await openWorld(emulator, clock, true)];
  const members: Member[] = [];
  for (let index = 0; index < 20; index++) {
    const workgroupId = `a1000000-0000-4000-8000-0000000000${(10 + Math.floor(index / 4)).toString()}`;
    if (index % 4 === 0) emulator.account.addWorkgroup({ workgroup_id: workgroupId });
    const kind = index % 2 === 0 ? "WorkspaceSettings" : "Workspace";
    const name = `workspace-${index}`;
    const isMade = kind === "Workspace";
    const id = isMade ? name : emulator.account.addWorkspace(workgroupId, { name, database_id: `database-${index}` }).workspace_id;
    const timeZone = zones[index % zones.length] ?? "UTC";
    const timetable = timetables[Math.floor(index / 2 + index / 4) % timetables.length] ?? [];
    const versionsOf = [
      {},
      { desiredTgVersion: "4.2.0", autoUpgradeState: "minor" },
      { desiredTgVersion: "auto", autoUpgradeState: "minor" },
    ];
    const declared = {
      autoStopMinutes: 60,
      enableAutoStart: true,
      workspaceTypeName: timetable.at(-1)?.workspace_type_name,
      maintenanceWindow: { dayOfWeek: index % 7, hourOfDay: 2, intervalWeeks: 1, timeZone },
      ...versionsOf[index % versionsOf.length],
    };
    const world = worlds[Math.floor(index / 2) % 2] as World;
    const member = new Member(tally, emulator, world, kind, workgroupId, id, declared, timeZone);
    await member.open(timetable.map((one) => ({ ...one, timezone: timeZone })));
    members.push(member);
  }
  return members;
}

const quarterOfDay = fc.nat({ max: quartersADay - 1 });
const member = fc.nat({ max: 19 });

/** A moment of a day: which quarter, who, and what. */
const moment = fc.record({
  quarter: quarterOfDay,
  member,
  act: fc.constantFrom(
    ...(["preview", "preview", "preview", "drift", "drift", "drift", "minutes", "minutes", "start", "size", "entry"] as const),
  ),
  value: fc.nat({ max: 20 }),
});

const outside = fc.record({
  quarter: quarterOfDay,
  member,
  act: fc.constantFrom(...(["query", "query", "console minutes", "console start", "console size"] as const)),
  value: fc.nat({ max: 20 }),
});

type Moment = { readonly member: number; readonly act: string; readonly value: number };

const sizes = ["TG-00", "TG-0", "TG-1", "TG-2", "TG-4"];

async function play({ member: index, act, value }: Moment, members: readonly Member[]): Promise<void> {
  const one = members[index] as Member;
  const some = (count: number) => [...members, ...members].slice(index, index + count);
  if (act === "preview") for (const each of some(5)) await each.preview();
  if (act === "drift") for (const each of some(10)) if (await each.findDrift()) await each.repair();
  if (act === "minutes") await one.change("autoStopMinutes", 45 + 15 * value);
  if (act === "start") await one.change("enableAutoStart", value % 2 === 0);
  if (act === "size") await one.change("workspaceTypeName", sizes[value % sizes.length]);
  if (act === "entry") await one.changeEntry(value);
  if (act === "query") await one.query();
  if (act === "console minutes") one.changeInConsole({ auto_stop_minutes: 400 + value });
  if (act === "console start") one.changeInConsole({ enable_auto_start: value % 2 === 0 });
  if (act === "console size") one.changeInConsole({ workspace_type: { typeName: "TG-16" } });
}

test("a year in which the service acts by itself causes no false drift and no request against it, and every console change is reported", async () => {
  const acts = { timetable: 0, "auto-stop": 0, upgrade: 0 };
  const clock = new VirtualClock();
  clock.time = firstDay;
  const service: EmulatorOptions = { profile: "observed", statusAfter: { ms: 150_000 }, timetables: "run", autoStop: "run" };
  const onAct = ({ kind }: { readonly kind: keyof typeof acts }) => void acts[kind]++;
  const emulator = closeAfterTest(await startEmulator({ ...service, now: () => clock.time, sleep: async () => undefined, onAct }));
  const tally = new Tally();
  const members = await openMembers(tally, emulator, clock);
  const day = fc.tuple(fc.array(moment, { minLength: 2, maxLength: 4 }), fc.array(outside, { maxLength: 3 }));
  const days = fc.sample(day, weeks * 7).map((parts) => parts.flat());
  for (const [date, moments] of days.entries()) {
    // Ends the connections that the clients of earlier operations keep open.
    emulator.checkpoint()();
    emulator.behave(versions[date / 7] ?? {});
    for (let passed = 0; passed < quartersADay; passed++) {
      clock.time = Math.max(clock.time, firstDay + (date * quartersADay + passed) * quarter);
      emulator.elapse();
      for (const one of moments.filter((other) => other.quarter === passed)) await play(one, members);
    }
  }
  const problems = Object.entries(tally.problems);
  const figures = [...Object.entries({ ...acts, ...tally.counts }), ...problems.map(([name, { length }]) => [name, length] as const)];
  // One of a kind explains the others.
  expect(problems.flatMap(([, found]) => found.slice(0, 3))).toEqual([]);
  expect(Math.min(...Object.values({ ...acts, ...tally.counts }))).toBeGreaterThan(20);
  expectFigures("year", Object.fromEntries(figures));
});
