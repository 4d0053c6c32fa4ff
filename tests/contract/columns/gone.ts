import { type Case, column, required } from "../column";
import { applies, type Gone, type Row } from "../row";
import { failureOf, made, type Stage, succeeded } from "../stage";

/** Answers of a service that found nothing to delete; a 400 and a 500 may mean that too. */
const answers: readonly (readonly [string, (stage: Stage) => void])[] = [
  ...(
    [
      ["a 404 of the service", { status: 404, type: "Not-Found" }],
      ["a 404 without a type", { status: 404, type: "Unknown" }],
      ["a 400", { status: 400, type: "Bad-Request" }],
      ["a 500", { status: 500, type: "Internal-Error" }],
    ] as const
  ).map(([name, fault]) => {
    const answer = ({ row, emulator }: Stage) =>
      void emulator.fault({ kind: "status", ...fault, times: "always", match: { endpoint: required(row.removedBy) } });
    return [name, answer] as const;
  }),
  ["a 404 of a service without the call", ({ row, readings }) => readings.answer(required(row.removedBy), 404, "404 page not found")],
];

function notFoundCases(row: Row, { take }: Gone): Case[] {
  return answers.flatMap(([name, answer]) => [
    {
      name: `${name} for what is still listed: the deletion fails, and the resource stays in state`,
      play: async () => {
        const stage = await made(row, row.removal);
        const { emulator, engine } = stage;
        const before = row.live(emulator);
        answer(stage);
        const outcome = await engine.destroy();
        expect(failureOf(outcome)).not.toBe("");
        expect([row.live(emulator), engine.state === undefined]).toEqual([before, false]);
        expect(outcome.lines.filter((line) => /already gone/.test(line))).toEqual([]);
      },
    },
    {
      name: `${name} for what no list shows: it counts as deleted`,
      play: async () => {
        const stage = await made(row, row.removal);
        take(stage.emulator);
        answer(stage);
        succeeded(await stage.engine.destroy());
        expect(stage.engine.state).toBeUndefined();
      },
    },
  ]);
}

function unreadCase(row: Row): Case {
  return {
    name: "a 400 and a read that fails too: the deletion fails, and the resource stays in state",
    play: async () => {
      const { emulator, engine } = await made(row, row.removal);
      const match = { endpoint: required(row.removedBy) };
      emulator.fault({ kind: "status", status: 400, type: "Bad-Request", times: "always", match });
      emulator.fault({ kind: "html", status: 200, times: "always", match: { method: "GET" } });
      expect(failureOf(await engine.destroy())).not.toBe("");
      expect(engine.state).toBeDefined();
    },
  };
}

function refreshCase(row: Row, { take }: Gone): Case {
  return {
    name: "what no list shows leaves the state with a refresh, and is made again",
    play: async () => {
      const stage = await made(row);
      const undisturbed = row.live(stage.emulator);
      take(stage.emulator);
      expect(await stage.engine.refresh()).toMatchObject({ op: "gone", error: "" });
      if (applies(row.cells.lostCreation) && applies(row.cells.lostCreation.makes)) {
        succeeded(await stage.engine.up(stage.program()));
        expect(row.live(stage.emulator)).toEqual(undisturbed);
      }
    },
  };
}

function waitCases(row: Row): Case[] {
  return [
    {
      name: "an empty list after an accepted deletion counts only once it has lasted",
      play: async () => {
        const stage = await made(row, row.removal);
        const { clock, engine, readings } = stage;
        readings.rewrite(required(row.shownBy), () => null);
        const start = clock.time;
        succeeded(await engine.destroy());
        expect(clock.time - start).toBeGreaterThanOrEqual(15_000);
        expect([engine.state, row.live(stage.emulator)]).toEqual([undefined, []]);
      },
    },
  ];
}

/** An empty list whose parent is not shown, as a key of another organization gets it. */
function unseenCases(row: Row, { parents }: Gone): Case[] {
  const begin = async () => {
    const stage = await made(row, row.removal);
    stage.readings.rewrite(required(row.shownBy), () => []);
    for (const endpoint of parents) stage.emulator.fault({ kind: "status", status: 500, times: "always", match: { endpoint } });
    return stage;
  };
  return parents.includes(required(row.shownBy))
    ? []
    : [
        {
          name: "an empty list whose parent is not shown takes nothing out of the state",
          play: async () => {
            const { engine } = await begin();
            expect(failureOf(await engine.refresh())).not.toBe("");
            expect(engine.state).toBeDefined();
          },
        },
        {
          name: "an empty list whose parent is not shown makes no failed deletion a done one",
          play: async () => {
            const { emulator, engine } = await begin();
            emulator.fault({ kind: "status", status: 500, times: "always", match: { endpoint: required(row.removedBy) } });
            expect(failureOf(await engine.withdraw())).not.toBe("");
            expect(engine.state).toBeDefined();
          },
        },
      ];
}

export const gone = column("gone", "what is answered as not found is gone where no list shows it", (row, fixture) => [
  ...notFoundCases(row, fixture),
  unreadCase(row),
  refreshCase(row, fixture),
  ...unseenCases(row, fixture),
  ...(applies(fixture.waits) ? waitCases(row) : []),
]);
