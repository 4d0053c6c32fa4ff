import { spawn } from "node:child_process";
import { existsSync, watch, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { errors, Scene, steps } from "../../support/engine-scene";

/** Resolves when the provider is in the middle of an operation that it holds. */
async function held(scene: Scene, label: string): Promise<void> {
  const file = join(scene.folder, `held-${label}`);
  const watcher = watch(scene.folder);
  while (!existsSync(file)) await once(watcher, "change");
  watcher.close();
}
function release(scene: Scene, label: string): void {
  writeFileSync(join(scene.folder, `release-${label}`), "");
}

describe("operations side by side", () => {
  test("as many as `parallel` says run at once, no more and no fewer: creations, reads and deletions", async () => {
    const scene = new Scene({ parallel: 2 });
    const names = ["a", "b", "c", "d"];
    // Each operation waits until another one is under way: one at a time would never end.
    scene.declare(names.map((name) => ({ name, inputs: { meet: 2 } })));
    const most = () => Math.max(...scene.calls("busy").map(({ now }) => Number(now)));
    expect(errors(await scene.up())).toEqual([]);
    expect(most()).toBe(2);
    const stack = await scene.open();
    expect(errors(await stack.refresh({ skipPreview: true }))).toEqual([]);
    expect(most()).toBe(2);
    expect(errors(await stack.destroy({ skipPreview: true }))).toEqual([]);
    expect(most()).toBe(2);
    scene.dispose();
  });
});

describe("an operation that is stopped", () => {
  test("finishes and records what is under way, begins nothing more, and meanwhile keeps others out", async () => {
    const scene = new Scene().declare([
      { name: "a", inputs: { hold: "create" } },
      { name: "b" },
      { name: "c", inputs: { value: "$a.out" } },
    ]);
    const stop = new AbortController();
    const stack = await scene.open();
    const running = stack.up({ skipPreview: true, signal: stop.signal });
    await held(scene, "a");
    await expect((await scene.open()).up()).rejects.toMatchObject({
      code: "locked",
      message: expect.stringContaining("embedded-engine.json") as string,
    });
    // Its neighbour may be under way still.
    const { pending_operations: pending = [] } = (await (await scene.open()).export()).deployment;
    expect(pending.map(({ resource, type }) => `${type} ${resource.urn.split("::").at(-1)}`)).toContain("creating a");
    stop.abort();
    release(scene, "a");
    const stopped = await running;
    expect(stopped).toMatchObject({ ok: false, exitCode: 130 });
    expect(errors(stopped)).toEqual([]);
    const { deployment } = await stack.export();
    expect(deployment.resources?.map(({ id }) => id)).toEqual(expect.arrayContaining(["a-1", "b-1"]));
    expect(deployment.pending_operations).toBeUndefined();
    expect(steps(await scene.up())).toEqual(["create c", "same a", "same b"]);
    scene.dispose();
  });

  test("one that is stopped before it begins does nothing", async () => {
    const scene = new Scene().declare([{ name: "a" }]);
    expect(await (await scene.open()).up({ signal: AbortSignal.abort() })).toMatchObject({ exitCode: 130, steps: [] });
    scene.dispose();
  });
});

describe("an engine that is killed", () => {
  test("takes program and host with it; the next one takes over its lock and tells what was left unfinished", async () => {
    const alive = new Map<string, Promise<unknown>>();
    const server = createServer((socket: Socket) => {
      socket.once("data", (name) => alive.set(name.toString(), once(socket, "close")));
      socket.on("error", () => undefined);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as { port: number };
    const scene = new Scene({ env: { SCENE_LIFELINE: String(port) } }).declare([{ name: "a", inputs: { hold: "create" } }]);
    const engine = spawn(process.execPath, [join(__dirname, "../../support/engine-child.js"), JSON.stringify(scene.optionsNow())], {
      stdio: "inherit",
    });
    await held(scene, "a");
    expect([...alive.keys()].sort()).toEqual(["host", "program"]);
    engine.kill("SIGKILL");
    await Promise.all(alive.values());
    server.close();

    const next = await scene.declare([]).up();
    expect(next.ok).toBe(true);
    expect(next.diagnostics).toMatchObject([{ severity: "warning", message: expect.stringContaining("while creating") as string }]);
    const stack = await scene.open();
    await stack.refresh({ skipPreview: true });
    expect((await stack.export()).deployment.pending_operations).toBeUndefined();
    scene.dispose();
  });
});
