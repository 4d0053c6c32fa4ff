import { type OperationResult, type Step } from "../../../testing/engine";
import { errors, Scene, type Told } from "../../support/engine-scene";

const thing = (name: string, inputs: Record<string, unknown> = {}, more: Partial<Told> = {}): Told => ({ name, inputs, ...more });
const first = { replaceOn: ["value"], deleteFirst: true };

const before: Told[] = [
  thing("plain", { value: 1, nested: { list: [1, 2], kept: true } }),
  thing("answers-yes", { value: 1, answer: "yes" }),
  thing("answers-no", { value: 1, answer: "no" }),
  thing("hides", { value: "old-secret" }, { secretInputs: ["value"] }),
  thing("ignores", { value: 1, other: 1 }, { options: { ignoreChanges: ["value"] } }),
  thing("ignores-all", { value: 1 }, { options: { ignoreChanges: ["value"] } }),
  thing("create-first", { value: 1, replaceOn: ["value"] }),
  thing("follows", { value: "$create-first.generation" }),
  thing("delete-first", { value: 1, ...first }),
  thing("condemned", { value: "$delete-first.generation", replaceOn: ["value"] }),
  thing("condemned-too", { value: "$condemned.generation", replaceOn: ["value"] }),
  thing("updated-only", { value: "$delete-first.generation" }),
  thing("mentions", {}, { dependsOn: ["delete-first"] }),
  thing("told-to-delete-first", { value: 1, replaceOn: ["value"] }, { options: { deleteBeforeReplace: true } }),
  thing("told-to-create-first", { value: 1, ...first }, { options: { deleteBeforeReplace: false } }),
  thing("dropped", {}),
  thing("dropped-dependent", { value: "$dropped.out" }),
  thing("retained", {}, { options: { retainOnDelete: true } }),
  { name: "group", component: true, inputs: { members: 1 } },
  thing("member", {}, { parent: "group" }),
  thing("renamed", { label: "stable" }),
];
const after: Told[] = [
  thing("plain", { value: 2, nested: { list: [1, 3, 4] } }),
  thing("answers-yes", { value: 2, answer: "yes" }),
  thing("answers-no", { value: 2, answer: "no" }),
  thing("hides", { value: "new-secret" }, { secretInputs: ["value"] }),
  thing("ignores", { value: 2, other: 2 }, { options: { ignoreChanges: ["value"] } }),
  thing("ignores-all", { value: 2 }, { options: { ignoreChanges: ["value"] } }),
  thing("create-first", { value: 2, replaceOn: ["value"] }, { options: { protect: true } }),
  thing("follows", { value: "$create-first.generation" }),
  thing("delete-first", { value: 2, ...first }),
  thing("condemned", { value: "$delete-first.generation", replaceOn: ["value"] }),
  thing("condemned-too", { value: "$condemned.generation", replaceOn: ["value"] }),
  thing("updated-only", { value: "$delete-first.generation" }),
  thing("mentions", {}, { dependsOn: ["delete-first"] }),
  thing("told-to-delete-first", { value: 2, replaceOn: ["value"] }, { options: { deleteBeforeReplace: true } }),
  thing("told-to-create-first", { value: 2, ...first }, { options: { deleteBeforeReplace: false } }),
  { name: "group", component: true, inputs: { members: 1 } },
  thing("member", {}, { parent: "group" }),
  thing("new-name", { label: "stable" }, { options: { aliases: [{ name: "renamed" }] } }),
];

