import { errors, Scene, steps } from "../../support/engine-scene";

describe("what fails is told, recorded, and fixed by the next update", () => {
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
    const fixed = await scene.up({ name: "works", inputs: { meet: 2, value: 1 } }, { name: "fails" });
    expect(steps(fixed)).toEqual(["create fails", "same works"]);
    expect(scene.calls("create").map(({ label }) => label)).toEqual(["fails"]);
    scene.dispose();
  });

  test("a resource that exists and is not ready is kept with its errors, and updated next time without any change", async () => {
    const scene = new Scene();
    const bystander = { name: "bystander" };
    const created = await scene.up(bystander, { name: "slow", inputs: { partial: "create" }, dependsOn: ["bystander"] });
    expect(created.ok).toBe(false);
    expect(errors(created)).toEqual(["1 error occurred:\n\t* slow does not answer"]);
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

  test("a replacement that fails halfway, on either side, is completed by a later update", async () => {
    const scene = new Scene();
    const first = { value: 1, replaceOn: ["value"], deleteFirst: true };
    const last = { value: 1, replaceOn: ["value"], fail: "delete" };
    await scene.up({ name: "first", inputs: first }, { name: "last", inputs: last });
    // Deleted, and its replacement cannot be created.
    const uncreated = await scene.up({ name: "first", inputs: { ...first, value: 2, fail: "create" } }, { name: "last", inputs: last });
    expect(steps(uncreated)).toEqual(
      expect.arrayContaining(["create-replacement first failed", "delete-replaced first", "replace first"]) as string[],
    );
    const stack = await scene.open();
    const states = async () => (await stack.export()).deployment.resources ?? [];
    expect((await states()).find(({ id }) => id === "first-1")).toMatchObject({ pendingReplacement: true });
    scene.calls();
    // That is made up for; the other one is replaced, and what it replaces cannot be deleted.
    const undeleted = await scene.up(
      { name: "first", inputs: { ...first, value: 2 } },
      { name: "last", inputs: { value: 2, replaceOn: ["value"] } },
    );
    expect(errors(undeleted)).toEqual(["delete of last failed"]);
    expect(steps(undeleted)).toEqual([
      "create-replacement first",
      "create-replacement last",
      "delete-replaced last failed",
      "replace first",
      "replace last",
    ]);
    expect(scene.calls("delete").map(({ id }) => id)).toEqual(["last-1"]);
    const exported = await stack.export();
    const leftover = exported.deployment.resources?.find((resource) => resource.delete);
    expect(leftover).toMatchObject({ id: "last-1" });
    // The provider fixes its ways: the state is edited, as a user of the CLI would do it.
    delete (leftover?.outputs as Record<string, unknown>).fail;
    await stack.import(exported);
    expect(steps(await scene.up())).toEqual(["delete-replaced last", "same first", "same last"]);
    expect(scene.world("last-1")).toEqual({ gone: true });
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
    ["one that ends itself with a code", "exit", /exit code: 7/],
    ["transforms are refused by name", "transform", /does not support transforms\. .*Pulumi CLI/],
    [
      "functions of packages are refused by name",
      "invoke",
      /does not support functions of packages without a plugin in Pulumi.yaml \(random:index:something\)\. .*Pulumi CLI/,
    ],
  ])("%s", async (_, act, message) => {
    const result = await (await scene.act(act).open()).preview();
    expect(result).toMatchObject({ ok: false, exitCode: 1 });
    expect(errors(result)).toEqual([expect.stringMatching(message)]);
  });

  test("one that would go on for ever ends once something has failed; a failed preview ends the operation", async () => {
    const lingering = new Scene().declare([{ name: "wrong", inputs: { bad: "colour" } }]).act("linger");
    const result = await (await lingering.open()).up();
    expect(result).toMatchObject({ ok: false, dryRun: true });
    expect(errors(result)).toEqual([
      `pulumi-nodejs:dynamic/scene:Thing resource 'wrong': property bad value {colour} has a problem: colour is bad`,
    ]);
    lingering.dispose();
  });
});
