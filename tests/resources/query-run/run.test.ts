import { isRefusal, type OperationContext } from "../../../provider/definition";
import { queryRun } from "../../../provider/resources/query-run/crud";
import { type Arguments, type State } from "../../../provider/resources/query-run/description";
import { contextOf, serviceError } from "../../support/operation-context";

const args: Arguments = { host: "main.example.com", graph: "movies", query: "top", secret: "s" };
const old: State = { ...args, query: "old" };

const lost = serviceError(0, { outcome: "lost", summary: "lost its connection" }, "POST", "/top");
const waking = serviceError(200, { outcome: "not-understood", summary: "returned a page", waking: true }, "POST", "/top");
const refused = serviceError(400, {}, "POST", "/top");
const tooLarge = serviceError(200, { outcome: "too-large", summary: "returned a body over 64 MiB" }, "POST", "/top");

function planned(declared: Arguments, last?: State) {
  const plan = queryRun.plan(declared, last, undefined, () => false);
  if (isRefusal(plan)) throw new Error(plan.reason);
  return plan;
}

/** Runs the query; the calls are answered in turn, the last answer for ever. */
function run(answers: readonly unknown[], more: Partial<Arguments> = {}, last?: State, context: Partial<OperationContext> = {}) {
  const calls: unknown[][] = [];
  const queries = {
    run: async (...call: unknown[]) => {
      const answer = answers[Math.min(calls.push(call), answers.length) - 1];
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const scene = contextOf({ queries }, context);
  const declared = { ...args, ...more };
  const applied = queryRun.execute(planned(declared, last), declared, last, scene.context);
  return { ...scene, calls, applied };
}

test("a run is sent with its parameters, its credential and whether it is idempotent", async () => {
  const answer = { results: [1] };
  const plain = run([answer]);
  expect(await plain.applied).toMatchObject({ state: args, pending: { response: answer } });
  expect(plain.reported).toEqual(["POST https://main.example.com/restpp/query/movies/top"]);
  const id = { host: "main.example.com", graph: "movies", queryName: "top" };
  expect(plain.calls).toEqual([[id, {}, { secret: "s" }, { idempotent: undefined }]]);
  const full = run([answer], { secret: undefined, token: "t", parameters: { a: 1 }, idempotent: true });
  await full.applied;
  expect(full.calls).toEqual([[id, { a: 1 }, { token: "t" }, { idempotent: true }]]);
});

test.each<[string, unknown, Partial<Arguments>]>([
  ["a refusal", refused, {}],
  ["a workspace that no retry wakes", waking.as({ ...waking.failure, nonRetryable: true }), {}],
])("%s ends the run with its error, because the query did not run", async (_, error, more) => {
  const { applied, calls, lines } = run([error], more);
  await expect(applied).rejects.toBe(error);
  expect(calls).toHaveLength(1);
  expect(lines).toEqual([]);
});

test("a lost response is noted in the last state, and the error says to check first", async () => {
  const { applied, calls } = run([lost], {}, old);
  expect(await applied).toMatchObject({
    state: { ...old, __pending: { post: "lost" } },
    lost: { failure: { hint: expect.stringMatching(/^The query might have run, so graphplane did not send it again/) as string } },
  });
  expect(calls).toHaveLength(1);
  expect(await run([lost]).applied).toMatchObject({ state: { ...args, __pending: { post: "lost" } } });
});

test("an idempotent query is sent again after a lost response, and one line says so", async () => {
  const { applied, calls, lines } = run([lost, lost, {}], { idempotent: true });
  expect(await applied).toMatchObject({ state: args, pending: { response: {} } });
  expect(calls).toHaveLength(3);
  expect(lines).toEqual([
    'graphplane: query "top": the run lost its connection, and can be repeated (idempotent); trying again for up to 300 s',
  ]);
});

test("if a repeated query is refused, the refusal is its error, without the hint to check first", async () => {
  const { applied } = run([lost, refused], { idempotent: true });
  expect((await applied).lost).toBe(refused);
  const hopeless = lost.as({ ...lost.failure, nonRetryable: true });
  expect((await run([hopeless], { idempotent: true }).applied).lost).toBe(hopeless);
});

test("a waking workspace gets the query once more, and no line contains a secret query name", async () => {
  const { applied, lines } = run([waking, {}], {}, undefined, { isSecret: (argument) => argument === "query" });
  expect(await applied).toMatchObject({ pending: { response: {} } });
  expect(lines).toEqual(["graphplane: query [secret]: the workspace is waking up, and the request was lost; trying again for up to 300 s"]);
});

test("if a workspace does not wake up in time, the error says that the query did not run", async () => {
  const { applied } = run([waking], { timeoutSeconds: 40 });
  await expect(applied).rejects.toThrow(/the workspace was still waking up after 40 s, and the query did not run/);
});

test("the error of a query that is repeated until the timeout says that it may have run", async () => {
  const { applied } = run([lost], { idempotent: true, timeoutSeconds: 40 });
  expect(await applied).toMatchObject({
    state: { __pending: { post: "lost" } },
    lost: { failure: { hint: expect.stringContaining("graphplane tried for 40 s, and the query might have run") as string } },
  });
  const { lost: late } = await run([lost, waking], { idempotent: true, timeoutSeconds: 40 }).applied;
  expect(late).toMatchObject({ failure: { waking: true } });
});

test("a response over the size limit is not requested again, even for an idempotent query", async () => {
  const { applied, calls } = run([tooLarge], { idempotent: true });
  expect(await applied).toMatchObject({ pending: { why: "the request returned a body over 64 MiB" } });
  expect(calls).toHaveLength(1);
});

test.each([
  ["no credential", { secret: undefined }, "exactly one of secret and token is required"],
  ["two credentials", { token: "t" }, "exactly one of secret and token is required, got both"],
])("a run with %s, from an old state, is not sent", async (_, more, problem) => {
  const { applied, calls } = run([{}], more);
  await expect(applied).rejects.toThrow(problem);
  expect(calls).toEqual([]);
});

test.each<[string, Partial<Arguments>, Partial<Arguments>, object[]]>([
  ["one credential", {}, {}, []],
  ["the other credential", { secret: undefined, token: "t" }, {}, []],
  ["no credential", { secret: undefined }, {}, [{ property: "secret", reason: "exactly one of secret and token is required" }]],
  ["two credentials", { token: "t" }, {}, [{ property: "token", reason: "exactly one of secret and token is required, got both" }]],
  ["two that the state has as well", { token: "t" }, { ...args, token: "t" }, []],
])("a check of %s", (_, more, state, problems) => {
  expect(queryRun.validate?.({ ...args, ...more }, state)).toMatchObject(problems);
  expect(queryRun.validate?.({ ...args, ...more }, state)).toHaveLength(problems.length);
});

test("a host is normalized to its origin, and an unknown one stays unknown", () => {
  expect(queryRun.normalize?.(args)).toEqual({ ...args, host: "https://main.example.com" });
  expect(queryRun.normalize?.({ graph: "movies" })).toStrictEqual({ graph: "movies" });
});

test("a response is stored in the state, with credentials in its message redacted", async () => {
  const answer = { results: [1], message: "for s", version: { api: "v2" } };
  const { context } = contextOf({ redact: (text: string) => text.replace("s", "[redacted]") });
  const state = await queryRun.waitUntilApplied?.(args, { state: args, pending: { response: answer } }, context);
  expect(state).toEqual({ ...args, ...answer, message: "for [redacted]" });
});

/** The state of a run whose results were not kept. */
async function notKept(pending: object): Promise<{ message: string; state: State }> {
  const applied = { state: args, pending } as Parameters<NonNullable<typeof queryRun.waitUntilApplied>>[1];
  return queryRun.waitUntilApplied?.(args, applied, contextOf({}).context).then(
    () => Promise.reject(new Error("it was kept")),
    (error: unknown) => error as { message: string; state: State },
  ) as Promise<{ message: string; state: State }>;
}

test("a run whose results are not stored is repeated only if the query, its place, parameters or triggers change", async () => {
  const { message, state } = await notKept({ why: "too much" });
  expect(message).toMatch(/^the query ran, but its results were not stored: too much, and the state stores at most 1 MiB/);
  expect(state).toMatchObject({ ...args, __pending: { why: "too much" } });
  const again = run([{}], {}, state);
  expect(await again.applied).toMatchObject({ state, pending: { why: "too much" } });
  expect(again.calls).toEqual([]);
  for (const more of [{ query: "other" }, { graph: "other" }, { host: "other.example.com" }, { parameters: { a: 1 } }, { triggers: [1] }]) {
    const changed = run([{}], more, state);
    await changed.applied;
    expect(changed.calls).toHaveLength(1);
  }
  const moved = run([{}], { host: "https://main.example.com/", secret: "other", timeoutSeconds: 9 }, state);
  await moved.applied;
  expect(moved.calls).toEqual([]);
});

test.each([
  ["of 1 MiB are kept", { results: "x".repeat(1024 * 1024 - 2) }, undefined],
  ["over 1 MiB are not", { results: "x".repeat(1024 * 1024 * 1.5) }, "its results are 1.50 MiB of JSON"],
  [
    "that nest too deep are not",
    { results: JSON.parse("[".repeat(600) + "]".repeat(600)) as unknown },
    "its results are nested deeper than 500 levels",
  ],
  ["that are absent are nothing to keep", {}, undefined],
])("results %s", async (_, answer, why) => {
  const waited = queryRun.waitUntilApplied?.(args, { state: args, pending: { response: answer } }, contextOf({}).context);
  await (why === undefined
    ? expect(waited).resolves.toEqual({ ...args, ...answer })
    : expect(waited).rejects.toMatchObject({ state: { __pending: { why } } }));
});

test.each<[string, unknown, string[]]>([
  ["a lost run", { post: "lost" }, []],
  [
    "a run that was not kept, of another version",
    { ran: "x" },
    ["graphplane: QueryRun: the query ran, but its results were not stored: the state does not contain the reason, and"],
  ],
])("a refresh of a state with %s sends no request", async (_, pending, told) => {
  const last = { ...args, __pending: pending } as State;
  const { context, lines } = contextOf({});
  expect(await queryRun.read(last, context)).toBe(last);
  expect(lines).toEqual(told.map((line) => expect.stringContaining(line) as string));
});

test("a get fails and says where results can be read", async () => {
  await expect(queryRun.read({} as State, contextOf({}).context)).rejects.toThrow("read them with a StackReference");
});
