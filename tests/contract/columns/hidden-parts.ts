import { column } from "../column";
import { mapRecords, required } from "../row";
import { failureOf, made, namesOf, writesOf } from "../stage";

column("hiddenParts", "sending a whole record overwrites no undeclared field", (row, parts) => {
  test.each(parts)(
    "$name: the change is refused, and the error names the field and the fix",
    async ({ program: more, change, show, field }) => {
      const stage = await made(row, more);
      const { engine, program, readings } = stage;
      readings.rewrite(required(row.shownBy), (result) => mapRecords(result, show));
      const { outcome, writes } = await writesOf(stage, () => engine.up(program({ ...more, ...(change ?? row.change) })));
      expect(namesOf(writes)).toEqual([]);
      expect(failureOf(outcome)).toMatch(field);
      expect(failureOf(outcome)).toMatch(/[Dd]eclare|in the console/);
    },
  );
});
