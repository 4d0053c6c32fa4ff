import { writePendingCreation } from "../../../../provider/reconcile/pending";
import {
  ambiguousCreationText,
  findCreated,
  readAwaitingCreation,
  resumeWindowMs,
  waitForPending,
} from "../../../../provider/reconcile/create-outcome";
import { contextOf, serviceError } from "../../../support/operation-context";
import { fc } from "../../../support/random";

interface Thing {
  readonly id: string;
  readonly equal?: boolean;
  readonly taken?: boolean;
}

const compare = (before: readonly string[], now: readonly Thing[]) =>
  findCreated({
    before,
    now,
    idOf: ({ id }) => id,
    showsSentValues: ({ equal }) => equal === true,
    isManagedElsewhere: ({ taken }) => taken === true,
  });

describe("the object that a POST made", () => {
  const ids = fc.constantFrom("", "a", "b", "c", "d");
  const things = fc.uniqueArray(fc.record({ id: ids, equal: fc.boolean(), taken: fc.boolean() }), { selector: ({ id }) => id });

  test("is never one that existed before or that another resource manages, and never a guess between equal ones", () => {
    fc.assert(
      fc.property(fc.uniqueArray(ids), things, (before, now) => {
        const free = now.filter(({ id, taken }) => id !== "" && !taken && !before.includes(id));
        const [equal, ...others] = free.filter((thing) => thing.equal);
        const isFound = equal !== undefined && others.length === 0;
        const candidateIds = isFound || free.length === 0 ? undefined : free.map(({ id }) => id);
        expect(compare(before, now)).toEqual({ created: isFound ? equal : undefined, candidateIds });
      }),
    );
  });
});

describe("what an earlier POST made", () => {
  const provisional = writePendingCreation({ before: [] }, [], () => false);
  const absent = { found: false };
  const there = { found: true };
  const ambiguous = { ...absent, candidateIds: ["a"] };
  const partial = { ...ambiguous, isPartial: true };
  const noCall = { noCall: serviceError(404) };

  test.each<[string, object | undefined, boolean, readonly object[]]>([
    ["is not waited for by a new resource", undefined, false, [absent]],
    ["is not waited for where the state knows the object", {}, false, [absent]],
    ["is not waited for in a preview", provisional, true, [absent]],
    ["is there at once", provisional, false, [there]],
    ["is waited for while reads lack it", provisional, false, [absent, absent, there]],
    ["is not waited for where it is uncertain which one it is", provisional, false, [ambiguous]],
    ["is waited for while a candidate may show more", provisional, false, [partial, partial, there]],
    ["is not waited for where the service has no list", provisional, false, [noCall]],
  ])("%s", async (_name, last, isPreview, reads) => {
    let asked = 0;
    const read = async () => reads[Math.min(asked++, reads.length - 1)] ?? {};
    expect(await readAwaitingCreation(last, contextOf({}, { isPreview }).context, read)).toEqual(reads.at(-1));
    expect(asked).toBe(reads.length);
  });

  test("is given up once the time in which reads can lag has passed", async () => {
    const { clock, context } = contextOf({});
    const begin = clock.now();
    const fresh: boolean[] = [];
    const read = async (now: boolean) => (fresh.push(now), absent);
    expect(await readAwaitingCreation(provisional, context, read)).toEqual(absent);
    expect(clock.now() - begin).toBe(resumeWindowMs);
    expect(fresh.slice(0, 3)).toEqual([false, true, true]);
  });
});

describe("a pending value that a later operation waits for", () => {
  const pending = { __pending: { sent: { size: 2 } } };
  const failure = () => Promise.reject(serviceError(503, { outcome: "failed" }));
  const reading = (...reads: (() => Promise<object | undefined>)[]) => {
    let asked = 0;
    const { clock, context } = contextOf({});
    const begin = clock.now();
    const read = () => (reads[Math.min(asked++, reads.length - 1)] ?? failure)();
    const outcome = async (last: object) => ({ arrived: await waitForPending(last, read, context), asked, waited: clock.now() - begin });
    return { outcome };
  };
  const [still, gone, live] = [async () => pending, async () => undefined, async () => ({ size: 2 })];

  test.each<[string, object, (() => Promise<object | undefined>)[], object]>([
    ["is none in a state without one", { size: 2 }, [], { arrived: true, asked: 0, waited: 0 }],
    ["is not a pending creation", writePendingCreation({ before: [] }, [], () => false), [], { arrived: true, asked: 0, waited: 0 }],
    ["has arrived if the first read shows it", pending, [live], { arrived: true, asked: 1, waited: 0 }],
    ["is irrelevant if the object is gone", pending, [gone], { arrived: true, asked: 1, waited: 0 }],
    ["arrives while it is awaited", pending, [still, failure, live], { arrived: true, asked: 3 }],
    ["is given up after the time by which reads can lag", pending, [still], { arrived: false, waited: resumeWindowMs }],
    ["is not assumed to arrive if reads fail", pending, [failure], { arrived: false, waited: resumeWindowMs }],
  ])("%s", async (_, last, reads, expected) => {
    expect(await reading(...reads).outcome(last)).toMatchObject(expected);
  });
});

test("the error of an uncertain creation names the objects and the fix", () => {
  expect(ambiguousCreationText("the thing", ["a"])).toMatch(/which object it created: a appeared after it\. .*pulumi state delete/);
  expect(ambiguousCreationText("the thing", ["a", "b"])).toContain("2 appeared after it (a, b)");
});
