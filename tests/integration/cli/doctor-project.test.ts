import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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
