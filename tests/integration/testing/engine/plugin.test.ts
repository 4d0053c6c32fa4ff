import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as grpc from "@grpc/grpc-js";
import type { InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import { ResourceMonitorClient, ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import { ResourceInvokeRequest } from "@pulumi/pulumi/proto/resource_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { openStack } from "../../../../testing/engine";
import { Monitor } from "../../../../testing/engine/monitor";
import { call, serve } from "../../../../testing/engine/protocol";
import { newState } from "../../../../testing/engine/state";
import { Secret, UNKNOWN } from "../../../../testing/engine/values";
import { passphrase, writeEmptyState } from "../../../support/known-salt";
import { secret, TinyPlugin } from "../../../support/tiny-plugin";
import { TinyStack, urnOf } from "../../../support/tiny-stack";

let plugin: TinyPlugin;
let port: number;
let stack: TinyStack;
beforeEach(async () => {
  plugin = new TinyPlugin();
  port = await plugin.start();
  stack = new TinyStack(port);
});
afterEach(() => plugin.stop());

const explicit = (name: string, inputs: Record<string, string>) => ({ name, type: "pulumi:providers:tiny", inputs });
const thing = { name: "thing", inputs: { size: 1 } };

describe("a resource of a plugin", () => {
  test("is previewed, made, kept and deleted by its default provider, which has the settings of its namespace", async () => {
    stack.config = { "tiny:token": "t", "p:own": "x" };
    expect((await stack.preview({ ...thing, version: "1.2.3" })).done).toEqual(["create thing"]);
    const settings = { version: "1.2.3", token: secret("t") };
    const start = ["attach the engine", expect.stringMatching(/^configure/), 'check thing {"size":1}'] as string[];
    const [, configure = "", ...more] = plugin.take();
    expect(JSON.parse(configure.replace("configure default_1_2_3 ", ""))).toEqual(settings);
    expect(more).toEqual(['check thing {"size":1}', "create in preview thing-id"]);
    expect((await stack.up({ ...thing, version: "1.2.3" })).done).toEqual(["create thing"]);
    expect(plugin.take()).toEqual([...start, "create thing-id"]);
    expect(stack.state("thing")).toMatchObject({ id: "thing-id", outputs: { size: 1, kind: "thing", seen: 1 } });
    expect(stack.state("default_1_2_3")?.inputs).toEqual({ version: "1.2.3", token: new Secret("t") });
    expect((await stack.up({ ...thing, version: "1.2.3" })).done).toEqual([]);
    expect(plugin.take()).toEqual(start);
    expect((await stack.up()).done).toEqual(["delete thing"]);
    expect(plugin.take()).toEqual(["attach the engine", expect.stringMatching(/^configure/), "delete thing-id"]);
    expect(stack.states).toEqual([]);
  });

  test("gives and gets secrets and unknown values with their marks", async () => {
    await stack.preview({ name: "thing", inputs: { size: UNKNOWN, note: new Secret("quiet") } });
    expect(plugin.take().at(-2)).toBe(
      `check thing ${JSON.stringify({ note: secret("quiet"), size: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" })}`,
    );
    await stack.up({ name: "thing", inputs: { size: 1, note: new Secret("quiet") } });
    expect(stack.state("thing")?.outputs.note).toEqual(new Secret("quiet"));
  });

  test("shows what its provider says of a change, values masked, and is replaced where that says so", async () => {
    await stack.up({ name: "thing", inputs: { size: 1, place: "here", note: new Secret("old") } });
    const { done, steps, json } = await stack.preview({ name: "thing", inputs: { size: 2, place: "there", note: "new" } });
    expect(done).toEqual(["create-replacement thing", "replace thing", "delete-replaced thing"]);
    const step = steps.find(({ op }) => op === "replace");
    expect(step?.replaceKeys).toEqual(["place"]);
    expect(step?.diff).toEqual({
      size: { kind: "update", inputDiff: false, old: 1, new: 2 },
      place: { kind: "update", inputDiff: false, replaces: true, old: "here", new: "there" },
      note: { kind: "update", inputDiff: false, old: "[secret]", new: "[secret]" },
    });
    const printed = JSON.parse(json) as { steps: { detailedDiff: object }[] };
    expect(printed.steps[0]?.detailedDiff).toMatchObject({
      size: { kind: "update", inputDiff: false },
      place: { kind: "update-replace" },
    });
  });

  test("moves from a dynamic type under the same name, without a request", async () => {
    const type = "pulumi-nodejs:dynamic/tiny:Thing";
    const dynamic = { custom: true, id: "x", outputs: { size: 1, __provider: "text" } };
    const provider = newState({
      urn: urnOf("pulumi:providers:pulumi-nodejs", "default"),
      type: "pulumi:providers:pulumi-nodejs",
      ...dynamic,
    });
    const inputs = { size: 1, __provider: "text" };
    stack.states = [provider, newState({ urn: urnOf(type, "thing"), type, ...dynamic, inputs, provider: `${provider.urn}::x` })];
    const { done } = await stack.up({ ...thing, aliases: [urnOf(type, "thing")] });
    expect(done).toEqual([]);
    expect(stack.states.map(({ urn, id }) => [urn, id])).toEqual([
      [urnOf("pulumi:providers:tiny", "default"), expect.any(String)],
      [urnOf("tiny:index:Thing", "thing"), "x"],
    ]);
    const moved = { name: "thing", inputs: { size: 2 }, aliases: [urnOf(type, "thing")] };
    plugin.take();
    expect((await stack.up(moved)).done).toEqual(["update thing"]);
    expect(plugin.take().at(-1)).toBe("update x of tiny:index:Thing");
  });

  test("is imported where the program names its identifier, and then changed as it is declared", async () => {
    plugin.things.set("there", { size: 1 });
    expect((await stack.preview({ ...thing, importId: "there" })).done).toEqual(["import thing"]);
    expect((await stack.up({ name: "thing", inputs: { size: 2 }, importId: "there" })).done).toEqual(["import thing", "update thing"]);
    expect(stack.state("thing")).toMatchObject({ id: "there", importID: "there", inputs: { size: 2 } });
    expect((await stack.up({ name: "thing", inputs: { size: 2 }, importId: "there" })).done).toEqual([]);
    expect((await stack.up({ name: "other", importId: "nowhere" })).errors).toEqual(["resource 'nowhere' does not exist"]);
  });
});

describe("a provider that the program declares", () => {
  test("is shown, and serves its own resources", async () => {
    const { done, changes } = await stack.up(
      explicit("one", { token: "1" }),
      explicit("two", { token: "2" }),
      { ...thing, provider: "two" },
      { name: "other", provider: "one" },
    );
    expect(done).toEqual(["create one", "create two", "create thing", "create other"]);
    expect(changes.create).toBe(4);
    const configured = plugin.take().filter((text) => text.startsWith("configure"));
    expect(configured.map((text) => text.split(" ")[1]).sort()).toEqual(["one", "two"]);
    expect(stack.state("thing")?.provider).toBe(stack.reference("two"));
    expect(stack.state("two")?.inputs).toEqual({ token: new Secret("2") });
  });

  test("is updated when its settings change, and takes its resources along where it is replaced", async () => {
    await stack.up(explicit("one", { token: "1", region: "a" }), { ...thing, provider: "one" });
    const { done } = await stack.up(explicit("one", { token: "2", region: "a" }), { ...thing, provider: "one" });
    expect(done).toEqual(["update one"]);
    const moved = await stack.up(explicit("one", { token: "2", region: "b" }), { ...thing, provider: "one" });
    expect(moved.errors).toEqual([]);
    expect(moved.done).toContain("replace thing");
  });

  test("with a wrong setting fails at that setting", async () => {
    const { errors } = await stack.up(explicit("one", { token: "bad" }));
    expect(errors).toEqual([expect.stringContaining("property token value {bad} has a problem: is not a token")]);
  });

  test("with a setting that is known later is not asked in a preview", async () => {
    const { done, diagnostics } = await stack.preview(
      { ...explicit("one", {}), inputs: { region: UNKNOWN } },
      { ...thing, provider: "one" },
    );
    expect(done).toEqual(["create one", "create thing"]);
    expect(diagnostics).toEqual([]);
    expect(plugin.take()).toEqual(["attach the engine"]);
    await stack.up(explicit("one", {}), { ...thing, provider: "one" });
    const later = await stack.preview({ ...explicit("one", {}), inputs: { note: UNKNOWN } }, { ...thing, provider: "one" });
    expect(later.done).toEqual(["update one", "update thing"]);
    expect(later.diagnostics.map(({ message }) => message)).toEqual([expect.stringContaining("inputs that are not known during preview")]);
  });
});

describe("a function of a plugin", () => {
  test("answers the program, and fails there alone", async () => {
    await stack.phase(false, async (deployment, planner) => {
      const served = await serve(ResourceMonitorService, new Monitor(deployment, planner, new Set(["tiny"])).handlers());
      const client = new ResourceMonitorClient(served.address, grpc.credentials.createInsecure());
      const invoke = (token: string) => {
        const request = new ResourceInvokeRequest().setTok(token).setArgs(Struct.fromJavaScript({ text: secret("quiet") }));
        return call<InvokeResponse>((done) => client.invoke(request, done));
      };
      expect((await invoke("tiny:index:echo")).getReturn()?.toJavaScript()).toEqual({ text: secret("quiet") });
      await expect(invoke("tiny:index:nothing")).rejects.toMatchObject({
        code: grpc.status.UNKNOWN,
        details: "invocation of tiny:index:nothing returned an error: no function tiny:index:nothing",
      });
      expect(deployment.stopping).toBe(false);
      await expect(invoke("large:index:nothing")).rejects.toMatchObject({ code: grpc.status.UNAVAILABLE });
      client.close();
      served.stop();
    });
  });
});

describe("a stack whose Pulumi.yaml names a plugin", () => {
  const parent = join(__dirname, "../../../../.tmp");
  mkdirSync(parent, { recursive: true });
  const base = mkdtempSync(join(parent, "plugin-"));
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  test("imports by identifier, refreshes and destroys without a program; a stop ends what is under way", async () => {
    writeFileSync(join(base, "Pulumi.yaml"), "name: plugged\nruntime: nodejs\nplugins:\n  providers:\n    - name: tiny\n      path: .\n");
    writeFileSync(join(base, "pulumi-resource-tiny"), "");
    writeEmptyState(base, "plugged", "dev");
    const env = { PULUMI_DEBUG_PROVIDERS: `tiny:${port}` };
    const opened = await openStack({ program: base, stack: "dev", stateFolder: base, passphrase, env, config: { "tiny:token": "t" } });
    const file = join(base, "import.json");
    const entry = { type: "tiny:index:Thing", name: "thing", id: "there" };
    writeFileSync(file, JSON.stringify({ resources: [entry] }));
    expect(await opened.importResources(file, { protect: false })).toMatchObject({ ok: false });
    plugin.things.set("there", { size: 1 });
    expect(await opened.importResources(file, { protect: false })).toMatchObject({ ok: true, changes: { import: 1 } });
    plugin.things.set("there", { size: 2 });
    plugin.take();
    const refreshed = await opened.refresh({ skipPreview: true });
    expect(refreshed.steps.find(({ name }) => name === "thing")).toMatchObject({
      found: "update",
      diff: { size: { kind: "update", old: 1, new: 2 } },
    });
    expect(plugin.take()).toEqual(["attach the engine", `configure default ${JSON.stringify({ token: secret("t") })}`, "read there"]);
    plugin.slow = true;
    const controller = new AbortController();
    const stopped = opened.destroy({ skipPreview: true, signal: controller.signal });
    await plugin.waitFor("delete there");
    controller.abort();
    expect(await stopped).toMatchObject({ exitCode: 130, steps: [{ op: "delete", name: "thing", failed: true }] });
    expect((await opened.export()).deployment.resources).toHaveLength(3);
    plugin.slow = false;
    expect((await opened.destroy({ skipPreview: true })).ok).toBe(true);
    expect(plugin.take().at(-1)).toBe("delete there");
    expect((await opened.export()).deployment.resources).toEqual([]);
  });
});
