import { readFileSync } from "node:fs";
import { appendFile, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ProgramCopy } from "../../testing/driver";
import type { Emulator } from "../../testing/emulator";
import { Commands } from "../support/commands";
import { filesBelow } from "../support/stack-fixture";
import { workflow } from "../support/workflow-files";

/** `examples/many-stacks` as a user runs it, through npm, on the Pulumi CLI on PATH: three workgroups with two workspaces each. */
const stacks = ["analytics", "production", "research"];

let commands: Commands;
let emulator: Emulator;
let copy: ProgramCopy;
beforeEach(async () => {
  commands = await Commands.open("examples/many-stacks", {
    account: (account) => {
      for (const workgroup_id of stacks) {
        account.addWorkgroup({ workgroup_id });
        for (const name of ["main", "spare"]) account.addWorkspace(workgroup_id, { workspace_id: `${workgroup_id}-${name}`, name });
      }
    },
  });
  ({ emulator, copy } = commands);
  // A held request stays open for as long as the other stacks take.
  await appendFile(join(copy.program, "Pulumi.yaml"), "config:\n  graphplane:requestTimeoutSeconds: 3600\n");
  const folder = join(copy.program, "workgroups");
  for (const file of await readdir(folder)) await rm(join(folder, file));
  for (const stack of stacks) await declare(stack, 25);
});
afterEach(() => commands.close());

function declare(stack: string, autoStopMinutes: number, workspace = "main"): Promise<void> {
  const workspaces = { main: { workspaceId: `${stack}-${workspace}`, autoStopMinutes }, spare: { workspaceId: `${stack}-spare` } };
  return copy.write(`workgroups/${stack}.json`, JSON.stringify({ workgroupId: stack, workspaces }));
}

function start(...args: string[]) {
  const { ended, ...started } = commands.start(args);
  return { ...started, ended: ended.then((one) => ({ ...one, writes: one.writes.toSorted(), summary: summaryOf(one.output) })) };
}

/** The lines of the summary, their columns one space apart and the time left out. */
function summaryOf(output: string): string[] {
  const lines = output.slice(output.lastIndexOf("\nstack ")).trim().split("\n");
  return lines.map((line) => line.replace(/ +\d+ s +/, " ").replace(/ +/g, " "));
}

const run = (...args: string[]) => start("npm", "run", "--silent", "stacks", "--", ...args).ended;
const put = (stack: string, minutes: number) => `PUT ${stack}/${stack}-main {"auto_stop_minutes":${minutes}}`;
const hold = (stack: string) => commands.hold("PUT", `${stack}-main`);

test("every workgroup gets a stack of its own; a preview sends nothing, and no file or line holds the key", async () => {
  expect(await run("preview")).toMatchObject({ code: 0, writes: [] });
  const { code, output, summary, writes } = await run("up");
  expect({ code, writes }).toEqual({ code: 0, writes: stacks.map((stack) => put(stack, 25)) });
  expect(summary).toEqual([
    "stack create update delete same failed time result",
    ...stacks.map((stack) => `${stack} 2 0 0 0 0 ok`),
    "",
    "3 stacks, 0 failed",
  ]);
  expect(output).toMatch(/^research \| .*created/m);
  const texts = [output, ...Object.values(filesBelow(copy.folder)), ...Object.values(filesBelow(copy.program))];
  expect(texts.filter((text) => text.includes(emulator.apiKey))).toEqual([]);
  expect((await run("destroy", "research")).summary).toEqual([expect.any(String), "research 0 0 2 0 0 ok", "", "1 stacks, 0 failed"]);
});

test("a failing stack stops no other one, and the run fails and reports which stack failed and why", async () => {
  await run("up");
  for (const stack of stacks) await declare(stack, 50, stack === "production" ? "missing" : "main");
  const { code, summary, writes } = await run("up");
  expect({ code, writes }).toEqual({ code: 1, writes: [put("analytics", 50), put("research", 50)] });
  expect(summary).toEqual([
    expect.any(String),
    "analytics 0 1 0 1 0 ok",
    expect.stringMatching(/^production .*production-missing/),
    "research 0 1 0 1 0 ok",
    "",
    "3 stacks, 1 failed",
  ]);
});

