import { type FaultCase, play, type Remedy, type Times, type Undisturbed, undisturbed } from "./fault-case";
import { faults, type FaultVariant, isUnanswered, lateFaults } from "./fault-variants";
import { type Exception, exceptions } from "./not-applicable";
import { whole } from "../support/whole";
import { pairwise } from "./pairwise";
import { type Place, placesOf, requestsOf } from "./requests";
import { operationsOf, type Subject, subjects } from "./subjects";

type Listed = FaultCase & { readonly exception?: Exception };

const timesText: Readonly<Record<Times, string>> = { once: "once", on: "from then on", "for good": "from then on, in the next run too" };

/**
 * Injects the faults at the requests of every operation of every resource, a test for each case: without `whole`, a part of the
 * cases in which every fault meets every operation and method, and every kind of fault every kind of resource; with it, all others, and those that do not apply.
 */
export function matrix(): void {
  const all = subjects.flatMap(casesOf);
  const applicable = all.filter(({ exception }) => exception === undefined);
  const others = all.filter(({ exception }) => exception !== undefined);
  const part = new Set(reduced(applicable));
  const chosen = whole ? new Set(all.filter((one) => !part.has(one))) : part;
  let passed = 0;

  for (const subject of subjects)
    for (const operation of Object.keys(operationsOf(subject)))
      describe(`${subject.name}: ${operation}`, () => {
        const cases = all.filter((one) => chosen.has(one) && one.subject === subject && one.operation === operation);
        operationTests(subject, operation, cases, () => passed++);
      });

  test("every listed exception matches a case", () => {
    expect(exceptions.filter((one) => !others.some(({ exception }) => exception === one))).toEqual([]);
  });

  afterAll(() => {
    const tried = applicable.filter((one) => chosen.has(one)).length;
    // The reporter reads the console, and tells the sum.
    console.info(`${passed} of ${tried} fault cases pass; ${chosen.size - tried} do not apply (reasons listed)`);
  });
}

function operationTests(subject: Subject, operation: string, cases: readonly Listed[], pass: () => void): void {
  let calm: Promise<Undisturbed> | undefined;
  const undisturbedOnce = () => (calm ??= undisturbed(subject, scenarioOf(subject, operation)));
  // A calm run that failed has failed its tests.
  afterAll(async () => calm?.then(({ fixture }) => fixture.emulator.close()).catch(() => undefined));

  test("sends exactly the listed requests", async () => {
    const sent = (await undisturbedOnce()).requests;
    const texts = sent.map(({ method, endpoint, fault }) => `${method} ${endpoint}${fault === undefined ? "" : ", refused"}`);
    expect(texts).toEqual(requestsOf(subject.name, operation));
  });

  for (const one of cases) {
    const { position, request, fault, times, exception } = one;
    const name = `${position} ${request}: ${fault.label}: ${timesText[times]}${one.approved === true ? ", under an approval" : ""}`;
    const problems = async (remedy?: Remedy) => play(one, await undisturbedOnce(), remedy);
    if (exception === undefined)
      test(name, async () => {
        expect(await problems()).toEqual([]);
        pass();
      });
    else if (exception.remedy !== undefined)
      test(`${name}: is an exception, and a ${exception.remedy} repairs it`, async () =>
        expect(await problems(exception.remedy)).toEqual([]));
    else test(`${name}: is an exception`, async () => expect(await problems()).not.toEqual([]));
  }
}

/** Every fault at every request of the subject's operations, and of their previews. A third of them run under an approval. */
export function casesOf(subject: Subject): Listed[] {
  const cases: Listed[] = Object.entries(operationsOf(subject)).flatMap(([operation, scenario]) =>
    placesOf(subject.name, operation).flatMap((place) =>
      triesAt(place).map(([fault, times]) => {
        const one = { subject, operation, scenario, ...place, fault, times };
        const exception = exceptions.find((listed) => fits(listed, one));
        return exception === undefined ? one : { ...one, exception };
      }),
    ),
  );
  return cases.map((one, index) => ({ ...one, approved: one.exception === undefined && index % 3 === 0 }));
}

/** Every fault once and from then on, a lost answer for good too, and what a write does late. */
function triesAt({ request }: Place): (readonly [FaultVariant, Times])[] {
  return [
    ...faults.flatMap((fault) => (["once", "on"] as const).map((times) => [fault, times] as const)),
    ...faults.filter(isUnanswered).map((fault) => [fault, "for good"] as const),
    ...(request.startsWith("GET") ? [] : lateFaults.map((fault) => [fault, "once"] as const)),
  ];
}

function reduced(cases: readonly Listed[]): Listed[] {
  return pairwise(cases, ({ subject, operation, position, request, fault, times }) => [
    `${subject.kind}, ${fault.kind}`,
    `${operation}, ${fault.label}`,
    `${request.split(" ")[0]}, ${fault.label}`,
    `${fault.label}, ${times}`,
    `${subject.name}, ${operation}, ${position}`,
  ]);
}

function scenarioOf(subject: Subject, operation: string) {
  const scenario = operationsOf(subject)[operation];
  if (scenario === undefined) throw new Error(`${subject.name} has no ${operation}`);
  return scenario;
}

/** Returns true if the fault meets the operation's last write, or its read, or begins before it and goes on. */
function fits({ subject, operation, fault, times }: Exception, one: FaultCase): boolean {
  if (subject !== one.subject.name || operation !== one.operation || ![fault].flat().includes(one.fault.label)) return false;
  const lastWrite = requestsOf(subject, operation).findLastIndex((request) => !request.startsWith("GET"));
  const position = Math.max(lastWrite, 0) + 1;
  const isMet = one.position === position || (one.position < position && one.times === "on");
  return isMet && (times === undefined || times === one.times);
}
