import { visible } from "../../support/service-fixture";
import { addon, spellings, startConfiguration } from "./fixture";

const canary = 'canary/"ü 4711\\';
const values: readonly (readonly [string, string | Record<string, unknown>, string])[] = [
  ["a text", canary, canary],
  ["JSON text", JSON.stringify({ model: { key: canary } }), JSON.stringify({ model: { key: canary } })],
  ["an object", { model: { key: canary }, list: [canary] }, JSON.stringify({ list: [canary], model: { key: canary } })],
];
const secrets = ["configValue"];

describe.each(values)("a secret value that is %s", (_, configValue) => {
  test("is not told when another live value is in the way, nor is that one", async () => {
    const { engine, program, emulator } = await startConfiguration();
    emulator.account.addConfiguration(addon, { name: "main", value: "live-secret" });
    const refused = visible(await engine.up(program({ configValue }), secrets));
    const adopted = visible(await engine.up(program({ configValue, adopt: true }), secrets));
    expect(adopted).toContain('{"config_value":"[secret]"} was {"config_value":"[secret]"}');
    for (const spelling of [...spellings(canary), "live-secret"]) expect(refused + adopted).not.toContain(spelling);
  });
});

test("the live value that a secret one replaces is blanked too, where the service repeats it", async () => {
  const { engine, program, emulator } = await startConfiguration();
  emulator.account.addConfiguration(addon, { name: "main", value: JSON.stringify({ token: "live-token-1" }) });
  const message = 'Cannot replace {"token":"live-token-1"}: live-token-1 is in use';
  emulator.fault({ kind: "status", status: 400, type: "Bad-Request", message, match: { endpoint: 4 } });
  const seen = visible(await engine.up(program({ adopt: true }), secrets));
  expect(seen).toContain("The service says: Cannot replace [redacted]: [redacted] is in use.");
  expect(seen).not.toContain("live-token-1");
});

test("a problem of a secret value names no property, whose value the engine would print", async () => {
  const { engine, program } = await startConfiguration();
  const { failures } = await engine.up(program({ configValue: "***" }), secrets);
  expect(failures).toMatchObject([{ property: "" }]);
});
