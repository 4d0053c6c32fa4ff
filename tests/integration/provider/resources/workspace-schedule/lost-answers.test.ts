import { path, startSchedule, wg, ws } from "./fixture";

const post = { endpoint: "createSchedule" } as const;

test("what shows only after the run is found by the next one, and a refresh completes the resource's id", async () => {
  const { engine, program, emulator, clock, asked, schedules } = await startSchedule({ settleAfter: { ms: 60_000 } });
  emulator.fault({ kind: "reset-after", match: post });
  expect((await engine.up(program())).error).toMatch(/no read shows the schedule yet/);
  clock.time += 60_000;
  asked();
  expect(await engine.up(program())).toMatchObject({ error: "" });
  expect(asked()).toEqual([15]);
  const [made] = schedules();
  expect([schedules().length, engine.known["scheduleId"]]).toEqual([1, made?.id]);
  await engine.refresh();
  expect(engine.state?.id).toBe(`${wg}/${ws}/${made?.id}`);
  expect(await engine.up(program())).toMatchObject({ op: "same" });
});

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

test("a service without the calls is named with what still works, and nothing is kept", async () => {
  for (const profile of ["specified", "observed"] as const) {
    const { engine, program, emulator } = await startSchedule({ profile, extensions: false });
    const { error } = await engine.up(program());
    expect(error).toMatch(
      new RegExp(
        `this service does not have POST ${path}, which is not part of the documented API .*so nothing was made\\. What still works: reading schedules`,
      ),
    );
    expect(engine.state).toBeUndefined();
    const { id } = emulator.account.addSchedule(wg, ws, { repeat: "weekdays", time: "07:00" });
    engine.state = {
      id: `${wg}/${ws}/${id}`,
      inputs: { ...program(), __provider: engine.provider },
      outputs: { ...program(), scheduleId: id, __made: true, __provider: engine.provider },
    };
    expect((await engine.up(program({ time: "08:00" }))).error).toMatch(/does not have PUT .*so nothing was changed/);
    expect((await engine.destroy()).error).toMatch(/does not have DELETE .*deletionPolicy "retain" leaves this one as it is/);
  }
});

test("a deletion whose answer was lost is told by the list", async () => {
  const { engine, program, emulator, schedules } = await startSchedule({}, { maxRetries: 0 });
  await engine.up(program());
  emulator.fault({ kind: "status", status: 500, applied: true, match: { endpoint: "deleteSchedule" } });
  emulator.account.addSchedule(wg, ws);
  const { error, lines } = await engine.destroy();
  expect([error, schedules().length]).toEqual(["", 1]);
  expect(lines.at(-1)).toMatch(/the schedule is already gone$/);
});

const notFound = { kind: "status", status: 404, type: "Not-Found", match: { endpoint: "deleteSchedule" } } as const;

test.each([
  ["a 404 without a type", { ...notFound, type: "Unknown" }],
  ["a page with 404", { kind: "html", status: 404, match: { endpoint: "deleteSchedule" } }],
  ["a Not-Found", notFound],
] as const)("%s for the DELETE of a schedule that was deleted by hand: it is already gone", async (_, fault) => {
  const { engine, program, emulator, addTwin } = await startSchedule();
  await engine.up(program());
  emulator.changeContents(wg, ws, { schedules: [] });
  addTwin();
  emulator.fault(fault);
  const { error, lines } = await engine.destroy();
  expect([error, lines.at(-1)]).toEqual(["", expect.stringMatching(/the schedule is already gone$/)]);
});

test("a Not-Found for the DELETE of a schedule that the list still shows: the service does not have the call", async () => {
  const { engine, program, emulator } = await startSchedule();
  await engine.up(program());
  emulator.fault(notFound);
  expect((await engine.destroy()).error).toMatch(/this service does not have DELETE .*so nothing was deleted/);
  expect(engine.state).toBeDefined();
});

test("a Not-Found after a DELETE that was lost, of a schedule that the list still shows: it may still take effect", async () => {
  const { engine, program, emulator, schedules } = await startSchedule();
  await engine.up(program());
  emulator.fault({ kind: "reset-before", match: notFound.match });
  emulator.fault(notFound);
  expect((await engine.destroy()).error).toMatch(/It may still take effect; the resource stays in the state/);
  expect(await engine.destroy()).toMatchObject({ error: "" });
  expect(schedules()).toEqual([]);
});
