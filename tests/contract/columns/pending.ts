import { definitionOf } from "../../../provider/registry";
import type { z } from "zod";
import type { Properties } from "../../support/provider";
import { column } from "../column";
import { applies, type Row } from "../row";
import { bare, failureOf, later, made, seenIn, type Stage, succeeded, writesOf } from "../stage";
import { localChange } from "./previews";

/** The line that says that a value may still arrive. */
const mayStill = /might still|might have been created|might have created/;

/** The second value was sent, and neither its answers nor its effect were seen. */
async function sent(row: Row, before: Properties = {}, lateBy = 1e12) {
  const stage = await made(row, before);
  const { emulator, engine, program } = stage;
  const first = row.live(emulator);
  const endpoint = row.changedBy;
  const handle = emulator.fault({ kind: "applied-late", lost: true, after: { ms: lateBy }, times: "always", match: { endpoint } });
  expect(failureOf(await engine.up(program({ ...before, ...row.change })))).not.toBe("");
  handle.remove();
  const arrive = () => {
    emulator.applyWaiting();
    later(stage);
  };
  return { stage, arrive, expectFirst: () => expect(row.live(emulator)).toEqual(first) };
}

column("owner", "a pending change is not forgotten", (row, { make, adoption }) => {
  const first = ({ engine, program }: Stage) => engine.up(program());

  test.each(["", " after a refresh"])("returning to the first value%s sends it, although the record already shows it", async (when) => {
    const { stage, expectFirst } = await sent(row);
    if (when !== "") succeeded(await stage.engine.refresh());
    const { outcome, writes } = await writesOf(stage, () => first(stage));
    succeeded(outcome);
    expect(writes.length).toBeGreaterThan(0);
    expectFirst();
  });

  test("returning to the first value after the second has been applied restores the first", async () => {
    const { stage, arrive, expectFirst } = await sent(row);
    arrive();
    succeeded(await first(stage));
    expectFirst();
  });

  test("a replacement in place that returns to the first value sends it", async () => {
    const { stage, expectFirst } = await sent(row);
    const { engine, program } = stage;
    const local = localChange(row);
    const options = { replaceOnChanges: Object.keys(local) };
    const { outcome, writes } = await writesOf(stage, () => engine.up(program(local), undefined, options));
    succeeded(outcome);
    expect(writes.length).toBeGreaterThan(0);
    expectFirst();
  });

  for (const deletionPolicy of Object.keys(definitionOf(row.kind).review.deletions ?? {}).filter((policy) => policy !== "delete")) {
    test(`a deletion with the policy ${deletionPolicy} waits until the second value has been applied`, async () => {
      const { stage } = await sent(row, { deletionPolicy }, 20_000);
      succeeded(await stage.engine.withdraw());
      const left = row.live(stage.emulator);
      later(stage);
      expect(row.live(stage.emulator)).toEqual(left);
    });

    test(`a deletion with the policy ${deletionPolicy} reports that the second value may still be applied`, async () => {
      const { stage } = await sent(row, { deletionPolicy });
      const outcome = await stage.engine.withdraw();
      succeeded(outcome);
      expect(outcome.lines.filter((line) => mayStill.test(line))).toEqual([expect.stringMatching(/undo this deletion/)]);
    });
  }

  const [argument = ""] = Object.keys(row.change);
  const dropped = { [argument]: undefined };
  const drop = ({ engine, program }: Stage) => engine.up(program(dropped));
  if ((definitionOf(row.kind).schema.shape[argument] as z.ZodType).safeParse(undefined).success) {
    test("after the argument is removed, one line says that the second value may still be applied; declaring the first value again sends it", async () => {
      const { stage, expectFirst } = await sent(row);
      const without = await drop(stage);
      succeeded(without);
      expect(without.lines.filter((line) => mayStill.test(line))).toHaveLength(1);
      const { outcome, writes } = await writesOf(stage, () => first(stage));
      succeeded(outcome);
      expect(writes.map(({ endpoint }) => endpoint)).toEqual([row.changedBy]);
      expectFirst();
    });

    test("if the second value is applied after the argument is removed, declaring the first value again restores it", async () => {
      const { stage, arrive, expectFirst } = await sent(row);
      succeeded(await drop(stage));
      arrive();
      succeeded(await first(stage));
      expectFirst();
    });

    test("a refresh does not count the lost value of a new argument as applied", async () => {
      const { stage } = await sent(row, dropped);
      await stage.engine.refresh();
      const { outcome, writes } = await writesOf(stage, () => stage.engine.up(stage.program(row.change)));
      succeeded(outcome);
      expect(writes.map(({ endpoint }) => endpoint)).toEqual([row.changedBy]);
    });
  }

  if (!applies(row.cells.makes)) return;
  test("removing a creation that no read has returned reports that the object may still appear", async () => {
    const stage = await bare(row);
    stage.emulator.fault({ kind: "applied-late", lost: true, after: { ms: 1e12 }, match: { endpoint: row.createdBy } });
    await first(stage);
    const outcome = await stage.engine.withdraw();
    expect(seenIn(outcome)).toMatch(mayStill);
    expect(outcome.lines.filter((line) => /already gone/.test(line))).toEqual([]);
  });

  if (!applies(adoption)) return;
  test("an adoption whose request was lost is in the state, and the next run sends the request again", async () => {
    const stage = await bare(row);
    const { emulator, engine, program } = stage;
    const adopting = program({ ...adoption, ...row.change, adopt: true });
    make(stage);
    const handle = emulator.fault({ kind: "reset-before", times: "always", match: { endpoint: row.changedBy } });
    const error = failureOf(await engine.up(adopting));
    expect(engine.state?.initErrors).toEqual([error]);
    handle.remove();
    const { outcome, writes } = await writesOf(stage, () => engine.up(adopting));
    succeeded(outcome);
    expect(writes.map(({ endpoint }) => endpoint)).toEqual([row.changedBy]);
  });
});
