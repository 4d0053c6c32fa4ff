import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { defaultProvider, failureOf, ownProvider, secret, startPlugin } from "../../support/plugin";
import { messages, settingsUrn, start } from "./fixture";

/** The settings of the native plugin: where they come from, and what a wrong one does. */

const { DIFF_NONE, DIFF_SOME } = proto.DiffResponse.DiffChanges;

describe("settings", () => {
  test("keep the API key secret however it was passed, and an unknown setting is reported with the nearest name", async () => {
    const { plugin } = await start();
    expect(await plugin.checkConfig({ baseUrl: "https://a", apiKey: "k", maxRetries: "2" })).toEqual({
      inputs: { baseUrl: "https://a", apiKey: secret("k"), maxRetries: "2" },
      failures: [],
    });
    expect((await plugin.checkConfig({ apikey: "k", colour: "red", version: "1.0.0" })).failures).toEqual([
      { property: "apikey", reason: "unknown setting; did you mean apiKey?" },
      {
        property: "colour",
        reason: "unknown setting; the settings are baseUrl, apiKey, requestTimeoutSeconds, maxRetries, maxConcurrency",
      },
    ]);
    expect(plugin.lines).toEqual([]);
  });

  test.each([
    ["graphplane", ["apikey is an unknown setting; did you mean graphplane:apiKey?"]],
    [
      "movies",
      [
        "apikey is an unknown setting; did you mean graphplane:apiKey?",
        "colour is an unknown setting; the settings are graphplane:baseUrl, graphplane:apiKey, graphplane:requestTimeoutSeconds, graphplane:maxRetries, graphplane:maxConcurrency",
      ],
    ],
  ])("of the default provider that are unknown are warnings; in project %s they can be the program's own", async (project, texts) => {
    const { plugin } = await start();
    const urn = defaultProvider.replace("::project::", `::${project}::`);
    expect((await plugin.checkConfig({ apikey: "k", colour: "red" }, urn)).failures).toEqual([]);
    expect(plugin.lines).toEqual(texts.map((text) => ({ urn, severity: 2, message: `graphplane:${text}` })));
  });

  test.each<[string, readonly string[]]>([
    ["default", []],
    ["default_0_1_0", []],
    ["defaults", ["colour"]],
  ])("of a provider named %s that are unknown fail %p", async (name, failing) => {
    const { plugin } = await start();
    const { failures } = await plugin.checkConfig({ colour: "red" }, ownProvider.replace("::mine", `::${name}`));
    expect(failures.map(({ property }) => property)).toEqual(failing);
  });

  test("that change update the provider and do not replace it", async () => {
    const { plugin } = await start();
    const diff = await plugin.diffConfig({ apiKey: "old", baseUrl: "https://a" }, { apiKey: "new", baseUrl: "https://a" });
    expect(diff).toMatchObject({ changes: DIFF_SOME, diffsList: ["apiKey"], replacesList: [], deletebeforereplace: false });
    expect(await plugin.diffConfig({ apiKey: "old" }, { apiKey: "old" })).toMatchObject({ changes: DIFF_NONE, diffsList: [] });
  });

  test("that are missing are reported when a request is needed, with how to set them", async () => {
    const { ids, id } = await start();
    const messageOf = async (provider?: string) => {
      const plugin = await startPlugin({ baseUrl: "https://a" }, provider === undefined ? {} : { provider });
      return (await failureOf(plugin.read(settingsUrn, id, ids))).message;
    };
    expect(await messageOf(ownProvider)).toMatch(
      /failed: apiKey of the provider is missing\. Pass it to the provider resource, or set GRAPHPLANE_API_KEY\.$/,
    );
    expect(await messageOf(defaultProvider)).toMatch(
      /failed: graphplane:apiKey is missing\. Run "pulumi config set --secret graphplane:apiKey/,
    );
  });

  test("come from the environment if they are not set", async () => {
    const { emulator, ids, id } = await start();
    const plugin = await startPlugin({}, { environment: { GRAPHPLANE_BASE_URL: emulator.url, GRAPHPLANE_API_KEY: emulator.apiKey } });
    expect((await plugin.read(settingsUrn, id)).inputs).toMatchObject(ids);
  });

  test("can be numbers, as other languages send them", async () => {
    const { service, emulator, plugin, id } = await start({ maxRetries: 0 });
    emulator.fault({ kind: "status", status: 503, type: "Internal-Error", times: 1 });
    await failureOf(plugin.read(settingsUrn, id));
    expect(service.requests()).toHaveLength(1);
  });
});

