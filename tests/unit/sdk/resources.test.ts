import { runInNewContext } from "node:vm";
import * as pulumi from "@pulumi/pulumi";
import { type RegisterResourceRequest, TransformResponse } from "@pulumi/pulumi/proto/resource_pb";
import { getMonitor } from "@pulumi/pulumi/runtime";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { AddonConfiguration, DatabaseUser, QueryRun, Workspace, WorkspaceRefresh, WorkspaceSettings } from "../../../sdk";
import * as native from "../../../sdk/native";
import { plainValue } from "../../../sdk/plain-values";
import { throughPlugin } from "../../../sdk/shim";
import { endOf, later, mocked, runProgram } from "../../support/program-run";

const ids = { workgroupId: "wg", workspaceId: "ws" };
const configuration = { installedAddonId: "addon", configName: "main", configValue: { a: [1] } };
const user = { ...ids, username: "anna", password: "canary" };
const life = { workgroupId: "wg", workspaceName: "main" };
const query = { host: "h", graph: "g", query: "q" };

test("the type, the provider's text and the arguments in states never change by a byte, and no output is registered", async () => {
  const registered = await runProgram(() => [
    new AddonConfiguration("c", configuration),
    new QueryRun("q", query),
    new WorkspaceRefresh("r", ids),
    new WorkspaceSettings("w", { ...ids, autoStopMinutes: 30 }),
    WorkspaceSettings.get("x", "wg/ws"),
  ]);
  const expected = (kind: string, name: string, inputs: object, id?: string) => ({
    type: `pulumi-nodejs:dynamic/graphplane:${kind}`,
    name,
    ...(id !== undefined && { id }),
    inputs: {
      ...inputs,
      __provider: `exports.handler = () => require("pulumi-graphplane/handler").handler("${kind}");`,
      __urn: `urn:pulumi:stack::project::pulumi-nodejs:dynamic/graphplane:${kind}::${name}`,
    },
  });
  expect(registered.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    expected("AddonConfiguration", "c", configuration),
    expected("QueryRun", "q", query),
    expected("WorkspaceRefresh", "r", ids),
    expected("WorkspaceSettings", "w", { ...ids, autoStopMinutes: 30 }),
    expected("WorkspaceSettings", "x", {}, "wg/ws"),
  ]);
});

test.each<[string, () => pulumi.Resource, string[] | undefined]>([
  ["none if none is secret", () => new WorkspaceSettings("w", { ...ids, workspaceName: later("a") }), undefined],
  ["a plain one", () => new WorkspaceSettings("w", { ...ids, workspaceName: pulumi.secret("a"), autoStopMinutes: 5 }), ["workspaceName"]],
  ["one that comes later", () => new WorkspaceSettings("w", { ...ids, workspaceName: pulumi.secret(later("a")) }), ["workspaceName"]],
  [
    "one with a secret at depth",
    () => new AddonConfiguration("c", { ...configuration, configValue: { key: [pulumi.secret("a")] } }),
    ["configValue"],
  ],
  [
    "several",
    () => new WorkspaceSettings("w", { ...ids, updateStrategy: pulumi.secret("b"), workspaceName: pulumi.secret("a") }),
    ["updateStrategy", "workspaceName"],
  ],
  ["a password that is not marked", () => new DatabaseUser("u", user), ["password"]],
  ["a secret that is not marked", () => new QueryRun("q", { ...query, secret: "canary" }), ["secret"]],
  ["a token that is not marked", () => new QueryRun("q", { ...query, token: "canary" }), ["token"]],
])("the names of secret arguments are passed to the provider, and their outputs are secret: %s", async (_, declare, names) => {
  const registered = await mocked();
  const outputs = declare() as unknown as Record<string, pulumi.Output<unknown>>;
  for (const name of names ?? []) expect([name, await pulumi.isSecret(outputs[name] as pulumi.Output<unknown>)]).toEqual([name, true]);
  await pulumi.runtime.disconnect();
  expect(registered[0]?.inputs["__secrets"]).toEqual(names);
});

