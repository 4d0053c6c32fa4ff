import { type Fault, type FaultKind, type WorkspaceRecord } from "../../../../testing/emulator";
import { type EmulatorFixture, startFixture } from "./fixture";

let s: EmulatorFixture;
const slept: number[] = [];
beforeEach(async () => {
  slept.length = 0;
  s = await startFixture({
    sleep: (ms) => {
      slept.push(ms);
      return Promise.resolve();
    },
  });
});
const tried = new Set<FaultKind>();
afterEach(() => {
  for (const { fault } of s.emulator.journal.entries) if (fault !== undefined) tried.add(fault);
});

const put = () => s.call("PUT", s.workspacePath, { auto_stop_minutes: 60 });
const minutes = () => s.emulator.workspace(s.wg, s.ws).auto_stop_minutes;
const arrival = async (count: number) => {
  while (s.emulator.journal.length < count) await new Promise((resolve) => setImmediate(resolve));
};

const answered: [string, Fault, number, Record<string, unknown>, number][] = [
  [
    "a status comes with an envelope",
    { kind: "status", status: 503, type: "Unknown", message: "busy", details: [{ FieldName: "f", Reason: "r" }] },
    503,
    { Error: true, Message: "busy", ErrorDetails: [{ FieldName: "f", Reason: "r", Type: "Unknown" }] },
    30,
  ],
  ["a status may come after the request was applied", { kind: "status", status: 500, applied: true }, 500, { Error: true }, 60],
  ["a 200 may be an error", { kind: "error-200", message: "no" }, 200, { Error: true, Message: "no" }, 30],
  ["a 200 may be an error although the request was applied", { kind: "error-200", applied: true }, 200, { Error: true }, 60],
  [
    "a limit of the rate is a 429",
    { kind: "rate-limit" },
    429,
    { ErrorDetails: [{ FieldName: "", Reason: "", Type: "Quota-Exceed" }] },
    30,
  ],
  ["a Result may be null", { kind: "wrong-shape", shape: "null" }, 200, { Error: false, Result: null }, 60],
  ["a Result may be text", { kind: "wrong-shape" }, 200, { Error: false, Result: "unexpected" }, 60],
  ["a Result may be a number", { kind: "wrong-shape", shape: "number" }, 200, { Result: 42 }, 60],
  ["a Result may be a boolean", { kind: "wrong-shape", shape: "boolean" }, 200, { Result: true }, 60],
  ["a Result may be an empty object", { kind: "wrong-shape", shape: "empty-object" }, 200, { Result: {} }, 60],
  ["a Result may be an empty array", { kind: "wrong-shape", shape: "empty-array" }, 200, { Result: [] }, 60],
  ["a Result may have nothing in its lists", { kind: "wrong-shape", shape: "empty-lists" }, 200, { Result: { addons: [] } }, 60],
  ["a Result may be wrapped in an array", { kind: "wrong-shape", shape: "array" }, 200, { Result: [{ auto_stop_minutes: 60 }] }, 60],
  ["a record may come without its envelope", { kind: "wrong-shape", shape: "no-envelope" }, 200, { auto_stop_minutes: 60 }, 60],
  [
    "a PUT may be accepted and never applied",
    { kind: "accepted-not-applied" },
    200,
    { Error: false, Result: { auto_stop_minutes: 30 } },
    30,
  ],
  ["a PUT may be accepted and applied late", { kind: "applied-late" }, 200, { Error: false, Result: { auto_stop_minutes: 30 } }, 30],
];

test.each(answered)("%s", async (_, fault, status, json, after) => {
  s.emulator.fault(fault);
  const reply = await put();
  expect(reply.status).toBe(status);
  expect(reply.json).toMatchObject(json);
  expect(minutes()).toBe(after);
  expect(s.emulator.journal.entries.map((entry) => [entry.fault, entry.status])).toEqual([[fault.kind, status]]);
});

test("a Result may be absent", async () => {
  s.emulator.fault({ kind: "wrong-shape", shape: "absent" });
  expect(Object.keys((await put()).json)).toEqual(["Error", "ErrorDetails", "Message", "RequestID"]);
});

test.each([
  ["a status", { kind: "status", status: 503, retryAfter: 7 }, "7"],
  ["a limit of the rate", { kind: "rate-limit", retryAfter: "Wed, 03 Jun 2026 07:00:00 GMT" }, "Wed, 03 Jun 2026 07:00:00 GMT"],
  ["a limit of the rate, unless told,", { kind: "rate-limit" }, "1"],
] as const)("%s carries Retry-After", async (_, fault, value) => {
  s.emulator.fault(fault);
  expect((await put()).headers.get("retry-after")).toBe(value);
});

test.each([
  ["502 unless told", { kind: "html" }, 502, 30],
  ["with status 200", { kind: "html", status: 200 }, 200, 30],
  ["after the request was applied", { kind: "html", status: 504, applied: true }, 504, 60],
] as const)("a page of HTML comes %s", async (_, fault, status, after) => {
  s.emulator.fault(fault);
  const reply = await put();
  expect([reply.status, reply.contentType, minutes()]).toEqual([status, "text/html; charset=utf-8", after]);
  expect(reply.text).toMatch(/^<!DOCTYPE html>/);
});

