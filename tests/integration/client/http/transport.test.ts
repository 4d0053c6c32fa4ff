import { gzipSync } from "node:zlib";
import { Axios } from "axios";
import { type Answerer, failureOf, hang, makeClient, refusal, reset, serve, success, VirtualClock, testKey, text } from "../fixture";
import { createClient } from "../../../../client";
import type { DecodedResponse } from "../../../../client/http/envelope";
import { resolveSettings } from "../../../../client/http/settings";
import { type OutgoingRequest, Transport } from "../../../../client/http/transport";
import { version } from "../../../../client/http/version";

const wg = { workgroupID: "wg" };
const ws = { workgroupID: "wg", workspaceID: "ws" };
const group = success({ workgroup_id: "wg" });

/** A transport without endpoints, for methods that no endpoint has yet. */
function bare(origin: string, maxRetries = 3) {
  const clock = new VirtualClock();
  const settings = resolveSettings({ baseUrl: origin, apiKey: "k", maxRetries });
  const transport = new Transport({ settings, clock, random: () => 0.5 });
  const send = (method: OutgoingRequest["method"], more: Partial<OutgoingRequest> = {}) =>
    transport.send({
      ...{
        method,
        origin,
        path: "/x",
        shownPath: "/x",
        headers: {},
        redact: (text: string) => text,
        purpose: { kind: "test", operation: "send" },
      },
      read: ({ status, text: result }): DecodedResponse =>
        status === 200 ? { result } : { failure: { outcome: "refused", status, summary: `was refused (${status})` } },
      ...more,
    });
  return { send, clock };
}

async function deadOrigin(): Promise<string> {
  const service = await serve(hang);
  await service.close();
  return service.origin;
}

test("a request has the key, its accepted types and its purpose, and no default headers of the HTTP library", async () => {
  const service = await serve(group);
  const { client } = makeClient(service);
  await client.withContext({ purpose: { kind: "WorkspaceSettings", operation: "update" } }).workgroups.get(wg);
  const headers = service.requests[0]?.headers ?? {};
  expect(headers).toMatchObject({
    "x-api-key": testKey,
    accept: "application/json",
    "user-agent": `pulumi-graphplane/${version} (WorkspaceSettings; update)`,
  });
  expect(headers).not.toHaveProperty("authorization");
  expect(headers).not.toHaveProperty("content-type");
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
  await client.workspaces.update({ workgroupID: "wg", workspaceID: "ws" }, {}).catch(() => undefined);
  expect(service.requests[1]?.headers).toMatchObject({ "content-type": "application/json" });
});

test.each([
  ["no purpose", undefined, "client; get workgroup details"],
  ["unicode", { kind: "Größe", operation: "läsen" }, "Gr??e; l?sen"],
  ["line breaks", { kind: "A\r\nx-admin: 1", operation: "b\0" }, "A??x-admin: 1; b?"],
])("the User-Agent remains one header with %s", async (_, purpose, expected) => {
  const service = await serve(group);
  await makeClient(service).client.withContext({ purpose }).workgroups.get(wg);
  expect(service.requests[0]?.headers["user-agent"]).toBe(`pulumi-graphplane/${version} (${expected})`);
  expect(service.requests[0]?.headers).not.toHaveProperty("x-admin");
});

test("if the connection is refused, every method is retried, and the error says so", async () => {
  const origin = await deadOrigin();
  for (const method of ["GET", "PUT", "DELETE", "POST"] as const) {
    const { send, clock } = bare(origin);
    const error = await failureOf(send(method));
    expect(error.failure).toMatchObject({ outcome: "unreachable", hint: expect.stringContaining("HTTPS_PROXY") as string });
    expect(error.message).toContain(`could not be sent to ${origin}: no server listens at that address (ECONNREFUSED) (4 tries)`);
    expect(clock.pauses).toEqual([250, 500, 1000]);
  }
});

