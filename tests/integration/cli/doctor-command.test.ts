import type { Finding } from "../../../cli/doctor/finding";
import { runPulumi } from "../../../cli/pulumi";
import type { Account } from "../../../testing/emulator";
import { runCommand } from "../../support/terminal";
import { serve, text } from "../../support/test-server";
import { examine, sample, settingsOf, start } from "./doctor-fixture";

test.each(["specified", "observed"] as const)(
  "a service of the profile %s has no problem, and receives only GET requests, which name doctor",
  async (profile) => {
    const emulator = await start({ profile, apiKey: "canary-key" });
    const { code, out, problems } = await examine({ environment: settingsOf(emulator) });
    expect([code, problems()]).toEqual([0, []]);
    expect(new Set(emulator.journal.entries.map(({ method }) => method))).toEqual(new Set(["GET"]));
    for (const { userAgent } of emulator.journal.entries) expect(userAgent).toMatch(/^pulumi-graphplane\/\S+ \(doctor; reading\)$/);
    const paths = emulator.journal.entries.map(({ decodedPath }) => decodedPath).join();
    expect(paths).toContain(`/workspaces/${sample.workspaceIds.main}/backups`);
    expect(out).not.toContain("canary-key");
  },
);

test("failures come first, each check and result is one line, its fix is on the next one, and the last line counts", async () => {
  const { code, out } = await examine({ nodeVersion: "18.4.0" }, { json: false });
  expect(code).toBe(1);
  expect(out).toMatch(/^✗ versions {5}Node 18\.4\.0 is too old\.\n {15}Fix: Install Node 20\.3 or later\.$/m);
  expect(out).toMatch(/^✓ versions {5}pulumi-graphplane \S+ .*Pulumi CLI 3\.230\.0\.$/m);
  expect(out).toMatch(
    /^✗ address {6}baseUrl is missing\.\n {15}Fix: Set GRAPHPLANE_BASE_URL, or run "pulumi config set graphplane:baseUrl <value>" in a project's directory\.$/m,
  );
  expect([...out.matchAll(/^[✗!✓–]/gm)].join("")).toMatch(/^✗+!*✓+–*$/);
  expect(out).toMatch(/\n3 failed, 0 warnings$/);
});

test("a call that was not tried has a fix if an option can name what it needs", async () => {
  const environment = settingsOf(await start({ account: () => undefined }));
  const skipped = (await examine({ environment })).of("permission").filter(({ result }) => result === "skipped");
  const fixOf = (what: string) => skipped.find(({ text }) => text.includes(` needs ${what}, and `))?.fix;
  const fix = "Pass --workspace <workgroup>/<workspace>.";
  expect(["a workgroup", "an installed add-on", "an add-on"].map(fixOf)).toEqual([fix, undefined, undefined]);
  const { out } = await examine({ environment }, { json: false });
  expect(out).toMatch(
    new RegExp(`^✓ permission +\\d+ of \\d+ GETs succeeded\\. \\d+ were skipped \\(see --json\\)\\.\\n +Fix: ${fix}$`, "m"),
  );
});

test("permitted calls are counted, refused ones are named", async () => {
  const emulator = await start({ profile: "specified" });
  emulator.fault({ kind: "status", status: 403, type: "Forbidden", match: { path: /\/schedules$/ }, times: "always" });
  const { out } = await examine({ environment: settingsOf(emulator) }, { json: false });
  const lines = out.split("\n");
  expect(lines.filter((line) => / permission /.test(line))).toEqual([
    expect.stringMatching(/^! permission +GET .*\/schedules was refused/),
    expect.stringMatching(/^✓ permission +6 of 17 GETs succeeded\. 10 were skipped \(see --json\)\.$/),
  ]);
  expect(lines.at(-1)).toBe("0 failed, 1 warning");
});

