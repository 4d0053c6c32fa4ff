import { addons, allowLists, backups, type Client, databaseUsers, schedules, workgroups } from "../../../../client";
import { failureOf, makeClient, refusal, serve, success } from "../fixture";

const ws = { workgroupID: "wg", workspaceID: "ws" };

type Ask = (client: Client) => Promise<unknown>;
const record: Ask = (client) => client.sharedWorkgroup(ws);
const recordOfWorkspace: Ask = (client) => client.sharedWorkgroup(ws, { parts: ["ws"] });
const allWorkgroups: Ask = (client) => client.shared(workgroups.list, {});
const allSchedules: Ask = (client) => client.shared(schedules.list, ws);
const backupSchedule: Ask = (client) => client.shared(backups.schedule, ws);
const name = { installedAddonsID: "a", configName: "main" };
const config = { installedAddonsID: "a", configID: "c" };
const value = { config_value: "v" };
const configurations: Ask = (client) => client.shared(addons.configurations, name);
const allEntries: Ask = (client) => client.shared(allowLists.list, ws);
const caller: Ask = (client) => client.shared(allowLists.caller, ws);
const users: Ask = (client) => client.shared(databaseUsers.list, ws, { parts: ["anna"] });

test.each<[string, string, Ask, Ask]>([
  ["a workgroup's record", "one of its workspaces is created", record, ({ workspaces }) => workspaces.create(ws, { name: "n" })],
  ["a workgroup's record", "one is renamed", record, ({ workspaces }) => workspaces.update(ws, { workspace_name: "n" })],
  ["a workgroup's record", "its allow list is enforced", record, ({ allowLists }) => allowLists.enable(ws)],
  ["a workgroup's record", "it is changed", record, ({ workgroups }) => workgroups.update(ws, { workgroup_name: "n" })],
  ["a workgroup's record", "it is deleted", record, ({ workgroups }) => workgroups.delete(ws)],
  ["a workspace in it", "the workspace is changed", recordOfWorkspace, ({ workspaces }) => workspaces.update(ws, {})],
  ["a workspace in it", "the workspace is refreshed", recordOfWorkspace, ({ workspaces }) => workspaces.refresh(ws)],
  ["a workspace in it", "the workspace is deleted", recordOfWorkspace, ({ workspaces }) => workspaces.delete(ws)],
  ["the list of workgroups", "one is created", allWorkgroups, ({ workgroups }) => workgroups.create({ cloud_provider_id: "c" })],
  ["the list of workgroups", "one is changed", allWorkgroups, ({ workgroups }) => workgroups.update(ws, {})],
  ["the list of workgroups", "one is deleted", allWorkgroups, ({ workgroups }) => workgroups.delete(ws)],
  ["the list of schedules", "one is created", allSchedules, ({ schedules }) => schedules.create(ws, {})],
  ["the list of schedules", "one is replaced", allSchedules, ({ schedules }) => schedules.update({ ...ws, scheduleID: "s" }, {})],
  ["the list of schedules", "one is deleted", allSchedules, ({ schedules }) => schedules.delete({ ...ws, scheduleID: "s" })],
  ["an allow list", "an entry is added", allEntries, ({ allowLists }) => allowLists.create(ws, { cidr: "10.0.0.0/8" })],
  ["an allow list", "an entry is deleted", allEntries, ({ allowLists }) => allowLists.delete({ ...ws, id: "e" })],
  ["a backup schedule", "it is set", backupSchedule, ({ backups }) => backups.setSchedule(ws, { schedule: "7" })],
  [
    "a name's values",
    "one is created",
    configurations,
    ({ addons }) => addons.createConfiguration(name, { config_name: "main", ...value }),
  ],
  ["a name's values", "one is changed", configurations, ({ addons }) => addons.updateConfiguration({ ...config, ...name }, value)],
  ["a name's values", "one is deleted, whatever its name", configurations, ({ addons }) => addons.deleteConfiguration(config)],
  ["a user", "it is created", users, ({ databaseUsers }) => databaseUsers.create(ws, { username: "anna", password: "p" })],
  ["a user", "it gets a password", users, ({ databaseUsers }) => databaseUsers.setPassword(ws, { username: "anna", password: "p" })],
  ["a user", "it is deleted", users, ({ databaseUsers }) => databaseUsers.delete(ws, { username: "anna" })],
])("%s is read again once %s", async (_object, _event, read, write) => {
  const service = await serve(success(null));
  const { client } = makeClient(service);
  // A Result of null is no record, which a shared read reports to each caller.
  for (const step of [read, read, write, read, read]) await step(client).catch(() => undefined);
  expect(service.requests.map(({ method }) => (method === "GET" ? "read" : "write"))).toEqual(["read", "write", "read"]);
});

test.each<[string, Ask, Ask]>([
  ["a workspace that keeps its name is changed", record, ({ workspaces }) => workspaces.update(ws, {})],
  [
    "another name's configuration is changed",
    configurations,
    ({ addons }) => addons.updateConfiguration({ ...config, configName: "other" }, value),
  ],
  ["the list that allows the caller is enforced", caller, ({ allowLists }) => allowLists.enable(ws)],
  [
    "another entry is added",
    (client) => client.shared(allowLists.list, ws, { parts: ["192.0.2.0/24"] }),
    ({ allowLists }) => allowLists.create(ws, { cidr: "10.0.0.0/8" }),
  ],
  ["an add-on's configuration is deleted", (client) => client.shared(addons.list, {}), ({ addons }) => addons.deleteConfiguration(config)],
  ["another user is deleted", users, ({ databaseUsers }) => databaseUsers.delete(ws, { username: "ben" })],
])("a shared read stays in use if %s", async (_, read, write) => {
  const service = await serve(success(null));
  const { client } = makeClient(service);
  for (const step of [read, write, read]) await step(client).catch(() => undefined);
  expect(service.requests).toHaveLength(2);
});

test("a renewed client uses no earlier read", async () => {
  const service = await serve(success({ workgroup_id: "wg" }));
  const { client } = makeClient(service);
  await record(client);
  await record(client.withFreshReads());
  expect(service.requests).toHaveLength(2);
});

test("a short failure names what failed, the object whose error has the details, and the RequestID", async () => {
  const service = await serve(refusal(401, { Message: "The key is wrong." }));
  const { client } = makeClient(service);
  const purpose = { kind: "WorkspaceSettings", operation: "read", object: 'workspace "b"' };
  const error = await failureOf(client.withContext({ purpose }).sharedWorkgroup({ workgroupID: "wg" }));
  expect(error.inShort('workspace "a"')).toBe(
    'WorkspaceSettings: read of workspace "b" failed: GET /workgroups/wg was refused (HTTP 401, Unauthorized), as for workspace "a". See that error for the fix. RequestID: req-1',
  );
});
