import { configOf, makeHost } from "../../../../support/provider";
import { path, startUser, wg, ws } from "./fixture";

describe.each(["specified", "observed"] as const)("profile %s", (profile) => {
  test("a whole life: listed once and made, unchanged, its password changed, refreshed, deleted", async () => {
    const { engine, program, asked, users, passwordIs, emulator } = await startUser({ profile });
    const post = `POST ${path} {"username":"anna","password":"[secret]"}`;
    expect(await engine.preview(program())).toMatchObject({ op: "create", lines: [`graphplane: ${post}`] });
    expect(asked()).toEqual(["listUsers"]);
    expect(await engine.up(program())).toMatchObject({ error: "", lines: [`graphplane: ${post}`] });
    expect(asked()).toEqual(["listUsers", "listUsers", "createUser"]);
    expect(engine.state?.id).toBe(`${wg}/${ws}/anna`);
    expect(engine.known).toEqual(program());
    expect(passwordIs("first")).toBe(true);
    expect((await engine.up(program())).op).toBe("same");
    expect(asked()).toEqual([]);

    const put = `PUT ${path} {"username":"anna","password":"[secret]"}`;
    expect(await engine.preview(program({ password: "second" }))).toMatchObject({ op: "update", lines: [`graphplane: ${put}`] });
    expect((await engine.up(program({ password: "second" }))).lines).toEqual([`graphplane: ${put}`]);
    expect(asked()).toEqual(["listUsers", "listUsers", "setPassword"]);
    expect(passwordIs("second")).toBe(true);

    expect((await engine.refresh()).op).toBe("read");
    expect(asked()).toEqual(["listUsers"]);
    expect(engine.declared).toEqual(program({ password: "second" }));
    expect((await engine.up(program({ password: "second" }))).op).toBe("same");

    const { lines } = await engine.destroy();
    expect(lines).toEqual([`graphplane: sent DELETE ${path} {"username":"anna"}`]);
    expect(asked()).toEqual([12]);
    expect(emulator.journal.endpoint(12).entries[0]?.body).toEqual({ username: "anna" });
    expect(users()).toEqual([]);
  });

  test("a user that exists fails the preview and the up, naming aliases before adopt; with adopt: true its password is set", async () => {
    const { engine, program, emulator, asked, passwordIs } = await startUser({ profile });
    emulator.account.addUser(wg, ws, { username: "anna", password: "theirs" });
    for (const outcome of [await engine.preview(program()), await engine.up(program())]) {
      expect(outcome.failures).toEqual([
        {
          property: "username",
          reason:
            'the user "anna" exists already. If this stack holds it under another name, since the resource was renamed or moved, add aliases: [{ name: "<the old name>" }] to its options, which sends nothing. Otherwise add adopt: true to adopt it, which sets its password',
        },
      ]);
    }
    expect(passwordIs("theirs")).toBe(true);
    asked();
    const { lines } = await engine.up(program({ adopt: true }));
    expect(lines.at(-1)).toBe(`graphplane: PUT ${path} {"username":"anna","password":"[secret]"}`);
    expect(asked()).toEqual(["listUsers", "setPassword"]);
    expect(passwordIs("first")).toBe(true);
  });

  test("a user that was deleted elsewhere is gone, and one of a workspace that is gone too", async () => {
    const { engine, program, emulator, users } = await startUser({ profile });
    await engine.up(program());
    const remove = { method: "DELETE", headers: { "x-api-key": emulator.apiKey, "content-type": "application/json" } };
    await fetch(`${emulator.url}/controller/v4/v2${path}`, { ...remove, body: '{"username":"anna"}' });
    expect((await engine.refresh()).op).toBe("gone");
    expect((await engine.up(program())).error).toBe("");
    expect(users()).toEqual(["anna"]);
    emulator.deleteWorkspace(wg, ws);
    expect((await engine.refresh()).op).toBe("gone");
    const { failures } = await engine.up(program());
    expect(failures).toMatchObject([{ property: "workspaceId" }]);
    expect(failures[0]?.reason).toMatch(/^there is no workspace .* \(RequestID: request-\d+\)$/);
  });
});

test("an envelope that says Not-Found of the list, while the workspace is there, is a missing call", async () => {
  const { engine, program, emulator } = await startUser();
  await engine.up(program());
  emulator.fault({ kind: "status", status: 404, type: "Not-Found", times: "always", match: { endpoint: "listUsers" } });
  expect((await engine.refresh()).lines.join()).toMatch(/does not show it/);
  expect(engine.known).toEqual(program());
});

