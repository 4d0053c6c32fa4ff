import * as pulumi from "@pulumi/pulumi";
import { QueryRun, WorkspaceRefresh } from "../../../sdk";

/** A program run of its own, and what it registered, by name. */
async function run(program: () => unknown): Promise<Map<string, { type: string; inputs: Record<string, unknown> }>> {
  const registered = new Map<string, { type: string; inputs: Record<string, unknown> }>();
  await pulumi.runtime.setMocks({
    newResource: ({ type, name, id, inputs }) => {
      registered.set(name, { type, inputs: inputs as Record<string, unknown> });
      return { id: id || `${name}-id`, state: inputs as Record<string, unknown> };
    },
    call: () => ({}),
  });
  await program();
  await pulumi.runtime.disconnect();
  return registered;
}

const refresh = { workgroupId: "wg", workspaceId: "ws" };
const query = { host: "h", graph: "g", query: "q" };

test("types and provider texts are what states hold", async () => {
  const registered = await run(() => [new WorkspaceRefresh("r", refresh), new QueryRun("q", { ...query, secret: "s" })]);
  expect([...registered].map(([name, { type, inputs }]) => [name, type, inputs["__provider"]]).sort()).toEqual([
    ["q", "pulumi-nodejs:dynamic/graphplane:QueryRun", 'exports.handler = () => require("pulumi-graphplane/handler").handler("QueryRun");'],
    [
      "r",
      "pulumi-nodejs:dynamic/graphplane:WorkspaceRefresh",
      'exports.handler = () => require("pulumi-graphplane/handler").handler("WorkspaceRefresh");',
    ],
  ]);
});

test.each(["secret", "token"] as const)("a %s that is not marked is secret all the same", async (name) => {
  let secret: boolean | undefined;
  const registered = await run(async () => {
    const made = new QueryRun("q", { ...query, [name]: "canary" });
    secret = await pulumi.isSecret(made[name]);
  });
  expect(secret).toBe(true);
  expect(registered.get("q")?.inputs["__secrets"]).toEqual([name]);
});

test("a get names the resource by its id and declares nothing", async () => {
  const registered = await run(() => [WorkspaceRefresh.get("r", "wg/ws"), QueryRun.get("q", "an-id")]);
  for (const { inputs } of registered.values()) expect(Object.keys(inputs)).toEqual(["__provider"]);
});

test("one refresh of a workspace may follow another", async () => {
  const registered = await run(() => {
    const first = new WorkspaceRefresh("first", refresh);
    new WorkspaceRefresh("second", { ...refresh, triggers: [first.triggers] }, { dependsOn: first });
  });
  expect([...registered.keys()].sort()).toEqual(["first", "second"]);
});

test("a bigint is refused where the program gives it, naming its place: the engine would carry an empty object", async () => {
  const registered = await run(() => {
    expect(() => new QueryRun("q", { ...query, secret: "s", parameters: { ids: [1, 9007199254740993n] } })).toThrow(
      'QueryRun: parameters.ids.1 is a bigint, which the engine does not carry: give the string "9007199254740993"',
    );
    expect(() => new WorkspaceRefresh("r", { ...refresh, triggers: [1n] })).toThrow(/triggers\.0 is a bigint/);
  });
  expect(registered.size).toBe(0);
});
