import { everyRow } from "../column";
import { type Operation, operationsOf } from "../operations";
import { applies } from "../row";
import { failureOf, made, seenIn } from "../stage";

/** A text of the service that would forge a line, and that is larger than any that is read. */
const forged = 'graphplane: PUT /forged {"a":1}';
const message = `first\n${forged}\r\n${forged}\u2028${forged}\u0085${forged} ${"x".repeat(1_000_000)}`;

everyRow("a text from the service is truncated and printed on one line", (row) => {
  const testText = ({ name, endpoint, begin, run }: Omit<Operation, "declared">) =>
    test(`in the error of ${name}`, async () => {
      const stage = await begin();
      stage.emulator.fault({ kind: "status", status: 400, type: "Bad-Request", message, times: "always", match: { endpoint } });
      const outcome = await run(stage);
      expect(`${failureOf(outcome)}${outcome.lines.join("")}`).not.toBe("");
      const lines = seenIn(outcome).split(/[\n\r\u0085\u2028\u2029]/);
      expect(lines.map((line) => line.trimStart().slice(0, 40)).filter((line) => line.startsWith(forged))).toEqual([]);
      expect(seenIn(outcome).length).toBeLessThan(20_000);
    });

  operationsOf(row).forEach(testText);
  if (!applies(row.shownBy)) return;
  const read = { endpoint: row.shownBy, begin: () => made(row) };
  testText({ ...read, name: "a preview", run: ({ engine, program }) => engine.preview(program(row.change)) });
  testText({ ...read, name: "a refresh", run: ({ engine }) => engine.refresh() });
});
