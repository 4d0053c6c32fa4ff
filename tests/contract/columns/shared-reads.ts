import { configOf, makeHost } from "../../support/provider";
import { everyRow } from "../column";
import { applies } from "../row";
import { made } from "../stage";

everyRow("all resources of a process share one read", (row) => {
  if (!applies(row.shownBy)) return;
  test("a second resource that refreshes the object sends no request", async () => {
    const { emulator, engine, clock } = await made(row);
    const { id = "", outputs = {} } = engine.state ?? {};
    const make = makeHost(clock, () => undefined);
    const requests = async () => {
      const mark = emulator.journal.mark();
      const resource = make(row.kind);
      await resource.configure?.({ config: configOf(engine.config) });
      expect((await resource.read?.(id, outputs))?.id).toBe(id);
      return emulator.journal.since(mark).length;
    };
    expect([await requests(), await requests()]).toEqual([row.lookedForBy === undefined ? 1 : 2, 0]);
  });
});
