import { unknownText } from "../../support/provider";
import { profiles } from "../../support/service-fixture";
import { dataPlane, startQuery, success } from "./fixture";

const page = "<html><head><title>Starting</title></head></html>";

describe.each(profiles)("a workspace that is waking up, profile $profile", ({ profile }) => {
  test("is waited for, saying so; its page never counts as a result", async () => {
    const { engine, program, stop, runs, requests, clock } = await startQuery({ profile, stoppedStatus: 200, statusAfter: { ms: 70_000 } });
    stop();
    const { op, error, lines } = await engine.up(program);
    expect([op, error]).toEqual(["create", ""]);
    expect(runs()).toBe(1);
    expect(lines.slice(1)).toEqual([
      'graphplane: query "top_rated": the workspace is waking up, and what was sent is lost; trying again for up to 300 s',
      ...[30, 60].map((s) => `graphplane: query "top_rated": waiting for the workspace to wake up, ${s} s of at most 300 s`),
    ]);
    expect(requests().every((request) => request === "query GSQL-Secret")).toBe(true);
    expect(clock.pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThan(90_000);
    expect(engine.known).toMatchObject({ results: [{ first_movie: "x" }] });
  });

  test.each([502, 503, 504] as const)(
    "that answers %i may have run the query: only what is idempotent is sent again",
    async (stoppedStatus) => {
      const { engine, program, stop, runs, requests } = await startQuery({ profile, stoppedStatus, statusAfter: { ms: 20_000 } });
      stop();
      const { error } = await engine.up(program);
      expect(error).toMatch(new RegExp(`HTTP ${stoppedStatus} and an HTML page`));
      expect(error).toMatch(/The query may have run, so it is not sent again by itself/);
      expect(error).toMatch(/set idempotent: true/);
      expect(requests()).toEqual(["query GSQL-Secret"]);

      expect(await engine.up({ ...program, idempotent: true })).toMatchObject({ op: "update", error: "" });
      expect(runs()).toBe(1);
    },
  );
});

describe.each([
  ["a connection that breaks after the query ran", { kind: "reset-after" }, /lost its connection \(ECONNRESET\)/],
  ["half a response", { kind: "truncated" }, /lost its connection|not a complete JSON object/],
  ["half a response that ends cleanly", { kind: "truncated", ends: "cleanly" }, /a body that is not a complete JSON object/],
  ["an empty response", { kind: "empty" }, /an empty body/],
  ["a JSON error with 503", { kind: "status", status: 503, applied: true }, /top_rated failed \(HTTP 503, REST-30000\)/],
  ["an HTML page with 504", { kind: "html", status: 504, applied: true }, /HTTP 504 and an HTML page/],
] as const)("%s", (_, fault, told) => {
  test("is an error that says that the query may have run, and the next up sends it once more", async () => {
    const { emulator, engine, program, runs } = await startQuery();
    emulator.fault({ ...fault, match: { endpoint: "query" } });
    const { error } = await engine.up(program);
    expect(error).toMatch(told);
    expect(error).toMatch(/the query may have run/i);
    expect(runs()).toBe(1);
    expect(engine.state).toMatchObject({ initErrors: [error], outputs: { __pending: { post: "lost" } } });
    expect(await engine.up(program)).toMatchObject({ op: "update", error: "" });
    expect(runs()).toBe(2);
    expect((await engine.up(program)).op).toBe("same");
  });
});

test("a run that got no response is remembered: a program that goes back to what ran before runs it again", async () => {
  const { emulator, engine, program, runs } = await startQuery();
  await engine.up({ ...program, parameters: { rows: 1 } });
  emulator.fault({ kind: "reset-after", match: { endpoint: "query" } });
  const failed = await engine.up({ ...program, parameters: { rows: 2 } });
  expect(engine.state).toMatchObject({ initErrors: [failed.error], outputs: { parameters: { rows: 1 } } });
  expect(engine.known["results"]).toEqual([{ first_movie: "x", parameters: { rows: 1 } }]);
  await engine.refresh();
  expect(runs()).toBe(2);
  expect(await engine.up({ ...program, parameters: { rows: 1 } })).toMatchObject({ op: "update", error: "" });
  expect(runs()).toBe(3);
  expect((await engine.up({ ...program, parameters: { rows: 1 } })).op).toBe("same");
});

test("an update that fails keeps what stood before, and is made by the next up", async () => {
  let broken = false;
  const { engine, program, seen } = await dataPlane(() => (broken ? [200, { error: true, message: "no" }] : success([1])));
  await engine.up(program);
  broken = true;
  const { known } = engine;
  expect((await engine.up({ ...program, triggers: [1] })).error).toMatch(/^QueryRun: update of .* The service says: no\./);
  expect(engine.known).toEqual(known);
  broken = false;
  expect(await engine.up({ ...program, triggers: [1] })).toMatchObject({ op: "update", error: "" });
  expect(seen).toHaveLength(3);
});

test("a preview says nothing of a run whose place is not known yet", async () => {
  const { engine, program } = await dataPlane(() => success());
  for (const name of ["host", "graph", "query"]) expect((await engine.preview({ ...program, [name]: unknownText })).lines).toEqual([]);
});

test("a state with two credentials, or none, is not judged again", async () => {
  const { engine, program } = await dataPlane(() => success());
  for (const credentials of [{ token: "a-token" }, { secret: undefined }]) {
    await engine.up(program);
    const { id, inputs, outputs } = engine.state ?? { id: "", inputs: {}, outputs: {} };
    engine.state = { id, inputs: { ...inputs, ...credentials }, outputs };
    expect(await engine.destroy()).toMatchObject({ op: "delete", failures: [], error: "" });
  }
});

test.each([
  ["a page with an error status", 404, page, /HTTP 404 and an HTML page titled "Starting"/],
  ["JSON of another service", 200, { hello: 1 }, /JSON that is not this service's envelope/],
  ["a redirect", 302, "", /a redirect/],
])("%s is told with what to check", async (_, status, body, told) => {
  const { engine, program } = await dataPlane(() => [status, body]);
  const { error } = await engine.up(program);
  expect(error).toMatch(told);
});

test("429 is obeyed without idempotent, since nothing was processed", async () => {
  const { engine, program, seen } = await dataPlane((_, index) => (index === 0 ? [429, { error: true, message: "slow" }] : success()));
  engine.config["graphplane:maxRetries"] = "2";
  expect(await engine.up(program)).toMatchObject({ error: "" });
  expect(seen).toHaveLength(2);
});

test.each([
  ["an error", 503, { error: true, message: "busy" }],
  ["the page of a workspace that wakes up", 200, "<html><title>Welcome</title>"],
] as const)("%s that asks to wait for an hour is not waited for, nor asked again", async (_, status, body) => {
  const { engine, program, seen } = await dataPlane(() => [status, body, { "retry-after": "3600" }]);
  const { error } = await engine.up({ ...program, idempotent: true });
  expect(error).toMatch(/The service asks for a wait of 3600 seconds, longer than graphplane waits\. Try again after that/);
  expect(seen).toHaveLength(1);
});
