import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import { type workspaceSettingsArguments } from "../../../provider/resources/workspace-settings/schema";
import { WorkspaceSettings, type WorkspaceSettingsArgs } from "../../../sdk";
import { inputs, typeOf } from "../../../sdk/shim";

interface Registered {
  readonly type: string;
  readonly name: string;
  readonly id: string | undefined;
  readonly inputs: Record<string, unknown>;
}

/** A program run of its own: what it registered, after every output has settled. */
async function run(program: () => unknown, preview = false): Promise<Registered[]> {
  const registered: Registered[] = [];
  await pulumi.runtime.setMocks(
    {
      newResource: ({ type, name, id, inputs: given }) => {
        const plain = given as Record<string, unknown>;
        registered.push({ type, name, id, inputs: plain });
        return { id: id || `${name}-id`, state: { ...plain, host: "host.example" } };
      },
      call: () => ({}),
    },
    "project",
    "stack",
    preview,
  );
  await program();
  await pulumi.runtime.disconnect();
  return registered;
}

function messageAndStack(act: () => unknown): string | undefined {
  try {
    act();
  } catch (error) {
    return (error as Error).stack;
  }
  return undefined;
}

const ids = { workgroupId: "wg", workspaceId: "ws" };
/** A value as another resource gives it. */
const later = (value: string) => pulumi.output(new Promise<string>((resolve) => setImmediate(() => resolve(value))));
const valueOf = <T>(output: pulumi.Output<T>): Promise<T> => new Promise((resolve) => output.apply(resolve));

describe("what stands in states is frozen to the byte:", () => {
  test("the provider's text", () => {
    expect(inputs("WorkspaceSettings", {}, [])["__provider"]).toBe(
      'exports.handler = () => require("pulumi-graphplane/handler").handler("WorkspaceSettings");',
    );
  });

  test("the type", () => expect(typeOf("WorkspaceSettings")).toBe("pulumi-nodejs:dynamic/graphplane:WorkspaceSettings"));

  test("what a resource registers: the arguments as they are, the text, and no output", async () => {
    const args = { ...ids, autoStopMinutes: 30, addons: { one: { enable: true, enableConfiguration: { a: [1] } } } };
    const [registered] = await run(() => new WorkspaceSettings("w", args));
    expect(registered).toEqual({
      type: "pulumi-nodejs:dynamic/graphplane:WorkspaceSettings",
      name: "w",
      id: "",
      inputs: { ...args, __provider: 'exports.handler = () => require("pulumi-graphplane/handler").handler("WorkspaceSettings");' },
    });
  });
});

test("every output can be used, also under the names of arguments that the program does not declare", async () => {
  const told: unknown[] = [];
  await run(async () => {
    const settings = new WorkspaceSettings("w", { ...ids, autoStopMinutes: 30 });
    const { name, host, region, databaseId, databaseName, workgroupName, isRw, tgVersion, createdAt, creator, cloudProviderName } =
      settings;
    const facts = [name, host, region, databaseId, databaseName, workgroupName, isRw, tgVersion, createdAt, creator, cloudProviderName];
    const { workgroupId, workspaceId, workspaceName, workspaceTypeName, autoStopMinutes, autoUpgradeState, desiredTgVersion } = settings;
    const { enableAutoStart, enableHa, updateStrategy, pause, maintenanceWindow, agentConfig, addons } = settings;
    const declared = [workgroupId, workspaceId, workspaceName, workspaceTypeName, autoStopMinutes, autoUpgradeState, desiredTgVersion];
    const more = [enableAutoStart, enableHa, updateStrategy, pause, maintenanceWindow, agentConfig, addons];
    expect([...facts, ...declared, ...more].every((output) => pulumi.Output.isInstance(output))).toBe(true);
    told.push(await valueOf(host), await valueOf(autoStopMinutes), await valueOf(pause));
  });
  expect(told).toEqual(["host.example", 30, undefined]);
});

