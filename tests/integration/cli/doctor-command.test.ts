import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo } from "node:net";
import { main } from "../../../cli/main";
import { examine, running, sample, settingsOf, start } from "./doctor-fixture";

test.each(["specified", "observed"] as const)(
  "a service of the profile %s in order: nothing fails, only GETs are sent, the key is in no line",
  async (profile) => {
    const emulator = await start({ profile, apiKey: "canary-key" });
    const { code, out, checks } = await examine({ environment: settingsOf(emulator) });
    expect([code, checks.filter(({ result }) => result === "failed" || result === "warning")]).toEqual([0, []]);
    expect(new Set(emulator.journal.entries.map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect(emulator.journal.entries.map(({ decodedPath }) => decodedPath).join()).toContain(
      `/workspaces/${sample.workspaceIds.main}/backups`,
    );
    expect(out).not.toContain("canary-key");
  },
);

test("each check is one line, with its fix on the next one, and the last line counts", async () => {
  const { code, out } = await examine({ nodeVersion: "18.4.0" }, { json: false });
  expect(code).toBe(1);
  expect(out).toMatch(/^failed {3}versions {5}Node 18\.4\.0 is too old\.\n {22}Fix: Install Node 20 or later\.$/m);
  expect(out).toMatch(/^ok {7}versions {5}Pulumi CLI 3\.230\.0\.$/m);
  expect(out).toMatch(
    /^failed {3}address {6}baseUrl is missing\.\n {22}Fix: Run "pulumi config set graphplane:baseUrl <value>", or set GRAPHPLANE_BASE_URL\.$/m,
  );
  expect(out).toMatch(/\n3 failed, 0 warnings$/);
});

test("the calls that the key may make are counted, those that it may not are named", async () => {
  const emulator = await start({ profile: "specified" });
  emulator.fault({ kind: "status", status: 403, type: "Forbidden", match: { path: /\/schedules$/ }, times: "always" });
  const { out } = await examine({ environment: settingsOf(emulator) }, { json: false });
  const lines = out.split("\n");
  expect(lines.filter((line) => / permission /.test(line))).toEqual([
    expect.stringMatching(/^ok +permission +6 of 17 GETs answer\. 10 were not tried or are not calls of this service: --json says why\.$/),
    expect.stringMatching(/^warning +permission +GET .*\/schedules was refused/),
  ]);
  expect(lines.at(-1)).toBe("0 failed, 1 warning");
});

test.each(["specified", "observed"] as const)("a workspace that does not exist is one failure, about the option (%s)", async (profile) => {
  const environment = settingsOf(await start({ profile }));
  for (const workspace of [
    { workgroupID: sample.workgroupId, workspaceID: "missing" },
    { workgroupID: "missing", workspaceID: sample.workspaceIds.main },
  ]) {
    const { code, checks } = await examine({ environment }, { workspace, dataPlane: true });
    expect([code, checks.filter(({ result }) => result === "warning")]).toEqual([1, []]);
    expect(checks.filter(({ result }) => result === "failed")).toEqual([
      {
        check: "workspace",
        result: "failed",
        text: expect.stringContaining("missing") as string,
        fix: expect.stringMatching(/^Correct --workspace\./) as string,
      },
    ]);
  }
});

test.each<[string, Record<string, string>, string, RegExp, RegExp]>([
  [
    "http to another host",
    { GRAPHPLANE_BASE_URL: "http://api.example.com" },
    "address",
    /must begin with https/,
    /^Correct GRAPHPLANE_BASE_URL in the environment\.$/,
  ],
  [
    "the path of an endpoint",
    { GRAPHPLANE_BASE_URL: "https://a.example/controller/v4" },
    "address",
    /path of an endpoint/,
    /^Correct GRAPHPLANE_BASE_URL/,
  ],
  [
    "a key that is pasted with a space",
    { GRAPHPLANE_API_KEY: "a b" },
    "key",
    /apiKey \(GRAPHPLANE_API_KEY of the environment\) contains a space/,
    /^Correct GRAPHPLANE_API_KEY/,
  ],
  [
    "the header of a database secret as the key",
    { GRAPHPLANE_API_KEY: "GSQL-Secret abc" },
    "key",
    /apiKey/,
    /header of a data plane.*Give an API key/,
  ],
  ["no key", { GRAPHPLANE_API_KEY: "" }, "key", /apiKey is missing/, /GRAPHPLANE_API_KEY/],
  [
    "the database secret as the key",
    { GRAPHPLANE_API_KEY: "s1", GRAPHPLANE_DATABASE_SECRET: "s1" },
    "key",
    /same text as GRAPHPLANE_DATABASE_SECRET/,
    /Give an API key/,
  ],
])("%s is found before anything is sent", async (_, environment, check, text, fix) => {
  const emulator = await start();
  const { code, checks } = await examine({ environment: { ...settingsOf(emulator), ...environment } });
  const [found, ...others] = checks.filter(({ result }) => result === "failed");
  expect([code, emulator.journal.length, found?.check, others]).toEqual([1, 0, check, []]);
  expect(found?.text).toMatch(text);
  expect(found?.fix).toMatch(fix);
});

test.each(["specified", "observed"] as const)("a refused key fails with what to check, and one request tells (%s)", async (profile) => {
  const emulator = await start({ profile });
  const { code, of } = await examine({ environment: { ...settingsOf(emulator), GRAPHPLANE_API_KEY: "wrong" } });
  expect([code, emulator.journal.length, of("permission")]).toEqual([1, 1, []]);
  expect(of("key")).toMatchObject([{ result: "failed", fix: expect.stringMatching(/database secret does not work here/) as string }]);
});

test("a key of an organization that sees nothing is a warning", async () => {
  const emulator = await start();
  emulator.addOtherOrganisation("other");
  const { code, of } = await examine({ environment: { ...settingsOf(emulator), GRAPHPLANE_API_KEY: "other" } });
  expect(code).toBe(0);
  expect(of("key")).toMatchObject([{ result: "warning", fix: expect.stringContaining("which organization") as string }]);
});

test.each<[string, (response: ServerResponse) => void, RegExp, RegExp]>([
  [
    "a redirect",
    (response) => response.writeHead(302, { location: "https://new.example/x" }).end(),
    /redirect to https:\/\/new\.example/,
    /configure that address/,
  ],
  ["a web page", (response) => response.end("<html><title>Console</title>"), /HTML page titled "Console"/, /base URL/],
  [
    "a gateway that knows no such path",
    (response) => response.writeHead(403).end('{"message":"Missing Authentication Token"}'),
    /Missing Authentication Token/,
    /base URL/,
  ],
])("%s at the address is a wrong address, not a wrong key", async (_, answer, text, fix) => {
  const server = createServer((__, response) => answer(response));
  running.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code, of } = await examine({ environment: { GRAPHPLANE_BASE_URL: url, GRAPHPLANE_API_KEY: "k" } });
  expect([code, of("key")]).toEqual([1, []]);
  expect(of("address")[0]?.text).toMatch(text);
  expect(of("address")[0]?.fix).toMatch(fix);
});

test("an address where nothing listens, and one that does not speak TLS", async () => {
  const emulator = await start();
  const tls = await examine({ environment: { ...settingsOf(emulator), GRAPHPLANE_BASE_URL: emulator.url.replace("http:", "https:") } });
  expect([tls.code, tls.of("TLS").map(({ result }) => result)]).toEqual([1, ["failed"]]);
  await emulator.close();
  const none = await examine({ environment: settingsOf(emulator) });
  expect([none.code, none.of("address").map(({ result }) => result)]).toEqual([1, ["failed"]]);
});

test("a proxy is named without its password; a certificate file that is not there and a check that is off fail", async () => {
  const environment = {
    GRAPHPLANE_BASE_URL: "https://127.0.0.1:1",
    GRAPHPLANE_API_KEY: "k",
    HTTPS_PROXY: "http://jane:pw@proxy.example:3128",
    NODE_EXTRA_CA_CERTS: "/nowhere.pem",
    NODE_TLS_REJECT_UNAUTHORIZED: "0",
  };
  const { out, of } = await examine({ environment });
  expect(of("proxy").map(({ text }) => text)).toEqual(["Requests go through the proxy proxy.example:3128 (HTTPS_PROXY)."]);
  expect(of("TLS").map(({ result }) => result)).toEqual(["failed", "failed"]);
  expect(out).not.toMatch(/jane|:pw/);
  expect((await examine({ environment: { ...environment, NO_PROXY: "127.0.0.1" } })).of("proxy")).toEqual([]);
});

test("the data plane is asked for a token where that is wanted, and a wrong secret fails", async () => {
  const emulator = await start();
  const workspace = { workgroupID: sample.workgroupId, workspaceID: sample.workspaceIds.main };
  const ask = (GRAPHPLANE_DATABASE_SECRET: string) =>
    examine({ environment: { ...settingsOf(emulator), GRAPHPLANE_DATABASE_SECRET } }, { dataPlane: true, workspace });
  expect((await ask(sample.databaseSecret)).of("data plane")).toMatchObject([{ result: "ok" }]);
  const wrong = await ask("canary-secret");
  expect([wrong.code, wrong.of("data plane").map(({ result }) => result)]).toEqual([1, ["failed"]]);
  expect(wrong.out).not.toContain("canary-secret");
});

test("the command refuses a malformed workspace", async () => {
  const said: string[] = [];
  const terminal = { out: () => undefined, err: (line: string) => void said.push(line), stopped: new AbortController().signal };
  expect(await main(["doctor", "--workspace", "ws"], terminal)).toBe(2);
  expect(said).toEqual(['graphplane doctor: --workspace takes <workgroup>/<workspace>, not "ws".']);
});
