import { redactor } from "../../../../client/http/redact";
import { inspect } from "node:util";
import { InputError } from "../../../../client";
import { readResponse } from "../../../../client/api/data-plane";
import { lifetimeOf } from "../../../../client/api/tokens";
import { dataPlaneOrigin, hostOf, hostProblem } from "../../../../client/api/host";
import { failureOf, hang, makeClient, reset, serve, testKey, text } from "../fixture";

const query = { graph: "g", queryName: "q" };
const answer = (body: object, status = 200) => text(status, JSON.stringify(body));
const ok = answer({ version: { api: "v2", schema: 1 }, error: false, message: "", results: [{ a_b: 1 }] });
const denied = answer({ error: true, code: "REST-10016", message: "Access Denied" }, 403);

describe("the host", () => {
  test.each([
    ["ws.example.com", "https://ws.example.com"],
    ["ws.example.com:443", "https://ws.example.com"],
    ["WS.example.com:14240", "https://ws.example.com:14240"],
    ["https://ws.example.com/", "https://ws.example.com"],
    ["http://localhost:9000", "http://localhost:9000"],
    ["http://[::1]:9000", "http://[::1]:9000"],
    ["127.0.0.1:9000", "http://127.0.0.1:9000"],
    ["localhost", "https://localhost"],
    ["https://127.0.0.1:9000", "https://127.0.0.1:9000"],
  ])("%s is %s", (host, origin) => {
    expect(hostProblem(host)).toBeUndefined();
    expect(dataPlaneOrigin(host)).toBe(origin);
  });

  test.each([
    ["", "must not be empty"],
    [" ", "must be a host without a user"],
    ["https://u:p@ws", "must be a host without a user"],
    ["ws?x", "must be a host without a user"],
    ["ws#x", "must be a host without a user"],
    ["ws\\x", "must be a host without a user"],
    ["a b", "must be a host without a user"],
    ["ws:x", "is not a host"],
    ["https://", "is not a host"],
    ["ws.example.com/path", "must be a host without a path"],
    ["https://ws.example.com/path", "must be a host without a path"],
    ["https://ws.example.com/..", "must be a host without a path"],
    ["javascript://x", "must be a host without a path"],
    ["ftp://ws.example.com", "must be a name, name:port, or an origin"],
    ["http://ws.example.com", "must be reached over https"],
  ])("%j is refused without a request", async (host, problem) => {
    expect(hostProblem(host)).toContain(problem);
    const service = await serve(ok);
    await expect(makeClient(service).client.queries.run({ host, ...query }, {}, { secret: "s" })).rejects.toThrow(InputError);
    expect(service.connections()).toBe(0);
  });

  test.each([
    ["as it was given", (url: URL) => url.host],
    ["as a name", (url: URL) => url.hostname],
    ["as an origin", (url: URL) => url.origin],
  ])("that is secret %s appears in no error", async (_, secretOf) => {
    const service = await serve(denied);
    const url = new URL(service.origin);
    const { client } = makeClient(service);
    const shown = await failureOf(client.queries.run({ host: url.host, ...query }, {}, { token: "t" }));
    expect(shown.message).toContain(url.host);
    const hidden = client.withContext({ secrets: [secretOf(url)] }).queries.run({ host: url.host, ...query }, {}, { token: "t" });
    expect((await failureOf(hidden)).message).toMatch(/ http:\/\/\[redacted\]\/[^:]*query\/g\/q/);
  });

  test.each([
    ["the field itself", { proxy_host: "a", other_host: "b" }, "a"],
    ["the only other", { other_host: "b", name: "x" }, "b"],
    ["the only other where the field is empty", { proxy_host: "", other_host: "b" }, "b"],
    ["none of several", { one_host: "a", two_host: "b" }, undefined],
    ["none of another type", { one_host: 7 }, undefined],
  ])("of a record is %s", (_, record, host) => expect(hostOf({ workspace_id: "ws", ...record })).toBe(host));
});

