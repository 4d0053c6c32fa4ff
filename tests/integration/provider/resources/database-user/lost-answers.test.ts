import { visible } from "../../../../support/service-fixture";
import { startUser, wg, ws } from "./fixture";

const post = { endpoint: "createUser" } as const;

test("a user that someone else makes meanwhile is not taken for ours: the service refuses the POST", async () => {
  const { engine, program, emulator, passwordIs } = await startUser();
  const meanwhile = () => emulator.account.addUser(wg, ws, { username: "anna", password: "theirs" }) === undefined;
  emulator.fault({ kind: "slow-body", pieces: 1, match: { ...post, body: meanwhile } });
  expect((await engine.up(program())).error).toMatch(/exists already/);
  expect(passwordIs("theirs")).toBe(true);
});

describe("a lost answer and a list that fails as well", () => {
  /** A user whose POST was lost, acted on or not, and nothing could tell. */
  const lost = async (kind: "reset-after" | "reset-before") => {
    const made = await startUser({}, { maxRetries: 0 });
    const { engine, program, emulator, asked } = made;
    emulator.fault({ kind, match: post });
    emulator.fault({ kind: "slow-body", pieces: 1, times: 2, match: { endpoint: "listUsers" } });
    const broken = emulator.fault({ kind: "status", status: 500, times: "always", match: { endpoint: "listUsers" } });
    const { error } = await engine.up(program());
    broken.remove();
    expect(error).toMatch(/POST \/workgroups\/.* lost its connection \(ECONNRESET\)\. The POST may have been processed/);
    expect(error).toMatch(/GET .* failed \(HTTP 500, Internal-Error\), saying "The service could not do it\.", RequestID: request-/);
    expect(error).toMatch(/Run "pulumi up" again: it first checks whether the user "anna" exists/);
    expect(engine.state).toMatchObject({ id: `${wg}/${ws}/anna`, initErrors: [error] });
    asked();
    return made;
  };

  test.each([
    ["reset-after", "first", ["listUsers"]],
    ["reset-after", "second", ["listUsers", "setPassword"]],
    // The list is read for as long as it may lag, before another POST is sent.
    ["reset-before", "first", [...Array<string>(10).fill("listUsers"), "createUser"]],
    ["reset-before", "second", [...Array<string>(10).fill("listUsers"), "createUser"]],
  ] as const)("keep the user in the state, and the next up looks (%s, %s password)", async (kind, password, requests) => {
    const { engine, program, asked, users, passwordIs } = await lost(kind);
    expect(await engine.up(program({ password }))).toMatchObject({ op: "update", error: "", failures: [] });
    expect(asked()).toEqual(requests);
    expect(users()).toEqual(["anna"]);
    expect(passwordIs(password)).toBe(true);
    expect(engine.known).toEqual(program({ password }));
    expect(await engine.up(program({ password }))).toMatchObject({ op: "same" });
  });
});

test("a lost answer and a list that may not show every user: the user is kept as unsure, and the next up looks", async () => {
  const { engine, program, emulator, users } = await startUser();
  emulator.fault({ kind: "reset-after", match: post });
  const sent = () => emulator.journal.writes().length > 0;
  const odd = emulator.fault({ kind: "wrong-shape", shape: "null", times: "always", match: { endpoint: "listUsers", body: sent } });
  expect((await engine.up(program())).error).toMatch(
    /The POST may have been processed, and no read shows the user "anna" yet\. The state remembers it\. Run "pulumi up" again/,
  );
  expect(engine.state).toBeDefined();
  odd.remove();
  expect((await engine.up(program())).error).toBe("");
  expect(emulator.journal.endpoint("createUser").length).toBe(1);
  expect(users()).toEqual(["anna"]);
});

const canary = 'p/"ä w\\+4711';

test("the old password is not told either when the service repeats it", async () => {
  const { engine, program, emulator } = await startUser();
  await engine.up(program({ password: canary }));
  const message = `the password ${canary} is still in use`;
  emulator.fault({ kind: "status", status: 400, type: "Bad-Request", message, match: { endpoint: "setPassword" } });
  const seen = visible(await engine.up(program({ password: "next" })));
  expect(seen).toContain("is still in use");
  expect(seen).not.toContain(canary);
});
