import { status } from "@grpc/grpc-js";
import { PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import { ResourceProviderService as service } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { failureOf, secret, startPlugin, testWithClock, unknown, urnOf } from "../../support/plugin";
import { messages, settingsUrn, start, userUrn } from "./fixture";

/** The native plugin over gRPC alone, as the engine drives it, against the emulated service. */

test("a check announces the request, a create sends it, and the next diff finds no change", async () => {
  const { plugin, ids, id, writes } = await start();
  const news = { ...ids, autoStopMinutes: 30 };
  expect(await plugin.check(settingsUrn, news)).toEqual({ inputs: news, failures: [] });
  expect(plugin.lines.map(({ urn }) => urn)).toEqual([settingsUrn]);
  expect(messages(plugin)).toEqual([
    `graphplane: PUT /workgroups/${ids.workgroupId}/workspaces/${ids.workspaceId} {"auto_stop_minutes":30} was {"auto_stop_minutes":60}`,
  ]);
  const created = await plugin.create(settingsUrn, news);
  expect(created.id).toBe(id);
  expect(created.properties).toMatchObject({ ...news, host: expect.any(String) as string });
  expect(writes()).toEqual(["PUT"]);
  await plugin.check(settingsUrn, news, news);
  expect(await plugin.diff(settingsUrn, id, created.properties, news)).toEqual({ isChanged: false, diffs: [], replaces: [] });
  await plugin.delete(settingsUrn, id, created.properties);
  expect(writes()).toEqual([]);
});

test("a warning that applies to several resources is printed once, and a warning about one object for each", async () => {
  const { emulator, plugin, ids } = await start();
  const shared = { workgroupId: ids.workgroupId, workspaceTypeName: "TG-2", maintenanceWindow: { timeZone: "Mars" } };
  const names = ["first", "second"];
  const readOnly = names.map((name) => emulator.account.addWorkspace(ids.workgroupId, { name, is_rw: false }).workspace_id);
  for (const [at, workspaceId] of readOnly.entries()) await plugin.check(urnOf("WorkspaceSettings", `${at}`), { ...shared, workspaceId });
  const warnings = messages(plugin).flatMap((line) => /sent unchanged|"(first|second)" is read-only/.exec(line)?.[0] ?? []);
  expect(warnings).toEqual(["sent unchanged", '"first" is read-only', '"second" is read-only']);
});

test("a preview of a create returns the arguments, with every output unknown, and writes nothing", async () => {
  const { plugin, ids, writes } = await start();
  const { id, properties } = await plugin.create(settingsUrn, { ...ids, autoStopMinutes: 30 }, true);
  expect(id).toBe("");
  expect(properties).toMatchObject({ ...ids, autoStopMinutes: 30, host: unknown, databaseId: unknown });
  expect(properties).not.toHaveProperty("workspaceName");
  expect(writes()).toEqual([]);
});

test("a preview of an update shows the outputs that do not change, and all of them if nothing is sent", async () => {
  const { plugin, ids, id } = await start();
  const { properties } = await plugin.create(settingsUrn, { ...ids, autoStopMinutes: 30 });
  const resized = await plugin.update(settingsUrn, id, properties, { ...ids, autoStopMinutes: 45 }, true);
  expect(resized).toMatchObject({ autoStopMinutes: 45, host: properties["host"], name: properties["name"], tgVersion: "4.2.0" });
  const renamed = await plugin.update(settingsUrn, id, properties, { ...ids, workspaceName: "other", desiredTgVersion: "4.3.0" }, true);
  expect(renamed).toMatchObject({ name: unknown, tgVersion: unknown, databaseId: properties["databaseId"], isRw: properties["isRw"] });
  expect(resized).not.toHaveProperty("workspaceName");
  const local = await plugin.update(settingsUrn, id, properties, { ...ids, autoStopMinutes: 30, timeoutSeconds: 5 }, true);
  expect(local).toMatchObject({ timeoutSeconds: 5, host: properties["host"], name: properties["name"] });
});

test("a diff names every differing value at every depth, and those that replace the resource", async () => {
  const { plugin, ids, id } = await start();
  const olds = { ...ids, autoStopMinutes: 30, maintenanceWindow: { dayOfWeek: 1, hourOfDay: 2 }, addons: { "a b": { enable: true } } };
  const news = { ...ids, workspaceId: "other", maintenanceWindow: { dayOfWeek: 1, hourOfDay: 3 }, addons: { "a b": { enable: false } } };
  expect(await plugin.diff(settingsUrn, id, olds, news)).toEqual({
    isChanged: true,
    diffs: ["addons", "autoStopMinutes", "maintenanceWindow", "workspaceId"],
    replaces: ["workspaceId"],
    detailed: {
      workspaceId: "UPDATE_REPLACE",
      autoStopMinutes: "DELETE",
      "maintenanceWindow.hourOfDay": "UPDATE",
      'addons["a b"].enable': "UPDATE",
    },
  });
});

test("a secret remains secret in inputs and outputs, is sent in plain text, and is in no line", async () => {
  const { plugin, ids, emulator } = await start();
  const news = { ...ids, username: "anna", password: secret("hunter2") };
  expect(await plugin.check(userUrn, news)).toEqual({ inputs: news, failures: [] });
  const { id, properties } = await plugin.create(userUrn, news);
  expect(properties["password"]).toEqual(secret("hunter2"));
  expect(emulator.passwords(ids.workgroupId, ids.workspaceId)).toEqual({ anna: "hunter2" });
  const updated = await plugin.update(userUrn, id, properties, { ...news, password: "in plain text" });
  expect(updated["password"]).toEqual(secret("in plain text"));
  expect(messages(plugin).join("\n")).not.toMatch(/hunter2|in plain text/);
});

test("an argument that contains a secret is secret as a whole", async () => {
  const { plugin, ids } = await start();
  const configuration = { open: 1, hidden: secret("canary") };
  const settings = { ...ids, addons: { one: { enable: true, enableConfiguration: configuration } }, autoStopMinutes: 30 };
  expect((await plugin.create(settingsUrn, settings, true)).properties).toMatchObject({
    addons: secret({ one: { enable: true, enableConfiguration: { open: 1, hidden: "canary" } } }),
    autoStopMinutes: 30,
  });
  const refresh = await plugin.create(urnOf("WorkspaceRefresh"), { ...ids, triggers: ["open", secret("canary")] }, true);
  expect(refresh.properties["triggers"]).toEqual(secret(["open", "canary"]));
});

test("properties that are always secret are marked, even if the program does not mark them", async () => {
  const { plugin, ids } = await start();
  const news = { ...ids, username: "anna", password: "hunter2" };
  expect((await plugin.check(userUrn, news)).inputs).toEqual({ ...news, password: secret("hunter2") });
  expect((await plugin.check(userUrn, { ...news, password: unknown })).inputs).toEqual({ ...news, password: unknown });
  expect((await plugin.check(userUrn, { ...ids, username: "anna" })).inputs).toEqual({ ...ids, username: "anna" });
});

test("a value that is secret only in the program appears in no line of its first check and update", async () => {
  const { plugin, ids, id } = await start();
  await plugin.check(settingsUrn, { ...ids, workspaceName: secret("first") });
  const { properties } = await plugin.create(settingsUrn, { ...ids, workspaceName: secret("first") });
  await plugin.update(settingsUrn, id, properties, { ...ids, workspaceName: secret("second") });
  const lines = messages(plugin);
  expect(lines.map((line) => /sent PUT|PUT/.exec(line)?.[0])).toEqual(["PUT", "sent PUT"]);
  expect(lines.join()).not.toMatch(/first|second/);
});

test("no error contains an API key that was passed as an id", async () => {
  const { plugin, emulator, ids } = await start();
  const { message } = await failureOf(plugin.read(settingsUrn, `${ids.workgroupId}/${emulator.apiKey}`));
  expect(message).toContain(ids.workgroupId);
  expect(message).not.toContain(emulator.apiKey);
});

testWithClock("a value that is secret only in the program is in no line of a diff or a refresh, and in no error", async () => {
  const { plugin, emulator, clock, ids, id } = await start();
  const inputs = { ...ids, workspaceName: secret("first") };
  const { properties } = await plugin.create(settingsUrn, inputs);
  emulator.changeWorkspace(ids.workgroupId, ids.workspaceId, { name: "second" });
  clock.time += 60_000;
  const refreshed = await plugin.read(settingsUrn, id, properties, inputs);
  await plugin.diff(settingsUrn, id, refreshed.properties, inputs);
  const news = { ...ids, workspaceName: secret("third") };
  await plugin.check(settingsUrn, news, inputs);
  await plugin.diff(settingsUrn, id, refreshed.properties, news);
  const lines = messages(plugin);
  expect(lines.map((line) => /sent PUT|drift|PUT/.exec(line)?.[0])).toEqual(["sent PUT", "drift", "PUT"]);
  expect(lines.join()).not.toMatch(/first|second|third/);
  clock.time += 60_000;
  emulator.fault({ kind: "status", status: 500, type: "Internal-Error", times: "always" });
  const hidden = { ...properties, workgroupId: secret(ids.workgroupId), deletionPolicy: "delete" };
  for (const call of ["read", "delete"] as const)
    expect((await failureOf(plugin[call](settingsUrn, id, hidden))).message).not.toContain(ids.workgroupId);
});

test("check names every problem at its property, and refuses a second declaration of one object", async () => {
  const { plugin, ids } = await start();
  expect((await plugin.check(settingsUrn, { ...ids, autoStopMinuts: 1, pause: "yes" })).failures).toEqual([
    { property: "pause", reason: "must be a boolean, got string" },
    { property: "autoStopMinuts", reason: "unknown argument; did you mean autoStopMinutes?" },
  ]);
  expect((await plugin.check(settingsUrn, { ...ids }, ids)).failures).toEqual([]);
  const second = await plugin.check(urnOf("WorkspaceSettings", "copy"), ids, ids);
  const entry = (cidr: string, name: string) => plugin.check(urnOf("AllowListEntry", name), { ...ids, cidr }, { ...ids, cidr });
  await entry("203.0.113.7", "one");
  expect((await entry("203.0.113.7/32", "two")).failures.map(({ reason }) => reason).join()).toMatch(
    /"two" and .*"one" declare the same object/,
  );
  expect(second.failures.map(({ reason }) => reason)).toEqual([
    `WorkspaceSettings "copy" and WorkspaceSettings "it" declare the same object (workgroupId "${ids.workgroupId}", workspaceId "${ids.workspaceId}"): keep one of the two, with all the arguments`,
  ]);
});

testWithClock(
  "a wait that ends too early keeps the state with the failure, its secrets included, and the next update goes on",
  async () => {
    const { plugin, emulator, ids, id, writes } = await start();
    const handle = emulator.fault({ kind: "accepted-not-applied", match: { method: "PUT" }, times: 1 });
    const news = { ...ids, autoStopMinutes: 30, workspaceName: secret("quiet") };
    const { message, left } = await failureOf(plugin.create(settingsUrn, news));
    expect(handle.hits).toBe(1);
    expect(message).toMatch(/timed out after 120 s/i);
    expect(left).toMatchObject({ id, reasons: [message] });
    expect(JSON.stringify(left)).not.toContain(`"workspaceName":"quiet"`);
    const { properties = {} } = left ?? {};
    await plugin.check(settingsUrn, news, news);
    expect((await plugin.diff(settingsUrn, id, properties, news)).isChanged).toBe(true);
    const updated = await plugin.update(settingsUrn, id, properties, news);
    expect(updated).toMatchObject({ autoStopMinutes: 30, workspaceName: secret("quiet") });
    expect(writes()).toEqual(["PUT", "PUT"]);
  },
);

testWithClock("a cancel ends a wait at once and keeps the state, and everything that begins after it", async () => {
  const { plugin, emulator, clock, ids, id } = await start();
  emulator.fault({ kind: "accepted-not-applied", match: { method: "PUT" }, times: 1 });
  clock.held = true;
  const waiting = new Promise<void>((resolve) => (clock.onSleep = resolve));
  const created = failureOf(plugin.create(settingsUrn, { ...ids, autoStopMinutes: 30 }));
  await waiting;
  await plugin.cancel();
  const { message, left } = await created;
  expect(message).toMatch(/the operation was canceled\. Run the same command again to continue/);
  expect(left).toMatchObject({ id, properties: ids });
  expect((await failureOf(plugin.read(settingsUrn, id, ids))).message).toMatch(/was canceled before a response arrived/);
  expect((await failureOf(plugin.invoke("getWorkgroup", ids))).message).toMatch(/was canceled before a response arrived/);
});

testWithClock("customTimeouts ends a wait and keeps the state, from which the next update resumes, and no timer", async () => {
  const { plugin, emulator, clock, ids, id } = await start();
  emulator.fault({ kind: "accepted-not-applied", match: { method: "PUT" }, times: 1 });
  const begin = clock.time;
  const [started, cleared] = [jest.spyOn(globalThis, "setTimeout"), jest.spyOn(globalThis, "clearTimeout")];
  const { message, left } = await failureOf(plugin.create(settingsUrn, { ...ids, autoStopMinutes: 30 }, false, 44));
  const timers = started.mock.results.filter((_, at) => started.mock.calls[at]?.[1] === 44_000);
  expect(timers.map(({ value }) => cleared.mock.calls.flat().includes(value as NodeJS.Timeout))).toEqual([true]);
  jest.restoreAllMocks();
  expect(message).toMatch(
    /customTimeouts ended the operation after 44 s\. Run the same command again to continue from here, or raise the limit/,
  );
  expect([clock.time - begin, clock.pauses.length > 2]).toEqual([44_000, true]);
  expect(left).toMatchObject({ id, properties: ids });
});

testWithClock.each([
  ["DatabaseUser", { username: "anna", password: "first" }],
  ["WorkspaceSettings", { deletionPolicy: "delete" }],
])("customTimeouts that ends a deletion before it is certain that the %s is gone says so", async (kind, more) => {
  const { plugin, emulator, ids } = await start();
  const urn = urnOf(kind);
  const { id, properties } = await plugin.create(urn, { ...ids, ...more });
  emulator.deleteWorkspace(ids.workgroupId, ids.workspaceId);
  const { message } = await failureOf(plugin.delete(urn, id, properties, 2));
  expect(message).toMatch(/^\w+: delete of .* failed: customTimeouts ended the operation after 2 s\. Run the same command again/);
});

test("a Configure after a cancel resets the plugin, for another account too", async () => {
  const [{ plugin }, other] = [await start(), await start()];
  await plugin.invoke("getWorkgroups", {});
  await plugin.cancel();
  await plugin.configure({ baseUrl: other.emulator.url, apiKey: secret(other.emulator.apiKey) });
  const { workgroups } = await plugin.invoke("getWorkgroups", {});
  expect(workgroups).toEqual([expect.objectContaining({ workgroupId: other.ids.workgroupId })]);
});

test.each([
  ["a cancel ends", 0, /was canceled before a response arrived\. The request might have been applied/],
  ["before customTimeouts, a cancel ends", 600, /was canceled before a response arrived\. The request might have been applied/],
  ["customTimeouts ends", 0.2, /was canceled before a response arrived\. .* customTimeouts ended the operation after 0\.2 s/],
])("%s a request in progress, and the state keeps the change that may have been applied", async (_name, seconds, text) => {
  const { plugin, emulator, ids, id } = await start();
  let arrived = () => {};
  const put = new Promise<void>((resolve) => (arrived = resolve));
  emulator.fault({ kind: "hang", match: { method: "PUT", body: () => (arrived(), true) }, applied: true });
  const created = failureOf(plugin.create(settingsUrn, { ...ids, autoStopMinutes: 30 }, false, seconds));
  await put;
  if (seconds !== 0.2) await plugin.cancel();
  const { message, left } = await created;
  expect(message).toMatch(text);
  expect(left).toMatchObject({ id, properties: { __pending: { sent: { autoStopMinutes: 30 } } } });
});

describe("invoke", () => {
  test("returns a record with graphplane's names, shares reads of the same object, and reads again after a change", async () => {
    const { plugin, service, ids } = await start();
    const [workspace, workgroup] = await Promise.all([
      plugin.invoke("getWorkspace", ids),
      plugin.invoke("getWorkgroup", { workgroupId: ids.workgroupId }),
    ]);
    expect(workspace).toMatchObject({ ...ids, autoStopMinutes: 60 });
    expect(workgroup).toMatchObject({ workgroupId: ids.workgroupId, workspaces: [expect.objectContaining(ids)] });
    expect(service.requests()).toHaveLength(1);
    await plugin.create(settingsUrn, { ...ids, autoStopMinutes: 30 });
    expect(await plugin.invoke("getWorkspace", ids)).toMatchObject({ autoStopMinutes: 30 });
  });

  test("returns a list under its name, and fails with a message for the user", async () => {
    const { plugin, ids } = await start();
    expect(await plugin.invoke("getSchedules", ids)).toEqual({ schedules: [] });
    expect((await plugin.invoke("getWorkgroups", {}))["workgroups"]).toHaveLength(1);
    const { message } = await failureOf(plugin.invoke("getWorkspace", { workgroupId: ids.workgroupId }));
    expect(message).toMatch(/^getWorkspace: read of workspace .* failed: pass exactly one of workspaceId and name/);
  });
});

test("the plugin returns its schema and version, and does not implement calls for components", async () => {
  const { plugin } = await start();
  const schema = await plugin.call(service.getSchema, new proto.GetSchemaRequest());
  expect(JSON.parse(schema.getSchema())).toMatchObject({ name: "graphplane" });
  const info = await plugin.call(service.getPluginInfo, new Empty());
  expect(info.getVersion()).toMatch(/^\d+\.\d+\.\d+/);
  const construct = plugin.call(service.construct, new proto.ConstructRequest());
  await expect(construct).rejects.toMatchObject({ code: status.UNIMPLEMENTED });
});

test("a handshake without the engine's address keeps the one that the plugin was started with, and accepts secrets", async () => {
  const { plugin, ids } = await start();
  const response = await plugin.call(service.handshake, new proto.ProviderHandshakeRequest());
  expect(response.getAcceptSecrets()).toBe(true);
  await plugin.check(settingsUrn, { ...ids, autoStopMinutes: 30 });
  expect(messages(plugin)).toHaveLength(1);
});

test("lines go to the engine that attached last", async () => {
  const [{ plugin, ids }, { plugin: other }] = [await start(), await start()];
  await plugin.call(service.attach, new PluginAttach().setAddress(other.engine.address));
  await plugin.check(settingsUrn, { ...ids, autoStopMinutes: 30 });
  expect([messages(plugin).length, messages(other).length]).toEqual([0, 1]);
});

test("an engine that rejects lines causes no failure", async () => {
  const { emulator, ids, id } = await start();
  const plugin = await startPlugin({ baseUrl: emulator.url, apiKey: emulator.apiKey });
  plugin.engine.stop();
  expect((await plugin.create(settingsUrn, { ...ids, autoStopMinutes: 30 })).id).toBe(id);
});

const other = urnOf("Workspaces");
type Plugin = Awaited<ReturnType<typeof startPlugin>>;
test.each<[string, RegExp, (plugin: Plugin) => Promise<unknown>]>([
  ["check", /"Workspaces"/, (plugin) => plugin.check(other, {})],
  ["diff", /"Workspaces"/, (plugin) => plugin.diff(other, "id", {}, { a: 1 })],
  ["create", /"Workspaces"/, (plugin) => plugin.create(other, {})],
  ["create of a preview", /"Workspaces"/, (plugin) => plugin.create(other, {}, true)],
  ["update", /"Workspaces"/, (plugin) => plugin.update(other, "id", {}, { a: 1 })],
  ["update of a preview", /"Workspaces"/, (plugin) => plugin.update(other, "id", {}, { a: 1 }, true)],
  ["read", /"Workspaces"/, (plugin) => plugin.read(other, "id")],
  ["delete", /"Workspaces"/, (plugin) => plugin.delete(other, "id", {})],
  ["create of no URN", /""/, (plugin) => plugin.create("", {})],
  ["create of a name that every object has", /"toString"/, (plugin) => plugin.create(urnOf("toString"), {})],
  ["invoke", /unknown function "getNothing" in this version\. Available: .*getWorkspace/, (plugin) => plugin.invoke("getNothing", {})],
])("an unknown name returns NOT_FOUND and the existing names: %s", async (_, names, call) => {
  const { plugin, ids } = await start();
  const { message, code } = await failureOf(call(plugin));
  expect(code).toBe(status.NOT_FOUND);
  expect(message).toMatch(names);
  expect(message).toMatch(/Available: .*(DatabaseUser|getWorkspace)/);
  expect((await plugin.check(settingsUrn, { ...ids, autoStopMinutes: 30 })).failures).toEqual([]);
});
