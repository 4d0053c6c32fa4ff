import { type Failure, ServiceError } from "../../../../client";
import type { OperationContext } from "../../../../provider/definition";
import { InputError, NotUnderstoodError } from "../../../../provider/errors";
import { writePendingCreation } from "../../../../provider/reconcile/pending";
import {
  postAndFind,
  findMade,
  type Made,
  readAwaitingCreation,
  pollForMade,
  ambiguousCreationText,
  nothingToDeleteLine,
  resumeWindowMs,
} from "../../../../provider/reconcile/made";
import { fc } from "../../../support/random";
import { consistencyWindowMs } from "../../../../provider/reconcile/wait";
import { VirtualClock } from "../../../support/virtual-clock";

interface Thing {
  readonly id: string;
  readonly equal?: boolean;
  readonly taken?: boolean;
}

const compare = (before: readonly string[], now: readonly Thing[]) =>
  findMade({
    before,
    now,
    idOf: ({ id }) => id,
    showsWhatWasSent: ({ equal }) => equal === true,
    isManagedElsewhere: ({ taken }) => taken === true,
  });

const [a, b, c] = ["a", "b", "c"].map((id) => ({ id, equal: true })) as [Thing, Thing, Thing];
const other = { id: "x" };
const uncertain = (...candidates: Thing[]) => ({ is: "ambiguous", candidates });

describe("the object that a POST made", () => {
  test.each<[string, readonly string[], readonly Thing[], object]>([
    ["is missing where nothing is there", [], [], { is: "none" }],
    ["is missing where nothing appeared", ["a", "b"], [a, b], { is: "none" }],
    ["is missing where one went and none appeared", ["a", "b"], [a], { is: "none" }],
    ["is missing where what appeared is another resource's", [], [{ ...a, taken: true }], { is: "none" }],
    ["is missing where what appeared has no identifier", [], [{ id: "", equal: true }], { is: "none" }],
    ["is the one that appeared with what was sent", [], [a], { is: "found", object: a }],
    ["is the one that appeared beside those before", ["b", "c"], [b, a, c], { is: "found", object: a }],
    ["is the only equal one of those that appeared", [], [other, a], { is: "found", object: a }],
    ["is the one that no other resource manages", [], [{ ...b, taken: true }, a], { is: "found", object: a }],
    ["is uncertain where what appeared shows something else", [], [other], uncertain(other)],
    ["is uncertain where two appeared with what was sent", ["c"], [a, c, b], uncertain(a, b)],
    ["is uncertain where several appeared with something else", [], [other, { id: "y" }], uncertain(other, { id: "y" })],
    ["is uncertain with all that appeared, also what shows something else", [], [a, other, b], uncertain(a, other, b)],
  ])("%s", (_name, before, now, expected) => expect(compare(before, now)).toEqual(expected));

  const ids = fc.constantFrom("", "a", "b", "c", "d");
  const things = fc.uniqueArray(fc.record({ id: ids, equal: fc.boolean(), taken: fc.boolean() }), { selector: ({ id }) => id });

  test("is never one that was there before, or that another resource manages, and never a guess among equals", () => {
    fc.assert(
      fc.property(fc.uniqueArray(ids), things, (before, now) => {
        const made = compare(before, now);
        const free = now.filter(({ id, taken }) => id !== "" && !taken && !before.includes(id));
        const equal = free.filter((thing) => thing.equal);
        expect(made.is).toBe(free.length === 0 ? "none" : equal.length === 1 ? "found" : "ambiguous");
        if (made.is === "found") expect(equal).toEqual([made.object]);
        if (made.is === "ambiguous") expect(made.candidates).toEqual(free);
      }),
    );
  });
});

const failure = (given: Partial<Failure> = {}, method = "POST") =>
  new ServiceError({ outcome: "refused", summary: "was refused", status: 500, ...given }, method, "/things", 1, {
    kind: "thing",
    operation: "create",
  });
const lost = failure({ outcome: "lost", summary: "got no answer" });
const missing: Made<string> = { is: "none" };
const ours: Made<string> = { is: "found", object: "x" };
const unsure: Made<string> = { is: "ambiguous", candidates: ["x", "y"] };

function scene(previewing = false) {
  const clock = new VirtualClock();
  const lines: string[] = [];
  const told: string[] = [];
  const tellWaiting = (line: string) => told.push(line);
  const context = { clock, previewing, say: (line: string) => lines.push(line), tellWaiting } as unknown as OperationContext;
  return { clock, lines, told, context };
}

