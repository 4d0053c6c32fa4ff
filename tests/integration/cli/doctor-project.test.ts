import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Emulator } from "../../../testing/emulator";
import { cli, examine, folder, settingsOf, start } from "./doctor-fixture";

const secretMark = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

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

  test("the stack's configuration outranks the environment, and each setting is reported with its source", async () => {
    const emulator = await start();
    const scene = {
      folder,
      environment: { GRAPHPLANE_API_KEY: "unused" },
      programs: programs(emulator, emulator.apiKey, ofDynamicResources(emulator, emulator.apiKey)),
    };
    const { code, of } = await examine(scene);
    expect(code).toBe(0);
    expect(of("settings").map(({ text }) => text)).toEqual([
      `baseUrl is ${emulator.url} (graphplane:baseUrl in the stack's configuration).`,
      "apiKey is set (graphplane:apiKey in the stack's configuration; GRAPHPLANE_API_KEY is also set, but not used).",
    ]);
    expect(of("state")).toMatchObject([{ result: "ok", text: "The API key in the state is the configured key." }]);
    expect(of("project")).toEqual([{ check: "project", result: "ok", text: "The configuration of the selected stack was read." }]);
  });

  test.each([
    ["of dynamic resources", (emulator: Emulator) => [ofDynamicResources(emulator, "canary-old")]],
    ["of the plugin", (emulator: Emulator) => [ofPlugin(emulator, "canary-old")]],
    ["of both, one of them old", (emulator: Emulator) => [ofDynamicResources(emulator, "canary-new"), ofPlugin(emulator, "canary-old")]],
  ])("a different key in the state %s is a warning with the fix, and neither key is shown", async (_, providers) => {
    const emulator = await start({ apiKey: "canary-new" });
    const { code, out, problems } = await examine({ folder, programs: programs(emulator, "canary-new", ...providers(emulator)) });
    expect([code, problems()]).toEqual([0, [expect.stringMatching(/^warning state: .* Fix: Run "pulumi up"/)]]);
    expect(out).not.toContain("canary");
  });

  test("the address in the plugin's state is compared too; the key of a provider of the program's own is not", async () => {
    const emulator = await start();
    const stateOf = (...providers: StoredProvider[]) => examine({ folder, programs: programs(emulator, emulator.apiKey, ...providers) });
    const own = ofPlugin(emulator, emulator.apiKey);
    const partner = ofPlugin(emulator, "canary-of-a-partner", "partner");
    const elsewhere = { ...own, inputs: { ...own.inputs, baseUrl: "https://elsewhere.example" } };
    expect((await stateOf(elsewhere)).problems("state")).toEqual([expect.stringMatching(/^warning state: .*https:\/\/elsewhere\.example/)]);
    expect((await stateOf(partner)).of("state")).toMatchObject([{ result: "ok" }]);
    expect((await stateOf(own, partner)).of("state")).toMatchObject([{ text: "The API key in the state is the configured key." }]);
  });

  test("--stack names the stack of every command", async () => {
    const emulator = await start();
    const { "pulumi version": version, ...onStack } = { ...programs(emulator, emulator.apiKey), "pulumi stack export": "{}" };
    const named = {
      "pulumi version": version,
      ...Object.fromEntries(Object.entries(onStack).map(([line, text]) => [`${line} --stack prod`, text])),
    };
    const { code, of, problems } = await examine({ folder, programs: named }, { stack: "prod" });
    expect([code, problems()]).toEqual([0, []]);
    expect(of("project")).toMatchObject([{ text: "The configuration of the stack prod was read." }]);
    expect(of("pending")).toMatchObject([{ result: "ok" }]);
    expect(of("state")).toMatchObject([{ result: "ok", text: "The state has no API key from the configuration." }]);
  });

  const unreadable = "skipped: The API key in the state cannot be read, so it was not compared.";

  test.each<[string, object | undefined, string]>([
    ["in plain text", { apiKey: "k-1" }, "ok: The API key in the state is the configured key."],
    ["that is encrypted", { apiKey: { ...secretMark, ciphertext: "v1:x" } }, unreadable],
    ["that is no text", { apiKey: { ...secretMark, plaintext: "5" } }, unreadable],
    ["of an address that is none", { apiKey: "k-1", baseUrl: "nowhere" }, "ok: The API key in the state is the configured key."],
    ["that is missing", {}, "ok: The state has no API key from the configuration."],
    ["of a provider without inputs", undefined, "ok: The state has no API key from the configuration."],
  ])("compares a key in the state %s", async (_, inputs, finding) => {
    const emulator = await start({ apiKey: "k-1" });
    const stored = { ...ofPlugin(emulator, ""), inputs: inputs as Record<string, unknown> };
    const { of } = await examine({ folder, programs: programs(emulator, "k-1", stored) });
    expect(of("state").map(({ result, text }) => `${result}: ${text}`)).toEqual([finding]);
  });

  test("entries of the configuration that are no texts are not used", async () => {
    const { GRAPHPLANE_BASE_URL, ...environment } = settingsOf(await start());
    const entries = { "graphplane:baseUrl": { value: GRAPHPLANE_BASE_URL }, "graphplane:maxRetries": { value: 5 }, "movies:x": "y" };
    const { of, problems } = await examine({ folder, environment, programs: { ...cli, "pulumi config": JSON.stringify(entries) } });
    expect(problems()).toEqual([]);
    expect(of("settings").map(({ text }) => text.split(" ")[0])).toEqual(["baseUrl", "apiKey"]);
    expect(of("state")).toMatchObject([{ result: "skipped", text: "The state cannot be read: no stack selected." }]);
  });

  test("without a stack the environment is used, and the CLI's reason is reported", async () => {
    const { problems } = await examine({ folder, environment: settingsOf(await start()) });
    expect(problems("project")).toEqual([expect.stringMatching(/no stack selected\. Fix: /)]);
    expect((await examine({ folder, programs: {} })).of("project")).toMatchObject([{ result: "skipped" }]);
    const named = await examine({ folder, environment: settingsOf(await start()) }, { stack: "dve" });
    expect([named.code, named.of("project")]).toMatchObject([1, [{ result: "failed" }]]);
  });

  test("a key in plain text is a warning that does not return it; a secret one is not", async () => {
    const emulator = await start({ apiKey: "canary-key" });
    const secret = programs(emulator, "canary-key");
    const entries = { "graphplane:baseUrl": { value: emulator.url }, "graphplane:apiKey": { value: "canary-key", secret: false } };
    const plain = await examine({ folder, programs: { ...secret, "pulumi config --json --show-secrets": JSON.stringify(entries) } });
    const problem = /^warning key: .*plain text.* Fix: Run "pulumi config set --secret graphplane:apiKey",/;
    expect([plain.code, plain.problems("key")]).toEqual([0, [expect.stringMatching(problem)]]);
    expect(plain.out).not.toContain("canary");
    expect((await examine({ folder, programs: secret })).problems("key")).toEqual([]);
  });

  test.each([
    ["Pulumi.yaml", "name: movies\nruntime: nodejs\n", ["graphplane:apikey", "graphplane:workgroupId"]],
    ["Pulumi.yaml", "description: |\n  name: movies\nname: 'graphplane'\n", ["graphplane:apikey"]],
    ["Pulumi.json", '{\n  "name": "graphplane"\n}', ["graphplane:apikey"]],
  ])("unknown keys of the configuration are warnings, except the program's own in %s %j", async (file, text, unknown) => {
    const at = mkdtempSync(join(folder, "named-"));
    writeFileSync(join(at, file), text);
    const keys = ["graphplane:apikey", "graphplane:workgroupId", "movies:apikey"];
    const config = Object.fromEntries(keys.map((key) => [key, { value: "canary" }]));
    const { problems, out } = await examine({ folder: at, programs: { ...cli, "pulumi config --json": JSON.stringify(config) } });
    const warnings = unknown.map((key) => expect.stringContaining(`warning settings: ${key} is an unknown setting; `) as string);
    expect(problems("settings")).toEqual(warnings);
    expect(problems("settings")[0]).toMatch(/did you mean graphplane:apiKey\? Fix: /);
    expect(out).not.toContain("canary");
  });

  const executable = "node_modules/.bin/pulumi-resource-graphplane";
  const yaml = "plugins:\n  providers:\n    - name: graphplane\n      path: node_modules/.bin\n";
  test.each<[string, string, readonly string[], readonly string[]]>([
    ["a plugin in the project", yaml, [`apps/db/${executable}`], ["ok: The plugin is in node_modules/.bin."]],
    [
      "a plugin at the root of the workspace",
      yaml,
      [executable],
      [expect.stringMatching(/^failed: The plugin is not in .* set the path to \.\.\/\.\.\/node_modules\/\.bin\.$/) as string],
    ],
    [
      "a plugin that is not installed",
      "plugins: { providers: [{ name: graphplane, path: ./bin }] }\n",
      [],
      [expect.stringMatching(/^failed: The plugin is not in \.\/bin\. Install the project's dependencies/) as string],
    ],
    [
      "only a package that uses this one",
      "runtime: nodejs\n",
      ["apps/db/node_modules/team/node_modules/pulumi-graphplane/package.json"],
      [expect.stringMatching(/^warning: .* Add pulumi-graphplane to the dependencies of the project itself/) as string],
    ],
    ["this package at the root of the workspace", "runtime: nodejs\n", ["node_modules/pulumi-graphplane/package.json"], []],
    ["another language", "runtime: python\n", ["node_modules/x/package.json"], []],
  ])("with %s, the package is checked", async (_, project, files, found) => {
    const root = mkdtempSync(join(folder, "workspace-"));
    for (const file of [...files, "apps/db/Pulumi.yaml"]) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), `name: movies\n${project}`);
    }
    const { of } = await examine({ folder: join(root, "apps/db") });
    expect(of("package").map(({ result, text, fix = "" }) => `${result}: ${text} ${fix}`.trim())).toEqual(found);
  });

  describe("interrupted operations", () => {
    const dynamic = "pulumi-nodejs:dynamic/graphplane:WorkspaceSettings";
    const operation = (what: string, type: string) => {
      const urn = `urn:pulumi:dev::movies::${type}::main\u001b[31m`;
      return { type: what, resource: { type, urn, inputs: { password: "canary" }, outputs: { ...secretMark, value: "canary" } } };
    };
    const examined = async (...pending_operations: unknown[]) => {
      const exported = JSON.stringify({ deployment: { resources: [], pending_operations } });
      const found = await examine({ folder, programs: { ...cli, "pulumi stack export --non-interactive": exported } });
      expect(found.out).not.toContain("canary");
      return found;
    };

    test.each([
      ["creating", "graphplane:index:DatabaseUser", / Fix: .*neither the request nor its result.*--clear-pending-creates"/],
      ["updating", dynamic, / Fix: .*not contain the request.*"pulumi refresh --run-program", which reads the live values/],
      ["deleting", "graphplane:index:AllowListEntry", / Fix: .*the deletion request.*next "pulumi up"/],
    ])("%s %s is a warning with the fix, which names what the state lacks", async (what, type, problem) => {
      const [found, ...others] = (await examined(operation(what, type))).problems("pending");
      expect([found, others]).toEqual([expect.stringMatching(problem), []]);
      expect(found).toContain(`warning pending: An update was killed while ${what} ${type.split(":").at(-1)} main\\u{1b}[31m. Fix: `);
    });

    test("on resources of other packages, reads and malformed entries are ignored", async () => {
      const bucket = operation("updating", "aws:s3/bucket:Bucket");
      const { of } = await examined(bucket, operation("reading", dynamic), {}, null, { type: "updating" });
      expect(of("pending")).toEqual([{ check: "pending", result: "ok", text: "The state lists no interrupted operations." }]);
    });

    test.each<[string, Record<string, string>, RegExp]>([
      ["CLI", {}, /Without the Pulumi CLI/],
      ["stack", cli, /: no stack selected\.$/],
    ])("are reported as unknown without a %s", async (_, given, text) => {
      const found = (await examine({ folder, programs: given })).of("pending");
      expect(found).toMatchObject([{ result: "skipped", text: expect.stringMatching(text) as string }]);
    });

    test("are not looked up outside a project", async () => expect((await examine({})).of("pending")).toEqual([]));
  });
});
