import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStack, type Stack } from "../../../../testing/engine";
import { passphrase, writeEmptyState } from "../../../support/known-salt";

const parent = join(__dirname, "../../../../.tmp");
mkdirSync(parent, { recursive: true });
const base = mkdtempSync(join(parent, "import-"));
const file = join(base, "import.json");
afterAll(() => rmSync(base, { recursive: true, force: true }));

const entry = { type: "pulumi-nodejs:dynamic/some:Thing", name: "thing", id: "1", inputs: { a: 1 }, outputs: { a: 1, b: 2 } };
let stacks = 0;

async function opened(): Promise<Stack> {
  writeFileSync(join(base, "Pulumi.yaml"), "name: importing\nruntime: nodejs\n");
  const [stack, stateFolder] = [`s${++stacks}`, join(base, "state")];
  writeEmptyState(stateFolder, "importing", stack);
  return openStack({ program: base, stack, stateFolder, passphrase });
}

test("imported resources are in the state as the CLI records them, protected by default", async () => {
  const stack = await opened();
  writeFileSync(file, JSON.stringify({ resources: [entry] }));
  await stack.importResources(file);
  writeFileSync(file, JSON.stringify({ resources: [{ ...entry, name: "x", logicalName: "open" }] }));
  await stack.importResources(file, { protect: false });
  const resources = (await stack.export()).deployment.resources ?? [];
  expect(resources.map(({ urn, protect }) => [urn.split("::").slice(2).join("::"), protect])).toEqual([
    ["pulumi:pulumi:Stack::importing-s1", undefined],
    ["pulumi:providers:pulumi-nodejs::default", undefined],
    ["pulumi-nodejs:dynamic/some:Thing::thing", true],
    ["pulumi-nodejs:dynamic/some:Thing::open", undefined],
  ]);
  const [root, provider, thing] = resources;
  expect(thing).toMatchObject({ id: "1", inputs: entry.inputs, outputs: entry.outputs, parent: root?.urn, custom: true });
  expect(thing?.provider).toBe(`${provider?.urn}::${provider?.id}`);
});

test.each<[string, unknown, RegExp]>([
  ["a file that is not JSON", "{", /is no JSON/],
  ["a file without a list", {}, /has no list of `resources`/],
  ["an entry without an id", { resources: [{ ...entry, id: "" }] }, /\("thing"\) has no `id`/],
  ["an entry without outputs", { resources: [{ ...entry, outputs: undefined }] }, /without `inputs` and `outputs`.*no import by id/],
  ["a resource that is not dynamic", { resources: [{ ...entry, type: "a:b:C" }] }, /whose type is not that of a dynamic resource/],
  [
    "a field that the engine does not know",
    { resources: [{ ...entry, parent: "p" }] },
    /does not support `parent` of the resource "thing"/,
  ],
  ["a table of names", { nameTable: { a: "urn" }, resources: [] }, /does not support `nameTable`/],
  ["a duplicate resource", { resources: [entry, entry] }, /has a resource .*::thing already/],
])("%s is refused with an explanation, and the state stays empty", async (_, content, sentence) => {
  const stack = await opened();
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  await expect(stack.importResources(file)).rejects.toThrow(sentence);
  expect((await stack.export()).deployment.resources).toEqual([]);
});

test("the error for a missing file names it", async () => {
  const stack = await opened();
  await expect(stack.importResources(join(base, "none.json"))).rejects.toThrow(/none\.json cannot be read/);
});
