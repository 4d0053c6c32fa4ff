import { startSchedule } from "./fixture";

test("an existing schedule of the same content is another one", async () => {
  const { engine, program, schedules, addTwin } = await startSchedule();
  const { id } = addTwin();
  expect(await engine.up(program())).toMatchObject({ op: "create", error: "" });
  expect(schedules()).toHaveLength(2);
  expect(engine.known["scheduleId"]).not.toBe(id);
  await engine.destroy();
  expect(schedules().map((one) => one.id)).toEqual([id]);
});
