import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Finding } from "../../../cli/doctor/finding";
import { checkVersions } from "../../../cli/doctor/versions";
import type { Machine, ProgramResult } from "../../../cli/doctor/machine";
import { diagnose, type DoctorOptions } from "../../../cli/doctor/run";
import type { Report } from "../../../cli/doctor/report";
import { main } from "../../../cli/main";
import { type Account, type Emulator, type EmulatorOptions, type Sample, sampleAccount, startEmulator } from "../../../testing/emulator";
import { profiles } from "../../../testing/emulator/profile";
import { pageCalls, recordsIn } from "../../support/api-page";
import { quietClock } from "../../support/quiet-clock";
import { root } from "../../support/stack-fixture";

const secretMark = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
const folder = mkdtempSync(join(tmpdir(), "doctor-"));
const running: { close(): unknown }[] = [];
let sample: Sample;
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function start(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator({ profile: "observed", account: (account) => void (sample = sampleAccount(account)), ...options });
  running.push(emulator);
  return emulator;
}

const settingsOf = ({ url, apiKey }: Emulator) => ({ GRAPHPLANE_BASE_URL: url, GRAPHPLANE_API_KEY: apiKey });
const cli = { "pulumi version": "v3.230.0-dev.jane\n" };

interface Scene {
  readonly environment?: Machine["environment"];
  readonly folder?: string;
  readonly nodeVersion?: string;
  /** What programs print, by the beginning of their command line; others fail, and without any there is no CLI. */
  readonly programs?: Readonly<Record<string, string>>;
}

function machineOf({ environment = {}, folder: at = tmpdir(), nodeVersion = "22.1.0", programs = cli }: Scene): Machine {
  const run = async (program: string, args: readonly string[]): Promise<ProgramResult | undefined> => {
    if (Object.keys(programs).length === 0) return undefined;
    const line = [program, ...args].join(" ");
    const found = Object.entries(programs).find(([beginning]) => line.startsWith(beginning));
    return found === undefined ? { code: 255, out: "", err: "error: no stack selected\n" } : { code: 0, out: found[1], err: "" };
  };
  return { environment, folder: at, nodeVersion, run };
}

async function examine(scene: Scene, options: Partial<DoctorOptions> = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    stopped: new AbortController().signal,
    clock: quietClock,
  };
  const code = await diagnose({ dataPlane: false, report: false, json: true, ...options }, machineOf(scene), terminal);
  const checks = options.json === false ? [] : (JSON.parse(out.join()) as { checks: Finding[] }).checks;
  return { code, out: out.join("\n"), err: err.join("\n"), checks, of: (check: string) => checks.filter((one) => one.check === check) };
}

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
    expect.stringMatching(/^ok +permission +6 of 15 GETs answer\. 8 were not tried or are not calls of this service: --json says why\.$/),
    expect.stringMatching(/^warning +permission +GET .*\/schedules was refused/),
  ]);
  expect(lines.at(-1)).toBe("0 failed, 1 warning");
});

