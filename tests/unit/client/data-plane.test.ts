import { inspect } from "node:util";
import { InputError } from "../../../client";
import { readAnswer } from "../../../client/data-plane";
import { dataPlaneOrigin, hostOf, hostProblem } from "../../../client/host";
import { failureOf, hang, lab, reset, serve, testKey, text } from "./bench";

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
    "",
    " ",
    "http://ws.example.com",
    "ws.example.com/path",
    "https://u:p@ws",
    "ws?x",
    "ws#x",
    "ws\\x",
    "a b",
    "ws:x",
    "javascript://x",
    "https://",
  ])("%j is refused, and nothing is sent", async (host) => {
    expect(hostProblem(host)).toEqual(expect.any(String));
    const service = await serve(ok);
    await expect(lab(service).client.queries.run({ host, ...query }, {}, { secret: "s" })).rejects.toThrow(InputError);
    expect(service.connections()).toBe(0);
  });

  test.each([
    ["the field itself", { proxy_host: "a", other_host: "b" }, "a"],
    ["the only other", { other_host: "b", name: "x" }, "b"],
    ["the only other where the field is empty", { proxy_host: "", other_host: "b" }, "b"],
    ["none of several", { one_host: "a", two_host: "b" }, undefined],
    ["none of another type", { one_host: 7 }, undefined],
  ])("of a record is %s", (_, record, host) => {
    expect(hostOf({ workspace_id: "ws", ...record })).toBe(host);
  });
});

