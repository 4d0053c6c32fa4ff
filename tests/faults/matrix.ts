import { type Cell, nameOf, play, type Undisturbed, undisturbed } from "./cell";
import { faults } from "./faults";
import { exceptions, type Exception } from "./not-applicable";
import { type Subject, subjects } from "./subjects";

/** What became of the cells that were tried. */
interface Figures {
  tried: number;
  held: number;
  notApplicable: number;
}

/** Tries every fault at every request of every operation of a kind, and prints what came of it as one line. */
export function matrix(...kinds: readonly string[]): void {
  const figures: Figures = { tried: 0, held: 0, notApplicable: 0 };
  const used = new Set<Exception>();
  const chosen = subjects.filter(({ kind }) => kinds.includes(kind));
  const rows = chosen.flatMap((subject) => Object.keys(subject.scenarios).map((operation) => ({ subject, operation, name: subject.name })));

  test.each(rows)("$operation of $name stands every fault", async ({ subject, operation }) => {
    const found: string[] = [];
    for (const { cell, calm } of await cellsOf(subject, operation)) {
      const exception = exceptions.find((one) => fits(one, cell));
      if (exception !== undefined) used.add(exception);
      found.push(...(await judge(cell, calm, exception, figures)));
    }
    expect(found).toEqual([]);
  });

  test("every cell that is listed as not applicable is there", () => {
    const unused = exceptions.filter((one) => chosen.some(({ name }) => name === one.subject) && !used.has(one));
    expect(unused).toEqual([]);
  });

  afterAll(() => {
    const { tried, held, notApplicable } = figures;
    // The reporter reads the console, and tells the sum.
    console.info(`${kinds.join(", ")}: cells tried ${tried}, cells held ${held}, cells not applicable ${notApplicable}`);
  });
}

/** What a cell did that it must not do. One that is listed must be as the list says: without a request, or not to be held. */
async function judge(cell: Cell, calm: Undisturbed, exception: Exception | undefined, figures: Figures): Promise<string[]> {
  const name = nameOf(cell);
  if (cell.position === 0 || exception !== undefined) figures.notApplicable++;
  if (cell.position === 0) return exception === undefined ? [`${name}: sends nothing, and is not listed`] : [];
  const problems = await play(cell, calm, exception?.mend);
  if (exception !== undefined) {
    if (problems.length === 0 && exception.mend === undefined) return [`${name}: is listed as not applicable, and holds`];
    return exception.mend === undefined ? [] : problems.map((problem) => `${name}: with its mend: ${problem}`);
  }
  figures.tried++;
  if (problems.length === 0) figures.held++;
  return problems.map((problem) => `${name}: ${problem}`);
}

/** Every fault at every request of an operation, once and until further notice; for an operation without requests every fault once. */
async function cellsOf(subject: Subject, operation: string): Promise<{ cell: Cell; calm: Undisturbed }[]> {
  const scenario = subject.scenarios[operation];
  if (scenario === undefined) throw new Error(`${subject.name} has no ${operation}`);
  const calm = await undisturbed(subject, scenario);
  const all = calm.requests.map(({ method, endpoint, fault }, index) => ({ position: index + 1, request: `${method} ${endpoint}`, fault }));
  // What the subject's own service refuses is spoiled already.
  const requests = all.filter(({ fault }) => fault === undefined).map(({ position, request }) => ({ position, request }));
  // A look that repeats the one before it is the same place: what waits, waits on.
  const places = requests.filter(({ request }, index) => request !== requests[index - 1]?.request);
  return (places.length === 0 ? [{ position: 0, request: "none" }] : places).flatMap((place) =>
    faults.flatMap((fault) =>
      (["once", "on"] as const).map((times) => ({ calm, cell: { subject, operation, scenario, ...place, fault, times } })),
    ),
  );
}

function fits({ subject, operation, request, fault, times }: Exception, cell: Cell): boolean {
  return (
    subject === cell.subject.name &&
    operation === cell.operation &&
    (request === "any" || request === `${cell.position} ${cell.request}`) &&
    (fault === "any" || [fault].flat().includes(cell.fault.label)) &&
    (times === undefined || times === cell.times)
  );
}
