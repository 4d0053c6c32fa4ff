import { unknownText } from "../../../../support/provider";
import { addWorkgroup, startResource, wg } from "../../../../support/resource-fixture";
import type { Emulator, EmulatorOptions } from "../../../../../testing/emulator";

const path = `/workgroups/${wg}/workspaces`;

/** A service with one empty workgroup, on which a creation takes 90 s, and an engine that holds one `Workspace`. */
async function startWorkspace(options: EmulatorOptions = {}, setUp: (emulator: Emulator) => void = () => undefined) {
  const slow = { statusAfter: { ms: 90_000 }, ...options };
  const made = await startResource("Workspace", { workgroupId: wg, workspaceName: "analytics" }, addWorkgroup, slow, { maxRetries: 0 });
  setUp(made.emulator);
  return { ...made, workspaces: () => made.emulator.workspaces(wg) };
}

describe.each(["specified", "observed"] as const)("profile %s", (profile) => {
  test("a whole life: created, waited for, completed by a PUT, unchanged, changed, refreshed, protected, deleted", async () => {
    const { engine, program, written, workspaces } = await startWorkspace({ profile });
    const declared = program({ workspaceTypeName: "TG-0", initialTgVersion: "4.3.0", autoUpgradeState: "major", enableHa: true });
    const post = `POST ${path} {"name":"analytics","tg_version":"4.3.0","enable_ha":true,"workspace_type_name":"TG-0"}`;
    const preview = await engine.preview(declared);
    expect(preview).toMatchObject({
      op: "create",
      failures: [],
      lines: [
        `graphplane: POST ${path} {"name":"analytics","tg_version":"4.3.0","workspace_type_name":"TG-0","enable_ha":true}`,
        `graphplane: PUT ${path}/[known-later] {"auto_upgrade_state":"major"}`,
      ],
    });
    expect(written()).toEqual([]);
    const up = await engine.up(declared);
    expect(up).toMatchObject({ error: "", failures: [] });
    expect(up.lines).toContainEqual(expect.stringMatching(/^graphplane: analytics: creating, status is Creating, \d+ s of at most 1800 s/));
    const [made] = workspaces();
    const id = made?.workspace_id ?? "";
    const sent = written();
    expect(sent).toEqual([post, `PUT ${path}/${id} {"auto_upgrade_state":"major"}`]);
    expect(engine.state?.id).toBe(`${wg}/${id}`);
    expect(engine.known).toMatchObject({ ...declared, workspaceId: id, host: made?.proxy_host, tgVersion: "4.3.0", isRw: true });
    expect(engine.known).not.toHaveProperty("__pending");
    expect((await engine.up(declared)).op).toBe("same");

    const resized = { ...declared, workspaceTypeName: "TG-1" };
    expect(await engine.up(resized)).toMatchObject({ op: "update", error: "" });
    expect(written()).toEqual([`PUT ${path}/${id} {"workspace_type_name":"TG-1"}`]);
    expect((await engine.refresh()).op).toBe("read");
    expect((await engine.up(resized)).op).toBe("same");

    expect((await engine.destroy()).error).toContain('a deletion is refused, and nothing was sent: deletionPolicy is "protect"');
    expect(written()).toEqual([]);
    expect(await engine.up({ ...resized, deletionPolicy: "delete" })).toMatchObject({ error: "" });
    expect(await engine.destroy()).toMatchObject({ error: "", lines: [`graphplane: sent DELETE ${path}/${id}`] });
    expect(written()).toEqual([`DELETE ${path}/${id}`]);
    expect(workspaces()).toEqual([]);
  });

  test("a name that the workgroup has is refused, naming adopt and the import, and adopted with adopt: true", async () => {
    const { engine, program, written, workspaces } = await startWorkspace({ profile }, ({ account }) =>
      account.addWorkspace(wg, { name: "analytics" }),
    );
    const id = workspaces()[0]?.workspace_id;
    for (const outcome of [await engine.preview(program()), await engine.up(program())]) {
      expect(outcome.failures).toEqual([{ property: "workspaceName", reason: expect.stringContaining(`${wg}/${id}`) as string }]);
      expect(outcome.failures[0]?.reason).toContain("adopt: true");
    }
    expect(await engine.up(program({ adopt: true, autoStopMinutes: 30 }))).toMatchObject({ error: "", failures: [] });
    expect(written()).toEqual([]);
    expect(engine.state?.id).toBe(`${wg}/${id}`);
    expect((await engine.up(program({ adopt: true, autoStopMinutes: 30 }))).op).toBe("same");
  });

  test("a wait that fails keeps the workspace, and the next up sends what is left", async () => {
    const { engine, program, written, workspaces } = await startWorkspace({ profile, statusAfter: { ms: 400_000 } });
    const declared = program({ timeoutSeconds: 60, pause: true });
    const { error } = await engine.up(declared);
    expect(error).toMatch(/timed out after 60 s: the workspace was created .* seen Creating/);
    expect(error).toContain('If "Creating" is the status of a workspace that is ready, declare waitForStatus: ["Creating"]');
    expect(written()).toHaveLength(1);
    expect((await engine.refresh()).op).toBe("read");
    expect(await engine.up({ ...declared, timeoutSeconds: 600 })).toMatchObject({ op: "update", error: "" });
    expect(written()).toEqual([`PUT ${path}/${workspaces()[0]?.workspace_id} {"pause":true}`]);
    expect((await engine.up({ ...declared, timeoutSeconds: 600 })).op).toBe("same");
  });

  test("another database needs another workspace: refused while it is protected, and else deleted before it is created again", async () => {
    const { engine, program, emulator, written, workspaces } = await startWorkspace({ profile });
    const { database_id: databaseId } = emulator.account.addDatabase(wg);
    await engine.up(program());
    const [old] = workspaces();
    const known = { databaseId: old?.database_id, isRw: true };
    expect((await engine.up(program(known))).op).toBe("same");
    expect((await engine.up(program())).op).toBe("same");
    written();
    for (const policy of [{}, { deletionPolicy: "delete" }])
      expect((await engine.up(program({ databaseId, ...policy }))).op).toBe("failed");
    expect(written()).toEqual([]);
    await engine.up(program({ deletionPolicy: "delete" }));
    const replaced = program({ databaseId, deletionPolicy: "delete" });
    expect(await engine.preview(replaced)).toMatchObject({ op: "replace", failures: [], error: "" });
    expect(await engine.up(replaced)).toMatchObject({ op: "replace", error: "" });
    expect(written()).toEqual([`DELETE ${path}/${old?.workspace_id}`, expect.stringMatching(/^POST /)]);
    expect(workspaces()).toHaveLength(1);
    expect(workspaces()[0]?.database_id).toBe(databaseId);
  });

  test("a change of initialTgVersion is refused, naming desiredTgVersion", async () => {
    const { engine, program } = await startWorkspace({ profile });
    await engine.up(program({ initialTgVersion: "4.2.0" }));
    const { failures } = await engine.up(program({ initialTgVersion: "4.3.0" }));
    expect(failures).toEqual([{ property: "initialTgVersion", reason: expect.stringContaining("declare desiredTgVersion") as string }]);
    expect((await engine.up(program())).op).not.toBe("failed");
  });
});

