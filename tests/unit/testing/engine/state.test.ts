import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { Checkpoint } from "../../../../testing/engine/checkpoint";
import { lockStack } from "../../../../testing/engine/lock";
import { readProject } from "../../../../testing/engine/project";
import { Crypter } from "../../../../testing/engine/secrets";
import { Snapshot } from "../../../../testing/engine/snapshot";
import { newState, type ResourceJson, type ResourceState, stateFromJson, stateToJson, encryptWith } from "../../../../testing/engine/state";
import { makeUrn, parseUrn } from "../../../../testing/engine/urn";
import { Secret } from "../../../../testing/engine/values";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "engine-unit-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const stack = "urn:pulumi:dev::p::pulumi:pulumi:Stack::p-dev";
const thing = (name: string, more: Partial<ResourceState> = {}) =>
  newState({
    urn: `urn:pulumi:dev::p::pulumi-nodejs:dynamic:Resource::${name}`,
    type: "pulumi-nodejs:dynamic:Resource",
    custom: true,
    ...more,
  });

describe("URNs", () => {
  test.each<[parent: string | undefined, type: string, urn: string]>([
    [undefined, "a:b:C", "urn:pulumi:dev::p::a:b:C::n"],
    [stack, "a:b:C", "urn:pulumi:dev::p::a:b:C::n"],
    ["urn:pulumi:dev::p::x:y:Z::mother", "a:b:C", "urn:pulumi:dev::p::x:y:Z$a:b:C::n"],
    ["urn:pulumi:dev::p::x:y:Z$a:b:C::mother", "a:b:C", "urn:pulumi:dev::p::x:y:Z$a:b:C$a:b:C::n"],
  ])("below %s", (parent, type, urn) => {
    expect(makeUrn("dev", "p", parent, type, "n")).toBe(urn);
    expect(parseUrn(urn)).toMatchObject({ stack: "dev", project: "p", type: "a:b:C", name: "n" });
  });
  test("a name may hold the separator", () => expect(parseUrn("urn:pulumi:dev::p::a:b:C::x::y").name).toBe("x::y"));
});

describe("secrets at rest", () => {
  test("what is encrypted under a passphrase opens under it, and under no other", async () => {
    const crypter = await Crypter.create("pass");
    const sealed = crypter.encrypt("secret");
    expect(sealed).toMatch(/^v1:[\w+/=]+:[\w+/=]+$/);
    expect((await Crypter.open("pass", crypter.state)).decrypt(sealed)).toBe("secret");
    await expect(Crypter.open("other", crypter.state)).rejects.toMatchObject({ code: "wrong-passphrase" });
    await expect(Crypter.open("pass", "v0:x")).rejects.toMatchObject({ code: "bad-state" });
  });

  test("a state written by the CLI opens, and the encrypted form of a value stays as long as the value", async () => {
    const crypter = await Crypter.open("pass", "v1:CjD05wc0L64=:v1:dOhpqzloG2kfQaxk:qZ8OcWs0kW+u1+JUSsjTFjDNKa4Jmw==");
    const ciphertext = "v1:7j+WRLnBNmKKHXMz:hzN4rOGNZtnG6bmuXW+XdyoHB2W4";
    expect(crypter.decrypt(ciphertext)).toBe('"top"');
    const json = { ...thingJson, inputs: { s: { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext } } };
    const state = stateFromJson(json, crypter);
    expect(state.inputs).toEqual({ s: new Secret("top", { ciphertext, salt: crypter.state }) });
    expect(stateToJson(state, encryptWith(crypter))).toEqual(json);
  });

  test("a value that was written under one salt is encrypted anew under another", async () => {
    const [first, second] = await Promise.all([Crypter.create("pass"), Crypter.create("pass")]);
    const state = thing("a", { inputs: { s: new Secret("top") } });
    stateToJson(state, encryptWith(first));
    expect(stateFromJson(stateToJson(state, encryptWith(second)), second).inputs).toMatchObject({ s: { value: "top" } });
  });
});

