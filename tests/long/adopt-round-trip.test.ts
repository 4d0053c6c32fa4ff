import { fc } from "../support/random";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStack, type Stack } from "../../testing/engine";
import { accounts, fill } from "../support/random-account";
import { actionsOf, Compiler, withSetting } from "../support/compiler";
import { AdoptFixture, programOf } from "../support/adopt-fixture";

const compiler = new Compiler();
const profiles = ["specified", "observed"] as const;

async function withFixture<T>(
  profile: (typeof profiles)[number],
  account: Parameters<typeof fill>[1],
  work: (fixture: AdoptFixture) => Promise<T>,
): Promise<T> {
  // Both profiles with the extension endpoints: without a list, workgroups are named, which tests of their own do.
  const fixture = await AdoptFixture.open({ profile, extensions: true, account: (own) => fill(own, account) });
  try {
    return await work(fixture);
  } finally {
    await fixture.close();
  }
}

test("the program of any account type-checks and lints, and no name in it becomes code", async () => {
  await fc.assert(
    fc.asyncProperty(accounts, fc.constantFrom(...profiles), fc.constantFrom("default", "all"), (account, profile, fields) =>
      withFixture(profile, account, async (fixture) => {
        const run = await fixture.adopt(["--fields", fields]);
        expect([run.code, run.err]).toEqual([0, ""]);
        expect(compiler.problems(programOf(run))).toEqual([]);
        expect(actionsOf(programOf(run))).toEqual([]);
        expect(Object.values(run.files).join("")).not.toMatch(/never-written|\*\*\*/);
        expect(fixture.emulator.journal.writes().length).toBe(0);
      }),
    ),
    { numRuns: 12 },
  );
});

const changes = fc.constantFrom(
  { field: "autoStopMinutes", value: "77", body: { auto_stop_minutes: 77 } },
  { field: "updateStrategy", value: '"another"', body: { update_strategy: "another" } },
  { field: "maintenanceWindow", value: "{ hourOfDay: 5 }", body: { maintenance_window_hour_of_day: 5 } },
);

test("after the import nothing changes; a change of the program sends one PUT with that field", async () => {
  await fc.assert(
    fc.asyncProperty(accounts, fc.constantFrom(...profiles), changes, fc.nat(), (account, profile, { field, value, body }, pick) =>
      withFixture(profile, account, async (fixture) => {
        const run = await fixture.adopt(["--fields", "all"]);
        const { emulator } = fixture;
        const config = { "graphplane:baseUrl": emulator.url, "graphplane:apiKey": { secret: emulator.apiKey } };
        const stack = await openStack({ program: run.folder, stack: "dev", stateFolder: `${run.folder}-state`, passphrase: "x", config });
        await stack.importResources(join(run.folder, "import.json"));
        const mark = emulator.journal.mark();
        const preview = await stack.preview();
        expect([preview.ok, opsOf(preview), emulator.journal.since(mark).length]).toEqual([true, ["same"], 0]);
        expect(opsOf(await stack.preview({ refresh: true }))).toEqual(["same"]);

        const resources = await workspacesIn(stack);
        const chosen = resources[pick % resources.length] ?? { name: "", id: "" };
        writeFileSync(join(run.folder, "index.ts"), withSetting(programOf(run), chosen.name, field, value));
        const after = emulator.journal.mark();
        const up = await stack.up({ skipPreview: true });
        expect([up.ok, up.diagnostics.filter(({ severity }) => severity === "error")]).toEqual([true, []]);
        const writes = emulator.journal.since(after).writes().entries;
        const [workgroup, workspace] = chosen.id.split("/");
        expect(writes.map(({ method, decodedPath, body: sent }) => [method, decodedPath, sent])).toEqual([
          ["PUT", `/controller/v4/v2/workgroups/${workgroup}/workspaces/${workspace}`, body],
        ]);
      }),
    ),
    // A run takes seconds, and shrinking takes many runs.
    { numRuns: 2, endOnFailure: true },
  );
});

function opsOf({ steps }: Awaited<ReturnType<Stack["preview"]>>): string[] {
  return [
    ...new Set(steps.filter(({ type }) => !type.startsWith("pulumi:")).map(({ op, found }) => (op === "refresh" ? (found ?? "same") : op))),
  ];
}

async function workspacesIn(stack: Stack): Promise<{ name: string; id: string }[]> {
  const { deployment } = await stack.export();
  const own = (deployment.resources ?? []).filter(({ type }) => type.endsWith(":WorkspaceSettings"));
  return own.map(({ urn, id }) => ({ name: urn.split("::").slice(3).join("::"), id: id ?? "" }));
}
