import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../client/http/version";
import { adoptions } from "../../provider/registry";
import { type Emulator, type Sample, sampleAccount } from "../../testing/emulator";
import type { Outcome } from "../../testing/driver";
import { AdoptFixture, manyWorkspaces, programOf } from "../support/adopt-fixture";
import { withSetting } from "../support/compiler";
import { fc } from "../support/random";
import { accounts, fill } from "../support/random-account";
import { cliOnPath, root } from "../support/stack-fixture";

let fixture: AdoptFixture;
let sample: Sample;
beforeEach(async () => {
  fixture = await AdoptFixture.open({ account: (account) => void (sample = sampleAccount(account)) });
});
afterEach(() => fixture.close());

const configOf = ({ url, apiKey }: Emulator) => ({ "graphplane:baseUrl": url, "graphplane:apiKey": { secret: apiKey } });
const sent = () => fixture.emulator.journal.writes().entries.map(({ method, endpoint }) => `${method} ${endpoint}`);

/** A stack of an adopted program, into which everything is imported; this sends nothing. */
async function imported(program: string) {
  mkdirSync(`${program}-state`);
  const driver = await cliOnPath();
  const config = configOf(fixture.emulator);
  const stack = await driver.open({ program, folder: `${program}-state`, passphrase: "adopt", config, env: {} });
  const before = fixture.emulator.journal.mark();
  await stack.importFile(join(program, "import.json"));
  expect(fixture.emulator.journal.since(before).length).toBe(0);
  return stack;
}

test("the sample account becomes the program of docs/adopt.md, whose preview shows no change", async () => {
  const { code, err, out, files, folder } = await fixture.adopt(["--check", "--name", "sample"]);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("after the import, the preview contains no change (4 resources)");
  expect(Object.keys(files).sort()).toEqual([".gitignore", "Pulumi.yaml", "import.json", "index.ts", "package.json", "tsconfig.json"]);
  expect(files["Pulumi.yaml"]).toMatch(/^name: "sample"$/m);
  const golden = join(root, "tests/golden/adopt/sample.ts.txt");
  if (process.env.ACCEPT === "1") writeFileSync(golden, files["index.ts"] ?? "");
  expect(files["index.ts"]).toBe(readFileSync(golden, "utf8"));
  const page = readFileSync(join(root, "docs/adopt.md"), "utf8");
  const [, shown = ""] = /```ts\n(.*?)```/s.exec(page) ?? [];
  // A comment that begins with an ellipsis stands for declarations like the one before it.
  for (const part of shown.split(/^\/\/ ….*\n/m)) expect(files["index.ts"]).toContain(part.trim());
  expect(shown.length).toBeGreaterThan(1000);
  expect(page).toContain(`\`\`\`\n${out.replaceAll(folder, "infrastructure").replace(packageRoot, "<this repository>")}\n\`\`\``);
  for (const field of Object.values(adoptions()).flatMap(({ fields }) => fields?.all ?? [])) expect(page).toContain(`\`${field}\``);
  expect(readdirSync(folder).length).toBe(6);
  expect(fixture.emulator.journal.writes().length).toBe(0);
});

test("settings that workspaces share or lack, and loops, show no change", async () => {
  await fixture.close();
  fixture = await AdoptFixture.open({ account: manyWorkspaces });
  const run = await fixture.adopt(["--check"]);
  expect([run.code, run.err]).toEqual([0, ""]);
  for (const part of ["...defaults,", "addons: undefined,", "for (const"]) expect(programOf(run)).toContain(part);
});

test("a user gets the password that is set later, and a destroy leaves every adopted and imported object unchanged", async () => {
  const { emulator } = fixture;
  emulator.account.addAllowedRange(sample.workgroupId, { cidr: "203.0.113.0/24", note: "office" });
  const { folder } = await fixture.adopt(["--name", "sample"]);
  const stack = await imported(folder);
  await stack.configure({ ...configOf(emulator), "sample:main-reader-password": { secret: "a-later-password" } });
  expect(await stack.run("up", { skipPreview: true })).toMatchObject({ exitCode: 0 });
  expect(sent()).toEqual(["PUT setPassword"]);
  expect(await stack.run("destroy", { skipPreview: true })).toMatchObject({ exitCode: 0 });
  expect(sent()).toEqual(["PUT setPassword"]);
});

