import { type EmulatorOptions } from "../../../../testing/emulator";
import { startFixture } from "./fixture";

async function withQuery(options: EmulatorOptions = {}) {
  const s = await startFixture(options);
  s.emulator.account.addQuery(s.wg, s.ws, { graph: "g", query: "q", results: (parameters) => [{ parameters }] });
  s.emulator.account.addQuery(s.wg, s.ws, { graph: "mein graph", query: "a/b", results: [1] });
  const secret = s.emulator.account.addSecret(s.wg, s.ws);
  const run = (authorization: string, path = "/restpp/query/g/q", body: unknown = { n: 1 }) =>
    s.call("POST", path, body, { authorization });
  const exchange = async (body: object = {}) => (await s.call("POST", "/gsql/v1/tokens", { secret, ...body })).json;
  return { s, secret, run, exchange };
}

test("a query runs with a secret and gets its parameters", async () => {
  const { secret, run } = await withQuery();
  const reply = await run(`GSQL-Secret ${secret}`);
  expect(reply.json).toEqual({ version: { api: "v2", schema: 0 }, error: false, message: "", results: [{ parameters: { n: 1 } }] });
  expect((await run(`GSQL-Secret ${secret}`, "/restpp/query/mein%20graph/a%2Fb")).json["results"]).toEqual([1]);
});

test("a secret is exchanged for a token, which runs a query until it expires", async () => {
  let now = 0;
  const { run, exchange } = await withQuery({ now: () => now });
  const { token, expiration, error } = await exchange({ lifetime: 60 });
  expect([error, expiration]).toEqual([false, 60]);
  const statuses = [(await run(`Bearer ${String(token)}`)).status];
  now = 60_000;
  statuses.push((await run(`Bearer ${String(token)}`)).status);
  expect(statuses).toEqual([200, 403]);
});

test("the expiration of a token is a date in the profile observed", async () => {
  const { exchange } = await withQuery({ profile: "observed", now: () => 0 });
  expect((await exchange({ lifetime: 3661 }))["expiration"]).toBe("1970-01-01 01:01:01");
});

test.each([
  ["for this graph runs", { graph: "g" }, 200],
  ["for another graph does not", { graph: "other" }, 403],
  ["for no graph runs", {}, 200],
])("a token asked %s", async (_, body, status) => {
  const { run, exchange } = await withQuery();
  expect((await run(`Bearer ${String((await exchange(body))["token"])}`)).status).toBe(status);
});

test.each([
  ["no credential", ""],
  ["an unknown secret", "GSQL-Secret nonsense"],
  ["an unknown token", "Bearer nonsense"],
  ["the API key as a secret", "GSQL-Secret emulator-api-key"],
])("%s is refused with REST-10016", async (_, authorization) => {
  const { run } = await withQuery();
  const reply = await run(authorization);
  expect([reply.status, reply.json["error"], reply.json["code"]]).toEqual([403, true, "REST-10016"]);
});

test("a secret sent as a token is refused, and the control plane takes no secret", async () => {
  const { s, secret, run } = await withQuery();
  expect((await run(`Bearer ${secret}`)).status).toBe(403);
  expect((await s.call("GET", s.workgroupPath, undefined, { "x-api-key": secret })).status).toBe(400);
});

test.each([
  ["a query that is not installed", "/restpp/query/g/none", { n: 1 }, 404],
  ["a body that is no object", "/restpp/query/g/q", [1], 400],
  ["an unknown data-plane path", "/restpp/nothing", { n: 1 }, 404],
])("%s is an error in the data plane's shape", async (_, path, body, status) => {
  const { secret, run } = await withQuery();
  const reply = await run(`GSQL-Secret ${secret}`, path, body);
  expect(reply.status).toBe(status);
  expect(reply.json).toMatchObject({ error: true, message: expect.any(String) as string });
});

test.each([200, 502, 503, 504] as const)(
  "a stopped workspace answers with a page of HTML and status %i, loses the request and wakes up",
  async (stoppedStatus) => {
    const ran: unknown[] = [];
    const { s, secret } = await withQuery({ stoppedStatus });
    s.emulator.account.addQuery(s.wg, s.ws, { graph: "g", query: "count", results: (parameters) => (ran.push(parameters), []) });
    s.emulator.changeWorkspace(s.wg, s.ws, { status: "Idle" });
    const seen: [number, string][] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      const reply = await s.call("POST", "/restpp/query/g/count", {}, { authorization: `GSQL-Secret ${secret}` });
      seen.push([reply.status, reply.contentType.split(";")[0] ?? ""]);
    }
    expect(seen).toEqual([
      [stoppedStatus, "text/html"],
      [stoppedStatus, "text/html"],
      [200, "application/json"],
    ]);
    expect(ran.length).toBe(1);
  },
);
