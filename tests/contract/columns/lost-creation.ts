import type { Outcome, Properties } from "../../support/provider";
import { type Case, column } from "../column";
import { applies, type LostCreation, type Row } from "../row";
import { bare, failureOf, later, made, native, type Stage, succeeded, writesOf } from "../stage";

/** The ways in which the response to a creation is lost; each resolves to a stage where that has happened. */
const losses: readonly { readonly name: string; readonly acted: boolean; readonly lose: (row: Row) => Promise<Stage> }[] = [
  { name: "acted on and shown at once", acted: true, lose: (row) => loseOn(row, { kind: "reset-after" }) },
  {
    name: "acted on and shown after 20 s",
    acted: true,
    lose: (row) => loseOn(row, { kind: "applied-late", lost: true, after: { ms: 20_000 } }),
  },
  { name: "not acted on", acted: false, lose: (row) => loseOn(row, { kind: "reset-before" }) },
  { name: "acted on while the run is interrupted in the plugin", acted: true, lose: interrupt },
  { name: "acted on, and the reads after it fail", acted: true, lose: (row) => loseOn(row, { kind: "reset-after" }, { readsFail: true }) },
  {
    name: "not acted on, and the reads after it fail",
    acted: false,
    lose: (row) => loseOn(row, { kind: "reset-before" }, { readsFail: true }),
  },
];

type Loss = Parameters<Stage["emulator"]["fault"]>[0];

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

/** Every run that follows, and what is live after it. */
function runsAfter(row: Row, { makes }: LostCreation): readonly (readonly [string, (stage: Stage) => Promise<Outcome>, unknown])[] {
  const others = applies(makes)
    ? ([
        ["another object is declared: the first is gone", ({ engine, program }) => engine.up(program(makes.other)), makes.otherLive],
        ["nothing is declared: nothing is left behind", ({ engine }) => engine.withdraw(), []],
      ] as const satisfies ReturnType<typeof runsAfter>)
    : [];
  return [["the same is declared: it is there once", ({ engine, program }) => engine.up(program()), undefined], ...others];
}

const notice = /an earlier run created it; its id is (\S+), and the stack shows "\S+" until the next "pulumi refresh"/;

/** The next run finds the object under an id that the state cannot take over. */
function idCase(row: Row): Case {
  return {
    name: "the run that finds it says once that its id is set by a refresh",
    play: async () => {
      const stage = await loseOn(row, { kind: "applied-late", lost: true, after: { ms: 20_000 } });
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
    },
  };
}

/** A deletion that pauses, and nothing more. */
function pauseCase(row: Row): Case {
  return {
    name: "a deletion that pauses finds it, and pauses it",
    play: async () => {
      const stage = await loseOn(row, { kind: "applied-late", lost: true, after: { ms: 20_000 } }, { more: { deletionPolicy: "pause" } });
      later(stage);
      const { outcome, writes } = await writesOf(stage, () => stage.engine.withdraw());
      succeeded(outcome);
      expect(writes.map(({ endpoint, body }) => [endpoint, body])).toEqual([[row.changedBy, { pause: true }]]);
    },
  };
}

export const lostCreation = column(
  "lostCreation",
  "a creation without a response stays in state, and the next run looks for it",
  (row, fixture) => [
    ...(applies(fixture.makes) ? [idCase(row)] : []),
    ...(fixture.pauses === true ? [pauseCase(row)] : []),
    ...losses.flatMap(({ name, acted, lose }): Case[] => [
      {
        name: `${name}: it is in state`,
        play: async () => expect((await lose(row)).engine.state).toBeDefined(),
      },
      {
        name: `${name}: a refresh keeps it in state`,
        play: async () => {
          const { engine } = await lose(row);
          await engine.refresh();
          // What makes or replaces the one object is sent again, whatever the state holds.
          if (applies(fixture.makes)) expect(engine.state).toBeDefined();
        },
      },
      ...runsAfter(row, fixture).map(([sentence, run, live]) => ({
        name: `${name}: ${sentence}`,
        play: async () => {
          const undisturbed = row.live((await made(row)).emulator);
          const stage = await lose(row);
          later(stage);
          const { emulator, engine } = stage;
          succeeded(await run(stage));
          const posts = emulator.journal.endpoint(row.createdBy).length;
          expect(row.live(emulator)).toEqual(live ?? undisturbed);
          // A PUT and a POST that replaces may be sent again.
          if (acted && live === undefined && applies(fixture.makes)) expect(posts).toBe(1);
          if (Array.isArray(live) && live.length === 0) expect(engine.state).toBeUndefined();
          else
            expect((await engine.up(stage.program(live === undefined || !applies(fixture.makes) ? {} : fixture.makes.other))).op).toBe(
              "same",
            );
        },
      })),
    ]),
  ],
);
