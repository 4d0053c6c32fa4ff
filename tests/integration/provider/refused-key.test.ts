import { startEmulator } from "../../../testing/emulator";
import { configOf, makeHost, VirtualClock } from "../../support/provider";
import { startSettings } from "../../support/settings-fixture";

const hint =
  /If this run has no --run-program, it used the key that the last "pulumi up" stored in the state.* run "pulumi up" without --refresh first\./;

test("a refresh whose key is refused says that the key may be an old one from the state, and what to run", async () => {
  const { engine, emulator, adopted, ids } = await startSettings();
  await adopted({ autoStopMinutes: 30 });
  emulator.rotateKey("the next key");
  const refreshed = await engine.refresh();
  expect(refreshed.error).toMatch(/Check that the API key \(graphplane:apiKey in the stack's configuration\) is complete/);
  expect(refreshed.error).toMatch(hint);
  const updated = await engine.up({ ...ids, autoStopMinutes: 45 });
  expect(updated.error).toMatch(/Check that the API key \(graphplane:apiKey in the stack's configuration\) is complete/);
  expect(updated.error).not.toMatch(hint);
});

test("without settings, the first of 60 resources gets the full message, and the others a short one that refers to it", async () => {
  const make = makeHost(new VirtualClock(), () => undefined);
  const failures: string[] = [];
  for (let index = 0; index < 60; index++) {
    const resource = make("WorkspaceSettings");
    await resource.configure?.({ config: configOf({}) });
    const state = { workgroupId: "wg", workspaceId: `workspace-${index}`, __provider: "text" };
    await resource.read?.(`wg/workspace-${index}`, state).catch((error: Error) => failures.push(error.message));
  }
  expect(failures).toHaveLength(60);
  expect(failures[0]).toMatch(/graphplane:baseUrl is missing.*graphplane:apiKey is missing/);
  for (const [index, message] of failures.slice(1).entries())
    expect(message).toBe(
      `WorkspaceSettings: read of workspace "workspace-${index + 1}" of workgroup "wg" failed: the settings are missing or invalid, ` +
        'as reported for workspace "workspace-0" of workgroup "wg". See that error for the fix.',
    );
});

test("60 workspaces of one workgroup with a refused key cost one GET, one full message and 59 short ones", async () => {
  const emulator = await startEmulator();
  const make = makeHost(new VirtualClock(), () => undefined);
  const failures: string[] = [];
  const read = async (workspaceId: string) => {
    const resource = make("WorkspaceSettings");
    await resource.configure?.({ config: configOf({ "graphplane:baseUrl": emulator.url, "graphplane:apiKey": "wrong" }) });
    const state = { workgroupId: "wg", workspaceId, __provider: "text" };
    await resource.read?.(`wg/${workspaceId}`, state).catch((error: Error) => failures.push(error.message));
  };
  const names = Array.from({ length: 60 }, (_, index) => `workspace-${index}`);
  // As an engine does: many at once, and more when they have ended.
  for (let begin = 0; begin < 60; begin += 16) await Promise.all(names.slice(begin, begin + 16).map(read));
  expect(emulator.journal.entries).toHaveLength(1);
  await emulator.close();

  expect(failures).toHaveLength(60);
  expect(failures.filter((message) => message.includes("Check that the API key"))).toEqual(failures.slice(0, 1));
  for (const [index, message] of failures.entries()) expect(message).toContain(`workspace "workspace-${index}" of workgroup "wg"`);
  for (const message of failures.slice(1))
    expect(message).toMatch(
      /\(HTTP \d+, Unauthorized\), as for workspace "workspace-0" of workgroup "wg"\. See that error for the fix\. RequestID: /,
    );
  expect(failures.join("\n").length).toBeLessThan(16_000);
});
