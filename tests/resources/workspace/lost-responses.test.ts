import { Readings } from "../../support/readings";
import { addWorkgroup, startResource, wg } from "../../support/resource-fixture";

const path = `/workgroups/${wg}/workspaces`;
const post = { endpoint: "createWorkspace" } as const;

/** A workgroup with a workspace of somebody else, and an engine that holds one `Workspace`. */
async function startWorkspace() {
  const declared = { workgroupId: wg, workspaceName: "Analytics", deletionPolicy: "delete" };
  const options = { statusAfter: { ms: 0 } };
  const made = await startResource("Workspace", declared, addWorkgroup, options, { maxRetries: 0 });
  const foreign = made.emulator.account.addWorkspace(wg, { name: "prod" }).workspace_id;
  const readings = new Readings(made.emulator);
  const workspaces = () => made.emulator.workspaces(wg);
  /** Rewrites each workspace that the workgroup shows, except the one of somebody else. */
  const show = (change: (one: object) => object) =>
    readings.rewrite(7, (result) => {
      const { workspaces: all } = result as { workspaces: { workspace_id: string }[] };
      return { ...(result as object), workspaces: all.map((one) => (one.workspace_id === foreign ? one : change(one))) };
    });
  const own = () => workspaces().find(({ workspace_id: id }) => id !== foreign)?.workspace_id;
  return { ...made, foreign, readings, workspaces, show, own };
}

test.each([
  ["in lower case", (name: string) => name.toLowerCase()],
  ["with a prefix of dashes", (name: string) => `--${name}`],
  ["not at all", () => null],
])("a workspace of a lost POST whose name is returned %s is neither created twice nor abandoned by a deletion", async (_form, formOf) => {
  const { engine, program, emulator, show, workspaces, written, own } = await startWorkspace();
  show((one) => ({ ...one, name: formOf((one as { name: string }).name) }));
  emulator.fault({ kind: "reset-after", match: post });
  expect((await engine.up(program())).error).not.toBe("");
  written();
  expect((await engine.up(program())).error).toContain(`${own()} appeared after it`);
  expect((await engine.destroy()).error).toContain(`${own()} appeared after it`);
  expect(written()).toEqual([]);
  expect(workspaces()).toHaveLength(2);
});

test("a retained workspace is not adopted as the replacement of a lost POST", async () => {
  const { engine, program, emulator, workspaces } = await startWorkspace();
  await engine.up(program({ deletionPolicy: "retain" }));
  const { database_id: databaseId } = emulator.account.addDatabase(wg);
  emulator.fault({ kind: "reset-before", match: post });
  const changed = program({ databaseId, deletionPolicy: "retain" });
  expect((await engine.up(changed)).error).not.toBe("");
  const again = await engine.up(changed);
  expect(again.error + again.failures.map(({ reason }) => reason).join()).toContain('a workspace "Analytics" already exists');
  expect(workspaces()).toHaveLength(2);
});

test("after a lost POST beside another workspace, null for the list is no proof", async () => {
  const { engine, program, emulator, readings, written } = await startWorkspace();
  emulator.fault({ kind: "reset-before", match: post });
  expect((await engine.up(program())).error).not.toBe("");
  written();
  readings.rewrite(7, (result) => ({ ...(result as object), workspaces: null, tg_databases: null }));
  expect((await engine.up(program())).error).toContain("without a list of its workspaces");
  expect(written()).toEqual([]);
});

test.each([
  ["null", { workspaces: null }],
  ["no list", { workspaces: undefined }],
])("after an acknowledged deletion, %s proves that the workspace is gone", async (_name, shown) => {
  const { engine, program, emulator, readings, own, workspaces } = await startWorkspace();
  await engine.up(program());
  const id = String(own());
  const isGone = () => workspaces().every((one) => one.workspace_id !== id);
  // A database of another workspace stays, and still lists it.
  readings.rewrite(7, (result) => ({ ...(result as object), ...(isGone() && shown) }));
  expect(emulator.workspaces(wg)).toHaveLength(2);
  expect(await engine.destroy()).toMatchObject({ error: "", lines: [`graphplane: sent DELETE ${path}/${id}`] });
  expect(engine.isEmpty).toBe(true);
});

test.each([
  ["no database", null],
  ["a database without workspaces", [{ workspaces: null }]],
  ["its database, which lists it for a while", "live"],
])("after an acknowledged deletion, a missing list and %s prove that the last workspace is gone", async (_name, databases) => {
  const { engine, program, readings, own, clock, emulator, foreign } = await startWorkspace();
  emulator.deleteWorkspace(wg, foreign);
  await engine.up(program());
  const id = String(own());
  const isDeleted = () => own() === undefined;
  let isListed = true;
  const listed = () => (databases === "live" ? [{ workspaces: isListed ? [{ workspace_id: id }] : [] }] : databases);
  readings.rewrite(7, (result) => ({ ...(result as object), ...(isDeleted() && { workspaces: null, tg_databases: listed() }) }));
  clock.onSleep = () => (isListed = clock.pauses.length < 3);
  expect(await engine.destroy()).toMatchObject({ error: "", lines: [`graphplane: sent DELETE ${path}/${id}`] });
  expect([engine.isEmpty, databases === "live" ? isListed : false]).toEqual([true, false]);
});

