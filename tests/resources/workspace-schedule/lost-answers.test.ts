import { startSchedule, wg, ws } from "./fixture";

const post = { endpoint: "createSchedule" } as const;

test("where two schedules of the content appeared, none is taken for ours, and no third is made", async () => {
  const { engine, program, emulator, schedules, addTwin } = await startSchedule();
  emulator.fault({ kind: "reset-after", match: post });
  const meanwhile = emulator.fault({
    kind: "slow-body",
    pieces: 1,
    match: { endpoint: 15, body: () => schedules().length === 1 && addTwin() !== undefined },
  });
  expect((await engine.up(program())).error).not.toBe("");
  meanwhile.remove();
  const again = await engine.up(program());
  expect(again.error).toMatch(/which object it created: 2 appeared since \(.*\)\. Nothing is sent\. .*or delete the others/);
  expect(schedules()).toHaveLength(2);
  emulator.changeContents(wg, ws, { schedules: schedules().slice(0, 1) });
  expect(await engine.up(program())).toMatchObject({ error: "" });
  expect(engine.known["scheduleId"]).toBe(schedules()[0]?.id);
});

const notFound = { kind: "status", status: 404, type: "Not-Found", match: { endpoint: "deleteSchedule" } } as const;

test("a Not-Found after a DELETE that was lost, of a schedule that the list still shows: it may still take effect", async () => {
  const { engine, program, emulator, schedules } = await startSchedule();
  await engine.up(program());
  emulator.fault({ kind: "reset-before", match: notFound.match });
  emulator.fault(notFound);
  expect((await engine.destroy()).error).toMatch(/It may still take effect; the resource stays in the state/);
  expect(await engine.destroy()).toMatchObject({ error: "" });
  expect(schedules()).toEqual([]);
});

test.each<[string, (other: string) => object]>([
  ["without an identifier", () => ({ id: "", repeat: "weekdays", time: "07:00" })],
  ["with a schedule that was there before", (id) => ({ id, repeat: "weekdays", time: "07:00" })],
])("the response to a POST %s does not say which schedule it made: the list does", async (_name, answerOf) => {
  const { engine, program, emulator, schedules, addTwin } = await startSchedule();
  const other = addTwin().id;
  emulator.fault({ kind: "wrong-shape", result: answerOf(other), match: post });
  expect(await engine.up(program())).toMatchObject({ op: "create", error: "" });
  const made = schedules()
    .map(({ id }) => id)
    .filter((id) => id !== other);
  expect([engine.known["scheduleId"]]).toEqual(made);
});

test("a schedule that the list shows by another identifier than the response to the POST is not made again", async () => {
  const { engine, program, emulator, schedules } = await startSchedule();
  emulator.fault({ kind: "wrong-shape", result: { id: "job-1", status: "accepted" }, match: post });
  expect((await engine.up(program({ timeoutSeconds: 5 }))).error).toContain("timed out after 5 s");
  expect(await engine.up(program())).toMatchObject({ op: "update", error: "" });
  expect(schedules()).toEqual([expect.objectContaining({ id: engine.known["scheduleId"] })]);
  expect((await engine.up(program())).op).toBe("same");
});
