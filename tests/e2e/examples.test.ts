import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { copyProgram, type DrivenStack } from "../../testing/driver";
import { type JournalEntry, type Sample, sampleAccount, startEmulator } from "../../testing/emulator";
import { type Example, examples } from "../support/examples";
import { chosenDriver } from "../support/scenario-suite";

/** Every program of `examples/` is run as it stands: what it sends, which endpoints it needs, and that a second update sends nothing. */
const root = join(__dirname, "../..");

test("every example that is a Pulumi program is run here", () => {
  const folders = readdirSync(join(root, "examples"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const programs = folders.filter(({ name }) => readdirSync(join(root, "examples", name)).includes("Pulumi.yaml"));
  expect([...new Set(examples.map(({ name }) => name))].sort()).toEqual(programs.map(({ name }) => name).sort());
});

test.each(examples.map((example) => [[example.name, example.stack].filter(Boolean).join(", stack "), example] as const))(
  "%s",
  async (_, example) => {
    const emulator = await startEmulator({ extensions: true });
    const sample = sampleAccount(emulator.account);
    const copy = await copyProgram(root, join(root, "examples", example.name));
    try {
      const driver = await chosenDriver();
      const config = {
        ...(await stackConfig(example)),
        ...example.config(sample, emulator),
        "graphplane:baseUrl": emulator.url,
        "graphplane:apiKey": { secret: emulator.apiKey },
      };
      const { program, folder } = copy;
      const stack = await driver.open({
        program,
        folder,
        config,
        passphrase: "examples",
        env: {},
        ...(example.stack !== undefined && { stack: example.stack }),
      });
      const sent = async (run: () => ReturnType<DrivenStack["run"]>) => {
        const mark = emulator.journal.mark();
        const { exitCode, text } = await run();
        expect({ exitCode, text: exitCode === 0 ? "" : text }).toEqual({ exitCode: 0, text: "" });
        return emulator.journal
          .since(mark)
          .writes()
          .entries.map((entry) => shown(entry, sample))
          .sort();
      };

      expect(await sent(() => stack.run("up", { skipPreview: true }))).toEqual([...example.writes].sort());
      expect(await stack.outputs()).toMatchObject(example.outputs ?? {});
      expect(await sent(() => stack.run("up", { skipPreview: true }))).toEqual([]);
      if (example.then !== undefined) {
        await copy.edit("index.ts", example.then.from, example.then.to);
        expect(await sent(() => stack.run("up", { skipPreview: true }))).toEqual(example.then.writes);
      }
      expect(await sent(() => stack.run("destroy", { skipPreview: true }))).toEqual(example.destroyed ?? []);
      const served = new Set(emulator.journal.entries.map(({ endpoint }) => endpoint));
      expect(example.endpoints.filter((endpoint) => !served.has(endpoint))).toEqual([]);
    } finally {
      await copy.remove();
      await emulator.close();
    }
  },
  300_000,
);

/** What the example's own `Pulumi.<stack>.yaml` configures, if it has one. */
async function stackConfig({ name, stack }: Example): Promise<Record<string, string>> {
  if (stack === undefined) return {};
  const text = await readFile(join(root, "examples", name, `Pulumi.${stack}.yaml`), "utf8");
  return Object.fromEntries([...text.matchAll(/^ {2}(\S+): (\S+)$/gm)].map(([, key = "", value = ""]) => [key, value]));
}

/** A request as the table of examples writes it: without the prefix, with names in place of the sample's ids. */
function shown({ method, path, body }: JournalEntry, { workgroupId, workspaceIds, installedAddonId }: Sample): string {
  const names = {
    [workgroupId]: "workgroup",
    [installedAddonId]: "addon",
    ...Object.fromEntries(Object.entries(workspaceIds).map(([name, id]) => [id, name])),
  };
  const named = Object.entries(names).reduce((text, [id, name]) => text.replaceAll(id, `{${name}}`), path.replace("/controller/v4/v2", ""));
  const line = `${method} ${named.replace(/(\/configs\/).+$/, "$1{id}")}`;
  return body === undefined ? line : `${line} ${JSON.stringify(body)}`;
}
