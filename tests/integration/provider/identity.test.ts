import type * as dynamic from "@pulumi/pulumi/dynamic";
import type { Emulator } from "../../../testing/emulator";
import { configOf, makeHost, type Properties, unknownText } from "../../support/provider";
import { wg } from "../../support/resource-fixture";
import { startService } from "../../support/service-fixture";

/** Several resources of one run, whose calls come in the order in which an engine makes them. */

interface Standing {
  readonly id: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
}

async function start(fill: (emulator: Emulator) => void) {
  const { emulator, clock, requests } = await startService({ extensions: true });
  fill(emulator);
  const lines: string[] = [];
  /** The resources of one phase: a process of their own. */
  const phase = () => {
    const provide = makeHost(clock, (line) => lines.push(line));
    const providers = new Map<string, dynamic.ResourceProvider>();
    const of = async (kind: string) => {
      const provider = providers.get(kind) ?? provide(kind);
      providers.set(kind, provider);
      await provider.configure?.({ config: configOf({ "graphplane:baseUrl": emulator.url, "graphplane:apiKey": emulator.apiKey }) });
      return provider as Required<dynamic.ResourceProvider>;
    };
    const argumentsOf = (kind: string, name: string, program: Properties) => ({
      ...program,
      __provider: kind,
      __urn: `urn:pulumi:dev::p::pulumi-nodejs:dynamic/graphplane:${kind}::${name}`,
    });
    const check = async (kind: string, name: string, program: Properties, olds: Properties = {}) => {
      const { failures = [] } = await (await of(kind)).check(olds, argumentsOf(kind, name, program));
      return failures.map(({ reason }) => reason).join("\n");
    };
    return {
      of,
      check,
      async create(kind: string, name: string, program: Properties): Promise<Standing> {
        expect(await check(kind, name, program)).toBe("");
        const inputs = argumentsOf(kind, name, program);
        const made = await (await of(kind)).create(inputs);
        return { id: made.id, inputs, outputs: made.outs as Properties };
      },
      async compare(kind: string, name: string, { id, inputs, outputs }: Standing, program: Properties) {
        expect(await check(kind, name, program, inputs)).toBe("");
        return (await of(kind)).diff(id, outputs, argumentsOf(kind, name, program));
      },
      async update(kind: string, name: string, { id, outputs }: Standing, program: Properties): Promise<Standing> {
        const inputs = argumentsOf(kind, name, program);
        const changed = await (await of(kind)).update(id, outputs, inputs);
        return { id, inputs, outputs: changed.outs as Properties };
      },
    };
  };
  const sent = () =>
    requests().flatMap(({ method, path }) => (method === "GET" ? [] : [`${method} ${path.replace("/controller/v4/v2", "")}`]));
  return { emulator, phase, sent, lines: () => lines.splice(0) };
}

const path = `/workgroups/${wg}/workspaces`;
const named = (workspaceName: string, more: Properties = {}) => ({ workgroupId: wg, workspaceName, timeoutSeconds: 20, ...more });

describe("a name that moves from one resource to another", () => {
  async function blue() {
    const started = await start(({ account }) => account.addWorkgroup({ workgroup_id: wg }));
    const standing = await started.phase().create("Workspace", "blue", named("main"));
    started.sent();
    started.lines();
    return { ...started, standing };
  }

  test.each([[{}], [{ adopt: true }]])("is announced exactly as it is sent, with %j", async (more) => {
    const { phase, sent, lines, standing, emulator } = await blue();
    const preview = phase();
    await preview.compare("Workspace", "blue", standing, named("main-old"));
    expect(await preview.check("Workspace", "green", named("main", more))).toBe("");
    const { workspaceId } = standing.outputs;
    expect(lines().filter((line) => / (PUT|POST) /.test(line))).toEqual([
      `graphplane: PUT ${path}/${String(workspaceId)} {"workspace_name":"main-old"} was {"workspace_name":"main"}`,
      `graphplane: POST ${path} {"name":"main"}`,
    ]);
    const up = phase();
    await up.compare("Workspace", "blue", standing, named("main-old"));
    await up.update("Workspace", "blue", standing, named("main-old"));
    const green = await up.create("Workspace", "green", named("main", more));
    expect(sent()).toEqual([`PUT ${path}/${String(workspaceId)}`, `POST ${path}`]);
    expect(green.id).not.toBe(standing.id);
    expect(
      emulator
        .workspaces(wg)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["main", "main-old"]);
  });

  test.each([[{}], [{ adopt: true }]])(
    "is refused until the first resource has released it, and the error names both, with %j",
    async (more) => {
      const { phase, sent, standing } = await blue();
      const up = phase();
      await up.compare("Workspace", "blue", standing, named("main-old"));
      await expect(up.create("Workspace", "green", named("main", more))).rejects.toThrow(
        /Workspace "blue" manages the workspace "main" \(.*\) and has not renamed it yet, so graphplane sent no request\. Add dependsOn/,
      );
      expect(sent()).toEqual([]);
    },
  );
});

