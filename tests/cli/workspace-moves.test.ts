import { type Sample, sampleAccount } from "../../testing/emulator";
import { closeAfterTest } from "../support/close-after-test";
import { type Door, StackFixture } from "../support/stack-fixture";

/** A stack whose program declares the sample's main workspace by the given resources. */
async function open(door: Door) {
  const samples: Sample[] = [];
  const fixture = await StackFixture.open({
    door,
    service: { profile: "observed", account: (account) => void samples.push(sampleAccount(account)) },
  });
  closeAfterTest(fixture);
  const { workgroupId, workspaceIds } = samples[0] as Sample;
  const ids = { workgroupId, workspaceId: workspaceIds.main };
  const declarations = {
    settings: (policy = "retain") =>
      `new g.WorkspaceSettings("settings", ${JSON.stringify({ ...ids, autoStopMinutes: 30, deletionPolicy: policy })});`,
    workspace: (more: object = {}) =>
      `new g.Workspace("whole", ${JSON.stringify({ workgroupId, workspaceName: "main", adopt: true, autoStopMinutes: 30, ...more })});`,
  };
  const declare = (...lines: string[]) =>
    fixture.write(`const g = require("pulumi-graphplane${door === "native" ? "/native" : ""}");\n${lines.join("\n")}\n`);
  return { fixture, declare, ...declarations };
}

describe.each<Door>(["dynamic", "native"])("%s", (door) => {
  test("a workspace moves from its settings to a Workspace and back without a request, even if its policy is to delete it", async () => {
    const { fixture, declare, settings, workspace } = await open(door);
    await declare(settings("delete"));
    await fixture.must("up");
    await declare(workspace());
    const moved = await fixture.must("up");
    expect(moved.writes).toEqual([]);
    expect(moved.done).toEqual(expect.arrayContaining([expect.stringContaining("whole"), expect.stringContaining("settings")]) as string[]);
    // The engine refuses to remove what it protects, so the protection is taken away in an update of its own.
    await declare(workspace({ deletionPolicy: "retain" }));
    expect((await fixture.must("up")).writes).toEqual([]);
    await declare(settings());
    expect((await fixture.must("up")).writes).toEqual([]);
  });

  test("a workspace that both of them declare is refused", async () => {
    const { fixture, declare, settings, workspace } = await open(door);
    await declare(settings());
    await fixture.must("up");
    await declare(settings(), workspace());
    // Which of the two comes second is the engine's choice.
    const { failed } = await fixture.run("up");
    expect(failed).toMatch(/which a (WorkspaceSettings|Workspace) of the program declares already: keep one of the two/);
    expect(failed).not.toContain("lifecycle.js");
  });
});
