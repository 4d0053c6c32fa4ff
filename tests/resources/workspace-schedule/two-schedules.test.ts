import { configOf, makeHost, type Properties } from "../../support/provider";
import { startService } from "../../support/service-fixture";
import { place, wg, ws } from "../../support/resource-fixture";

const id = `${wg}/${ws}/`;
const programOf = (more: Properties): Properties => ({ ...place, repeat: "daily", timeZone: "UTC", __provider: "p", ...more });
const [early, late] = [programOf({ time: "07:00" }), programOf({ time: "19:00" })];

/** A service, and two schedules of one workspace whose POSTs were lost before they were acted on: both have the same id. */
async function startUnmade(programs: readonly Properties[]) {
  const { emulator, clock } = await startService({ extensions: true });
  emulator.account.addWorkgroup({ workgroup_id: wg });
  emulator.account.addWorkspace(wg, { workspace_id: ws });
  const start = async (print: (line: string) => void = () => undefined) => {
    const resource = makeHost(clock, print)("WorkspaceSchedule");
    await resource.configure?.({ config: configOf({ "graphplane:baseUrl": emulator.url, "graphplane:apiKey": emulator.apiKey }) });
    return resource;
  };
  const first = await start();
  const states: Properties[] = [];
  for (const program of programs) {
    emulator.fault({ kind: "reset-before", match: { endpoint: "createSchedule" } });
    const failed = await first.create(program).catch((error: unknown) => error);
    expect(failed).toMatchObject({ id });
    states.push((failed as { properties: Properties }).properties);
  }
  return { start, states, emulator, schedules: () => emulator.contents(wg, ws).schedules };
}

test("two equal schedules are announced, and neither POST is reported as unannounced", async () => {
  const { start, schedules } = await startUnmade([]);
  const lines: string[] = [];
  const resource = await start((line) => lines.push(line));
  for (const [name, program] of Object.entries({ a: early, b: early })) await resource.check?.({}, { ...program, __urn: `urn:${name}` });
  await Promise.all([early, early].map((program) => resource.create(program)));
  expect(lines.filter((line) => line.includes("POST")).map((line) => line.split(" ")[1])).toEqual(["POST", "POST"]);
  expect(schedules()).toHaveLength(2);
});

test("of two schedules with incomplete ids, the removed one is deleted and the other is kept", async () => {
  const { start, states, schedules } = await startUnmade([early, late]);
  const made: Properties[] = [];
  const second = await start();
  for (const [index, program] of [early, late].entries())
    made.push((await second.update?.(id, states[index], program))?.outs as Properties);
  const third = await start();
  const [kept = {}, removed = {}] = made;
  await third.check?.(early, early);
  await third.diff?.(id, kept, early);
  await third.delete?.(id, removed);
  expect(schedules().map(({ time }) => time)).toEqual(["07:00"]);
});

test("a schedule that appears only when it is removed is deleted, although another with the same incomplete id is kept", async () => {
  const { start, states, emulator, schedules } = await startUnmade([early, late]);
  const [kept = {}, removed = {}] = states;
  emulator.account.addSchedule(wg, ws, { repeat: "daily", time: "19:00", timezone: "UTC" });
  const second = await start();
  await second.check?.(early, early);
  await second.diff?.(id, kept, early);
  await second.delete?.(id, removed);
  expect(schedules()).toEqual([]);
});

test.each<[string, Properties, Properties]>([
  ["the second one says more", early, { ...early, workspaceTypeName: "TG-1" }],
  ["the first one says more", { ...early, workspaceTypeName: "TG-1" }, early],
  ["both are equal", early, early],
])("two schedules that a run creates in parallel get different identifiers if %s", async (_, ...programs) => {
  const { start, states, emulator, schedules } = await startUnmade(programs);
  emulator.fault({ kind: "wrong-shape", shape: "null", times: "always", match: { endpoint: "createSchedule" } });
  const second = await start();
  const made = await Promise.all(programs.map(async (program, index) => second.update?.(id, states[index], program)));
  const ids = made.map((result) => (result?.outs as Properties)["scheduleId"]);
  const sizes = ids.map((one) => schedules().find((schedule) => schedule.id === one)?.workspace_type_name);
  expect(sizes).toEqual(programs.map(({ workspaceTypeName = "" }) => workspaceTypeName));
  expect([schedules().length, new Set(ids).size]).toEqual([2, 2]);
});
