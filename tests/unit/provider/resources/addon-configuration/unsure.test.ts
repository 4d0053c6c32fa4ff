import type { Fault } from "../../../../../testing/emulator";
import { addon, deletion, stage } from "./stage";

const lookUp = { endpoint: 5 } as const;

describe("a deletion that fails, while it cannot be told that the configuration is gone, is an error:", () => {
  test.each<[string, Fault]>([
    ["the look-up is null", { kind: "wrong-shape", shape: "null", match: lookUp }],
    ["the look-up cannot be understood", { kind: "wrong-shape", shape: "number", match: lookUp }],
    ["the look-up fails", { kind: "status", status: 500, match: lookUp }],
  ])("%s", async (_, fault) => {
    const { engine, program, emulator, asked } = await stage({ profile: "observed" }, { maxRetries: 0 });
    await engine.up(program({ deletionPolicy: "delete" }));
    asked();
    emulator.fault({ kind: "status", status: 500, match: { endpoint: deletion } });
    emulator.fault(fault);
    expect((await engine.destroy()).error).toMatch(/^AddonConfiguration: delete of .*HTTP 500/);
    expect(asked()).toEqual([deletion, 5]);
  });
});

test("a configuration of an add-on that is gone is gone with it", async () => {
  const { engine, program, emulator } = await stage({ profile: "observed" }, { maxRetries: 0 });
  await engine.up(program({ deletionPolicy: "delete" }));
  emulator.fault({ kind: "status", status: 500, match: { endpoint: deletion } });
  const details = [{ FieldName: "addon_id", Reason: "no such add-on", Type: "Not-Found" as const }];
  emulator.fault({ kind: "status", status: 404, type: "Not-Found", details, match: lookUp });
  const { error, lines } = await engine.destroy();
  expect(error).toBe("");
  expect(lines.join()).toContain("already gone");
});

test.each<[string, Fault | undefined, string]>([
  ["named", undefined, `; there are ${addon}`],
  ["left out where their list fails", { kind: "status", status: 500, match: { endpoint: 1 } }, ""],
  ["left out where their list cannot be understood", { kind: "wrong-shape", shape: "number", match: { endpoint: 1 } }, ""],
])("where the add-on is not there, those that are there are %s", async (_, fault, told) => {
  const { engine, program, emulator } = await stage({}, { maxRetries: 0 });
  if (fault !== undefined) emulator.fault(fault);
  const { failures } = await engine.up(program({ installedAddonId: "elsewhere" }));
  expect(failures[0]?.property).toBe("installedAddonId");
  expect(failures[0]?.reason).toMatch(/^there is no installed add-on "elsewhere"/);
  expect(failures[0]?.reason.includes("; there are")).toBe(told !== "");
  expect(failures[0]?.reason).toContain(told);
});