describe("a query", () => {
  test("is sent with the secret unchanged, its parameters as the body, and never the API key", async () => {
    const service = await serve(ok);
    const { client, lines } = makeClient(service);
    const parameters = { print_limit: 5, camelCase: { x: null } };
    const answered = await client.queries.run({ host: service.origin, graph: "g/1", queryName: "q?" }, parameters, {
      secret: "the-secret",
    });
    expect(answered).toEqual({ version: { api: "v2", schema: 1 }, error: false, message: "", results: [{ a_b: 1 }] });
    const [request] = service.requests;
    expect(request).toMatchObject({ method: "POST", url: "/restpp/query/g%2F1/q%3F", body: JSON.stringify(parameters) });
    expect(request?.headers).toMatchObject({ authorization: "GSQL-Secret the-secret", "content-type": "application/json" });
    expect(inspect(request?.headers)).not.toContain(testKey);
    expect(lines).toEqual([
      expect.stringMatching(
        /^graphplane: debug: POST http:\/\/127\.0\.0\.1:\d+\/restpp\/query\/g%2F1\/q%3F 200 \d+ ms, attempt 1, RequestID none$/,
      ),
    ]);
  });

  test.each([["lost"], ["502"], ["504"]])("whose response is %s is sent again only if it is idempotent", async (how) => {
    for (const idempotent of [false, true]) {
      const service = await serve(how === "lost" ? reset : text(Number(how), "<html></html>"), ok);
      const run = makeClient(service, { maxRetries: 2 }).client.queries.run(
        { host: service.origin, ...query },
        {},
        { secret: "s" },
        { idempotent },
      );
      if (idempotent) await expect(run).resolves.toMatchObject({ error: false });
      else expect((await failureOf(run)).failure.outcome).not.toBe("refused");
      expect(service.requests).toHaveLength(idempotent ? 2 : 1);
    }
  });

  test("can be aborted, also while a token is requested", async () => {
    const service = await serve(denied, hang);
    const stop = new AbortController();
    const { client } = makeClient(service, { requestTimeoutSeconds: 0.2 });
    const run = client.withContext({ signal: stop.signal }).queries.run({ host: service.origin, ...query }, {}, { secret: "s" });
    stop.abort();
    await failureOf(run);
  });

  test.each([testKey, "with space", "line\nbreak", "ünï"])("the credential %j is refused without a request", async (credential) => {
    const service = await serve(ok);
    const { client } = makeClient(service);
    for (const given of [{ secret: credential }, { token: credential }]) {
      const error: unknown = await client.queries.run({ host: service.origin, ...query }, {}, given).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(InputError);
      expect((error as Error).message).not.toContain(credential);
    }
    expect(service.connections()).toBe(0);
  });

  test("parameters that are not JSON are an InputError", async () => {
    const service = await serve(ok);
    const run = makeClient(service).client.queries.run({ host: service.origin, ...query }, { a: 1n }, { secret: "s" });
    await expect(run).rejects.toThrow(/cannot be written as JSON/);
    expect(service.connections()).toBe(0);
  });
});

test("Retry-After is obeyed, as on the control plane", async () => {
  const service = await serve(text(429, '{"error":true,"message":"slow"}', { "retry-after": "7" }), ok);
  const { client, clock } = makeClient(service, { maxRetries: 1 });
  await client.queries.run({ host: service.origin, ...query }, {}, { secret: "a-secret" });
  expect(clock.pauses).toEqual([7000]);
});

describe("the exchange of a secret for a token", () => {
  test("sends the secret only in its body, and is repeated if its response is lost", async () => {
    const service = await serve(reset, answer({ token: "t", expiration: 1, error: false, message: "" }));
    const { client } = makeClient(service, { maxRetries: 1 });
    expect(await client.queries.exchange({ host: service.origin, secret: "s-1", lifetime: 60 })).toMatchObject({ token: "t" });
    expect(service.requests[1]).toMatchObject({ url: "/gsql/v1/tokens", body: '{"secret":"s-1","lifetime":60}' });
    expect(service.requests[1]?.headers).not.toHaveProperty("authorization");
    expect(service.requests[1]?.headers).not.toHaveProperty("x-api-key");
  });

  test("whose response contains no token fails with what to check", async () => {
    const service = await serve(answer({ token: "" }));
    const error = await failureOf(makeClient(service).client.queries.exchange({ host: service.origin, secret: "s-1" }));
    expect(error.message).toMatch(/JSON of an unknown shape \(token: [^)]+\)\. .*Check host: it must be the workspace's/);
  });

  test("that fails rejects each waiting caller with its own error, without secrets", async () => {
    const token = answer({ token: "t", expiration: Date.now() + 600_000 });
    const service = await serve(denied, token, ok, text(503, '{"error":true,"message":"no of-A-0123, no of-B-0123"}'));
    const { client, clock } = makeClient(service);
    const run = (name: string) =>
      client
        .withContext({ secrets: [`of-${name}-0123`], purpose: { kind: "QueryRun", operation: "create", object: `query "${name}"` } })
        .queries.run({ host: service.origin, ...query }, {}, { secret: "s" });
    await run("first");
    clock.time += 600_000;
    const errors = await Promise.all([failureOf(run("A")), failureOf(run("B"))]);
    expect(service.requests).toHaveLength(4);
    expect(errors.map(({ message }) => message.split(" failed: ")[0])).toEqual([
      'QueryRun: create of query "A"',
      'QueryRun: create of query "B"',
    ]);
    for (const [index, name] of ["A", "B"].entries()) expect(errors[index]?.message).not.toContain(`of-${name}-0123`);
  });

  const now = Date.parse("2030-01-01T00:00:00Z");
  const tenMinutes = 600_000;
  test.each([
    ["seconds", now / 1000 + 600, tenMinutes],
    ["seconds in a text", `${now / 1000 + 600}`, tenMinutes],
    ["milliseconds", now + tenMinutes, tenMinutes],
    ["a date and time without a zone", "2030-01-01 00:10:00", tenMinutes],
    ["a date and time with a T", "2030-01-01T00:10:00", tenMinutes],
    ["a date and time in UTC", "2030-01-01T00:10:00Z", tenMinutes],
    ["a date and time to the east", "2030-01-01T05:40:00+05:30", tenMinutes],
    ["a date and time to the west", "2029-12-31T18:40:00-0530", tenMinutes],
    ["words", "soon", 3_600_000],
    ["a number and words", `${now / 1000 + 600} or so`, 3_600_000],
    ["the past", 1, 3_600_000],
    ["this moment", now, 3_600_000],
    ["nothing", undefined, 3_600_000],
    ["null", null, 3_600_000],
    ["a list", [now / 1000 + 600], 3_600_000],
    ["a far future", 4e9, 3_600_000],
  ])("whose expiration is %s: the token is used until then, or for the requested hour", (_, expiration, lifetime) =>
    expect(lifetimeOf(expiration, now)).toBe(lifetime),
  );
});

