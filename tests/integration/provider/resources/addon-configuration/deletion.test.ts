import { configOf, makeHost } from "../../../../support/provider";
import { addon, deletion, startConfiguration } from "./fixture";

test.each([
  ["specified, 405", { profile: "specified" }],
  ["specified, 404", { profile: "specified", wrongMethod: 404 }],
  ["observed without extensions", { profile: "observed", extensions: false }],
] as const)("a service without the call (%s): the error names it and what still works", async (_, options) => {
  const { engine, program, emulator } = await startConfiguration(options);
  await engine.up(program({ deletionPolicy: "delete" }));
  const { op, error } = await engine.destroy();
  expect(op).toBe("failed");
  expect(error).toMatch(/does not have DELETE \/add-ons\/.*nothing was deleted.*What still works: .*"retain"/);
  expect(emulator.configurations(addon)).toHaveLength(1);
  expect((await engine.up(program({ deletionPolicy: "retain" }))).error).toBe("");
  expect((await engine.destroy()).error).toBe("");
});

test.each([404, 405, 501] as const)("a service that says so in its envelope (HTTP %i) is told in the same words", async (status) => {
  const { engine, program, emulator } = await startConfiguration({ profile: "observed" });
  await engine.up(program({ deletionPolicy: "delete" }));
  emulator.fault({ kind: "status", status, type: "Not-Found", message: "no route", times: "always", match: { endpoint: deletion } });
  expect((await engine.destroy()).error).toMatch(/does not have DELETE/);
});

test("one that is gone already is looked for before a 404 without a type is taken for a missing call", async () => {
  const { engine, program, emulator } = await startConfiguration({ profile: "observed" });
  await engine.up(program({ deletionPolicy: "delete" }));
  emulator.fault({ kind: "status", status: 404, type: "Unknown", applied: true, match: { endpoint: deletion } });
  const { error, lines } = await engine.destroy();
  expect(error).toBe("");
  expect(lines.join()).toContain("already gone");
});

test("a lost DELETE is sent again, and then is already gone", async () => {
  const { engine, program, emulator } = await startConfiguration({ profile: "observed" });
  await engine.up(program({ deletionPolicy: "delete" }));
  emulator.fault({ kind: "reset-after", match: { endpoint: deletion } });
  expect((await engine.destroy()).error).toBe("");
  expect(emulator.configurations(addon)).toEqual([]);
});

test("a refused key or a 500 while it is there is an error", async () => {
  const { engine, program, emulator } = await startConfiguration({ profile: "observed" });
  await engine.up(program({ deletionPolicy: "delete" }));
  emulator.fault({ kind: "status", status: 403, type: "Forbidden", match: { endpoint: deletion } });
  expect((await engine.destroy()).error).toMatch(/Forbidden/);
  emulator.fault({ kind: "status", status: 500, times: 2, match: { endpoint: deletion } });
  expect((await engine.destroy()).error).toMatch(/HTTP 500/);
  expect(emulator.configurations(addon)).toHaveLength(1);
});

test("a name that is made again in the process that deleted it is looked up anew", async () => {
  const { engine, program, world, emulator } = await startConfiguration({ profile: "observed" });
  const started = async () => {
    const resource = makeHost(world.clock, () => undefined)("AddonConfiguration");
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
