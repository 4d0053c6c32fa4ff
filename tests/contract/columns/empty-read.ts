import { column, required } from "../column";
import { applies, type EmptyRead, type Results, type Row } from "../row";
import { failureOf, made, namesOf, type Stage, succeeded, writesOf } from "../stage";

/** The way on where an object is not there any more. */
const refresh = /pulumi refresh/;

/** Ways in which a read shows nothing, and what makes the service answer it. */
function emptyReads({ nothing, otherShapes }: EmptyRead, row: Row): readonly (readonly [string, (stage: Stage) => void, RegExp])[] {
  const endpoint = required(row.shownBy);
  const shown = (results: Results, reason: RegExp) =>
    Object.entries(results).map(([name, change]) => [name, ({ readings }: Stage) => readings.rewrite(endpoint, change), reason] as const);
  return [
    ...shown(nothing, refresh),
    ...shown(otherShapes, /./),
    [
      "a 404 of the service",
      ({ emulator }) => emulator.fault({ kind: "status", status: 404, type: "Not-Found", times: "always", match: { endpoint } }),
      refresh,
    ],
    ["a 404 of a service without the call", ({ readings }) => readings.answer(endpoint, 404, "404 page not found"), /./],
  ];
}

export const emptyRead = column("emptyRead", "an empty read of what state has seen is no reason to write", (row, fixture) =>
  emptyReads(fixture, row).map(([name, set, reason]) => ({
    name: `${name}: the change is refused, and made once reads are good again`,
    play: async () => {
      const stage = await made(row);
      const { emulator, engine, program } = stage;
      const { undeclared } = fixture;
      if (applies(undeclared)) undeclared.put(emulator);
      const before = applies(undeclared) ? undeclared.read(emulator) : undefined;
      // A creation may be believed by its answer: a refresh shows the object to the state.
      succeeded(await engine.refresh());
      const restore = emulator.checkpoint();
      const known = engine.checkpoint();
      set(stage);
      const { outcome, writes } = await writesOf(stage, () => engine.up(program(row.change)));
      expect([namesOf(writes), failureOf(outcome)]).toEqual([[], expect.stringMatching(reason)]);
      stage.readings.clear();
      restore();
      known();
      const { outcome: good, writes: sent } = await writesOf(stage, () => engine.up(program(row.change)));
      succeeded(good);
      expect(sent.map(({ endpoint }) => endpoint)).toEqual([row.changedBy]);
      if (applies(undeclared)) expect(undeclared.read(emulator)).toEqual(before);
    },
  })),
);