test("an argument that a transformation marks is among the names of secret arguments", async () => {
  const transformations: pulumi.ResourceTransformation[] = [
    ({ props, opts }) => ({ props: { ...props, workspaceName: pulumi.secret("a"), addons: { x: { key: pulumi.secret("k") } } }, opts }),
  ];
  const settings = { ...ids, updateStrategy: pulumi.secret("b") };
  const registered = await mocked();
  new WorkspaceSettings("w", settings, { transformations });
  await pulumi.runtime.disconnect();
  expect(registered[0]?.inputs["__secrets"]).toEqual(["updateStrategy", "addons", "workspaceName"]);
});

const provider = 'exports.handler = () => require("pulumi-graphplane/handler").handler("AllowListEntry");';
const mark = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
const output = { "4dabf18193072939515e22adb298388d": "d0e6a833031e9bbcd3f4e8bde6ca49a4" };
test.each<[string, Record<string, JavaScriptValue>, string[] | undefined]>([
  ["a secret", { note: { ...mark, value: "n" } }, ["note"]],
  ["a secret in a list", { note: [{ ...mark, value: "n" }] }, ["note"]],
  ["a secret output", { note: { ...output, secret: true } }, ["note"]],
  ["an output that is not secret", { note: { ...output, value: "n" } }, undefined],
  ["a secret beside a known one", { note: { ...mark, value: "n" }, __secrets: ["cidr"] }, ["cidr", "note"]],
  [
    "every argument",
    { note: { ...mark, value: "n" }, __secrets: { ...mark, value: [] }, __provider: { ...mark, value: provider } },
    ["note"],
  ],
  ["a secret of another package", { note: { ...mark, value: "n" }, __provider: "exports.handler = () => own" }, undefined],
])("the names of secret arguments follow a transform that marks %s", (_, marked, names) => {
  const properties = { note: "n", cidr: "c", __provider: provider, ...marked };
  const response = new TransformResponse().setProperties(Struct.fromJavaScript(properties));
  expect(response.getProperties()?.toJavaScript()["__secrets"]).toEqual(names);
});

test("a resource in a component has the component's type in its URN, and does not wait for the component's other children", async () => {
  const registered = await runProgram(() => {
    const parent = new pulumi.ComponentResource("acme:platform:Graph", "graph");
    new WorkspaceRefresh("r", ids, { parent });
    new WorkspaceRefresh("s", { ...ids, workspaceId: "other" }, { parent });
  });
  const type = "acme:platform:Graph$pulumi-nodejs:dynamic/graphplane:WorkspaceRefresh";
  const urns = registered.flatMap(({ inputs: { __urn } }) => (__urn === undefined ? [] : [__urn]));
  expect(urns.sort()).toEqual(["r", "s"].map((name) => `urn:pulumi:stack::project::${type}::${name}`));
});

test.each<[string, (Kind: typeof Workspace) => pulumi.Resource, boolean | undefined]>([
  ["by default", (Kind) => new Kind("w", life), true],
  ["by name", (Kind) => new Kind("w", { ...life, deletionPolicy: "protect" }), true],
  ["by a policy that comes later", (Kind) => new Kind("w", { ...life, deletionPolicy: later("protect") as never }), true],
  ["not with another policy", (Kind) => new Kind("w", { ...life, deletionPolicy: "retain" }), undefined],
  ["not with the policy of a transformation", (Kind) => new Kind("w", life, { transformations: [retain] }), undefined],
  ["not against the program's option", (Kind) => new Kind("w", life, { protect: false }), false],
  ["not against its component's option", (Kind) => new Kind("w", life, { parent: component({ protect: false }) }), false],
  ["not its children", (Kind) => new WorkspaceRefresh("w", ids, { parent: new Kind("parent", life) }), undefined],
  ["not what is only read", (Kind) => Kind.get("w", "wg/ws"), undefined],
])("the engine protects a workspace while its policy does: %s", async (_, declare, expected) => {
  for (const Kind of [Workspace, throughPlugin(Workspace)]) {
    await mocked();
    const register = jest.spyOn(
      getMonitor() as unknown as { registerResource(request: RegisterResourceRequest): void },
      "registerResource",
    );
    declare(Kind);
    await pulumi.runtime.disconnect();
    const request = register.mock.calls.map(([one]) => one).find((one) => one.getName() === "w");
    expect(request?.hasProtect() === true ? request.getProtect() : undefined).toBe(expected);
  }
});
const component = (opts: pulumi.ComponentResourceOptions) => new pulumi.ComponentResource("acme:platform:Graph", "graph", {}, opts);
const retain: pulumi.ResourceTransformation = ({ props, opts }) => ({ props: { ...props, deletionPolicy: "retain" }, opts });