describe("a query", () => {
  test("is sent with the secret as it is, its parameters as the body, and never the API key", async () => {
    const service = await serve(ok);
    const { client, lines } = lab(service);
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

  test("with a token is sent as Bearer", async () => {
    const service = await serve(ok);
    await lab(service).client.queries.run({ host: service.origin, ...query }, {}, { token: "the-token" });
    expect(service.requests[0]?.headers.authorization).toBe("Bearer the-token");
  });

  test.each([["lost"], ["502"], ["504"]])("whose answer is %s is sent again only where it is idempotent", async (how) => {
    for (const idempotent of [false, true]) {
      const service = await serve(how === "lost" ? reset : text(Number(how), "<html></html>"), ok);
      const run = lab(service, { maxRetries: 2 }).client.queries.run(
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

  test("can be given up, also while a token is got", async () => {
    const service = await serve(denied, hang);
    const stop = new AbortController();
    const { client } = lab(service, { requestTimeoutSeconds: 0.2 });
    const run = client.during({ signal: stop.signal }).queries.run({ host: service.origin, ...query }, {}, { secret: "s" });
    stop.abort();
    await failureOf(run);
  });

  test.each([testKey, "with space", "line\nbreak", "ünï"])("the credential %j is refused, and nothing is sent", async (credential) => {
    const service = await serve(ok);
    const { client } = lab(service);
    for (const given of [{ secret: credential }, { token: credential }]) {
      const error: unknown = await client.queries.run({ host: service.origin, ...query }, {}, given).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(InputError);
      expect((error as Error).message).not.toContain(credential);
    }
    expect(service.connections()).toBe(0);
  });

  test("parameters that are no JSON are an InputError", async () => {
    const service = await serve(ok);
    const run = lab(service).client.queries.run({ host: service.origin, ...query }, { a: 1n }, { secret: "s" });
    await expect(run).rejects.toThrow(/cannot be written as JSON/);
    expect(service.connections()).toBe(0);
  });
});

test("Retry-After is obeyed as it stands; a longer one than a minute ends the request and is told", async () => {
  const limited = (seconds: string) => text(429, '{"error":true,"message":"slow"}', { "retry-after": seconds });
  const patient = await serve(limited("7"), ok);
  const first = lab(patient, { maxRetries: 1 });
  await first.client.queries.run({ host: patient.origin, ...query }, {}, { secret: "a-secret" });
  expect(first.clock.pauses).toEqual([7000]);

  const closed = await serve(limited("3600"), ok);
  const second = lab(closed, { maxRetries: 4 });
  const error = await failureOf(second.client.queries.run({ host: closed.origin, ...query }, {}, { secret: "a-secret" }));
  expect(error.message).toContain("the service asks to wait 3600 seconds, longer than a request waits");
  expect(second.clock.pauses).toEqual([]);
});

describe("an exchange", () => {
  test("sends the secret in its body alone, and is repeated where its answer is lost", async () => {
    const service = await serve(reset, answer({ token: "t", expiration: 1, error: false, message: "" }));
    const { client } = lab(service, { maxRetries: 1 });
    expect(await client.queries.exchange({ host: service.origin, secret: "s-1", lifetime: 60 })).toMatchObject({ token: "t" });
    expect(service.requests[1]).toMatchObject({ url: "/gsql/v1/tokens", body: '{"secret":"s-1","lifetime":60}' });
    expect(service.requests[1]?.headers).not.toHaveProperty("authorization");
    expect(service.requests[1]?.headers).not.toHaveProperty("x-api-key");
  });

  test.each([
    ["seconds", Math.floor(Date.now() / 1000) + 600],
    ["seconds in a text", String(Math.floor(Date.now() / 1000) + 600)],
    ["milliseconds", Date.now() + 600_000],
    ["a date and time", new Date(Date.now() + 600_000).toISOString().slice(0, 19).replace("T", " ")],
    ["a date and time with a zone", new Date(Date.now() + 600_000).toISOString()],
  ])("whose expiration is in %s is renewed a minute before", async (_, expiration) => {
    const token = answer({ token: "t", expiration });
    const service = await serve(denied, token, ok, ok, token, ok);
    const { client, clock } = lab(service);
    const run = () => client.queries.run({ host: service.origin, ...query }, {}, { secret: "s" });
    await run();
    clock.time += 500_000;
    await run();
    expect(service.requests).toHaveLength(4);
    clock.time += 60_000;
    await run();
    expect(service.requests.map(({ url }) => url.slice(0, 5))).toEqual(["/rest", "/gsql", "/rest", "/rest", "/gsql", "/rest"]);
  });

  test.each([
    ["words", "soon"],
    ["the past", 1],
    ["nothing", undefined],
    ["a far future", 4e9],
  ])("whose expiration is %s counts for the hour that was asked for", async (_, expiration) => {
    const token = answer({ token: "t", expiration });
    const service = await serve(denied, token, ok, ok, token, ok);
    const { client, clock } = lab(service);
    const run = () => client.queries.run({ host: service.origin, ...query }, {}, { secret: "s" });
    await run();
    clock.time += 3_500_000;
    await run();
    clock.time += 50_000;
    await run();
    expect(service.requests).toHaveLength(6);
  });

  test("that fails is not kept", async () => {
    const service = await serve(denied, answer({ error: true, message: "no" }, 500), denied, answer({ token: "t" }), ok);
    const { client } = lab(service);
    const run = () => client.queries.run({ host: service.origin, ...query }, {}, { secret: "s" });
    expect((await failureOf(run())).failure).toMatchObject({ status: 500, message: "no" });
    expect(await run()).toMatchObject({ error: false });
  });
});

describe("reading an answer", () => {
  const plain = (given: string) => given;
  test.each([
    ["a success", 200, '{"error":false,"results":[]}', { result: { error: false, results: [] } }],
    ["a success that says nothing of errors", 200, '{"results":[1]}', { result: { results: [1] } }],
    [
      "an error in a 200",
      200,
      '{"error":true,"message":"no"}',
      { failure: { outcome: "refused", summary: "was refused (HTTP 200)", message: "no" } },
    ],
    ["a missing credential", 403, '{"error":true,"code":"REST-10016","message":"m"}', { failure: { type: "Unauthorized" } }],
    ["a 401", 401, '{"message":"m"}', { failure: { outcome: "refused", type: "Unauthorized" } }],
    ["a 403 for want of a privilege", 403, '{"error":true,"code":"REST-10018"}', { failure: { type: "Forbidden" } }],
    ["a page with 200", 200, "<html><title>Up</title>", { failure: { waking: true, outcome: "not-understood" } }],
    ["a page with 502", 502, "<html>", { failure: { outcome: "not-understood", mend: "try again" } }],
    [
      "a query that is not installed",
      404,
      '{"error":true}',
      { failure: { mend: "check graph and query: the query must be installed on this graph" } },
    ],
    ["the limit of rates", 429, '{"error":true}', { failure: { mend: "the service limits the rate: try again later" } }],
    ["a query that fails", 500, '{"error":true}', { failure: { mend: expect.stringMatching(/then try again$/) as string } }],
    ["nothing", 200, "", { failure: { outcome: "not-understood" } }],
    ["half a body", 200, '{"error":fal', { failure: { outcome: "not-understood" } }],
    ["another service", 200, '{"Result":{}}', { failure: { mend: "check host: it must be the workspace's data plane" } }],
    ["a text", 404, "404 page not found", { failure: { outcome: "not-understood", status: 404 } }],
  ])("%s", (_, status, body, expected) => {
    const reading = readAnswer({ status, headers: {}, text: body }, 0, plain);
    expect(reading).toMatchObject(expected);
    if ("failure" in reading && !("waking" in (expected as { failure: object }).failure)) expect(reading.failure.waking).toBeUndefined();
  });
});
