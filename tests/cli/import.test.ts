import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { registry } from "../../provider/registry";
import { type Account, type EmulatorOptions, sampleAccount } from "../../testing/emulator";
import { closeAfterTest } from "../support/close-after-test";
import { StackFixture } from "../support/stack-fixture";

/** Every kind that can be imported: by its id alone; the declaration that the import prints previews without a change. */

/** Fills an account with one object of every kind, and returns their ids. */
function fill(account: Account): Readonly<Record<string, string>> {
  const { workgroupId, workspaceIds, installedAddonId } = sampleAccount(account);
  const workspace = `${workgroupId}/${workspaceIds.sandbox}`;
  account.addUser(workgroupId, workspaceIds.sandbox, { username: "reader", password: "sample-password" });
  account.setBackupSchedule(workgroupId, workspaceIds.sandbox, { schedule: "0 3 * * *", max_backup_files: 7 });
  return {
    AddonConfiguration: `${installedAddonId}/default`,
    AllowList: workgroupId,
    AllowListEntry: `${workgroupId}/${account.addAllowedRange(workgroupId, { cidr: "203.0.113.0/24", note: "office" }).id}`,
    BackupSchedule: workspace,
    DatabaseUser: `${workspace}/reader`,
    Workgroup: workgroupId,
    Workspace: `${workgroupId}/${workspaceIds.main}`,
    WorkspaceRefresh: workspace,
    WorkspaceSchedule: `${workspace}/${account.addSchedule(workgroupId, workspaceIds.sandbox).id}`,
    WorkspaceSettings: workspace,
  };
}

/** The languages whose program can be run here, and the program's file. */
const files = { nodejs: "index.ts", yaml: "Pulumi.yaml" };
const languages =
  spawnSync("pulumi-language-yaml", ["--version"]).error === undefined ? (["nodejs", "yaml"] as const) : (["nodejs"] as const);

/** A stack that imported one object of every kind, and the program for it as the CLI prints it. */
async function importAll(language: keyof typeof files, service: EmulatorOptions = {}) {
  let ids: Readonly<Record<string, string>> = {};
  const fixture = await StackFixture.open({
    providerKind: "native",
    service: { extensions: true, ...service, account: (account) => void (ids = fill(account)) },
    env: () => ({ PULUMI_NODEJS_TYPESCRIPT: "true" }),
  });
  closeAfterTest(fixture);
  const { program, folder } = fixture.program;
  const plugins = /^plugins:[^]*/m.exec(readFileSync(join(program, "Pulumi.yaml"), "utf8"))?.[0] ?? "";
  const project = `name: imported\nruntime: ${language}\n${plugins}`;
  await fixture.write(project, "Pulumi.yaml");
  await fixture.write(JSON.stringify({ name: "imported", main: files.nodejs }), "package.json");
  const code = join(folder, "generated");
  const resources = Object.entries(ids).map(([kind, id]) => ({ type: `graphplane:index:${kind}`, name: kind, id }));
  await fixture.import(resources, code);
  // The CLI imports the package by its name, which declares dynamic resources; docs/languages.md names the entry point.
  const declared = readFileSync(code, "utf8").replace('"pulumi-graphplane"', '"pulumi-graphplane/native"');
  const declare = (edit: (text: string) => string = (text) => text) =>
    fixture.write(`${language === "yaml" ? project : ""}${edit(declared)}`, files[language]);
  return { fixture, declared, declare };
}

const importable = Object.keys(registry)
  .filter((kind) => kind !== "QueryRun")
  .sort();
/** Fills in an argument that the import left empty. */
const fillIn = (name: string, value: string) => (text: string) => text.replace(new RegExp(`("?${name}"?: ?)""`), `$1"${value}"`);

describe.each(languages)("imported by id (%s)", (language) => {
  test("all kinds preview without a change, except for the password, which must be filled in", async () => {
    const { fixture, declared, declare } = await importAll(language);
    const settings = /WorkspaceSettings(?:\("|:\n)([^]*?)(?:\n\}\)|\n  \S|$)/.exec(declared)?.[1] ?? "";
    for (const name of ["workspaceTypeName", "autoStopMinutes", "updateStrategy", "maintenanceWindow"])
      expect(settings).toContain(`${name}:`);
    await declare();
    const { failed } = await fixture.run("preview");
    expect(failed).toMatch(/DatabaseUser.*password: must not be empty/s);
    await declare(fillIn("password", "another"));
    const { done } = await fixture.must("preview");
    expect(done).toEqual(importable.map((kind) => `${kind === "DatabaseUser" ? "update" : "same"} ${kind}`));
    expect(fixture.emulator.journal.entries.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  test("a configuration whose value the service masks needs its value filled in too", async () => {
    const { fixture, declare } = await importAll(language, { configurationValues: "masked" });
    await declare((text) => fillIn("configValue", "light")(fillIn("password", "another")(text)));
    const { done } = await fixture.must("preview");
    expect(done.filter((step) => !step.startsWith("same"))).toEqual(["update AddonConfiguration", "update DatabaseUser"]);
  });
});
