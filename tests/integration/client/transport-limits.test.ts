import type { ServerResponse } from "node:http";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { TimeLimitError } from "../../../client";
import { maxResponseSize as usual } from "../../../client/http/transport";
import { type Answerer, failureOf, makeClient, maxResponseSize, refusal, serve, success, text } from "./fixture";

const wg = { workgroupID: "wg" };
const group = success({ workgroup_id: "wg" });

test("the default limit of a response is 64 MiB", () => expect(usual).toBe(64 * 1024 * 1024));

const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
test.each([
  ["as it is", (zeros: Buffer) => zeros, {}],
  ["in gzip, a thousandth on the wire", (zeros: Buffer) => gzipSync(zeros, { level: 1 }), { "content-encoding": "gzip" }],
  ["in deflate", (zeros: Buffer) => deflateSync(zeros, { level: 1 }), { "content-encoding": "deflate" }],
  ["in brotli", (zeros: Buffer) => brotliCompressSync(zeros, fast), { "content-encoding": "br" }],
])("a response over the limit is refused and not requested again: %s", async (_, pack, headers) => {
  const service = await serve(text(200, pack(Buffer.alloc(maxResponseSize + 1)), headers));
  const error = await failureOf(makeClient(service, { maxRetries: 4 }).client.workgroups.get(wg));
  expect(error.failure.outcome).toBe("too-large");
  expect(error.message).toContain("returned a body over 8 MiB, which graphplane does not accept. Check the address");
  expect(service.requests).toHaveLength(1);
});

test("a response of just the limit is read", async () => {
  const json = '{"Error":false,"Result":{"workgroup_id":"wg"}}';
  const service = await serve(
    text(200, gzipSync(json + " ".repeat(maxResponseSize - json.length), { level: 1 }), { "content-encoding": "gzip" }),
  );
  await expect(makeClient(service).client.workgroups.get(wg)).resolves.toEqual({ workgroup_id: "wg" });
});

test("a character that is split between packets is joined again", async () => {
  const bytes = Buffer.from(JSON.stringify({ Error: false, Result: { workgroup_id: "wg", name: "ü🌍" } }));
  const cut = bytes.indexOf(Buffer.from("🌍")) + 2;
  const service = await serve((response) => {
    response.writeHead(200).write(bytes.subarray(0, cut));
    setImmediate(() => response.end(bytes.subarray(cut)));
  });
  await expect(makeClient(service).client.workgroups.get(wg)).resolves.toEqual({ workgroup_id: "wg", name: "ü🌍" });
});

test("a byte order mark before the JSON is ignored", async () => {
  const service = await serve(text(200, '\ufeff{"Error":false,"Result":{"workgroup_id":"wg"}}'));
  await expect(makeClient(service).client.workgroups.get(wg)).resolves.toEqual({ workgroup_id: "wg" });
});

test("exactly maxConcurrency requests are under way at a time", async () => {
  const waiting: (() => void)[] = [];
  let most = 0;
  let arrived = 0;
  const hold: Answerer = (response, request, socket) => {
    waiting.push(() => group(response, request, socket));
    arrived++;
    most = Math.max(most, waiting.length);
    // Answered only after a while in which a fourth request would have arrived.
    if (waiting.length >= 3 || arrived === 20) void turns(20).then(() => waiting.splice(0).forEach((answer) => answer()));
  };
  const service = await serve(hold);
  const { client } = makeClient(service, { maxConcurrency: 3 });
  await Promise.all(Array.from({ length: 20 }, () => client.workgroups.get(wg)));
  expect(service.requests).toHaveLength(20);
  expect(most).toBe(3);
  expect(service.connections()).toBe(3);
});

test("the limit is shared by all contexts of a client", async () => {
  const answers: ServerResponse[] = [];
  const service = await serve((response) => answers.push(response));
  const { client } = makeClient(service, { maxConcurrency: 1 });
  const first = client.withContext({ purpose: { kind: "A", operation: "read" } }).workgroups.get(wg);
  const second = client.withContext({ purpose: { kind: "B", operation: "read" } }).workgroups.get(wg);
  await until(() => answers.length > 0);
  await turns(20);
  expect(service.requests).toHaveLength(1);
  answers[0]?.end('{"Error":false,"Result":{"workgroup_id":"wg"}}');
  await until(() => answers.length > 1);
  answers[1]?.end('{"Error":false,"Result":{"workgroup_id":"wg"}}');
  await expect(Promise.all([first, second])).resolves.toHaveLength(2);
});

