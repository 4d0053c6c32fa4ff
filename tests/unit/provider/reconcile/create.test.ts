import { InputError, NotUnderstoodError } from "../../../../provider/errors";
import { createObject } from "../../../../provider/reconcile/create";
import type { ReadResult } from "../../../../provider/reconcile/read-result";
import { contextOf, serviceError } from "../../../support/operation-context";

interface Shown {
  readonly id: string;
}
type Answer = ReadResult<Shown> | Error;

const lost = serviceError(500, { outcome: "lost", summary: "got no response" }, "POST", "/things");
const failed = serviceError(500, { summary: "was refused" }, "GET", "/things");
const missing = { found: false, certain: true, others: false } as const;
const ours = { found: true, id: "x" } as const;
const unsure = { ...missing, candidateIds: ["x", "y"] };
const noPlace = { missing: "the workspace does not exist", what: "workspace" } as const;
const limit = 60_000;
const provisional = { name: "main", id: "", __pending: { creation: { before: ["old"] }, sent: { note: "n" }, uncertain: ["hidden"] } };

/** A thing whose POST is answered, and which reads show one after the other, the last one again and again. */
async function scene(answer: string | undefined | Error, ...reads: readonly Answer[]) {
  const { context, clock, lines } = contextOf(
    {},
    {
      logSent: ({ method, path }, more = "") => lines.push(`${method} ${path}${more}`),
      isSecret: (name) => name === "hidden",
    },
  );
  const begin = clock.now();
  let [posts, asked] = [0, 0];
  const kind = {
    object: () => "the thing",
    identifier: { output: "id", of: ({ id }: Shown) => id } as const,
    whatStillWorks: (method: string) => (method === "POST" ? "everything else" : undefined),
    async read(state: object) {
      expect(state).toEqual(provisional);
      const read = reads[Math.min(asked++, reads.length - 1)];
      if (read === undefined || read instanceof Error) throw read ?? new Error("no read is expected");
      return read;
    },
  };
  const applied = await createObject<{ id: string; name?: string; byRead?: boolean }, Shown, true>(kind, context, {
    request: { method: "POST", path: "/things" },
    declared: { name: "main" },
    before: ["old"],
    sent: [
      { path: ["note"], value: "n" },
      { path: ["hidden"], value: "h" },
    ],
    async send() {
      posts++;
      if (answer instanceof Error) throw answer;
      return answer === undefined ? undefined : { id: answer };
    },
    limit,
    done: ({ id }, byRead) => ({ state: { id, byRead }, pending: true }),
  }).catch((error: unknown) => ({ error }));
  return { applied, lines, posts, asked, waited: clock.now() - begin };
}

const sentLine = "POST /things";
const lostLine = `${sentLine}: the response was lost, but the thing exists`;

test.each<[string, string | undefined | Error, readonly Answer[], string]>([
  ["believes a response that shows the object, without a read", "x", [], sentLine],
  ["finds the object where the response does not return it", undefined, [ours], sentLine],
  ["finds the object where the response shows one that was there before", "old", [ours], sentLine],
  ["finds the object where the response shows it without its identifier", "", [ours], sentLine],
  ["finds what a list shows late", undefined, [missing, missing, ours], sentLine],
  ["finds the object once a candidate shows its name", undefined, [{ ...unsure, isPartial: true }, ours], sentLine],
  ["finds the object after a lost response", lost, [missing, ours], lostLine],
  ["goes on after a read that failed", lost, [failed, { noCall: failed }, ours], lostLine],
  ["goes on after a read that it does not understand", undefined, [new NotUnderstoodError("odd"), ours], sentLine],
])("a creation %s", async (_name, answer, reads, line) => {
  const { applied, lines, posts, asked } = await scene(answer, ...reads);
  expect(applied).toEqual({ state: { id: "x", byRead: reads.length > 0 }, pending: true, created: true });
  expect([lines, posts, asked]).toEqual([[line], 1, reads.length]);
});

const denied = serviceError(403, { type: "Forbidden" }, "GET", "/things");
const accepted = "^the service accepted the POST but returned no identifier, and";
const next = 'Run "pulumi up" again: it first checks whether the thing exists, and creates it only if it does not';

test.each<[string, string | undefined | Error, Answer, string, number]>([
  [
    "no read shows it after a lost response",
    lost,
    missing,
    `might have been processed, and no read has returned the thing yet. The state records the pending creation. ${next}`,
    15_000,
  ],
  [
    "it is uncertain after a lost response",
    lost,
    unsure,
    "and it is unknown which object it created. The state records the pending creation",
    0,
  ],
  ["the reads fail after a lost response", lost, failed, "and the thing could not be read: GET /things was refused", 15_000],
  ["the service has no list", lost, { noCall: failed }, "and the thing could not be read: GET /things was refused", 15_000],
  ["the reads are refused after a lost response", lost, denied, "and the thing could not be read: GET /things", 0],
  ["its workspace is gone after a lost response", lost, noPlace, "could not be read: the workspace does not exist", 0],
  ["the reads fail by a mistake of ours", lost, new TypeError("a bug"), "could not be read: a bug in this provider", 0],
  ["a setting keeps it from being read", lost, new InputError("no key"), "could not be read: no key", 0],
  ["no read shows what was accepted", undefined, missing, `${accepted} no read has returned the thing yet. ${next}$`, limit],
  ["it is uncertain which one was accepted", undefined, unsure, `${accepted} it is unknown which object it created. Run`, 0],
])("a creation stays uncertain if %s: it is not sent again and stays in the state", async (_name, answer, read, message, expected) => {
  const { applied, lines, posts, waited } = await scene(answer, read);
  expect(applied).toEqual({ state: provisional, lost: expect.any(Error) as unknown, created: true });
  expect(applied).toMatchObject({ lost: { message: expect.stringMatching(message) as string } });
  expect([posts, waited]).toEqual([1, expected]);
  // A longer wait is seen, also by creations that wait for this one.
  const seen = expected < 30_000 ? [] : ["graphplane: the thing: waiting for the service to return it, 30 s of at most 60 s"];
  expect(lines).toEqual(seen);
});

test.each<[string, Error]>([
  ["was refused", serviceError(400, { type: "Bad-Request" })],
  ["reached nobody", serviceError(500, { outcome: "unreachable" })],
  ["was not made by a request", new Error("a bug")],
])("a creation fails without a read if the POST %s", async (_name, error) => {
  expect(await scene(error, ours)).toMatchObject({ applied: { error }, lines: [], asked: 0 });
});

test("a creation fails if the service lacks the call, and says what still works", async () => {
  const { applied, asked } = await scene(serviceError(404, { outcome: "not-understood" }), ours);
  expect(applied).toMatchObject({ error: { message: expect.stringContaining("Still available: everything else") as string } });
  expect(asked).toBe(0);
});
