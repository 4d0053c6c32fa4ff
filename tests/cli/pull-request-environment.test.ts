import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { ProgramCopy } from "../../testing/driver";
import type { Emulator } from "../../testing/emulator";
import { Commands } from "../support/commands";
import { filesBelow } from "../support/stack-fixture";
import { environmentSteps } from "../support/workflow-files";

/** The steps of the workflows of `examples/pull-request-environment`, as they are written, on the Pulumi CLI on PATH. */

let commands: Commands;
let emulator: Emulator;
let copy: ProgramCopy;
beforeEach(async () => {
  commands = await Commands.open("examples/pull-request-environment", {
    extensions: true,
    account: (account) => account.addWorkgroup({ workgroup_id: "team" }),
  });
  ({ emulator, copy } = commands);
  await copy.edit("Pulumi.yaml", "a1000000-0000-4000-8000-000000000001", "team");
});
afterEach(() => commands.close());

async function run(step: string, pullRequest: number, secret = "a secret") {
  // Each job begins with a fresh checkout.
  await rm(join(copy.program, `Pulumi.pr-${pullRequest}.yaml`), { force: true });
  const given = { NUMBER: String(pullRequest), CI_MERGE_REQUEST_IID: String(pullRequest), DATABASE_SECRET: secret };
  const { writes, ...ended } = await commands.start(["bash", "-ec", step], given).ended;
  return { ...ended, writes: writes.filter((write) => !write.includes("restpp")).map((write) => write.replace(/a3[\w-]+/, "<id>")) };
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

  for (const pullRequest of [8, 9]) await run(open, pullRequest);
  // While the sweep removes the first environment, the second pull request is closed.
  const { arrived, release } = commands.hold("DELETE");
  const sweeping = run(aged, 8);
  await arrived;
  expect((await run(close, 9)).code).toBe(0);
  release();
  const swept = await sweeping;
  expect([swept.code, swept.output]).toEqual([0, expect.stringMatching(/pr-8, .*: removed\npr-9, .*: gone\n2 environments, 1 removed/)]);
  expect(emulator.workspaces("team")).toEqual([]);
  const texts = [opened.output, ...Object.values(filesBelow(copy.folder)), ...Object.values(filesBelow(copy.program))];
  expect(texts.filter((text) => text.includes(emulator.apiKey))).toEqual([]);
});
