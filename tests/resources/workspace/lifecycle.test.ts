import { unknownText } from "../../support/provider";
import { Readings } from "../../support/readings";
import { addWorkgroup, startResource, wg } from "../../support/resource-fixture";
import type { EmulatorOptions } from "../../../testing/emulator";
import { omit } from "../../../provider/values/json";

const path = `/workgroups/${wg}/workspaces`;

/** A service with one empty workgroup, on which a creation takes 90 s, and an engine that holds one `Workspace`. */
async function startWorkspace(options: EmulatorOptions = {}) {
  const slow = { statusAfter: { ms: 90_000 }, ...options };
  const made = await startResource("Workspace", { workgroupId: wg, workspaceName: "analytics" }, addWorkgroup, slow, { maxRetries: 0 });
  return { ...made, workspaces: () => made.emulator.workspaces(wg) };
}

describe.each(["specified", "observed"] as const)("profile %s", (profile) => {
  test("a failed wait keeps the workspace in the state, and the next update sends the remaining settings", async () => {
    const { engine, program, emulator, written, workspaces } = await startWorkspace({ profile, statusAfter: { ms: 400_000 } });
    const declared = program({ timeoutSeconds: 60, pause: true });
    const { error } = await engine.up(declared);
    expect(error).toMatch(/timed out after 60 s: the workspace was created .* seen Creating/);
    expect(error).toContain('If "Creating" is the status of a ready workspace, declare waitForStatus: ["Creating"]');
    expect((await engine.up(declared)).error).toContain("the workspace was created");
    expect(written()).toHaveLength(1);
    expect((await engine.refresh()).op).toBe("read");
    emulator.fault({ kind: "status", status: 400, type: "Bad-Request", match: { endpoint: 9 } });
    const again = { ...declared, timeoutSeconds: 600 };
    expect((await engine.up(again)).error).toMatch(
      /^Workspace: update of workspace "analytics" of workgroup \S+ failed: PUT \S+ was refused/,
    );
    written();
    expect(await engine.up(again)).toMatchObject({ op: "update", error: "" });
    expect(written()).toEqual([`PUT ${path}/${workspaces()[0]?.workspace_id} {"pause":true}`]);
    expect((await engine.up(again)).op).toBe("same");
  });

  test("a change of the database requires a replacement: refused while protected, otherwise the old workspace is deleted first", async () => {
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
});

test("in a workgroup that does not exist yet, the preview announces both requests without a read", async () => {
  const { engine, program, emulator } = await startWorkspace();
  const { lines, failures } = await engine.preview(program({ workgroupId: unknownText, pause: true }));
  expect(failures).toEqual([]);
  expect(lines).toEqual([
    'graphplane: POST /workgroups/[known-later]/workspaces {"name":"analytics"} (workgroupId: known later)',
    'graphplane: PUT /workgroups/[known-later]/workspaces/[known-later] {"pause":true} (workgroupId: known later)',
  ]);
  expect(emulator.journal.length).toBe(0);
});

test.each<[string, readonly string[]]>([
  ["analytics", []],
  ["<id>", ["workspaceName"]],
])("the progress names %s and its status", async (object, secrets) => {
  const { engine, program, workspaces } = await startWorkspace();
  const { lines } = await engine.up(program(), secrets);
  const progress = lines.filter((line) => line.includes(" of at most "));
  const text = `graphplane: ${object}: creating, status is Creating, 30 s of at most 1800 s`;
  expect(progress[0]?.replace(String(workspaces()[0]?.workspace_id), "<id>")).toBe(text);
});

test.each<[string, object, number, string, string]>([
  ["fails if a status is declared", { waitForStatus: ["Active"] }, Infinity, "seen nothing; if the", "status is not reported yet"],
  ["is for its host alone", {}, Infinity, "", ""],
  ["goes on once it shows one", {}, 10_000, "seen Creating", "status is Creating"],
])("the wait for a new workspace that shows no status %s", async (_name, more, hiddenMs, failure, progress) => {
  const { engine, program, emulator, clock } = await startWorkspace({ statusAfter: { ms: 400_000 } });
  const begin = clock.now();
  new Readings(emulator).rewrite(7, (result) => {
    const { workspaces } = result as { workspaces: object[] };
    const hidden = clock.now() - begin < hiddenMs ? { status: null } : {};
    return { ...(result as object), workspaces: workspaces.map((one) => ({ ...one, ...hidden })) };
  });
  const { error, lines } = await engine.up(program({ ...more, timeoutSeconds: 60, deletionPolicy: "retain" }));
  expect([error, lines.join("\n")]).toEqual([failure && expect.stringContaining(failure), expect.stringContaining(progress)]);
  const pending = failure && "; the last change might still take effect";
  expect((await engine.destroy()).lines.at(-1)?.endsWith(`(deletionPolicy "retain")${pending}`)).toBe(true);
});

test.each<["reset-before" | "reset-after", string]>([
  ["reset-before", "sends nothing if it made none"],
  ["reset-after", "pauses the one that it made"],
])("after a POST that was lost by %s, a deletion with the policy pause %s", async (kind) => {
  const { engine, program, emulator, written, workspaces } = await startWorkspace();
  emulator.fault({ kind, match: { endpoint: "createWorkspace" } });
  let isHidden = true;
  new Readings(emulator).rewrite(7, (result) => ({ ...(result as object), ...(isHidden && { workspaces: [] }) }));
  expect((await engine.up(program({ deletionPolicy: "pause" }))).error).not.toBe("");
  isHidden = false;
  written();
  const { error, lines } = await engine.destroy();
  const sent = workspaces().map(({ workspace_id: id }) => `PUT ${path}/${id} {"pause":true}`);
  expect([error, written(), lines.filter((line) => line.includes("PUT"))]).toEqual([
    "",
    sent,
    sent.map((line) => `graphplane: sent ${line}`),
  ]);
});

test("a refresh keeps the wait for a workspace that is not ready yet, and ends it for one that is", async () => {
  const { engine, program, clock, written, workspaces } = await startWorkspace({ statusAfter: { ms: 400_000 } });
  const declared = program({ timeoutSeconds: 60 });
  expect((await engine.up(declared)).error).toContain("timed out after 60 s");
  expect(written()).toHaveLength(1);
  expect((await engine.refresh()).op).toBe("read");
  expect((await engine.preview(declared)).op).toBe("update");
  await clock.sleep(400_000);
  expect((await engine.refresh()).op).toBe("read");
  expect((await engine.up(declared)).op).toBe("same");
  expect([written(), workspaces().length]).toEqual([[], 1]);
});

test("a wait for the host suggests no other status", async () => {
  const { engine, program, emulator } = await startWorkspace({ statusAfter: { ms: 0 } });
  new Readings(emulator).rewrite(7, (result) => {
    const { workspaces } = result as { workspaces: object[] };
    return { ...(result as object), workspaces: workspaces.map((one) => ({ ...one, status: "Active", proxy_host: "" })) };
  });
  const { error } = await engine.up(program({ timeoutSeconds: 60 }));
  expect(error).toMatch(/is not ready: its host\./);
  expect(error).not.toContain("waitForStatus");
});

test("settings that would overwrite others of a new workspace are refused after its creation, and it stays in the state", async () => {
  const { engine, program, emulator, written } = await startWorkspace({ statusAfter: { ms: 0 } });
  new Readings(emulator).rewrite(7, (result) => {
    const { workspaces } = result as { workspaces: object[] };
    return { ...(result as object), workspaces: workspaces.map((one) => omit(one as Record<string, unknown>, ["agent_config"])) };
  });
  const { error } = await engine.up(program({ agentConfig: { heartbeatIntervalSeconds: 5 } }));
  expect(error).toContain("the record does not contain agent_config");
  expect(written()).toEqual([expect.stringMatching(/^POST /)]);
  expect(engine.state).toBeDefined();
});
