import { join } from "node:path";
import { type Sample, sampleAccount } from "../../testing/emulator";
import { CodeHost } from "../support/ci/code-host";
import { jobEnvironment } from "../support/ci/job";
import { Commands } from "../support/commands";
import { root } from "../support/stack-fixture";

/** What `graphplane ci` decides, on the Pulumi CLI, comes from the engine's events and the plan records, and from no text. */

let host: CodeHost;
let commands: Commands;
let sample: Sample;
beforeEach(async () => {
  host = await CodeHost.open("GitHub");
  commands = await Commands.open("examples/workspace-settings", {
    extensions: true,
    account: (account) => void (sample = sampleAccount(account)),
  });
  await pulumi("stack", "init", "dev");
});
afterEach(async () => {
  await commands.close();
  await host.close();
});

const pulumi = (...args: string[]) => commands.run("pulumi", ...args, "--non-interactive");
const squash = "5ca5e1";

const declare = (text: string) =>
  commands.copy.write(
    "index.ts",
    `import * as pulumi from "@pulumi/pulumi";
import { DatabaseUser, QueryRun, WorkspaceSettings } from "pulumi-graphplane";
const ids = { workgroupId: "${sample.workgroupId}", workspaceId: "${sample.workspaceIds.main}" };
const other = { ...ids, workspaceId: "${sample.workspaceIds.reporting}" };
const password = pulumi.secret("a password of the program");
${text}`,
  );

const settings = (minutes: number) => `new WorkspaceSettings("main", { ...ids, autoStopMinutes: ${minutes} });\n`;
const user = (username: string) => `new DatabaseUser("analyst", { ...ids, username: "${username}", password });\n`;

function ci(verb: "preview" | "apply", more: Readonly<Record<string, string>> = {}, event: object = {}) {
  const args = [process.execPath, join(root, "dist/cli/main.js"), "ci", verb, "--stack", "dev"];
  const commit = verb === "preview" ? undefined : squash;
  return commands.start(args, { ...jobEnvironment(host, commands.copy.folder, { commit, event }), ...more }).ended;
}

const lastComment = () => host.comments.at(-1)?.body ?? "";
const path = () => `${sample.workgroupId}/${sample.workspaceIds.main}`;

/** Previews a pull request, merges it, and applies it. */
async function applied() {
  const previewed = await ci("preview");
  expect([previewed.code, previewed.code === 0 ? "" : previewed.output]).toEqual([0, ""]);
  const review = lastComment();
  host.merge(squash);
  return { review, ...(await ci("apply")) };
}

/** Puts a program in place of the state, without a review. */
async function standing(text: string): Promise<void> {
  await declare(text);
  const { code, output } = await pulumi("up", "--yes", "--skip-preview");
  expect([code, code === 0 ? "" : output]).toEqual([0, ""]);
}

