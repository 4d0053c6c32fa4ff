import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { functions } from "../../provider/functions/registry";
import { type Sample, sampleAccount } from "../../testing/emulator";
import { closeAfterTest } from "../support/close-after-test";
import { root, StackFixture } from "../support/stack-fixture";

/** Every look-up in the languages whose SDKs the CLI generates, through the executable of the plugin. */

function argumentsOf({ workgroupId, workspaceIds: { main: workspaceId }, databaseId, installedAddonId, restoreJobId }: Sample) {
  const workspace = { workgroupId, workspaceId };
  return {
    getAddonConfigurations: { installedAddonId, configName: "default" },
    getAddonWorkspaces: { addonsId: installedAddonId },
    getAllowList: { workgroupId },
    getBackupSchedule: workspace,
    getBackups: workspace,
    getCloudProviders: {},
    getDatabase: { workgroupId, databaseId },
    getInstalledAddon: { installedAddonId },
    getInstalledAddons: {},
    getRestoreJob: { ...workspace, job: restoreJobId },
    getSchedules: workspace,
    getWorkgroup: { workgroupId },
    getWorkgroups: {},
    getWorkspace: workspace,
    getWorkspaceOptions: {},
  };
}

const languages = [
  { language: "python", needs: ["pulumi-language-python", "python3"], install: ["pulumi", "install", "--no-plugins"] },
  { language: "go", needs: ["pulumi-language-go", "go"], install: ["go", "mod", "tidy"] },
] as const;

for (const { language, needs, install } of languages) {
  const missing = needs.filter((program) => spawnSync(program, ["--version"]).error !== undefined);
  const run = missing.length === 0 ? test : test.skip;
  const why = missing.length === 0 ? "" : `; there is no ${missing.join(" and no ")} on PATH`;

  run(`${language} makes every look-up, and gets lists as lists${why}`, async () => {
    const samples: Sample[] = [];
    const fixture = await StackFixture.open({
      program: join(root, "tests/cli/look-ups", language),
      service: { profile: "observed", account: (account) => void samples.push(sampleAccount(account)) },
    });
    closeAfterTest(fixture);
    const [sample] = samples as [Sample];
    const { program } = fixture.program;
    await fixture.configure({ "look-ups:lookUps": JSON.stringify(argumentsOf(sample)) });
    const { workgroupId, workspaceIds } = sample;
    await fetch(`${fixture.emulator.url}/controller/v4/v2/workgroups/${workgroupId}/workspaces/${workspaceIds.main}/backups/schedule`, {
      method: "POST",
      headers: { "x-api-key": fixture.emulator.apiKey, "content-type": "application/json" },
      body: JSON.stringify({ schedule: "0 3 * * *" }),
    });
    execFileSync(process.execPath, [join(root, "scripts/plugin/build.js"), join(program, "plugin")]);
    execFileSync(process.execPath, [join(root, "scripts/sdks/generate.js"), join(program, "sdks"), language]);
    const [command, ...args] = install;
    execFileSync(command, args, { cwd: program, stdio: "ignore" });
    await fixture.must("up");
    expect(await (await fixture.stack()).outputs()).toMatchObject({
      called: Object.keys(functions).sort(),
      installedAddons: [expect.objectContaining({ id: sample.installedAddonId })],
      installedAddon: expect.objectContaining({ id: sample.installedAddonId }) as object,
      configurations: [expect.objectContaining({ id: sample.configurationId })],
      workspace: "main",
      schedules: 1,
      output: 1,
    });
  });
}
