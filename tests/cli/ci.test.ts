import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Sample, sampleAccount } from "../../testing/emulator";
import { CodeHost } from "../support/ci/code-host";
import { Commands } from "../support/commands";
import { root } from "../support/stack-fixture";

/** `graphplane ci` on the Pulumi CLI, with an emulated service and an emulated GitHub: from a pull request to the applied comment. */

let host: CodeHost;
let commands: Commands;
let sample: Sample;
beforeEach(async () => {
  host = await CodeHost.open("GitHub");
  commands = await Commands.open("examples/workspace-settings", {
    extensions: true,
    account: (account) => void (sample = sampleAccount(account)),
  });
  await declare(45, 60);
  await run("pulumi", "stack", "init", "dev");
});
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
async function start(verb: string, ...more: string[]) {
  const event = join(commands.copy.folder, "event.json");
  const isPull = verb === "preview";
  const head = { sha: host.pull.head, repo: { full_name: "team/databases" } };
  await writeFile(event, JSON.stringify(isPull ? { pull_request: { number: host.pull.number, head } } : {}));
  const args = [process.execPath, join(root, "dist/cli/main.js"), "ci", verb, "--stack", "dev", ...more];
  return commands.start(args, {
    GITHUB_ACTIONS: "true",
    GITHUB_API_URL: host.url,
    GITHUB_REPOSITORY: "team/databases",
    GITHUB_EVENT_PATH: event,
    GITHUB_SHA: isPull ? "merged00" : squash,
    GITHUB_STEP_SUMMARY: join(commands.copy.folder, "summary.md"),
    GITHUB_TOKEN: host.token,
  });
}
const ci = async (verb: string, ...more: string[]) => (await start(verb, ...more)).ended;
const put = (name: keyof Sample["workspaceIds"], minutes: number) =>
  `PUT ${sample.workgroupId}/${sample.workspaceIds[name]} {"auto_stop_minutes":${minutes}}`;
const lastComment = () => host.comments.at(-1)?.body;

test("what was reviewed is applied, and nothing else", async () => {
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

test("of two runs at once only one applies, and one that is stopped records where", async () => {
  const previewed = await ci("preview");
  expect([host.comments.length, host.comments.length === 1 ? "" : previewed.output]).toEqual([1, ""]);
  host.merge(squash);
  const { arrived, release } = commands.hold("PUT");
  const first = await start("apply");
  await Promise.race([arrived, first.ended.then(({ output }) => Promise.reject(new Error(output)))]);
  const second = await ci("apply");
  expect(second).toMatchObject({ code: 1, output: expect.stringMatching(/nothing was applied/i) as string });
  process.kill(-(first.child.pid ?? 0), "SIGTERM");
  release();
  const stopped = await first.ended;
  expect(stopped.code).not.toBe(0);
  expect(lastComment()).toMatch(/The update of .* stopped/);
  // What is left is no longer what was reviewed, or is applied: nothing is sent unseen.
  const next = await ci("apply");
  expect([0, 1]).toContain(next.code);
  if (next.code === 1) expect(next.writes).toEqual([]);
});
