import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type JournalEntry, type Sample, sampleAccount } from "../../testing/emulator";
import { examples, onCliAlone, stackConfig } from "../support/examples";
import { chosenDriver, compiled, root, StackFixture } from "../support/stack-fixture";

/** Runs every program of `examples/`: the requests that it sends, and the endpoints that it needs. */
test("every example that is a Pulumi program is run here", () => {
  const folders = readdirSync(join(root, "examples"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const programs = folders.filter(({ name }) => readdirSync(join(root, "examples", name)).includes("Pulumi.yaml"));
  const run = [...examples.map(({ name }) => name), ...onCliAlone];
  expect([...new Set(run)].sort()).toEqual(programs.map(({ name }) => name).sort());
});

/**
 * `npm test` compiles and applies one example, which no other test covers; the full tests run each example unchanged, apply it again,
 * edit and destroy it, with every stack.
 */
const whole = process.env.GRAPHPLANE_TESTS !== undefined;
const tried = examples.filter(({ name }) => whole || name === "inventory");

test.each(tried.map((example) => [[example.name, example.stack].filter(Boolean).join(", stack "), example] as const))(
  "%s",
  async (_, example) => {
    const accounts: Sample[] = [];
    const fixture = await StackFixture.open({
      program: join(root, "examples", example.name),
      driver: await chosenDriver(),
      service: { extensions: true, account: (account) => void accounts.push(sampleAccount(account)) },
      config: (emulator) => ({ ...stackConfig(example.name, example.stack), ...example.config(accounts[0] as Sample, emulator) }),
      ...(example.stack !== undefined && { stack: example.stack }),
      ...(!whole && { env: compiled }),
    });
    const sample = accounts[0] as Sample;
    const sent = async (operation: "up" | "destroy") => {
      const { failed, requests } = await fixture.run(operation, { skipPreview: !whole });
      expect(failed).toBe("");
      const writes = requests.filter(({ method }) => method !== "GET");
      return writes.map((entry) => shown(entry, sample)).sort();
    };
    try {
      expect(await sent("up")).toEqual([...example.writes].sort());
      expect(await (await fixture.stack()).outputs()).toMatchObject(example.outputs ?? {});
      if (whole) {
        expect(await sent("up")).toEqual([]);
        if (example.then !== undefined) {
          await fixture.program.edit("index.ts", example.then.from, example.then.to);
          expect(await sent("up")).toEqual(example.then.writes);
        }
        expect(await sent("destroy")).toEqual(example.destroyed ?? []);
        const served = new Set(fixture.emulator.journal.entries.map(({ endpoint }) => endpoint));
        expect(example.endpoints.filter((endpoint) => !served.has(endpoint))).toEqual([]);
      }
    } finally {
      await fixture.close();
    }
  },
);

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
