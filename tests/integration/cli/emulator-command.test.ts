import { createServer } from "node:net";
import { main } from "../../../cli/main";
import { recordingTerminal, runCommand } from "../../support/terminal";
import { VirtualClock } from "../../support/virtual-clock";

/** Runs the emulator, which is stopped from the start, or after `check` of the text that it prints. */
async function run(args: readonly string[], check?: (text: string) => Promise<void>) {
  const stop = new AbortController();
  if (check === undefined) stop.abort();
  const { terminal, printed } = recordingTerminal({ stopped: stop.signal });
  let checked: Promise<void> | undefined;
  const out = (line: string) => {
    terminal.out(line);
    checked = check?.(line).finally(() => stop.abort());
  };
  const code = await main(["emulator", ...args], { ...terminal, out });
  await checked;
  return { code, ...printed() };
}

test("a port that is in use is a failure with the fix", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? String(address?.port) : "";
  const { code, err } = await run(["--port", port]);
  expect([code, err]).toEqual([
    1,
    `graphplane emulator: Port ${port} is in use. Choose a different port with --port, or omit --port to use any free port.`,
  ]);
  await new Promise((resolve) => server.close(resolve));
});

test("the emulator serves the printed addresses until it is stopped, and then succeeds", async () => {
  let url = "";
  const { code, out, err } = await run([], async (text) => {
    url = /GRAPHPLANE_BASE_URL=(\S+)/.exec(text)?.[1] ?? "";
    const key = /GRAPHPLANE_API_KEY=(\S+)/.exec(text)?.[1] ?? "";
    const path = /\$GRAPHPLANE_BASE_URL(\/controller\S+)"/.exec(text)?.[1] ?? "";
    const reply = (await (await fetch(url + path, { headers: { "x-api-key": key } })).json()) as { Result: { workspaces: unknown[] } };
    expect(reply.Result.workspaces.length).toBe(3);
    const query = /"Authorization: (.+)" -d '(.+)' "\$GRAPHPLANE_BASE_URL(\S+)"/.exec(text) ?? [];
    const results = await fetch(url + query[3], { method: "POST", headers: { authorization: query[1] ?? "" }, body: query[2] ?? "" });
    expect(await results.json()).toMatchObject({ error: false, results: [{ printed: 5 }] });
  });
  expect(code).toBe(0);
  expect(err).toMatch(/^GET \/controller\/v4\/v2\/workgroups\/\S+ 200\nPOST \/restpp\/query\/movies\/top_rated 200$/);
  expect(out).toMatch(/profile observed/);
  expect(out).toMatch(/^pulumi config set graphplane:baseUrl "\$GRAPHPLANE_BASE_URL"$/m);
  expect(out).toMatch(/^pulumi config set --secret graphplane:apiKey "\$GRAPHPLANE_API_KEY"$/m);
  expect(out).toMatch(/^pulumi config set workspaceId \S+$/m);
  expect(out).toContain("198.51.100.7");
  await expect(fetch(url)).rejects.toThrow("fetch failed");
});

test("with --json it prints one line of JSON, and the options apply", async () => {
  const { code, out } = await run(["--json", "--profile", "specified", "--nested", "replace"], async (line) => {
    type Printed = { url: string; apiKey: string; workgroupId: string; workspaceIds: { main: string } };
    const { url, apiKey, workgroupId, workspaceIds } = JSON.parse(line) as Printed;
    const response = await fetch(`${url}/controller/v4/v2/workgroups/${workgroupId}`, { headers: { "x-api-key": apiKey } });
    expect(await response.text()).toContain(workspaceIds.main);
  });
  expect(code).toBe(0);
  expect(out).not.toContain("\n");
  expect(JSON.parse(out)).toMatchObject({
    profile: "specified",
    callerAddress: "198.51.100.7",
    nested: "replace",
    url: expect.stringMatching(/^http:\/\/127/) as string,
  });
});

test("the account has the given size, and the help's example is such a one", async () => {
  const { out } = await run(["--workgroups", "2", "--workspaces", "5"], async (text) => {
    const url = /GRAPHPLANE_BASE_URL=(\S+)/.exec(text)?.[1] ?? "";
    const response = await fetch(`${url}/controller/v4/v2/workgroups`, { headers: { "x-api-key": "emulator-api-key" } });
    const { Result } = (await response.json()) as { Result: { workspaces: { is_rw: boolean }[] }[] };
    expect(Result.map(({ workspaces }) => workspaces.map(({ is_rw }) => is_rw))).toEqual([
      [true, false, false, false, false],
      [true, false, false, false, false],
    ]);
  });
  expect(out).toContain("7 more workspaces, in 2 workgroups of 5");
});

test("with --time the service acts on its clock, at the given speed, with a line for each act", async () => {
  const stop = new AbortController();
  const clock = new VirtualClock();
  clock.onSleep = () => clock.pauses.length === 2 && stop.abort();
  const { code, err } = await runCommand(["emulator", "--time", "2026-03-30T05:20Z", "--speed", "3600"], { clock, stopped: stop.signal });
  expect([code, err.split("\n")]).toEqual([
    0,
    [
      ...["main", "reporting", "sandbox"].map((name) => `2026-03-30T05:50:00.000Z ${name}: Idle (auto-stop: 30 idle minutes)`),
      "2026-03-30T07:00:00.000Z main: TG-0 (timetable: weekly Monday 07:00 UTC)",
    ],
  ]);
});

test("--time must be a time", async () => {
  const { code, err } = await runCommand(["emulator", "--time", "soon"]);
  expect([code, err]).toEqual([2, 'graphplane emulator: --time must be a time such as 2026-03-27T06:30Z, or now, not "soon".']);
});