describe("the names of secret arguments are handed over,", () => {
  const cases: [string, Partial<WorkspaceSettingsArgs>, string[] | undefined][] = [
    ["none where none is secret", { autoStopMinutes: 5, workspaceName: later("a") }, undefined],
    ["a plain one", { workspaceName: pulumi.secret("a"), autoStopMinutes: 5 }, ["workspaceName"]],
    ["one that comes later", { workspaceName: pulumi.secret(later("a")) }, ["workspaceName"]],
    ["one with a secret at depth", { addons: { one: { enable: true, enableConfiguration: { key: pulumi.secret("a") } } } }, ["addons"]],
    ["one within a list", { waitForStatus: ["Active", pulumi.secret("a")] }, ["waitForStatus"]],
    ["several", { updateStrategy: pulumi.secret("b"), workspaceName: pulumi.secret("a") }, ["updateStrategy", "workspaceName"]],
  ];
  test.each(cases)("%s", async (_name, args, expected) => {
    const [registered] = await run(() => new WorkspaceSettings("w", { ...ids, ...args }));
    expect(registered?.inputs["__secrets"]).toEqual(expected);
  });
});

test("an error of the engine's library shows where the program made the resource, and stacks are kept as before", async () => {
  const { stackTraceLimit } = Error;
  await run(() => {
    expect(messageAndStack(() => new WorkspaceSettings("", ids))).toMatch(
      /Missing resource name[^]*\n\s+at .*workspace-settings\.test\.ts:/,
    );
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
    new WorkspaceSettings("w", { ...ids, workspaceId: "other" });
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  });
});

describe("get", () => {
  test("reads by id, with no argument and no secrets", async () => {
    const registered = await run(() => WorkspaceSettings.get("w", "wg/ws"));
    expect(registered).toEqual([
      {
        type: "pulumi-nodejs:dynamic/graphplane:WorkspaceSettings",
        name: "w",
        id: "wg/ws",
        inputs: { __provider: 'exports.handler = () => require("pulumi-graphplane/handler").handler("WorkspaceSettings");' },
      },
    ]);
  });

  test("is fine beside a declaration of the same workspace, and twice", async () => {
    const registered = await run(() => {
      new WorkspaceSettings("w", ids);
      WorkspaceSettings.get("x", "wg/ws");
      WorkspaceSettings.get("y", "wg/ws");
    });
    expect(registered).toHaveLength(3);
  });
});

/** What a program may write, with every `Input` taken off. */
type Plain = pulumi.Unwrap<WorkspaceSettingsArgs>;
type Checked = z.infer<typeof workspaceSettingsArguments>;
/** The same type with every key required at every depth, so that two ways of saying "optional" compare as one. */
type Whole<T> = T extends readonly (infer Item)[]
  ? Whole<Item>[]
  : // A string of which some values are known is an intersection with an object, yet a string.
    T extends string
    ? T
    : T extends object
      ? { [K in keyof T]-?: Whole<Exclude<T[K], undefined>> }
      : T;
/** One add-on. What `Unwrap` makes of `unknown` is `never`, so the types of its parts are those of the output. */
type Addon<T extends { addons?: unknown }> = NonNullable<T["addons"]> extends Record<string, infer One> ? One : never;
type Told = { addons: WorkspaceSettings["addons"] extends pulumi.Output<infer Addons> ? Addons : never };
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type RequiredKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? never : object extends Pick<T, K> ? never : K }[keyof T];

/** Any string may be declared, and the known values are offered. */
type Strategy = Extract<WorkspaceSettingsArgs["updateStrategy"], string>;
type Suggested<T> = T extends string ? (string extends T ? never : T) : never;

/** These are judged by the compiler: a name or a type that only one side has fails `npm run types`. */
const compiled: readonly true[] = [
  true satisfies Same<keyof Plain, keyof Checked>,
  true satisfies Same<RequiredKeys<Plain>, RequiredKeys<Checked>>,
  true satisfies Same<Whole<Omit<Plain, "addons">>, Whole<Omit<Checked, "addons">>>,
  true satisfies Same<keyof Addon<Plain>, keyof Addon<Checked>>,
  true satisfies Same<Whole<Addon<Told>>, Whole<Addon<Checked>>>,
  true satisfies Same<Strategy, string>,
  true satisfies Same<Suggested<Strategy>, "update_strategy_never" | "update_strategy_auto_maintenance">,
];
test("the arguments and what check accepts have the same names and types (judged by the compiler)", () => {
  expect(compiled).not.toContain(false);
});

test("a program that declares resources loads neither the client nor zod", () => {
  const loaded = Object.keys(require.cache).filter((file) => /node_modules\/(axios|zod)\//.test(file));
  expect(loaded).toEqual([]);
  expect(Object.keys(require.cache).some((file) => file.includes("@pulumi/pulumi"))).toBe(true);
});