test("a resize by the timetable is no change: the program leaves that size out", async () => {
  const { emulator } = fixture;
  const { folder, out } = await fixture.adopt(["--name", "sample"]);
  expect(out).toContain("main, workspaceTypeName: an entry of the workspace's timetable sets it.");
  const stack = await imported(folder);
  emulator.changeWorkspace(sample.workgroupId, sample.workspaceIds.main, { workspace_type: { typeName: "TG-0" } });
  const { exitCode, steps } = await stack.run("preview", { refresh: true });
  expect([exitCode, ...new Set(steps.map(({ op, found }) => found ?? op))]).toEqual([0, "same"]);
});

test("an enforced allow list is adopted with its entries, and a destroy lifts the enforcement before it deletes them", async () => {
  const { emulator } = fixture;
  emulator.account.addWorkgroup({ workgroup_id: "wg", name: "guarded", enable_allow_list: true });
  for (const note of ["office", "vpn"]) emulator.account.addAllowedRange("wg", { cidr: `203.0.113.${note.length}/32`, note });
  const { folder, files } = await fixture.adopt(["--workgroup", "wg"]);
  const deleting = programOf({ files })
    .replaceAll("cidr:", 'deletionPolicy: "delete",\n  cidr:')
    .replace("enabled: true,", 'enabled: true,\n  deletionPolicy: "disable",');
  writeFileSync(join(folder, "index.ts"), deleting);
  const stack = await imported(folder);
  expect(await stack.run("up", { skipPreview: true })).toMatchObject({ exitCode: 0 });
  expect(emulator.journal.writes().length).toBe(0);
  const { resources = [] } = (await stack.export()).deployment;
  const entries = resources.filter(({ type }) => type.endsWith(":AllowListEntry")).map(({ urn }) => urn);
  expect(entries).toHaveLength(2);
  expect(resources.find(({ type }) => type.endsWith(":AllowList"))?.dependencies).toEqual(expect.arrayContaining(entries));
  expect(await stack.run("destroy", { skipPreview: true })).toMatchObject({ exitCode: 0 });
  expect(sent()).toEqual(["PUT liftRanges", "DELETE deleteAllowedRange", "DELETE deleteAllowedRange"]);
});

const changes = fc.constantFrom(
  { field: "autoStopMinutes", value: "77", body: { auto_stop_minutes: 77 } },
  { field: "updateStrategy", value: '"another"', body: { update_strategy: "another" } },
  { field: "maintenanceWindow", value: "{ hourOfDay: 5 }", body: { maintenance_window_hour_of_day: 5 } },
);

test("after the import of any account nothing changes; a change of the program sends one PUT with that field", async () => {
  await fc.assert(
    fc.asyncProperty(accounts, fc.constantFrom("specified", "observed"), changes, fc.nat(), async (account, profile, change, pick) => {
      // With the extension endpoints: without a list, workgroups are named, which tests of their own do.
      await fixture.close();
      fixture = await AdoptFixture.open({ profile, extensions: true, account: (own) => fill(own, account) });
      const run = await fixture.adopt(["--fields", "all"]);
      const { emulator } = fixture;
      const stack = await imported(run.folder);
      const mark = emulator.journal.mark();
      const opsOf = ({ exitCode, steps }: Outcome) => [exitCode, ...new Set(steps.map(({ op, found }) => (op === "refresh" ? found : op)))];
      expect([...opsOf(await stack.run("preview")), emulator.journal.since(mark).length]).toEqual([0, "same", 0]);
      expect(opsOf(await stack.run("preview", { refresh: true }))).toEqual([0, "same"]);

      const { resources = [] } = (await stack.export()).deployment;
      const settings = resources.filter(({ type }) => type.endsWith(":WorkspaceSettings"));
      const { urn = "", id = "" } = settings[pick % settings.length] ?? {};
      const name = urn.split("::").slice(3).join("::");
      writeFileSync(join(run.folder, "index.ts"), withSetting(programOf(run), name, change.field, change.value));
      const after = emulator.journal.mark();
      expect(await stack.run("up", { skipPreview: true })).toMatchObject({ exitCode: 0 });
      const [workgroup, workspace] = id.split("/");
      const writes = emulator.journal.since(after).writes().entries;
      expect(writes.map(({ method, decodedPath, body }) => [method, decodedPath, body])).toEqual([
        ["PUT", `/controller/v4/v2/workgroups/${workgroup}/workspaces/${workspace}`, change.body],
      ]);
    }),
    // A run takes seconds, and shrinking takes many runs.
    { numRuns: 2, endOnFailure: true },
  );
});
