import type { Outcome } from "../../support/provider";
import { everyRow } from "../column";
import { applies, type Cell, type Row } from "../row";
import { bare, failureOf, made, seenIn, type Stage } from "../stage";

/** A text of the service that would forge a line, and that is larger than any that is read. */
const forged = 'graphplane: PUT /forged {"a":1}';
const text = `first\n${forged}\r\n${forged}\u2028${forged}\u0085${forged} ${"x".repeat(1_000_000)}`;

interface Operation {
  readonly name: string;
  readonly endpoint: Cell<number | string>;
  readonly begin: (row: Row) => Promise<Stage>;
  readonly run: (stage: Stage) => Promise<Outcome>;
}

const operations = (row: Row): readonly Operation[] => [
  { name: "a creation", endpoint: row.createdBy, begin: bare, run: ({ engine, program }) => engine.up(program()) },
  { name: "an update", endpoint: row.changedBy, begin: made, run: ({ engine, program }) => engine.up(program(row.change)) },
  { name: "a preview", endpoint: row.shownBy, begin: made, run: ({ engine, program }) => engine.preview(program(row.change)) },
  { name: "a refresh", endpoint: row.shownBy, begin: made, run: ({ engine }) => engine.refresh() },
  { name: "a deletion", endpoint: row.removedBy, begin: () => made(row, row.removal), run: ({ engine }) => engine.withdraw() },
];

export const hostileTexts = everyRow("a text of the service is cut and put on one line", (row) =>
  operations(row).flatMap(({ name, endpoint, begin, run }) =>
    !applies(endpoint)
      ? []
      : [
          {
            name: `in the error of ${name}`,
            play: async () => {
              const stage = await begin(row);
              stage.emulator.fault({
                kind: "status",
                status: 400,
                type: "Bad-Request",
                message: text,
                times: "always",
                match: { endpoint },
              });
              const outcome = await run(stage);
              expect(`${failureOf(outcome)}${outcome.lines.join("")}`).not.toBe("");
              const lines = seenIn(outcome).split(/[\n\r\u0085\u2028\u2029]/);
              expect(lines.map((line) => line.trimStart().slice(0, 40)).filter((line) => line.startsWith(forged))).toEqual([]);
              expect(seenIn(outcome).length).toBeLessThan(20_000);
            },
          },
        ],
  ),
);
