import { path, startUser, wg, ws } from "./fixture";

const put = `graphplane: PUT ${path} {"username":"anna","password":"[secret]"}`;

/** A user in state, whose password the program changes next. */
async function standing(...options: Parameters<typeof startUser>) {
  const made = await startUser(...options);
  await made.engine.up(made.program());
  return { ...made, changed: () => made.engine.preview(made.program({ password: "second" })) };
}

test("a changed password is announced where the user is there", async () => {
  const { changed } = await standing();
  expect(await changed()).toMatchObject({ op: "update", error: "", lines: [put] });
});

test("a refused key fails the preview of a changed password", async () => {
  const { changed, emulator } = await standing();
  emulator.rotateKey("another");
  const { error, lines } = await changed();
  expect(error).toMatch(/^DatabaseUser: preview of .* failed: GET .* was refused \(HTTP 400, Unauthorized\).* RequestID: request-\d+$/);
  expect(lines).toEqual([]);
});

test("a user that is gone fails the preview of its change, with what to run", async () => {
  const { changed, emulator } = await standing();
  const headers = { "x-api-key": emulator.apiKey, "content-type": "application/json" };
  await fetch(`${emulator.url}/controller/v4/v2${path}`, { method: "DELETE", headers, body: '{"username":"anna"}' });
  expect((await changed()).error).toMatch(/there is no user "anna" any more\. Run "pulumi refresh", which takes it out of the state/);
});

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
