import { readdirSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { type Emulator, type JournalEntry, type Sample, sampleAccount } from "../../testing/emulator";
import { commandsOf } from "../support/document-commands";
import { type Example, examples, onCliAlone, stackConfig } from "../support/examples";
import { type Config, root, StackFixture } from "../support/stack-fixture";

/** Runs every program of `examples/`: the requests that it sends, and the endpoints that it needs. */
test("every example that is a Pulumi program is run here", () => {
  const folders = readdirSync(join(root, "examples"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const programs = folders.filter(({ name }) => readdirSync(join(root, "examples", name)).includes("Pulumi.yaml"));
  const run = [...examples.map(({ name }) => name), ...onCliAlone];
  expect([...new Set(run)].sort()).toEqual(programs.map(({ name }) => name).sort());
});

test.each(examples.map((example) => [[example.name, example.stack].filter(Boolean).join(", stack "), example] as const))(
  "%s",
  async (_, example) => {
    const accounts: Sample[] = [];
    const fixture = await StackFixture.open({
      program: join(root, "examples", example.name),
      service: { extensions: true, account: (account) => void accounts.push(sampleAccount(account)) },
      config: (emulator) => ({
        ...stackConfig(example.name, example.stack),
        ...configOf(example, { ...graphplane(emulator), ...example.config(accounts[0] as Sample, emulator) }),
      }),
      ...(example.stack !== undefined && { stack: example.stack }),
    });
    const sample = accounts[0] as Sample;
    if (example.isNative === true) {
      // As npm links it, where the example's Pulumi.yaml looks for it.
      const folder = join(fixture.program.program, "node_modules/.bin");
      await mkdir(folder, { recursive: true });
      await symlink(join(root, "dist/provider/native/main.js"), join(folder, "pulumi-resource-graphplane"));
    }
    const sent = async (operation: "up" | "destroy", skipPreview = true) => {
      const { failed, requests } = await fixture.run(operation, { skipPreview });
      expect(failed).toBe("");
      const writes = requests.filter(({ method }) => method !== "GET");
      return writes.map((entry) => shown(entry, sample)).sort();
    };
    try {
      expect(await sent("up", false)).toEqual([...example.writes].sort());
      expect(await (await fixture.stack()).outputs()).toMatchObject(example.outputs ?? {});
      expect(await sent("up")).toEqual([]);
      if (example.then !== undefined) {
        await fixture.program.edit("index.ts", example.then.from, example.then.to);
        expect(await sent("up")).toEqual(example.then.writes);
      }
      expect(await sent("destroy")).toEqual(example.destroyed ?? []);
      const served = new Set(fixture.emulator.journal.entries.map(({ endpoint }) => endpoint));
      expect(example.endpoints.filter((endpoint) => !served.has(endpoint))).toEqual([]);
    } finally {
      await fixture.close();
    }
  },
);

const graphplane = ({ url, apiKey }: Emulator): Config => ({ "graphplane:baseUrl": url, "graphplane:apiKey": { secret: apiKey } });

/** The configuration that the commands of an example set, after those of all examples; `values` has what they leave to the user. */
function configOf({ name }: Example, values: Config): Config {
  const [first, ...shared] = commandsOf("examples/README.md");
  const own = commandsOf(`examples/${name}/README.md`);
  expect([first, own.at(-1)]).toEqual(["pulumi stack init dev", "pulumi preview"]);
  const entries = [...shared, ...own.slice(0, -1)].map((command) => {
    const [, secret, setting, value] = /^pulumi config set (--secret )?(\S+)(?: (.+))?$/.exec(command) ?? [];
    if (setting === undefined) throw new Error(`${name}: this test does not know the command ${command}`);
    const given = value === undefined || value.startsWith("<") || value.includes("//<") ? values[setting] : value;
    if (given === undefined) throw new Error(`${name}: there is no value for ${setting}`);
    if ((secret !== undefined) !== (typeof given === "object")) throw new Error(`${name}: ${setting} is a secret here or there only`);
    return [setting, given] as const;
  });
  return Object.fromEntries(entries);
}

/** A request as the table of examples writes it: without the prefix, and with names instead of the sample's ids. */
function shown({ method, path, body }: JournalEntry, { workgroupId, workspaceIds, installedAddonId }: Sample): string {
  const names = {
    [workgroupId]: "workgroup",
    [installedAddonId]: "addon",
    ...Object.fromEntries(Object.entries(workspaceIds).map(([name, id]) => [id, name])),
  };
  const named = (text: string) => Object.entries(names).reduce((all, [id, name]) => all.replaceAll(id, `{${name}}`), text);
  const place = named(path.replace("/controller/v4/v2", "")).replaceAll(/(?<=\/(?:workgroups|workspaces)\/)[^/{]+/g, "{new}");
  const line = `${method} ${place.replace(/(\/(configs|schedules|allow_list(?=\/[^/]*-))\/).+$/, "$1{id}")}`;
  return body === undefined
    ? line
    : `${line} ${named(JSON.stringify(body))
        .replace(/"id":"[^"]*"/, '"id":"{id}"')
        .replace(/"workspace_id":"[^"{]*"/, '"workspace_id":"{new}"')}`;
}
