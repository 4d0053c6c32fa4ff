import type { Client } from "../../../../client";
import { InputError } from "../../../../client/http/errors";
import { failureOf, makeClient, reset, serve, success, testKey, text } from "../fixture";

/** Every call of the control plane: the request that it sends, and how Results are read that are the same for many. */

const base = "/controller/v4/v2";
const id = {
  ...{ workgroupID: "w g/1", workspaceID: "ä?#", databaseID: "%2F", scheduleID: "s/1", job: "a+b", id: "e/1" },
  ...{ installedAddonsID: "ad/d", addonsID: "ad/d", configID: "c/1", configName: "größe?#/x" },
};
const workgroup = "/workgroups/w%20g%2F1";
const workspace = `${workgroup}/workspaces/%C3%A4%3F%23`;
const configuration = { config_name: "n", config_value: "v" };
const range = { cidr: "10.0.0.0/8", note: "office" };
const user = { username: "ä/b", password: "p" };

type Call = (client: Client) => Promise<unknown>;
const calls: readonly (readonly [string, Call])[] = [
  ["GET /installed-addons", ({ addons }) => addons.list()],
  ["GET /installed-addons/ad%2Fd", ({ addons }) => addons.get(id)],
  ["GET /installed-addons/ad%2Fd/configs/gr%C3%B6%C3%9Fe%3F%23%2Fx", ({ addons }) => addons.configurations(id)],
  ['POST /add-ons/ad%2Fd/configs {"config_name":"n","config_value":"v"}', ({ addons }) => addons.createConfiguration(id, configuration)],
  ['PUT /add-ons/ad%2Fd/configs/c%2F1 {"config_value":"v"}', ({ addons }) => addons.updateConfiguration(id, { config_value: "v" })],
  ["DELETE /add-ons/ad%2Fd/configs/c%2F1", ({ addons }) => addons.deleteConfiguration(id)],
  ["GET /addons/ad%2Fd/workspaces", ({ addons }) => addons.workspaces(id)],
  [`GET ${workgroup}/allow_list`, ({ allowLists }) => allowLists.list(id)],
  [`GET ${workgroup}/allow_list/current`, ({ allowLists }) => allowLists.caller(id)],
  [`POST ${workgroup}/allow_list {"cidr":"10.0.0.0/8","note":"office"}`, ({ allowLists }) => allowLists.create(id, range)],
  [`PUT ${workgroup}/allow_list/e%2F1 {"cidr":"10.0.0.0/8"}`, ({ allowLists }) => allowLists.update(id, { cidr: "10.0.0.0/8" })],
  [`DELETE ${workgroup}/allow_list/e%2F1`, ({ allowLists }) => allowLists.delete(id)],
  [`PUT ${workgroup}/allow_list/enable`, ({ allowLists }) => allowLists.enable(id)],
  [`PUT ${workgroup}/allow_list/disable`, ({ allowLists }) => allowLists.disable(id)],
  [`GET ${workspace}/backups`, ({ backups }) => backups.list(id)],
  [`GET ${workspace}/backups/a%2Bb/status`, ({ backups }) => backups.restoreJob(id)],
  [`GET ${workspace}/backups/schedule`, ({ backups }) => backups.schedule(id)],
  [`POST ${workspace}/backups/schedule {"schedule":"0 2 * * *"}`, ({ backups }) => backups.setSchedule(id, { schedule: "0 2 * * *" })],
  [`GET ${workgroup}/databases/%252F`, ({ databases }) => databases.get(id)],
  [`GET ${workspace}/dbuser`, ({ databaseUsers }) => databaseUsers.list(id)],
  [`POST ${workspace}/dbuser {"username":"ä/b","password":"p"}`, ({ databaseUsers }) => databaseUsers.create(id, user)],
  [`PUT ${workspace}/dbuser {"username":"ä/b","password":"p"}`, ({ databaseUsers }) => databaseUsers.setPassword(id, user)],
  [`DELETE ${workspace}/dbuser {"username":"ä/b"}`, ({ databaseUsers }) => databaseUsers.delete(id, { username: "ä/b" })],
  [`GET ${workspace}/schedules`, ({ schedules }) => schedules.list(id)],
  [`POST ${workspace}/schedules {"time":"07:00"}`, ({ schedules }) => schedules.create(id, { time: "07:00" })],
  [`PUT ${workspace}/schedules/s%2F1 {"time":"07:00"}`, ({ schedules }) => schedules.update(id, { time: "07:00" })],
  [`DELETE ${workspace}/schedules/s%2F1`, ({ schedules }) => schedules.delete(id)],
  [`GET ${workgroup}`, ({ workgroups }) => workgroups.get(id)],
  ["GET /workgroups", ({ workgroups }) => workgroups.list()],
  ['POST /workgroups {"cloud_provider_id":"c"}', ({ workgroups }) => workgroups.create({ cloud_provider_id: "c" })],
  [`PUT ${workgroup} {"workgroup_name":"n"}`, ({ workgroups }) => workgroups.update(id, { workgroup_name: "n" })],
  [`DELETE ${workgroup}`, ({ workgroups }) => workgroups.delete(id)],
  ["GET /cloud-providers", ({ workgroups }) => workgroups.cloudProviders()],
  ["GET /cloud-providers/public", ({ workgroups }) => workgroups.publicCloudProviders()],
  [`POST ${workgroup}/workspaces {"name":"n"}`, ({ workspaces }) => workspaces.create(id, { name: "n" })],
  [`PUT ${workspace} {}`, ({ workspaces }) => workspaces.update(id, {})],
  [`DELETE ${workspace}`, ({ workspaces }) => workspaces.delete(id)],
  [`POST ${workspace}/refresh`, ({ workspaces }) => workspaces.refresh(id)],
  ["GET /workspaces/meta", ({ workspaces }) => workspaces.options()],
];

