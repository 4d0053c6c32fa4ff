import { execFile } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { copyProgram, type ProgramCopy } from "../../testing/driver";
import { type Emulator, startEmulator } from "../../testing/emulator";
import { filesBelow, requestText, root } from "../support/stack-fixture";
import { environmentSteps } from "../support/workflow-files";

/** The steps of the workflows of `examples/pull-request-environment`, as they are written, on the Pulumi CLI on PATH. */

let emulator: Emulator;
let copy: ProgramCopy;
beforeEach(async () => {
  emulator = await startEmulator({ extensions: true, account: (account) => account.addWorkgroup({ workgroup_id: "team" }) });
  copy = await copyProgram(root, join(root, "examples/pull-request-environment"));
  await copy.edit("Pulumi.yaml", "a1000000-0000-4000-8000-000000000001", "team");
  await mkdir(join(copy.folder, "backend"));
});
afterEach(async () => {
  await emulator.close();
  await copy.remove();
});

async function run(step: string, pullRequest: number, secret = "a secret") {
  // Each job begins with a fresh checkout.
  await rm(join(copy.program, `Pulumi.pr-${pullRequest}.yaml`), { force: true });
  const mark = emulator.journal.mark();
  const env = {
    ...process.env,
    NUMBER: String(pullRequest),
    CI_MERGE_REQUEST_IID: String(pullRequest),
    GRAPHPLANE_BASE_URL: emulator.url,
    GRAPHPLANE_API_KEY: emulator.apiKey,
    DATABASE_SECRET: secret,
    PULUMI_HOME: join(copy.folder, "home"),
    PULUMI_BACKEND_URL: `file://${join(copy.folder, "backend")}`,
    PULUMI_CONFIG_PASSPHRASE: "environments",
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
  const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile("bash", ["-ec", step], { cwd: copy.program, env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
  const entries = emulator.journal.since(mark).entries.filter(({ method, path }) => method !== "GET" && !path.includes("restpp"));
  return { code, output, writes: entries.map((entry) => requestText(entry).replace(/a3[\w-]+/, "<id>")) };
}

const created = (name: string) => `POST team/workspaces {"name":"${name}","auto_stop_minutes":20,"workspace_type_name":"TG-00"}`;

test.each(["GitHub", "GitLab"] as const)("on %s an environment is created, tested, updated, removed and swept", async (host) => {
  const { open, close, sweep } = environmentSteps(host);
  const opened = await run(open, 7);
  expect([opened.code, opened.writes]).toEqual([1, [created("pr-7")]]);
  expect(opened.output).toContain("movies/top_rated failed: ");

  const [workspace] = emulator.workspaces("team");
  const place = ["team", workspace?.workspace_id ?? ""] as const;
  emulator.account.addQuery(...place, { graph: "movies", query: "top_rated", results: [{ title: "Heat" }] });
  const pushed = await run(open, 7, emulator.account.addSecret(...place));
  expect([pushed.code, pushed.writes]).toEqual([0, []]);
  expect(pushed.output).toContain("movies/top_rated: passed");

  expect(await run(sweep, 7)).toMatchObject({
    code: 0,
    writes: [],
    output: expect.stringContaining("1 environments, 0 removed") as string,
  });
  const aged = sweep.replace("72", "0.0000001");
  expect(await run(close, 7)).toMatchObject({ code: 0, writes: ["DELETE team/<id>"] });
  expect(await run(close, 7)).toMatchObject({ code: 0, writes: [] });

  await run(open, 8);
  expect(await run(aged, 8)).toMatchObject({ code: 0, writes: ["DELETE team/<id>"] });
  expect(emulator.workspaces("team")).toEqual([]);
  const texts = [opened.output, ...Object.values(filesBelow(copy.folder)), ...Object.values(filesBelow(copy.program))];
  expect(texts.filter((text) => text.includes(emulator.apiKey))).toEqual([]);
});