describe("reading a response", () => {
  const plain = redactor([]);
  test.each([
    ["a success", 200, '{"error":false,"results":[]}', { result: { error: false, results: [] } }],
    ["a success that says nothing of errors", 200, '{"results":[1]}', { result: { results: [1] } }],
    [
      "an error in a 200",
      200,
      '{"error":true,"message":"no"}',
      { failure: { outcome: "failed", summary: "failed (HTTP 200)", hint: "Correct the values that the service names, and try again" } },
    ],
    ["an error as a text in a 200", 200, '{"error":"true","message":"no"}', { failure: { outcome: "failed", status: 200, message: "no" } }],
    ["a success that says so as a text", 200, '{"error":"false"}', { result: { error: "false" } }],
    [
      "a missing credential",
      403,
      '{"error":true,"code":"REST-10016","message":"m"}',
      { failure: { type: "Unauthorized", summary: "was refused (HTTP 403, REST-10016, Unauthorized)" } },
    ],
    [
      "a missing credential in a 200",
      200,
      '{"error":true,"code":"REST-10016"}',
      { failure: { outcome: "refused", summary: "was refused (HTTP 200, REST-10016, Unauthorized)" } },
    ],
    ["a 401", 401, '{"message":"m"}', { failure: { outcome: "refused", type: "Unauthorized" } }],
    ["a 403 for want of a privilege", 403, '{"error":true,"code":"REST-10018"}', { failure: { type: "Forbidden" } }],
    ["a page with 200", 200, "<html><title>Up</title>", { failure: { waking: true, outcome: "not-understood" } }],
    ["a page after white space", 200, "\n <html>", { failure: { waking: true } }],
    ["a text with a bracket within", 200, "1 < 2", { failure: { hint: "Check host: it must be the workspace's data plane" } }],
    ["a page with 300", 300, "<html>", { failure: { hint: "Check host: it must be the workspace's data plane" } }],
    ["a page with 500", 500, "<html>", { failure: { hint: "Try again" } }],
    ["a page with 502", 502, "<html>", { failure: { outcome: "not-understood", hint: "Try again" } }],
    [
      "a query that is not installed",
      404,
      '{"error":true}',
      { failure: { hint: "Check graph and query: the query must be installed on this graph" } },
    ],
    [
      "a 400 that tells no error",
      400,
      '{"results":[]}',
      { failure: { summary: "was refused (HTTP 400)", outcome: "refused", hint: "Check the parameters of the query, and try again" } },
    ],
    [
      "a 500 for want of a credential",
      500,
      '{"error":true,"code":"REST-10016"}',
      { failure: { summary: "failed (HTTP 500, REST-10016, Unauthorized)" } },
    ],
    [
      "a long code",
      500,
      `{"error":true,"code":"${"c".repeat(50)}"}`,
      { failure: { summary: `failed (HTTP 500, ${"c".repeat(40)}… (10 more characters))` } },
    ],
    ["a service in trouble", 503, '{"error":true}', { failure: { outcome: "refused", summary: "failed (HTTP 503)" } }],
    ["the limit of rates", 429, '{"error":true}', { failure: { hint: "Try again later: the service limits the request rate" } }],
    [
      "a query that fails",
      500,
      '{"error":true}',
      { failure: { outcome: "failed", hint: "Try again later: the service is having problems, or the query failed" } },
    ],
    ["nothing", 200, "", { failure: { outcome: "not-understood" } }],
    ["half a body", 200, '{"error":fal', { failure: { outcome: "not-understood" } }],
    ["another service", 200, '{"Result":{}}', { failure: { hint: "Check host: it must be the workspace's data plane" } }],
    ["a text", 404, "404 page not found", { failure: { outcome: "not-understood", status: 404 } }],
  ])("%s", (_, status, body, expected) => {
    const reading = readResponse({ status, headers: {}, text: body }, plain);
    expect(reading).toMatchObject(expected);
    if ("failure" in reading && !("waking" in (expected as { failure: object }).failure)) expect(reading.failure.waking).toBeUndefined();
  });

  test.each(["", 7, null])("the message %j is left out", (message) => {
    const reading = readResponse({ status: 400, headers: {}, text: JSON.stringify({ error: true, message }) }, plain);
    expect((reading as { failure: object }).failure).not.toHaveProperty("message");
  });
});
