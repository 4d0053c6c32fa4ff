import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Driver, Operation } from "../../testing/driver";
import type { Emulator } from "../../testing/emulator";
import { canaries, leaks } from "./canary";
import { accepting, readGolden, sdkVersion, writeGolden } from "./golden";
import { type Expectation, fillAccount, programHeads, type Scenario, type Step } from "./scenario";
import { recordOf, type ResourceRecord, resourcesIn, type StepRecord, writesOf } from "./scenario-record";
import { chosenDriver, type Door, filesBelow, type Ran, requestText, StackFixture } from "./stack-fixture";

/** Runs scenarios through a door, each with its own stack and emulated service, and compares each with its golden record. */
export function runScenarios(door: Door, scenarios: readonly Scenario[]): void {
  const table = scenarios.map((scenario) => [scenario.name, throughDoor(scenario, door)] as const);
  // An empty table is an error of test.each.
  if (table.length === 0) return;
  describe(`through the ${door} door`, () => {
    test.each(table)("%s", async (name, scenario) => {
      const driver = await chosenDriver();
      const played = await play(scenario, driver, door);
      const steps = played.map(({ record }) => record);
      const recordedOn = { engine: driver.name, sdk: sdkVersion() };
      if (accepting) writeGolden(folders[door], name, { scenario: name, recordedOn, steps }, ["inputs"]);
      expect(played.map(seen)).toEqual(scenario.steps.map(wanted));
      expect(steps).toEqual(recordedSteps(door, name));
    });
  });
}

/** Compares the records of the two doors: they may differ only where a step says so. */
export function compareDoors(scenarios: readonly Scenario[]): void {
  test.each(scenarios.map((scenario) => [scenario.name, scenario] as const))("both doors have the same results: %s", (name, { steps }) => {
    const [dynamic, native] = [asThroughPlugin(recordedSteps("dynamic", name)), recordedSteps("native", name)];
    const differences = steps.map(({ title }, index) => ({ title, differs: differingKeys(dynamic[index], native[index]) }));
    expect(differences).toEqual(steps.map(({ title, native: { differs = [] } = {} }) => ({ title, differs: [...differs].sort() })));
  });
}

const folders: Readonly<Record<Door, string>> = { dynamic: "scenarios", native: "scenarios/native" };

/** The types of resources, which messages contain, differ between the doors. */
function asThroughPlugin(steps: readonly StepRecord[]): readonly StepRecord[] {
  return JSON.parse(JSON.stringify(steps).replaceAll("pulumi-nodejs:dynamic/graphplane:", "graphplane:index:")) as StepRecord[];
}

function throughDoor(scenario: Scenario, door: Door): Scenario {
  if (door === "dynamic") return scenario;
  return { ...scenario, steps: scenario.steps.map((step) => ({ ...step, expect: { ...step.expect, ...step.native?.expect } })) };
}

function recordedSteps(door: Door, name: string): readonly StepRecord[] {
  return (readGolden(folders[door], name) as { steps: readonly StepRecord[] }).steps;
}

function differingKeys(one: StepRecord | undefined, other: StepRecord | undefined): string[] {
  const [a, b]: Record<string, unknown>[] = [{ ...one }, { ...other }];
  const keys = new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})]);
  return [...keys].filter((key) => JSON.stringify(a?.[key]) !== JSON.stringify(b?.[key])).sort();
}

/** The results of one step. */
interface PlayedStep {
  readonly step: Step;
  readonly ran: Ran;
  readonly record: StepRecord;
  /** The fields that the expectation names. */
  readonly live: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The resources in state, by name. */
  readonly state: readonly string[];
  readonly writes: readonly string[];
  /** The places that contain the key. */
  readonly leaks: readonly string[];
}

