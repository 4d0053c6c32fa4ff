import type { EmulatorOptions } from "../../../testing/emulator";
import { type Settings, startResource } from "../../support/resource-fixture";
import { visible } from "../../support/service-fixture";
import { scripted } from "../../support/settings-fixture";

const addon = "a4000000-0000-4000-8000-00000000000a";

/** A service with one installed add-on, and an engine that holds one `AddonConfiguration` named `main`. */
function startConfiguration(options: EmulatorOptions = {}, settings?: Settings) {
  const program = { installedAddonId: addon, configName: "main", configValue: "one" };
  const documented = { ...options, extensions: options.extensions ?? options.profile === "observed" };
  return startResource("AddonConfiguration", program, ({ account }) => account.addInstalledAddon({ id: addon }), documented, settings);
}

test("a service that returns nothing gets one POST, and the error says what to do", async () => {
  const { engine, program, emulator } = await startConfiguration({ showResults: "null" });
  const { error } = await engine.up(program());
  expect(error).toMatch(
    /accepted the POST but returned no identifier, and no read has returned the configuration "main" yet\. Run "pulumi up" again: it first checks whether/,
  );
  expect(emulator.journal.endpoint(3).length).toBe(1);
});

test("an identifier under an unknown field name is an error that lists the keys, without values", async () => {
  const { engine, program, emulator } = await startConfiguration({
    configurationKeys: { id: "handle", name: "title", value: "content" },
  });
  emulator.account.addConfiguration(addon, { name: "main", value: "canary-value" });
  const { error } = await engine.up(program());
  expect(error).toContain('an array of 1, the first an object with the keys "handle", "title", "content"');
  expect(error).not.toContain("canary-value");
});

test("a lost value is sent again if the service masks values", async () => {
  const { engine, program, emulator } = await startConfiguration({ configurationValues: "masked" }, { maxRetries: 0 });
  await engine.up(program());
  emulator.fault({ kind: "reset-after", match: { endpoint: 4 } });
  expect((await engine.up(program({ configValue: "two" }))).error).not.toBe("");
  expect(engine.known).toMatchObject({ configValue: "one", __pending: { sent: { configValue: "two" } } });
  expect((await engine.up(program())).error).toBe("");
  expect(emulator.configurations(addon)[0]?.value).toBe("one");
});

test("a deletion that the service answers with false fails if the configuration still exists, and the state keeps it", async () => {
  const engine = await scripted((method) => method !== "DELETE" && [{ id: "1", name: "main", value: "one" }], "AddonConfiguration");
  await engine.up({ installedAddonId: "addon", configName: "main", configValue: "one", deletionPolicy: "delete" });
  expect((await engine.destroy()).error).toContain(
    'DELETE /add-ons/addon/configs/1 returned false: the configuration "main" was not deleted',
  );
  expect(engine.state?.id).toBe("addon/1");
});

test("the live value that a secret one replaces is redacted too if the service repeats it", async () => {
  const { engine, program, emulator } = await startConfiguration();
  emulator.account.addConfiguration(addon, { name: "main", value: JSON.stringify({ token: "live-token-1" }) });
  const message = 'Cannot replace {"token":"live-token-1"}: live-token-1 is in use';
  emulator.fault({ kind: "status", status: 400, type: "Bad-Request", message, match: { endpoint: 4 } });
  const seen = visible(await engine.up(program({ adopt: true }), ["configValue"]));
  expect(seen).toContain("The service responded: Cannot replace [redacted]: [redacted] is in use.");
  expect(seen).not.toContain("live-token-1");
});

test("a problem of a secret value names no property, because the engine would print its value", async () => {
  const { engine, program } = await startConfiguration();
  const { failures } = await engine.up(program({ configValue: "***" }), ["configValue"]);
  expect(failures).toMatchObject([{ property: "" }]);
});

test("a value that merely ends with the mask can be declared", async () => {
  const { engine, program } = await startConfiguration();
  expect(await engine.up(program({ configValue: "one***" }))).toMatchObject({ op: "create", failures: [] });
});

/** A service that finds names in any case, and returns its one configuration under its own spelling. */
async function spellingService(live: readonly object[]) {
  const held = [...live];
  const sent: string[] = [];
  const engine = await scripted((method) => {
    if (method === "GET") return held;
    sent.push(method);
    if (method === "POST") held.push({ id: "made", name: "LIMITS", value: "one" });
    return null;
  }, "AddonConfiguration");
  return { engine, held, sent };
}

const limits = { installedAddonId: "addon", configName: "limits", configValue: "one" };

test("a service that changes the case of a name, and whose POST returns nothing, creates, refreshes and updates it once", async () => {
  const { engine, held, sent } = await spellingService([]);
  expect(await engine.up(limits)).toMatchObject({ op: "create", error: "" });
  expect(engine.state?.id).toBe("addon/made");
  expect((await engine.refresh()).op).toBe("read");
  held[0] = { id: "made", name: "LIMITS", value: "drifted" };
  await engine.refresh();
  expect(engine.declared["configValue"]).toBe("drifted");
  held[0] = { id: "made", name: "LIMITS", value: "one" };
  expect(await engine.up(limits)).toMatchObject({ op: "update", error: "" });
  expect(sent).toEqual(["POST"]);
});

test("the drift of an object value prints both values as objects", async () => {
  const { engine, held } = await spellingService([{ id: "c1", name: "limits", value: '{"most":2}' }]);
  await engine.up({ ...limits, configValue: { most: 2 } });
  held[0] = { id: "c1", name: "limits", value: '{"most":3}' };
  expect((await engine.refresh()).lines.at(-1)).toMatch(/ is \{"most":3\}, last applied \{"most":2\}$/);
});
