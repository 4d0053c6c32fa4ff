import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Checkpoint } from "../../../../testing/engine/checkpoint";
import { lockStack } from "../../../../testing/engine/lock";
import { readProject } from "../../../../testing/engine/project";
import { Crypter } from "../../../../testing/engine/secrets";
import { newState, type ResourceJson, type ResourceState, stateFromJson, stateToJson, encryptWith } from "../../../../testing/engine/state";
import { Secret } from "../../../../testing/engine/values";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "engine-unit-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const thing = (name: string, more: Partial<ResourceState> = {}) =>
  newState({
    urn: `urn:pulumi:dev::p::pulumi-nodejs:dynamic:Resource::${name}`,
    type: "pulumi-nodejs:dynamic:Resource",
    custom: true,
    ...more,
  });

describe("secrets at rest", () => {
  test("a state of the CLI is decrypted, and an unchanged value keeps its encrypted form", async () => {
    const crypter = await Crypter.open("pass", "v1:CjD05wc0L64=:v1:dOhpqzloG2kfQaxk:qZ8OcWs0kW+u1+JUSsjTFjDNKa4Jmw==");
    const ciphertext = "v1:7j+WRLnBNmKKHXMz:hzN4rOGNZtnG6bmuXW+XdyoHB2W4";
    expect(crypter.decrypt(ciphertext)).toBe('"top"');
    const json = { ...thingJson, inputs: { s: { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext } } };
    const state = stateFromJson(json, crypter);
    expect(state.inputs).toEqual({ s: new Secret("top", { ciphertext, salt: crypter.state }) });
    expect(stateToJson(state, encryptWith(crypter))).toEqual(json);
  });
});

const thingJson: ResourceJson = { urn: thing("a").urn, custom: true, type: "pulumi-nodejs:dynamic:Resource" };

describe("states in files", () => {
  test.each<[sentence: string, more: Partial<ResourceJson>]>([
    ["another provider", { provider: "urn:pulumi:dev::p::pulumi:providers:random::default::uuid" }],
    ["deletedWith", { deletedWith: "urn:x" }],
    ["resourceHooks", { resourceHooks: { "before-create": ["x"] } }],
    ["viewOf", { viewOf: "urn:x" }],
  ])("a field that the engine would handle wrongly is refused by name: %s", (_, more) => {
    expect(() => stateFromJson({ ...thingJson, ...more }, undefined)).toThrow(/does not support .*Pulumi CLI/);
  });
});

describe("the checkpoint", () => {
  const open = () => new Checkpoint(folder, "p", "dev", () => "pass");

  test("is written as a whole, next to a backup of the state before the operation, and leaves no other files", async () => {
    const checkpoint = open();
    await checkpoint.read();
    await checkpoint.write({ resources: [thing("a")], pending: [] });
    const first = readFileSync(checkpoint.file, "utf8");
    await checkpoint.locked(async () => {
      await checkpoint.write({ resources: [], pending: [] });
      await checkpoint.write({ resources: [thing("b")], pending: [] });
    });
    expect(readFileSync(`${checkpoint.file}.bak`, "utf8")).toBe(first);
    expect(readdirSync(join(folder, ".pulumi", "stacks", "p")).sort()).toEqual(["dev.json", "dev.json.bak"]);
    expect(readFileSync(join(folder, ".pulumi", "meta.yaml"), "utf8")).toBe("version: 1\n");
    expect((await open().read()).resources.map(({ urn }) => urn)).toEqual([thing("b").urn]);
  });

  test.each<[sentence: string, text: string, code: string, message: RegExp]>([
    ["a damaged file", "{", "bad-state", /damaged.*dev\.json\.bak/],
    ["a file of another version", `{"version": 4, "checkpoint": {}}`, "unsupported", /version 4/],
    ["another secrets provider", `{"version":3,"checkpoint":{"latest":{"secrets_providers":{"type":"cloud"}}}}`, "unsupported", /"cloud"/],
    ["snippets", `{"version":3,"checkpoint":{"latest":{"snippets":[{}]}}}`, "unsupported", /snippets/],
  ])("%s is a typed error that says what to do", async (_, text, code, message) => {
    const { file } = open();
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, text);
    await expect(open().read()).rejects.toMatchObject({ code, message: expect.stringMatching(message) as string });
  });
});

