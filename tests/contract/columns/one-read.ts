import { type Case, someRows, required } from "../column";
import { applies, type Gone, type Row } from "../row";
import { bare, failureOf, made, namesOf, type Stage, succeeded, writesOf } from "../stage";

/** Answers the next read as if the object were gone. */
function blink({ readings, emulator }: Stage, row: Row, { take }: Gone): void {
  readings.once(required(row.shownBy), () => take(emulator));
}

function lifeCases(row: Row, fixture: Gone): Case[] {
  return [
    {
      name: "one read of a refresh lacks it: it stays in state, and the next run sends nothing",
      play: async () => {
        const stage = await made(row);
        const { clock, engine, program } = stage;
        const before = clock.time;
        blink(stage, row, fixture);
        succeeded(await engine.refresh());
        expect([engine.state === undefined, clock.time - before >= 5_000]).toEqual([false, true]);
        const { outcome, writes } = await writesOf(stage, () => engine.up(program()));
        succeeded(outcome);
        expect(namesOf(writes)).toEqual([]);
      },
    },
    {
      name: "one read after a deletion that was answered as not found lacks it: it stays in state",
      play: async () => {
        const stage = await made(row, row.removal);
        const { emulator, engine } = stage;
        emulator.fault({ kind: "status", status: 404, type: "Not-Found", times: "always", match: { endpoint: required(row.removedBy) } });
        blink(stage, row, fixture);
        const outcome = await engine.withdraw();
        expect([failureOf(outcome) === "", engine.state === undefined]).toEqual([false, false]);
        expect(outcome.lines.filter((line) => /already gone/.test(line))).toEqual([]);
      },
    },
  ];
}

/** An object that someone else makes after the preview's read. */
function creationCases(row: Row): Case[] {
  const { owner, lostCreation } = row.cells;
  if (!applies(owner) || !applies(owner.adoption) || !applies(lostCreation) || !applies(lostCreation.makes)) return [];
  return [
    {
      name: "it appears after the first read of a creation: no second one is made",
      play: async () => {
        const stage = await bare(row);
        const { emulator, engine, program, readings } = stage;
        readings.afterNext(row.lookedForBy ?? required(row.shownBy), () => owner.make(stage));
        const before = row.live(emulator).length;
        const { writes } = await writesOf(stage, () => engine.up(program()));
        expect(writes.filter(({ endpoint }) => endpoint === row.createdBy)).toEqual([]);
        expect(row.live(emulator)).toHaveLength(before + 1);
      },
    },
  ];
}

export const oneRead = someRows("one read decides nothing that cannot be undone", (row) => {
  const { gone } = row.cells;
  return [...(applies(gone) ? lifeCases(row, gone) : []), ...creationCases(row)];
});
