import { type Case, column } from "../column";
import type { Properties } from "../../support/provider";
import { applies, type OnItsWay, type Row } from "../row";
import { bare, failureOf, later, made, namesOf, seenIn, type Stage, succeeded, writesOf } from "../stage";

/** The line that says that a value may still arrive. */
const mayStill = /may still|may have been made|may have been created|may have created|may yet/;

/** The second value was sent, and neither its answers nor its effect were seen. */
async function sent(row: Row, before: Properties = {}): Promise<Stage> {
  const stage = await made(row, before);
  const { emulator, engine, program } = stage;
  const endpoint = row.changedBy;
  const handle = emulator.fault({ kind: "applied-late", lost: true, after: { ms: 1e12 }, times: "always", match: { endpoint } });
  expect(failureOf(await engine.up(program(row.change)))).not.toBe("");
  handle.remove();
  return stage;
}

const arrive = ({ emulator }: Stage) => emulator.applyWaiting();

function backCases(row: Row, { isFirst }: OnItsWay): Case[] {
  return [
    ...[false, true].map((isRefreshed) => ({
      name: `back to the first value${isRefreshed ? " after a refresh" : ""}: it is sent, although the record shows it`,
      play: async () => {
        const stage = await sent(row);
        if (isRefreshed) succeeded(await stage.engine.refresh());
        const { outcome, writes } = await writesOf(stage, () => stage.engine.up(stage.program()));
        succeeded(outcome);
        expect(writes.length).toBeGreaterThan(0);
        expect(isFirst(stage.emulator)).toBe(true);
      },
    })),
    {
      name: "back to the first value after the second has arrived: the first holds",
      play: async () => {
        const stage = await sent(row);
        arrive(stage);
        later(stage);
        succeeded(await stage.engine.up(stage.program()));
        expect(isFirst(stage.emulator)).toBe(true);
      },
    },
  ];
}

function droppedCases(row: Row, { dropped, isFirst }: OnItsWay): Case[] {
  if (!applies(dropped)) return [];
  const drop = (stage: Stage) => stage.engine.up(stage.program({ [dropped]: undefined }));
  return [
    {
      name: "the argument is dropped: one line says that the second value may still arrive, and the first is sent when it is declared again",
      play: async () => {
        const stage = await sent(row);
        const without = await drop(stage);
        succeeded(without);
        expect(without.lines.filter((line) => mayStill.test(line))).toHaveLength(1);
        const { outcome, writes } = await writesOf(stage, () => stage.engine.up(stage.program()));
        succeeded(outcome);
        expect(namesOf(writes)).toEqual([expect.stringMatching(new RegExp(` ${row.changedBy}$`))]);
        expect(isFirst(stage.emulator)).toBe(true);
      },
    },
    {
      name: "the argument is dropped and the second value arrives: the first holds where it is declared again",
      play: async () => {
        const stage = await sent(row);
        succeeded(await drop(stage));
        arrive(stage);
        later(stage);
        succeeded(await stage.engine.up(stage.program()));
        expect(isFirst(stage.emulator)).toBe(true);
      },
    },
    {
      name: "an argument is added, and its value lost: a refresh does not take it for applied",
      play: async () => {
        const stage = await sent(row, { [dropped]: undefined });
        await stage.engine.refresh();
        const { outcome, writes } = await writesOf(stage, () => stage.engine.up(stage.program(row.change)));
        succeeded(outcome);
        expect(namesOf(writes)).toEqual([expect.stringMatching(new RegExp(` ${row.changedBy}$`))]);
      },
    },
  ];
}

/** A creation of which nothing was seen, and that is not declared any more in the next run. */
function droppedCreations(row: Row): Case[] {
  const { lostCreation } = row.cells;
  if (!applies(lostCreation) || !applies(lostCreation.makes)) return [];
  return [
    {
      name: "a creation of which nothing was seen is dropped: that it may still appear is in a line or an error",
      play: async () => {
        const stage = await bare(row);
        const { emulator, engine, program } = stage;
        emulator.fault({ kind: "applied-late", lost: true, after: { ms: 1e12 }, match: { endpoint: row.createdBy } });
        await engine.up(program());
        const outcome = await engine.withdraw();
        expect(seenIn(outcome)).toMatch(mayStill);
        expect(outcome.lines.filter((line) => /already gone/.test(line))).toEqual([]);
      },
    },
  ];
}

/** An adoption that sends a request, of which nothing was seen. */
function lostAdoptions(row: Row): Case[] {
  const { owner, lostCreation } = row.cells;
  if (!applies(owner) || !applies(owner.adoption) || !applies(lostCreation) || !applies(lostCreation.makes)) return [];
  const adoption = { ...owner.adoption, ...row.change, adopt: true };
  return [
    {
      name: "an adoption whose request was lost is in state, and the next run sends it again",
      play: async () => {
        const stage = await bare(row);
        const { emulator, engine, program } = stage;
        owner.make(stage);
        const handle = emulator.fault({ kind: "reset-before", times: "always", match: { endpoint: row.changedBy } });
        const error = failureOf(await engine.up(program(adoption)));
        expect(engine.state?.initErrors).toEqual([error]);
        handle.remove();
        const { outcome, writes } = await writesOf(stage, () => engine.up(program(adoption)));
        succeeded(outcome);
        expect(writes.map(({ endpoint }) => endpoint)).toEqual([row.changedBy]);
      },
    },
  ];
}

export const onItsWay = column("onItsWay", "what is on its way is not forgotten", (row, fixture) => [
  ...backCases(row, fixture),
  ...droppedCases(row, fixture),
  ...droppedCreations(row),
  ...lostAdoptions(row),
]);
