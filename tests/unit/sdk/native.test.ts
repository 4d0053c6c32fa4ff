import * as pulumi from "@pulumi/pulumi";
import * as schema from "../../../schema.json";
import * as dynamic from "../../../sdk";
import * as native from "../../../sdk/native";
import { runProgram as run } from "../../support/program-run";
import { functions } from "../../../provider/functions/registry";
import { registry } from "../../../provider/registry";

/** The classes over the native plugin: their types, inputs and options, as the engine gets them. */

type Constructor = { new (name: string, args: object, opts?: pulumi.CustomResourceOptions): pulumi.CustomResource; get?: Get };
/** Absent of what cannot be read by an id. */
type Get = (name: string, id: string, state: object) => pulumi.CustomResource;
/** Arguments that identify an object of any kind. */
const everyId = {
  cidr: "203.0.113.0/24",
  workgroupId: "wg",
  workspaceId: "ws",
  username: "u",
  password: "p",
  installedAddonId: "a",
  configName: "c",
  workgroupName: "g",
  workspaceName: "s",
  host: "h",
};
const classOf = (kind: string) => native[kind as keyof typeof native] as unknown as Constructor;

test.each(Object.keys(registry))("%s has the plugin's type, created or read, and no trace of the dynamic host", async (kind) => {
  const Resource = classOf(kind);
  const registered = await run(() => [new Resource("one", everyId), Resource.get?.("two", "wg/ws/u", everyId)]);
  expect(registered).toHaveLength(kind === "QueryRun" ? 1 : 2);
  expect(new Set(registered.map(({ type }) => type))).toEqual(new Set([`graphplane:index:${kind}`]));
  for (const { inputs } of registered) expect(Object.keys(inputs as object).filter((name) => name.startsWith("__"))).toEqual([]);
});

test("every class and function of the default entry point has a counterpart", () => {
  expect(Object.keys(dynamic).filter((name) => !(name in native))).toEqual([]);
});

test("the enumerations are those of the schema, which generated programs name", () => {
  const enumerations = Object.entries(schema.types).flatMap(([token, type]) => ("enum" in type ? [[token, type.enum] as const] : []));
  expect(enumerations.length).toBeGreaterThan(0);
  for (const [token, values] of enumerations) {
    const members = Object.fromEntries(values.map(({ name, value }) => [name, value]));
    expect(native).toHaveProperty(token.replace("graphplane:index:", ""), members);
  }
});

test("a class that a program derives goes through the plugin too, and an object is one of both classes", async () => {
  class Mine extends native.WorkspaceSettings {}
  let mine: unknown;
  const [registered] = await run(() => (mine = new Mine("mine", { workgroupId: "wg", workspaceId: "ws" })));
  expect(registered?.type).toBe("graphplane:index:WorkspaceSettings");
  expect(mine).toBeInstanceOf(dynamic.WorkspaceSettings);
});

test("the default entry stays dynamic beside it", async () => {
  const [registered] = await run(() => new dynamic.WorkspaceSettings("plain", { workgroupId: "wg", workspaceId: "ws" }));
  expect(registered?.type).toBe("pulumi-nodejs:dynamic/graphplane:WorkspaceSettings");
});

test("a provider's numbers are sent as strings, as the protocol requires", async () => {
  const [provider] = await run(() => new native.Provider("other", { baseUrl: "https://a", apiKey: "k", maxRetries: 2 }));
  expect(provider).toMatchObject({ type: "pulumi:providers:graphplane", inputs: { baseUrl: "https://a", apiKey: "k", maxRetries: "2" } });
});

describe("a look-up", () => {
  type LookUp = (...given: object[]) => Promise<unknown>;
  const lookUps = native as unknown as Record<string, LookUp>;
  const takesNothing = ["getCloudProviders", "getInstalledAddons", "getWorkgroups", "getWorkspaceOptions"];
  const found = ["what was found"];

  test.each(Object.entries(functions))("%s is called on the provider that its options name, in both forms", async (name, { result }) => {
    const calls: pulumi.runtime.MockCallArgs[] = [];
    const args = takesNothing.includes(name) ? [] : [{ workgroupId: "wg" }];
    const answers: unknown[] = [];
    const program = async () => {
      const provider = new native.Provider("partner", {});
      const parent = new pulumi.ComponentResource("example:Team", "team", {}, { providers: [provider] });
      answers.push(
        await lookUps[name]?.(...args),
        await lookUps[name]?.(...args, { provider }),
        await lookUps[name]?.(...args, { parent }),
      );
      answers.push(await valueOf(lookUps[`${name}Output`]?.(...args, { provider })));
      answers.push(await lookUps[name]?.(args[0] ?? {}, { provider }));
    };
    await run(program, false, (call) => {
      calls.push(call);
      return result === undefined ? { found } : { [result]: found };
    });
    expect(answers).toEqual(Array.from({ length: 5 }, () => (result === undefined ? { found } : found)));
    const providers = calls.map(({ provider = "" }) => /::(partner)::/.exec(provider)?.[1]);
    expect(providers).toEqual([undefined, "partner", "partner", "partner", "partner"]);
    for (const { token, inputs } of calls) expect([token, inputs]).toEqual([`graphplane:index:${name}`, args[0] ?? {}]);
  });

  test("that fails is an error that the engine prints as its message alone", async () => {
    const details = "there is no workspace named x";
    const refuse = () => Promise.reject(Object.assign(new Error("not shown"), { details }));
    const error: unknown = await run(() => native.getWorkspace({ workgroupId: "wg", name: "x" }), false, refuse).catch(
      (thrown: unknown) => thrown,
    );
    expect(pulumi.RunError.isInstance(error)).toBe(true);
    expect((error as Error).message).toBe(details);
  });

  test("by a provider whose settings are known later is an output that is known later, and of a list an error that says so", async () => {
    const program = async () => {
      for (const name of ["getWorkspace", "getBackups"]) {
        const output = lookUps[`${name}Output`]?.({ workgroupId: "wg" }) as unknown as { readonly isKnown: Promise<boolean> };
        expect([name, await output.isKnown]).toEqual([name, false]);
      }
      await expect(native.getWorkgroups()).rejects.toThrow("getWorkgroups: the settings of its provider are unknown in this preview; use");
    };
    await run(program, true);
  });
});

const valueOf = (output: unknown) => (output as { readonly promise: () => Promise<unknown> }).promise();
