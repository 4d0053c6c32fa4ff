import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EngineEvent } from "../../../testing/engine";
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

  test("the next update fixes all of it; what the program only reads is read in the preview too", async () => {
    scene.calls();
    const reader: Told = { name: "reader", get: "a-1", dependsOn: ["a"] };
    scene.declare([...told, reader, { name: "looker", inputs: { value: "$reader.echo" } }]);
    const fixed = await (await scene.open()).up();
    expect(steps(fixed)).toEqual(["create looker", "create lost", "read reader", "same user", "update a"]);
    expect(scene.world("a-1")).toMatchObject({ value: 1 });
    expect(scene.calls("read")).toHaveLength(2);
    expect(scene.world("looker-1")).toMatchObject({ value: 1 });
  });

  test("an update with refresh finds and fixes in one go; what was read is dropped, or made one's own", async () => {
    scene.change("a-1", { value: 8 });
    const up = await (await scene.declare([...told, { name: "reader" }]).open()).up({ refresh: true, skipPreview: true });
    expect(steps(up).filter((step) => !step.startsWith("refresh"))).toEqual([
      "create-replacement reader",
      "delete looker",
      "discard-replaced reader",
      "replace reader",
      "same lost",
      "same user",
      "update a",
    ]);
    expect(up.changes).toEqual({ update: 1, replace: 1, delete: 1, same: 3 });
    expect(scene.calls("delete").map(({ id }) => id)).toEqual(["looker-1"]);
  });

  test("a read that fails ends the refresh, and harms nothing", async () => {
    scene.change("a-1", { broken: true });
    const before = await state("a");
    const failed = await (await scene.open()).refresh({ skipPreview: true });
    expect(errors(failed)).toEqual(["a cannot be read"]);
    expect(failed.exitCode).toBe(1);
    expect(await state("a")).toEqual(before);
  });

  test("what is read and not declared any more is left alone", async () => {
    const dropped = await scene.declare([{ name: "reader", get: "user-1" }]).up();
    expect(dropped.ok).toBe(true);
    expect(steps(dropped)).toContain("read-replacement reader");
    const destroyed = await (await scene.open()).destroy({ skipPreview: true });
    expect(steps(destroyed)).toEqual(["discard reader"]);
    expect(
      scene
        .calls("delete")
        .map(({ id }) => id)
        .sort(),
    ).toEqual(["a-1", "lost-2", "reader-1", "user-1"]);
  });
});

test("what is under way when a read fails is taken over all the same", async () => {
  const scene = new Scene();
  await scene.up({ name: "slow", inputs: { value: 1, hold: "read" } }, { name: "broken", inputs: { value: 2 } });
  scene.change("slow-1", { value: 9 });
  scene.change("broken-1", { broken: true });
  const stack = await scene.open();
  const onEvent = (event: EngineEvent) => {
    if (event.type === "diagnostic") writeFileSync(join(scene.folder, "release-slow"), "");
  };
  const failed = await stack.refresh({ skipPreview: true, onEvent });
  expect(errors(failed)).toEqual(["broken cannot be read"]);
  expect(steps(failed)).toEqual(["refresh:same broken failed", "refresh:update slow"]);
  const { deployment } = await stack.export();
  expect(deployment.resources?.find(({ id }) => id === "slow-1")?.outputs).toMatchObject({ value: 9 });
  scene.dispose();
});
