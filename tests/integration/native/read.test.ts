import { failureOf, testWithClock, urnOf } from "../../support/plugin";
import { messages, settingsUrn, start, userUrn } from "./fixture";

/** Imports, gets and refreshes through the native plugin. */

test("a read by id alone imports settings and users: the inputs hold the identifiers, and what is not there is an error", async () => {
  const { plugin, ids, id } = await start();
  expect(await plugin.read(settingsUrn, id)).toMatchObject({ id, inputs: ids, properties: { ...ids, host: expect.any(String) as string } });
  const { message } = await failureOf(plugin.read(settingsUrn, `${ids.workgroupId}/none`));
  expect(message).toMatch(/it does not exist\. Check the id ".+\/none", which must have the format <workgroupId>\/<workspaceId>/);
  await plugin.create(userUrn, { ...ids, username: "anna", password: "first" });
  const user = await plugin.read(urnOf("DatabaseUser", "imported"), `${id}/anna`);
  const owner = expect.stringMatching(/^[0-9a-f]{8}$/) as string;
  expect(user).toMatchObject({ id: `${id}/anna`, inputs: { ...ids, username: "anna" }, properties: { __owner: owner } });
});

test("a read imports a configuration by its name, and gives it the id that it has from then on", async () => {
  const { plugin, emulator } = await start();
  const urn = urnOf("AddonConfiguration");
  const { id: installedAddonId } = emulator.account.addInstalledAddon();
  const config = { installedAddonId, configName: "a/b", configValue: "value" };
  const made = await plugin.create(urn, config);
  const found = await plugin.read(urn, `${installedAddonId}/a/b`);
  expect(found).toMatchObject({ id: made.id, inputs: config, properties: { configId: made.properties["configId"] } });
  expect(await plugin.diff(urn, found.id, found.properties, config)).toMatchObject({ isChanged: false });
  expect((await failureOf(plugin.read(urn, made.id))).message).toMatch(/<installedAddonId>\/<configName>|not certain/);
});

test("a read returns every setting for an id alone; an import that names properties declares those, and nothing changes", async () => {
  const { plugin, ids, id } = await start();
  const found = await plugin.read(settingsUrn, id);
  const settings = { workspaceName: "main", autoStopMinutes: 60, enableHa: false, maintenanceWindow: { timeZone: "UTC" } };
  expect(found).toMatchObject({ properties: settings, inputs: { ...settings, ...ids } });
  expect(await plugin.read(settingsUrn, id)).toEqual(found);
  const changed = { ...ids, autoStopMinutes: 45, maintenanceWindow: { timeZone: "Etc/UTC" } };
  await plugin.check(settingsUrn, changed, found.inputs);
  plugin.lines.splice(0);
  expect(await plugin.diff(settingsUrn, id, found.properties, changed, found.inputs)).toMatchObject({ isChanged: true });
  // What the import found and the program omits was never declared.
  expect(messages(plugin)).toEqual([expect.stringMatching(/^graphplane: PUT .* was \{"auto_stop_minutes":60,.*_zone":"UTC"\}$/)]);
  const declared = { ...ids, autoStopMinutes: 60 };
  await plugin.check(settingsUrn, declared, declared);
  expect(await plugin.diff(settingsUrn, found.id, found.properties, declared, declared)).toMatchObject({ isChanged: false });
  expect((await plugin.read(settingsUrn, found.id, found.properties, declared)).inputs).toEqual(declared);
});

test("a read keeps an argument that the service may fill in among the inputs, if it is declared", async () => {
  const { plugin, ids } = await start();
  const urn = urnOf("Workgroup");
  const { id, properties } = await plugin.read(urn, ids.workgroupId);
  const { workgroupName, cloudProviderId, platform = "" } = properties;
  for (const more of [{}, { platform }]) {
    const inputs = { workgroupName, cloudProviderId, ...more };
    expect((await plugin.read(urn, id, properties, inputs)).inputs).toEqual(inputs);
  }
});

testWithClock("a read shows drift, and answers with nothing for what is gone", async () => {
  const { plugin, emulator, clock, ids, id } = await start();
  const { properties } = await plugin.create(settingsUrn, { ...ids, autoStopMinutes: 30 });
  clock.time += 60_000;
  emulator.changeWorkspace(ids.workgroupId, ids.workspaceId, { auto_stop_minutes: 90 });
  const inputs = { ...ids, autoStopMinutes: 30 };
  const drifted = await plugin.read(settingsUrn, id, properties, inputs);
  expect(drifted).toMatchObject({ id, properties: { autoStopMinutes: 90 }, inputs: { autoStopMinutes: 90 } });
  clock.time += 60_000;
  emulator.deleteWorkspace(ids.workgroupId, ids.workspaceId);
  expect(await plugin.read(settingsUrn, id, properties, inputs)).toEqual({ id: "", properties: {}, inputs: {} });
});

test("a read drops what the dynamic host left in the state of a stack that moved", async () => {
  const { plugin, ids, id } = await start();
  const moved = { ...ids, __provider: "exports.handler = …", __secrets: ["pause"] };
  const { properties, inputs } = await plugin.read(settingsUrn, id, moved, moved);
  const notes = Object.keys({ ...properties, ...inputs }).filter((name) => name.startsWith("__"));
  expect(notes.toSorted()).toEqual(["__owner", "__service"]);
  expect(await plugin.diff(settingsUrn, id, moved, ids)).toMatchObject({ isChanged: false });
});
