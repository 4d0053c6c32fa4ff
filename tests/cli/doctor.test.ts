import { join } from "node:path";
import type { Finding } from "../../cli/doctor/finding";
import { Commands } from "../support/commands";
import { fillAccount, programHead } from "../support/scenario";
import { root } from "../support/stack-fixture";

/** The findings of `graphplane doctor` after a `kill -9` of the Pulumi CLI on PATH, and whether its advice repairs the stack. */
let commands: Commands;
beforeEach(async () => {
  commands = await Commands.open("tests/cli/scenarios/program", { profile: "observed", account: fillAccount });
  expect(await run("pulumi", "stack", "init", "dev")).toMatchObject({ code: 0 });
});
afterEach(() => commands.close());

const run = (...args: string[]) => commands.run(...args);
const pulumi = (...args: string[]) => run("pulumi", ...args, "--non-interactive");
const up = ["up", "--yes", "--skip-preview"];

async function pending(): Promise<Finding[]> {
  const { output } = await run(process.execPath, join(root, "dist/cli/main.js"), "doctor", "--json");
  const { checks } = JSON.parse(/^\{.*\}$/m.exec(output)?.[0] ?? "") as { checks: Finding[] };
  return checks.filter(({ check }) => check === "pending");
}

const declare = (text: string) => commands.copy.write("index.js", programHead + text);
const minutes = (value: number) => declare(`settings("main", { autoStopMinutes: ${value} });`);
const none = [{ check: "pending", result: "ok", text: "The state lists no interrupted operations." }];
const warningOf = (what: string) => [{ result: "warning", text: expect.stringMatching(new RegExp(`killed while ${what}\\.$`)) as string }];

/** Kills an update once the service has acted on its request. */
async function kill(method: string): Promise<void> {
  const { arrived, release } = commands.hold(method);
  const update = commands.start(["pulumi", ...up, "--non-interactive"]);
  await arrived;
  update.kill();
  await update.ended;
  release();
  expect(await pulumi("cancel", "--yes")).toMatchObject({ code: 0 });
}

test("an interrupted update: a refresh reads what was sent, and the next preview reverts it", async () => {
  await minutes(30);
  expect(await pulumi(...up)).toMatchObject({ code: 0 });
  expect(await pending()).toEqual(none);
  await minutes(60);
  await kill("PUT");
  expect(await pending()).toMatchObject(warningOf("updating WorkspaceSettings main"));

  await minutes(30);
  expect((await pulumi("preview")).output).not.toMatch(/pending|60 => 30/);
  expect(await pulumi("refresh", "--yes", "--skip-preview", "--run-program")).toMatchObject({ code: 0 });
  expect(await pending()).toEqual(none);
  expect((await pulumi("preview", "--diff")).output).toContain("autoStopMinutes: 60 => 30");
});

test("an interrupted update: an up without changes forgets the interruption, and leaves what was sent", async () => {
  await minutes(30);
  await pulumi(...up);
  await minutes(60);
  await kill("PUT");
  await minutes(30);
  const { code, output } = await pulumi(...up);
  expect([code, output]).toEqual([0, expect.stringMatching(/interrupted while updating[^]*2 unchanged/)]);
  expect(await pending()).toEqual(none);
});

test("an interrupted creation: only a refresh that clears pending creations ends it", async () => {
  await minutes(45);
  await kill("PUT");
  expect(await pending()).toMatchObject(warningOf("creating WorkspaceSettings main"));
  expect(await pulumi(...up)).toMatchObject({ code: 0 });
  expect(await pending()).toMatchObject(warningOf("creating WorkspaceSettings main"));
  const clear = ["--run-program", "--clear-pending-creates"];
  expect(await pulumi("refresh", "--yes", "--skip-preview", ...clear)).toMatchObject({ code: 0 });
  expect(await pending()).toEqual(none);
  expect((await pulumi("preview")).output).toMatch(/2 unchanged/);
});

test("an interrupted deletion: a refresh forgets the deleted user", async () => {
  const user = 'workgroupId: "production", workspaceId: "main", username: "reporting", password: "a-password-for-tests"';
  await declare(`new (require("pulumi-graphplane").DatabaseUser)("reporting", { ${user} });`);
  expect(await pulumi(...up)).toMatchObject({ code: 0 });
  await declare("");
  await kill("DELETE");
  expect(await pending()).toMatchObject(warningOf("deleting DatabaseUser reporting"));
  expect(await pulumi("refresh", "--yes", "--skip-preview", "--run-program")).toMatchObject({ code: 0 });
  expect(await pending()).toEqual(none);
  expect((await pulumi("preview")).output).not.toMatch(/delete/);
});
