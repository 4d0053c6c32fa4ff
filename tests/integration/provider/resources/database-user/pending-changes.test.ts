import { startUser, wg, ws } from "./fixture";

const put = { endpoint: "setPassword" } as const;

/** A user whose password was changed from "first" to "second" by PUTs that all met the fault. */
async function changed(kind: "reset-after" | "reset-before") {
  const set = await startUser({}, { maxRetries: 1 });
  await set.engine.up(set.program());
  const fault = set.emulator.fault({ kind, match: put, times: "always" });
  const failed = await set.engine.up(set.program({ password: "second" }));
  fault.remove();
  expect(failed.error).toMatch(/PUT .* lost its connection .* may still take effect.*run "pulumi up" again/);
  expect(set.engine.state).toMatchObject({ id: `${wg}/${ws}/anna`, initErrors: [failed.error] });
  expect(set.engine.known["__pending"]).toEqual({ uncertain: ["password"] });
  return set;
}

describe.each(["reset-after", "reset-before"] as const)("a password whose PUT got no answer (%s)", (kind) => {
  test.each(["first", "second"])("the declared one holds in the end, and two further runs are silent (%s)", async (password) => {
    for (const refreshed of [false, true]) {
      const { engine, program, asked, passwordIs } = await changed(kind);
      if (refreshed) expect((await engine.refresh()).op).toBe("read");
      asked();
      expect(await engine.preview(program({ password }))).toMatchObject({
        op: "update",
        lines: [expect.stringMatching(/PUT .*\[secret\]/)],
      });
      expect(await engine.up(program({ password }))).toMatchObject({ op: "update", error: "" });
      expect(asked()).toEqual(["listUsers", "listUsers", "setPassword"]);
      expect(passwordIs(password)).toBe(true);
      for (let run = 0; run < 2; run++) expect((await engine.up(program({ password }))).op).toBe("same");
      expect(asked()).toEqual([]);
      expect(engine.known).toEqual(program({ password }));
    }
  });
});

test("an adoption whose PUT got no answer is in state, and the next up sets the password", async () => {
  const { engine, program, emulator, asked, passwordIs } = await startUser({}, { maxRetries: 0 });
  emulator.account.addUser(wg, ws, { username: "anna", password: "theirs" });
  emulator.fault({ kind: "reset-before", match: put });
  const { error } = await engine.up(program({ adopt: true }));
  expect(engine.state).toMatchObject({ id: `${wg}/${ws}/anna`, initErrors: [error] });
  asked();
  expect((await engine.up(program({ adopt: true }))).error).toBe("");
  expect(asked()).toEqual(["listUsers", "setPassword"]);
  expect(passwordIs("first")).toBe(true);
});

test("a user whose POST got no answer and that appears only later is ours, and needs no adoption", async () => {
  const { engine, program, emulator, asked } = await startUser({}, { maxRetries: 0 });
  emulator.fault({ kind: "reset-before", match: { endpoint: "createUser" } });
  const { error } = await engine.up(program());
  expect(engine.state).toMatchObject({ id: `${wg}/${ws}/anna`, initErrors: [error] });
  emulator.account.addUser(wg, ws, { username: "anna", password: "first" });
  asked();
  expect(await engine.up(program())).toMatchObject({ op: "update", error: "" });
  expect(asked()).not.toContain("createUser");
  expect((await engine.up(program())).op).toBe("same");
});

test("a refusal is a plain error: the state stays as it was", async () => {
  const { engine, program, emulator } = await startUser();
  await engine.up(program());
  const { state } = engine;
  emulator.fault({ kind: "status", status: 400, type: "Bad-Request", match: put });
  expect((await engine.up(program({ password: "second" }))).error).toMatch(/HTTP 400/);
  expect(engine.state).toEqual(state);
});

test("the resource that keeps its user says that it may still change", async () => {
  const { engine, program, emulator } = await startUser({}, { maxRetries: 0 });
  await engine.up(program({ deletionPolicy: "retain" }));
  emulator.fault({ kind: "reset-before", match: put });
  await engine.up(program({ password: "second", deletionPolicy: "retain" }));
  expect((await engine.destroy()).lines.at(-1)).toMatch(/no longer managed; .*; what was sent last may still take effect$/);
});

test.each(["lost", ["x"], 7, {}])("a state of another version whose __pending is %j is updated, read and deleted", async (pending) => {
  const { engine, program } = await startUser();
  await engine.up(program());
  const { state } = engine;
  if (state === undefined) throw new Error("no state");
  engine.state = { ...state, outputs: { ...state.outputs, __pending: pending } };
  expect((await engine.refresh()).op).toBe("read");
  engine.state = { ...state, outputs: { ...state.outputs, __pending: pending } };
  expect(await engine.up(program())).toMatchObject({ op: "update", error: "" });
  expect(engine.known).toEqual(program());
  expect((await engine.destroy()).error).toBe("");
});
