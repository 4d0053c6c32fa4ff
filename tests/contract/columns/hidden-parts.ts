import { column, required } from "../column";
import { failureOf, made, namesOf, writesOf } from "../stage";

export const hiddenParts = column("hiddenParts", "nothing undeclared is overwritten by a record that is sent whole", (row, parts) =>
  parts.map(({ name, program: more, change, show, field }) => ({
    name: `${name}: the change is refused, naming the part and the way on`,
    play: async () => {
      const stage = await made(row, more);
      const { engine, program, readings } = stage;
      readings.rewrite(required(row.shownBy), show);
      const { outcome, writes } = await writesOf(stage, () => engine.up(program({ ...more, ...change })));
      expect(namesOf(writes)).toEqual([]);
      expect(failureOf(outcome)).toMatch(field);
      expect(failureOf(outcome)).toMatch(/[Dd]eclare|in the console/);
    },
  })),
);
