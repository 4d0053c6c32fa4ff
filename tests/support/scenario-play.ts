import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ConfigValue, copyProgram, type DrivenStack, type Driver, type Operation, type Outcome } from "../../testing/driver";
import { type Emulator, startEmulator } from "../../testing/emulator";
import { fillAccount, programHead, type Scenario, type Step } from "./scenario";
import { canaryKey, filesBelow, leaks } from "./scenario-canary";
import { type Call, errorsOf, recordOf, requestText, type StepRecord } from "./scenario-record";

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

const root = join(__dirname, "../..");
const recorder = join(__dirname, "scenario-recorder.js");

/** Plays a scenario on a driver, on a stack and an emulated service of its own. It stops at nothing: the caller judges the steps. */
export async function play(scenario: Scenario, driver: Driver): Promise<PlayedStep[]> {
  const program = await copyProgram(root, join(__dirname, "../e2e/scenarios/program"));
  const calls = join(program.folder, "calls.ndjson");
  writeFileSync(calls, "");
  const emulator = await startEmulator({
    apiKey: canaryKey,
    account: fillAccount,
    dataPlane: "nowhere",
    now: () => Date.UTC(2026, 5, 3),
    ...scenario.service,
  });
  let config: Record<string, ConfigValue | undefined> = {
    "graphplane:baseUrl": emulator.url,
    "graphplane:apiKey": { secret: canaryKey },
  };
  const replacements = new Map([
    [program.program, "<program>"],
    [program.folder, "<state>"],
    [emulator.url, "<service>"],
    [emulator.url.replace("http://", ""), "<service>"],
  ]);
  const played: PlayedStep[] = [];
  let stack: DrivenStack | undefined;
  try {
    for (const step of scenario.steps) {
      if (step.program !== undefined) await program.write("index.js", programHead + step.program);
      config = { ...config, ...step.config };
      const given = Object.fromEntries(Object.entries(config).filter((entry): entry is [string, ConfigValue] => entry[1] !== undefined));
      stack ??= await driver.open({ ...program, passphrase: "scenario", config: given, env: environment(calls) });
      if (step.config !== undefined) await stack.configure(given);
      step.before?.(emulator);
      const seen = callsIn(calls).length;
      const mark = emulator.journal.mark();
      const [operation, refresh] = step.run.split(" ");
      const outcome = await stack.run(operation as Operation, { refresh: refresh !== undefined });
      const requests = emulator.journal.since(mark).entries;
      const state = await stack.export();
      const traces = { outcome, calls: callsIn(calls).slice(seen), requests, state, replacements };
      const record = recordOf(step, traces, scenario.ordered === true);
      const actual: Actual = {
        exitCode: outcome.exitCode,
        steps: record.steps,
        writes: requests.filter(({ method }) => method !== "GET").map(requestText),
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
    await emulator.close();
    await program.remove();
  }
}

/** The rest of the programs' environment: the recorder in every process, and no settings but the stack's own. */
function environment(calls: string): Record<string, string> {
  return {
    NODE_OPTIONS: `--require ${JSON.stringify(recorder)}`,
    SCENARIO_CALLS: calls,
    // Plain JavaScript starts in half the time.
    PULUMI_NODEJS_TYPESCRIPT: "false",
    GRAPHPLANE_BASE_URL: "",
    GRAPHPLANE_API_KEY: "",
  };
}

function callsIn(file: string): Call[] {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Call);
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
