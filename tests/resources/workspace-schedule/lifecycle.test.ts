import { Readings } from "../../support/readings";
import { addPlace, place, startResource, wg, ws } from "../../support/resource-fixture";

/** A service with one workspace, and an engine that holds one `WorkspaceSchedule`. */
async function startSchedule() {
  const program = { ...place, repeat: "weekdays", time: "07:00", timeZone: "UTC" };
  const made = await startResource("WorkspaceSchedule", program, addPlace);
  return { ...made, schedules: () => made.emulator.contents(wg, ws).schedules };
}

test.each(["sent", "lost at first"])("an existing schedule with the same values is not the one of a POST that is %s", async (how) => {
  const { engine, program, schedules, emulator } = await startSchedule();
  const { id } = emulator.account.addSchedule(wg, ws, { repeat: "weekdays", repeat_on: "", time: "07:00", workspace_type_name: "" });
  if (how !== "sent") {
    emulator.fault({ kind: "reset-before", match: { endpoint: "createSchedule" } });
    expect((await engine.up(program())).error).not.toBe("");
  }
  expect(await engine.up(program())).toMatchObject({ op: how === "sent" ? "create" : "update", error: "" });
  expect(schedules()).toHaveLength(2);
  expect(engine.known["scheduleId"]).not.toBe(id);
  await engine.destroy();
  expect(schedules().map((one) => one.id)).toEqual([id]);
});

test("a schedule that the list returns under a different identifier than the POST is not created again", async () => {
  const { engine, program, emulator, schedules } = await startSchedule();
  emulator.fault({ kind: "wrong-shape", result: { id: "job-1", status: "accepted" }, match: { endpoint: "createSchedule" } });
  expect((await engine.up(program({ timeoutSeconds: 5 }))).error).toContain("timed out after 5 s");
  expect(await engine.up(program())).toMatchObject({ op: "update", error: "" });
  expect(schedules()).toEqual([expect.objectContaining({ id: engine.known["scheduleId"] })]);
  expect((await engine.up(program())).op).toBe("same");
});

test("a schedule that appears late under its identifier is the created one, even if another has the sent values", async () => {
  const { engine, program, emulator } = await startSchedule();
  let show: (all: object[]) => object[] = () => [];
  new Readings(emulator).rewrite(15, (all) => show(all as object[]));
  expect((await engine.up(program({ timeoutSeconds: 5 }))).error).toContain("timed out after 5 s");
  const { scheduleId } = engine.known;
  show = ([made]) => [
    { ...made, time: "08:00" },
    { ...made, id: "other" },
  ];
  await engine.up(program());
  expect(engine.known).toMatchObject({ scheduleId });
});

test("a schedule that the list returns in equivalent forms matches: no wait, no request and no drift", async () => {
  const { engine, program, emulator, written } = await startSchedule();
  const shown = { repeat: "Weekly", repeat_on: ["Fri", "Monday"], time: "07:00:00", date: "2026-01-31T00:00:00Z", timezone: "utc" };
  new Readings(emulator).rewrite(15, (all) => (all as object[]).map((one) => ({ ...one, ...shown })));
  const declared = { repeat: "weekly", repeatOn: "Monday,Friday", date: "2026-01-31" };
  expect(await engine.up(program(declared))).toMatchObject({ op: "create", error: "" });
  written();
  for (const time of ["07:00", "7:00"]) {
    await engine.refresh();
    expect([await engine.up(program({ ...declared, time })), written()]).toMatchObject([
      { op: time === "7:00" ? "update" : "same", error: "" },
      [],
    ]);
  }
});

test("after a lost POST that created no schedule, a deletion sends no request and names the list", async () => {
  const { engine, program, emulator, written } = await startSchedule();
  emulator.fault({ kind: "reset-before", match: { endpoint: "createSchedule" } });
  expect((await engine.up(program())).error).not.toBe("");
  written();
  const { error, lines } = await engine.destroy();
  expect([error, written(), lines.at(-1)]).toEqual(["", [], expect.stringContaining("/schedules: nothing to delete")]);
});

test("a schedule without an identifier is not adopted as the one of a lost POST", async () => {
  const { engine, program, emulator, written } = await startSchedule();
  emulator.fault({ kind: "reset-after", match: { endpoint: "createSchedule" } });
  new Readings(emulator).rewrite(15, (all) => (all as object[]).map((one) => ({ ...one, id: undefined })));
  expect((await engine.up(program())).error).not.toBe("");
  written();
  expect((await engine.up(program({ time: "08:00" }))).error).toContain("entries without an identifier");
  expect(written()).toEqual([]);
});

test("if a service cannot change schedules, only the error of a deletion names the policy retain", async () => {
  const { engine, program, emulator } = await startSchedule();
  await engine.up(program());
  for (const endpoint of ["updateSchedule", "deleteSchedule"])
    emulator.fault({ kind: "html", status: 404, match: { endpoint }, times: "always" });
  const policy = 'deletionPolicy "retain" leaves this schedule unchanged';
  expect((await engine.destroy()).error).toContain(policy);
  expect((await engine.up(program({ time: "08:00" }))).error).not.toContain(policy);
});