/** Answers one after the other, the last one again and again. */
function script<T>(...answers: readonly (T | Error)[]) {
  let asked = 0;
  const next = async (): Promise<T> => {
    const answer = answers[Math.min(asked++, answers.length - 1)] as T | Error;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { next, asked: () => asked };
}

describe("a creation", () => {
  const send = (answer: string | undefined | Error) => script<string | undefined>(answer);
  const limit = 60_000;

  test.each<[string, string | undefined | Error, readonly (Made<string> | Error)[], object]>([
    ["believes an answer that shows the object, without a read", "x", [], { object: "x", byRead: false }],
    ["finds the object where the answer does not show it", undefined, [ours], { object: "x", byRead: true }],
    ["finds what a list shows late", undefined, [missing, missing, ours], { object: "x", byRead: true }],
    ["finds the object after a lost answer", lost, [missing, ours], { object: "x", byRead: true, lost }],
    ["goes on after a read that failed", lost, [failure({}, "GET"), ours], { object: "x", byRead: true, lost }],
    ["goes on after a read that it does not understand", undefined, [new NotUnderstoodError("odd"), ours], { object: "x", byRead: true }],
  ])("%s", async (_name, answer, reads, expected) => {
    const { context } = scene();
    const [post, read] = [send(answer), script<Made<string>>(...reads)];
    expect(await postAndFind({ object: "the thing", send: post.next, find: read.next, limit }, context)).toEqual(expected);
    expect([post.asked(), read.asked()]).toEqual([1, reads.length]);
  });

  const denied = failure({ status: 403, type: "Forbidden" }, "GET");

  test.each<[string, string | undefined | Error, Made<string> | Error, RegExp, number]>([
    [
      "no read shows it after a lost answer",
      lost,
      missing,
      /may have been processed, and no read shows the thing yet\. The state remembers it\. Run "pulumi up"/,
      15_000,
    ],
    ["it is uncertain after a lost answer", lost, unsure, /and it is not known which object it created\. The state remembers it/, 0],
    ["the reads fail after a lost answer", lost, failure({}, "GET"), /and the thing could not be read: GET \/things was refused/, 15_000],
    ["the reads are refused after a lost answer", lost, denied, /and the thing could not be read: GET \/things/, 0],
    [
      "its workspace is gone after a lost answer",
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
  ])("is not known where %s, and is not sent again", async (_name, answer, read, message, waited) => {
    const { clock, context, lines, told } = scene();
    const begin = clock.now();
    const post = send(answer);
    const made = await postAndFind({ object: "the thing", send: post.next, find: script(read).next, limit }, context);
    expect(made).toMatchObject({ unconfirmed: { message: expect.stringMatching(message) as string } });
    expect([post.asked(), clock.now() - begin]).toEqual([1, waited]);
    // A longer wait is seen, also by creations that wait for this one.
    const seen = waited < 30_000 ? [] : ["graphplane: the thing: waiting for the service to show it, 30 s of at most 60 s"];
    expect([lines, told]).toEqual([seen, seen]);
  });

  test.each<[string, Error]>([
    ["was refused", failure({ status: 400, type: "Bad-Request" })],
    ["reached nobody", failure({ outcome: "unreachable" as Failure["outcome"] })],
    ["is not a call of the service", failure({ outcome: "not-understood", status: 404 })],
    ["was not made by a request", new Error("a bug")],
  ])("fails where the POST %s, without a read", async (_name, error) => {
    const read = script<Made<string>>(ours);
    await expect(postAndFind({ object: "the thing", send: send(error).next, find: read.next, limit }, scene().context)).rejects.toBe(error);
    expect(read.asked()).toBe(0);
  });
});

describe("what an earlier POST made", () => {
  const provisional = writePendingCreation({ before: [] }, [], () => false);
  const absent = { found: false };
  const there = { found: true };

  test.each<[string, object | undefined, boolean, readonly object[], object, number]>([
    ["is not waited for by a new resource", undefined, false, [absent], absent, 1],
    ["is not waited for where the state knows the object", {}, false, [absent], absent, 1],
    ["is not waited for in a preview", provisional, true, [absent], absent, 1],
    ["is there at once", provisional, false, [there], there, 1],
    ["is waited for while reads lack it", provisional, false, [absent, absent, there], there, 3],
    [
      "is not waited for where it is uncertain which one it is",
      provisional,
      false,
      [{ ...absent, candidateIds: ["a"] }],
      { ...absent, candidateIds: ["a"] },
      1,
    ],
    ["is not waited for where the service has no list", provisional, false, [{ noCall: lost }], { noCall: lost }, 1],
  ])("%s", async (_name, last, previewing, reads, expected, count) => {
    const read = script(...reads);
    expect(await readAwaitingCreation(last, scene(previewing).context, read.next)).toEqual(expected);
    expect(read.asked()).toBe(count);
  });

  test("is given up once reads have had the time to lag", async () => {
    const { clock, context } = scene();
    const begin = clock.now();
    const fresh: boolean[] = [];
    const read = async (now: boolean) => {
      fresh.push(now);
      return absent;
    };
    expect(await readAwaitingCreation(provisional, context, read)).toEqual(absent);
    expect(clock.now() - begin).toBe(resumeWindowMs);
    expect(fresh.slice(0, 3)).toEqual([false, true, true]);
  });

  test.each<[string, readonly (Made<string> | Error)[], object]>([
    ["is reported as missing where every read lacks it", [missing], { is: "none" }],
    ["is found after reads that failed", [failure({}, "GET"), missing, ours], ours],
  ])("%s", async (_name, reads, expected) => {
    expect(await pollForMade(script(...reads).next, "the thing", scene().context, consistencyWindowMs)).toEqual(expected);
  });

  test("fails with the last read where that failed", async () => {
    const last = failure({}, "GET");
    await expect(pollForMade(script<Made<string>>(missing, last).next, "the thing", scene().context, consistencyWindowMs)).rejects.toBe(
      last,
    );
  });
});

test("an uncertain creation names the objects, and what to do", () => {
  expect(ambiguousCreationText("the thing", ["a"])).toMatch(
    /which object it created: a appeared since\. Nothing is sent\. .*pulumi state delete/,
  );
  expect(ambiguousCreationText("the thing", ["a", "b"])).toContain("2 appeared since (a, b)");
  expect(nothingToDeleteLine("/things", "the thing")).toBe(
    "graphplane: /things: nothing is deleted: no list shows the thing, which an earlier POST may have created. If it appears later, delete it in the console",
  );
});
