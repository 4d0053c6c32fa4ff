import type { EmulatorOptions, ProfileName } from "../../../testing/emulator";
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

const profiles: readonly ProfileName[] = ["specified", "observed"];

describe.each(profiles)("profile %s", (profile) => {
  test("a service that tells nothing at all: one POST, and an error that says what to do", async () => {
    const { engine, program, emulator } = await startConfiguration({ profile, showResults: "null" });
    const { error } = await engine.up(program());
    expect(error).toMatch(
      /accepted the POST and returned no identifier, and no read shows the configuration "main" yet\. Run "pulumi up" again: it first checks whether/,
    );
    expect(emulator.journal.endpoint(3).length).toBe(1);
  });

  test("identifiers under a name that is not a usual one are an error with the keys, without a value", async () => {
    const { engine, program, emulator } = await startConfiguration({
      profile,
      configurationKeys: { id: "handle", name: "title", value: "content" },
    });
    emulator.account.addConfiguration(addon, { name: "main", value: "canary-value" });
    const { error } = await engine.up(program());
    expect(error).toContain('an array of 1, the first an object with the keys "handle", "title", "content"');
    expect(error).not.toContain("canary-value");
  });
});

test("where values are masked, what was lost is sent again", async () => {
  const { engine, program, emulator } = await startConfiguration({ configurationValues: "masked" }, { maxRetries: 0 });
  await engine.up(program());
  emulator.fault({ kind: "reset-after", match: { endpoint: 4 } });
  expect((await engine.up(program({ configValue: "two" }))).error).not.toBe("");
  expect(engine.known).toMatchObject({ configValue: "one", __pending: { sent: { configValue: "two" } } });
  expect((await engine.up(program())).error).toBe("");
  expect(emulator.configurations(addon)[0]?.value).toBe("one");
});

test("a deletion that the service answers with false fails if the configuration is still there, and the state keeps it", async () => {
  const engine = await scripted((method) => method !== "DELETE" && [{ id: "1", name: "main", value: "one" }], "AddonConfiguration");
  await engine.up({ installedAddonId: "addon", configName: "main", configValue: "one", deletionPolicy: "delete" });
  expect((await engine.destroy()).error).toContain(
    'DELETE /add-ons/addon/configs/1 returned false: the configuration "main" was not deleted',
  );
  expect(engine.state?.id).toBe("addon/1");
});

test("the live value that a secret one replaces is blanked too, where the service repeats it", async () => {
  const { engine, program, emulator } = await startConfiguration();
  emulator.account.addConfiguration(addon, { name: "main", value: JSON.stringify({ token: "live-token-1" }) });
  const message = 'Cannot replace {"token":"live-token-1"}: live-token-1 is in use';
  emulator.fault({ kind: "status", status: 400, type: "Bad-Request", message, match: { endpoint: 4 } });
  const seen = visible(await engine.up(program({ adopt: true }), ["configValue"]));
  expect(seen).toContain("The service says: Cannot replace [redacted]: [redacted] is in use.");
  expect(seen).not.toContain("live-token-1");
});

test("a problem of a secret value names no property, whose value the engine would print", async () => {
  const { engine, program } = await startConfiguration();
  const { failures } = await engine.up(program({ configValue: "***" }), ["configValue"]);
  expect(failures).toMatchObject([{ property: "" }]);
});

test("a value that only ends as the service masks one may be declared", async () => {
  const { engine, program } = await startConfiguration();
  expect(await engine.up(program({ configValue: "one***" }))).toMatchObject({ op: "create", failures: [] });
});
