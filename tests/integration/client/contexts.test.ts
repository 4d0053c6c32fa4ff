import { type CallContext, type Client, type ResponseTrace } from "../../../client/index";
import { mergeContexts, secretsOf } from "../../../client/http/call";
import { failureOf, makeClient, refusal, serve, success } from "./fixture";

const wg = { workgroupID: "wg" };
const ws = { ...wg, workspaceID: "ws" };
const wake = (of: string) => ({ kind: of, operation: "read" });

/** Calls of every kind: direct, shared, and on a data plane. */
const calls: readonly (readonly [string, (client: Client, origin: string) => Promise<unknown>])[] = [
  ["a read", (client) => client.workgroups.get(wg)],
  ["a shared read", (client) => client.sharedWorkgroup(wg)],
  ["a write", (client) => client.workspaces.update(ws, { pause: true })],
  ["a query", (client, host) => client.queries.run({ host, graph: "g", queryName: "q" }, {}, { token: "a-token" })],
];

test("a read-only client sends no write, and says why", async () => {
  const service = await serve(success({ workgroup_id: "wg" }));
  const own = makeClient(service).client.withContext({ readOnlyReason: "another service" });
  await expect(own.workspaces.update(ws, { pause: true })).rejects.toThrow("another service");
  expect(service.connections()).toBe(0);
  await own.workgroups.get(wg);
});

describe.each(calls)("%s of a client within another", (_, call) => {
  test.each([
    ["outer", 0],
    ["inner", 1],
  ])("is aborted by the %s signal, and waiting requests are not sent", async (_of, which) => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const service = await serve(() => arrive());
    const signals = [new AbortController(), new AbortController()];
    const { client } = makeClient(service);
    const own = signals.reduce<Client>((nested, { signal }) => nested.withContext({ signal }), client);
    const failed = failureOf(call(own, service.origin));
    await arrived;
    signals[which]?.abort();
    expect((await failed).failure.outcome).toBe("aborted");
    expect((await failureOf(call(own, service.origin))).failure.outcome).toBe("aborted");
    expect(service.requests).toHaveLength(1);
  });

  test("redacts the secrets of both, and has the inner one's purpose", async () => {
    const service = await serve(refusal(400, { Message: "outer-secret inner-secret", message: "outer-secret inner-secret" }));
    const { client, lines } = makeClient(service);
    const own = client
      .withContext({ purpose: wake("Outer"), secrets: ["outer-secret"] })
      .withContext({ purpose: wake("Inner"), secrets: ["inner-secret"] });
    const { message } = await failureOf(call(own, service.origin));
    expect(message).toMatch(/^Inner: read failed: .*\[redacted\] \[redacted\]/);
    expect([...lines, message].join()).not.toMatch(/(outer|inner)-secret/);
    expect(own.redact("outer-secret inner-secret")).toBe("[redacted] [redacted]");
  });

  test("keeps the outer purpose if the inner context has none, or none that is defined", async () => {
    const service = await serve(refusal(400));
    const own = makeClient(service)
      .client.withContext({ purpose: wake("Outer") })
      .withContext({})
      .withContext({ purpose: undefined });
    expect((await failureOf(call(own, service.origin))).message).toMatch(/^Outer: /);
  });
});

test("notifies both of a response, the outer one first", async () => {
  const service = await serve(success({ workgroup_id: "wg" }));
  const heard: [string, ResponseTrace][] = [];
  const listener = (who: string): CallContext => ({ onResponse: (answer) => heard.push([who, answer]) });
  const { client } = makeClient(service);
  const own = client.withContext(listener("outer")).withContext(listener("inner"));
  const answer = { method: "GET", requestId: "req-1" };
  await own.workgroups.get(wg);
  await own.sharedWorkgroup(wg);
  expect(heard).toEqual([
    ["outer", answer],
    ["inner", answer],
    ["outer", answer],
    ["inner", answer],
  ]);
});

test("an inner client does not change the outer one", async () => {
  const service = await serve(refusal(400, { Message: "inner-secret" }));
  const outer = makeClient(service).client.withContext({ purpose: wake("Outer") });
  outer.withContext({ purpose: wake("Inner"), secrets: ["inner-secret"], signal: AbortSignal.abort() });
  expect((await failureOf(outer.workgroups.get(wg))).message).toMatch(/^Outer: .*inner-secret/);
});

test("a single signal, or the same one twice, is used directly; without signals there is none", () => {
  const { signal } = new AbortController();
  expect(mergeContexts({ signal }, {}).signal).toBe(signal);
  expect(mergeContexts({}, { signal }).signal).toBe(signal);
  expect(mergeContexts({ signal }, { signal }).signal).toBe(signal);
  expect(mergeContexts({}, {})).toMatchObject({ secrets: [], signal: undefined });
  expect(secretsOf({ secret: ["password", "key"] }, { password: "hidden", key: 5, shown: "s" })).toEqual(["hidden"]);
});

test("signals are combined into one that is aborted by the first of them, for its reason", () => {
  for (const first of [0, 1]) {
    const given = [new AbortController(), new AbortController()] as const;
    const { signal } = mergeContexts({ signal: given[0].signal }, { signal: given[1].signal });
    expect(signal?.aborted).toBe(false);
    given[first]?.abort("first");
    given[1 - first]?.abort("second");
    expect([signal?.aborted, signal?.reason]).toEqual([true, "first"]);
  }
});
