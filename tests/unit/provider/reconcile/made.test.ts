import { type Failure, ServiceError } from "../../../../client";
import type { OperationContext } from "../../../../provider/definition";
import { writePendingCreation } from "../../../../provider/reconcile/pending";
import {
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
const lost = failure({ outcome: "lost", summary: "got no response" });
const missing: Made<string> = { is: "none" };
const ours: Made<string> = { is: "found", object: "x" };

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
