import { idsIn } from "../../../../cli/doctor/endpoints";
import { explain } from "../../../../cli/doctor/finding";
import { type Machine, runForJson, type JsonOutput } from "../../../../cli/doctor/machine";
import { checkConnection, checkSettings } from "../../../../cli/doctor/settings";
import { checkReads } from "../../../../cli/doctor/service";
import type { PulumiRun } from "../../../../cli/pulumi";
import { addons } from "../../../../client/api/addons";
import { workgroups } from "../../../../client/api/workgroups";
import { systemClock } from "../../../../client/http/clock";

test.each<[Record<string, string>, string[]]>([
  [{}, []],
  [{ HTTPS_PROXY: "http://proxy:3128" }, ["the proxy proxy:3128 (HTTPS_PROXY)"]],
  [{ HTTPS_PROXY: "proxy:3128" }, ["the proxy proxy:3128 (HTTPS_PROXY)"]],
  [{ HTTPS_PROXY: "http://proxy", https_proxy: "http://lower" }, ["the proxy lower (HTTPS_PROXY)"]],
  [{ HTTPS_PROXY: "http://proxy", ALL_PROXY: "http://all" }, ["the proxy proxy (HTTPS_PROXY)"]],
  [{ HTTPS_PROXY: "", ALL_PROXY: "http://all" }, ["the proxy all (ALL_PROXY)"]],
  [{ HTTPS_PROXY: "http://[" }, ["a proxy whose address is not a valid http or https address (HTTPS_PROXY)"]],
  [{ ALL_PROXY: "socks5://all:1080" }, ["a proxy whose address is not a valid http or https address (ALL_PROXY)"]],
  [{ HTTP_PROXY: "http://proxy" }, []],
])("with the environment %j, requests go through %j", (environment, proxies) => {
  const found = checkConnection("https://api.example.com", environment);
  expect(found).toEqual(proxies.map((proxy) => ({ check: "proxy", result: "ok", text: `Requests go through ${proxy}.` })));
});

test.each([
  ["*", true],
  ["EXAMPLE.com", true],
  ["*.Example.COM", true],
  ["api.example.com:8443", false],
  ["example.com", true],
  [".example.com", true],
  ["*.example.com", true],
  ["api.example.com:443", true],
  ["localhost, example.com", true],
  ["localhost example.com", true],
  ["", false],
  [",", false],
  ["ample.com", false],
  ["example.org", false],
  ["www.api.example.com", false],
  ["api.example", false],
])("NO_PROXY=%j exempts api.example.com from the proxy: %j", (NO_PROXY, isDirect) => {
  const found = checkConnection("https://api.example.com", { HTTPS_PROXY: "http://proxy", NO_PROXY });
  expect(found.length === 0).toBe(isDirect);
});

test("an empty NO_PROXY exempts no host, not even one that ends with a dot", () => {
  expect(checkConnection("https://api.example.com.", { HTTPS_PROXY: "http://proxy", NO_PROXY: "" })).toHaveLength(1);
});

test("each wrong setting has its own fix, where it comes from", () => {
  const found = checkSettings(
    { "graphplane:baseUrl": "nowhere" },
    { environment: { GRAPHPLANE_API_KEY: "Bearer abc" }, clock: systemClock },
  ).found;
  expect(found.map(({ check, fix }) => [check, fix])).toEqual([
    ["address", 'Run "pulumi config set graphplane:baseUrl <value>".'],
    ["key", expect.stringMatching(/header of a data plane/)],
  ]);
  const missing = checkSettings({}, { environment: { GRAPHPLANE_DATABASE_SECRET: "" }, clock: systemClock }).found;
  expect(missing.map(({ text }) => text)).toEqual(["baseUrl is missing.", "apiKey is missing."]);
});

test.each<[string, object | undefined, string, string]>([
  [
    "in a project, first in its configuration",
    {},
    'Run "pulumi config set graphplane:baseUrl <value>", or set GRAPHPLANE_BASE_URL.',
    'Run "pulumi config set --secret graphplane:apiKey", which prompts for the key, or set GRAPHPLANE_API_KEY.',
  ],
  [
    "outside a project, first in the environment",
    undefined,
    `Set GRAPHPLANE_BASE_URL, or run "pulumi config set graphplane:baseUrl <value>" in a project's directory.`,
    `Set GRAPHPLANE_API_KEY, or run "pulumi config set --secret graphplane:apiKey" in a project's directory, which prompts for the key.`,
  ],
])("a missing setting is added %s", (_, configured, address, key) => {
  const { found } = checkSettings(configured && { ...configured }, { environment: {}, clock: systemClock });
  expect(found.map(({ fix }) => fix)).toEqual([address, key]);
});

test.each([
  ["http://127.0.0.1:1", ["address", "key", "permission"]],
  ["https://api.example.com", ["address", "TLS", "key", "permission"]],
])("a response from %s is a finding about %j", (address, checks) => {
  const reads = [{ endpoint: workgroups.list, outcome: { result: [] } }];
  expect(checkReads(address, reads).map(({ check }) => check)).toEqual(checks);
});

