import type { Listed } from "../../client";
import type { OperationContext } from "../../provider/definition";
import type { ItemReadResult } from "../../provider/reconcile/read-result";
import { databaseUserAdoption } from "../../provider/resources/database-user/adopt";
import { databaseUser } from "../../provider/resources/database-user/crud";
import { planUser } from "../../provider/resources/database-user/plan";
import { declare, readerOf } from "../support/adopt-reading";
import { serviceError } from "../support/operation-context";
import { Readings } from "../support/readings";
import { addPlace, place, startResource, wg, ws } from "../support/resource-fixture";
import { scripted } from "../support/settings-fixture";

const args = { workgroupId: "wg", workspaceId: "ws", username: "anna", password: "first" };
const there: ItemReadResult = { found: true };
const absent: ItemReadResult = { found: false, certain: true, others: true };
const notShown: ItemReadResult = { found: false, certain: false, others: false };

test.each<[string, ItemReadResult, object | undefined, RegExp]>([
  ["that exists is not taken over silently", there, undefined, /already exists\. If .* aliases.* Otherwise add adopt: true/],
  ["that was seen is not written to if a list lacks it", absent, args, /^the service no longer returns the user "anna"/],
  ["that was seen is not written to if a list may lack others too", notShown, args, /which it returned before, and /],
  ["that was seen is not written to without a list", { noCall: serviceError(404) }, args, /which it returned before, and /],
])("a user %s", (_, live, last, reason) => {
  const refusal = { action: "refuse", property: "username", reason: expect.stringMatching(reason) as string };
  expect(planUser(args, last, { ...live, seenBefore: last !== undefined }, () => false)).toEqual(refusal);
});

test.each<[string, readonly object[] | null, ItemReadResult]>([
  ["that names the user shows it", [{}, { username: "anna" }], there],
  ["of others lacks it", [{ username: "berta" }], absent],
  ["of entries without a name may lack it", [{ username: "berta" }, {}], { found: false, certain: false, others: true }],
  ["that is empty lacks it", [], { found: false, certain: true, others: false }],
  ["that is null may lack it", null, notShown],
])("a list %s", async (_, users, seen) => {
  const shared = async (...[, , { parts }]: [object, object, { parts: string[] }]) => (parts.includes("anna") ? users : undefined);
  const context = { client: { shared }, markSeen: () => undefined } as unknown as OperationContext;
  expect(await databaseUser.observe(args, undefined, context)).toEqual(seen);
});

test.each<[string, readonly object[], ItemReadResult | RegExp]>([
  ["the user", [{ username: "anna" }], there],
  ["only others", [{ username: "berta" }], absent],
  ["no user", [], /^the workspace is stopped/],
])("a list of a stopped workspace that shows %s", async (_, users, seen) => {
  const workspaces = [{ workspace_id: "ws", status: "Idle" }];
  const client = { shared: async () => users, sharedWorkgroup: async () => ({ workspaces }) };
  const context = { client, markSeen: () => undefined, seenBefore: true } as unknown as OperationContext;
  const observed = databaseUser.observe(args, undefined, context);
  if (seen instanceof RegExp) await expect(observed).rejects.toThrow(seen);
  else expect(await observed).toMatchObject(seen);
});

test("a service that keeps names in lower case is not written to once it has shown the user in its own form", async () => {
  let listed = [{ username: "Anna" }];
  const engine = await scripted((method) => (method === "GET" ? structuredClone(listed) : "ok"), "DatabaseUser");
  const program = { ...args, username: "Anna", adopt: true };
  await engine.up(program);
  await engine.refresh();
  listed = [{ username: "anna" }];
  const outcome = await engine.up({ ...program, password: "second" });
  expect(JSON.stringify(outcome)).toContain('because the service returns \\"anna\\", which differs only in case');
  expect(outcome.lines.join()).not.toMatch(/sent PUT/);
});

test.each<[string, unknown, string]>([
  ["null", null, "the list of users was null. Try again"],
  ["an entry without a name", [{ username: "berta" }, { username: null }], "the list of users contained entries without a name. Try again"],
  ["the name in lower case", [{ username: "anna" }], 'the service returns "anna", which differs only in case'],
])("a refresh that reads %s keeps the user in the state, and says why", async (_, users, reason) => {
  let listed: unknown = [{ username: "Anna" }];
  const engine = await scripted((method) => (method === "GET" ? structuredClone(listed) : "ok"), "DatabaseUser");
  await engine.up({ ...args, username: "Anna", adopt: true });
  listed = users;
  expect((await engine.refresh()).error).toContain(reason);
  expect(engine.state).toBeDefined();
});