test("two accounts are two plugins, and a wrong key fails its own resources only", async () => {
  const [one, other] = [await start(), await start()];
  const wrong = await startPlugin({ baseUrl: other.emulator.url, apiKey: "wrong" }, { provider: ownProvider });
  // A failed check would end the program, and with it what belongs to the other account.
  expect((await wrong.check(settingsUrn, { ...other.ids, autoStopMinutes: 30 })).failures).toEqual([]);
  expect(messages(wrong).join()).toMatch(/^graphplane \(mine\): cannot plan \/.* was refused/);
  const [made, refused, madeToo] = await Promise.all([
    one.plugin.create(settingsUrn, { ...one.ids, autoStopMinutes: 30 }),
    failureOf(wrong.create(settingsUrn, { ...other.ids, autoStopMinutes: 30 })),
    other.plugin.create(settingsUrn, { ...other.ids, autoStopMinutes: 15 }),
  ]);
  expect(made.id).toBe(one.id);
  expect(madeToo.id).toBe(other.id);
  expect(refused.message).toMatch(/Check that the API key \(apiKey of the provider\) is/);
  expect(refused.left).toBeUndefined();
});

test("a wrong key of the default provider fails the check, as the only account's", async () => {
  const { emulator, ids } = await start();
  const plugin = await startPlugin({ baseUrl: emulator.url, apiKey: "wrong" });
  const { failures } = await plugin.check(settingsUrn, { ...ids, autoStopMinutes: 30 });
  expect(failures.map(({ reason }) => reason).join()).toMatch(/was refused .* Check that the API key/);
});

test("a key that is refused while the program does not run is reported as the one in the state", async () => {
  const { emulator, ids, id } = await start();
  const plugin = await startPlugin({ baseUrl: emulator.url, apiKey: "wrong" });
  expect((await failureOf(plugin.read(settingsUrn, id, ids, ids))).message).toMatch(/stored in the state/);
});

test("a key that is refused while the program runs is not reported as the one in the state, even before any check", async () => {
  const { emulator, ids, id } = await start();
  const settings = { baseUrl: emulator.url, apiKey: "wrong" };
  const plugin = await startPlugin(settings);
  const messageOf = async () => (await failureOf(plugin.read(settingsUrn, id, ids, ids))).message;
  await plugin.checkConfig(settings, defaultProvider);
  await plugin.configure(settings, defaultProvider);
  expect(await messageOf()).not.toMatch(/--run-program/);
  await plugin.configure(settings, defaultProvider);
  expect(await messageOf()).toMatch(/--run-program/);
});

test.each([
  [undefined, 0],
  ["debug", 1],
])("GRAPHPLANE_LOG=%s shows %d lines for a request in the engine's log", async (level, count) => {
  const { emulator, ids, id } = await start();
  const settings = { baseUrl: emulator.url, apiKey: emulator.apiKey };
  const plugin = await startPlugin(settings, { environment: level === undefined ? {} : { GRAPHPLANE_LOG: level } });
  await plugin.read(settingsUrn, id, ids, ids);
  const attempts = plugin.lines.filter(({ message }) => /GET .*200/.test(message));
  expect(attempts).toHaveLength(count);
  expect(JSON.stringify(attempts)).not.toContain(emulator.apiKey);
});
