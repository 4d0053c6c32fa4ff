import type { ConfigValue, DrivenStack, Driver, Operation, Outcome } from "../../testing/driver";
import type { Emulator } from "../../testing/emulator";
import type { Scenario, Step } from "./scenario";
import { leaks } from "./canary";
import { filesBelow } from "./scenario-canary";
import { errorsOf, recordOf, requestText, type StepRecord, writesOf } from "./scenario-record";
import { Stage } from "./scenario-stage";

/** One step as it went. */
export interface PlayedStep {
  readonly step: Step;
  readonly record: StepRecord;
  /** What the expectation is held against. */
  readonly actual: Actual;
  /** Where the key was found. */
  readonly leaks: readonly string[];
}

/** What a step did, in the words of its expectation. */
export interface Actual {
  readonly exitCode: number;
  readonly steps: readonly string[];
  readonly writes: readonly string[];
  readonly reads: number;
  readonly errors: readonly string[];
  readonly text: string;
  readonly outputs: Readonly<Record<string, unknown>>;
  /** The fields that the expectation names. */
  readonly live: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly state: readonly string[];
}

/** Plays a scenario on a driver, on a stack and an emulated service of its own. It stops at nothing: the caller judges the steps. */
export async function play(scenario: Scenario, driver: Driver): Promise<PlayedStep[]> {
  const { ordered = false } = scenario;
  const stage = await Stage.open(scenario.service);
  const { emulator, program } = stage;
  let config: Record<string, ConfigValue | undefined> = stage.config;
  const replacements = new Map([
    [program.program, "<program>"],
    [program.folder, "<state>"],
    [emulator.url, "<service>"],
  ]);
  const played: PlayedStep[] = [];
  let stack: DrivenStack | undefined;
  try {
    for (const step of scenario.steps) {
      if (step.program !== undefined) await stage.write(step.program);
      config = { ...config, ...step.config };
      const given = Object.fromEntries(Object.entries(config).filter((entry): entry is [string, ConfigValue] => entry[1] !== undefined));
      stack ??= await stage.stack(driver, given);
      if (step.config !== undefined) await stack.configure(given);
      step.before?.(emulator);
      const seen = stage.calls().length;
      const mark = emulator.journal.mark();
      const [operation, flag] = step.run.split(" ");
      const outcome = await stack.run(operation as Operation, { refresh: flag === "--refresh", skipPreview: flag === "--skip-preview" });
      const requests = emulator.journal.since(mark).entries;
      const state = await stack.export();
      const traces = { outcome, calls: stage.calls().slice(seen), requests, state, replacements };
      const record = recordOf(step, traces, ordered);
      const actual: Actual = {
        exitCode: outcome.exitCode,
        steps: record.steps,
        writes: writesOf(requests, ordered).map(requestText),
        reads: requests.filter(({ method }) => method === "GET").length,
        errors: errorsOf(outcome),
        text: textOf(outcome),
        outputs: record.outputs as Record<string, unknown>,
        live: liveFields(step, emulator),
        state: record.resources.map((resource) => (resource as { name: string }).name),
      };
      played.push({ step, record, actual, leaks: leaks(placesOf(program.folder, program.program, outcome, record, emulator)) });
    }
    return played;
  } finally {
    await stage.close();
  }
}

function liveFields({ expect: { live = {} } }: Step, emulator: Emulator): Actual["live"] {
  const fieldsOf = (id: string, fields: object) => {
    const record = emulator.workspace("production", id);
    return Object.fromEntries(Object.keys(fields).map((field) => [field, record[field]]));
  };
  return Object.fromEntries(Object.entries(live).map(([id, fields]) => [id, fieldsOf(id, fields)]));
}

/** A line of text may be told as a message only, or drawn only. */
function textOf({ text, diagnostics }: Outcome): string {
  return [text, ...diagnostics.map(({ message }) => message)].join("\n");
}

function placesOf(folder: string, program: string, outcome: Outcome, record: StepRecord, emulator: Emulator): Record<string, string> {
  return {
    "the text": textOf(outcome),
    "the record": JSON.stringify(record),
    "the journal": JSON.stringify(emulator.journal.entries),
    ...filesBelow(folder),
    ...filesBelow(program),
  };
}
