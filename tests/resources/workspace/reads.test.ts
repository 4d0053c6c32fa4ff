import { Readings } from "../../support/readings";
import { addWorkgroup, startResource, wg } from "../../support/resource-fixture";
import type { EmulatorOptions } from "../../../testing/emulator";

/** A service with one empty workgroup, whose answers can be changed, and an engine that holds one `Workspace`. */
async function startWorkspace(options: EmulatorOptions = {}) {
  const made = await startResource("Workspace", { workgroupId: wg, workspaceName: "analytics" }, addWorkgroup, options, { maxRetries: 0 });
  const readings = new Readings(made.emulator);
  const show = (fields: object) => readings.rewrite(7, (result) => ({ ...(result as object), ...fields }));
  return { ...made, readings, show };
}

const listed = { workspace_id: "ws-1", name: "other" };

test.each<[string, object, boolean]>([
  ["null, and no database", { workspaces: null, tg_databases: null }, true],
  ["null, and databases without workspaces", { workspaces: null, tg_databases: [{ workspaces: [] }, { workspaces: null }] }, true],
  ["null, and a database with a workspace", { workspaces: null, tg_databases: [{ workspaces: [] }, { workspaces: [listed] }] }, false],
  ["null, and not its own identifier", { workspaces: null, tg_databases: null, workgroup_id: "" }, false],
  ["nothing, and no database", { workspaces: undefined, tg_databases: null }, true],
  ["nothing, and a database with a workspace", { workspaces: undefined, tg_databases: [{ workspaces: [listed] }] }, false],
  ["nothing, and a database", { workspaces: undefined, tg_databases: [{}] }, false],
  ["nothing, and no list of databases", { workspaces: undefined, tg_databases: undefined }, false],
  ["another workspace", { workspaces: [listed] }, true],
  ["one of its name, and no database", { workspaces: [{ ...listed, name: "analytics" }], tg_databases: [] }, false],
])("if a workgroup returns %s for its workspaces, one is created only if its name is certainly free", async (_name, fields, isFree) => {
  const { engine, program, show } = await startWorkspace();
  show(fields);
  const { lines, failures } = await engine.preview(program());
  expect([...lines, ...failures.map(({ reason }) => reason)]).toEqual([
    expect.stringMatching(
      isFree ? /^graphplane: POST / : /: cannot plan .* list of (its )?workspaces|a workspace "analytics" already exists/,
    ),
  ]);
});

test("a workspace of a missing workgroup is refused", async () => {
  const { engine, program, written } = await startWorkspace();
  const { error, failures } = await engine.up(program({ workgroupId: "c1000000-0000-4000-8000-0000000000aa" }));
  expect(error + JSON.stringify(failures)).toMatch(/workgroup .* does not exist/);
  expect(written()).toEqual([]);
});

test("a new workspace that appears late is waited for, and each poll sends a read", async () => {
  const { engine, program, clock, readings, asked } = await startWorkspace({ statusAfter: { ms: 0 } });
  let isHidden = true;
  readings.rewrite(7, (result) => ({ ...(result as object), ...(isHidden && { workspaces: [] }) }));
  clock.onSleep = () => (isHidden = clock.pauses.length < 12);
  const { error, lines } = await engine.up(program());
  expect([error, lines.join()]).toEqual(["", expect.stringContaining("status is not reported yet")]);
  // The preview and the plan read too, and the first poll comes without a pause.
  expect(asked().filter((endpoint) => endpoint === 7)).toHaveLength(clock.pauses.length + 3);
});

test("if a new workspace disappears during the wait, the creation fails and the state keeps its last record", async () => {
  const { engine, program, clock, emulator, readings } = await startWorkspace({ statusAfter: { ms: 90_000 } });
  const { database_id: databaseId } = emulator.account.addDatabase(wg);
  readings.rewrite(7, (result) => {
    const { workspaces } = result as { workspaces: object[] };
    return { ...(result as object), workspaces: workspaces.map((one) => ({ ...one, database_id: databaseId.toUpperCase() })) };
  });
  clock.onSleep = () => {
    for (const { workspace_id: id } of emulator.workspaces(wg)) emulator.deleteWorkspace(wg, id);
  };
  const { error } = await engine.up(program({ databaseId }));
  expect(error).toMatch(/the workspace disappeared during the wait: .*has no workspace.* Run "pulumi refresh"/);
  const shown = { workspaceId: expect.any(String) as string, host: expect.any(String) as string };
  expect(engine.known).toMatchObject({ workgroupId: wg, workspaceName: "analytics", databaseId, ...shown });
});

test("the refusal to change a secret initialTgVersion contains neither version", async () => {
  const { engine, program } = await startWorkspace();
  await engine.up(program({ initialTgVersion: "4.2.0-hidden" }), ["initialTgVersion"]);
  const { failures } = await engine.up(program({ initialTgVersion: "4.3.0-hidden" }), ["initialTgVersion"]);
  expect(failures).toEqual([{ property: "", reason: expect.stringContaining("declare desiredTgVersion") as string }]);
  expect(JSON.stringify(failures)).not.toContain("hidden");
});

test("initialTgVersion can be added, kept and removed later, but not changed", async () => {
  const { engine, program } = await startWorkspace();
  for (const [more, op] of [
    [{}, "create"],
    [{ initialTgVersion: "4.2.0" }, "update"],
    [{ initialTgVersion: "4.2.0", timeoutSeconds: 5 }, "update"],
    [{ initialTgVersion: "4.3.0" }, "failed"],
    [{}, "update"],
  ] as const)
    expect([more, (await engine.up(program(more))).op]).toEqual([more, op]);
});

test("if a list lacks a workspace for longer than reads can lag, a second one is created, and the next run reports it", async () => {
  const { engine, program, emulator, readings } = await startWorkspace();
  await engine.up(program());
  const [first = ""] = emulator.workspaces(wg).map(({ workspace_id: id }) => id);
  let isHidden = true;
  const without = (all: { workspace_id: string }[]) => all.filter(({ workspace_id: id }) => id !== first);
  readings.rewrite(7, (result) => {
    const { workspaces, ...others } = result as { workspaces: { workspace_id: string }[] };
    return { ...others, workspaces: isHidden ? without(workspaces) : workspaces };
  });
  expect((await engine.refresh()).op).toBe("gone");
  expect((await engine.up(program())).op).toBe("create");
  isHidden = false;
  expect((await engine.refresh()).lines).toEqual([expect.stringContaining(`other objects have the same workspaceName: ${first}. `)]);
});
