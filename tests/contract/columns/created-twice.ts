import { column } from "../column";
import { mapRecords, required } from "../row";
import { bare, failureOf, later, made, writesOf } from "../stage";

/** No error, or one that says that it cannot be told what is its own. */
const cannotTell = /^$|differs only in case|is unknown|cannot tell|reformats|might have been created|already/;

column("rewritten", "no object is created twice", (row, { program: more, show }) => {
  test("after a lost response, if the service normalizes values, three runs create one object or report that they cannot identify it", async () => {
    const stage = await bare(row);
    const { emulator, engine, readings, program } = stage;
    readings.rewrite(required(row.shownBy), (result) => mapRecords(result, show));
    const before = row.live(emulator).length;
    emulator.fault({ kind: "reset-after", match: { endpoint: row.createdBy } });
    let failure = "";
    for (let run = 0; run < 3; run++) {
      failure = failureOf(await engine.up(program(more)));
      expect(row.live(emulator)).toHaveLength(before + 1);
      later(stage);
    }
    expect(failure).toMatch(cannotTell);
  });

  test("if the service normalizes values, a refresh keeps the object in the state and a change creates no second one", async () => {
    const stage = await made(row, more);
    const { emulator, engine, readings, program } = stage;
    const before = row.live(emulator).length;
    readings.rewrite(required(row.shownBy), (result) => mapRecords(result, show));
    const { outcome, writes } = await writesOf(stage, () => engine.refresh());
    expect([failureOf(outcome), writes, engine.state === undefined]).toEqual([expect.stringMatching(cannotTell), [], false]);
    await engine.up(program({ ...more, ...row.change }));
    expect(row.live(emulator)).toHaveLength(before);
  });
});

column("foreign", "other people's objects are not adopted", (row, { add, isThere }) => {
  test("an object that someone else creates while the response is lost is neither adopted nor deleted", async () => {
    const stage = await bare(row);
    const { emulator, engine, program } = stage;
    const meanwhile = () => {
      if (!isThere(emulator)) add(emulator);
      return true;
    };
    emulator.fault({ kind: "reset-before", match: { endpoint: row.createdBy, body: meanwhile } });
    for (let run = 0; run < 3; run++) {
      await engine.up(program());
      later(stage);
      expect(isThere(emulator)).toBe(true);
    }
    expect(engine.state?.id ?? "").not.toContain("theirs");
    await engine.withdraw();
    expect(isThere(emulator)).toBe(true);
  });
});
