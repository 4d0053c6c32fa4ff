import type { Outcome } from "../../support/provider";
import { someRows } from "../column";
import { applies, type Row } from "../row";
import { bare, failureOf, made, type Stage, writesOf } from "../stage";

/** Answers by which the service says that it did nothing. */
const refusals = [
  ["a 400", { status: 400, type: "Bad-Request" }],
  ["a 403", { status: 403, type: "Forbidden" }],
  ["an exceeded quota", { status: 400, type: "Quota-Exceed" }],
  ["a 500 for what was asked", { status: 500, type: "Bad-Request" }],
] as const;

interface Operation {
  readonly name: string;
  readonly endpoint: Row["shownBy"];
  readonly begin: (row: Row) => Promise<Stage>;
  readonly run: (stage: Stage) => Promise<Outcome>;
}

const operations = (row: Row): readonly Operation[] => [
  { name: "a creation", endpoint: row.createdBy, begin: bare, run: ({ engine, program }) => engine.up(program()) },
  { name: "an update", endpoint: row.changedBy, begin: made, run: ({ engine, program }) => engine.up(program(row.change)) },
  { name: "a deletion", endpoint: row.removedBy, begin: () => made(row, row.removal), run: ({ engine }) => engine.withdraw() },
];

export const refused = someRows("a refusal is an error, and the state stays as it was", (row) =>
  operations(row).flatMap(({ name, endpoint, begin, run }) =>
    applies(endpoint) && applies(row.shownBy)
      ? refusals.map(([what, refusal]) => ({
          name: `${what} to ${name}: the error quotes the service, and nothing is sent again`,
          play: async () => {
            const stage = await begin(row);
            const { state } = stage.engine;
            stage.emulator.fault({ kind: "status", ...refusal, message: "Not so.", times: "always", match: { endpoint } });
            const { outcome, writes } = await writesOf(stage, () => run(stage));
            expect(failureOf(outcome)).toMatch(new RegExp(`\\(HTTP ${refusal.status}, .*The service says: Not so\\. .*RequestID: `));
            expect(failureOf(outcome)).not.toMatch(/may still|may have/);
            expect([writes.length, stage.engine.state]).toEqual([1, state]);
          },
        }))
      : [],
  ),
);