test.each(calls)("%s is sent with the API key and no other credential", async (request, call) => {
  const service = await serve(success(null));
  await call(makeClient(service).client).catch(() => undefined);
  const [sent, ...others] = service.requests.map(({ method, url, body }) => `${method} ${url.slice(base.length)} ${body}`.trim());
  expect([sent, others]).toEqual([request, []]);
  const { headers, body = "" } = service.requests[0] ?? {};
  expect(headers).toMatchObject({ "x-api-key": testKey, ...(body !== "" && { "content-length": String(Buffer.byteLength(body)) }) });
  expect(headers?.["content-type"]).toBe(body === "" ? undefined : "application/json");
  expect(headers).not.toHaveProperty("authorization");
});

test.each(calls)("%s is sent again after a lost response, unless a second POST could create a second object", async (request, call) => {
  const service = await serve(reset, success(null));
  await call(makeClient(service, { maxRetries: 1 }).client).catch(() => undefined);
  expect(service.requests).toHaveLength(request.startsWith("POST") && !request.includes("backups/schedule") ? 1 : 2);
});

const recordsOfSchedules: Call = async ({ schedules }) => (await schedules.list(id)).found.map(({ record }) => record);

test.each<[string, unknown, Call]>([
  ["a database", { database_id: "d", new_key: 1 }, ({ databases }) => databases.get(id)],
  ["backups", [{ id: "b", size_bytes: "12", new_key: null }], ({ backups }) => backups.list(id)],
  ["a restore job", { name: "j", status: "done", new_key: [] }, ({ backups }) => backups.restoreJob(id)],
  ["schedules", [{ workspace_id: "ws", repeat: "daily", new_key: {} }, { time: "07:00" }, { id: "s" }], recordsOfSchedules],
  ["users", [{ username: "a", newer: [1] }], ({ databaseUsers }) => databaseUsers.list(id)],
  ["an add-on's workspaces", [{ workspace_id: "ws", more: 1 }], ({ addons }) => addons.workspaces(id)],
  ["what a refresh answers", "started", ({ workspaces }) => workspaces.refresh(id)],
])("%s keep unknown fields", async (_, result, call) => {
  expect(await call(makeClient(await serve(success(result))).client)).toEqual(result);
});

test.each<[string, Call, unknown]>([
  ["backups", ({ backups }) => backups.list(id), []],
  ["schedules", recordsOfSchedules, []],
  ["workgroups", (client) => client.sharedWorkgroups(), []],
  ["cloud providers", ({ workgroups }) => workgroups.publicCloudProviders(), []],
  ["workspaces of an add-on", ({ addons }) => addons.workspaces(id), []],
  ["users, which may not be all", ({ databaseUsers }) => databaseUsers.list(id), null],
])("a list of no %s may be null, absent or empty", async (_, call, none) => {
  const found = [];
  for (const result of [',"Result":null', "", ',"Result":[]'])
    found.push(await call(makeClient(await serve(text(200, `{"Error":false${result}}`))).client));
  expect(found).toEqual([none, none, []]);
});

test.each<[string, unknown, Call]>([
  ["a database that is a text", "canary", ({ databases }) => databases.get(id)],
  ["backups that are an object", { id: "canary" }, ({ backups }) => backups.list(id)],
  ["a restore job that is a list", ["canary"], ({ backups }) => backups.restoreJob(id)],
  ["schedules without identifier, repetition and time", [{ name: "canary" }], ({ schedules }) => schedules.list(id)],
  ["users that are an object", { name: "canary" }, ({ databaseUsers }) => databaseUsers.list(id)],
  ["workspaces that are a text", "canary", ({ addons }) => addons.workspaces(id)],
])("%s: the error names the place and contains no value", async (_, result, call) => {
  const { failure, message } = await failureOf(call(makeClient(await serve(success(result))).client));
  expect(failure).toMatchObject({ outcome: "not-understood", summary: expect.stringContaining("Result: ") as string });
  expect(message).not.toContain("canary");
});

test("the error of a list without a valid entry names the first three places", async () => {
  const { message } = await failureOf(makeClient(await serve(success(["a", "b", "c", "d"]))).client.backups.list(id));
  expect(message.match(/Result\.\d/g)).toEqual(["Result.0", "Result.1", "Result.2"]);
});

test.each<[string, Call]>([
  ["a configuration without a value", ({ addons }) => addons.createConfiguration(id, { config_name: "n" } as never)],
  [
    "a configuration whose value is no text",
    ({ addons }) => addons.createConfiguration(id, { ...configuration, config_value: {} } as never),
  ],
  ["a configuration with another field", ({ addons }) => addons.createConfiguration(id, { ...configuration, configName: "n" } as never)],
  ["a user without a password", ({ databaseUsers }) => databaseUsers.create(id, { username: "a" } as never)],
  ["a user with another field", ({ databaseUsers }) => databaseUsers.create(id, { ...user, role: "admin" } as never)],
])("%s is refused without a request", async (_, call) => {
  const service = await serve(success(null));
  await expect(call(makeClient(service).client)).rejects.toThrow(InputError);
  expect(service.requests).toEqual([]);
});
