import type { Fault } from "../../../../../testing/emulator";
import { addon, deletion, startConfiguration } from "./fixture";

const lookUp = { endpoint: 5 } as const;

describe("a deletion that fails, while it cannot be told that the configuration is gone, is an error:", () => {
  test.each<[string, Fault]>([
    ["the look-up is null", { kind: "wrong-shape", shape: "null", match: lookUp }],
    ["the look-up cannot be understood", { kind: "wrong-shape", shape: "number", match: lookUp }],
    ["the look-up fails", { kind: "status", status: 500, match: lookUp }],
  ])("%s", async (_, fault) => {
    const { engine, program, emulator, asked } = await startConfiguration({ profile: "observed" }, { maxRetries: 0 });
    await engine.up(program({ deletionPolicy: "delete" }));
    asked();
    emulator.fault({ kind: "status", status: 500, match: { endpoint: deletion } });
    emulator.fault(fault);
    expect((await engine.destroy()).error).toMatch(/^AddonConfiguration: delete of .*HTTP 500/);
    expect(asked()).toEqual([deletion, 5]);
  });
});

describe("a configuration is gone", () => {
  const details = [{ FieldName: "addon_id", Reason: "no such add-on", Type: "Not-Found" as const }];
  const noAddon: Fault = { kind: "status", status: 404, type: "Not-Found", details, match: lookUp };

  test.each(["refresh", "destroy"] as const)("with its add-on (%s)", async (operation) => {
    const { engine, program, emulator } = await startConfiguration({ profile: "observed" }, { maxRetries: 0 });
    await engine.up(program({ deletionPolicy: "delete" }));
    emulator.fault({ kind: "status", status: 500, match: { endpoint: deletion } });
    emulator.fault(noAddon);
    expect((await engine[operation]()).error).toBe("");
    expect(engine.state).toBeUndefined();
  });

  test("where another one has its name", async () => {
    const { engine, program, emulator } = await startConfiguration({ profile: "observed" }, { maxRetries: 0 });
    await engine.up(program({ deletionPolicy: "delete" }));
    const path = `${emulator.url}/controller/v4/v2/add-ons/${addon}/configs/${String(engine.known["configId"])}`;
    await fetch(path, { method: "DELETE", headers: { "x-api-key": emulator.apiKey } });
    emulator.account.addConfiguration(addon, { name: "main", value: "theirs" });
    emulator.fault({ kind: "status", status: 500, match: { endpoint: deletion } });
    const { error, lines } = await engine.destroy();
    expect(error).toBe("");
    expect(lines.join()).toContain("already gone");
    expect(emulator.configurations(addon)).toMatchObject([{ value: "theirs" }]);
  });
});

test("what a POST made is found by its name also where values are masked", async () => {
  const { engine, program, emulator } = await startConfiguration({
    configurationValues: "masked",
    showResults: { default: "object", 3: "null" },
  });
  expect((await engine.up(program())).error).toBe("");
  expect(engine.known["configId"]).toBe(emulator.configurations(addon)[0]?.id);
});

test("while the value is waited for, a look that fails is made good by the next", async () => {
  const { engine, program, emulator, asked } = await startConfiguration(
    { showResults: { default: "object", 4: "null" } },
    { maxRetries: 0 },
  );
  await engine.up(program());
  asked();
  const put = emulator.journal.mark();
  emulator.fault({ kind: "applied-late", after: 2, match: { endpoint: 4 } });
  const since = () => emulator.journal.since(put).writes().length > 0;
  emulator.fault({ kind: "status", status: 500, match: { ...lookUp, body: since } });
  expect((await engine.up(program({ configValue: "two" }))).error).toBe("");
  expect(asked()).toEqual([5, 4, 5, 5, 5, 5]);
  expect(engine.known["configValue"]).toBe("two");
});

test.each<[string, Fault | undefined, string]>([
  ["named", undefined, `; there are ${addon}`],
  ["left out where their list fails", { kind: "status", status: 500, match: { endpoint: 1 } }, ""],
  ["left out where their list cannot be understood", { kind: "wrong-shape", shape: "number", match: { endpoint: 1 } }, ""],
])("where the add-on is not there, those that are there are %s", async (_, fault, told) => {
  const { engine, program, emulator } = await startConfiguration({}, { maxRetries: 0 });
  if (fault !== undefined) emulator.fault(fault);
  const { failures } = await engine.up(program({ installedAddonId: "elsewhere" }));
  expect(failures[0]?.property).toBe("installedAddonId");
  expect(failures[0]?.reason).toMatch(/^there is no installed add-on "elsewhere"/);
  expect(failures[0]?.reason.includes("; there are")).toBe(told !== "");
  expect(failures[0]?.reason).toContain(told);
});
