import { readFileSync } from "node:fs";
import { errors, Scene, sceneSource, steps } from "../../support/engine-scene";

describe("the life of a stack of a TypeScript program", () => {
  // The one test that runs the program as it is; the others run it compiled.
  const scene = new Scene({ program: sceneSource, env: { PULUMI_NODEJS_TYPESCRIPT: "true" } });
  afterAll(() => scene.dispose());

  test("it is previewed, created, left alone, updated, and no longer managed", async () => {
    const a = { name: "a", inputs: { value: 1 } };
    scene.declare([a, { name: "b", inputs: { value: "$a.out" } }], { b: "$b.echo" }).act("dynamic");
    const up = await (await scene.open()).up();
    expect(errors(up)).toEqual([]);
    const { preview } = up;
    expect(preview).toMatchObject({ kind: "up", dryRun: true, ok: true, changes: { create: 4 }, outputs: { b: "[unknown]" } });
    expect(preview && steps(preview)).toEqual(["create a", "create b", "create closure"]);
    expect(up).toMatchObject({ dryRun: false, exitCode: 0, changes: { create: 4 }, outputs: { b: "out of a" } });
    expect(up.outputsDiff).toEqual({ b: { kind: "add", new: "out of a" } });
    expect(scene.calls("create")).toHaveLength(2);

    const same = await scene.up();
    expect(steps(same)).toEqual(["same a", "same b", "same closure"]);
    expect(same.outputsDiff).toEqual({});

    const stack = await scene.open();
    const before = readFileSync(stack.file, "utf8");
    const destroyed = await stack.destroy();
    expect(steps(destroyed)).toEqual(["delete a", "delete b", "delete closure"]);
    expect(scene.calls("delete").map(({ label }) => label)).toEqual(["b", "a"]);
    expect((await stack.export()).deployment.resources).toEqual([]);
    expect(readFileSync(`${stack.file}.bak`, "utf8")).toBe(before);
  });
});