const thingJson: ResourceJson = { urn: thing("a").urn, custom: true, type: "pulumi-nodejs:dynamic:Resource" };

describe("states in files", () => {
  test("a full one survives both ways", () => {
    const state = thing("a", {
      id: "1",
      parent: stack,
      inputs: { a: 1 },
      outputs: { b: [null] },
      dependencies: [stack],
      propertyDependencies: { a: [stack] },
      provider: "urn:pulumi:dev::p::pulumi:providers:pulumi-nodejs::default::uuid",
      protect: true,
      external: true,
      retainOnDelete: true,
      delete: true,
      pendingReplacement: true,
      initErrors: ["e"],
      additionalSecretOutputs: ["b"],
      ignoreChanges: ["a"],
      created: "2024-01-01T00:00:00Z",
      modified: "2024-01-01T00:00:00Z",
    });
    const json = JSON.parse(JSON.stringify(stateToJson(state, () => null))) as ResourceJson;
    expect(stateFromJson(json, undefined)).toEqual(state);
  });

  test.each<[sentence: string, more: Partial<ResourceJson>]>([
    ["another provider", { provider: "urn:pulumi:dev::p::pulumi:providers:random::default::uuid" }],
    ["deletedWith", { deletedWith: "urn:x" }],
    ["resourceHooks", { resourceHooks: { "before-create": ["x"] } }],
    ["viewOf", { viewOf: "urn:x" }],
  ])("what would be treated wrongly is refused by name: %s", (_, more) => {
    expect(() => stateFromJson({ ...thingJson, ...more }, undefined)).toThrow(/does not support .*Pulumi CLI/);
  });
});

