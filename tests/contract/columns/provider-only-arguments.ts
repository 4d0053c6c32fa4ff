import { everyRow } from "../column";
import { made, namesOf, succeeded } from "../stage";
import { localChange } from "./previews";

everyRow("a change that affects only the provider is stored in the state without a request", (row) => {
  test("the run sends no request, and the state contains the new value", async () => {
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
