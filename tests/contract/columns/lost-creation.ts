import type { Properties } from "../../support/provider";
import { column } from "../column";
import { applies, type Row } from "../row";
import { isWhole } from "../rows";
import { bare, failureOf, later, made, native, type Stage, succeeded, writesOf } from "../stage";

type Loss = Parameters<Stage["emulator"]["fault"]>[0];
const late: Loss = { kind: "applied-late", lost: true, after: { ms: 20_000 } };

interface Lost {
  readonly name: string;
  readonly acted: boolean;
  /** True if `npm test` leaves it out. */
  readonly isRare?: true;
  readonly lose: (row: Row) => Promise<Stage>;
}

/** The ways in which the response to a creation is lost; each resolves to a stage where that has happened. */
const all: readonly Lost[] = [
  { name: "acted on and shown at once", acted: true, lose: (row) => loseOn(row, { kind: "reset-after" }) },
  { name: "acted on and shown after 20 s", acted: true, lose: (row) => loseOn(row, late) },
  { name: "not acted on", acted: false, lose: (row) => loseOn(row, { kind: "reset-before" }) },
  { name: "acted on while the run is interrupted in the plugin", acted: true, isRare: true, lose: interrupt },
  {
    name: "acted on, and the reads after it fail",
    acted: true,
    isRare: true,
    lose: (row) => loseOn(row, { kind: "reset-after" }, { readsFail: true }),
  },
  {
    name: "not acted on, and the reads after it fail",
    acted: false,
    isRare: true,
    lose: (row) => loseOn(row, { kind: "reset-before" }, { readsFail: true }),
  },
];
const losses = all.filter(({ isRare }) => isWhole || isRare !== true);

async function loseOn(
  row: Row,
  loss: Loss,
  { readsFail = false, more = {} }: { readsFail?: boolean; more?: Properties } = {},
): Promise<Stage> {
  const stage = await bare(row);
  const { emulator, engine, program } = stage;
  const handles = [emulator.fault({ ...loss, times: "always", match: { endpoint: row.createdBy } })];
  const wasSent = () => emulator.journal.endpoint(row.createdBy).length > 0;
  if (readsFail) handles.push(emulator.fault({ kind: "status", status: 500, times: "always", match: { method: "GET", body: wasSent } }));
  expect(failureOf(await engine.up(program(more))) !== "").toBe(readsFail || engine.state?.initErrors !== undefined);
  for (const handle of handles) handle.remove();
  return stage;
}

async function interrupt(row: Row): Promise<Stage> {
  const { stage, cancel } = await native(row);
  const match = { endpoint: row.createdBy, body: () => (setImmediate(cancel), true) };
  const handle = stage.emulator.fault({ kind: "hang", applied: true, match });
  expect(failureOf(await stage.engine.up(stage.program()))).not.toBe("");
  handle.remove();
  return stage;
}

const notice = /[^…]: its id is (\S+); the stack contains "\S+" until the next "pulumi refresh"/;
const sentence = "a creation whose response is lost stays in the state, and the next run looks for the object";

column("makes", sentence, (row, { other, pauses }) => {
  test("if the run that finds the object cannot change the id in the state, one line says that a refresh does", async () => {
    const stage = await loseOn(row, late);
    const { engine, program } = stage;
    const before = engine.state?.id;
    later(stage);
    const found = await engine.up(program());
    succeeded(found);
    const again = await engine.up(program(row.change));
    succeeded(await engine.refresh());
    const id = engine.state?.id;
    expect(found.lines.flatMap((line) => notice.exec(line)?.[1] ?? [])).toEqual(id === before ? [] : [id]);
    expect(again.lines.join()).not.toMatch(notice);
    expect(id).not.toMatch(/\/$|not-known-yet/);
  });

  if (pauses === true)
    test("a deletion with the policy pause finds the object and pauses it", async () => {
      const stage = await loseOn(row, late, { more: { deletionPolicy: "pause" } });
      later(stage);
      const { outcome, writes } = await writesOf(stage, () => stage.engine.withdraw());
      succeeded(outcome);
      expect(writes.map(({ endpoint, body }) => [endpoint, body])).toEqual([[row.changedBy, { pause: true }]]);
    });

  describe.each(losses)("$name", ({ lose }) => {
    test("a refresh keeps it in the state", async () => {
      const { engine } = await lose(row);
      await engine.refresh();
      expect(engine.state).toBeDefined();
    });

    test("declaring a different object deletes the first", async () => {
      const alone = row.live((await made(row, other)).emulator);
      const stage = await lose(row);
      const { emulator, engine, program } = stage;
      later(stage);
      succeeded(await engine.up(program(other)));
      expect(row.live(emulator)).toEqual(alone);
      expect((await engine.up(program(other))).op).toBe("same");
    });

    test("removing the declaration leaves no object behind", async () => {
      const stage = await lose(row);
      later(stage);
      const outcome = await stage.engine.withdraw();
      succeeded(outcome);
      expect(outcome.lines.join("\n")).not.toMatch(/\/(null)?: nothing is deleted/);
      expect([row.live(stage.emulator), stage.engine.state]).toEqual([[], undefined]);
    });
  });
});

column("owner", sentence, (row) => {
  describe.each(losses)("$name", ({ acted, lose }) => {
    test("it is in the state", async () => expect((await lose(row)).engine.state).toBeDefined());

    test("declaring it again results in exactly one object", async () => {
      const undisturbed = row.live((await made(row)).emulator);
      const stage = await lose(row);
      const { emulator, engine, program } = stage;
      later(stage);
      succeeded(await engine.up(program()));
      const posts = emulator.journal.endpoint(row.createdBy).length;
      expect(row.live(emulator)).toEqual(undisturbed);
      // A PUT and a POST that replaces may be sent again.
      if (acted && applies(row.cells.makes)) expect(posts).toBe(1);
      expect((await engine.up(program())).op).toBe("same");
    });
  });
});