test.each([
  [404, "Not-Found", "Not found."],
  [500, "Internal-Error", "The workspace has no schedule."],
] as const)("a workspace without a backup schedule is no refusal (%d)", async (status, type, message) => {
  const emulator = await start();
  emulator.fault({ kind: "status", status, type, message, match: { path: /\/backups\/schedule$/ }, times: "always" });
  expect((await examine({ environment: settingsOf(emulator) })).problems("permission")).toEqual([]);
});

test.each(["specified", "observed"] as const)("a workspace that does not exist is one failure, about the option (%s)", async (profile) => {
  const environment = settingsOf(await start({ profile }));
  const { workgroupId: workgroupID, workspaceIds } = sample;
  for (const workspace of [
    { workgroupID, workspaceID: "missing" },
    { workgroupID: "missing", workspaceID: workspaceIds.main },
  ]) {
    const { code, problems } = await examine({ environment }, { workspace, dataPlane: true });
    expect([code, problems()]).toEqual([1, [expect.stringMatching(/^failed workspace: .*missing.* Fix: Correct --workspace:/s)]]);
  }
});

test.each([
  ["http to another host", "BASE_URL", "http://api.example.com", /must begin with https.* Fix: Correct GRAPHPLANE_BASE_URL in the env/],
  ["the path of an endpoint", "BASE_URL", "https://a.example/controller/v4", /path of an endpoint.* Fix: Correct GRAPHPLANE_BASE_URL/],
  [
    "a key with a space",
    "API_KEY",
    "a Bearer b",
    /apiKey \(the environment variable GRAPHPLANE_API_KEY\) contains a space.* Fix: Correct GRAPHPLANE_API_KEY/,
  ],
  ["the header of a database secret as the key", "API_KEY", "GSQL-Secret abc", /apiKey.* Fix: Use an API key.*header of a data plane/],
  ["a header in lower case", "API_KEY", "bearer abc", / Fix: .*header of a data plane/],
  ["a key that only begins like a header", "API_KEY", "Bearerabc def", / Fix: Correct GRAPHPLANE_API_KEY/],
  ["no key", "API_KEY", "", /apiKey is missing.* Fix: .*GRAPHPLANE_API_KEY/],
  ["the database secret as the key", "API_KEY", "s1", /identical to GRAPHPLANE_DATABASE_SECRET.* Fix: Use an API key/],
])("%s is the only failure, and nothing is sent", async (_, variable, value, problem) => {
  const emulator = await start();
  const environment = { ...settingsOf(emulator), GRAPHPLANE_DATABASE_SECRET: "s1", [`GRAPHPLANE_${variable}`]: value };
  const { code, problems } = await examine({ environment });
  expect([code, emulator.journal.length, problems()]).toEqual([1, 0, [expect.stringMatching(problem)]]);
  expect(problems()[0]).toMatch(variable === "API_KEY" ? /^failed key: / : /^failed address: /);
});

test.each(["specified", "observed"] as const)("a refused key fails after one request, with what to check (%s)", async (profile) => {
  const emulator = await start({ profile });
  const { code, of, problems } = await examine({ environment: { ...settingsOf(emulator), GRAPHPLANE_API_KEY: "wrong" } });
  expect([code, emulator.journal.length, of("permission")]).toEqual([1, 1, []]);
  expect(problems()).toEqual([expect.stringMatching(/^failed key: .* Fix: .*database secret does not work here/)]);
});

test("a key of an organization that sees nothing is a warning", async () => {
  const emulator = await start();
  emulator.addOtherOrganisation("other");
  const { code, problems } = await examine({ environment: { ...settingsOf(emulator), GRAPHPLANE_API_KEY: "other" } });
  expect([code, problems("key")]).toEqual([0, [expect.stringMatching(/^warning key: .* Fix: Check its organization/)]]);
});

const moved = text(302, "", { location: "https://new.example/x" });
const unknownPath = text(403, '{"message":"Missing Authentication Token"}');