test.each([
  [{}, []],
  [{ NODE_EXTRA_CA_CERTS: "", NODE_TLS_REJECT_UNAUTHORIZED: "1" }, []],
  [{ NODE_EXTRA_CA_CERTS: __filename }, []],
  [{ NODE_EXTRA_CA_CERTS: "/nowhere.pem" }, ['NODE_EXTRA_CA_CERTS is set to "/nowhere.pem", which does not exist.']],
  [{ NODE_TLS_REJECT_UNAUTHORIZED: "0" }, ["NODE_TLS_REJECT_UNAUTHORIZED=0 disables the validation of certificates."]],
])("checks the certificate authorities of the environment: %#", (environment, texts) => {
  expect(checkConnection("https://api.example.com", environment).map(({ result, text }) => [result, text])).toEqual(
    texts.map((text) => ["failed", text]),
  );
  expect(checkConnection("http://127.0.0.1:1", environment)).toMatchObject([{ check: "TLS", result: "skipped" }]);
});

test.each<[string, Partial<PulumiRun>, JsonOutput]>([
  ["prints an object", { stdout: '{"a":1}', stderr: "error: not one" }, { value: { a: 1 } }],
  ["prints no object", { stdout: "[]" }, { problem: '"pulumi stack" did not print a JSON object.' }],
  ["fails", { code: 3, stdout: '{"a":1}' }, { problem: '"pulumi" ended with exit code 3.' }],
  [
    "ends with an error",
    { code: 1, stderr: "warning: old\nerror:  no stack dev.eu selected. \nmore\n" },
    { problem: "no stack dev.eu selected." },
  ],
  [
    "names an error before its error",
    { code: 1, stderr: "error: could not load: error: locked" },
    { problem: "could not load: error: locked." },
  ],
  ["says something else", { code: 2, stderr: "panic" }, { problem: '"pulumi" ended with exit code 2.' }],
  ["says very much", { code: 1, stderr: `error: ${"x".repeat(300)}` }, { problem: `${"x".repeat(200)}.` }],
])("a Pulumi CLI that %s, and asks nobody for anything", async (_, result, printed) => {
  const pulumi = jest.fn(async () => ({ code: 0, stdout: "", stderr: "", ...result }));
  const machine: Machine = { folder: "/", nodeVersion: "22.0.0", pulumi };
  expect(await runForJson(machine, ["stack", "export"])).toEqual(printed);
  expect(pulumi.mock.calls).toEqual([[["stack", "export", "--non-interactive"]]]);
});

const [empty, full] = [{ workgroup_id: "wg-1" }, { workgroup_id: "wg-2", workspaces: [{ workspace_id: "ws-1" }] }];
const [one, other] = [1, 2].map((number) => ({ workspace_id: `ws-${number}`, database_id: `db-${number}` }));
const addonIds = { installedAddonsID: "ad-1", addonsID: "ad-1" };

test.each<[string, { readonly path: string }, unknown, object]>([
  ["installed add-ons", addons.list, [{ id: "ad-1", configurations: ["theme"] }], { ...addonIds, configName: "theme" }],
  ["an installed add-on without configurations", addons.list, [{ id: "ad-1" }], addonIds],
  ["no installed add-on", addons.list, [], {}],
  ["a text in place of add-ons", addons.list, "none", {}],
  ["workspaces of add-ons", addons.workspaces, [{ ...empty, workspace_id: "ws-1" }], { workgroupID: "wg-1", workspaceID: "ws-1" }],
  ["workspaces whose identifiers are no texts", addons.workspaces, [{ workgroup_id: 1, workspace_id: "" }], {}],
  ["no workspaces of add-ons", addons.workspaces, [], {}],
  ["workgroups, one of which has a workspace", workgroups.list, [empty, full], { workgroupID: "wg-2" }],
  ["a workgroup without workspaces", workgroups.list, [empty], { workgroupID: "wg-1" }],
  ["no workgroup", workgroups.list, [], {}],
  ["a workgroup", workgroups.get, { workspaces: [one, other] }, { workspaceID: "ws-1", databaseID: "db-1" }],
  ["a workgroup with a database alone", workgroups.get, { tg_databases: [{ database_id: "db-9" }] }, { databaseID: "db-9" }],
  ["an empty workgroup", workgroups.get, {}, {}],
  ["no object", workgroups.get, null, {}],
  ["what names nothing", { path: "/other" }, [empty], {}],
])("the first identifiers that others need are read from %s", (_, endpoint, result, ids) => {
  expect(idsIn(endpoint, result, {})).toEqual(ids);
});

test("of a known workspace, its own database is taken", () => {
  expect(idsIn(workgroups.get, { workspaces: [one, other] }, { workspaceID: "ws-2" })).toEqual({ workspaceID: "ws-2", databaseID: "db-2" });
});

test.each([
  [{}, "GET /workgroups was refused.", "Try again later."],
  [{ message: "No.", hint: "Wait" }, "GET /workgroups was refused. The service responded: No.", "Wait."],
  [
    { message: "No 1.5 left", hint: "Why?", requestId: "r-1" },
    "GET /workgroups was refused. The service responded: No 1.5 left. RequestID: r-1.",
    "Why?",
  ],
  [
    { message: "No", details: [{ reason: "The key expired" }, { reason: "No" }, { fieldName: "x-api-key", reason: "expired." }] },
    "GET /workgroups was refused. The service responded: No. The key expired. x-api-key: expired.",
    "Try again later.",
  ],
])("a failed read is reported in whole sentences: %#", (more, text, fix) => {
  const failure = { outcome: "refused", summary: "was refused", ...more } as const;
  expect(explain({ path: "/workgroups", failure })).toEqual([text, fix]);
});
