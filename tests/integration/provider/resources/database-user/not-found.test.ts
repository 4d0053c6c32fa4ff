import type { Fault } from "../../../../../testing/emulator";
import { startUser, wg, ws } from "./fixture";

const refused = { kind: "status", status: 400, type: "Bad-Request", message: "workspace does not exist", times: "always" } as const;

describe.each<[string, Fault]>([
  ["no list", { kind: "html", status: 404, times: "always", match: { endpoint: "listUsers" } }],
  ["a list that is refused", { ...refused, match: { endpoint: "listUsers" } }],
])("a service that has %s for a workspace that is gone, and refuses the deletion as a bad request:", (_, fault) => {
  test.each([
    ["refresh", ["listUsers", 7]],
    ["destroy", [12, "listUsers", 7]],
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

test("a key that sees empty lists only takes no user out of the state, and is told so", async () => {
  const { engine, program, emulator } = await startUser({}, { maxRetries: 0 });
  await engine.up(program());
  const before = engine.state;
  emulator.fault({ kind: "wrong-shape", shape: "empty-array", times: "always" });
  expect((await engine.refresh()).error).toMatch(
    /the list of users was answered as empty, and its workspace was not seen either\. Check that the key is of the right organization\..*"pulumi state delete"/,
  );
  expect(engine.state).toEqual(before);
});
