import { addon, type ConfigurationFixture, startConfiguration } from "./fixture";

/** When a look-up of a name that shows nothing says that the configuration is gone. */

async function made(options: Parameters<typeof startConfiguration>[0] = {}): Promise<ConfigurationFixture> {
  const one = await startConfiguration({ profile: "observed", ...options }, { maxRetries: 0 });
  const { op, error } = await one.engine.up(one.program({ deletionPolicy: "delete" }));
  if (op !== "create") throw new Error(error);
  return one;
}

/** Someone deletes the configuration in the console. */
async function removed({ emulator, asked }: ConfigurationFixture): Promise<void> {
  for (const { id } of emulator.configurations(addon)) {
    const path = `${emulator.url}/controller/v4/v2/add-ons/${addon}/configs/${id}`;
    await fetch(path, { method: "DELETE", headers: { "x-api-key": emulator.apiKey } });
  }
  asked();
}

describe("an empty list", () => {
  test("says that it is gone where the add-on is among those that are installed", async () => {
    const one = await made();
    await removed(one);
    expect((await one.engine.refresh()).op).toBe("gone");
    expect(one.asked()).toEqual([5, 1, 5, 1]);
  });

  test("says so as well where only the add-on itself is shown", async () => {
    const one = await made();
    await removed(one);
    one.emulator.fault({ kind: "status", status: 500, match: { endpoint: 1 } });
    expect((await one.engine.refresh()).op).toBe("gone");
    expect(one.asked()).toEqual([5, 1, 2, 5, 1]);
  });
});

describe("a null", () => {
  const nothing = { kind: "wrong-shape", shape: "null", times: "always", match: { endpoint: 5 } } as const;

  test("says nothing where the add-on is not seen", async () => {
    const one = await made();
    await one.engine.refresh();
    one.emulator.fault(nothing);
    one.emulator.fault({ kind: "wrong-shape", shape: "null", times: "always" });
    expect((await one.engine.refresh()).error).toMatch(/was not found/);
    expect(one.engine.state).toBeDefined();
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
