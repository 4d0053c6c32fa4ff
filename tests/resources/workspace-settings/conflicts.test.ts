import { startSettings } from "../../support/settings-fixture";

/** Someone changes in the console what the program changes too; plan.test.ts decides what is a conflict. */
async function conflicting() {
  const configuration = (theme: string) => [{ addons_id: "one", enable: true, enable_configuration: { theme } }];
  const set = await startSettings({}, { addons: configuration("light") });
  const program = (autoStopMinutes: number, theme: string) => ({
    ...set.ids,
    autoStopMinutes,
    addons: { one: { enable: true, enableConfiguration: { theme } } },
    onConflict: "fail",
  });
  await set.adopted(program(30, "light"));
  set.change({ auto_stop_minutes: 5, addons: configuration("dark") });
  return { ...set, program: program(60, "blue") };
}

test("with onConflict fail nothing is sent, and a table shows field, last applied, live and declared", async () => {
  const { engine, program, requests } = await conflicting();
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
  const { engine, program, live } = await conflicting();
  await engine.refresh();
  expect(await engine.up(program)).toMatchObject({ op: "update", error: "" });
  expect(live()).toMatchObject({ auto_stop_minutes: 60 });
});