test.each([
  ["reset-before", 30],
  ["reset-after", 60],
] as const)("%s ends the connection without an answer", async (kind, after) => {
  s.emulator.fault({ kind });
  await expect(put()).rejects.toThrow("fetch failed");
  expect(minutes()).toBe(after);
  expect(s.emulator.journal.entries.map((entry) => entry.status)).toEqual([undefined]);
});

test.each([
  ["and then the connection ends", { kind: "truncated" }, false],
  ["as if that were all", { kind: "truncated", ends: "cleanly" }, true],
] as const)("half of a body is sent %s", async (_, fault, ends) => {
  s.emulator.fault(fault);
  const response = await fetch(`${s.emulator.url}${s.workgroupPath}`, { headers: { "x-api-key": s.emulator.apiKey } });
  expect(response.status).toBe(200);
  if (ends) await expect(response.json()).rejects.toThrow("JSON");
  else await expect(response.text()).rejects.toThrow("terminated");
});

test("an empty body comes with the true status, and the request is applied", async () => {
  s.emulator.fault({ kind: "empty" });
  const reply = await put();
  expect([reply.status, reply.text, minutes()]).toEqual([200, "", 60]);
});

test.each([
  [undefined, "text/plain"],
  ["text/html", "text/html"],
])("a true body comes under the content type %s", async (contentType, shown) => {
  s.emulator.fault(contentType === undefined ? { kind: "wrong-content-type" } : { kind: "wrong-content-type", contentType });
  const reply = await put();
  expect([reply.contentType, JSON.parse(reply.text)]).toEqual([shown, expect.objectContaining({ Error: false })]);
});

test("a redirect names another place, and nothing is applied", async () => {
  s.emulator.fault({ kind: "redirect", location: "http://127.0.0.1:1/elsewhere" });
  const reply = await put();
  expect([reply.status, reply.headers.get("location"), minutes()]).toEqual([307, "http://127.0.0.1:1/elsewhere", 30]);
});

test("a slow body comes in pieces, with a pause before each but the first", async () => {
  s.emulator.fault({ kind: "slow-body", pieces: 3, pauseMs: 250 });
  expect((await put()).json).toMatchObject({ Error: false });
  expect(slept).toEqual([250, 250]);
});

test.each([
  ["a request that hangs", { kind: "hang" }, 30],
  ["a request that hangs after it was applied", { kind: "hang", applied: true }, 60],
  ["a body that stalls", { kind: "slow-body", pauseMs: Infinity }, 60],
] as const)("%s ends when the client gives up", async (_, fault, after) => {
  s.emulator.fault(fault);
  const control = new AbortController();
  const pending = fetch(`${s.emulator.url}${s.workspacePath}`, {
    method: "PUT",
    body: '{"auto_stop_minutes":60}',
    headers: { "x-api-key": s.emulator.apiKey, "content-type": "application/json" },
    signal: control.signal,
  }).then((response) => response.text());
  const ended = expect(pending).rejects.toThrow("aborted");
  await arrival(1);
  expect(minutes()).toBe(after);
  control.abort();
  await ended;
});

test("a request that hangs ends when the emulator is closed", async () => {
  s.emulator.fault({ kind: "hang" });
  const ended = expect(put()).rejects.toThrow("fetch failed");
  await arrival(1);
  await s.close();
  await ended;
});

test("a pause accepted and never applied is not begun either", async () => {
  s.emulator.fault({ kind: "accepted-not-applied" });
  await s.call("PUT", s.workspacePath, { pause: true });
  for (let read = 0; read < 4; read++) await s.call("GET", s.workgroupPath);
  expect(s.emulator.workspace(s.wg, s.ws).status).toBe("Active");
});

test("a PUT applied late shows after as many reads as it was told", async () => {
  s.emulator.fault({ kind: "applied-late", after: 1 });
  await put();
  const seen: unknown[] = [];
  for (let read = 0; read < 3; read++) {
    const { workspaces } = (await s.call("GET", s.workgroupPath)).result as { workspaces: WorkspaceRecord[] };
    seen.push(workspaces[0]?.auto_stop_minutes);
  }
  expect(seen).toEqual([30, 60, 60]);
});

test("a PUT whose answer is lost may be applied later, at the latest when all that waits is applied", async () => {
  s.emulator.fault({ kind: "applied-late", after: Infinity, lost: true });
  await expect(put()).rejects.toThrow("fetch failed");
  expect(minutes()).toBe(30);
  s.emulator.applyWaiting();
  expect(minutes()).toBe(60);
});

