import { type Driver, embedded, findCli } from "../../testing/driver";
import type { Expectation, Scenario, Step } from "./scenario";
import { readGolden, sdkVersion, writeGolden } from "./scenario-golden";
import { play, type PlayedStep } from "./scenario-play";

const onCli = process.env.SCENARIO_ENGINE === "cli";
/** Far above what a step takes on an idle machine: the machines that run this are not. */
const timeout = 1_800_000;
const accept = onCli && process.env.ACCEPT === "1";

/** Runs scenarios on the engine that SCENARIO_ENGINE names (`cli`, or else the embedded one) and holds each against its golden record. */
export function runScenarios(theme: string, scenarios: readonly Scenario[]): void {
  describe(theme, () => {
    test.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
      "%s",
      async (_, scenario) => {
        const driver = await chosenDriver();
        const played = await play(scenario, driver);
        const steps = played.map(({ record }) => record);
        if (accept) writeGolden({ scenario: scenario.name, recordedOn: { engine: driver.name, sdk: sdkVersion() }, steps });
        expect(played.map(seen)).toEqual(scenario.steps.map(wanted));
        expect(steps).toEqual(readGolden(scenario.name).steps);
      },
      timeout,
    );
  });
}

/** The driver that SCENARIO_ENGINE names. */
export async function chosenDriver(): Promise<Driver> {
  if (!onCli) return embedded;
  const cli = await findCli();
  if (cli === undefined) throw new Error('there is no "pulumi" on PATH');
  return cli;
}

/** A step as it went, as far as its expectation says anything of it. */
function seen({ step, actual, leaks }: PlayedStep) {
  const { title, expect: expected } = step;
  const lacking = (parts: readonly string[], whole: string) => parts.filter((part) => !whole.includes(part));
  const errors = actual.errors.join("\n");
  return {
    title,
    exitCode: actual.exitCode,
    steps: actual.steps,
    writes: actual.writes,
    errors: expected.errors === undefined ? actual.errors : lacking(expected.errors, errors).map((part) => `${errors}\n(lacks) ${part}`),
    notTold: lacking(expected.told ?? [], actual.text).map((part) => `${actual.text}\n(lacks) ${part}`),
    toldAllTheSame: (expected.untold ?? []).filter((part) => actual.text.includes(part)),
    tooManyReads: actual.reads > (expected.reads ?? Infinity) ? actual.reads : 0,
    outputs: expected.outputs === undefined ? undefined : actual.outputs,
    live: actual.live as Expectation["live"],
    state: expected.state === undefined ? undefined : actual.state,
    leaks,
  };
}

/** The same of a step that went as it should. */
function wanted({ title, expect: expected }: Step): ReturnType<typeof seen> {
  const { exitCode = 0, steps, writes = [], outputs, live = {}, state } = expected;
  const none = { errors: [], notTold: [], toldAllTheSame: [], tooManyReads: 0, leaks: [] };
  return { title, exitCode, steps, writes, outputs, live, state, ...none };
}
