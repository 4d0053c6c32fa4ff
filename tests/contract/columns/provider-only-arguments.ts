import { everyRow } from "../column";
import { made, namesOf, succeeded } from "../stage";
import { localChange } from "./previews";

everyRow("a change of how the provider behaves is kept in state, and asks the service nothing", (row) => {
  test("no request is sent, and the state has the new value", async () => {
    const { emulator, engine, program } = await made(row);
    const local = localChange(row);
    const mark = emulator.journal.mark();
    const outcome = await engine.up(program(local));
    succeeded(outcome);
    expect([outcome.op, namesOf(emulator.journal.since(mark).entries)]).toEqual(["update", []]);
    expect(engine.declared).toMatchObject(local);
    expect((await engine.up(program(local))).op).toBe("same");
  });
});
