import type { Outcome } from "../../support/provider";
import { visible } from "../../support/service-fixture";
import { serviceCases, startSettings } from "../../support/settings-fixture";

const canary = "cAnary-0123456789";

/** Everything of an outcome that a person or a log may see. */
const told = (...outcomes: Outcome[]) => outcomes.map(visible).join("\n");

describe.each(serviceCases)("under the profile $profile that would $nested nested values", (serviceCase) => {
  test("the live keys beside a configuration given as a string are never printed, stored or overwritten", async () => {
    const { engine, ids, change, live, requests } = await startSettings(serviceCase, {
      addons: [{ addons_id: "one", enable: true, enable_configuration: { mode: "a" } }],
    });
    const program = (text: string) => ({ ...ids, addons: { one: { enable: true, enableConfiguration: text } } });
    const outcomes = [await engine.up(program('{"mode":"z"}'))];
    change({ addons: [{ addons_id: "one", enable: true, enable_configuration: { mode: "z", token: canary } }] });
    outcomes.push(await engine.refresh());
    requests();
    outcomes.push(await engine.up(program('{"mode":"z"}')));
    expect([outcomes.at(-1)?.op, requests()]).toEqual(["same", []]);
    change({ addons: [{ addons_id: "one", enable: true, enable_configuration: { mode: "b", token: canary } }] });
    outcomes.push(await engine.refresh(), await engine.up(program('{"mode":"z"}')), await engine.up(program('{"mode":"y"}')));
    outcomes.push(await engine.up(ids));
    expect(live()).toMatchObject({ addons: [{ enable_configuration: { mode: "y" } }] });
    expect(told(...outcomes) + JSON.stringify(engine.state)).not.toContain(canary);
  });
});

test("a value that was secret in the state stays hidden if the program no longer marks it", async () => {
  const { engine, ids, change } = await startSettings();
  await engine.up({ ...ids, workspaceName: canary }, ["workspaceName"]);
  change({ name: `${canary}-other` });
  const outcome = await engine.up({ ...ids, workspaceName: "plain" });
  expect(outcome.lines).toHaveLength(2);
  expect(told(outcome)).not.toContain(canary);
});

test("a short secret number is redacted as a word if the service quotes it", async () => {
  const { engine, ids, emulator } = await startSettings();
  emulator.fault({ kind: "status", status: 400, type: "Bad-Request", message: "240 is over 2400", match: { method: "PUT" } });
  const { error } = await engine.up({ ...ids, autoStopMinutes: 240 }, ["autoStopMinutes"]);
  expect(error).toContain("The service responded: [redacted] is over 2400.");
});

test("secret identifiers are redacted in lines, failures and errors", async () => {
  const { engine, emulator } = await startSettings({ profile: "observed", malformedId: "unknown" });
  const workgroupId = `${canary}-wg`;
  const workspaceId = `${canary}-ws`;
  emulator.account.addWorkgroup({ workgroup_id: workgroupId });
  emulator.account.addWorkspace(workgroupId, { workspace_id: workspaceId });
  const secrets = ["workgroupId", "workspaceId"];
  const program = { workgroupId, workspaceId, autoStopMinutes: 60 };
  const missing = await engine.preview({ ...program, workspaceId: `${canary}-none` }, secrets);
  expect(missing.failures).toEqual([
    { property: "", reason: expect.stringMatching(/^workspaceId: workgroup "\[redacted\]" has no/) as string },
  ]);
  const none = await engine.preview({ ...program, workgroupId: "not-there" }, secrets);
  expect(none.failures).toMatchObject([
    { property: "", reason: expect.stringMatching(/^workgroupId: workgroup "\[redacted\]" does not exist/) as string },
  ]);
  const previewed = await engine.preview(program, secrets);
  expect(previewed.lines).toEqual([
    'graphplane: PUT /workgroups/[redacted]/workspaces/[redacted] {"auto_stop_minutes":60} was {"auto_stop_minutes":30}',
  ]);
  emulator.fault({ kind: "status", status: 400, type: "Bad-Request", match: { method: "PUT" } });
  const failed = await engine.up(program, secrets);
  expect(failed.error).toMatch(
    /^WorkspaceSettings: create of workspace "\[redacted\]" of workgroup "\[redacted\]" failed: PUT \/workgroups\/\[redacted\]/,
  );
  const created = await engine.up(program, secrets);
  emulator.fault({ kind: "accepted-not-applied", match: { method: "PUT" } });
  const stuck = await engine.up({ ...program, enableHa: true, timeoutSeconds: 20 }, secrets);
  emulator.rotateKey("another");
  const refused = await engine.preview({ ...program, enableHa: true }, secrets);
  const destroyed = await engine.destroy();
  const all = told(previewed, failed, created, stuck, refused, destroyed);
  expect(all).not.toContain(canary);
  expect(stuck.error).toMatch(/still reports/);
  expect(destroyed.lines.at(-1)).toMatch(
    /^graphplane: \/workgroups\/\[redacted\]\/workspaces\/\[redacted\]: no request: the workspace is no longer managed; it keeps its current settings/,
  );
});

