import { serviceOf } from "../../support/readings";
import { column } from "../column";
import { applies, required } from "../row";
import { bare, failureOf, made, namesOf, succeeded, writesOf } from "../stage";

const sentence = "a single read never causes an irreversible step";

column("gone", sentence, (row, { take }) => {
  test("if one read during a refresh lacks the object, it stays in the state and the next run sends no write", async () => {
    const stage = await made(row);
    const { clock, emulator, engine, program, readings } = stage;
    const before = clock.time;
    readings.once(required(row.shownBy), () => take(emulator));
    succeeded(await engine.refresh());
    expect([engine.state === undefined, clock.time - before >= 5_000]).toEqual([false, true]);
    const { outcome, writes } = await writesOf(stage, () => engine.up(program()));
    succeeded(outcome);
    expect(namesOf(writes)).toEqual([]);
  });

  test("if reads during a refresh lack the object for 25 s, it stays in the state and the next run creates no second one", async () => {
    const stage = await made(row);
    const { clock, emulator, engine, program } = stage;
    const [restore, begin] = [serviceOf(emulator).store.snapshot(), clock.time];
    take(emulator);
    clock.onSleep = () => {
      if (clock.time - begin < 25_000) return;
      clock.onSleep = undefined;
      restore();
    };
    succeeded(await engine.refresh());
    expect([engine.state === undefined, clock.onSleep]).toEqual([false, undefined]);
    const { outcome, writes } = await writesOf(stage, () => engine.up(program()));
    succeeded(outcome);
    expect(namesOf(writes)).toEqual([]);
  });

  test("if reads lag by 12 s, a refresh keeps a new object in the state", async () => {
    const { emulator, engine, program } = await bare(row);
    emulator.behave({ readsLag: 12_000 });
    succeeded(await engine.up(program()));
    succeeded(await engine.refresh());
    expect(engine.isEmpty).toBe(false);
  });

  test("if one read lacks the object after a deletion that was answered as not found, it stays in the state", async () => {
    const { emulator, engine, readings } = await made(row, row.removal);
    emulator.fault({ kind: "status", status: 404, type: "Not-Found", times: "always", match: { endpoint: required(row.removedBy) } });
    readings.once(required(row.shownBy), () => take(emulator));
    const outcome = await engine.withdraw();
    expect([failureOf(outcome) === "", engine.state === undefined]).toEqual([false, false]);
    expect(outcome.lines.filter((line) => /already gone/.test(line))).toEqual([]);
  });
});

column("owner", sentence, (row, { make, adoption }) => {
  if (!applies(adoption) || !applies(row.cells.makes)) return;
  test("if the object appears after the first read of a creation, no second one is created", async () => {
    const stage = await bare(row);
    const { emulator, engine, program, readings } = stage;
    readings.afterNext(row.lookedForBy ?? required(row.shownBy), () => make(stage));
    const before = row.live(emulator).length;
    const { writes } = await writesOf(stage, () => engine.up(program()));
    expect(writes.filter(({ endpoint }) => endpoint === row.createdBy)).toEqual([]);
    expect(row.live(emulator)).toHaveLength(before + 1);
  });
});
