import { chosenDriver } from "../support/scenario-suite";
import { type Cell, deal, nameOf, type Round, strike, unlisted } from "./real/cells";
import { problemsOf, strayErrors, type Strike } from "./real/judge";
import type { Operation } from "./real/resources";
import { type Run, Stage, type Standing } from "./real/stage";

/**
 * One program with all kinds of resources, run by a real engine with the provider in a process of its own: each run is struck
 * at every resource by another fault, and the next one must end as if nothing had happened.
 */
const operations: readonly Operation[] = ["create", "read", "update", "delete"];
const timeout = 1_800_000;

/** How things stand after each operation where nothing is in the way. */
async function undisturbed(stage: Stage): Promise<Record<Operation, Standing>> {
  const standings = new Map<Operation, Standing>();
  for (const operation of operations) {
    if (operation === "read") stage.drift();
    const { outcome } = await stage.run(operation);
    if (outcome.exitCode !== 0) throw new Error(`nothing was in the way, and ${operation} failed: ${outcome.text}`);
    stage.later();
    standings.set(operation, await stage.standing());
  }
  return Object.fromEntries(standings) as Record<Operation, Standing>;
}

/** What came of some cells. */
interface Played {
  readonly held: number;
  /** What did not hold. */
  readonly problems: readonly string[];
  readonly end: Standing;
}

/** Plays the cells of a round, and the run that makes good what they left. */
async function play(stage: Stage, { operation, waves }: Round, start: Standing, calm: Standing): Promise<Played> {
  const strikes: (Strike & { readonly cell: Cell; readonly hits: number })[] = [];
  const runs: Run[] = [];
  let before = start;
  for (const cells of waves) {
    const faults = strike(stage.emulator, cells);
    const struck = await stage.run(operation);
    for (const fault of faults) fault.remove();
    const after = await stage.standing();
    stage.later();
    strikes.push(...cells.map((cell, index) => ({ cell, hits: faults[index]?.hits ?? 0, before, struck, after })));
    runs.push(struck);
    before = after;
  }
  const again = await stage.run(operation);
  stage.later();
  const end = await stage.standing();
  const problems = strikes.map(({ cell, hits, ...around }) =>
    problemsOf(cell, hits, { ...around, again, end, calm }).map((text) => `${nameOf(cell)}: ${text}`),
  );
  const common = [...runs, again].flatMap((run) => [...strayErrors(run).map((error) => `an error of nobody: ${error}`), ...run.leaks]);
  // What a run tells in the open is no single cell's: then none of the round holds.
  const held = common.length > 0 ? 0 : problems.filter((texts) => texts.length === 0).length;
  return { held, problems: [...problems.flat(), ...common], end };
}

test(
  "a run that is struck at every resource says why, loses nothing and tells no secret, and the next one makes it good",
  async () => {
    const driver = await chosenDriver();
    const stages = await Promise.all([Stage.open(driver), Stage.open(driver)]);
    const [calmStage, stage] = stages;
    const { rounds, notApplicable } = deal(operations);
    const found: string[] = [];
    let held = 0;
    try {
      const calm = await undisturbed(calmStage);
      let before = await stage.standing();
      for (const round of rounds) {
        const { operation } = round;
        if (operation === "read") stage.drift();
        if (operation === "create") found.push(...(await stage.preview("first")));
        if (operation === "update") found.push(...(await stage.preview("changed")));
        const played = await play(stage, round, before, calm[operation]);
        held += played.held;
        found.push(...played.problems);
        before = played.end;
      }
    } finally {
      await Promise.all(stages.map((one) => one.close()));
    }
    const tried = rounds.flatMap(({ waves }) => waves.flat()).length;
    console.info(
      `through real processes (${driver.name}): cells tried ${tried}, cells held ${held}, cells not applicable ${notApplicable}`,
    );
    expect(found).toEqual([]);
  },
  timeout,
);

test("what sends nothing is listed as such, and nothing else is", () => {
  expect(unlisted(operations)).toEqual([]);
});
