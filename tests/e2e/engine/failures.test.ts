import { errors, Scene, steps } from "../../support/engine-scene";

describe("what fails is told, recorded, and mended by the next update", () => {
  test("a failed creation: what succeeded beside it is recorded, the rest is not begun", async () => {
    const scene = new Scene();
    const result = await scene.up(
      { name: "works", inputs: { meet: 2, value: 1 } },
      { name: "fails", inputs: { meet: 2, fail: "create" } },
      { name: "waits", inputs: { value: "$fails.out" } },
    );
    expect(result).toMatchObject({ ok: false, exitCode: 1 });
    expect(errors(result)).toEqual(["create of fails failed"]);
    expect(steps(result)).toEqual(["create fails failed", "create works"]);
    expect(result.changes).toEqual({ create: 2 });
    const { deployment } = await (await scene.open()).export();
    expect(deployment.resources?.map(({ id }) => id).filter((id) => id?.endsWith("-1"))).toEqual(["works-1"]);
    expect(deployment.pending_operations).toBeUndefined();

    scene.calls();
    const mended = await scene.up({ name: "works", inputs: { meet: 2, value: 1 } }, { name: "fails" });
    expect(steps(mended)).toEqual(["create fails", "same works"]);
    expect(scene.calls("create").map(({ label }) => label)).toEqual(["fails"]);
    scene.dispose();
  });

  test("a resource that exists and is not ready is kept with its errors, and updated next time without any change", async () => {
    const scene = new Scene();
    const bystander = { name: "bystander" };
    const created = await scene.up(bystander, { name: "slow", inputs: { partial: "create" }, dependsOn: ["bystander"] });
    expect(created.ok).toBe(false);
    expect(errors(created)).toEqual(["1 error occurred:\n    * slow does not answer"]);
    expect(created.steps.find(({ name }) => name === "slow")).toMatchObject({ failed: true, initErrors: ["slow does not answer"] });
    const state = async () => (await (await scene.open()).export()).deployment.resources?.find(({ urn }) => urn.endsWith("::slow"));
    expect(await state()).toMatchObject({ id: "slow-1", initErrors: ["slow does not answer"], outputs: { out: "out of slow" } });

    const updated = await scene.up();
    expect(steps(updated)).toEqual(["same bystander", "update slow"]);
    expect(updated.steps.find(({ name }) => name === "slow")?.diff).toEqual({});
    expect((await state())?.initErrors).toBeUndefined();

    // An update that fails halfway keeps the old inputs, so that the next comparison still shows the change,
    // and deletes nothing, though the bystander is not declared any more.
    const failed = await scene.up({ name: "slow", inputs: { partial: "update", value: 2 } });
    expect(failed.ok).toBe(false);
    expect(await state()).toMatchObject({ inputs: { partial: "create" }, outputs: { value: 2 }, initErrors: ["slow does not answer"] });
    expect(scene.world("bystander-1")).not.toHaveProperty("gone");
    scene.dispose();
  });

  test("a replaced resource that cannot be deleted is deleted by a later update; what only began is not forgotten", async () => {
    const scene = new Scene();
    await scene.up({ name: "old", inputs: { value: 1, replaceOn: ["value"], fail: "delete" } });
    const failed = await scene.up({ name: "old", inputs: { value: 2, replaceOn: ["value"] } });
    expect(errors(failed)).toEqual(["delete of old failed"]);
    expect(steps(failed)).toEqual(["create-replacement old", "delete-replaced old failed", "replace old"]);
    const stack = await scene.open();
    const exported = await stack.export();
    const leftover = exported.deployment.resources?.find((resource) => resource.delete);
    expect(leftover).toMatchObject({ id: "old-1" });
    // The provider mends its ways: the state is edited, as a user of the CLI would do it.
    delete (leftover?.outputs as Record<string, unknown>).fail;
    await stack.import(exported);
    const cleaned = await scene.up();
    expect(steps(cleaned)).toEqual(["delete-replaced old", "same old"]);
    expect(scene.world("old-1")).toEqual({ gone: true });
    scene.dispose();
  });

  test("a resource that was deleted first and could not be created is created by the next update", async () => {
    const scene = new Scene();
    const told = { value: 1, replaceOn: ["value"], deleteFirst: true };
    await scene.up({ name: "thing", inputs: told });
    const failed = await scene.up({ name: "thing", inputs: { ...told, value: 2, fail: "create" } });
    expect(steps(failed)).toEqual(["create-replacement thing failed", "delete-replaced thing", "replace thing"]);
    const { deployment } = await (await scene.open()).export();
    expect(deployment.resources?.find(({ id }) => id === "thing-1")).toMatchObject({ pendingReplacement: true });
    scene.calls();
    const mended = await scene.up({ name: "thing", inputs: { ...told, value: 2 } });
    expect(steps(mended)).toEqual(["create-replacement thing", "replace thing"]);
    expect(scene.calls("create", "delete").map(({ call }) => call)).toEqual(["create"]);
    scene.dispose();
  });

  test("protected resources are neither deleted nor replaced, and nothing else is touched by the attempt", async () => {
    const scene = new Scene();
    await scene.up({ name: "precious", inputs: { value: 1, replaceOn: ["value"] }, options: { protect: true } });
    scene.calls();
    const destroyed = await (await scene.open()).destroy();
    expect(destroyed).toMatchObject({ ok: false, dryRun: true });
    expect(errors(destroyed)[0]).toContain("because it is protected");
    const replaced = await scene.up({ name: "precious", inputs: { value: 2, replaceOn: ["value"] }, options: { protect: true } });
    expect(errors(replaced)[0]).toContain("unable to replace");
    expect(scene.calls("create", "delete")).toEqual([]);
    scene.dispose();
  });

  test("inputs that the provider finds wrong are named, and a preview with them ends the operation", async () => {
    const scene = new Scene().declare([{ name: "wrong", inputs: { bad: "colour" } }]);
    const result = await (await scene.open()).up();
    expect(result).toMatchObject({ ok: false, dryRun: true });
    expect(errors(result)).toEqual([
      `pulumi-nodejs:dynamic/scene:Thing resource 'wrong': property bad value {colour} has a problem: colour is bad`,
    ]);
    scene.dispose();
  });

  test("a provider host that dies is named, and the next operation has a new one", async () => {
    const scene = new Scene();
    const result = await scene.up({ name: "deadly", inputs: { die: "create" } });
    expect(errors(result)).toEqual(["The provider host ended during an operation (signal SIGKILL)."]);
    scene.dispose();
  });
});