test("every check that is named is a row of the page, under which a reader finds what it found", async () => {
  const page = readFileSync(join(root, "docs/doctor.md"), "utf8");
  const rows = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
  const emulator = await start();
  const environment = settingsOf(emulator);
  const wrong = [
    ["address", { ...environment, GRAPHPLANE_BASE_URL: "http://api.example.com" }],
    ["key", { ...environment, GRAPHPLANE_API_KEY: "" }],
    ["key", { ...environment, GRAPHPLANE_API_KEY: "a b" }],
    ["key", { ...environment, GRAPHPLANE_API_KEY: "GSQL-Secret abc" }],
  ] as const;
  for (const [check, given] of wrong) {
    const { checks } = await examine({ environment: given });
    expect(checks.filter(({ result }) => result === "failed").map((one) => one.check)).toEqual([check]);
    expect(checks.filter((one) => !rows.includes(one.check))).toEqual([]);
  }
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

test.each([
  ["3.248.0", "20.20.0", "ok", /^Pulumi SDK 3\.248\.0\.$/],
  ["3.260.0", "22.0.0", "ok", /^Pulumi SDK 3\.260\.0\.$/],
  ["3.249.0", "20.20.0", "warning", /asks for Node 22, and this is Node 20\.20\.0/],
  ["3.260.0", "20.20.0", "warning", /asks for Node 22, and this is Node 20\.20\.0/],
  ["3.199.0", "22.0.0", "failed", /not one that this package works with/],
  ["4.0.0", "22.0.0", "failed", /not one that this package works with/],
])("Pulumi SDK %s on Node %s: %s", (sdk, node, result, text) => {
  const [, , finding] = checkVersions({ graphplane: "0.1.0", node, sdk, cli: undefined });
  expect(finding).toMatchObject({ result, text: expect.stringMatching(text) as string });
});

test.each([
  ["3.199.9", "failed", /Pulumi CLI 3\.199\.9 is too old: this package works with 3\.200\.0 or later/],
  ["3.200.0", "ok", /^Pulumi CLI 3\.200\.0\.$/],
  [undefined, "warning", /cannot be run/],
])("Pulumi CLI %s: %s", (found, result, text) => {
  const finding = checkVersions({ graphplane: "0.1.0", node: "22.0.0", sdk: "3.260.0", cli: found }).at(-1);
  expect(finding).toMatchObject({ result, text: expect.stringMatching(text) as string });
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
  [
    "the database secret as the key",
    { GRAPHPLANE_API_KEY: "s1", GRAPHPLANE_DATABASE_SECRET: "s1" },
    "key",
    /same text as GRAPHPLANE_DATABASE_SECRET/,
    /Give an API key/,
  ],
])("%s is found before anything is sent", async (_, environment, check, text, fix) => {
  const emulator = await start();
  const { code, of } = await examine({ environment: { ...settingsOf(emulator), ...environment } });
  const [found] = of(check).filter(({ result }) => result === "failed");
  expect([code, emulator.journal.length]).toEqual([1, 0]);
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

test("a call that the key may not make is named, and the others are made", async () => {
  const emulator = await start();
  emulator.fault({ kind: "status", status: 403, type: "Forbidden", match: { path: /\/dbuser$/ }, times: "always" });
  const { code, of } = await examine({ environment: settingsOf(emulator) });
  expect(code).toBe(0);
  const warnings = of("permission").filter(({ result }) => result === "warning");
  expect(warnings.map(({ text }) => text)).toEqual([expect.stringMatching(/^GET .*\/dbuser was refused \(HTTP 403, Forbidden\)/)]);
  expect(of("permission").filter(({ result }) => result === "ok").length).toBeGreaterThan(7);
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

describe("in a project", () => {
  beforeAll(() => writeFileSync(join(folder, "Pulumi.yaml"), "name: movies\nruntime: nodejs\n"));
  interface StoredProvider {
    readonly type: string;
    readonly urn: string;
    readonly inputs: Readonly<Record<string, unknown>>;
  }
  const secretText = (text: string) => ({ ...secretMark, plaintext: JSON.stringify(text) });
  const ofDynamicResources = ({ url }: Emulator, key: string): StoredProvider => ({
    type: "pulumi:providers:pulumi-nodejs",
    urn: "urn:pulumi:dev::movies::pulumi:providers:pulumi-nodejs::default",
    inputs: { "graphplane:baseUrl": url, "graphplane:apiKey": secretText(key) },
  });
  const ofPlugin = ({ url }: Emulator, key: string, name = "default_0_1_0"): StoredProvider => ({
    type: "pulumi:providers:graphplane",
    urn: `urn:pulumi:dev::movies::pulumi:providers:graphplane::${name}`,
    inputs: { baseUrl: url, apiKey: secretText(key), version: "0.1.0" },
  });
  const programs = ({ url }: Emulator, key: string, ...resources: StoredProvider[]) => ({
    ...cli,
    "pulumi config --json --show-secrets": JSON.stringify({
      "graphplane:baseUrl": { value: url },
      "graphplane:apiKey": { value: key, secret: true },
    }),
    "pulumi stack export --show-secrets": JSON.stringify({ deployment: { resources } }),
  });

  test("the stack's configuration outranks the environment, and each setting's source is told", async () => {
    const emulator = await start();
    const scene = {
      folder,
      environment: { GRAPHPLANE_API_KEY: "unused" },
      programs: programs(emulator, emulator.apiKey, ofDynamicResources(emulator, emulator.apiKey)),
    };
    const { code, of } = await examine(scene);
    expect(code).toBe(0);
    expect(of("settings").map(({ text }) => text)).toEqual([
      `baseUrl is ${emulator.url} (graphplane:baseUrl of the stack's configuration).`,
      "apiKey is set (graphplane:apiKey of the stack's configuration; GRAPHPLANE_API_KEY is set too, and not used).",
    ]);
    expect(of("state")).toMatchObject([{ result: "ok", text: "The state's API key is the configured one." }]);
  });

  test.each([
    ["of dynamic resources", (emulator: Emulator) => [ofDynamicResources(emulator, "canary-old")]],
    ["of the plugin", (emulator: Emulator) => [ofPlugin(emulator, "canary-old")]],
    ["of both, one of them old", (emulator: Emulator) => [ofDynamicResources(emulator, "canary-new"), ofPlugin(emulator, "canary-old")]],
  ])("a state %s with another key is a warning that says what to run, and neither key is shown", async (_, providers) => {
    const emulator = await start({ apiKey: "canary-new" });
    const { code, out, of } = await examine({ folder, programs: programs(emulator, "canary-new", ...providers(emulator)) });
    expect(code).toBe(0);
    expect(of("state")).toMatchObject([{ result: "warning", fix: expect.stringContaining('Run "pulumi up"') as string }]);
    expect(out).not.toContain("canary");
  });

  test("the address in the plugin's state is compared too; the key of a provider of the program's own is not", async () => {
    const emulator = await start();
    const stateOf = async (...providers: StoredProvider[]) =>
      (await examine({ folder, programs: programs(emulator, emulator.apiKey, ...providers) })).of("state");
    const elsewhere = ofPlugin(emulator, emulator.apiKey);
    expect(await stateOf({ ...elsewhere, inputs: { ...elsewhere.inputs, baseUrl: "https://elsewhere.example" } })).toMatchObject([
      { result: "warning", text: expect.stringContaining("https://elsewhere.example") as string },
    ]);
    expect(await stateOf(ofPlugin(emulator, "canary-of-a-partner", "partner"))).toMatchObject([{ result: "ok" }]);
    const both = [ofPlugin(emulator, emulator.apiKey), ofPlugin(emulator, "canary-of-a-partner", "partner")];
    expect(await stateOf(...both)).toMatchObject([{ result: "ok", text: "The state's API key is the configured one." }]);
  });

  test("without a stack the environment is used, and the CLI's reason is told", async () => {
    const { of } = await examine({ folder, environment: settingsOf(await start()) });
    expect(of("project")).toMatchObject([{ result: "warning", text: expect.stringMatching(/no stack selected\.$/) as string }]);
    expect((await examine({ folder, programs: {} })).of("project")).toMatchObject([{ result: "skipped" }]);
  });

  test("a key that is kept in plain text is a warning that does not show it, and one of a secret is none", async () => {
    const emulator = await start({ apiKey: "canary-key" });
    const config = (entry: object) => ({
      ...programs(emulator, emulator.apiKey),
      "pulumi config --json --show-secrets": JSON.stringify(entry),
    });
    const baseUrl = { value: emulator.url };
    const plain = await examine({
      folder,
      programs: config({ "graphplane:baseUrl": baseUrl, "graphplane:apiKey": { value: "canary-key", secret: false } }),
    });
    expect(plain.of("key").filter(({ result }) => result === "warning")).toMatchObject([
      {
        text: expect.stringMatching(/plain text/) as string,
        fix: expect.stringMatching(/^Run "pulumi config set --secret graphplane:apiKey",/) as string,
      },
    ]);
    expect([plain.code, plain.out.includes("canary")]).toEqual([0, false]);
    const secret = await examine({ folder, programs: programs(emulator, "canary-key") });
    expect(secret.of("key").filter(({ result }) => result === "warning")).toEqual([]);
  });

  test.each([
    ["Pulumi.yaml", "name: movies\nruntime: nodejs\n", ["graphplane:apikey", "graphplane:workgroupId"]],
    ["Pulumi.yaml", "description: |\n  name: movies\nname: 'graphplane'\n", ["graphplane:apikey"]],
    ["Pulumi.json", '{\n  "name": "graphplane"\n}', ["graphplane:apikey"]],
  ])("keys of the configuration that are no settings are warnings, but not those of a program in %s %j", async (file, text, unknown) => {
    const at = mkdtempSync(join(folder, "named-"));
    writeFileSync(join(at, file), text);
    const config = Object.fromEntries(
      ["graphplane:apikey", "graphplane:workgroupId", "movies:apikey"].map((key) => [key, { value: "canary" }]),
    );
    const { of, out } = await examine({ folder: at, programs: { ...cli, "pulumi config --json": JSON.stringify(config) } });
    const warnings = of("settings").filter(({ result }) => result === "warning");
    expect(warnings.map((one) => one.text.replace(/ is an unknown setting; .*/, ""))).toEqual(unknown);
    expect(warnings[0]?.text).toMatch(/did you mean graphplane:apiKey\?/);
    expect(out).not.toContain("canary");
  });

  describe("operations that an update left under way", () => {
    const dynamic = "pulumi-nodejs:dynamic/graphplane:WorkspaceSettings";
    const urnOf = (type: string, name: string) => `urn:pulumi:dev::movies::${type}::${name}`;
    const operation = (what: string, type: string, name: string) => ({
      type: what,
      resource: { type, urn: urnOf(type, name), inputs: { password: "canary" }, outputs: { [Object.keys(secretMark)[0] ?? ""]: "canary" } },
    });
    const pendingOf = async (...pending_operations: unknown[]) => {
      const { code, out, of } = await examine({
        folder,
        programs: {
          ...cli,
          "pulumi stack export --non-interactive": JSON.stringify({ deployment: { resources: [], pending_operations } }),
        },
      });
      expect(out).not.toContain("canary");
      expect(code).toBe(1); // Without settings there is no address and no key.
      return of("pending");
    };

    test.each([
      [
        "creating",
        "graphplane:index:DatabaseUser",
        "DatabaseUser",
        /nor whether the object exists/,
        /refresh --run-program --clear-pending-creates"/,
      ],
      [
        "updating",
        dynamic,
        "WorkspaceSettings",
        /does not know what was sent/,
        /"pulumi refresh --run-program", which reads the live values/,
      ],
      ["deleting", "graphplane:index:AllowListEntry", "AllowListEntry", /deletion was sent/, /next "pulumi up"/],
    ])("%s: is a warning with the resource, what the state lacks, and what to do", async (what, type, kind, lacks, fix) => {
      const [found, ...none] = await pendingOf(operation(what, type, "main\u001b[31m"));
      expect(none).toEqual([]);
      expect(found).toMatchObject({ result: "warning", fix: expect.stringMatching(fix) as string });
      expect(found?.text).toMatch(lacks);
      expect(found?.text).toContain(`An update was killed while ${what} ${kind} main\\u{1b}[31m: `);
    });

    test("of other packages and reads are none of ours, nor what is of no known form", async () => {
      const others = [
        operation("updating", "aws:s3/bucket:Bucket", "logs"),
        operation("reading", dynamic, "main"),
        {},
        null,
        { type: "updating" },
      ];
      expect(await pendingOf(...others)).toEqual([{ check: "pending", result: "ok", text: "The state names no interrupted operation." }]);
    });

    test("are not known without a CLI or a stack, which is said", async () => {
      const without = async (given: Record<string, string>) => (await examine({ folder, programs: given })).of("pending");
      expect(await without({})).toMatchObject([{ result: "skipped", text: expect.stringContaining("without the Pulumi CLI") as string }]);
      expect(await without(cli)).toMatchObject([{ result: "skipped", text: expect.stringMatching(/: no stack selected\.$/) as string }]);
      expect((await examine({})).of("pending")).toEqual([]);
    });
  });
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

test("--report prints shapes beside the documentation, and nothing that identifies the account", async () => {
  const emulator = await start({
    apiKey: "canary-key",
    account: (account) => {
      const { workgroup_id } = account.addWorkgroup({ name: "canary-group", org_name: "canary-org" });
      const { database_id } = account.addDatabase(workgroup_id, { name: "canary-database" });
      const addon = account.addInstalledAddon({ name: "canary-addon", configs: ["canary-configuration"] });
      account.addConfiguration(addon.id, { name: "canary-configuration", value: '{"canary":"canary"}' });
      account.addWorkspace(workgroup_id, {
        name: "canary-space",
        database_id,
        canary_field: "canary",
        addons: [{ addons_id: addon.id, enable: true, enable_configuration: { canary: "canary" } }],
      });
    },
  });
  const { code, out, err } = await examine({ environment: settingsOf(emulator) }, { report: true, json: false });
  expect(code).toBe(0);
  expect(err).toMatch(/^ok +key +The service accepts the API key\.$/m);
  expect(out).toContain("| `Workspace.auto_stop_minutes` | integer | integer");
  expect(out).toContain("## GET `/installed-addons/{installedAddonsID}/configs/{configName}`\n\nanswered");
  expect(out).not.toMatch(/canary|127\.0\.0\.1|jane|[0-9a-f]{8}-[0-9a-f]{4}/);
});

describe("--report of the emulated service is docs/api.md, with what is left open as the profile has it", () => {
  /** An account that shows every field of every record. */
  const everything = (account: Account) => {
    const { workgroup_id } = account.addWorkgroup();
    const { id } = account.addInstalledAddon({ configs: ["theme"] });
    account.addConfiguration(id, { name: "theme", value: "dark" });
    const { workspace_id } = account.addWorkspace(workgroup_id, {
      addons: [{ addons_id: id, enable: true, enable_configuration: {}, is_free: true, unique_name: "insights", workspace_id: "w" }],
      folder_statistics: {
        backup_size: 0,
        billed_size: 1,
        log_size: 1,
        vector_size: 0,
        total_size: 2,
        workspaces: [{ size: 2, workspace_id: "w" }],
      },
    });
    account.addUser(workgroup_id, workspace_id, { username: "ann", password: "p" });
    account.addBackup(workgroup_id, workspace_id);
    account.addSchedule(workgroup_id, workspace_id);
    account.addAllowedRange(workgroup_id, { cidr: "203.0.113.0/24", note: "office" });
    return { workgroup_id, workspace_id };
  };

  test.each(["specified", "observed"] as const)("%s", async (profile) => {
    const emulator = await start({ profile, account: () => undefined });
    const { workgroup_id, workspace_id } = everything(emulator.account);
    const backupSchedule = { schedule: "0 2 * * *", max_backup_files: 7, max_reserved_days: 7, max_retry: 1, pause: false };
    emulator.changeContents(workgroup_id, workspace_id, { backupSchedule });
    const { out } = await examine({ environment: settingsOf(emulator) }, { report: true });
    const { calls } = (JSON.parse(out) as { report: Report }).report;

    const served = ({ extension }: { extension: boolean }) => profile === "observed" || !extension;
    expect(calls.map(({ path, outcome }) => [path, outcome])).toEqual(
      calls.map((call) => [call.path, served(call) ? "answered" : "not-understood: no such call"]),
    );
    const shapes = calls.flatMap((call) => call.shapes.map((shape) => ({ ...shape, path: `/controller/v4/v2${call.path}` })));
    const fields = shapes.filter(({ documented, place }) => documented !== undefined && /^[A-Z]\w+\.\w+$/.test(place));
    const asked = pageCalls.filter(
      ({ method, number }) => method === "GET" && number !== 14 && served({ extension: number === undefined }),
    );
    const onPage = Object.entries(recordsIn(asked)).flatMap(([name, types]) =>
      Object.entries(types).map(([field, type]) => [`${name}.${field}`, inReport(type)]),
    );
    expect(Object.fromEntries(fields.map(({ place, documented }) => [place, documented]))).toEqual(Object.fromEntries(onPage));

    const notAsShown = fields.filter(({ seen, differs }) => differs || "absent" in seen || "null" in seen);
    const absent = profiles[profile].absentFields.map((field) => `Workspace.${field}`); // API 10.7
    expect([...new Set(notAsShown.map(({ place }) => place))].sort()).toEqual([...absent].sort());
    const open = pageCalls.filter(({ result }) => result === "not shown").map(({ path }) => path);
    const undocumented = shapes.filter(({ documented, path }) => documented === undefined && !open.includes(path));
    expect(undocumented.map(({ place }) => place)).toEqual([]);
  });

  /** A type of the page in the report's words; what users configure may be anything. */
  const inReport = (type: string) => (type === "object" ? "any" : type.replace("array of", "list of"));
});

test("the command refuses a malformed workspace", async () => {
  const said: string[] = [];
  const terminal = { out: () => undefined, err: (line: string) => void said.push(line), stopped: new AbortController().signal };
  expect(await main(["doctor", "--workspace", "ws"], terminal)).toBe(2);
  expect(said).toEqual(['graphplane doctor: --workspace takes <workgroup>/<workspace>, not "ws".']);
});
