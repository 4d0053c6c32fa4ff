import { join } from "node:path";
import { type Sample, sampleAccount } from "../../testing/emulator";
import { CodeHost, type HostName } from "../support/ci/code-host";
import { jobEnvironment } from "../support/ci/job";
import { Commands } from "../support/commands";
import { root } from "../support/stack-fixture";

/** `graphplane ci` on the Pulumi CLI, with an emulated service and an emulated host: from a pull request to the applied comment. */

let host: CodeHost;
let commands: Commands;
let sample: Sample;
async function open(name: HostName): Promise<void> {
  host = await CodeHost.open(name);
  commands = await Commands.open("examples/workspace-settings", {
    extensions: true,
    account: (account) => void (sample = sampleAccount(account)),
  });
  await declare(45, 60);
  await run("pulumi", "stack", "init", "dev");
}
afterEach(async () => {
  await commands.close();
  await host.close();
});

const declare = (main: number, reporting: number, more = "") =>
  commands.copy.write(
    "index.ts",
    `import * as pulumi from "@pulumi/pulumi";
import { DatabaseUser, WorkspaceSettings } from "pulumi-graphplane";
const workgroupId = "${sample.workgroupId}";
new WorkspaceSettings("main", { workgroupId, workspaceId: "${sample.workspaceIds.main}", autoStopMinutes: ${main} });
new WorkspaceSettings("reporting", { workgroupId, workspaceId: "${sample.workspaceIds.reporting}", autoStopMinutes: ${reporting} });
${more}`,
  );
const run = (...args: string[]) => commands.start(args).ended;
const squash = "5ca5e1";

/** The process of a verb in a job: for the pull request, or for the commit that merged it. */
const start = (verb: string, ...more: string[]) => startFor(verb === "preview" ? undefined : squash, verb, ...more);
function startFor(commit: string | undefined, verb: string, ...more: string[]) {
  const args = [process.execPath, join(root, "dist/cli/main.js"), "ci", verb, "--stack", "dev", ...more];
  return commands.start(args, jobEnvironment(host, commands.copy.folder, { commit }));
}
const ci = (verb: string, ...more: string[]) => start(verb, ...more).ended;
const put = (name: keyof Sample["workspaceIds"], minutes: number) =>
  `PUT ${sample.workgroupId}/${sample.workspaceIds[name]} {"auto_stop_minutes":${minutes}}`;
const settings = () =>
  (["main", "reporting"] as const).map(
    (name) => commands.emulator.workspace(sample.workgroupId, sample.workspaceIds[name]).auto_stop_minutes,
  );
const lastComment = () => host.comments.at(-1)?.body;

test.each<HostName>(["GitHub", "GitLab"])("what was reviewed is applied, and nothing else, on %s", async (name) => {
  await open(name);
  await declare(
    45,
    60,
    'new DatabaseUser("analyst", { workgroupId, workspaceId: "' +
      sample.workspaceIds.main +
      '", username: "analyst", password: pulumi.secret("a password of the program") });',
  );
  const previewed = await ci("preview");
  expect([previewed.code, previewed.writes, previewed.code === 0 ? "" : previewed.output]).toEqual([0, [], ""]);
  host.merge(squash);
  // A drift between review and merge.
  commands.emulator.changeWorkspace(sample.workgroupId, sample.workspaceIds.main, { auto_stop_minutes: 240 });
  expect(await ci("apply")).toMatchObject({ code: 1, writes: [], output: expect.stringContaining("autoStopMinutes") as string });
  expect(lastComment()).toContain("Nothing was applied");
  commands.emulator.changeWorkspace(sample.workgroupId, sample.workspaceIds.main, { auto_stop_minutes: 30 });
  const applied = await ci("apply");
  expect(applied.code).toBe(0);
  expect(applied.writes.filter((write) => write.startsWith("PUT ")).toSorted()).toEqual([put("main", 45), put("reporting", 60)].toSorted());
  expect(lastComment()).toContain("Applied to `workspace-settings/dev`");
  expect(await ci("apply")).toMatchObject({ code: 0, writes: [] });
  expect(JSON.stringify(host.comments) + applied.output).not.toMatch(/a password of the program|token-of-the-host/);
});

/** An update of the reviewed pull request, whose first PUT is held. */
async function startApply() {
  await open("GitHub");
  const previewed = await ci("preview");
  expect([host.comments.length, host.comments.length === 1 ? "" : previewed.output]).toEqual([1, ""]);
  host.merge(squash);
  const { arrived, release } = commands.hold("PUT");
  const first = start("apply");
  await Promise.race([arrived, first.ended.then(({ output }) => Promise.reject(new Error(output)))]);
  return { first, release };
}

test("of two runs at once only one applies, and one that is stopped records where", async () => {
  const { first, release } = await startApply();
  const second = await ci("apply");
  expect(second).toMatchObject({ code: 1, output: expect.stringMatching(/nothing was applied/i) as string });
  process.kill(-(first.child.pid ?? 0), "SIGTERM");
  release();
  const stopped = await first.ended;
  expect(stopped.code).not.toBe(0);
  expect(lastComment()).toMatch(/The update of .* stopped/);
  const next = await ci("apply");
  expect([next.code, next.code === 0 ? "" : next.output]).toEqual([0, ""]);
  expect(settings()).toEqual([45, 60]);
  expect(lastComment()).toMatch(/## ✅ [^]*## ❌ The update of .* stopped/);
});

test("after a run that is killed, and a person has released its lock, the job run again applies the rest", async () => {
  const { first, release } = await startApply();
  first.kill();
  release();
  await first.ended;
  expect(lastComment()).toContain("If this comment stays, the run was killed");
  // A request of the killed run may still arrive meanwhile, so its writes are not counted.
  expect(await ci("apply")).toMatchObject({ code: 1 });
  expect(lastComment()).toMatch(/The update did not start[^]*run `pulumi cancel` first/);
  await run("pulumi", "cancel", "--yes", "--stack", "dev");
  const applied = await ci("apply");
  expect([applied.code, applied.code === 0 ? "" : applied.output]).toEqual([0, ""]);
  expect(settings()).toEqual([45, 60]);
  expect(lastComment()).toContain("Applied to");
});
