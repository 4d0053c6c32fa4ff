import { configOf, makeHost } from "../../../../support/provider";
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