test.each<[string | undefined, string, string, number]>([
  ["ENOTFOUND", "unreachable", "could not be sent to https://host: the host name does not exist (ENOTFOUND)", 4],
  ["EHOSTUNREACH", "unreachable", "could not be sent to https://host: no route leads to the host (EHOSTUNREACH)", 4],
  ["CERT_HAS_EXPIRED", "unreachable", "could not be sent: the connection is not secure (CERT_HAS_EXPIRED)", 1],
  ["ETIMEDOUT", "lost", "timed out", 4],
  ["ECONNRESET", "lost", "lost its connection (ECONNRESET)", 4],
  [undefined, "lost", "failed for an unknown reason", 4],
])("a connection that fails with %s is %s: %s", async (code, outcome, summary, attempts) => {
  const requests = jest.spyOn(Axios.prototype, "request").mockRejectedValue(Object.assign(new Error("text"), { code }));
  const { failure, attempts: made } = await failureOf(bare("https://host").send("GET"));
  requests.mockRestore();
  expect([failure.outcome, failure.summary, made]).toEqual([outcome, summary, attempts]);
  expect(failure.insecure).toBe(attempts === 1 ? true : undefined);
});

test.each(["/x", "https://host/x"])("the error of a connection to %s names the host once", async (shownPath) => {
  const requests = jest.spyOn(Axios.prototype, "request").mockRejectedValue(Object.assign(new Error("text"), { code: "ENOTFOUND" }));
  const { message } = await failureOf(bare("https://host", 0).send("GET", { shownPath }));
  requests.mockRestore();
  expect(message.split("https://host")).toHaveLength(2);
});

test("a POST that is canceled might have been applied", async () => {
  const stop = new AbortController();
  const { send } = bare((await serve(hang)).origin);
  const canceled = failureOf(send("POST", { signal: stop.signal }));
  stop.abort();
  expect((await canceled).failure.hint).toBe("The request might have been applied.");
});

test("a host with two addresses that both refuse connections is unreachable", async () => {
  const origin = (await deadOrigin()).replace("127.0.0.1", "localhost");
  expect((await failureOf(bare(origin, 0).send("GET"))).failure.outcome).toBe("unreachable");
});

const packed = gzipSync(JSON.stringify({ Error: false, Result: { workgroup_id: "wg", name: "x".repeat(1000) } }));

