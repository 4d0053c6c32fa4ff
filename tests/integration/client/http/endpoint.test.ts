import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Endpoint, fillPath } from "../../../../client/http/endpoint";
import { InputError } from "../../../../client/http/errors";
import { failureOf, hang, makeClient, serve, success } from "../fixture";

const base = "/controller/v4/v2";
const workspace = `${base}/workgroups/{workgroupID}/workspaces/{workspaceID}`;

/** The table of API 4: number, method, path, whether there is a body. */
const documented: readonly (readonly [number, string, string, boolean])[] = [
  [1, "GET", `${base}/installed-addons`, false],
  [2, "GET", `${base}/installed-addons/{installedAddonsID}`, false],
  [3, "POST", `${base}/add-ons/{installedAddonsID}/configs`, true],
  [4, "PUT", `${base}/add-ons/{installedAddonsID}/configs/{configID}`, true],
  [5, "GET", `${base}/installed-addons/{installedAddonsID}/configs/{configName}`, false],
  [6, "GET", `${base}/addons/{addonsID}/workspaces`, false],
  [7, "GET", `${base}/workgroups/{workgroupID}`, false],
  [8, "GET", `${base}/workgroups/{workgroupID}/databases/{databaseID}`, false],
  [9, "PUT", workspace, true],
  [10, "DELETE", workspace, false],
  [11, "POST", `${workspace}/refresh`, false],
  [12, "DELETE", `${workspace}/dbuser`, true],
  [13, "GET", `${workspace}/backups`, false],
  [14, "GET", `${workspace}/backups/{job}/status`, false],
  [15, "GET", `${workspace}/schedules`, false],
];

function isRow(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && !("source" in value);
}

/** Every row that a module of `client/api` exports, also of modules that this test does not know. */
function clientRows(): Endpoint[] {
  const folder = join(__dirname, "../../../../client/api");
  const modules = readdirSync(folder).map((file) => jest.requireActual<Record<string, unknown>>(join(folder, file)));
  return modules.flatMap((module) => Object.values(module).filter(isRow));
}

test("the client's rows are the documented ones, each at most once", () => {
  const rows = clientRows().filter(({ number }) => number !== undefined);
  const told = rows.map(({ number, method, path, body }) => [number, method, path, body !== undefined]);
  const numbers = rows.map(({ number }) => number);
  expect(told).toEqual(numbers.map((number) => documented.find(([known]) => known === number)));
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers).toEqual(expect.arrayContaining([7, 9, 10]));
});

test("an extension's row begins with the same prefix and is no documented endpoint", () => {
  const extensions = clientRows().filter(({ number }) => number === undefined);
  for (const { method, path } of extensions) {
    expect(path).toMatch(/^\/controller\/v4\/v2\//);
    expect(documented).not.toContainEqual([expect.anything(), method, path, expect.anything()]);
  }
});

test("the calls send the row's method and path", async () => {
  const service = await serve(success({ workgroup_id: "wg" }), success(null), success("deleted"));
  const { client } = makeClient(service);
  await client.workgroups.get({ workgroupID: "wg" });
  await client.workspaces.update({ workgroupID: "wg", workspaceID: "ws" }, {});
  await client.workspaces.delete({ workgroupID: "wg", workspaceID: "ws" });
  expect(service.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
    ["GET", `${base}/workgroups/wg`, ""],
    ["PUT", `${base}/workgroups/wg/workspaces/ws`, "{}"],
    ["DELETE", `${base}/workgroups/wg/workspaces/ws`, ""],
  ]);
});

test("a base URL with a path and trailing slashes stays in front of the row's path", async () => {
  const service = await serve(success({ workgroup_id: "wg" }));
  const { client } = makeClient({ origin: `${service.origin}/gate/way//` });
  await client.workgroups.get({ workgroupID: "wg" });
  expect(service.requests[0]?.url).toBe(`/gate/way${base}/workgroups/wg`);
});

test.each([
  ["a slash", "a/b", "a%2Fb"],
  ["a backslash", "a\\b", "a%5Cb"],
  ["a percent sign", "a%2Fb", "a%252Fb"],
  ["a question mark", "a?b=c", "a%3Fb%3Dc"],
  ["a hash", "a#b", "a%23b"],
  ["a semicolon", "a;b", "a%3Bb"],
  ["a space", "a b", "a%20b"],
  ["a line break", "a\r\nb", "a%0D%0Ab"],
  ["unicode", "über-🌍", "%C3%BCber-%F0%9F%8C%8D"],
  ["a step up inside", "../secrets", "..%2Fsecrets"],
  ["an escaped step up", "%2e%2e", "%252e%252e"],
  ["three dots", "...", "..."],
  ["a place of a path", "{workspaceID}", "%7BworkspaceID%7D"],
  ["a pattern of a replacement", "$&$1", "%24%26%241"],
  ["the name of a prototype's member", "__proto__", "__proto__"],
])("a parameter with %s stays one segment, also on the wire", async (_, value, escaped) => {
  expect(fillPath("/a/{x}/b", { x: value })).toBe(`/a/${escaped}/b`);
  const service = await serve(success(null));
  await makeClient(service).client.workspaces.update({ workgroupID: value, workspaceID: value }, {});
  expect(service.requests[0]?.url).toBe(`${base}/workgroups/${escaped}/workspaces/${escaped}`);
});

test.each([
  ["is empty", ""],
  ["is a step on the spot", "."],
  ["is a step up", ".."],
  ["is half of a character", "a\ud800b"],
  ["is missing", undefined],
  ["is a number", 7],
  ["is an object", { toString: () => "ws" }],
])("a parameter that %s is refused by name, and nothing is sent", async (_, value) => {
  const service = await serve(hang);
  const call = makeClient(service).client.workspaces.delete({ workgroupID: "wg", workspaceID: value as string });
  await expect(call).rejects.toThrow(InputError);
  await expect(call).rejects.toThrow(/^workspaceID /);
  expect(service.requests).toEqual([]);
});

test("a parameter of a path is never taken from the parameters' prototype", () => {
  expect(() => fillPath("/a/{constructor}", {})).toThrow(InputError);
  expect(() => fillPath("/a/{toString}", {})).toThrow(InputError);
});

test("errors show the path as it was sent, without the prefix", async () => {
  const service = await serve((response) => response.writeHead(400).end());
  const error = await failureOf(makeClient(service).client.workspaces.delete({ workgroupID: "a/b", workspaceID: "ws" }));
  expect(error.path).toBe("/workgroups/a%2Fb/workspaces/ws");
});
