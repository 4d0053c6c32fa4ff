import { configOf, makeHost } from "../../support/provider";
import { scripted } from "../../support/settings-fixture";
import { addon, startConfiguration } from "./fixture";

test("a name that is created again in the process that deleted it is read again", async () => {
  const { engine, program, clock, emulator } = await startConfiguration({ profile: "observed" });
  const started = async () => {
    const resource = makeHost(clock, () => undefined)("AddonConfiguration");
    await resource.configure?.({ config: configOf(engine.config) });
    return resource;
  };
  const news = { ...program({ deletionPolicy: "delete" }), __provider: "p" };
  const first = await (await started()).create(news);
  const resource = await started();
  await resource.check?.({}, news);
  await resource.delete?.(first.id, first.outs as Record<string, unknown>);
  const second = await resource.create(news);
  expect(second.id).not.toBe(first.id);
  expect(emulator.configurations(addon)).toHaveLength(1);
});

describe("a deletion that the service answers with false", () => {
  const program = { installedAddonId: "addon", configName: "main", configValue: "one", deletionPolicy: "delete" };

  test("fails if the configuration is still there, and the state keeps it", async () => {
    const engine = await scripted((method) => method !== "DELETE" && [{ id: "1", name: "main", value: "one" }], "AddonConfiguration");
    await engine.up(program);
    expect((await engine.destroy()).error).toContain(
      'DELETE /add-ons/addon/configs/1 returned false: the configuration "main" was not deleted',
    );
    expect(engine.state?.id).toBe("addon/1");
  });
});