describe("undeclared live configuration that is sent along", () => {
  const token = `LIVE-${canary}`;
  const live = {
    addons: [
      {
        addons_id: "one",
        enable: true,
        enable_configuration: { model: "live-model", token: `${token}-1`, deep: { pin: 98765432, list: [`${token}-2`] } },
      },
      { addons_id: "two", enable: false, enable_configuration: JSON.stringify({ token: `${token}-3`, mode: "in" }) },
      { addons_id: "three", enable: true, enable_configuration: `not json: ${token}-4` },
      { addons_id: "four", enable: true, enable_configuration: [`${token}-5`] },
    ],
    agent_config: { heartbeat_interval_seconds: 54321 },
  };
  const declared = { one: { enable: true, enableConfiguration: { model: "ours" } } };

  test.each(["merge", "replace"] as const)("is redacted if the service quotes it (%s)", async (nested) => {
    const { engine, ids, emulator } = await startSettings({ nested }, live);
    let body: unknown;
    emulator.fault({ kind: "status", status: 400, type: "Bad-Request", match: { method: "PUT", body: (sent) => ((body = sent), true) } });
    await engine.up({ ...ids, addons: declared });
    const quoted = JSON.stringify(body);
    for (const part of [1, 2, 3, 4, 5]) expect(quoted).toContain(`${token}-${part}`);

    const details = [
      { FieldName: "addons", Reason: `token ${token}-1, pin 98765432, mode "in" of "two" and ${token}-2 are not understood` },
    ];
    emulator.fault({
      kind: "status",
      status: 400,
      type: "Bad-Request",
      message: `Invalid body ${quoted}`,
      details,
      match: { method: "PUT" },
    });
    const failed = await engine.up({ ...ids, addons: declared });
    expect(failed.error).toContain(
      'The service responded: Invalid body {"addons":[{"addons_id":"one","enable":true,"enable_configuration":',
    );
    expect(failed.error).toContain('"model":"ours"');
    expect(failed.error).toContain('token [redacted], pin [redacted], mode "[redacted]" of "two" and [redacted] are not understood');
    expect(failed.error).toMatch(/RequestID: /);
    expect(failed.error).toMatch(/^WorkspaceSettings: create of workspace /);
    expect(told(failed)).not.toContain(canary);
    expect(told(failed)).not.toContain("98765432");
  });

  test("is also redacted below a secret argument", async () => {
    const { engine, ids, emulator } = await startSettings({}, live);
    const message = `one has ${token}-1, live-model, 54321`;
    emulator.fault({ kind: "status", status: 400, type: "Bad-Request", message, match: { method: "PUT" } });
    const program = { ...ids, addons: declared, agentConfig: { topologyUpdateIntervalSeconds: 7 } };
    const failed = await engine.up(program, ["addons", "agentConfig"]);
    expect(failed.error).toContain("The service responded: [redacted] has [redacted], [redacted], [redacted].");
  });
});
