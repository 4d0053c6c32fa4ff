import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { functions } from "../../provider/functions/registry";
import { modules, versionOf } from "../../scripts/engine/modules";
import { cliEnvironment } from "../../testing/driver";
import { type Sample, sampleAccount } from "../../testing/emulator";
import { closeAfterTest } from "../support/close-after-test";
import { pathWithoutNode } from "../support/path-without-node";
import { passphrase, requestText, root, StackFixture } from "../support/stack-fixture";

/**
 * The plugin's executable in other languages, with no Node on PATH: a project in YAML; Python and Go inline, by their Automation APIs, on
 * the SDKs that `npm run sdks` generates.
 */

const shared = mkdtempSync(join(tmpdir(), "languages-"));
const script = (name: string, ...args: string[]) => execFileSync(process.execPath, [join(root, "scripts", name), ...args]);
beforeAll(() => {
  script("plugin/build.js", join(shared, "plugin"));
  script("sdks/generate.js", join(shared, "sdks"));
});
afterAll(() => rmSync(shared, { recursive: true, force: true }));

const sent45 = [expect.stringMatching(/^PUT .*"auto_stop_minutes":45/)];

/** A copy of a program with the plugin and the SDKs beside it, and a service with the sample account. */
async function open(program: string, profile: "observed" | "specified", config: (sample: Sample) => Readonly<Record<string, string>>) {
  const samples: Sample[] = [];
  const paths: string[] = [];
  const fixture = await StackFixture.open({
    program: join(root, program),
    service: { profile, account: (account) => void samples.push(sampleAccount(account)) },
    config: () => config(samples[0] as Sample),
    env: (copy) => {
      // The executable is found in the folder that the program's Pulumi.yaml names, and on PATH.
      const path = [join(copy.program, "plugin"), pathWithoutNode(copy.folder)].join(delimiter);
      paths.push(path);
      return { PATH: path };
    },
  });
  closeAfterTest(fixture);
  for (const folder of ["plugin", "sdks"]) symlinkSync(join(shared, folder), join(fixture.program.program, folder));
  const stack = await fixture.stack();
  const env = { ...process.env, ...cliEnvironment({ ...fixture.program, passphrase, env: { PATH: paths[0] ?? "" } }) };

  /** Runs a command in the program's folder, which must succeed; resolves to its requests but reads. */
  const command = async (name: string, ...args: string[]) => {
    const mark = fixture.emulator.journal.mark();
    const child = spawn(name, args, { cwd: fixture.program.program, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(child, "close")) as [number | null];
    expect({ code, output }).toEqual({ code: 0, output });
    return fixture.emulator.journal.since(mark).writes().entries.map(requestText);
  };
  return { fixture, sample: samples[0] as Sample, stack, env, command };
}

const settings = (project: string) => (sample: Sample) => ({
  [`${project}:workgroupId`]: sample.workgroupId,
  [`${project}:workspaceId`]: sample.workspaceIds.main,
});

test("yaml", async () => {
  const { fixture } = await open("examples/yaml", "specified", settings("yaml"));
  expect((await fixture.must("up")).writes).toEqual(sent45);
});

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

/** Opens the program that calls every function, and compares what it got. */
async function callEveryFunction(language: string, run: (opened: Awaited<ReturnType<typeof open>>) => Promise<unknown>): Promise<void> {
  const opened = await open(`tests/cli/functions/${language}`, "observed", (own) => ({
    "functions:functions": JSON.stringify(argumentsOf(own)),
  }));
  const { fixture, sample, stack } = opened;
  const { workgroupId, workspaceIds } = sample;
  await fetch(`${fixture.emulator.url}/controller/v4/v2/workgroups/${workgroupId}/workspaces/${workspaceIds.main}/backups/schedule`, {
    method: "POST",
    headers: { "x-api-key": fixture.emulator.apiKey, "content-type": "application/json" },
    body: JSON.stringify({ schedule: "0 3 * * *" }),
  });
  await run(opened);
  expect(await stack.outputs()).toMatchObject({
    called: Object.keys(functions).sort(),
    installedAddons: [expect.objectContaining({ id: sample.installedAddonId })],
    installedAddon: expect.objectContaining({ id: sample.installedAddonId }) as object,
    configurations: [expect.objectContaining({ id: sample.configurationId })],
    workspace: "main",
    schedules: 1,
    output: 1,
  });
}

/** Declares tests that need a program on PATH; without it, the output names what was left out. */
function describeWith(program: string, args: readonly string[], declare: () => void): void {
  if (spawnSync(program, args).status === 0) describe(program, declare);
  else process.stderr.write(`left out: the tests with ${program}, which is not on PATH or not complete\n`);
}

describeWith("python3", ["-c", "import ensurepip, venv"], () => {
  const python = join(shared, "venv/bin/python");
  const inline = join(root, "tests/cli/functions/inline.py");
  beforeAll(() => {
    execFileSync("python3", ["-m", "venv", join(shared, "venv")]);
    const requirements = join(root, "examples/python/requirements.txt");
    execFileSync(python, ["-m", "pip", "install", "--quiet", "--requirement", requirements], { cwd: shared });
  });

  test("the example sends one PUT, then nothing, also with the plugin on PATH", async () => {
    const { fixture, stack, env, command } = await open("examples/python", "specified", settings("python"));
    expect(await command(python, inline, "up", "dev")).toEqual(sent45);
    expect(spawnSync("node", ["--version"], { env }).error).toMatchObject({ code: "ENOENT" });
    const [, ...plugins] = (await readFile(join(fixture.program.program, "Pulumi.yaml"), "utf8")).split(/^(?=plugins:)/m);
    await fixture.program.edit("Pulumi.yaml", plugins.join(""), "");
    expect(await command(python, inline, "up", "dev")).toEqual([]);
    expect((await stack.outputs())["host"]).toEqual(expect.any(String));
    expect(await command(python, inline, "destroy", "dev")).toEqual([]);
  });

  test("every function is called, and lists are lists", () =>
    callEveryFunction("python", ({ command }) => command(python, inline, "up", "dev")));
});

describeWith("go", ["version"], () => {
  test("every function is called, and lists are lists", () =>
    callEveryFunction("go", async ({ command }) => {
      // The SDK that the engine is built with is compiled already.
      await command("go", "get", `github.com/pulumi/pulumi/sdk/v3@v${versionOf(modules[0])}`);
      await command("go", "mod", "tidy");
      return command("go", "run", "-buildvcs=false", ".", "dev");
    }));
});
