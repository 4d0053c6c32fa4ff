import type { Fault } from "../../../testing/emulator";
import type { Outcome } from "../../support/provider";
import { everyRow } from "../column";
import { operationsOf } from "../operations";
import { applies } from "../row";
import { failureOf, made, type Stage } from "../stage";

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

const otherShape: Failure = ["a Result of another shape", { kind: "wrong-shape", shape: "number" }];

function failing(stage: Stage, fault: Fault): Stage {
  stage.emulator.fault({ ...fault, times: "always", match: { method: "GET" } });
  return stage;
}

const requestsIn = ({ lines }: Outcome) => lines.filter((line) => /^graphplane: (PUT|POST|DELETE) /.test(line));

everyRow("a failed read never counts as proof that the object is gone", (row) => {
  if (!applies(row.shownBy)) return;

  test.each([...trouble, ...refusals, otherShape])("%s: a refresh fails and leaves the state unchanged", async (_, fault) => {
    const { engine } = failing(await made(row), fault);
    const { state } = engine;
    const { op, error } = await engine.refresh();
    expect([op, error]).toEqual(["failed", expect.stringMatching(new RegExp(`^${row.kind}: read of `))]);
    expect(engine.state).toEqual(state);
  });

  for (const { name, begin, declared } of operationsOf(row)) {
    if (declared === undefined) continue;
    const preview = async (fault: Fault) => {
      const { engine, program } = failing(await begin(), fault);
      return engine.preview(program(declared));
    };
    test.each(trouble)(`%s: the preview of ${name} reports that it is incomplete and does not fail`, async (_, fault) => {
      const outcome = await preview(fault);
      expect([failureOf(outcome), requestsIn(outcome)]).toEqual(["", []]);
      expect(outcome.lines).toContainEqual(expect.stringMatching(/^graphplane: cannot plan \//));
    });
    test.each(refusals)(`%s: the preview of ${name} fails and announces no request`, async (_, fault) => {
      const outcome = await preview(fault);
      expect(failureOf(outcome)).toMatch(/was refused \(HTTP 40\d, .* RequestID: request-\d+/);
      expect(requestsIn(outcome)).toEqual([]);
    });
  }
});