/** Opens a stack for a scenario; the calls of its provider are recorded in a file. */
async function open(
  { service }: Scenario,
  driver: Driver,
  door: Door,
): Promise<{ readonly fixture: StackFixture; readonly callFile: string }> {
  const callsOf = ({ folder }: { readonly folder: string }) => join(folder, "calls");
  const fixture = await StackFixture.open({
    driver,
    door,
    service: {
      apiKey: canaries["the key"],
      account: fillAccount,
      dataPlane: "nowhere",
      now: () => Date.UTC(2026, 5, 3),
      ...service,
    },
    env: (program) => ({
      NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "scenario-recorder.js"))}`,
      SCENARIO_CALLS: callsOf(program),
    }),
  });
  const callFile = callsOf(fixture.program);
  writeFileSync(callFile, "");
  return { fixture, callFile };
}

/** Runs a scenario on a driver to its end, even if steps fail: the caller judges them. */
async function play(scenario: Scenario, driver: Driver, door: Door): Promise<PlayedStep[]> {
  const { ordered = false } = scenario;
  const { fixture, callFile } = await open(scenario, driver, door);
  const { emulator, program } = fixture;
  const replacements = new Map([
    [program.program, "<program>"],
    [program.folder, "<state>"],
    [emulator.url, "<service>"],
  ]);
  const played: PlayedStep[] = [];
  let before: readonly ResourceRecord[] = [];
  try {
    for (const step of scenario.steps) {
      if (step.program !== undefined) await fixture.write(programHeads[step.door ?? door] + step.program);
      if (step.config !== undefined) await fixture.configure(step.config);
      step.before?.(emulator);
      if (step.imports !== undefined) await fixture.import(step.imports);
      writeFileSync(callFile, "");
      const [operation, flag] = step.run.split(" ");
      const ran = await fixture.run(operation as Operation, { refresh: flag === "--refresh", skipPreview: flag === "--skip-preview" });
      const calls = readFileSync(callFile, "utf8").split("\n").filter(Boolean);
      const state = await (await fixture.stack()).export();
      const record = recordOf(step, { ran, calls, state, before, replacements }, ordered);
      before = resourcesIn(state);
      played.push({
        step,
        ran,
        record,
        live: liveFields(step, emulator),
        state: before.map(({ name }) => name),
        writes: writesOf(ran.requests, ordered).map(requestText),
        leaks: leaks({
          "the text": textOf(ran),
          "the record": JSON.stringify(record),
          "the journal": JSON.stringify(emulator.journal.entries),
          ...filesBelow(program.folder),
          ...filesBelow(program.program),
        }),
      });
    }
    return played;
  } finally {
    await fixture.close();
  }
}

function liveFields({ expect: { live = {} } }: Step, emulator: Emulator): PlayedStep["live"] {
  const fieldsOf = (id: string, fields: object) => {
    const record = emulator.workspace("production", id);
    return Object.fromEntries(Object.keys(fields).map((field) => [field, record[field]]));
  };
  return Object.fromEntries(Object.entries(live).map(([id, fields]) => [id, fieldsOf(id, fields)]));
}

/** A text may be visible only in the drawing, or only as a message. */
function textOf({ text, diagnostics }: Ran): string {
  return [text, ...diagnostics.map(({ message }) => message)].join("\n");
}

/** The results of a step that its expectation mentions. */
function seen({ step, ran, record, live, state, writes, leaks }: PlayedStep) {
  const { title, expect: expected } = step;
  const lacking = (parts: readonly string[], whole: string) =>
    parts.filter((part) => !whole.includes(part)).map((part) => `${whole}\n(lacks) ${part}`);
  return {
    title,
    exitCode: ran.exitCode,
    steps: record.steps,
    writes,
    errors: expected.errors === undefined ? ran.errors : lacking(expected.errors, ran.errors.join("\n")),
    notShown: lacking(expected.shown ?? [], textOf(ran)),
    notHidden: (expected.hidden ?? []).filter((part) => textOf(ran).includes(part)),
    tooManyReads: ran.reads > (expected.reads ?? Infinity) ? ran.reads : 0,
    outputs: expected.outputs === undefined ? undefined : (record.outputs ?? {}),
    live: live as Expectation["live"],
    state: expected.state === undefined ? undefined : state,
    leaks,
  };
}

/** The expected results of a step, in the same form. */
function wanted({ title, expect: expected }: Step) {
  const { exitCode = 0, steps, writes = [], outputs, live = {}, state } = expected;
  const none = { errors: [], notShown: [], notHidden: [], tooManyReads: 0, leaks: [] };
  return { title, exitCode, steps, writes, outputs, live, state, ...none };
}