test("in a workgroup that is not made yet the preview announces both requests, its id known later, and reads nothing", async () => {
  const { engine, program, emulator } = await startWorkspace();
  const { lines, failures } = await engine.preview(program({ workgroupId: unknownText, pause: true }));
  expect(failures).toEqual([]);
  expect(lines).toEqual([
    'graphplane: POST /workgroups/…/workspaces {"name":"analytics"} (workgroupId: known later)',
    'graphplane: PUT /workgroups/…/workspaces/[known-later] {"pause":true} (workgroupId: known later)',
  ]);
  expect(emulator.journal.length).toBe(0);
});

test("in a workgroup that does not exist nothing is made, and the failure names the argument", async () => {
  const { engine, program, written } = await startWorkspace();
  const failure = { property: "workgroupId", reason: expect.stringContaining('there is no workgroup "gone"') as string };
  for (const { failures } of [await engine.preview(program({ workgroupId: "gone" })), await engine.up(program({ workgroupId: "gone" }))])
    expect(failures).toEqual([failure]);
  expect(written()).toEqual([]);
});

test("a workspace whose workgroup is gone leaves the state with a refresh, and counts as deleted", async () => {
  for (const operation of ["refresh", "destroy"] as const) {
    const { engine, program, emulator, workspaces } = await startWorkspace();
    await engine.up(program({ deletionPolicy: "delete" }));
    const id = workspaces()[0]?.workspace_id;
    emulator.deleteWorkgroup(wg);
    expect(await engine[operation]()).toMatchObject({ error: "" });
    expect([engine.state, id]).toEqual([undefined, expect.any(String)]);
  }
});
