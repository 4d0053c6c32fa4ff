import { everyRow } from "../column";
import { operationsOf } from "../operations";
import { applies } from "../row";
import { failureOf, writesOf } from "../stage";

/** Answers by which the service says that it did nothing. */
const refusals = [
  ["a 400", { status: 400, type: "Bad-Request" }],
  ["a 403", { status: 403, type: "Forbidden" }],
  ["an exceeded quota", { status: 400, type: "Quota-Exceed" }],
  ["a 500 for what was asked", { status: 500, type: "Bad-Request" }],
] as const;

everyRow("a refused request is an error and leaves the state unchanged", (row) => {
  if (!applies(row.shownBy)) return;
  describe.each(operationsOf(row))("to $name", ({ endpoint, begin, run }) => {
    test.each(refusals)("%s: the error quotes the service, and the request is not repeated", async (_, refusal) => {
      const stage = await begin();
      const { state } = stage.engine;
      stage.emulator.fault({ kind: "status", ...refusal, message: "Not so.", times: "always", match: { endpoint } });
      const { outcome, writes } = await writesOf(stage, () => run(stage));
      expect(failureOf(outcome)).toMatch(new RegExp(`\\(HTTP ${refusal.status}, .*The service responded: Not so\\. .*RequestID: `));
      expect(failureOf(outcome)).not.toMatch(/might still|might have/);
      expect([writes.length, stage.engine.state]).toEqual([1, state]);
    });
  });
});
