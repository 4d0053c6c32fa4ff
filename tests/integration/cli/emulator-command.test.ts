import { createServer } from "node:net";
import { main } from "../../../cli/main";

/** Runs a command line and records what it prints; stopped by `onLine`, or from the start. */
async function run(args: string[], onLine?: (line: string) => Promise<void>) {
  const said = { out: [] as string[], err: [] as string[] };
  const stop = new AbortController();
  if (onLine === undefined) stop.abort();
  let checking: Promise<void> | undefined;
  const out = (line: string) => {
    said.out.push(line);
    checking = onLine?.(line).finally(() => stop.abort());
  };
  const code = await main(args, { out, err: (line) => said.err.push(line), stopped: stop.signal });
  await checking;
  return { code, ...said };
}

test("a port that is in use is a failure with the fix", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? String(address?.port) : "";
  const { code, err } = await run(["emulator", "--port", port]);
  expect([code, err]).toEqual([
    1,
    [`graphplane emulator: port ${port} is taken; choose another with --port, or leave it out for any free one.`],
  ]);
  await new Promise((resolve) => server.close(resolve));
});

test("the emulator serves the printed addresses until it is stopped, and then succeeds", async () => {
  let url = "";
  const { code, out, err } = await run(["emulator"], async (text) => {
    url = /GRAPHPLANE_BASE_URL=(\S+)/.exec(text)?.[1] ?? "";
    const key = /GRAPHPLANE_API_KEY=(\S+)/.exec(text)?.[1] ?? "";
    const path = /\$GRAPHPLANE_BASE_URL(\/controller\S+)"/.exec(text)?.[1] ?? "";
    const reply = (await (await fetch(url + path, { headers: { "x-api-key": key } })).json()) as { Result: { workspaces: unknown[] } };
    expect(reply.Result.workspaces.length).toBe(3);
    const query = /"Authorization: (.+)" -d '(.+)' "\$GRAPHPLANE_BASE_URL(\S+)"/.exec(text) ?? [];
    const results = await fetch(url + query[3], { method: "POST", headers: { authorization: query[1] ?? "" }, body: query[2] ?? "" });
    expect(await results.json()).toMatchObject({ error: false, results: [{ printed: 5 }] });
  });
  expect([code, out.length]).toEqual([0, 1]);
  expect(err).toEqual([
    expect.stringMatching(/^GET \/controller\/v4\/v2\/workgroups\/\S+ 200$/),
    "POST /restpp/query/movies/top_rated 200",
  ]);
  expect(out[0]).toMatch(/profile observed/);
  expect(out[0]).toMatch(/^pulumi config set graphplane:baseUrl "\$GRAPHPLANE_BASE_URL"$/m);
  expect(out[0]).toMatch(/^pulumi config set --secret graphplane:apiKey "\$GRAPHPLANE_API_KEY"$/m);
  expect(out[0]).toMatch(/^pulumi config set workspaceId \S+$/m);
  expect(out[0]).toContain("198.51.100.7");
  await expect(fetch(url)).rejects.toThrow("fetch failed");
});

test("with --json it prints one line of JSON, and the options apply", async () => {
  const { code, out } = await run(["emulator", "--json", "--profile", "specified", "--nested", "replace"], async (line) => {
    type Printed = { url: string; apiKey: string; workgroupId: string; workspaceIds: { main: string } };
    const { url, apiKey, workgroupId, workspaceIds } = JSON.parse(line) as Printed;
    const response = await fetch(`${url}/controller/v4/v2/workgroups/${workgroupId}`, { headers: { "x-api-key": apiKey } });
    expect(await response.text()).toContain(workspaceIds.main);
  });
  expect(code).toBe(0);
  expect(out.join()).not.toContain("\n");
  expect(JSON.parse(out.join())).toMatchObject({
    profile: "specified",
    callerAddress: "198.51.100.7",
    nested: "replace",
    url: expect.stringMatching(/^http:\/\/127/) as string,
  });
});

test("the account has the given size, and the help's example is such a one", async () => {
  const { out } = await run(["emulator", "--workgroups", "2", "--workspaces", "5"], async (text) => {
    const url = /GRAPHPLANE_BASE_URL=(\S+)/.exec(text)?.[1] ?? "";
    const response = await fetch(`${url}/controller/v4/v2/workgroups`, { headers: { "x-api-key": "emulator-api-key" } });
    const { Result } = (await response.json()) as { Result: { workspaces: { is_rw: boolean }[] }[] };
    expect(Result.map(({ workspaces }) => workspaces.map(({ is_rw }) => is_rw))).toEqual([
      [true, false, false, false, false],
      [true, false, false, false, false],
    ]);
  });
  expect(out[0]).toContain("7 more workspaces, in 2 workgroups of 5");
});
