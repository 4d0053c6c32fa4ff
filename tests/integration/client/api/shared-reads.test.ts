import { freshFor } from "../../../../client/http/read-cache";
import type { Client } from "../../../../client";
import { failureOf, hang, makeClient, refusal, serve, success } from "../fixture";

const ws = { workgroupID: "wg", workspaceID: "ws" };

test("one request serves many callers; a write invalidates it, another workspace's does not", async () => {
  const service = await serve((response, { method }, socket) =>
    (method === "GET" ? success({ workgroup_id: "wg" }) : success(null))(response, { method, url: "", headers: {}, body: "" }, socket),
  );
  const { client, clock } = makeClient(service);
  const shared = () => client.sharedWorkgroup({ workgroupID: "wg" }, { workspaceID: "ws" });
  await Promise.all([shared(), shared(), client.withContext({}).sharedWorkgroup({ workgroupID: "wg" })]);
  await client.workspaces.update({ ...ws, workspaceID: "other" }, {});
  await shared();
  expect(service.requests.map(({ method }) => method)).toEqual(["GET", "PUT"]);
  await client.withContext({}).workspaces.delete(ws);
  await shared();
  expect(service.requests.map(({ method }) => method)).toEqual(["GET", "PUT", "DELETE", "GET"]);
  clock.time += freshFor;
  await shared();
  expect(service.requests).toHaveLength(5);
});

test.each<[string, string | undefined, (client: Client) => Promise<unknown>]>([
  ["one of its workspaces is refreshed, for who asks for that", "ws", ({ workspaces }) => workspaces.refresh(ws)],
  ["its allow list is enforced, for who asks for no workspace", undefined, ({ allowLists }) => allowLists.enforce(ws, true)],
])("a workgroup's record is read again once %s", async (_, workspaceID, write) => {
  const service = await serve(success({ workgroup_id: "wg", workspaces: [] }));
  const { client } = makeClient(service);
  const read = () => client.sharedWorkgroup(ws, workspaceID === undefined ? {} : { workspaceID });
  for (const step of [read, read, () => write(client), read, read]) await step();
  expect(service.requests).toHaveLength(3);
});

test("a shared failure rejects each caller with an error of its own", async () => {
  const service = await serve(refusal(400, { ErrorDetails: [{ FieldName: "auto_stop_minutes", Reason: "why", Type: "Bad-Request" }] }));
  const { client } = makeClient(service);
  const nameOf = (wire: string) => (wire === "auto_stop_minutes" ? "autoStopMinutes" : undefined);
  const ask = (kind: string, object: string) =>
    failureOf(client.withContext({ purpose: { kind, operation: "read", object, nameOf } }).sharedWorkgroup({ workgroupID: "wg" }));
  const [first, second] = await Promise.all([ask("WorkspaceSettings", "workspace a"), ask("WorkspaceRefresh", "workspace b")]);
  expect(service.requests).toHaveLength(1);
  expect(first.message).toMatch(
    /^WorkspaceSettings: read of workspace a failed: .*auto_stop_minutes \(the argument autoStopMinutes\): why\./,
  );
  expect(second.message).toMatch(
    /^WorkspaceRefresh: read of workspace b failed: .*auto_stop_minutes \(the argument autoStopMinutes\): why\./,
  );
  expect(second.failure).toEqual(first.failure);
});

test("a caller that aborts a shared read gets an error, the other gets the record", async () => {
  let answer = () => {};
  const service = await serve((response, request, socket) => (answer = () => success({ workgroup_id: "wg" })(response, request, socket)));
  const { client } = makeClient(service);
  const controller = new AbortController();
  const leaving = failureOf(
    client.withContext({ purpose: { kind: "K", operation: "read" }, signal: controller.signal }).sharedWorkgroup({ workgroupID: "wg" }),
  );
  const staying = client.sharedWorkgroup({ workgroupID: "wg" });
  controller.abort();
  const error = await leaving;
  expect(error.failure.outcome).toBe("aborted");
  expect(error.message).toMatch(/^K: read failed: GET \/workgroups\/wg was cancelled/);
  while (service.requests.length === 0) await new Promise(setImmediate);
  answer();
  await expect(staying).resolves.toEqual({ workgroup_id: "wg" });
});

test.each<[string, (client: Client) => Promise<unknown>]>([
  ["a workgroup", (client) => client.sharedWorkgroup({ workgroupID: "wg" })],
  ["the workgroups", (client) => client.sharedWorkgroups()],
  ["the installed add-ons", (client) => client.sharedInstalledAddons()],
  ["a name's configurations", (client) => client.sharedConfigurations({ installedAddonsID: "a", configName: "main" })],
  ["a workspace's users", (client) => client.sharedUsers(ws)],
])("one failed read of %s, retries included, serves all callers for 10 seconds", async (_, ask) => {
  const service = await serve(refusal(503), refusal(503), success([]));
  const { client, clock } = makeClient(service, { maxRetries: 1 });
  const first = await failureOf(ask(client));
  const later = await failureOf(ask(client));
  expect(service.requests).toHaveLength(2);
  expect([later.failure, later.attempts]).toEqual([first.failure, 2]);
  clock.time += freshFor;
  await ask(client).catch(() => undefined);
  expect(service.requests).toHaveLength(3);
});

test("an aborted read does not count as a failure", async () => {
  const service = await serve(hang, success({ workgroup_id: "wg" }));
  const { client } = makeClient(service);
  const controller = new AbortController();
  const leaving = failureOf(client.withContext({ signal: controller.signal }).sharedWorkgroup({ workgroupID: "wg" }));
  while (service.requests.length === 0) await new Promise(setImmediate);
  controller.abort();
  expect((await leaving).failure.outcome).toBe("aborted");
  await expect(client.sharedWorkgroup({ workgroupID: "wg" })).resolves.toEqual({ workgroup_id: "wg" });
});

test("a failure in short names what failed, the object whose error has the details, and the RequestID", async () => {
  const service = await serve(refusal(401, { Message: "The key is wrong." }));
  const { client } = makeClient(service);
  const purpose = { kind: "WorkspaceSettings", operation: "read", object: 'workspace "b"' };
  const error = await failureOf(client.withContext({ purpose }).sharedWorkgroup({ workgroupID: "wg" }));
  expect(error.inShort('workspace "a"')).toBe(
    'WorkspaceSettings: read of workspace "b" failed: GET /workgroups/wg was refused (HTTP 401, Unauthorized), as for workspace "a". See there what to do. RequestID: req-1',
  );
});
