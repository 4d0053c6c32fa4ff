import type { Operation } from "../../testing/driver";
import type { Emulator } from "../../testing/emulator";
import { canaries, leaks } from "./canary";
import { type Expectation, fillAccount, programHeads, type Scenario, type Step } from "./scenario";
import { recordOf, type ResourceRecord, resourcesIn, type StepRecord, writesOf } from "./scenario-record";
import { type ProviderKind, filesBelow, type Ran, requestText, StackFixture } from "./stack-fixture";

/** Plays scenarios through both providers at the same time; their results may differ only where a step says so. */
export function runOnBothProviders(scenarios: readonly Scenario[]): void {
  test.each(scenarios.map((scenario) => [scenario.name, scenario] as const))("%s", async (_, scenario) => {
    const native = throughPlugin(scenario);
    const [dynamic, plugin] = await Promise.all([play(scenario, "dynamic"), play(native, "native")]);
    expect(dynamic.map(seen)).toEqual(scenario.steps.map(wanted));
    expect(plugin.map(seen)).toEqual(native.steps.map(wanted));
    const differences = scenario.steps.map(({ title }, index) => {
      const [one, other] = [dynamic[index]?.record, plugin[index]?.record];
      return { title, differs: differingKeys(asThroughPlugin(one), other) };
    });
    expect(differences).toEqual(
      scenario.steps.map(({ title, native: { differs = [] } = {} }) => ({ title, differs: [...differs].sort() })),
    );
  });
}

/** Plays scenarios of the plugin alone. */
export function runThroughPlugin(scenarios: readonly Scenario[]): void {
  test.each(scenarios.map((scenario) => [scenario.name, scenario] as const))("through the plugin: %s", async (_, scenario) => {
    expect((await play(scenario, "native")).map(seen)).toEqual(scenario.steps.map(wanted));
  });
}

/** The types of resources, which messages contain, differ between the providers. */
function asThroughPlugin(record: StepRecord | undefined): StepRecord | undefined {
  const text = JSON.stringify(record ?? null).replaceAll("pulumi-nodejs:dynamic/graphplane:", "graphplane:index:");
  return (JSON.parse(text) as StepRecord | null) ?? undefined;
}

function throughPlugin(scenario: Scenario): Scenario {
  return { ...scenario, steps: scenario.steps.map((step) => ({ ...step, expect: { ...step.expect, ...step.native?.expect } })) };
}

function differingKeys(one: StepRecord | undefined, other: StepRecord | undefined): string[] {
  const [a, b]: Record<string, unknown>[] = [{ ...one }, { ...other }];
  const keys = new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})]);
  return [...keys].filter((key) => JSON.stringify(a?.[key]) !== JSON.stringify(b?.[key])).sort();
}

/** The results of one step. */
type PlayedStep = Awaited<ReturnType<typeof play>>[number];

/** Runs a scenario with a provider to its end, even if steps fail: the caller judges them. */
async function play({ service, ordered = false, steps }: Scenario, providerKind: ProviderKind) {
  const usual = { apiKey: canaries["the key"], account: fillAccount, dataPlane: "nowhere", now: () => Date.UTC(2026, 5, 3) } as const;
  const fixture = await StackFixture.open({ providerKind, service: { ...usual, ...service } });
  const { emulator, program } = fixture;
  const replacements = new Map([
    [program.program, "<program>"],
    [program.folder, "<state>"],
    [emulator.url, "<service>"],
  ]);
  const played = [];
  let before: readonly ResourceRecord[] = [];
  try {
    for (const step of steps) {
      if (step.program !== undefined) await fixture.write(programHeads[step.providerKind ?? providerKind] + step.program);
      if (step.config !== undefined) await fixture.configure(step.config);
      step.before?.(emulator);
      if (step.imports !== undefined) await fixture.import(step.imports);
      const [operation, flag] = step.run.split(" ");
      const ran = await fixture.run(operation as Operation, { refresh: flag === "--refresh", skipPreview: flag === "--skip-preview" });
      const state = await (await fixture.stack()).export();
      const record = recordOf({ ran, state, before, replacements }, ordered);
      before = resourcesIn(state);
      played.push({
        step,
        ran,
        record,
        live: liveFields(step, emulator),
        /** The resources in state, by name. */
        state: before.map(({ name }) => name),
        writes: writesOf(ran.requests, ordered).map(requestText),
        /** The places that contain the key. */
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

/** The fields of live records that the expectation names. */
function liveFields({ expect: { live = {} } }: Step, emulator: Emulator): Readonly<Record<string, object>> {
  const fieldsOf = (id: string, fields: object) => {
    const record = emulator.workspace("production", id);
    return Object.fromEntries(Object.keys(fields).map((field) => [field, record[field]]));
  };
  return Object.fromEntries(Object.entries(live).map(([id, fields]) => [id, fieldsOf(id, fields)]));
}

/** A text may be visible only in the drawing, or only as a message. */
const textOf = ({ text, diagnostics }: Ran): string => [text, ...diagnostics.map(({ message }) => message)].join("\n");

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
    outputs: expected.outputs === undefined ? undefined : record.outputs,
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
