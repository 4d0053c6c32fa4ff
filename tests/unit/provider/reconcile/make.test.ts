import { type Failure, ServiceError } from "../../../../client";
import type { OperationContext } from "../../../../provider/definition";
import { InputError, NotUnderstoodError } from "../../../../provider/errors";
import { make } from "../../../../provider/reconcile/make";
import type { Made } from "../../../../provider/reconcile/made";
import { VirtualClock } from "../../../support/virtual-clock";

const failure = (given: Partial<Failure> = {}, method = "POST") =>
  new ServiceError({ outcome: "refused", summary: "was refused", status: 500, ...given }, method, "/things", 1, {
    kind: "thing",
    operation: "create",
  });
const lost = failure({ outcome: "lost", summary: "got no response" });
const missing: Made<string> = { is: "none" };
const ours: Made<string> = { is: "found", object: "x" };
const unsure: Made<string> = { is: "ambiguous", candidates: ["x", "y"] };
const limit = 60_000;
const kind = {
  object: () => "the thing",
  whatStillWorks: (method: string) => (method === "POST" ? "everything else" : undefined),
};
const provisional = { name: "main", id: "", __pending: { creation: { before: ["old"] }, sent: { note: "n" }, uncertain: ["hidden"] } };

/** A thing whose POST is answered, and which reads show one after the other, the last one again and again. */
async function scene(answer: string | undefined | Error, ...reads: readonly (Made<string> | Error)[]) {
  const clock = new VirtualClock();
  const lines: string[] = [];
  const told: string[] = [];
  const context = {
    clock,
    say: (line: string) => lines.push(line),
    tellWaiting: (line: string) => told.push(line),
    reportSent: ({ method, path }: { method: string; path: string }, more = "") => lines.push(`${method} ${path}${more}`),
    isSecret: (name: string) => name === "hidden",
  } as unknown as OperationContext;
  const begin = clock.now();
  let [posts, asked] = [0, 0];
  const applied = await make<object, string, true>(kind, context, {
    request: { method: "POST", path: "/things" },
    unmade: { name: "main", id: "" },
    before: ["old"],
    sent: [
      { path: ["note"], value: "n" },
      { path: ["hidden"], value: "h" },
    ],
    async send() {
      posts++;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    idOf: (id) => id,
    async find(state) {
      expect(state).toEqual(provisional);
      const read = reads[Math.min(asked++, reads.length - 1)];
      if (read === undefined || read instanceof Error) throw read ?? new Error("no read is expected");
      return read;
    },
    limit,
    done: (id, byRead) => ({ state: { id, byRead }, pending: true }),
  }).catch((error: unknown) => ({ error }));
  return { applied, lines, told, posts, asked, waited: clock.now() - begin };
}

const sentLine = "POST /things";
const lostLine = `${sentLine}: the response was lost, and the thing is there`;

test.each<[string, string | undefined | Error, readonly (Made<string> | Error)[], string]>([
  ["believes a response that shows the object, without a read", "x", [], sentLine],
  ["finds the object where the response does not show it", undefined, [ours], sentLine],
  ["finds the object where the response shows one that was there before", "old", [ours], sentLine],
  ["finds the object where the response shows it without its identifier", "", [ours], sentLine],
  ["finds what a list shows late", undefined, [missing, missing, ours], sentLine],
  ["finds the object after a lost response", lost, [missing, ours], lostLine],
  ["goes on after a read that failed", lost, [failure({}, "GET"), ours], lostLine],
  ["goes on after a read that it does not understand", undefined, [new NotUnderstoodError("odd"), ours], sentLine],
])("a creation %s", async (_name, answer, reads, line) => {
  const { applied, lines, posts, asked } = await scene(answer, ...reads);
  expect(applied).toEqual({ state: { id: "x", byRead: reads.length > 0 }, pending: true, made: true });
  expect([lines, posts, asked]).toEqual([[line], 1, reads.length]);
});

const denied = failure({ status: 403, type: "Forbidden" }, "GET");

test.each<[string, string | undefined | Error, Made<string> | Error, RegExp, number]>([
  [
    "no read shows it after a lost response",
    lost,
    missing,
    /may have been processed, and no read shows the thing yet\. The state remembers it\. Run "pulumi up"/,
    15_000,
  ],
  ["it is uncertain after a lost response", lost, unsure, /and it is not known which object it created\. The state remembers it/, 0],
  ["the reads fail after a lost response", lost, failure({}, "GET"), /and the thing could not be read: GET \/things was refused/, 15_000],
  ["the reads are refused after a lost response", lost, denied, /and the thing could not be read: GET \/things/, 0],
  [
    "its workspace is gone after a lost response",
    lost,
    new InputError("there is no workspace"),
    /could not be read: there is no workspace/,
    0,
  ],
  [
    "no read shows what was accepted",
    undefined,
    missing,
    /^the service accepted the POST and returned no identifier, and no read shows the thing yet\. Run "pulumi up" again: it first checks whether the thing exists, and creates it only if it does not$/,
    limit,
  ],
  [
    "it is uncertain which one was accepted",
    undefined,
    unsure,
    /^the service accepted the POST .* it is not known which object it created\. Run/,
    0,
  ],
])("a creation is not known where %s, is not sent again, and stays in state", async (_name, answer, read, message, expected) => {
  const { applied, lines, told, posts, waited } = await scene(answer, read);
  expect(applied).toEqual({ state: provisional, lost: expect.any(Error) as unknown, made: true });
  expect(applied).toMatchObject({ lost: { message: expect.stringMatching(message) as string } });
  expect([posts, waited]).toEqual([1, expected]);
  // A longer wait is seen, also by creations that wait for this one.
  const seen = expected < 30_000 ? [] : ["graphplane: the thing: waiting for the service to show it, 30 s of at most 60 s"];
  expect([lines, told]).toEqual([seen, seen]);
});

test.each<[string, Error]>([
  ["was refused", failure({ status: 400, type: "Bad-Request" })],
  ["reached nobody", failure({ outcome: "unreachable" as Failure["outcome"] })],
  ["was not made by a request", new Error("a bug")],
])("a creation fails where the POST %s, without a read", async (_name, error) => {
  expect(await scene(error, ours)).toMatchObject({ applied: { error }, lines: [], asked: 0 });
});

test("a creation fails where the service lacks the call, and says what still works", async () => {
  const { applied, asked } = await scene(failure({ outcome: "not-understood", status: 404 }), ours);
  expect(applied).toMatchObject({ error: { message: expect.stringContaining("What still works: everything else") as string } });
  expect(asked).toBe(0);
});
