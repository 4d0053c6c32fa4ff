import { createServer } from "node:net";
import { main } from "../../../cli/main";

/** Runs a command line against a terminal that writes down what is said, and is stopped by `onLine` or from the start. */
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

test.each([
  ["no command", [], /^graphplane: no command was given; the commands are: .*emulator.*--help/],
  ["an unknown command", ["emulate"], /^graphplane: there is no command "emulate"; the commands are: .*emulator/],
  ["a name that every object has", ["toString"], /^graphplane: there is no command "toString"/],
  ["an unknown option", ["emulator", "--prot", "1"], /^graphplane emulator: .*--prot.*see graphplane emulator --help\.$/],
  ["an argument too many", ["emulator", "now"], /^graphplane emulator: .*now.*see graphplane emulator --help\.$/],
  [
    "a port that is no number",
    ["emulator", "--port", "http"],
    /^graphplane emulator: --port takes a number from 0 to 65535, not "http"\.$/,
  ],
  ["a port out of range", ["emulator", "--port", "65536"], /^graphplane emulator: --port takes a number/],
  ["an unknown profile", ["emulator", "--profile", "real"], /^graphplane emulator: --profile takes specified or observed, not "real"\.$/],
  ["an unknown way to nest", ["emulator", "--nested", "deep"], /^graphplane emulator: --nested takes merge or replace, not "deep"\.$/],
])("%s is wrong use: one sentence on the standard error, exit code 2", async (_, args, sentence) => {
  const { code, out, err } = await run(args);
  expect([code, out, err.length]).toEqual([2, [], 1]);
  expect(err[0]).toMatch(sentence);
  expect(err[0]).not.toContain("\n");
});

test.each([
  [["--help"], "graphplane emulator --port 8080"],
  [["-h"], "Commands:"],
  [["emulator", "--help"], "graphplane emulator --port 8080 --profile observed"],
  [["emulator", "--port", "x", "-h"], "--nested"],
])("%j shows help with an example and is fine", async (args, part) => {
  const { code, out, err } = await run(args);
  expect([code, err]).toEqual([0, []]);
  expect(out.join("\n")).toContain(part);
});

test("a taken port is a failure that says how to go on", async () => {
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

test("the emulator serves what it prints until it is stopped, then ends fine", async () => {
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
  expect([code, err, out.length]).toEqual([0, [], 1]);
  await expect(fetch(url)).rejects.toThrow("fetch failed");
});

test("with --json it prints one line that a machine may read, and the options hold", async () => {
  const { code, out } = await run(["emulator", "--json", "--profile", "observed", "--nested", "replace"], async (line) => {
    const { url, apiKey, workspaceIds } = JSON.parse(line) as { url: string; apiKey: string; workspaceIds: { main: string } };
    const response = await fetch(`${url}/controller/v4/v2/workgroups`, { headers: { "x-api-key": apiKey } });
    expect(await response.text()).toContain(workspaceIds.main);
  });
  expect(code).toBe(0);
  expect(out.join()).not.toContain("\n");
  expect(JSON.parse(out.join())).toMatchObject({
    profile: "observed",
    nested: "replace",
    url: expect.stringMatching(/^http:\/\/127/) as string,
  });
});