test.each([
  ["accepted-not-applied", 0],
  ["applied-late", 1],
] as const)("%s holds for other writes too", async (kind, later) => {
  const { id } = s.emulator.account.addInstalledAddon();
  s.emulator.fault({ kind, match: { method: "POST" } });
  const path = `/controller/v4/v2/add-ons/${id}/configs`;
  expect((await s.call("POST", path, { config_name: "n", config_value: "v" })).status).toBe(200);
  expect(s.emulator.configurations(id)).toEqual([]);
  for (let read = 0; read < 3; read++) await s.call("GET", `/controller/v4/v2/installed-addons/${id}/configs/n`);
  expect(s.emulator.configurations(id).length).toBe(later);
});

test.each<[string, string, () => string, unknown, Record<string, string>, string]>([
  ["the API key", "GET", () => s.workgroupPath, undefined, {}, "emulator-api-key"],
  ["a password", "DELETE", () => `${s.workspacePath}/dbuser`, { username: "u", password: 'p"w' }, {}, 'p"w'],
  ["a database secret", "POST", () => "/restpp/query/g/q", {}, { authorization: "GSQL-Secret sss" }, "sss"],
])("the service may repeat %s that was sent", async (_, method, path, body, headers, secret) => {
  s.emulator.fault({ kind: "echo-secret", encoded: true });
  const reply = await s.call(method, path(), body, headers);
  expect(reply.status).toBe(400);
  expect(reply.text).toContain(JSON.stringify(secret).slice(1, -1));
  expect(reply.text).toContain(Buffer.from(secret).toString("base64"));
});

test("on the data plane an error has the data plane's shape", async () => {
  s.emulator.fault({ kind: "error-200", message: "no" });
  const reply = await s.call("POST", "/restpp/query/g/q", {});
  expect(reply.status).toBe(200);
  expect(reply.json).toMatchObject({ error: true, message: "no" });
  expect("Error" in reply.json).toBe(false);
});

test("a fault may wait until something has happened: neither is the request applied before, nor answered", async () => {
  let happened = () => {};
  s.emulator.fault({ kind: "reset-after", until: new Promise<void>((resolve) => (happened = resolve)) });
  const reply = put().catch(() => "no answer");
  await arrival(1);
  expect(minutes()).toBe(30);
  happened();
  expect(await reply).toBe("no answer");
  expect(minutes()).toBe(60);
});

describe("a fault meets", () => {
  const strikes = async (match: Fault["match"]) => {
    const handle = s.emulator.fault({ kind: "status", status: 418, times: "always", ...(match && { match }) });
    const statuses = [
      (await s.call("GET", s.workgroupPath)).status,
      (await s.call("PUT", s.workspacePath, { auto_stop_minutes: 5 })).status,
      (await s.call("PUT", s.workspacePath, { enable_ha: true })).status,
    ];
    expect(handle.hits).toBe(statuses.filter((status) => status === 418).length);
    return statuses;
  };
  const has = (field: string) => (body: unknown) => typeof body === "object" && body !== null && field in body;

  test.each<[string, () => Fault["match"], number[]]>([
    ["every request where nothing is asked", () => undefined, [418, 418, 418]],
    ["one method", () => ({ method: "PUT" }), [200, 418, 418]],
    ["a path by its end", () => ({ path: `/workgroups/${s.wg}` }), [418, 200, 200]],
    ["a path by a pattern", () => ({ path: /workspaces/g }), [200, 418, 418]],
    ["an endpoint by its number", () => ({ endpoint: 9 }), [200, 418, 418]],
    ["a body by a question", () => ({ body: has("enable_ha") }), [200, 200, 418]],
    ["what fits all of them", () => ({ method: "PUT", body: has("auto_stop_minutes") }), [200, 418, 200]],
  ])("%s", async (_, match, statuses) => {
    expect(await strikes(match())).toEqual(statuses);
  });
});

test("several faults are a script: each has its times, the oldest goes first", async () => {
  s.emulator.fault({ kind: "status", status: 503, times: 2 });
  s.emulator.fault({ kind: "rate-limit" });
  const statuses: number[] = [];
  for (let request = 0; request < 4; request++) statuses.push((await s.call("GET", s.workgroupPath)).status);
  expect(statuses).toEqual([503, 503, 429, 200]);
});

test("a fault that was taken back strikes no more", async () => {
  const handle = s.emulator.fault({ kind: "status", status: 503, times: "always" });
  expect((await s.call("GET", s.workgroupPath)).status).toBe(503);
  handle.remove();
  expect((await s.call("GET", s.workgroupPath)).status).toBe(200);
});

test("every kind of fault was tried above", () => {
  const kinds: Record<FaultKind, true> = {
    status: true,
    "error-200": true,
    html: true,
    "reset-before": true,
    "reset-after": true,
    "rate-limit": true,
    hang: true,
    truncated: true,
    empty: true,
    "wrong-content-type": true,
    "wrong-shape": true,
    "accepted-not-applied": true,
    "applied-late": true,
    "echo-secret": true,
    redirect: true,
    "slow-body": true,
  };
  expect([...tried].sort()).toEqual(Object.keys(kinds).sort());
});