test("every output can be used, also under the names of arguments that the program does not declare", async () => {
  await runProgram(async () => {
    const settings = new WorkspaceSettings("w", { ...ids, autoStopMinutes: 30 });
    const valueOf = <T>(output: pulumi.Output<T>): Promise<T> => new Promise((resolve) => output.apply(resolve));
    expect(await Promise.all([valueOf(settings.host), valueOf(settings.autoStopMinutes)])).toEqual(["host.example", 30]);
    expect(await valueOf(settings.pause)).toBeUndefined();
    const read = AddonConfiguration.get("c", "addon/1", { configName: "main" });
    for (const output of [settings.region, settings.addons, read.configId, read.configValue, DatabaseUser.get("u", "wg/ws/anna").password])
      expect(pulumi.Output.isInstance(output)).toBe(true);
  });
});

test("get reads without declaring, and works twice and beside a declaration", async () => {
  const registered = await runProgram(() => [
    new DatabaseUser("u", user),
    DatabaseUser.get("v", "wg/ws/anna"),
    DatabaseUser.get("w", "wg/ws/anna"),
    AddonConfiguration.get("d", "addon/1", { configName: "main" }),
  ]);
  expect(registered.map(({ id }) => id).sort()).toEqual(["addon/1", "wg/ws/anna", "wg/ws/anna", undefined]);
  expect(registered.find(({ name }) => name === "d")?.inputs).toMatchObject({ configName: "main" });
});

test("an error of the SDK shows the program line that created the resource, and the stack limit is restored", async () => {
  const { stackTraceLimit } = Error;
  await runProgram(() => {
    let stack: string | undefined;
    try {
      new WorkspaceSettings("", ids);
    } catch (error) {
      ({ stack } = error as Error);
    }
    expect(stack).toMatch(/Missing resource name[^]*\n\s+at .*resources\.test\.ts:/);
    new WorkspaceSettings("w", { ...ids, workspaceId: "other" });
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  });
});

class Temperature {
  readonly degrees = 21;
}

const lostValues: [unknown, string][] = [
  [new Date("2026-01-01T00:00:00.000Z"), 'a Date, which the engine cannot transport: pass a string, e.g. "2026-01-01T00:00:00.000Z"'],
  [new Date(NaN), "a Date"],
  [new Map([["a", 1]]), "a Map, which the engine cannot transport: pass a plain object"],
  [new Set(["a"]), "a Set, which the engine cannot transport: pass an array"],
  [/ab+c/, 'a RegExp, which the engine cannot transport: pass the string "ab+c"'],
  [new Temperature(), "an instance of Temperature, which the engine cannot transport: pass a string, or a plain object"],
  [Buffer.from("a"), "an instance of Buffer"],
  [new Error("a"), "an instance of Error"],
  [() => 1, "a function"],
  [Symbol("a"), "a symbol"],
  [1n, 'a bigint, which the engine cannot transport: pass a number, or the string "1"'],
];

/** Every place where an argument takes objects. */
const objectArguments: [string, (value: unknown) => pulumi.Resource][] = [
  ['AddonConfiguration "c": configValue.since', (since) => new AddonConfiguration("c", { ...configuration, configValue: { since } })],
  ['AddonConfiguration "c": configValue.at.0', (at) => new native.AddonConfiguration("c", { ...configuration, configValue: { at: [at] } })],
  ['QueryRun "q": parameters.since', (since) => new QueryRun("q", { ...query, parameters: { since } })],
  ['QueryRun "q": triggers.0', (trigger) => new QueryRun("q", { ...query, triggers: [trigger] })],
  ['WorkspaceRefresh "r": triggers.0.since', (since) => new native.WorkspaceRefresh("r", { ...ids, triggers: [{ since }] })],
  [
    'WorkspaceSettings "w": addons.a.enableConfiguration.since',
    (since) => new WorkspaceSettings("w", { ...ids, addons: { a: { enable: true, enableConfiguration: { since } } } }),
  ],
  [
    'Workspace "w": addons.a.enableConfiguration.since',
    (since) =>
      new Workspace("w", { workgroupId: "wg", workspaceName: "a", addons: { a: { enable: true, enableConfiguration: { since } } } }),
  ],
];

