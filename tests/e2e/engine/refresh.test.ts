import { errors, Scene, steps, type Told } from "../../support/engine-scene";

const told: Told[] = [
  { name: "a", inputs: { value: 1, untouched: "x" } },
  { name: "lost", inputs: { value: 2 } },
  { name: "user", inputs: { value: "$lost.out" }, dependsOn: ["lost"] },
];

describe("what happened behind the engine's back", () => {
  const scene = new Scene().declare(told);
  afterAll(() => scene.dispose());
  const state = async (name: string) => {
    const { deployment } = await (await scene.open()).export();
    return deployment.resources?.find(({ urn }) => urn.endsWith(`::${name}`));
  };

  test("a preview with refresh shows the drift and what would be done about it, and records neither", async () => {
    await scene.up();
    scene.change("a-1", { value: 9 });
    const preview = await (await scene.open()).preview({ refresh: true });
    expect(steps(preview)).toEqual(["refresh:same lost", "refresh:same user", "refresh:update a", "same lost", "same user", "update a"]);
    const [refreshed, updated] = preview.steps.filter(({ name }) => name === "a");
    expect(refreshed?.diff).toEqual({ value: { kind: "update", old: 1, new: 9 } });
    expect(updated?.diff).toEqual({ value: { kind: "update", old: 9, new: 1 } });
    expect(preview.changes).toEqual({ update: 1, same: 3 });
    expect((await state("a"))?.inputs).toMatchObject({ value: 1 });
  });

  test("a refresh takes it over: what changed, and what is gone", async () => {
    scene.change("lost-1", { gone: true });
    const refreshed = await (await scene.open()).refresh();
    expect(errors(refreshed)).toEqual([]);
    expect(steps(refreshed)).toEqual(["refresh:delete lost", "refresh:same user", "refresh:update a"]);
    expect(refreshed.changes).toEqual({ update: 1, delete: 1, same: 2 });
    expect((await state("a"))?.inputs).toMatchObject({ value: 9, untouched: "x" });
    expect(await state("lost")).toBeUndefined();
    // Nothing refers any more to what is gone.
    expect(await state("user")).not.toHaveProperty("dependencies");
  });

  test("the next update mends all of it", async () => {
    const mended = await scene.up();
    expect(steps(mended)).toEqual(["create lost", "same user", "update a"]);
    expect(scene.world("a-1")).toMatchObject({ value: 1 });
  });

  test("an update with refresh finds and mends in one go; a read that fails ends it, and harms nothing", async () => {
    scene.change("a-1", { value: 8 });
    const up = await (await scene.open()).up({ refresh: true, skipPreview: true });
    expect(steps(up)).toContain("update a");
    expect(up.changes).toEqual({ update: 1, same: 3 });
    scene.change("a-1", { broken: true });
    const before = await state("a");
    const failed = await (await scene.open()).refresh({ skipPreview: true });
    expect(errors(failed)).toEqual(["a cannot be read"]);
    expect(failed.exitCode).toBe(1);
    expect(await state("a")).toEqual(before);
  });
});

describe("a resource that is only read", () => {
  const scene = new Scene();
  afterAll(() => scene.dispose());

  test("is read in preview and update, used, left alone at the end, and taken over when it is declared", async () => {
    await scene.up({ name: "owner", inputs: { value: 5 } });
    scene.calls();
    scene.declare([
      { name: "owner", inputs: { value: 5 } },
      { name: "reader", get: "owner-1" },
      { name: "user", inputs: { value: "$reader.echo" } },
    ]);
    const read = await (await scene.open()).up();
    expect(steps(read)).toEqual(["create user", "read reader", "same owner"]);
    expect(scene.calls("read")).toHaveLength(2);
    expect(scene.world("user-1")).toMatchObject({ value: 5 });

    const dropped = await scene.up({ name: "owner", inputs: { value: 5 } });
    expect(steps(dropped)).toEqual(["delete user", "discard reader", "same owner"]);
    expect(scene.calls("delete").map(({ id }) => id)).toEqual(["user-1"]);
  });
});