test("a database id that the service writes differently causes no replacement", async () => {
  const { engine, program, emulator, show, written } = await startWorkspace();
  const { database_id: databaseId } = emulator.account.addDatabase(wg);
  show((one) => ({ ...one, database_id: databaseId.toUpperCase(), is_rw: false }));
  const declared = program({ databaseId, isRw: true });
  expect(await engine.up(declared)).toMatchObject({ op: "create", error: "" });
  await engine.refresh();
  written();
  expect(await engine.up({ ...declared, autoStopMinutes: 10 })).toMatchObject({ op: "update", error: "" });
  expect(written()).toEqual([expect.stringMatching(/^PUT .*\{"auto_stop_minutes":10\}$/)]);
  expect(engine.known).toMatchObject({ databaseId, isRw: true });
});

test.each<[string, Record<string, string>]>([
  ["not made twice", {}],
  ["not forgotten for another name", { workspaceName: "reports" }],
])("a workspace of a lost POST without its identifier is %s, not abandoned by a deletion, and found with it", async (_, change) => {
  const { engine, program, emulator, show, written, workspaces, own } = await startWorkspace();
  let isHidden = true;
  show((one) => (isHidden ? { ...one, workspace_id: undefined } : one));
  emulator.fault({ kind: "reset-after", match: post });
  expect((await engine.up(program())).error).not.toBe("");
  written();
  expect((await engine.up(program(change))).error).toContain("one without an identifier appeared after it");
  expect((await engine.destroy()).error).toContain("one without an identifier appeared after it");
  expect([written(), workspaces().length]).toEqual([[], 2]);
  isHidden = false;
  expect((await engine.up(program())).error).toBe("");
  expect(engine.known["workspaceId"]).toBe(own());
});

test.each([
  ["under its name", "Analytics", false],
  ["without a name", null, false],
  ["under another name", "other", true],
])("after a refused deletion, a workspace that shows %s and without its identifier is not taken for gone", async (_, name, isGone) => {
  const { engine, program, emulator, show, own, foreign } = await startWorkspace();
  await engine.up(program());
  emulator.fault({ kind: "status", status: 400, type: "Bad-Request", message: "busy", match: { endpoint: 10 } });
  show((one) => ({ ...one, workspace_id: undefined, name }));
  expect((await engine.destroy()).error).toMatch(isGone ? /^$/ : /The service responded: busy/);
  expect([engine.state === undefined, own() !== undefined, foreign !== undefined]).toEqual([isGone, true, true]);
});

test("a workspace that is returned without its identifier is neither adopted nor created again", async () => {
  const { engine, program, emulator, show, written } = await startWorkspace();
  emulator.account.addWorkspace(wg, { name: "Analytics" });
  show((one) => ({ ...one, workspace_id: undefined }));
  for (const adopt of [true, false]) {
    const { failures, error } = await engine.up(program({ adopt }));
    expect(JSON.stringify([failures, error])).toContain("already exists, and the service returns it without its identifier. Try again");
  }
  expect(written()).toEqual([]);
});

test("a numeric identifier equals its string", async () => {
  const { engine, program, readings, written } = await startWorkspace();
  const id = "4711";
  let isMade = false;
  readings.rewrite("createWorkspace", () => ((isMade = true), { workspace_id: Number(id) }));
  readings.rewrite(7, (result) => ({
    ...(result as object),
    workspaces: isMade ? [{ workspace_id: Number(id), name: "Analytics", status: "Active", proxy_host: "host" }] : [],
  }));
  expect(await engine.up(program())).toMatchObject({ op: "create", error: "" });
  expect(engine.known["workspaceId"]).toBe(id);
  written();
  expect((await engine.refresh()).error).toBe("");
  expect(engine.known["workspaceId"]).toBe(id);
});

test("a workspace that had neither name nor identifier before the POST is not adopted as the created one", async () => {
  const { engine, program, emulator, readings, foreign, workspaces } = await startWorkspace();
  readings.rewrite(7, (result) => {
    const { workspaces: all } = result as { workspaces: { workspace_id: string }[] };
    const bare = all.map((one) => (one.workspace_id === foreign ? { ...one, workspace_id: undefined, name: null } : one));
    return { ...(result as object), workspaces: bare };
  });
  emulator.fault({ kind: "reset-before", match: post });
  expect((await engine.up(program())).error).not.toBe("");
  expect(workspaces()).toHaveLength(1);
  expect((await engine.up(program())).error).toBe("");
  expect(workspaces()).toHaveLength(2);
});
