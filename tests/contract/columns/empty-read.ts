import { column } from "../column";
import { applies, required } from "../row";
import { failureOf, made, namesOf, type Stage, succeeded, writesOf } from "../stage";

/** The way on where an object is not there any more. */
const refresh = /pulumi refresh/;

column("emptyRead", "an empty response for an object in the state causes no write", (row, { nothing, otherShapes, undeclared }) => {
  const endpoint = required(row.shownBy);
  const { owner } = row.cells;
  const ways = applies(owner) && applies(owner.adoption) ? ["change", "replacement in place"] : ["change"];

  /** Declares the test of a read that shows nothing; the refusal contains the reason. */
  const testRead = (name: string, reason: RegExp, show: (stage: Stage) => void) =>
    test.each(ways)(`${name}: the %s is refused, and applied once reads return the object again`, async (way) => {
      const options = way === "change" ? {} : { replaceOnChanges: Object.keys(row.change) };
      const stage = await made(row);
      const { emulator, engine, program } = stage;
      if (applies(undeclared)) undeclared.put(emulator);
      const before = applies(undeclared) ? undeclared.read(emulator) : undefined;
      // A creation may be believed by its answer: a refresh shows the object to the state.
      succeeded(await engine.refresh());
      const restores = [emulator.checkpoint(), engine.checkpoint()];
      show(stage);
      const { outcome, writes } = await writesOf(stage, () => engine.up(program(row.change), undefined, options));
      expect([namesOf(writes), failureOf(outcome)]).toEqual([[], expect.stringMatching(reason)]);
      stage.readings.clear();
      for (const restore of restores) restore();
      const { outcome: good, writes: sent } = await writesOf(stage, () => engine.up(program(row.change), undefined, options));
      succeeded(good);
      expect(sent.map(({ endpoint }) => endpoint)).toEqual([row.changedBy]);
      if (applies(undeclared)) expect(undeclared.read(emulator)).toEqual(before);
    });

  for (const [name, change] of ways.length > 1 && applies(undeclared) ? Object.entries(nothing) : [])
    test.each([1, 2])(`${name} in read %i only: a replacement in place keeps the undeclared settings`, async (position) => {
      const stage = await made(row);
      const { emulator, engine, program, readings } = stage;
      const { put, read } = required(undeclared);
      put(emulator);
      succeeded(await engine.refresh());
      const before = read(emulator);
      let reads = 0;
      readings.rewrite(endpoint, (result) => (++reads === position ? change(result) : result));
      await engine.up(program(row.change), undefined, { replaceOnChanges: Object.keys(row.change) });
      expect(read(emulator)).toEqual(before);
    });

  for (const [name, change] of Object.entries(nothing)) testRead(name, refresh, ({ readings }) => readings.rewrite(endpoint, change));
  for (const [name, change] of Object.entries(otherShapes)) testRead(name, /./, ({ readings }) => readings.rewrite(endpoint, change));
  testRead("a 404 of the service", refresh, ({ emulator }) => {
    emulator.fault({ kind: "status", status: 404, type: "Not-Found", times: "always", match: { endpoint } });
  });
  testRead("a 404 of a service without the call", /./, ({ readings }) => readings.answer(endpoint, 404, "404 page not found"));
});
