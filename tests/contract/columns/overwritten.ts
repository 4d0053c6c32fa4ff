import { column } from "../column";
import { later, made, succeeded, writesOf } from "../stage";

const line = /overwriting a change made elsewhere: /;

export const overwritten = column("overwritten", "what was changed outside is announced before it is overwritten", (row, third) => [
  {
    name: "someone else puts the first value back, and the program declares a third one",
    play: async () => {
      const stage = await made(row);
      const { emulator, engine, program } = stage;
      const putBack = emulator.checkpoint();
      succeeded(await engine.up(program(row.change)));
      later(stage);
      putBack();
      const preview = await writesOf(stage, () => engine.preview(program(third)));
      expect(preview.writes).toEqual([]);
      const lines = preview.outcome.lines.filter((text) => line.test(text));
      expect(lines).toHaveLength(1);
      const { outcome, writes } = await writesOf(stage, () => engine.up(program(third)));
      succeeded(outcome);
      expect(writes.length).toBeGreaterThan(0);
    },
  },
]);