test.each<[string, Answerer]>([
  ["is closed in the middle of the headers", (_response, _request, socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-ty")],
  ["returns what is no HTTP", (_response, _request, socket) => socket.end("SSH-2.0-something\r\n")],
  [
    "cuts a packed body short",
    (response, _request, socket) => {
      const headers = { "content-encoding": "gzip", "content-length": packed.length };
      response.writeHead(200, headers).write(packed.subarray(0, packed.length - 20));
      setImmediate(() => socket.end());
    },
  ],
  ["returns a body that is not packed as announced", text(200, "no gzip", { "content-encoding": "gzip" })],
])("a connection that %s is lost", async (_, answer) => {
  const service = await serve(answer);
  expect((await failureOf(makeClient(service).client.workgroups.get(wg))).failure.outcome).toBe("lost");
});

test("a body that is shorter than announced counts as lost and is requested again", async () => {
  const service = await serve((response, _request, socket) => {
    response.writeHead(200, { "content-length": "1000" }).write('{"Error":false,"Result":{"workgroup_id":"wg"}}');
    setImmediate(() => socket.end());
  }, group);
  await expect(makeClient(service, { maxRetries: 1 }).client.workgroups.get(wg)).resolves.toEqual({ workgroup_id: "wg" });
  expect(service.requests).toHaveLength(2);
});

test("a request without a response ends at the timeout", async () => {
  const service = await serve(hang);
  const error = await failureOf(makeClient(service, { requestTimeoutSeconds: 0.03, maxRetries: 1 }).client.workgroups.get(wg));
  expect(error.failure.outcome).toBe("lost");
  expect(error.message).toContain("timed out (2 tries). Try again, or raise graphplane:requestTimeoutSeconds");
});

test("a response that drips endlessly ends at the timeout", async () => {
  const service = await serve((response) => {
    response.writeHead(200).write("{");
    const drip = setInterval(() => response.write(" "), 5);
    response.on("close", () => clearInterval(drip));
  });
  const error = await failureOf(makeClient(service, { requestTimeoutSeconds: 0.06 }).client.workgroups.get(wg));
  expect(error.message).toContain("timed out");
}, 10_000);

test.each([300, 301, 302, 303, 307, 308])("a redirect (%d) is not followed, whatever the method", async (status) => {
  const other = await serve(group);
  const service = await serve(text(status, "", { location: `${other.origin}/elsewhere?token=1` }));
  const { client } = makeClient(service, { maxRetries: 4 });
  for (const call of [client.workgroups.get(wg), client.workspaces.update(ws, {}), client.workspaces.delete(ws)]) {
    const error = await failureOf(call);
    expect(error.failure).toMatchObject({ outcome: "redirected", status });
    expect(error.message).toContain(`a redirect to ${other.origin}.`);
    expect(error.attempts).toBe(1);
  }
  expect(other.connections()).toBe(0);
});

test.each([
  ["without a target", {}, "a redirect to an unspecified address"],
  ["to a path", { location: "/login" }, "a redirect to an address that graphplane does not print."],
  ["to a malformed address", { location: "https://[" }, "a redirect to an address that graphplane does not print."],
  ["to a script", { location: "javascript:open('https://a.example')" }, "a redirect to an address that graphplane does not print."],
])("the error of a redirect %s names it", async (_, headers, told) => {
  const service = await serve(text(302, "", headers));
  expect((await failureOf(makeClient(service).client.workgroups.get(wg))).message).toContain(told);
});

test("successive requests share a connection, even after a failure with a body", async () => {
  const service = await serve(group, refusal(400), text(404, "404 page not found"), group, group);
  const { client } = makeClient(service);
  for (let index = 0; index < 5; index++) await client.workgroups.get(wg).catch(() => undefined);
  expect(service.requests).toHaveLength(5);
  expect(service.connections()).toBe(1);
});

test("two clients share no connections", async () => {
  const service = await serve(group);
  await makeClient(service).client.workgroups.get(wg);
  await makeClient(service).client.workgroups.get(wg);
  expect(service.connections()).toBe(2);
});

test.each([
  ["a number that a later try fixes", [refusal(503), group], 4, "resolves", 2],
  ["no retries allowed", [refusal(503), group], 0, "rejects", 1],
  ["all tries used up", [refusal(503)], 2, "rejects", 3],
  ["Internal-Error twice", [refusal(500, { ErrorDetails: [{ Type: "Internal-Error" }] })], 4, "rejects", 2],
  ["an HTML page with 200", [text(200, "<html>"), group], 4, "rejects", 1],
])("%s: the number of requests", async (_, answers, maxRetries, end, requests) => {
  const service = await serve(...answers);
  const call = makeClient(service, { maxRetries }).client.workgroups.get(wg);
  expect(
    await call.then(
      () => "resolves",
      () => "rejects",
    ),
  ).toBe(end);
  expect(service.requests).toHaveLength(requests);
});

test("pauses grow with full jitter, and the error counts the tries", async () => {
  const service = await serve(refusal(503));
  const randoms = [0, 0.5, 0.999, 0.25];
  const { client, clock } = makeClient(service, { maxRetries: 4 }, () => randoms.shift() ?? 1);
  const error = await failureOf(client.workgroups.get(wg));
  expect(clock.pauses).toEqual([0, 500, 1998, 1000]);
  expect(error.attempts).toBe(5);
  expect(error.message).toContain("(HTTP 503) (5 tries)");
});

test("a failure lists the outcomes of earlier attempts, because each may have been processed", async () => {
  const service = await serve(refusal(503));
  const { client } = makeClient(service, { maxRetries: 1 });
  const { failure } = await failureOf(client.workgroups.get(wg));
  expect(failure.earlier).toEqual([{ outcome: "refused", status: 503 }]);
  expect((await failureOf(makeClient(service, { maxRetries: 0 }).client.workgroups.get(wg))).failure).not.toHaveProperty("earlier");
});

test.each([
  [60, [60_000, 60_000]],
  [61, []],
])("a Retry-After of %d seconds is obeyed without jitter up to a minute, and a longer one is reported", async (seconds, pauses) => {
  const service = await serve(refusal(503, {}, { "retry-after": `${seconds}` }));
  const { client, clock } = makeClient(service, { maxRetries: 2 });
  const error = await failureOf(client.workgroups.get(wg));
  expect(clock.pauses).toEqual(pauses);
  expect(
    error.message.includes(`Try again after ${seconds} seconds: the service requested this wait, which is longer than graphplane waits`),
  ).toBe(pauses.length === 0);
  expect(error.failure.nonRetryable === true).toBe(pauses.length === 0);
});

test("a Retry-After given as a date counts from the service's clock, not from this machine's", async () => {
  const [date, later] = ["Wed, 03 Jun 2026 07:00:00 GMT", "Wed, 03 Jun 2026 07:00:30 GMT"];
  const service = await serve(refusal(503, {}, { date, "retry-after": later }), group);
  const { client, clock } = makeClient(service, { maxRetries: 1 });
  await client.workgroups.get(wg);
  expect(clock.pauses).toEqual([30_000]);
});

test("each try writes one line: method, path, status, duration, attempt, RequestID", async () => {
  const service = await serve(refusal(503, { RequestID: "r-1" }), (response, request, socket) => {
    clock.time += 12;
    group(response, request, socket);
  });
  const { client, clock, lines } = makeClient(service, { maxRetries: 1 });
  await client.workgroups.get({ workgroupID: "a b" });
  expect(lines).toEqual([
    "graphplane: debug: GET /workgroups/a%20b 503 0 ms, attempt 1, RequestID r-1",
    "graphplane: debug: GET /workgroups/a%20b 200 12 ms, attempt 2, RequestID req-1",
  ]);
});

test.each([
  ["nothing listening", undefined, "unreachable"],
  ["a reset", reset, "lost"],
  ["a redirect", text(302, ""), "302"],
  ["a page", text(502, "<html>a private page"), "502"],
  ["a 407 of the service itself", text(407, ""), "407"],
])("the debug line after %s names the outcome, and contains no header or body", async (_, answer, told) => {
  const service = await serve(answer ?? hang);
  if (answer === undefined) await service.close();
  const { client, lines } = makeClient(service);
  await failureOf(client.workspaces.update(ws, { workspace_name: "a private name" }));
  expect(lines).toEqual([`graphplane: debug: PUT /workgroups/wg/workspaces/ws ${told} 0 ms, attempt 1, RequestID none`]);
});

test("a RequestID with line breaks and control characters stays in its line", async () => {
  const service = await serve(refusal(400, { RequestID: "r\r\ngraphplane: debug: forged\u001b[2J" }));
  const { client, lines } = makeClient(service);
  await failureOf(client.workgroups.get(wg));
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toMatch(/\p{Cc}/u);
});

test.each([
  ["debug", 1],
  ["info", 0],
  [undefined, 0],
])("GRAPHPLANE_LOG=%s writes %d lines to stderr for a request", async (level, count) => {
  const service = await serve(group);
  const before = process.env["GRAPHPLANE_LOG"];
  const written: string[] = [];
  const write = jest.spyOn(process.stderr, "write").mockImplementation((line) => written.push(String(line)) > 0);
  try {
    if (level === undefined) delete process.env["GRAPHPLANE_LOG"];
    else process.env["GRAPHPLANE_LOG"] = level;
    await createClient({ baseUrl: service.origin, apiKey: testKey }).workgroups.get(wg);
  } finally {
    write.mockRestore();
    delete process.env["GRAPHPLANE_LOG"];
    if (before !== undefined) process.env["GRAPHPLANE_LOG"] = before;
  }
  expect(written).toHaveLength(count);
  if (count > 0) expect(written[0]).toMatch(/^graphplane: debug: GET \/workgroups\/wg 200 \d+ ms, attempt 1, RequestID req-1\n$/);
});

test("an error thrown while a response is parsed is not reported as a lost connection", async () => {
  const service = await serve(text(200, "x"));
  const { send } = bare(service.origin);
  const read = () => {
    throw new TypeError("a mistake of ours");
  };
  await expect(send("GET", { read })).rejects.toThrow(new TypeError("a mistake of ours"));
  expect(service.requests).toHaveLength(1);
});
