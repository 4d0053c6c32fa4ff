import { unknownText } from "../../support/provider";
import { profiles } from "../../support/service-fixture";
import { dataPlane, startQuery, success } from "./fixture";

describe.each(profiles)("a workspace that is waking up, profile $profile", ({ profile }) => {
  test("is waited for with progress lines, and its HTML page never counts as a result", async () => {
    const { engine, program, stop, runs, requests, clock } = await startQuery({ profile, stoppedStatus: 200, statusAfter: { ms: 70_000 } });
    stop();
    const { op, error, lines } = await engine.up(program);
    expect([op, error]).toEqual(["create", ""]);
    expect(runs()).toBe(1);
    expect(lines.slice(1)).toEqual([
      'graphplane: query "top_rated": the workspace is waking up, and the request was lost; trying again for up to 300 s',
      ...[30, 60].map((s) => `graphplane: query "top_rated": waiting for the workspace to wake up, ${s} s of at most 300 s`),
    ]);
    expect(requests().every((request) => request === "query GSQL-Secret")).toBe(true);
    expect(clock.pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThan(90_000);
    expect(engine.known).toMatchObject({ results: [{ first_movie: "x" }] });
  });
});

test("after a run without a response, returning to the previous arguments runs the query again", async () => {
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

test.each(["host", "graph", "query"])("a preview prints a placeholder for the %s of a run that is unknown", async (name) => {
  const { engine, program } = await dataPlane(() => success());
  const { lines } = await engine.preview({ ...program, [name]: unknownText });
  expect(lines).toEqual([expect.stringMatching(/^graphplane: POST \S*\[known-later\]\S* \{.*\} \(\w+: known later\)$/)]);
});

test.each([
  ["an error", 503, { error: true, message: "busy" }],
  ["the page of a workspace that wakes up", 200, "<html><title>Welcome</title>"],
] as const)("%s with a Retry-After of an hour is neither waited for nor repeated", async (_, status, body) => {
  const { engine, program, seen } = await dataPlane(() => [status, body, { "retry-after": "3600" }]);
  const { error } = await engine.up({ ...program, idempotent: true });
  expect(error).toMatch(/Try again after 3600 seconds: the service requested this wait, which is longer than graphplane waits/);
  expect(seen).toHaveLength(1);
});
