import { type Fault, type FaultKind } from "../../../../testing/emulator";
import { faultKinds } from "../../../../testing/emulator/fault-kinds";
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

const put = () => s.put({ auto_stop_minutes: 60 });
const minutes = () => s.emulator.workspace(s.wg, s.ws).auto_stop_minutes;

const error = { Error: true };
const date = "Wed, 03 Jun 2026 07:00:00 GMT";
const elsewhere = "http://127.0.0.1:1/elsewhere";
const html = { contentType: "text/html; charset=utf-8", text: expect.stringMatching(/^<!DOCTYPE html>/) as string };
const envelope = expect.stringMatching(/^\{"Error":false/) as string;
/** Each fault with the response to a PUT of 60 minutes, and the minutes that the service has then. */
const answered: [string, Fault, object, number][] = [
  [
    "a status comes with an envelope",
    { kind: "status", status: 503, type: "Unknown", message: "busy", details: [{ FieldName: "f", Reason: "r" }] },
    { status: 503, json: { Error: true, Message: "busy", ErrorDetails: [{ FieldName: "f", Reason: "r", Type: "Unknown" }] } },
    30,
  ],
  ["a status may come after the request was applied", { kind: "status", status: 500, applied: true }, { status: 500, json: error }, 60],
  ["a status may come with Retry-After", { kind: "status", status: 503, retryAfter: 7 }, { headers: { "retry-after": "7" } }, 30],
  ["a 200 may be an error", { kind: "error-200", message: "no" }, { status: 200, json: { Error: true, Message: "no" } }, 30],
  ["a 200 may be an error although the request was applied", { kind: "error-200", applied: true }, { status: 200, json: error }, 60],
  [
    "a rate limit is a 429 with Retry-After",
    { kind: "rate-limit" },
    { status: 429, headers: { "retry-after": "1" }, json: { ErrorDetails: [{ FieldName: "", Reason: "", Type: "Quota-Exceed" }] } },
    30,
  ],
  ["a rate limit may name a date", { kind: "rate-limit", retryAfter: date }, { status: 429, headers: { "retry-after": date } }, 30],
  ["a Result may be null", { kind: "wrong-shape", shape: "null" }, { status: 200, json: { Error: false, Result: null } }, 60],
  ["a Result may be text", { kind: "wrong-shape" }, { json: { Error: false, Result: "unexpected" } }, 60],
  ["a Result may be an empty object", { kind: "wrong-shape", shape: "empty-object" }, { result: {} }, 60],
  ["a Result may have nothing in its lists", { kind: "wrong-shape", shape: "empty-lists" }, { result: { addons: [] } }, 60],
  ["a Result may be wrapped in an array", { kind: "wrong-shape", shape: "array" }, { result: [{ auto_stop_minutes: 60 }] }, 60],
  ["a Result may be absent", { kind: "wrong-shape", shape: "absent" }, { json: { Error: false }, result: undefined }, 60],
  ["a record may come without its envelope", { kind: "wrong-shape", shape: "no-envelope" }, { json: { auto_stop_minutes: 60 } }, 60],
  ["a Result may be a given one", { kind: "wrong-shape", result: "" }, { status: 200, result: "" }, 60],
  ["a PUT may be accepted and never applied", { kind: "accepted-not-applied" }, { status: 200, result: { auto_stop_minutes: 30 } }, 30],
  ["a PUT may be accepted and applied late", { kind: "applied-late" }, { status: 200, result: { auto_stop_minutes: 30 } }, 30],
  ["an HTML page is a 502 by default", { kind: "html" }, { ...html, status: 502 }, 30],
  ["an HTML page may be a 200", { kind: "html", status: 200 }, { ...html, status: 200 }, 30],
  ["an HTML page may come after the request was applied", { kind: "html", status: 504, applied: true }, { ...html, status: 504 }, 60],
  ["an empty body has the true status", { kind: "empty" }, { status: 200, text: "" }, 60],
  ["a true body may be plain text by its content type", { kind: "wrong-content-type" }, { contentType: "text/plain", text: envelope }, 60],
  [
    "a content type may be given",
    { kind: "wrong-content-type", contentType: "text/html" },
    { contentType: "text/html", text: envelope },
    60,
  ],
  ["a redirect names another place", { kind: "redirect", location: elsewhere }, { status: 307, headers: { location: elsewhere } }, 30],
];

test.each(answered)("%s", async (_, fault, reply, after) => {
  s.emulator.fault(fault);
  const received = await put();
  expect(received).toMatchObject(reply);
  expect(minutes()).toBe(after);
  expect(s.emulator.journal.entries.map((entry) => [entry.fault, entry.status])).toEqual([[fault.kind, received.status]]);
});

test.each([
  ["reset-before", 30],
  ["reset-after", 60],
] as const)("%s ends the connection without a response", async (kind, after) => {
  s.emulator.fault({ kind });
  await expect(put()).rejects.toThrow("fetch failed");
  expect(minutes()).toBe(after);
  expect(s.emulator.journal.entries.map((entry) => entry.status)).toEqual([undefined]);
});

test.each([
  ["before the connection breaks", { kind: "truncated" }, false],
  ["as if that were all", { kind: "truncated", ends: "cleanly" }, true],
] as const)("half of a body is sent %s", async (_, fault, ends) => {
  s.emulator.fault(fault);
  const response = await fetch(`${s.emulator.url}${s.workgroupPath}`, { headers: { "x-api-key": s.emulator.apiKey } });
  expect(response.status).toBe(200);
  if (ends) await expect(response.json()).rejects.toThrow("JSON");
  else await expect(response.text()).rejects.toThrow("terminated");
});

test("a slow body comes in pieces, with a pause before each except the first", async () => {
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
  await s.arrival(1);
  expect(minutes()).toBe(after);
  control.abort();
  await ended;
});

test("a request that hangs ends when the emulator is closed", async () => {
  s.emulator.fault({ kind: "hang" });
  const ended = expect(put()).rejects.toThrow("fetch failed");
  await s.arrival(1);
  await s.close();
  await ended;
});

test("a pause accepted and never applied is not begun either", async () => {
  s.emulator.fault({ kind: "accepted-not-applied" });
  await s.put({ pause: true });
  await s.reads(4);
  expect(s.emulator.workspace(s.wg, s.ws).status).toBe("Active");
});

test("a PUT applied late shows after the given number of reads", async () => {
  s.emulator.fault({ kind: "applied-late", after: 1 });
  await put();
  expect((await s.reads(3)).map((record) => record.auto_stop_minutes)).toEqual([30, 60, 60]);
});

test.each(["accepted-not-applied", "applied-late"] as const)("a read that meets %s keeps the late change that it shows", async (kind) => {
  s.emulator.fault({ kind: "applied-late", after: 1 });
  await put();
  await s.reads(1);
  s.emulator.fault({ kind });
  expect((await s.reads(1)).map((record) => record.auto_stop_minutes)).toEqual([60]);
  expect(minutes()).toBe(60);
});

test("a PUT whose answer is lost may be applied later, at the latest when every waiting change is", async () => {
  s.emulator.fault({ kind: "applied-late", after: Infinity, lost: true });
  await expect(put()).rejects.toThrow("fetch failed");
  expect(minutes()).toBe(30);
  s.emulator.applyWaiting();
  expect(minutes()).toBe(60);
});

test.each([
  ["accepted-not-applied", 0],
  ["applied-late", 1],
] as const)("%s works for other writes too", async (kind, later) => {
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
])("the service may repeat %s", async (_, method, path, body, headers, secret) => {
  s.emulator.fault({ kind: "echo-secret" });
  const reply = await s.call(method, path(), body, headers);
  expect(reply.status).toBe(400);
  expect(reply.text).toContain(JSON.stringify(secret).slice(1, -1));
  expect(reply.text).toContain(Buffer.from(secret).toString("base64"));
});

test("a fault may wait for a promise: until then the request is neither applied nor answered", async () => {
  let happened = () => {};
  s.emulator.fault({ kind: "reset-after", until: new Promise<void>((resolve) => (happened = resolve)) });
  const reply = put().catch(() => "no response");
  await s.arrival(1);
  expect(minutes()).toBe(30);
  happened();
  expect(await reply).toBe("no response");
  expect(minutes()).toBe(60);
});

describe("a fault applies to", () => {
  const statusesWith = async (match: Fault["match"]) => {
    const handle = s.emulator.fault({ kind: "status", status: 418, times: "always", ...(match && { match }) });
    const statuses = [
      (await s.call("GET", s.workgroupPath)).status,
      (await s.put({ auto_stop_minutes: 5 })).status,
      (await s.put({ enable_ha: true })).status,
    ];
    expect(handle.hits).toBe(statuses.filter((status) => status === 418).length);
    return statuses;
  };
  const has = (field: string) => (body: unknown) => typeof body === "object" && body !== null && field in body;

  test.each<[string, () => Fault["match"], number[]]>([
    ["every request by default", () => undefined, [418, 418, 418]],
    ["one method", () => ({ method: "PUT" }), [200, 418, 418]],
    ["a path by its end", () => ({ path: `/workgroups/${s.wg}` }), [418, 200, 200]],
    ["a path by a pattern", () => ({ path: /workspaces/g }), [200, 418, 418]],
    ["an endpoint by its number", () => ({ endpoint: 9 }), [200, 418, 418]],
    ["a body by a function", () => ({ body: has("enable_ha") }), [200, 200, 418]],
    ["what matches all conditions", () => ({ method: "PUT", body: has("auto_stop_minutes") }), [200, 418, 200]],
  ])("%s", async (_, match, statuses) => expect(await statusesWith(match())).toEqual(statuses));
});

test("several faults form a script: each has its times, and the oldest applies first", async () => {
  s.emulator.fault({ kind: "status", status: 503, times: 2 });
  s.emulator.fault({ kind: "rate-limit" });
  const statuses: number[] = [];
  for (let request = 0; request < 4; request++) statuses.push((await s.call("GET", s.workgroupPath)).status);
  expect(statuses).toEqual([503, 503, 429, 200]);
});

test("every kind of fault was tried above", () => expect([...tried].sort()).toEqual([...faultKinds].sort()));