test.each([
  ["a redirect", moved, /redirect to https:\/\/new\.example.* Fix: .*configure graphplane to use it/],
  ["a web page", text(200, "<html><title>Console</title>"), /HTML page titled "Console".* Fix: .*base URL/],
  ["a gateway that does not know the path", unknownPath, /Missing Authentication Token.* Fix: .*base URL/],
])("%s at the address is a wrong address, not a wrong key", async (_, answer, problem) => {
  const { origin } = await serve(answer);
  const { code, of, problems } = await examine({ environment: { GRAPHPLANE_BASE_URL: origin, GRAPHPLANE_API_KEY: "k" } });
  expect([code, of("key"), problems("address")]).toEqual([1, [], [expect.stringMatching(problem)]]);
});

test("an address that does not speak TLS, and one where nothing listens, fail", async () => {
  const emulator = await start();
  const tls = await examine({ environment: { ...settingsOf(emulator), GRAPHPLANE_BASE_URL: emulator.url.replace("http:", "https:") } });
  expect([tls.code, tls.problems()]).toEqual([1, [expect.stringMatching(/^failed TLS: /)]]);
  await emulator.close();
  const none = await examine({ environment: settingsOf(emulator) });
  expect([none.code, none.problems()]).toEqual([1, [expect.stringMatching(/^failed address: /)]]);
});

test("a proxy is named without its password; a missing certificate file and a check that is off fail", async () => {
  const environment = {
    GRAPHPLANE_BASE_URL: "https://127.0.0.1:1",
    GRAPHPLANE_API_KEY: "k",
    HTTPS_PROXY: "http://jane:pw@proxy.example:3128",
    NODE_EXTRA_CA_CERTS: "/nowhere.pem",
    NODE_TLS_REJECT_UNAUTHORIZED: "0",
  };
  const { out, of, problems } = await examine({ environment });
  expect(of("proxy").map(({ text }) => text)).toEqual(["Requests go through the proxy proxy.example:3128 (HTTPS_PROXY)."]);
  expect(problems("TLS")).toHaveLength(2);
  expect(out).not.toMatch(/jane|:pw/);
  expect((await examine({ environment: { ...environment, NO_PROXY: "127.0.0.1" } })).of("proxy")).toEqual([]);
});

test("--data-plane gets a token from the data plane, and a wrong secret fails", async () => {
  const emulator = await start();
  const workspace = { workgroupID: sample.workgroupId, workspaceID: sample.workspaceIds.main };
  const ask = (GRAPHPLANE_DATABASE_SECRET: string) =>
    examine({ environment: { ...settingsOf(emulator), GRAPHPLANE_DATABASE_SECRET } }, { dataPlane: true, workspace });
  expect((await ask(sample.databaseSecret)).of("data plane")).toMatchObject([{ result: "ok" }]);
  const wrong = await ask("canary-secret");
  const refused = /^failed data plane: POST http:\S+ was refused.* The service responded: .* Fix: /;
  expect([wrong.code, wrong.problems("data plane")]).toEqual([1, [expect.stringMatching(refused)]]);
  expect(wrong.out).not.toContain("canary-secret");
});

test.each<[string, (account: Account) => unknown]>([
  ["an add-on but no workgroup", (account) => account.addInstalledAddon({ configs: ["theme"] })],
  ["a workgroup but no add-on", (account) => account.addWorkgroup()],
])("a key that sees %s is accepted", async (_, fill) => {
  const emulator = await start({ account: (account) => void fill(account) });
  const { code, of } = await examine({ environment: settingsOf(emulator) });
  expect([code, of("key")]).toEqual([0, [{ check: "key", result: "ok", text: "The service accepts the API key." }]]);
});

test.each([
  ["refuses every call", "Forbidden", {}],
  ["has its API disabled", "API-Disabled", {}],
  ["says of one call that its API is disabled", "API-Disabled", { path: /cloud-providers$/ }],
] as const)("a service that %s fails the key, and no permission is listed", async (_, type, match) => {
  const emulator = await start();
  emulator.fault({ kind: "status", status: 403, type, match, times: "always" });
  const { code, of, problems } = await examine({ environment: settingsOf(emulator) });
  expect([code, problems().length, of("permission"), of("address")]).toEqual([1, 1, [], [expect.objectContaining({ result: "ok" })]]);
  expect(problems()[0]).toMatch(/^failed key: GET /);
});