describe.each(objectArguments)("at %s", (path, declare) => {
  test("values that the SDK would lose are refused", async () => {
    const registered = await mocked();
    for (const [value, text] of lostValues) expect(() => declare(value)).toThrow(`${path} is ${text}`);
    const own: Record<string, unknown> = {};
    expect(() => declare(Object.assign(own, { own }))).toThrow(
      new pulumi.RunError(`${path}.own contains a circular reference: pass plain data`),
    );
    await pulumi.runtime.disconnect();
    expect(registered).toEqual([]);
  });

  test.each([false, true])("plain values pass unchanged, also unknown ones (preview: %j)", async (preview) => {
    const values = [
      "a",
      1,
      null,
      { a: [{ b: 1 }], c: undefined },
      runInNewContext("({ a: 1 })") as object,
      new pulumi.asset.StringAsset("a"),
    ];
    const registered = await mocked(preview);
    for (const value of [...values, later("a").apply((text) => ({ text })), Promise.resolve({ a: 1 })]) declare(value);
    await pulumi.runtime.disconnect();
    expect(registered).toHaveLength(values.length + 2);
  });
});

test.each([false, true])("customTimeouts, which dynamic resources are not passed, is warned about (preview: %j)", async (preview) => {
  const warn = jest.spyOn(pulumi.log, "warn").mockResolvedValue(undefined);
  await runProgram(() => {
    new WorkspaceSettings("plain", ids);
    new WorkspaceSettings("timed", { ...ids, workspaceId: "other" }, { customTimeouts: { create: "5m" } });
    new native.DatabaseUser("user", user, { customTimeouts: { delete: "5m" } });
  }, preview);
  const texts = warn.mock.calls.map(([text]) => text);
  warn.mockRestore();
  expect(texts.filter((text) => text.includes("customTimeouts")).map((text) => text.split(":")[0])).toEqual(['WorkspaceSettings "timed"']);
});

test("a key that the SDK would treat as a prototype is refused", async () => {
  await mocked();
  const addons = JSON.parse('{"__proto__":{"enable":true}}') as Record<string, { enable: boolean }>;
  expect(() => new WorkspaceSettings("w", { ...ids, addons })).toThrow('addons has a key "__proto__"');
});

test("keys that every object inherits are ordinary keys", async () => {
  const own = { toString: { enable: true }, constructor: { enable: true }, hasOwnProperty: { enable: true }, valueOf: { enable: false } };
  const addons = { ...own, other: { enable: true, enableConfiguration: { toString: "a", valueOf: 1 } } };
  const registered = await runProgram(() => [
    new WorkspaceSettings("w", { ...ids, addons }),
    new native.WorkspaceSettings("n", { ...ids, addons: later("a").apply(() => addons) }),
  ]);
  expect(registered.map(({ inputs }) => inputs["addons"])).toEqual([addons, addons]);
});

test("an empty object inside an output causes a warning, because it may have been a Date", async () => {
  const warn = jest.spyOn(pulumi.log, "warn").mockResolvedValue(undefined);
  const value = { known: {}, copied: [pulumi.secret({ since: new Date(), list: [], text: "a" })] };
  await endOf(plainValue(value, "QueryRun: parameters"));
  const texts = warn.mock.calls.map(([text]) => text.split(" ")[1]);
  warn.mockRestore();
  expect(texts).toEqual(["parameters.copied.0.since"]);
});

test.each<[string, (value: unknown) => unknown]>([
  ["an output", (value) => later("a").apply(() => ({ since: value }))],
  ["a promise", async (value) => ({ since: value })],
  ["a secret", (value) => pulumi.secret("a").apply(() => ({ since: value }))],
])("a value that would be lost inside %s fails the registration, naming the path", async (_, wrap) => {
  const parameters = plainValue(wrap(new Date("2026-01-01")), "QueryRun: parameters");
  expect(await endOf(parameters)).toContain("QueryRun: parameters.since is a Date, which the engine cannot transport");
});
