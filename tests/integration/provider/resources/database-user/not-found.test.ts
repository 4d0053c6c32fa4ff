import type { Fault, EmulatorOptions } from "../../../../../testing/emulator";
import { startUser, wg, ws } from "./fixture";
import { scripted } from "../../../../support/settings-fixture";
import { configOf, makeHost, type Properties } from "../../../../support/provider";

const refused = { kind: "status", status: 400, type: "Bad-Request", message: "workspace does not exist", times: "always" } as const;

describe.each<[string, Fault]>([
  ["no list", { kind: "html", status: 404, times: "always", match: { endpoint: "listUsers" } }],
  ["a list that is refused", { ...refused, match: { endpoint: "listUsers" } }],
])("a service that has %s for a workspace that is gone, and refuses the deletion as a bad request:", (_, fault) => {
  test.each([
    ["refresh", ["listUsers", 7, "listUsers", 7]],
    ["destroy", [12, "listUsers", 7, "listUsers", 7]],
  ] as const)("a %s takes the user out of the state", async (operation, requests) => {
    const { engine, program, emulator, asked } = await startUser({}, { maxRetries: 0 });
    await engine.up(program());
    emulator.deleteWorkspace(wg, ws);
    emulator.fault({ ...refused, match: { endpoint: 12 } });
    emulator.fault(fault);
    asked();
    const { error, lines } = await engine[operation]();
    expect(error).toBe("");
    expect(engine.state).toBeUndefined();
    expect(asked()).toEqual(requests);
    expect(lines.join()).toMatch(operation === "destroy" ? /already gone/ : /^$/);
  });

  test("a new user fails the check at workspaceId", async () => {
    const { engine, program, emulator } = await startUser({}, { maxRetries: 0 });
    emulator.deleteWorkspace(wg, ws);
    emulator.fault(fault);
    expect((await engine.up(program())).failures).toMatchObject([{ property: "workspaceId" }]);
  });
});

describe("state keeps that a list has shown the user", () => {
  test("after a refresh, an adoption and a change of its password", async () => {
    const { engine, program, emulator } = await startUser();
    await engine.up(program());
    expect(engine.state?.outputs["__seen"]).toBeUndefined();
    await engine.refresh();
    expect(engine.state?.outputs["__seen"]).toBe(true);
    await engine.up(program({ password: "second" }));
    expect(engine.state?.outputs["__seen"]).toBe(true);
    emulator.account.addUser(wg, ws, { username: "berta", password: "theirs" });
    engine.state = undefined;
    await engine.up(program({ username: "berta", adopt: true }));
    expect(engine.state).toMatchObject({ outputs: { __seen: true } });
  });
});

/** A creation without a check before it: what was not known when the program was checked is looked at then. */
async function created(made: Awaited<ReturnType<typeof startUser>>, more: Properties = {}): Promise<string> {
  const resource = makeHost(made.clock, () => undefined)("DatabaseUser");
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

describe("a service that keeps names in lower case", () => {
  const ids = { workgroupId: wg, workspaceId: ws };
  const program = { ...ids, username: "Anna", password: "first" };
  const started = async (listed = [{ username: "anna" }]) => {
    const engine = await scripted((method) => (method === "GET" ? listed : "ok"), "DatabaseUser");
    expect((await engine.up(program)).error).toBe("");
    return engine;
  };

  test("is not believed that the user is gone", async () => {
    const engine = await started();
    const why =
      /not certain that the user "Anna" is gone, since the service shows "anna", which differs only in case\. .*pulumi state delete/;
    expect((await engine.refresh()).error).toMatch(why);
    expect(engine.state?.id).toBe(`${wg}/${ws}/Anna`);
  });

  test("and shows the user in another form after it was seen: nothing is sent", async () => {
    const listed = [{ username: "Anna" }];
    const engine = await scripted((method) => (method === "GET" ? structuredClone(listed) : "ok"), "DatabaseUser");
    await engine.up({ ...program, adopt: true });
    await engine.refresh();
    listed[0] = { username: "anna" };
    const outcome = await engine.up({ ...program, adopt: true, password: "second" });
    expect(JSON.stringify(outcome)).toContain('since the service shows \\"anna\\", which differs only in case');
    expect(outcome.lines.join()).not.toMatch(/sent PUT/);
  });
});

test("a deletion that is answered with false fails while the user is listed", async () => {
  const engine = await scripted((method) => (method === "GET" ? [{ username: "anna" }] : method !== "DELETE" && "ok"), "DatabaseUser");
  await engine.up({ workgroupId: wg, workspaceId: ws, username: "anna", password: "first", adopt: true, deletionPolicy: "delete" });
  expect((await engine.destroy()).error).toContain('was answered with false: the user "anna" was not deleted');
  expect(engine.state).toBeDefined();
});
