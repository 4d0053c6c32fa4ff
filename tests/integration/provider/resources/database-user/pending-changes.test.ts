import { startUser, wg, ws } from "./fixture";

const put = { endpoint: "setPassword" } as const;

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

test("a refusal is a plain error: the state stays as it was", async () => {
  const { engine, program, emulator } = await startUser();
  await engine.up(program());
  const { state } = engine;
  emulator.fault({ kind: "status", status: 400, type: "Bad-Request", match: put });
  expect((await engine.up(program({ password: "second" }))).error).toMatch(/HTTP 400/);
  expect(engine.state).toEqual(state);
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