test.each<[string, unknown, readonly string[]]>([
  ["by their names, if they have any", [{ username: "reader" }, { username: "" }, {}, { username: null }], ["reader", "", "", ""]],
  ["as none if a service shows null", null, []],
])("adoption reads users %s", async (_, users, names) => {
  const { reader } = readerOf({ databaseUsers: { list: async () => users } });
  const workgroups = [{ workgroup_id: "wg", workspaces: [{ workspace_id: "ws" }] }] as Listed[];
  const found = await databaseUserAdoption.read(reader, { workgroups, named: [], addons: new Map() });
  expect([found.map((one) => one.found), reader.failures]).toEqual([names, []]);
});

test("adoption declares a user by its name, and leaves it out if that is not shown, or cannot or must not be in a file", () => {
  const found = ["reader", "", "\ud800", "someone@example.com"].map((name) => ({ workgroupId: "wg", workspaceId: "ws", found: name }));
  const byHand = "declare it manually, with adopt: true, and its name and password from the stack configuration.";
  expect(declare(databaseUserAdoption, found)).toEqual({
    declared: [
      {
        name: { name: "main of wg reader", qualifier: "ws", id: "reader", kind: "user" },
        id: "wg/ws/reader",
        args: { workgroupId: "wg", workspaceId: "ws", username: "reader" },
      },
    ],
    leftOut: [
      `a database user of main of wg: the service returns no readable name: ${byHand}`,
      "a database user of main of wg: its name is not well-formed Unicode.",
      `a database user of main of wg: its name contains an e-mail address: ${byHand}`,
    ],
  });
});

describe.each<[string, (service: Readings) => void]>([
  ["an empty list", (service) => service.rewrite("listUsers", () => [])],
  ["null", (service) => service.rewrite("listUsers", () => null)],
  ["a 404 page", (service) => service.answer("listUsers", 404, "404 page not found")],
  ["a 503 page", (service) => service.answer("listUsers", 503, "<html>stopped</html>")],
])("a stopped workspace that shows %s for its users", (_name, hide) => {
  /** A workspace that stops after its user was created. */
  async function stop(status: string, conditionType = "Normal") {
    const program = { ...place, username: "anna", password: "first" };
    const made = await startResource("DatabaseUser", program, addPlace, {}, { maxRetries: 0 });
    await made.engine.up(made.program());
    await made.engine.refresh();
    made.emulator.changeWorkspace(wg, ws, { status, condition_type: conditionType });
    hide(new Readings(made.emulator));
    made.written();
    return made;
  }

  test.each([
    ["Idle", "Normal", "Idle"],
    ["Resuming", "Normal", "Resuming"],
    ["Unheard of", "Paused", "Paused"],
  ])("stops nothing but the user (status %s)", async (status, condition, shown) => {
    const { engine, program, written } = await stop(status, condition);
    const reason = new RegExp(`the workspace is stopped \\(its status is "${shown}"\\), .* its users .* Start the workspace`);
    const refreshed = await engine.refresh();
    expect([refreshed.op, refreshed.error, refreshed.lines]).toEqual(["read", "", [expect.stringMatching(reason)]]);
    expect((await engine.up(program())).op).toBe("same");
    const previewed = await engine.preview(program({ password: "second" }));
    expect([previewed.op, previewed.error]).toEqual(["update", ""]);
    expect(previewed.lines).toEqual([expect.stringMatching(/^graphplane: cannot plan /)]);
    expect(previewed.lines[0]).toMatch(reason);
    expect((await engine.up(program({ password: "second" }))).error).toMatch(reason);
    expect(written()).toEqual([]);
    expect(engine.state).toBeDefined();
  });

  test("is named where the deletion of the user fails", async () => {
    const { engine, emulator } = await stop("Idle");
    emulator.fault({ kind: "status", status: 500, type: "Internal-Error", match: { endpoint: 12 }, times: "always" });
    expect((await engine.destroy()).error).toContain("the workspace is stopped");
    expect(engine.state).toBeDefined();
  });

  test("is not blamed while it runs", async () => {
    const { engine } = await stop("Active");
    expect(JSON.stringify(await engine.refresh())).not.toContain("is stopped");
  });
});