test.each(["null", "absent"] as const)("a list that is %s says that a user is gone once a look-up has shown it", async (shape) => {
  const { engine, program, emulator } = await startUser({ profile: "observed" }, { maxRetries: 0 });
  await engine.up(program());
  expect((await engine.refresh()).op).toBe("read");
  emulator.fault({ kind: "wrong-shape", shape, times: "always", match: { endpoint: "listUsers" } });
  expect((await engine.refresh()).op).toBe("gone");
});

test.each([
  ["a slash", "a/b"],
  ["only slashes", "///"],
  ["a percent sign", "50%2F"],
  ["a question mark", "a?b=c#d"],
  ["unicode", "größe-🌍"],
  ["a step up", "../../.."],
  ["quotes and control characters", `"'\`\n\t\\`],
  ["a prototype's member", "__proto__"],
])("a name with %s stays in the body and in its id", async (_, username) => {
  const { engine, program, emulator, users, passwordIs } = await startUser();
  emulator.account.addUser(wg, ws, { username: "other", password: "kept" });
  expect((await engine.up(program({ username }))).error).toBe("");
  expect(users()).toEqual(["other", username]);
  const { outcome, outputs } = await engine.get(`${wg}/${ws}/${username}`);
  expect(outcome.op).toBe("read");
  expect(outputs).toMatchObject({ workgroupId: wg, workspaceId: ws, username });
  expect((await engine.up(program({ username, password: "second" }))).error).toBe("");
  expect(passwordIs("second", username)).toBe(true);
  expect((await engine.destroy()).error).toBe("");
  expect(users()).toEqual(["other"]);
  expect(new Set(emulator.journal.entries.map((entry) => entry.path))).toEqual(new Set([`/controller/v4/v2${path}`]));
});

test("20 users of one workspace: one list for all previews, one for all POSTs, and one POST each", async () => {
  const { engine, program, clock, emulator, users } = await startUser();
  const make = makeHost(clock, () => undefined);
  const names = Array.from({ length: 20 }, (_, index) => `user-${index}`);
  await Promise.all(
    names.map(async (username) => {
      const resource = make("DatabaseUser");
      await resource.configure?.({ config: configOf(engine.config) });
      const news = { ...program({ username }), __provider: "p" };
      expect((await resource.check?.({}, news))?.failures).toEqual([]);
      await resource.create(news);
    }),
  );
  expect(users().toSorted()).toEqual(names.toSorted());
  expect(emulator.journal.count("GET")).toBe(2);
  expect(emulator.journal.length).toBe(22);
});

test.each([
  ["no password", { password: undefined }, { property: "", reason: "password: is required" }],
  ["an empty password", { password: "" }, { property: "", reason: "password: must not be empty" }],
  ["an empty username", { username: "" }, { property: "username", reason: "must not be empty" }],
  ["a workspace with a slash", { workspaceId: "a/b" }, { property: "workspaceId", reason: "must not contain a slash" }],
  ["a mistyped name", { pasword: "x" }, { property: "pasword", reason: "unknown argument; did you mean password?" }],
])("%s is refused before anything is asked", async (_, more, failure) => {
  const { engine, program, emulator } = await startUser();
  expect((await engine.up(program(more))).failures).toEqual([failure]);
  expect(emulator.journal.length).toBe(0);
});

test("a password that is not known yet is blanked in the line as well", async () => {
  const { engine, program } = await startUser();
  const { lines } = await engine.preview(program({ password: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" }));
  expect(lines).toEqual([`graphplane: POST ${path} {"username":"anna","password":"[secret]"} (password: known later)`]);
});

const put = `graphplane: PUT ${path} {"username":"anna","password":"[secret]"}`;

/** A user in state, whose password the program changes next. */
async function standing(...options: Parameters<typeof startUser>) {
  const made = await startUser(...options);
  await made.engine.up(made.program());
  return { ...made, changed: () => made.engine.preview(made.program({ password: "second" })) };
}

test("a workspace that is gone fails it too", async () => {
  const { changed, emulator } = await standing();
  emulator.deleteWorkspace(wg, ws);
  expect((await changed()).error).toMatch(
    /there is no workspace .* in workgroup .*\. Run "pulumi refresh", which takes it out of the state/,
  );
});

test("a service that lists no users may set a password all the same", async () => {
  const { changed, emulator } = await standing();
  emulator.fault({ kind: "status", status: 405, times: "always", match: { endpoint: "listUsers" } });
  expect(await changed()).toMatchObject({ op: "update", error: "", lines: [put] });
});

test("a list that may not show every user leaves the change as announced", async () => {
  const { changed, emulator } = await standing();
  emulator.fault({ kind: "wrong-shape", shape: "null", times: "always", match: { endpoint: "listUsers" } });
  expect(await changed()).toMatchObject({ op: "update", error: "", lines: [put] });
});
