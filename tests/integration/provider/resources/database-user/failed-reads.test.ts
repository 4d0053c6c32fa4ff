import type { EmulatorOptions, Fault } from "../../../../../testing/emulator";
import { configOf, makeHost, type Properties } from "../../../../support/provider";
import { startUser, wg, ws } from "./fixture";

/** A creation without a check before it: what was not known when the program was checked is looked at then. */
async function created(made: Awaited<ReturnType<typeof startUser>>, more: Properties = {}): Promise<string> {
  const resource = makeHost(made.world.clock, () => undefined)("DatabaseUser");
  await resource.configure?.({ config: configOf(made.engine.config) });
  return resource.create({ ...made.program(more), __provider: "p" }).then(
    ({ id }) => id,
    (error: Error) => error.message,
  );
}

type UserFixture = Awaited<ReturnType<typeof startUser>>;

describe("what was not known when it was checked is looked at before the POST:", () => {
  test.each<[string, EmulatorOptions, (made: UserFixture) => unknown, RegExp]>([
    ["no workspace", {}, ({ emulator }) => emulator.deleteWorkspace(wg, ws), /there is no workspace/],
    ["no list", { extensions: false }, () => undefined, /does not have GET .*\/dbuser/],
    ["a user of the name", {}, ({ emulator }) => emulator.account.addUser(wg, ws, { username: "anna", password: "theirs" }), /adopt: true/],
  ])("%s is an error, and nothing is sent", async (_, options, prepare, told) => {
    const made = await startUser(options);
    prepare(made);
    expect(await created(made)).toMatch(told);
    expect(made.emulator.journal.writes().length).toBe(0);
  });

  test("a free name is made, and with adopt: true one that is there gets the password", async () => {
    const made = await startUser();
    expect(await created(made)).toBe(`${wg}/${ws}/anna`);
    expect(await created(made, { adopt: true, password: "second" })).toBe(`${wg}/${ws}/anna`);
    expect(made.passwordIs("second")).toBe(true);
  });
});

describe("a deletion that fails, while it cannot be told that the user is gone, is an error:", () => {
  const list = { endpoint: "listUsers" } as const;
  test.each<[string, Fault]>([
    ["the list is null", { kind: "wrong-shape", shape: "null", match: list }],
    ["its entries have no name", { kind: "wrong-shape", shape: "array", match: list }],
    ["there is no list", { kind: "html", status: 404, match: list }],
    ["the list fails", { kind: "status", status: 500, match: list }],
  ])("%s", async (_, fault) => {
    const { engine, program, emulator, asked } = await startUser({}, { maxRetries: 0 });
    await engine.up(program());
    asked();
    emulator.fault({ kind: "status", status: 500, match: { endpoint: 12 } });
    emulator.fault(fault);
    expect((await engine.destroy()).error).toMatch(/^DatabaseUser: delete of .*HTTP 500/);
    expect(asked()).toEqual([12, "listUsers", 7]);
  });

  test("the key is refused: not even a look is tried", async () => {
    const { engine, program, emulator, asked } = await startUser();
    await engine.up(program());
    asked();
    emulator.fault({ kind: "status", status: 401, type: "Unauthorized", match: { endpoint: 12 } });
    expect((await engine.destroy()).error).toMatch(/HTTP 401/);
    expect(asked()).toEqual([12]);
  });
});
