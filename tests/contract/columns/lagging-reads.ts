import { column } from "../column";
import { made, succeeded } from "../stage";

export const laggingReads = column("laggingReads", "a change is proven by a read, not by its answer", (row, { first, second, isFirst }) => [
  {
    name: "where reads show what was there 6 s ago, the way back right after a change is sent",
    play: async () => {
      const stage = await made(row, first);
      const { emulator, engine, program, readings } = stage;
      readings.lag(6_000);
      succeeded(await engine.up(program(second)));
      succeeded(await engine.up(program(first)));
      expect(isFirst(emulator)).toBe(true);
    },
  },
]);
