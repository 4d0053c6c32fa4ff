import { type FaultCase, play, type Remedy, type Undisturbed, undisturbed } from "./fault-case";
import { faults } from "./fault-variants";
import { type Exception, exceptions } from "./not-applicable";
import { whole } from "../support/whole";
import { pairwise } from "./pairwise";
import { placesOf, requests } from "./requests";
import { type Subject, subjects } from "./subjects";

type Listed = FaultCase & { readonly exception?: Exception };

/**
 * Injects the faults at the requests of every operation of every resource, a test for each case. Without `whole`, a part of the
 * cases in which every fault meets every kind of resource, every operation and every request.
 */
export function matrix(): void {
  const all = subjects.flatMap(casesOf);
  const applicable = all.filter(({ exception }) => exception === undefined);
  const others = all.filter(({ exception }) => exception !== undefined);
  const chosen = new Set(whole ? all : [...reduced(applicable), ...reduced(others)]);
  let passed = 0;

  for (const subject of subjects)
    for (const operation of Object.keys(subject.scenarios))
      describe(`${subject.name}: ${operation}`, () => {
        const cases = all.filter((one) => chosen.has(one) && one.subject === subject && one.operation === operation);
        operationTests(subject, operation, cases, () => passed++);
      });

  test("every case that is listed as not applicable is there", () => {
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
  afterAll(async () => (await calm)?.fixture.emulator.close());

  test("sends the requests that are listed, or none", async () => {
    const listed = requests[subject.name]?.[operation] ?? [];
    const sent = (await undisturbedOnce()).requests;
    const texts = sent.map(({ method, endpoint, fault }) => `${method} ${endpoint}${fault === undefined ? "" : ", refused"}`);
    expect(texts).toEqual("none" in listed ? [] : listed);
  });

  for (const one of cases) {
    const { position, request, fault, times, exception } = one;
    const name = `${position} ${request}: ${fault.label}: ${times === "once" ? "once" : "from then on"}`;
    const problems = async (remedy?: Remedy) => play(one, await undisturbedOnce(), remedy);
    if (exception === undefined)
      test(name, async () => {
        expect(await problems()).toEqual([]);
        pass();
      });
    else if (exception.remedy !== undefined)
      test(`${name}: does not apply, and a ${exception.remedy} puts it right`, async () =>
        expect(await problems(exception.remedy)).toEqual([]));
    else test(`${name}: does not apply`, async () => expect(await problems()).not.toEqual([]));
  }
}

/** Every fault at every request of the subject's operations, once and from then on. */
function casesOf(subject: Subject): Listed[] {
  return Object.entries(subject.scenarios).flatMap(([operation, scenario]) =>
    placesOf(subject.name, operation).flatMap((place) =>
      faults.flatMap((fault) =>
        (["once", "on"] as const).map((times) => {
          const one = { subject, operation, scenario, ...place, fault, times };
          const exception = exceptions.find((listed) => fits(listed, one));
          return exception === undefined ? one : { ...one, exception };
        }),
      ),
    ),
  );
}

function reduced(cases: readonly Listed[]): Listed[] {
  return pairwise(cases, ({ subject, operation, position, request, fault, times }) => [
    `${subject.kind}, ${fault.label}`,
    `${operation}, ${fault.label}`,
    `${request}, ${fault.kind}`,
    `${fault.label}, ${times}`,
    `${subject.name}, ${operation}, ${position}`,
  ]);
}

function scenarioOf(subject: Subject, operation: string) {
  const scenario = subject.scenarios[operation];
  if (scenario === undefined) throw new Error(`${subject.name} has no ${operation}`);
  return scenario;
}

function fits({ subject, operation, request, fault, times }: Exception, one: FaultCase): boolean {
  return (
    subject === one.subject.name &&
    operation === one.operation &&
    request === `${one.position} ${one.request}` &&
    [fault].flat().includes(one.fault.label) &&
    (times === undefined || times === one.times)
  );
}
