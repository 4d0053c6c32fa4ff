import type { Fault } from "../../../testing/emulator";
import type { Outcome } from "../../support/provider";
import { type Case, someRows } from "../column";
import { applies, type Row } from "../row";
import { bare, failureOf, made, type Stage } from "../stage";

type Failure = readonly [name: string, fault: Fault];

/** The service is in trouble, or something else answers in its place. */
const trouble: readonly Failure[] = [
  ["a 500", { kind: "status", status: 500 }],
  ["a page of HTML", { kind: "html", status: 200 }],
  ["a lost connection", { kind: "reset-before" }],
  ["a body that ends early", { kind: "truncated", ends: "cleanly" }],
  ["an empty body", { kind: "empty" }],
];

/** The service refuses the key, or what it was asked. */
const refusals: readonly Failure[] = [
  ["a 401", { kind: "status", status: 401, type: "Unauthorized" }],
  ["a 403", { kind: "status", status: 403, type: "Forbidden" }],
  ["a 400 of a disabled API", { kind: "status", status: 400, type: "API-Disabled" }],
];

function failing(stage: Stage, fault: Fault): Stage {
  stage.emulator.fault({ ...fault, times: "always", match: { method: "GET" } });
  return stage;
}

const requestsIn = ({ lines }: Outcome) => lines.filter((line) => /^graphplane: (PUT|POST|DELETE) /.test(line));

function refreshes(row: Row): Case[] {
  const shapes: Failure = ["a Result of another shape", { kind: "wrong-shape", shape: "number" }];
  return [...trouble, ...refusals, shapes].map(([name, fault]) => ({
    name: `${name}: a refresh fails, and the state stays`,
    play: async () => {
      const { engine } = failing(await made(row), fault);
      const { state } = engine;
      const { op, error } = await engine.refresh();
      expect([op, error]).toEqual(["failed", expect.stringMatching(new RegExp(`^${row.kind}: read of `))]);
      expect(engine.state).toEqual(state);
    },
  }));
}

function previews(row: Row): Case[] {
  const begins = [
    ["a creation", () => bare(row), {}],
    ["a change", () => made(row), row.change],
  ] as const;
  return begins.flatMap(([what, begin, change]) => [
    ...trouble.map(([name, fault]) => ({
      name: `${name}: the preview of ${what} reports that it is incomplete, and goes on`,
      play: async () => {
        const { engine, program } = failing(await begin(), fault);
        const outcome = await engine.preview(program(change));
        expect([failureOf(outcome), requestsIn(outcome)]).toEqual(["", []]);
        expect(outcome.lines).toContainEqual(expect.stringMatching(/^graphplane: cannot plan \//));
      },
    })),
    ...refusals.map(([name, fault]) => ({
      name: `${name}: the preview of ${what} fails, and announces nothing`,
      play: async () => {
        const { engine, program } = failing(await begin(), fault);
        const outcome = await engine.preview(program(change));
        expect(failureOf(outcome)).toMatch(/was refused \(HTTP 40\d, .* RequestID: request-\d+/);
        expect(requestsIn(outcome)).toEqual([]);
      },
    })),
  ]);
}

export const failedReads = someRows("a read that fails shows nothing, and is never taken for gone", (row) =>
  applies(row.shownBy) ? [...refreshes(row), ...previews(row)] : [],
);