describe("every kind of change, in one update", () => {
  const scene = new Scene();
  let created: OperationResult;
  let preview: OperationResult;
  let updated: OperationResult;
  let calls: string[];
  beforeAll(async () => {
    created = await scene
      .declare(before)
      .open()
      .then((stack) => stack.up({ skipPreview: true }));
    scene.calls();
    // Previewed and updated in one: the preview is the operation's own.
    updated = await scene
      .declare(after)
      .open()
      .then((stack) => stack.up());
    preview = updated.preview ?? updated;
    calls = scene.calls("create", "update", "delete").map(({ call, id }) => `${call} ${String(id)}`);
  });
  afterAll(() => scene.dispose());

  const ops = (result: OperationResult, name: string) => result.steps.filter((step) => step.name === name).map(({ op }) => op);
  const step = (result: OperationResult, name: string): Step | undefined => result.steps.find((candidate) => candidate.name === name);

  test("nothing failed, and nothing was left as it was that should not be", () => {
    expect(errors(created)).toEqual([]);
    expect(errors(updated)).toEqual([]);
    expect(created.changes).toEqual({ create: before.length + 1 });
  });

  test.each<[sentence: string, name: string, ops: string[]]>([
    ["a changed resource is updated", "plain", ["update"]],
    ["a provider's yes is an update", "answers-yes", ["update"]],
    ["a provider's no leaves the resource alone", "answers-no", ["same"]],
    ["a changed secret is an update", "hides", ["update"]],
    ["an ignored change beside another one is an update", "ignores", ["update"]],
    ["an ignored change alone is none", "ignores-all", ["same"]],
    ["a replacement is created before the old one is deleted", "create-first", ["create-replacement", "delete-replaced", "replace"]],
    ["a dependent of a replaced resource is updated", "follows", ["update"]],
    ["a provider can have the old one deleted first", "delete-first", ["create-replacement", "delete-replaced", "replace"]],
    ["what would be replaced too goes with it", "condemned", ["create-replacement", "delete-replaced", "replace"]],
    ["and so does what follows from that", "condemned-too", ["create-replacement", "delete-replaced", "replace"]],
    ["a dependent that can be updated stays", "updated-only", ["update"]],
    ["a resource that merely depends on it stays", "mentions", ["same"]],
    ["the program can have the old one deleted first", "told-to-delete-first", ["create-replacement", "delete-replaced", "replace"]],
    ["the program can overrule the provider", "told-to-create-first", ["create-replacement", "delete-replaced", "replace"]],
    ["what is not declared any more is deleted", "dropped", ["delete"]],
    ["a component stays", "group", ["same"]],
    ["its member stays", "member", ["same"]],
    ["a renamed resource with an alias stays", "new-name", ["same"]],
    ["and is not deleted under its old name", "renamed", []],
  ])("%s", (_, name, expected) => {
    expect(ops(preview, name).sort()).toEqual(expected);
    expect(ops(updated, name).sort()).toEqual(expected);
  });

  test.each<[sentence: string, earlier: string, later: string]>([
    ["create before delete, unless told otherwise", "create create-first-2", "delete create-first-1"],
    ["delete before create, if the provider says so", "delete delete-first-1", "create delete-first-2"],
    ["delete before create, if the program says so", "delete told-to-delete-first-1", "create told-to-delete-first-2"],
    ["create before delete, if the program overrules the provider", "create told-to-create-first-2", "delete told-to-create-first-1"],
    ["a condemned dependent goes before what it depends on", "delete condemned-1", "delete delete-first-1"],
    ["and after what depends on it", "delete condemned-too-1", "delete condemned-1"],
    ["a dropped dependent goes before what it depends on", "delete dropped-dependent-1", "delete dropped-1"],
    ["a dependent is updated after the replacement is there", "create create-first-2", "update follows-1"],
    ["and before the replaced one goes", "update follows-1", "delete create-first-1"],
  ])("order: %s", (_, earlier, later) => {
    expect(calls).toContain(earlier);
    expect(calls).toContain(later);
    expect(calls.indexOf(earlier)).toBeLessThan(calls.indexOf(later));
  });

  test.each<[sentence: string, name: string, diff: Step["diff"]]>([
    [
      "left to the engine, the inputs are compared path by path",
      "plain",
      {
        value: { kind: "update", old: 1, new: 2 },
        "nested.list[1]": { kind: "update", old: 2, new: 3 },
        "nested.list[2]": { kind: "add", new: 4 },
        "nested.kept": { kind: "delete", old: true },
      },
    ],
    ["with a provider's own answer there is no comparison", "answers-yes", {}],
    ["a secret shows that it changed, and nothing more", "hides", { value: { kind: "update", old: "[secret]", new: "[secret]" } }],
    ["an ignored change is not in it", "ignores", { other: { kind: "update", old: 1, new: 2 } }],
  ])("diff: %s", (_, name, diff) => expect(step(updated, name)?.diff).toEqual(diff));

  test("a value that depends on a replaced resource is unknown in the preview", () => {
    expect(step(preview, "follows")?.diff).toEqual({ value: { kind: "update", old: "create-first-1", new: "[unknown]" } });
    expect(step(updated, "follows")?.diff).toEqual({ value: { kind: "update", old: "create-first-1", new: "create-first-2" } });
  });

  test("a replacement names the properties that force it", () => {
    expect(updated.steps.find(({ op, name }) => op === "replace" && name === "create-first")?.replaceKeys).toEqual(["value"]);
  });

  test("a retained resource is dropped from the state and kept in the world", async () => {
    expect(updated.steps.find(({ name }) => name === "retained")).toMatchObject({ op: "delete", retained: true });
    expect(scene.world("retained-1")).toMatchObject({ label: "retained" });
    const { deployment } = await (await scene.open()).export();
    expect(deployment.resources?.some(({ id }) => id === "retained-1")).toBe(false);
  });

  test("an alias changes the name in the state, and nothing else of the resource", async () => {
    const { deployment } = await (await scene.open()).export();
    const urns = deployment.resources?.map(({ urn }) => urn.split("::").pop());
    expect(urns).toContain("new-name");
    expect(urns).not.toContain("renamed");
  });

  test("a component keeps its outputs and has its member below it", async () => {
    const { deployment } = await (await scene.open()).export();
    const group = deployment.resources?.find(({ urn }) => urn.endsWith("::group"));
    const member = deployment.resources?.find(({ urn }) => urn.endsWith("::member"));
    expect(group?.outputs).toEqual({ members: 1 });
    expect(member?.parent).toBe(group?.urn);
    expect(member?.urn).toContain("scene:index:Group$pulumi-nodejs:dynamic/scene:Thing::member");
  });

  test("the counts are the CLI's", () => {
    expect(updated.changes).toEqual({ same: 7, update: 6, replace: 6, delete: 3 });
  });

  test("the state stays topological: everything stands after what it depends on", async () => {
    const resources = (await (await scene.open()).export()).deployment.resources ?? [];
    const seen = new Set<unknown>();
    for (const { urn, parent, dependencies } of resources) {
      for (const needed of [parent, ...((dependencies ?? []) as unknown[])]) if (needed) expect(seen).toContain(needed);
      seen.add(urn);
    }
  });

  test("a protected resource is neither deleted nor replaced, and nothing else is touched by the attempt", async () => {
    scene.calls();
    const destroyed = await (await scene.open()).destroy();
    expect(destroyed).toMatchObject({ ok: false, dryRun: true });
    expect(errors(destroyed)).toEqual([expect.stringContaining("because it is protected")]);
    const options = { protect: true };
    const replaced = await scene.up(thing("create-first", { value: 3, replaceOn: ["value"] }, { options }));
    expect(replaced).toMatchObject({ ok: false, dryRun: false });
    expect(errors(replaced)).toEqual([expect.stringContaining("unable to replace")]);
    expect(scene.calls("create", "update", "delete")).toEqual([]);
  });
});
