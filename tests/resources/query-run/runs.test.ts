import type { Properties } from "../../support/provider";
import { profiles } from "../../support/service-fixture";
import { dataPlane, startQuery, secret, success } from "./fixture";

describe.each(profiles)("a run, profile $profile", ({ profile }) => {
  test("runs at creation, and its response is stored", async () => {
    const { engine, program, requests, runs } = await startQuery({ profile });
    const outcome = await engine.up({ ...program, parameters: { print_limit: 5, deep: { null: null, list: [null, 1] } } });
    expect(outcome).toMatchObject({ op: "create", error: "" });
    expect(requests()).toEqual(["query GSQL-Secret"]);
    expect(runs()).toBe(1);
    expect(engine.state?.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(engine.known).toMatchObject({
      // Users' own data: names as they are, and nulls sent as nulls.
      results: [{ first_movie: "x", parameters: { print_limit: 5, deep: { null: null, list: [null, 1] } } }],
      message: "",
      version: { api: "v2", schema: 0 },
      secret,
    });
  });

  test.each([
    ["parameters", { parameters: { a: 1 } }],
    ["triggers", { triggers: ["x"] }],
  ])("runs again when %s changes, as an update with the same id", async (_, change) => {
    const { engine, program, requests } = await startQuery({ profile });
    await engine.up(program);
    const id = engine.state?.id;
    requests();
    expect(await engine.up({ ...program, ...change })).toMatchObject({ op: "update", error: "" });
    expect(requests()).toEqual(["query GSQL-Secret"]);
    expect(engine.state?.id).toBe(id);
    expect(await engine.up({ ...program, ...change })).toMatchObject({ op: "same" });
    expect(requests()).toEqual([]);
  });

  const nested = { a: [{ b: 1 }], c: { d: 2 } };
  test.each<[string, Properties, Properties]>([
    ["a null that is added to parameters", { parameters: { a: 1 } }, { parameters: { a: 1, b: null } }],
    ["a null that is added at depth", { parameters: nested }, { parameters: { a: [{ b: 1, x: null }], c: { d: 2, x: null } } }],
    ["a null in a trigger", { triggers: [{ a: 1 }] }, { triggers: [{ a: 1, b: null }] }],
    ["a null as a trigger", { triggers: [] }, { triggers: [null] }],
  ])("runs again for %s and for its removal, and not without a change", async (_, without, withNull) => {
    const { engine, program, requests, emulator } = await startQuery({ profile });
    await engine.up({ ...program, ...without });
    requests();
    for (const change of [withNull, without]) {
      expect((await engine.preview({ ...program, ...change })).lines).toHaveLength(1);
      expect(await engine.up({ ...program, ...change })).toMatchObject({ op: "update", error: "" });
      expect(requests()).toEqual(["query GSQL-Secret"]);
      expect(emulator.journal.entries.at(-1)?.body).toEqual(change["parameters"] ?? {});
      expect(engine.known).toMatchObject(change);
      expect(await engine.up({ ...program, ...change })).toMatchObject({ op: "same" });
      await engine.refresh();
      expect(await engine.up({ ...program, ...change })).toMatchObject({ op: "same" });
      expect(requests()).toEqual([]);
    }
  });

  test("a different spelling of the host, a new credential and local arguments do not run the query again", async () => {
    const { emulator, engine, program, requests } = await startQuery({ profile });
    await engine.up(program);
    requests();
    const known = engine.known;
    expect(await engine.up({ ...program, host: emulator.url })).toMatchObject({ error: "" });
    expect(await engine.up({ ...program, secret: "another-secret" })).toMatchObject({ op: "update", error: "" });
    expect(engine.known).toEqual({ ...known, secret: "another-secret" });
    expect(await engine.up({ ...program, secret: undefined, token: "a-token", idempotent: true, timeoutSeconds: 5 })).toMatchObject({
      op: "update",
      error: "",
    });
    expect(engine.known).toEqual({ ...known, secret: undefined, token: "a-token", idempotent: true, timeoutSeconds: 5 });
    expect(requests()).toEqual([]);
  });

  test("a refresh and a deletion send no request", async () => {
    const { engine, program, requests } = await startQuery({ profile });
    await engine.up(program);
    requests();
    const { known, declared } = engine;
    expect(await engine.refresh()).toMatchObject({ op: "read" });
    expect([engine.known, engine.declared]).toEqual([known, declared]);
    expect(await engine.up(program)).toMatchObject({ op: "same" });
    delete engine.config["graphplane:apiKey"];
    expect(await engine.destroy()).toMatchObject({ op: "delete", error: "" });
    expect(requests()).toEqual([]);
  });

  test("an error in a 200 response is an error, and nothing is stored", async () => {
    const { emulator, engine, program, requests } = await startQuery({ profile });
    emulator.fault({ kind: "error-200", message: "division by zero", match: { endpoint: "query" } });
    expect((await engine.up({ ...program, idempotent: true })).error).toMatch(
      /^QueryRun: create of query "top_rated" of graph "movies" failed: POST http:\/\/127\.0\.0\.1:\d+\/restpp\/query\/movies\/top_rated failed \(HTTP 200, REST-30000\)\. The service responded: division by zero\./,
    );
    expect(engine.state).toBeUndefined();
    expect(requests()).toEqual(["query GSQL-Secret"]);
  });
});

test("64-bit integers and out-of-range numbers are stored as strings of their digits, and other values unchanged", async () => {
  const answer = `{"version":{"api":"v2","schema":3},"error":false,"message":"","results":[{"id":9007199254740993,"n":1e400,"x":1.5,"k":7}]}`;
  const { engine, program } = await dataPlane(() => [200, answer]);
  expect(await engine.up(program)).toMatchObject({ op: "create", error: "" });
  expect(engine.known).toEqual({
    ...program,
    results: [{ id: "9007199254740993", n: "1e400", x: 1.5, k: 7 }],
    message: "",
    version: { api: "v2", schema: 3 },
  });
});

test("the body contains only the parameters, or is an empty object", async () => {
  const { engine, program, seen } = await dataPlane(() => success());
  await engine.up(program);
  await engine.up({ ...program, parameters: { result_attribute: "A", camelCase: [{ snake_case: 1 }] } });
  expect(seen.map(({ path, body }) => [path, body])).toEqual([
    ["/restpp/query/g/q", {}],
    ["/restpp/query/g/q", { result_attribute: "A", camelCase: [{ snake_case: 1 }] }],
  ]);
  expect(seen[0]?.headers["user-agent"]).toMatch(/\(QueryRun; create\)$/);
});

test.each([
  ["http", "http://ws.example", "must be reached over https; http is for loopback hosts only"],
  ["a path", "ws.example/restpp", "must be a host without a path"],
])("check refuses a host that is or has %s", async (_, host, reason) => {
  const { engine } = await startQuery();
  expect((await engine.preview({ host, graph: "g", query: "q", secret: "s" })).failures).toEqual([{ property: "host", reason }]);
});
