import { visible } from "../../../../support/service-fixture";
import { startUser, wg, ws } from "./fixture";

const post = { endpoint: "createUser" } as const;
const named = (username: string) => `database user "${username}" of workspace "${ws}" of workgroup "${wg}"`;

test.each([
  ["a letter", "e"],
  ["a digit", "8"],
  ["a word of ours", "database"],
  ["the user's name", "anna"],
  ["the name of the resource's kind", "DatabaseUser"],
])("a password that is %s is blanked in what the service says, not in our words, identifiers and the RequestID", async (_, password) => {
  const { engine, program, emulator } = await startUser();
  emulator.fault({ kind: "status", status: 400, type: "Bad-Request", message: `not so: ${password}`, match: post });
  const { error } = await engine.up(program({ password }));
  const { requestId } = emulator.journal.entries.at(-1) ?? {};
  expect(error).toMatch(/The service says: .*: \[redacted\]\. /);
  expect(error.replace(/The service says: .*: \[redacted\]\. /, "")).toBe(
    `DatabaseUser: create of ${named("anna")} failed: POST /workgroups/${wg}/workspaces/${ws}/dbuser was refused (HTTP 400, Bad-Request). ` +
      `Correct what the service names, and try again. RequestID: ${requestId}`,
  );
});

test.each(["e", "user", "workspaces"])("the secret username %j is blanked as a value, and our words are not", async (username) => {
  const { engine, program, emulator } = await startUser();
  const secret = ["username"];
  emulator.fault({ kind: "status", status: 400, type: "Bad-Request", message: `not ${username}!`, match: post });
  const refused = await engine.up(program({ username }), secret);
  expect(refused.error).toContain(`DatabaseUser: create of ${named("[redacted]")} failed: POST /workgroups/${wg}/`);
  expect(refused.error).toContain("The service says: not [redacted]!");
  const made = await engine.up(program({ username }), secret);
  expect(made.lines.at(-1)).toMatch(/^graphplane: POST .*\/dbuser \{"username":"\[secret\]","password":"\[secret\]"\}$/);
  const destroyed = await engine.destroy();
  for (const outcome of [refused, made, destroyed]) expect(visible(outcome)).not.toContain(`"${username}"`);
});

test("the API key, given where an identifier belongs, is told by no failure of the preview and no error", async () => {
  const { engine, program, emulator } = await startUser();
  const key = emulator.apiKey;
  const text = (outcome: Parameters<typeof visible>[0]) => visible(outcome);
  const told = [
    text(await engine.preview(program({ workspaceId: encodeURIComponent(key) }))),
    text(await engine.up(program({ username: key, password: "p" }))),
    text(await engine.up(program({ username: key, password: "p2" }))),
  ];
  expect(emulator.journal.length).toBeGreaterThan(0);
  expect(told.join("\n")).not.toContain(key);
  expect(told.join("\n")).not.toContain(encodeURIComponent(key));
});
