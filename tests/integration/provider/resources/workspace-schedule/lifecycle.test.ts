import { configOf, makeHost } from "../../../../support/provider";
import { workspaceSchedule } from "../../../../../provider/resources/workspace-schedule/crud";
import type { WorkspaceScheduleState } from "../../../../../provider/resources/workspace-schedule/schema";
import { path, startSchedule, wg, ws } from "./fixture";

const args = { workgroupId: wg, workspaceId: ws, repeat: "daily", time: "07:00", timeZone: "UTC" };
const content = { repeat: "weekdays", time: "07:00", timezone: "UTC" };
const body = JSON.stringify({ workspace_id: ws, ...content });

test("a schedule is made, changed, refreshed and deleted, each proven by the next read", async () => {
  const { engine, program, asked, schedules, change } = await startSchedule();
  const created = await engine.up(program());
  expect([created.op, created.error, created.lines]).toEqual(["create", "", [`graphplane: POST ${path} ${body}`]]);
  expect(asked()).toEqual([15, 15, "createSchedule", 15]);
  const id = schedules()[0]?.id;
  expect(engine.state?.id).toBe(`${wg}/${ws}/${id}`);
  expect(engine.known).toEqual({ ...program(), scheduleId: id });
  expect(await engine.up(program())).toMatchObject({ op: "same", lines: [] });
  expect(asked()).toEqual([]);

  const later = await engine.up(program({ time: "08:00", workspaceTypeName: "TG-1" }));
  expect([later.op, later.error]).toEqual(["update", ""]);
  expect(asked()).toEqual(["meta", 15, "updateSchedule", 15]);
  expect(schedules()).toEqual([expect.objectContaining({ id, ...content, time: "08:00", workspace_type_name: "TG-1" })]);

  change({ time: "09:30" });
  const drifted = await engine.refresh();
  expect(drifted.lines).toEqual([
    `graphplane: ${path}?repeat=weekdays&time=08%3A00&timezone=UTC&workspace_type_name=TG-1: drift: time is "09:30", last applied "08:00"`,
  ]);
  expect(engine.declared).toMatchObject({ time: "09:30" });
  await engine.up(program({ time: "08:00", workspaceTypeName: "TG-1" }));
  expect(schedules()).toEqual([expect.objectContaining({ time: "08:00" })]);

  asked();
  const gone = await engine.destroy();
  expect([gone.op, gone.error, gone.lines.at(-1)]).toEqual(["delete", "", `graphplane: sent DELETE ${path}/${id}`]);
  expect([asked(), schedules()]).toEqual([["deleteSchedule", 15], []]);
});

test("what is not declared is preserved, and a dropped argument sends nothing", async () => {
  const { engine, program, asked, schedules, change } = await startSchedule();
  await engine.up(program({ date: "2026-07-01" }));
  change({ repeat_on: "Monday" });
  asked();
  expect(await engine.up(program())).toMatchObject({ op: "update", error: "" });
  expect(asked()).toEqual([15]);
  await engine.up(program({ time: "08:00" }));
  expect(schedules()).toEqual([expect.objectContaining({ time: "08:00", repeat_on: "Monday", date: "2026-07-01" })]);
});

test("an existing schedule of the same content is another one", async () => {
  const { engine, program, schedules, addTwin } = await startSchedule();
  const { id } = addTwin();
  expect(await engine.up(program())).toMatchObject({ op: "create", error: "" });
  expect(schedules()).toHaveLength(2);
  expect(engine.known["scheduleId"]).not.toBe(id);
  await engine.destroy();
  expect(schedules().map((one) => one.id)).toEqual([id]);
});

test("a schedule that is only read has every field; one that is not there is an error", async () => {
  const { engine, emulator } = await startSchedule();
  const { id } = emulator.account.addSchedule(wg, ws, { repeat: "daily", time: "01:00" });
  const { outcome, outputs } = await engine.get(`${wg}/${ws}/${id}`);
  expect([outcome.op, outputs]).toMatchObject(["read", { repeat: "daily", time: "01:00", timeZone: "UTC", scheduleId: id }]);
  expect((await engine.get(`${wg}/${ws}/none`)).outcome.error).toMatch(/it does not exist\. Check the id/);
});

test("another workspace replaces it", async () => {
  const { engine, program, emulator, schedules } = await startSchedule();
  emulator.account.addWorkspace(wg, { workspace_id: "other" });
  await engine.up(program());
  expect(await engine.up(program({ workspaceId: "other" }))).toMatchObject({ op: "replace", error: "" });
  expect([schedules().length, emulator.contents(wg, "other").schedules.length]).toEqual([0, 1]);
});

test.each([
  [{ repeat: "" }, "repeat", "must not be empty"],
  [{ time: 7 }, "time", "must be a string, got number"],
  [{ at: "07:00" }, "at", /^unknown argument/],
  [{ deletionPolicy: "pause" }, "deletionPolicy", 'must be one of "delete", "retain"'],
] as const)("%j is refused at its property", async (more, property, reason) => {
  const { engine, program } = await startSchedule();
  const { failures } = await engine.up(program(more));
  expect(failures).toEqual([{ property, reason: expect.stringMatching(reason) as string }]);
});

test("with deletionPolicy retain, a deletion leaves the schedule as it is", async () => {
  const { engine, program, schedules, asked } = await startSchedule();
  await engine.up(program({ deletionPolicy: "retain" }));
  asked();
  expect((await engine.destroy()).lines).toEqual([
    `graphplane: ${path}/${schedules()[0]?.id}: the schedule is no longer managed; the service keeps it (deletionPolicy "retain")`,
  ]);
  expect([asked(), schedules()]).toEqual([[], [expect.objectContaining(content)]]);
});

test("a refresh of several schedules reads their list once", async () => {
  const { engine, emulator, clock, program, asked } = await startSchedule();
  const make = makeHost(clock, () => undefined);
  const entries = ["07:00", "19:00"].map((time) => emulator.account.addSchedule(wg, ws, { repeat: "daily", time, timezone: "UTC" }));
  for (const { id, time } of entries) {
    const resource = make("WorkspaceSchedule");
    await resource.configure?.({ config: configOf(engine.config) });
    const state = { ...program({ repeat: "daily", time }), scheduleId: id, __provider: engine.provider };
    expect((await resource.read?.(`${wg}/${ws}/${id}`, state))?.props).toMatchObject({ time, scheduleId: id });
  }
  expect(asked()).toEqual([15]);
});

test("new schedules of one workspace are made one after the other; those of others, and changes, do not wait for them", () => {
  const key = (last: Partial<WorkspaceScheduleState> = {}, workspaceId = ws) => workspaceSchedule.lockKey?.({ ...args, workspaceId }, last);
  expect(key()).toEqual(key({ ...args, scheduleId: "" }));
  expect(key()).not.toEqual(key(undefined, "other"));
  expect(key({ ...args, scheduleId: "s-1" })).toBeUndefined();
});
