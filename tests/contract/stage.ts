import { inspect } from "node:util";
import type { JournalEntry } from "../../testing/emulator";
import { type Fixture, open } from "../support/tried-service";
import { startPlugin } from "../support/plugin";
import type { Outcome, Properties } from "../support/provider";
import { Readings } from "../support/readings";
import type { Row } from "./row";

/** A row's service and engine, which every case of the row is played on. */
export interface Stage extends Fixture {
  readonly row: Row;
  readonly readings: Readings;
  /** The program as it is declared first, with other arguments laid over it. */
  readonly program: (more?: Properties) => Properties;
}

interface Opened {
  readonly stage: Stage;
  readonly restores: Map<string, () => void>;
}

const opened = new Map<string, Promise<Opened>>();
const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  opened.clear();
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** The stage of a row with nothing of its kind, as the row's service is at first. */
export async function bare(row: Row): Promise<Stage> {
  const { stage, restores } = await openOnce(row);
  rewind(stage, restores, "bare");
  return stage;
}

/** The same with the object made by the program, with other arguments laid over it. */
export async function made(row: Row, more: Properties = {}): Promise<Stage> {
  const { stage, restores } = await openOnce(row);
  const name = inspect(more);
  if (restores.has(name)) rewind(stage, restores, name);
  else {
    rewind(stage, restores, "bare");
    succeeded(await stage.engine.up(stage.program(more)));
    later(stage);
    keep(stage, restores, name);
  }
  return stage;
}

/** A stage of its own whose engine drives the plugin, and the plugin. */
export async function native(row: Row): Promise<{ readonly stage: Stage; readonly cancel: () => void }> {
  let cancel = (): Promise<void> => Promise.resolve();
  const fixture = await open(row, async (clock) => {
    const plugin = await startPlugin({}, { clock });
    cancel = () => plugin.cancel();
    return plugin;
  });
  closing.push(() => fixture.emulator.close());
  return { stage: toStage(row, fixture), cancel: () => void cancel() };
}

/** A second service with the same identifiers. */
export async function another(row: Row): Promise<Stage> {
  const fixture = await open(row);
  closing.push(() => fixture.emulator.close());
  return toStage(row, fixture);
}

/** An hour passes: what was on its way has arrived. */
export function later({ clock, emulator }: Fixture): void {
  clock.time += 3_600_000;
  emulator.elapse();
}

/** A run, and the requests of it but reads. */
export async function writesOf(
  { emulator }: Fixture,
  run: () => Promise<Outcome>,
): Promise<{ readonly outcome: Outcome; readonly writes: readonly JournalEntry[] }> {
  const mark = emulator.journal.mark();
  const outcome = await run();
  return { outcome, writes: emulator.journal.since(mark).writes().entries };
}

/** The reason why a run failed; empty if it did not. */
export function failureOf({ error, failures, told }: Outcome): string {
  return [error, ...failures.map(({ reason }) => reason), ...(error === "" && failures.length === 0 ? told : [])]
    .filter((text) => text !== "")
    .join("\n");
}

export function succeeded(outcome: Outcome): void {
  expect(failureOf(outcome)).toBe("");
}

/** All that a user or a log may see of a run. */
export function seenIn(outcome: Outcome): string {
  return [...outcome.lines, ...outcome.told, failureOf(outcome), inspect(outcome.thrown, { depth: 10 })].join("\n");
}

/** The requests as `<method> <endpoint>`. */
export const namesOf = (entries: readonly JournalEntry[]): string[] => entries.map(({ method, endpoint }) => `${method} ${endpoint}`);

function openOnce(row: Row): Promise<Opened> {
  const known = opened.get(row.kind) ?? openStage(row);
  opened.set(row.kind, known);
  return known;
}

async function openStage(row: Row): Promise<Opened> {
  const fixture = await open(row);
  closing.push(() => fixture.emulator.close());
  const stage = toStage(row, fixture);
  const restores = new Map<string, () => void>();
  keep(stage, restores, "bare");
  return { stage, restores };
}

function toStage(row: Row, fixture: Fixture): Stage {
  const readings = new Readings(fixture.emulator);
  return { ...fixture, row, readings, program: (more = {}) => ({ ...row.program(fixture), ...more }) };
}

function keep({ emulator, engine, clock }: Fixture, restores: Map<string, () => void>, name: string): void {
  const { time } = clock;
  const config = { ...engine.config };
  const parts = [emulator.checkpoint(), engine.checkpoint()];
  restores.set(name, () => {
    for (const restore of parts) restore();
    clock.time = time;
    engine.name = "it";
    Object.assign(engine.config, config);
  });
}

function rewind({ readings, debug }: Stage, restores: Map<string, () => void>, name: string): void {
  readings.clear();
  debug.length = 0;
  restores.get("bare")?.();
  restores.get(name)?.();
}
