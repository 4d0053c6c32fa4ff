import * as pulumi from "@pulumi/pulumi";
import { AddonConfiguration, DatabaseUser, QueryRun, WorkspaceRefresh } from "../../../sdk";

interface Registered {
  readonly type: string;
  readonly name: string;
  readonly id?: string;
  readonly inputs: Record<string, unknown>;
}

/** A program run of its own, and what it registered. */
async function run(program: () => unknown): Promise<Registered[]> {
  const registered: Registered[] = [];
  await pulumi.runtime.setMocks({
    newResource: ({ type, name, id, inputs }) => {
      registered.push({ type, name, ...(id ? { id } : {}), inputs: inputs as Record<string, unknown> });
      return { id: id || `${name}-id`, state: inputs as Record<string, unknown> };
    },
    call: () => ({}),
  });
  await program();
  await pulumi.runtime.disconnect();
  return registered.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const configuration = { installedAddonId: "addon", configName: "main", configValue: { a: 1 } };
const user = { workgroupId: "wg", workspaceId: "ws", username: "anna", password: "canary" };
const refresh = { workgroupId: "wg", workspaceId: "ws" };
const query = { host: "h", graph: "g", query: "q" };

test("the types, the ids of provider texts and the arguments are what states hold", async () => {
  const registered = await run(() => [
    new AddonConfiguration("c", configuration),
    new QueryRun("q", { ...query, secret: "s" }),
    new WorkspaceRefresh("r", refresh),
    new DatabaseUser("u", user),
  ]);
  expect(registered.map(({ type }) => type)).toEqual([
    "pulumi-nodejs:dynamic/graphplane:AddonConfiguration",
    "pulumi-nodejs:dynamic/graphplane:QueryRun",
    "pulumi-nodejs:dynamic/graphplane:WorkspaceRefresh",
    "pulumi-nodejs:dynamic/graphplane:DatabaseUser",
  ]);
  expect(registered.map(({ inputs }) => inputs["__provider"])).toEqual([
    'exports.handler = () => require("pulumi-graphplane/handler").handler("AddonConfiguration");',
    'exports.handler = () => require("pulumi-graphplane/handler").handler("QueryRun");',
    'exports.handler = () => require("pulumi-graphplane/handler").handler("WorkspaceRefresh");',
    'exports.handler = () => require("pulumi-graphplane/handler").handler("DatabaseUser");',
  ]);
  expect(registered[0]?.inputs).toMatchObject(configuration);
});

test("a password that is not marked is a secret all the same: the input, the output, and its name among the secrets", async () => {
  let secret: boolean | undefined;
  const [registered] = await run(async () => {
    const { password } = new DatabaseUser("u", user);
    secret = await pulumi.isSecret(password);
  });
  expect(secret).toBe(true);
  expect(registered?.inputs["__secrets"]).toEqual(["password"]);
});

test("a value that is marked secret is named among the secrets; one that is not, is not", async () => {
  const [marked, plain] = await run(() => [
    new AddonConfiguration("c", { ...configuration, configValue: pulumi.secret("x") }),
    new AddonConfiguration("d", { ...configuration, configName: "other" }),
  ]);
  expect(marked?.inputs["__secrets"]).toEqual(["configValue"]);
  expect(plain?.inputs["__secrets"]).toBeUndefined();
});

test("get reads without declaring: twice is fine, also beside a declaration", async () => {
  const registered = await run(() => [
    new DatabaseUser("u", user),
    DatabaseUser.get("v", "wg/ws/anna"),
    DatabaseUser.get("w", "wg/ws/anna"),
    new AddonConfiguration("c", configuration),
    AddonConfiguration.get("d", "addon/1", { configName: "main" }),
    AddonConfiguration.get("e", "addon/1", { configName: "main" }),
  ]);
  expect(registered.map(({ id }) => id)).toEqual([undefined, "addon/1", "addon/1", undefined, "wg/ws/anna", "wg/ws/anna"]);
  expect(registered[1]?.inputs).toMatchObject({ configName: "main" });
});

test("outputs can be used whether or not they are declared", async () => {
  const known: unknown[] = [];
  await run(async () => {
    const read = AddonConfiguration.get("c", "addon/1", { configName: "main" });
    known.push(read.configId !== undefined, read.configValue !== undefined, read.installedAddonId !== undefined);
    known.push(DatabaseUser.get("u", "wg/ws/anna").password !== undefined);
  });
  expect(known).toEqual([true, true, true, true]);
});

test.each(["secret", "token"] as const)("a %s that is not marked is secret all the same", async (name) => {
  let secret: boolean | undefined;
  const [registered] = await run(async () => {
    const made = new QueryRun("q", { ...query, [name]: "canary" });
    secret = await pulumi.isSecret(made[name]);
  });
  expect(secret).toBe(true);
  expect(registered?.inputs["__secrets"]).toEqual([name]);
});

test("a get names the resource by its id and declares nothing", async () => {
  const registered = await run(() => [WorkspaceRefresh.get("r", "wg/ws")]);
  for (const { inputs } of registered) expect(Object.keys(inputs)).toEqual(["__provider"]);
});

test("one refresh of a workspace may follow another", async () => {
  const registered = await run(() => {
    const first = new WorkspaceRefresh("first", refresh);
    new WorkspaceRefresh("second", { ...refresh, triggers: [first.triggers] }, { dependsOn: first });
  });
  expect(registered.map(({ name }) => name)).toEqual(["first", "second"]);
});

test("a bigint is refused where the program gives it, naming its place: the engine would carry an empty object", async () => {
  const registered = await run(() => {
    expect(() => new QueryRun("q", { ...query, secret: "s", parameters: { ids: [1, 9007199254740993n] } })).toThrow(
      'QueryRun: parameters.ids.1 is a bigint, which the engine does not carry: give the string "9007199254740993"',
    );
    expect(() => new WorkspaceRefresh("r", { ...refresh, triggers: [1n] })).toThrow(/triggers\.0 is a bigint/);
  });
  expect(registered).toEqual([]);
});