test("without the documented list, no schedule is created or changed", async () => {
  const { engine, program, emulator, written } = await startSchedule();
  const hideList = () => emulator.fault({ kind: "html", status: 404, match: { endpoint: 15 }, times: "always" });
  const fault = hideList();
  expect([JSON.stringify(await engine.up(program())), written()]).toEqual([expect.stringMatching(/HTTP 404(?!.*which removes it)/), []]);
  fault.remove();
  await engine.up(program());
  written();
  hideList();
  const { error } = await engine.up(program({ time: "08:00" }));
  expect([error, written()]).toEqual([expect.stringMatching(/HTTP 404.*which removes it from the state if it is gone/), []]);
});

describe("a schedule for one date", () => {
  const once = { repeat: "none", date: "2026-12-24", time: "18:00", timeZone: "Europe/Berlin" };
  const runsAt = Date.parse("2026-12-24T17:00:00Z");
  const isDone =
    'its date "2026-12-24" has passed and the service no longer lists it, so graphplane does not create it again. Remove it from the program, or declare another date';

  /** The service removes the schedule at the time. */
  async function remove(at: number) {
    const made = await startSchedule();
    made.clock.time = runsAt - 3_600_000;
    expect(await made.engine.up(made.program(once))).toMatchObject({ op: "create", error: "" });
    made.clock.time = at;
    made.emulator.changeContents(wg, ws, { schedules: [] });
    made.written();
    return made;
  }

  test("that has run and is gone is done: it stays in the state with one notice, and is not created again", async () => {
    const { engine, program, clock, written } = await remove(runsAt);
    const { op, lines } = await engine.refresh();
    expect([op, lines]).toEqual(["read", [expect.stringMatching(/^graphplane: \S+: /)]]);
    expect(lines[0]).toContain(isDone);
    expect(clock.time).toBe(runsAt);
    expect((await engine.up(program(once))).op).toBe("same");
    // Another time of the same day has passed too.
    const changed = await engine.up(program({ ...once, time: "17:00" }));
    expect([changed.op, changed.error, changed.lines.join("\n")]).toEqual(["update", "", expect.stringContaining(isDone)]);
    expect(written()).toEqual([]);
  });

  test("is created again for a different date, under a new identifier", async () => {
    const { engine, program, written, schedules } = await remove(runsAt);
    const { scheduleId } = engine.known;
    const next = program({ ...once, date: "2027-12-24" });
    expect((await engine.preview(next)).lines.at(-1)).toMatch(/^graphplane: POST .*"date":"2027-12-24"/);
    expect(await engine.up(next)).toMatchObject({ op: "update", error: "" });
    expect(written()).toEqual([expect.stringMatching(/^POST /)]);
    expect(schedules()).toMatchObject([{ id: engine.known["scheduleId"], date: "2027-12-24" }]);
    expect(engine.known["scheduleId"]).not.toBe(scheduleId);
    await engine.destroy();
    expect(schedules()).toEqual([]);
  });

  test("that is gone before its time is created again", async () => {
    const { engine, program } = await remove(runsAt - 60_000);
    expect((await engine.refresh()).op).toBe("gone");
    expect((await engine.up(program(once))).op).toBe("create");
  });

  test("that is done is destroyed without a request that changes anything else", async () => {
    const { engine } = await remove(runsAt + 1);
    expect((await engine.destroy()).error).toBe("");
    expect(engine.state).toBeUndefined();
  });

  const skipped = 'date "2027-03-28" and time "02:30" in "Europe/Berlin" do not exist, because the clocks skip that time';
  test.each<[string, object, string]>([
    ["in the past", {}, 'date "2026-12-24" and time "18:00" in "Europe/Berlin" are in the past: the schedule will probably never run'],
    ["at a time that does not exist on that day", { date: "2027-03-28", time: "02:30" }, skipped],
  ])("that is new and %s warns, and is sent", async (_name, more, warning) => {
    const { engine, program, clock, written } = await startSchedule();
    clock.time = runsAt + 1;
    const declared = program({ ...once, ...more });
    const { lines, error } = await engine.up(declared);
    expect([error, lines.filter((line) => line.includes(warning)).length]).toEqual(["", 1]);
    expect(written()).toHaveLength(1);
    expect((await engine.up({ ...declared, timeoutSeconds: 60 })).lines.join()).not.toContain(warning);
  });

  test.each(["date", "time", "timeZone"])("whose %s is secret never warns of its date", async (name) => {
    const { engine, program, clock } = await startSchedule();
    clock.time = runsAt + 1;
    const { lines } = await engine.preview(program({ ...once, repeat: "daily" }), [name]);
    expect(lines).toEqual([expect.stringMatching(/: POST .*\[secret\]/)]);
  });
});
