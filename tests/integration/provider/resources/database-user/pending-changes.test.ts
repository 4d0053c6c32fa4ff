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
