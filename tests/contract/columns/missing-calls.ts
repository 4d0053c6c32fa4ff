import type { Outcome } from "../../support/provider";
import { type Case, someRows } from "../column";
import { applies, type Row } from "../row";
import { bare, failureOf, made, type Stage, writesOf } from "../stage";

/** The statuses of a service that does not have a call. */
const statuses = [404, 405, 501] as const;

interface Operation {
  readonly name: string;
  readonly endpoint: Row["shownBy"];
  readonly begin: (row: Row) => Promise<Stage>;
  readonly run: (stage: Stage) => Promise<Outcome>;
  readonly error: RegExp;
}

const works = "so nothing was \\w+\\. What still works: ";

const operations = (row: Row): readonly Operation[] => [
  {
    name: "a creation",
    endpoint: row.createdBy,
    begin: bare,
    run: ({ engine, program }) => engine.up(program()),
    error: new RegExp(`does not have (POST|PUT) /\\S+, .*${works}`),
  },
  {
    name: "an update",
    endpoint: row.changedBy,
    begin: made,
    run: ({ engine, program }) => engine.up(program(row.change)),
    error: new RegExp(`does not have (POST|PUT) /\\S+, .*${works}`),
  },
  {
    name: "a deletion",
    endpoint: row.removedBy,
    begin: () => made(row, row.removal),
    run: ({ engine }) => engine.withdraw(),
    error: new RegExp(`does not have (DELETE|PUT|POST) /\\S+, .*${works}`),
  },
];

/** A call that is not part of the documented API has a name in place of a number. */
const isUndocumented = (endpoint: Row["shownBy"]): endpoint is string => typeof endpoint === "string";

function writes(row: Row): Case[] {
  return operations(row).flatMap(({ name, endpoint, begin, run, error }) =>
    isUndocumented(endpoint)
      ? statuses.map((status) => ({
          name: `HTTP ${status} to ${name}: the error names the call and what still works, and the state stays`,
          play: async () => {
            const stage = await begin(row);
            const { state } = stage.engine;
            stage.emulator.fault({ kind: "html", status, times: "always", match: { endpoint } });
            expect(failureOf(await run(stage))).toMatch(error);
            expect(stage.engine.state).toEqual(state);
          },
        }))
      : [],
  );
}

function reads(row: Row): Case[] {
  const { shownBy: endpoint } = row;
  if (!isUndocumented(endpoint)) return [];
  return statuses.flatMap((status) => {
    const missing = (stage: Stage) => {
      stage.emulator.fault({ kind: "html", status, times: "always", match: { endpoint } });
      return stage;
    };
    return [
      {
        name: `HTTP ${status} to the read of a refresh: a line reports it, and the state stays`,
        play: async () => {
          const { engine } = missing(await made(row));
          const { state } = engine;
          const { op, lines } = await engine.refresh();
          expect([op, lines]).toEqual(["read", [expect.stringMatching(/does not show it/)]]);
          expect(engine.state).toEqual(state);
        },
      },
      {
        name: `HTTP ${status} to the read before a creation: the error names the call, and nothing is sent`,
        play: async () => {
          const { emulator, engine, program } = missing(await bare(row));
          expect(failureOf(await engine.up(program()))).toMatch(/does not have GET \/\S+, .*nothing was sent\. What still works: /);
          expect([emulator.journal.writes().length, engine.state]).toEqual([0, undefined]);
        },
      },
      {
        name: `HTTP ${status} to the read before an update: ${row.updatesUnread === true ? "it is sent" : "the error names the call, and nothing is sent"}`,
        play: async () => {
          const stage = missing(await made(row));
          const { engine, program } = stage;
          const { outcome, writes } = await writesOf(stage, () => engine.up(program(row.change)));
          if (row.updatesUnread === true) expect([failureOf(outcome), writes.length]).toEqual(["", 1]);
          else
            expect([failureOf(outcome), writes.length]).toEqual([
              expect.stringMatching(/does not have GET|cannot be read|does not show/),
              0,
            ]);
        },
      },
    ];
  });
}

export const missingCalls = someRows("a call that the service does not have is named, with what works without it", (row) =>
  applies(row.shownBy) ? [...writes(row), ...reads(row)] : [],
);