test("a locked stack is reported with advice that works; the others are updated", async () => {
  const held = hold("production");
  const other = start("npm", "run", "--silent", "stacks", "--", "up", "production");
  await held.arrived;
  const { code, summary, writes } = await run("up");
  expect({ code, writes }).toEqual({ code: 1, writes: [put("analytics", 25), put("research", 25)] });
  const [, analytics, production, research] = summary;
  expect([analytics, research]).toEqual(["analytics 2 0 0 0 0 ok", "research 2 0 0 0 0 ok"]);
  expect(production).toMatch(/^production 0 0 0 0 0 locked: .* pulumi cancel --stack production$/);

  other.kill();
  await other.ended;
  held.release();
  expect(await run("up", "production")).toMatchObject({ code: 1 });
  expect(await start("pulumi", "cancel", "--yes", "--stack", "production").ended).toMatchObject({ code: 0 });
  expect(await run("up")).toMatchObject({ code: 0 });
});

test("Ctrl-C lets the current request end, keeps the state, and begins no further stack", async () => {
  const held = hold("analytics");
  const { child, ended } = start("npm", "run", "--silent", "stacks", "--", "up", "--side-by-side", "1");
  await held.arrived;
  process.kill(-(child.pid ?? 0), "SIGINT");
  held.release();
  const { summary, writes } = await ended;
  expect(writes).toEqual([put("analytics", 25)]);
  expect(summary.slice(2)).toEqual([
    "production 0 0 0 0 0 not begun: interrupted",
    "research 0 0 0 0 0 not begun: interrupted",
    "",
    "3 stacks, 3 failed",
  ]);
  expect(await run("up")).toMatchObject({ code: 0, writes: [put("production", 25), put("research", 25)] });
});

test("a workspace moves to a stack of its own without a request, and neither stack shows a change", async () => {
  await run("up", "production");
  await copy.write("workgroups/spares.json", '{ "workgroupId": "production", "workspaces": {} }');
  await run("up", "spares");
  const place = (stack: string) => `organization/many-stacks/${stack}`;
  const urn = "urn:pulumi:production::many-stacks::pulumi-nodejs:dynamic/graphplane:WorkspaceSettings::spare";
  const moved = start("pulumi", "state", "move", "--yes", "--source", place("production"), "--dest", place("spares"), urn);
  expect(await moved.ended).toMatchObject({ code: 0, writes: [] });
  const workspaces = (names: string[], stack: string) =>
    copy.write(`workgroups/${stack}.json`, JSON.stringify({ workgroupId: "production", workspaces: declaredOf(names) }));
  const declaredOf = (names: string[]) =>
    Object.fromEntries(names.map((name) => [name, { workspaceId: `production-${name}`, ...(name === "main" && { autoStopMinutes: 25 }) }]));
  await workspaces(["main"], "production");
  await workspaces(["spare"], "spares");
  const { code, summary, writes } = await run("up", "production", "spares");
  expect({ code, writes }).toEqual({ code: 0, writes: [] });
  expect(summary.slice(1)).toEqual(["production 0 0 0 1 0 ok", "spares 0 0 0 1 0 ok", "", "2 stacks, 0 failed"]);
});

test("the matrix of the CI file lists the stacks, previews a new one, and applies nothing unreviewed", async () => {
  const { list, stack } = workflow("matrix.yml").jobs;
  const output = join(copy.folder, "output");
  const bash = (script = "", verb = "") =>
    start("bash", "-eo", "pipefail", "-c", `export GITHUB_OUTPUT="${output}" STACK=research VERB=${verb}\n${script}`).ended;
  expect(await bash(list?.steps.find(({ id }) => id === "list")?.run)).toMatchObject({ code: 0 });
  expect(readFileSync(output, "utf8")).toBe(`stacks=${JSON.stringify(stacks)}\n`);
  expect(await bash("npm run build")).toMatchObject({ code: 0 });
  const run = stack?.steps.at(-1)?.run;
  expect(await bash(run, "preview")).toMatchObject({ code: 0, writes: [], output: expect.stringContaining("--fingerprint 2.") as string });
  expect(await bash(run, "apply")).toMatchObject({ code: 1, writes: [] });
});

test.each([
  [["deploy"], "npm run stacks -- preview|up|destroy"],
  [["up", "reserch"], "There is no workgroups/reserch.json. There are: analytics, production, research"],
])("%j is refused before anything is done", async (args, text) => {
  expect(await run(...args)).toMatchObject({ code: 2, output: expect.stringContaining(text) as string });
});
