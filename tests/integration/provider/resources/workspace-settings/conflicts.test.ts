import { serviceCases, startSettings } from "../../../../support/settings-fixture";

describe.each(serviceCases)("under the profile $profile that would $nested nested values", (serviceCase) => {
  const setUp = async (onConflict?: string) => {
    const set = await startSettings(serviceCase, {
      addons: [{ addons_id: "one", enable: true, enable_configuration: { theme: "light" } }],
    });
    const addons = (theme: string) => ({ one: { enable: true, enableConfiguration: { theme } } });
    const more = onConflict === undefined ? {} : { onConflict };
    await set.adopted({ autoStopMinutes: 30, workspaceName: "main", enableHa: false, addons: addons("light"), ...more });
    set.change({
      auto_stop_minutes: 5,
      addons: [{ addons_id: "one", enable: true, enable_configuration: { theme: "dark" } }],
    });
    return {
      ...set,
      program: { ...set.ids, autoStopMinutes: 60, workspaceName: "main", enableHa: false, addons: addons("blue"), ...more },
    };
  };

  test.each([undefined, "overwrite"])(
    "with onConflict %s the declared values are sent, and a line for each says so",
    async (onConflict) => {
      const { engine, program, path, requests, live } = await setUp(onConflict);
      const { lines, error } = await engine.up(program);
      expect(error).toBe("");
      expect(lines.slice(0, 2)).toEqual([
        `graphplane: ${path}: overwriting a change made elsewhere: autoStopMinutes: last applied 30, live 5, declared 60`,
        `graphplane: ${path}: overwriting a change made elsewhere: addons.one.enableConfiguration.theme: last applied "light", live "dark", declared "blue"`,
      ]);
      expect(requests().filter((request) => request !== "GET")).toHaveLength(1);
      expect(live()).toMatchObject({ auto_stop_minutes: 60, addons: [{ enable_configuration: { theme: "blue" } }] });
    },
  );

  test("with onConflict fail nothing is sent, and a table shows field, last applied, live and declared", async () => {
    const { engine, program, requests } = await setUp("fail");
    const { state } = engine;
    const table =
      `someone else changed what is declared, and onConflict is "fail", so nothing is sent:\n` +
      `  autoStopMinutes: last applied 30, live 5, declared 60\n` +
      `  addons.one.enableConfiguration.theme: last applied "light", live "dark", declared "blue"\n` +
      `Declare the live value, or run "pulumi refresh" and then "pulumi up" to overwrite it.`;
    for (const { error, lines } of [await engine.preview(program), await engine.up(program)]) {
      expect(error).toMatch(/^WorkspaceSettings: plan of workspace ".*" of workgroup ".*" failed: /);
      expect(error.replace(/ RequestID: request-\d+$/, "").endsWith(table)).toBe(true);
      expect(lines).toEqual([]);
    }
    expect(requests().filter((request) => request !== "GET")).toEqual([]);
    expect(engine.state).toEqual(state);
  });

  test("a refresh that was kept makes the record the last applied: then there is no conflict", async () => {
    const { engine, program, live } = await setUp("fail");
    await engine.refresh();
    expect(await engine.up(program)).toMatchObject({ op: "update", error: "" });
    expect(live()).toMatchObject({ auto_stop_minutes: 60 });
  });

  test("declaring the live value is no conflict", async () => {
    const { engine, program, requests, ids } = await setUp("fail");
    const addons = { one: { enable: true, enableConfiguration: { theme: "dark" } } };
    expect(await engine.up({ ...program, ...ids, autoStopMinutes: 5, addons })).toMatchObject({ op: "update", error: "" });
    expect(requests()).toEqual(["GET"]);
  });
});

test("what was never applied cannot conflict", async () => {
  const { engine, ids, adopted, change } = await startSettings();
  await adopted({ enableHa: false, onConflict: "fail" });
  change({ auto_stop_minutes: 5 });
  expect((await engine.up({ ...ids, enableHa: false, autoStopMinutes: 60, onConflict: "fail" })).error).toBe("");
});

test("what is still on its way from the last run is nobody else's change", async () => {
  const { engine, ids, emulator, change } = await startSettings();
  emulator.fault({ kind: "accepted-not-applied", match: { method: "PUT" } });
  const program = { ...ids, autoStopMinutes: 60, timeoutSeconds: 2, onConflict: "fail" };
  expect((await engine.up(program)).error).toMatch(/timed out after 2 s/);
  change({ auto_stop_minutes: 45 });
  const { lines, error } = await engine.up(program);
  expect(error).toBe("");
  expect(lines.join("\n")).not.toMatch(/overwriting|will fail/);
});

test("of a configuration that is declared as a text, only the keys that it names are told", async () => {
  const { engine, ids, adopted, change } = await startSettings(
    { nested: "replace" },
    { addons: [{ addons_id: "one", enable: true, enable_configuration: { theme: "light" } }] },
  );
  const program = (text: string) => ({ ...ids, addons: { one: { enable: true, enableConfiguration: text } } });
  await adopted(program('{"theme":"light"}'));
  change({ addons: [{ addons_id: "one", enable: true, enable_configuration: { theme: "dark", token: "unseen" } }] });
  const { lines } = await engine.up(program('{"theme":"blue"}'));
  expect(lines[0]).toMatch(/live \{"theme":"dark"\}, declared/);
  expect(lines.join("\n")).not.toMatch(/unseen/);
});