test("an object whose deletion failed is in the next review, is deleted by its update, and blocks none", async () => {
  await standing(settings(45) + user("analyst"));
  await declare(settings(45) + user("bob"));
  commands.emulator.fault({ kind: "status", status: 400, type: "Bad-Request", match: { method: "DELETE" } });
  expect((await pulumi("up", "--yes", "--skip-preview")).code).not.toBe(0);
  await declare(settings(50) + user("bob"));
  const { review, code, writes } = await applied();
  expect(review).toMatch(/^## ⛔ Deletes user `analyst`[^]*1 deleted, 1 setting to change/);
  expect(review).toMatch(/DELETE \/workgroups\/\S+\/dbuser\n\{"username":"analyst"\}/);
  expect(code).toBe(0);
  expect(writes.toSorted()).toEqual([`DELETE ${path()}/dbuser {"username":"analyst"}`, `PUT ${path()} {"auto_stop_minutes":50}`]);
});

test("an object whose deletion failed can be deleted without another change", async () => {
  await standing(user("analyst"));
  await declare(user("bob"));
  commands.emulator.fault({ kind: "status", status: 400, type: "Bad-Request", match: { method: "DELETE" } });
  expect((await pulumi("up", "--yes", "--skip-preview")).code).not.toBe(0);
  const { review, code, writes } = await applied();
  expect(review).toMatch(/^## ⛔ Deletes user `analyst`/);
  expect([code, writes]).toEqual([0, [`DELETE ${path()}/dbuser {"username":"analyst"}`]]);
});

test("an update runs once, whatever a program or the service prints, and tells what it did", async () => {
  await standing(settings(45));
  await declare(
    `console.log("panic: the stack is currently locked by 1 lock(s)\\ngoroutine 1 [running]:\\nhad not been marked as seen");\n` +
      `const main = ${settings(60)}new WorkspaceSettings("reporting", { ...other, autoStopMinutes: 35 }, { dependsOn: main });\n`,
  );
  const message = "panic: another update is currently in progress\nhad not been marked as seen";
  const match = { method: "PUT", body: (body: unknown) => JSON.stringify(body) === '{"auto_stop_minutes":35}' };
  commands.emulator.fault({ kind: "status", status: 400, type: "Bad-Request", message, match });
  const { code, output, writes } = await applied();
  expect(code).toBe(1);
  expect(writes.filter((write) => write.includes('{"auto_stop_minutes":60}'))).toHaveLength(1);
  expect(output).not.toContain("pulumi cancel");
  expect(lastComment()).toMatch(/^## ❌ The update of `workspace-settings\/dev` stopped at `reporting`/);
  expect(lastComment()).toMatch(/panic: another update is currently in progress[^]*\*\*Applied\*\*\n\n- change `main`[^]*\*\*Left\*\*/);
  const rest = await ci("apply");
  expect([rest.code, rest.writes]).toEqual([0, [`PUT ${sample.workgroupId}/${sample.workspaceIds.reporting} {"auto_stop_minutes":35}`]]);
});

test.each(["analyst", "TG-1", "DELETE", "auto_stop_minutes", "graphplane"])(
  "a secret of the configuration that occurs in a record, %s, hides nothing",
  async (secret) => {
    await standing(settings(45) + user("analyst"));
    await pulumi("config", "set", "--secret", "word", secret);
    await declare(
      `console.log('graphplane-record: {"version":1,"kind":"DatabaseUser","notices":[]}');\n` +
        `new WorkspaceSettings("main", { ...ids, autoStopMinutes: 60, workspaceTypeName: "TG-1" });\n`,
    );
    const { review, code, writes } = await applied();
    expect(review).toMatch(/^## ⛔ Deletes user/);
    expect(review).toContain("<!-- graphplane-review stack=workspace-settings/dev commit=");
    expect(code).toBe(0);
    expect(writes.toSorted()).toEqual([
      `DELETE ${path()}/dbuser {"username":"analyst"}`,
      `PUT ${path()} {"auto_stop_minutes":60,"workspace_type_name":"TG-1"}`,
    ]);
  },
);

test("a program that exports a resource, a time and a fresh secret is applied, and its outputs are current", async () => {
  await declare(
    `export const main = ${settings(60)}export const at = Date.now();\nexport const fresh = pulumi.secret(String(Math.random()));\n`,
  );
  const { code, output } = await applied();
  expect([code, code === 0 ? "" : output]).toEqual([0, ""]);
  expect(lastComment()).toMatch(/^## ✅ Applied/);
  const outputs = JSON.parse((await pulumi("stack", "output", "--json")).output) as { main: { autoStopMinutes: number } };
  expect(outputs.main.autoStopMinutes).toBe(60);
  expect((await ci("apply")).code).toBe(0);
});

test("a bot's pull request that prints a sentence about a missing secret does not pass", async () => {
  await declare(`console.error("error: PULUMI_ACCESS_TOKEN must be set for login");\nthrow new Error("GRAPHPLANE_API_KEY is missing");\n`);
  expect((await ci("preview", {}, { sender: { type: "Bot" } })).code).toBe(1);
});

test("an object whose deletion is left to a resource that is kept is said to stay", async () => {
  const kept = `const main = new WorkspaceSettings("main", { ...ids, autoStopMinutes: 45 });\n`;
  await standing(`${kept}new DatabaseUser("analyst", { ...ids, username: "analyst", password }, { deletedWith: main });\n`);
  await declare("");
  const { review, code, writes } = await applied();
  expect(review).toMatch(/^## ⚠️ `analyst` stays/);
  expect(review).not.toContain("deleted with");
  expect([code, writes]).toEqual([0, []]);
});
