import { visible } from "../../../../support/service-fixture";
import { path, startUser, wg, ws } from "./fixture";

const post = { endpoint: "createUser" } as const;

test.each([
  ["a lost connection", { kind: "reset-after" }],
  ["a timeout", { kind: "hang", applied: true }],
  ["half an answer", { kind: "truncated" }],
  ["an empty answer", { kind: "empty" }],
  ["a gateway's 502", { kind: "html", status: 502, applied: true }],
  ["a 500", { kind: "status", status: 500, applied: true }],
] as const)("%s after the POST was acted on: absent before and present now is ours", async (_, fault) => {
  const { engine, program, emulator, asked, passwordIs } = await startUser({}, { requestTimeoutSeconds: 2 });
  emulator.fault({ ...fault, match: post });
  const { error, lines } = await engine.up(program());
  expect(error).toBe("");
  expect(asked()).toEqual(["listUsers", "createUser", "listUsers"]);
  expect(lines.at(-1)).toBe(
    `graphplane: sent POST ${path} {"username":"anna","password":"[secret]"}: the answer was lost, and the user "anna" is there`,
  );
  expect(passwordIs("first")).toBe(true);
});

test.each([
  ["a lost connection", { kind: "reset-before" }],
  ["a timeout", { kind: "hang" }],
  ["a 503", { kind: "html", status: 503 }],
] as const)("%s before the POST was acted on: an error, not sent again, and the next up makes it", async (_, fault) => {
  const { engine, program, emulator, asked, users } = await startUser({}, { requestTimeoutSeconds: 2 });
  emulator.fault({ ...fault, match: post });
  const { error } = await engine.up(program());
  expect(error).toMatch(
    /^DatabaseUser: create of database user "anna" .*may have been processed, and no read shows the user "anna" yet\. The state remembers it\. Run "pulumi up" again/,
  );
  // It is looked at for a while: what was made may show late.
  expect(asked()).toEqual(["listUsers", "createUser", ...Array<string>(8).fill("listUsers")]);
  expect((await engine.up(program())).error).toBe("");
  expect(users()).toEqual(["anna"]);
});

test.each([202, 204])("a POST that is acknowledged with HTTP %i and no body is believed", async (status) => {
  const { engine, program, emulator, asked, passwordIs } = await startUser();
  emulator.fault({ kind: "empty", status, match: post });
  const { error, lines } = await engine.up(program());
  expect(error).toBe("");
  expect(asked()).toEqual(["listUsers", "createUser"]);
  expect(lines.at(-1)).toBe(`graphplane: sent POST ${path} {"username":"anna","password":"[secret]"}`);
  expect(passwordIs("first")).toBe(true);
  expect((await engine.up(program())).op).toBe("same");
});

test("a user that shows late after a lost answer is ours", async () => {
  const { engine, program, emulator, world, asked } = await startUser();
  emulator.fault({ kind: "reset-before", match: post });
  let pauses = 0;
  world.clock.onSleep = () => {
    if (++pauses === 4) emulator.account.addUser(wg, ws, { username: "anna", password: "first" });
  };
  expect(await engine.up(program())).toMatchObject({ op: "create", error: "" });
  expect(asked().filter((endpoint) => endpoint === "createUser")).toHaveLength(1);
});

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
    emulator.fault({ kind: "slow-body", pieces: 1, match: { endpoint: "listUsers" } });
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

  test.each(["reset-after", "reset-before"] as const)("a refresh keeps the user in the state (%s)", async (kind) => {
    const { engine, program, users } = await lost(kind);
    expect((await engine.refresh()).op).toBe("read");
    expect((await engine.up(program())).error).toBe("");
    expect(users()).toEqual(["anna"]);
    expect(engine.known).toEqual(program());
  });

  test.each(["reset-after", "reset-before"] as const)("a destroy leaves no user behind (%s)", async (kind) => {
    const { engine, users } = await lost(kind);
    expect(await engine.destroy()).toMatchObject({ op: "delete", error: "" });
    expect(users()).toEqual([]);
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

test("a lost PUT and a lost DELETE are sent again", async () => {
  const { engine, program, emulator, asked, passwordIs, users } = await startUser();
  await engine.up(program());
  asked();
  emulator.fault({ kind: "reset-before", match: { endpoint: "setPassword" } });
  expect((await engine.up(program({ password: "second" }))).error).toBe("");
  expect(asked()).toEqual(["listUsers", "setPassword", "setPassword"]);
  expect(passwordIs("second")).toBe(true);
  emulator.fault({ kind: "reset-after", match: { endpoint: 12 } });
  expect((await engine.destroy()).error).toBe("");
  expect(users()).toEqual([]);
});

test("a refused deletion of a user that is there is an error; of one that is not, it is fine", async () => {
  const { engine, program, emulator, asked } = await startUser({}, { maxRetries: 0 });
  await engine.up(program());
  const refused = { kind: "status", status: 400, type: "Unknown", match: { endpoint: 12 } } as const;
  emulator.fault(refused);
  expect((await engine.destroy()).error).toMatch(/HTTP 400/);
  await fetch(`${emulator.url}/controller/v4/v2${path}`, {
    method: "DELETE",
    headers: { "x-api-key": emulator.apiKey, "content-type": "application/json" },
    body: '{"username":"anna"}',
  });
  asked();
  emulator.fault(refused);
  expect((await engine.destroy()).error).toBe("");
  // No user is left in the list, so that the workspace tells that the list is the whole one.
  expect(asked()).toEqual([12, "listUsers", 7]);
});

const canary = 'p/"ä w\\+4711';
const spelled = [canary, encodeURIComponent(canary), Buffer.from(canary).toString("base64"), JSON.stringify(canary).slice(1, -1)];

test.each(["createUser", "setPassword", 12] as const)("no password in any line or error when %s repeats it", async (endpoint) => {
  const { engine, program, emulator } = await startUser({ profile: "observed" }, { maxRetries: 0 });
  const seen: string[] = [];
  const up = async (password: string) => seen.push(visible(await engine.up(program({ password }))));
  const echo = { kind: "echo-secret", encoded: true, match: { endpoint } } as const;
  seen.push(visible(await engine.preview(program({ password: canary }))));
  emulator.fault(echo);
  emulator.fault({ ...echo, status: 500, type: "Internal-Error" });
  if (endpoint !== "createUser") await up("before");
  await up(canary);
  await up(canary);
  await up(canary);
  expect(emulator.passwordIs(wg, ws, "anna", canary)).toBe(true);
  seen.push(visible(await engine.refresh()), visible(await engine.destroy()), visible(await engine.destroy()));
  if (engine.state !== undefined) seen.push(visible(await engine.destroy()));
  expect(seen.join()).toContain("was refused");
  for (const spelling of spelled) expect(seen.join("\n")).not.toContain(spelling);
});

test("the old password is not told either when the service repeats it", async () => {
  const { engine, program, emulator } = await startUser();
  await engine.up(program({ password: canary }));
  const message = `the password ${canary} is still in use`;
  emulator.fault({ kind: "status", status: 400, type: "Bad-Request", message, match: { endpoint: "setPassword" } });
  const seen = visible(await engine.up(program({ password: "next" })));
  expect(seen).toContain("is still in use");
  expect(seen).not.toContain(canary);
});
