import { runQuery } from "../../../../client/api/queries";
import { exchangeSecret } from "../../../../client/api/token-exchange";
import type { Client } from "../../../../client";
import { failureOf, makeClient, refusal, reset, serve, success, text } from "../fixture";

const base = "/controller/v4/v2";
const odd = { workgroupID: "w g/1", workspaceID: "ä?#", databaseID: "%2F", job: "a+b" };
const workspace = `${base}/workgroups/w%20g%2F1/workspaces/%C3%A4%3F%23`;

/** API endpoints 8, 11, 13, 14 and 15: method, path, and what a call is answered. */
const calls: readonly (readonly [number, string, string, unknown, (client: Client) => Promise<unknown>])[] = [
  [8, "GET", `${base}/workgroups/w%20g%2F1/databases/%252F`, { database_id: "d", new_key: 1 }, (client) => client.databases.get(odd)],
  [11, "POST", `${workspace}/refresh`, "started", (client) => client.workspaces.refresh(odd)],
  [13, "GET", `${workspace}/backups`, [{ id: "b", size_bytes: "12", new_key: null }], (client) => client.backups.list(odd)],
  [14, "GET", `${workspace}/backups/a%2Bb/status`, { name: "j", status: "done", new_key: [] }, (client) => client.backups.restoreJob(odd)],
  [15, "GET", `${workspace}/schedules`, [{ workspace_id: "ws", repeat: "daily", new_key: {} }], (client) => client.schedules.list(odd)],
];

test.each(calls)("endpoint %i is %s %s, without a body", async (_, method, path, result, call) => {
  const service = await serve(success(result));
  expect(await call(makeClient(service).client)).toEqual(result);
  expect(service.requests).toMatchObject([{ method, url: path, body: "", headers: { "x-api-key": "test-key-0123456789" } }]);
  expect(service.requests[0]?.headers).not.toHaveProperty("authorization");
});

test.each(calls.filter(([, method]) => method === "GET"))(
  "endpoint %i is tried again where its answer is lost",
  async (_n, _m, _p, result, call) => {
    const service = await serve(reset, success(result));
    expect(await call(makeClient(service, { maxRetries: 1 }).client)).toEqual(result);
  },
);

test.each([
  ["lost", reset],
  ["HTTP 503", refusal(503)],
])("a refresh whose answer is %s is never sent twice", async (_, answer) => {
  const service = await serve(answer, success(null));
  await failureOf(makeClient(service, { maxRetries: 3 }).client.workspaces.refresh(odd));
  expect(service.requests).toHaveLength(1);
});

test.each([["backups"], ["schedules"]] as const)("no %s may be told as null, as absent or as an empty list", async (noun) => {
  for (const result of ["null", "[]"]) {
    const { client } = makeClient(await serve(text(200, `{"Error":false,"Result":${result}}`)));
    expect(await client[noun].list(odd)).toEqual([]);
  }
  expect(await makeClient(await serve(text(200, '{"Error":false}'))).client[noun].list(odd)).toEqual([]);
});

test.each([
  ["a database that is no object", "text", (client: Client) => client.databases.get(odd)],
  ["a list that is none", { id: 1 }, (client: Client) => client.backups.list(odd)],
  ["a job that is a list", [], (client: Client) => client.backups.restoreJob(odd)],
])("%s is not understood, and told with its place", async (_, result, call) => {
  const error = await failureOf(call(makeClient(await serve(success(result))).client));
  expect(error.failure).toMatchObject({ outcome: "not-understood", summary: expect.stringContaining("Result: ") as string });
});

test("fields of another type are told as not there; a size in numbers is a text", async () => {
  const { client } = makeClient(await serve(success([{ id: 1, is_automatic: "yes", size_bytes: 7, tag: null }])));
  expect(await client.backups.list(odd)).toEqual([{ id: undefined, is_automatic: undefined, size_bytes: "7", tag: null }]);
});

test("a workgroup that was read before a refresh is read again after it", async () => {
  const record = { workgroup_id: "wg", workspaces: [] };
  const service = await serve(success(record), success(null), success(record));
  const { client } = makeClient(service);
  const id = { workgroupID: "wg", workspaceID: "ws" };
  await client.sharedWorkgroup(id, { workspaceID: "ws" });
  await client.workspaces.refresh(id);
  await client.sharedWorkgroup(id, { workspaceID: "ws" });
  expect(service.requests.map(({ method }) => method)).toEqual(["GET", "POST", "GET"]);
});

test("the data plane's rows are the documented one and the public reference's", () => {
  expect([runQuery.source, runQuery.method, runQuery.path]).toEqual(["documented", "POST", "/restpp/query/{graph}/{queryName}"]);
  expect([exchangeSecret.source, exchangeSecret.method, exchangeSecret.path]).toEqual(["extension", "POST", "/gsql/v1/tokens"]);
});