describe("programs that go wrong", () => {
  const scene = new Scene().declare([{ name: "a" }]);
  afterAll(() => scene.dispose());

  test.each<[sentence: string, act: string, message: RegExp]>([
    ["one that throws", "throw", /the program throws/],
    ["one that ends itself with a code", "exit", /exit code 7/],
    ["transforms are refused by name", "transform", /does not support transforms\. .*Pulumi CLI/],
    [
      "functions of packages are refused by name",
      "invoke",
      /does not support functions of packages \(random:index:something\)\. .*Pulumi CLI/,
    ],
    ["assets are refused by name", "asset", /does not support assets\. .*Pulumi CLI/],
  ])("%s", async (_, act, message) => {
    const result = await (await scene.act(act).open()).preview();
    expect(result).toMatchObject({ ok: false, exitCode: 1 });
    expect(errors(result)).toEqual([expect.stringMatching(message)]);
  });

  test("one that merely logs an error goes on, and its update succeeds, as with the CLI", async () => {
    const loud = new Scene();
    const result = await loud
      .declare([{ name: "a" }])
      .act("logError")
      .up();
    expect(errors(result)).toEqual(["the program logs an error"]);
    expect(result).toMatchObject({ ok: true, exitCode: 0, changes: { create: 2 } });
    loud.dispose();
  });

  test("one that would go on for ever ends once something has failed", async () => {
    const lingering = new Scene();
    await lingering.up({ name: "a" });
    const result = await lingering
      .declare([{ name: "b", inputs: { bad: "x" } }])
      .act("linger")
      .up();
    expect(errors(result)).toHaveLength(1);
    expect(steps(result)).toEqual([]);
    lingering.dispose();
  });
});
