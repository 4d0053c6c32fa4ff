import { everyRow } from "../column";
import { made, namesOf, succeeded } from "../stage";

export const localArguments = everyRow("a change of how the provider behaves is kept in state, and asks the service nothing", (row) => [
  {
    name: "no request is sent, and the state has the new value",
    play: async () => {
      const stage = await made(row);
      const { emulator, engine, program } = stage;
      const { local } = row.cells.previews;
      const mark = emulator.journal.mark();
      const outcome = await engine.up(program(local));
      succeeded(outcome);
      expect([outcome.op, namesOf(emulator.journal.since(mark).entries)]).toEqual(["update", []]);
      expect(engine.declared).toMatchObject(local);
      expect((await engine.up(program(local))).op).toBe("same");
    },
  },
]);