const host = "db.example.com";

test.each([
  ["no workspace is named", undefined, "s", host, /--workspace is missing\. Fix: Pass --workspace/],
  ["there is no secret", "ws", "", host, /GRAPHPLANE_DATABASE_SECRET is not set\. Fix: Set it to a database secret/],
  ["the record shows no host", "ws", "s", "", /The workspace's record contains no host\. Fix: Find the host in the console/],
  ["the record shows a host that is none", "ws", "s", "no host", /Host must be a host without .*\. Fix: Correct this value\./],
])("--data-plane fails if %s", async (_, workspaceID, secret, proxy_host, problem) => {
  const account = (fill: Account) => {
    fill.addWorkgroup({ workgroup_id: "wg" });
    fill.addWorkspace("wg", { workspace_id: "ws", proxy_host });
  };
  const environment = { ...settingsOf(await start({ dataPlane: "nowhere", account })), GRAPHPLANE_DATABASE_SECRET: secret };
  const workspace = workspaceID === undefined ? undefined : { workgroupID: "wg", workspaceID };
  const { code, problems } = await examine({ environment }, { dataPlane: true, workspace });
  expect([code, problems("data plane")]).toEqual([1, [expect.stringMatching(problem)]]);
});

test("--data-plane reports why the workspace could not be read", async () => {
  const emulator = await start();
  emulator.fault({ kind: "status", status: 403, type: "Forbidden", match: { path: /\/workgroups\/[^/]+$/ }, times: "always" });
  const environment = { ...settingsOf(emulator), GRAPHPLANE_DATABASE_SECRET: "s" };
  const workspace = { workgroupID: sample.workgroupId, workspaceID: sample.workspaceIds.main };
  const { problems } = await examine({ environment }, { dataPlane: true, workspace });
  expect(problems("data plane")).toEqual([expect.stringMatching(/^failed data plane: GET .*\/workgroups\/.* was refused/)]);
});

test.each(["ws", "/ws", "wg/", "wg/ws/", "wg/ws/x", ""])("the command refuses the malformed workspace %j", async (workspace) => {
  const err = `graphplane doctor: --workspace must be <workgroup>/<workspace>, not ${JSON.stringify(workspace)}.`;
  expect(await runCommand(["doctor", "--workspace", workspace])).toEqual({ code: 2, out: "", err });
});

test("the command examines this machine, with what its options name, and can be interrupted", async () => {
  const environment = jest.replaceProperty(process, "env", { ...process.env, ...settingsOf(await start()) });
  const workspace = `${sample.workgroupId}/missing`;
  const { code, out } = await runCommand(["doctor", "--json", "--report", "--data-plane", "--workspace", workspace]);
  const interrupted = await runCommand(["doctor"], { stopped: AbortSignal.abort() });
  environment.restore();
  expect(interrupted.code).toBe(130);
  const { report, checks } = JSON.parse(out) as { report: object; checks: Finding[] };
  expect([code, report]).toEqual([1, expect.objectContaining({ calls: expect.any(Array) as unknown })]);
  expect(checks.filter(({ result }) => result === "failed")).toMatchObject([
    { check: "workspace", text: expect.stringContaining("missing") as string },
  ]);
});

test("a Pulumi CLI that cannot be started leaves no timer, for which the command would wait", async () => {
  jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] });
  const run = runPulumi(["version"], { folder: ".", env: { PATH: "" }, stopped: new AbortController().signal, timeout: 60_000 });
  await expect(run).rejects.toThrow("The Pulumi CLI is not on PATH. Install it: https://www.pulumi.com/docs/install/");
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});
