import { cliOnPath } from "../support/stack-fixture";
import { type RealCase, deal, nameOf, type Round, inject } from "./real/cases";
import { problemsOf, strayErrors, type FaultedRun } from "./real/judge";
import { type Operation, resources } from "./real/resources";
import { type Run, FaultedStack, type Standing } from "./real/faulted-stack";

/**
 * One program with all kinds of resources, run by a real engine with the provider in its own process: in each run every
 * resource meets another fault, and the next run must end as if nothing had happened.
 */
const operations: readonly Operation[] = ["create", "read", "update", "delete"];

/** The state of things after each operation without faults. */
async function undisturbed(stack: FaultedStack): Promise<Record<Operation, Standing>> {
  const standings = new Map<Operation, Standing>();
  for (const operation of operations) {
    if (operation === "read") stack.drift();
    const { outcome } = await stack.run(operation);
    if (outcome.exitCode !== 0) throw new Error(`${operation} failed without a fault: ${outcome.text}`);
    stack.later();
    standings.set(operation, await stack.standing());
  }
  return Object.fromEntries(standings) as Record<Operation, Standing>;
}

/** Runs the cases of a round, and the run that repairs what they left; returns the state of things after it. */
async function play(stack: FaultedStack, { operation, waves }: Round, start: Standing, calm: Standing): Promise<Standing> {
  const injected: (FaultedRun & { readonly faultCase: RealCase; readonly hits: number })[] = [];
  const runs: Run[] = [];
  let before = start;
  for (const cases of waves) {
    const faults = inject(stack.emulator, cases);
    const faulted = await stack.run(operation);
    for (const fault of faults) fault.remove();
    const after = await stack.standing();
    stack.later();
    injected.push(...cases.map((faultCase, index) => ({ faultCase, hits: faults[index]?.hits ?? 0, before, faulted, after })));
    runs.push(faulted);
    before = after;
  }
  const again = await stack.run(operation);
  stack.later();
  const end = await stack.standing();
  for (const { faultCase, hits, ...around } of injected)
    problems.set(faultCase, problemsOf(faultCase, hits, { ...around, again, end, calm }));
  for (const run of [...runs, again]) common.push(...strayErrors(run).map((error) => `an error of no resource: ${error}`), ...run.leaks);
  return end;
}

const { rounds, notApplicable } = deal(operations);
const cases = rounds.flatMap(({ waves }) => waves.flat());
const problems = new Map<RealCase, readonly string[]>();
/** Leaks and errors that belong to no single case. */
const common: string[] = [];
let engine = "";

beforeAll(async () => {
  engine = (await cliOnPath()).name;
  const stacks = await Promise.all([1, 2].map(() => FaultedStack.open(resources, { parallel: 32 })));
  const [calmStack, stack] = stacks as [FaultedStack, FaultedStack];
  try {
    const calm = await undisturbed(calmStack);
    let before = await stack.standing();
    for (const round of rounds) {
      const { operation } = round;
      if (operation === "read") stack.drift();
      if (operation === "create") common.push(...(await stack.preview("first")));
      if (operation === "update") common.push(...(await stack.preview("changed")));
      before = await play(stack, round, before, calm[operation]);
    }
  } finally {
    await Promise.all(stacks.map((one) => one.close()));
  }
});

test.each(cases.map((faultCase) => [nameOf(faultCase), faultCase] as const))(
  "%s: the run reports why and loses nothing, and the next one repairs it",
  (_, faultCase) => expect(problems.get(faultCase)).toEqual([]),
);

test("no run prints a secret, or an error that belongs to no resource", () => expect(common).toEqual([]));

afterAll(() => {
  const passed = cases.filter((faultCase) => problems.get(faultCase)?.length === 0).length;
  console.info(
    `through real processes (${engine}): ${passed} of ${cases.length} fault cases pass; ${notApplicable} do not apply (reasons listed)`,
  );
});
