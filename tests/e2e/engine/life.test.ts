import { errors, Scene, steps } from "../../support/engine-scene";

describe("the life of a stack", () => {
  const scene = new Scene();
  afterAll(() => scene.dispose());

  test("it is previewed, created, left alone, replaced, and let go of", async () => {
    scene.declare(
      [
        { name: "a", inputs: { value: 1 } },
        { name: "b", inputs: { value: "$a.out" } },
      ],
      { b: "$b.echo" },
    );
    const preview = await (await scene.open()).preview();
    expect(errors(preview)).toEqual([]);
    expect(steps(preview)).toEqual(["create a", "create b"]);
    expect(scene.calls("create")).toEqual([]);
    expect(preview.outputs).toEqual({ b: "[unknown]" });

    const up = await (await scene.open()).up();
    expect(steps(up)).toEqual(["create a", "create b"]);
    expect(up.outputs).toEqual({ b: "out of a" });
    expect(up.changes).toEqual({ create: 3 });

    expect(steps(await scene.up())).toEqual(["same a", "same b"]);

    const replaced = await scene.up({ name: "a", inputs: { value: 2, replaceOn: ["value"] } });
    expect(steps(replaced)).toEqual(["create-replacement a", "delete b", "delete-replaced a", "replace a"]);

    const destroyed = await (await scene.open()).destroy();
    expect(steps(destroyed)).toEqual(["delete a"]);
    expect((await (await scene.open()).export()).deployment.resources).toEqual([]);
  });
});