describe("the checkpoint", () => {
  const open = () => new Checkpoint(folder, "p", "dev", () => "pass");

  test("is written whole, with the state before the operation beside it and nothing else left behind", async () => {
    const checkpoint = open();
    await checkpoint.read();
    await checkpoint.write({ resources: [thing("a")], pending: [] });
    const first = readFileSync(checkpoint.file, "utf8");
    checkpoint.begin();
    await checkpoint.write({ resources: [], pending: [] });
    await checkpoint.write({ resources: [thing("b")], pending: [] });
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

describe("the snapshot", () => {
  test("keeps what is new before what was there, without what is done with", async () => {
    const [a, b, c] = [thing("a"), thing("b"), thing("c")];
    const snapshot = new Snapshot({ resources: [a, b], pending: [] }, undefined);
    await snapshot.begin(c, "creating");
    expect(snapshot.contents().pending).toEqual([{ state: c, type: "creating" }]);
    await snapshot.end(c, { added: c, done: [b] });
    expect(snapshot.contents()).toEqual({ resources: [c, a], pending: [] });
  });

  test("a renamed resource is followed by those that refer to it, and by its children if its type changed", () => {
    const group = newState({ urn: "urn:pulumi:dev::p::x:y:New::g", type: "x:y:New", custom: false });
    const child = newState({
      urn: "urn:pulumi:dev::p::x:y:Old$a:b:C::c",
      type: "a:b:C",
      custom: true,
      parent: "urn:pulumi:dev::p::x:y:Old::g",
    });
    const user = thing("user", { dependencies: [child.urn], propertyDependencies: { a: [child.urn] } });
    const snapshot = new Snapshot({ resources: [child, user], pending: [] }, undefined);
    snapshot.rename("urn:pulumi:dev::p::x:y:Old::g", group.urn);
    const [newChild, newUser] = snapshot.contents().resources;
    expect(newChild).toMatchObject({ urn: "urn:pulumi:dev::p::x:y:New$a:b:C::c", parent: group.urn });
    expect(newUser).toMatchObject({ dependencies: [newChild?.urn], propertyDependencies: { a: [newChild?.urn] } });
  });
});

describe("the lock", () => {
  test("keeps a second one out until it is given back", async () => {
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

  test.each<[sentence: string, name: string, holder: object]>([
    ["one of the CLI", "uuid.json", { pid: 1, username: "x" }],
    ["one of another machine", "embedded-engine.json", { pid: 999_999_999, hostname: "elsewhere" }],
  ])("%s is respected", async (_, name, holder) => {
    const locks = join(folder, ".pulumi", "locks", "organization", "p", "dev");
    mkdirSync(locks, { recursive: true });
    writeFileSync(join(locks, name), JSON.stringify(holder));
    await expect(lockStack(folder, "p", "dev")).rejects.toMatchObject({ code: "locked" });
  });

  test("one of a dead process of this machine is taken over", async () => {
    const locks = join(folder, ".pulumi", "locks", "organization", "p", "dev");
    mkdirSync(locks, { recursive: true });
    writeFileSync(join(locks, "embedded-engine.json"), JSON.stringify({ pid: 999_999_999, hostname: hostname(), timestamp: "" }));
    await (
      await lockStack(folder, "p", "dev")
    )();
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

  test.each<[sentence: string, text: string, expected: object]>([
    ["a plain one", "name: p\nruntime: nodejs\n", { name: "p", entry: "." }],
    [
      "with a runtime in long form, comments and quotes",
      "# c\nname: 'p' # it\nruntime:\n  name: nodejs\n  options:\n    typescript: true\n",
      { name: "p" },
    ],
    ["with a main file", "name: p\nruntime: nodejs\nmain: main.ts\n", { entry: expect.stringMatching(/main\.ts$/) as string }],
    ["with tags of a template", "name: p\nruntime: nodejs\nconfig:\n  pulumi:tags:\n    value: {}\n", { name: "p" }],
  ])("%s", (_, text, expected) => {
    const root = yaml(text);
    expect(readProject(root)).toMatchObject({ root, folder: root, ...expected });
    rmSync(root, { recursive: true });
  });

  const plugins = "name: p\nruntime: nodejs\nplugins:\n  providers:\n";

  test("with plugins", () => {
    const root = write({ "Pulumi.yaml": `${plugins}    - path: . # here\n      name: "tiny"\n`, "pulumi-resource-tiny": "" });
    expect([...readProject(root).plugins]).toEqual([["tiny", join(root, "pulumi-resource-tiny")]]);
    rmSync(root, { recursive: true });
  });

  test.each<[sentence: string, text: string, code: string, message: RegExp]>([
    ["without a name", "runtime: nodejs\n", "bad-program", /has no `name`/],
    ["of another language", "name: p\nruntime: go\n", "bad-program", /runtime: nodejs/],
    ["with a main that is not there", "name: p\nruntime: nodejs\nmain: gone\n", "bad-program", /gone does not exist/],
    ["with arguments for node", "name: p\nruntime:\n  name: nodejs\n  options:\n    nodeargs: --x\n", "unsupported", /nodeargs/],
    ["with configuration of its own", "name: p\nruntime: nodejs\nconfig:\n  a:\n    value: 1\n", "unsupported", /`config` to openStack/],
    [
      "with plugins of another kind",
      "name: p\nruntime: nodejs\nplugins:\n  analyzers: []\n",
      "unsupported",
      /`analyzers: \[\]` in `plugins`/,
    ],
    ["with a plugin without a path", `${plugins}    - name: tiny\n`, "bad-program", /needs a `name` and a `path`/],
    ["with a plugin that is not there", `${plugins}    - name: tiny\n      path: gone\n`, "bad-program", /gone.pulumi-resource-tiny/],
  ])("%s is a typed error", (_, text, code, message) => {
    const root = yaml(text);
    expect(() => readProject(root)).toThrow(message);
    expect(() => readProject(root)).toThrow(expect.objectContaining({ code }) as Error);
    rmSync(root, { recursive: true });
  });

  test("that is none, or lacks the SDK, is a typed error", () => {
    expect(() => readProject(join(folder, "gone"))).toThrow(/no folder/);
    expect(() => readProject(folder)).toThrow(/neither a Pulumi\.yaml nor a package\.json/);
    writeFileSync(join(folder, "package.json"), `{"name": "@scope/p"}`);
    expect(() => readProject(folder)).toThrow(/@pulumi\/pulumi cannot be found/);
  });
});