test("a request that pauses before a retry does not count towards the limit", async () => {
  const service = await serve(refusal(503), group);
  const { client, clock } = makeClient(service, { maxConcurrency: 1, maxRetries: 1 });
  clock.held = true;
  const controller = new AbortController();
  const pausing = failureOf(client.withContext({ signal: controller.signal }).workgroups.get(wg));
  await until(() => clock.pauses.length > 0);
  await expect(client.workgroups.get(wg)).resolves.toEqual({ workgroup_id: "wg" });
  controller.abort();
  await pausing;
});

test.each<[string, Answerer]>([
  ["a refusal", refusal(400)],
  ["a lost connection", (_response, _request, socket) => socket.destroy()],
])("a slot of the limit is released after %s", async (_, answer) => {
  const service = await serve(answer, group);
  const { client } = makeClient(service, { maxConcurrency: 1 });
  await failureOf(client.workgroups.get(wg));
  await expect(client.workgroups.get(wg)).resolves.toEqual({ workgroup_id: "wg" });
});

test("a request that is aborted in advance sends nothing and logs no line", async () => {
  const service = await serve(group);
  const { client, lines } = makeClient(service, { maxRetries: 4 });
  const error = await failureOf(client.withContext({ signal: AbortSignal.abort() }).workgroups.get(wg));
  expect(error.failure.outcome).toBe("aborted");
  expect(error.message).toMatch(/was canceled before a response arrived\.$/);
  await turns(20);
  expect([service.connections(), lines]).toEqual([0, []]);
});

test("a request that a time limit aborts names the limit", async () => {
  const signal = AbortSignal.abort(new TimeLimitError("The update took 20 s."));
  const service = await serve(group);
  const error = await failureOf(makeClient(service).client.withContext({ signal }).workgroups.get(wg));
  expect(error.message).toMatch(/was canceled before a response arrived\. The update took 20 s\.$/);
});

const holdBody: Answerer = (response) => response.writeHead(200).write("{");
test.each<[string, Answerer, number]>([
  ["is under way", () => undefined, 0],
  ["receives its body", holdBody, 0],
  ["pauses before a retry", refusal(503), 1],
])("a time limit that aborts a request that %s rejects it immediately, and it is not sent again", async (_, answer, attempts) => {
  const closed: boolean[] = [];
  const service = await serve((response, request, socket) => {
    response.on("close", () => closed.push(true));
    answer(response, request, socket);
  });
  const { client, clock, lines } = makeClient(service, { maxRetries: 4 });
  clock.held = true;
  const controller = new AbortController();
  const call = failureOf(client.withContext({ signal: controller.signal }).workgroups.get(wg));
  await until(() => (attempts === 0 ? service.requests.length > 0 : clock.pauses.length > 0));
  await turns(5);
  controller.abort(new TimeLimitError("The update took 20 s."));
  const error = await call;
  expect([error.failure.outcome, error.failure.hint, error.attempts]).toEqual(["aborted", "The update took 20 s.", 1]);
  await until(() => closed.length > 0);
  await turns(20);
  expect(service.requests).toHaveLength(1);
  expect(lines).toEqual([expect.stringContaining(`/workgroups/wg ${attempts === 0 ? "aborted" : 503} `)]);
});

test("aborting a queued request rejects immediately, and it is never sent", async () => {
  const answers: ServerResponse[] = [];
  const service = await serve((response) => answers.push(response));
  const { client, lines } = makeClient(service, { maxConcurrency: 1 });
  const first = client.workgroups.get(wg);
  const controller = new AbortController();
  const queued = failureOf(client.withContext({ signal: controller.signal }).workgroups.get(wg));
  await until(() => answers.length > 0);
  controller.abort();
  expect((await queued).failure.outcome).toBe("aborted");
  answers[0]?.end('{"Error":false,"Result":{"workgroup_id":"wg"}}');
  await first;
  await turns(20);
  expect([service.requests.length, lines.length]).toEqual([1, 1]);
});

test("a signal that is used by many requests keeps no listeners", async () => {
  const service = await serve(refusal(503), group);
  const { signal } = new AbortController();
  const added = jest.spyOn(signal, "addEventListener");
  const removed = jest.spyOn(signal, "removeEventListener");
  const client = makeClient(service, { maxRetries: 1 }).client.withContext({ signal });
  await client.workgroups.get(wg);
  await client.sharedWorkgroup(wg);
  expect(added.mock.calls.length).toBeGreaterThan(0);
  // The pause is the test clock's own, and it listens to nothing unless it is held.
  expect(removed.mock.calls.map(([, listener]) => listener).sort()).toEqual(added.mock.calls.map(([, listener]) => listener).sort());
});

/** Lets the event loop turn, so that what could happen does. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(setImmediate);
}