test("an object that a resource manages cannot be adopted by another resource", async () => {
  const { phase, sent } = await start(({ account }) => account.addWorkgroup({ workgroup_id: wg }));
  const standing = await phase().create("Workspace", "blue", named("main"));
  sent();
  const up = phase();
  // The program gives both the same name, in two forms that its own check does not compare.
  await up.compare("Workspace", "blue", standing, named("main"));
  expect(await up.check("Workspace", "green", named("main", { adopt: true }))).toMatch(
    /Workspace "blue" manages the workspace "main".*two resources must not manage one object|and Workspace "blue" declare the same object/,
  );
  expect(sent()).toEqual([]);
});

describe("a protected workspace", () => {
  test("is not replaced, and no second one is created", async () => {
    const { phase, sent } = await start(({ account }) => account.addWorkgroup({ workgroup_id: wg }));
    const standing = await phase().create("Workspace", "main", named("main"));
    sent();
    const preview = phase();
    await preview.compare("Workspace", "main", standing, named("other"));
    expect(await preview.check("Workspace", "main", named("other"))).toContain("graphplane refused the replacement and sent no request");
    expect(sent()).toEqual([]);
  });

  test("can change if a replacing argument is unknown, and fails if a replacement elsewhere changes that argument", async () => {
    const { phase, sent, lines } = await start(({ account }) => account.addWorkgroup({ workgroup_id: wg }));
    const declared = named("main", { databaseId: undefined });
    const standing = await phase().create("Workspace", "main", declared);
    sent();
    lines();
    const later = named("main", { databaseId: unknownText, isRw: true });
    const answer = await phase().compare("Workspace", "main", standing, later);
    expect(answer).toEqual({ replaces: [] });
    expect(lines().join("\n")).toContain("databaseId is unknown: if it changes, graphplane refuses the update");
    // The engine asks about what depends on a replacement before the program declares it.
    const asked = (await phase().of("Workspace")).diff(standing.id, standing.outputs, { ...standing.inputs, workgroupId: unknownText });
    await expect(asked).rejects.toThrow(/workgroupId: graphplane refused the replacement/);
    expect(sent()).toEqual([]);
  });
});

test.each<["Workspace" | "WorkspaceSettings", string]>([
  ["Workspace", "the workspace is compared first"],
  ["WorkspaceSettings", "the settings are checked first"],
])("the preview refuses a workspace and new settings with the same id: %s", async (first) => {
  const { phase, sent } = await start(({ account }) => account.addWorkgroup({ workgroup_id: wg }));
  const standing = await phase().create("Workspace", "main", named("main"));
  sent();
  const preview = phase();
  const compare = () => preview.compare("Workspace", "main", standing, named("main"));
  const settings = { workgroupId: wg, workspaceId: standing.outputs["workspaceId"] };
  const check = () => preview.check("WorkspaceSettings", "settings", settings);
  const twice = /declares .* which a .* in the program already declares/;
  if (first === "Workspace") {
    await compare();
    expect(await check()).toMatch(twice);
    await expect((await preview.of("WorkspaceSettings")).create(settings)).rejects.toThrow(twice);
  } else {
    expect(await check()).toBe("");
    await expect(compare()).rejects.toThrow(twice);
  }
  expect(sent()).toEqual([]);
});

test.each<[string, Properties, RegExp]>([
  ["adopted by another resource", { adopt: true }, /declares .* which a .* in the program already declares/],
  ["made again", {}, /a workspace "main" already exists/],
])("a workspace whose settings the program declares is not %s", async (_, more, reason) => {
  const { phase, emulator } = await start(({ account }) => account.addWorkgroup({ workgroup_id: wg }));
  const { workspace_id: workspaceId } = emulator.account.addWorkspace(wg, { name: "main" });
  const preview = phase();
  expect(await preview.check("WorkspaceSettings", "settings", { workgroupId: wg, workspaceId })).toBe("");
  expect(await preview.check("Workspace", "main", named("main", more))).toMatch(reason);
});

test("two resources that declare one object are named, and a declaration without a URN is not one of them", async () => {
  const { phase, emulator } = await start(({ account }) => account.addWorkgroup({ workgroup_id: wg }));
  const { workspace_id: workspaceId } = emulator.account.addWorkspace(wg, { name: "main" });
  const settings = { workgroupId: wg, workspaceId };
  const preview = phase();
  expect(await preview.check("WorkspaceSettings", "one", settings)).toBe("");
  const unnamed = { ...settings, __provider: "WorkspaceSettings" };
  expect((await (await preview.of("WorkspaceSettings")).check({}, unnamed)).failures).toEqual([]);
  expect(await preview.check("WorkspaceSettings", "two", settings)).toContain(
    `WorkspaceSettings "two" and WorkspaceSettings "one" declare the same object (workgroupId "${wg}", workspaceId "${workspaceId}"): keep one`,
  );
});