describe("the lock", () => {
  test("refuses a second parent until it is released", async () => {
    const unlock = await lockStack(folder, "p", "dev");
    await expect(lockStack(folder, "p", "dev")).rejects.toMatchObject({
      code: "locked",
      message: expect.stringMatching(/delete .*embedded-engine\.json/) as string,
    });
    await (
      await lockStack(folder, "p", "other")
    )();
    await unlock();
    await (
      await lockStack(folder, "p", "dev")
    )();
  });

  test.each<[sentence: string, name: string, parent: object]>([
    ["a lock of the CLI", "uuid.json", { pid: 1, username: "x" }],
    ["a lock of another machine", "embedded-engine.json", { pid: 999_999_999, hostname: "elsewhere" }],
  ])("%s is respected", async (_, name, parent) => {
    const locks = join(folder, ".pulumi", "locks", "organization", "p", "dev");
    mkdirSync(locks, { recursive: true });
    writeFileSync(join(locks, name), JSON.stringify(parent));
    await expect(lockStack(folder, "p", "dev")).rejects.toMatchObject({ code: "locked" });
  });
});

describe("a program's folder", () => {
  const repository = join(__dirname, "../../../..");
  const write = (files: Record<string, string>) => {
    const cache = join(repository, "node_modules", ".cache");
    mkdirSync(cache, { recursive: true });
    const root = mkdtempSync(join(cache, "engine-project-"));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
    return root;
  };
  const yaml = (text: string) => write({ "Pulumi.yaml": text, "main.ts": "" });

  const plugins = "name: p\nruntime: nodejs\nplugins:\n  providers:\n";

  test.each<[sentence: string, text: string, code: string, message: RegExp]>([
    ["no name", "runtime: nodejs\n", "bad-program", /has no `name`/],
    ["another language", "name: p\nruntime: go\n", "bad-program", /runtime: nodejs/],
    ["a missing main", "name: p\nruntime: nodejs\nmain: gone\n", "bad-program", /gone does not exist/],
    ["arguments for node", "name: p\nruntime:\n  name: nodejs\n  options:\n    nodeargs: --x\n", "unsupported", /nodeargs/],
    ["its own configuration", "name: p\nruntime: nodejs\nconfig:\n  a:\n    value: 1\n", "unsupported", /`config` to openStack/],
    ["plugins of another kind", "name: p\nruntime: nodejs\nplugins:\n  analyzers: []\n", "unsupported", /`analyzers: \[\]` in `plugins`/],
    ["a plugin without a path", `${plugins}    - name: tiny\n`, "bad-program", /needs a `name` and a `path`/],
    ["a missing plugin", `${plugins}    - name: tiny\n      path: gone\n`, "bad-program", /gone.pulumi-resource-tiny/],
  ])("%s is a typed error", (_, text, code, message) => {
    const root = yaml(text);
    expect(() => readProject(root)).toThrow(message);
    expect(() => readProject(root)).toThrow(expect.objectContaining({ code }) as Error);
    rmSync(root, { recursive: true });
  });

  test("a missing or empty folder, and one without the SDK, are typed errors", () => {
    expect(() => readProject(join(folder, "gone"))).toThrow(/no folder/);
    expect(() => readProject(folder)).toThrow(/neither a Pulumi\.yaml nor a package\.json/);
    writeFileSync(join(folder, "package.json"), `{"name": "@scope/p"}`);
    expect(() => readProject(folder)).toThrow(/@pulumi\/pulumi cannot be found/);
  });
});
