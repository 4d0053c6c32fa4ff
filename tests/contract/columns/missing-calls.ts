import { everyRow } from "../column";
import { operationsOf } from "../operations";
import { applies } from "../row";
import { bare, failureOf, made, type Stage, writesOf } from "../stage";

/** The statuses of a service that does not have a call. */
const statuses = [404, 405, 501] as const;

everyRow("the error for an unsupported call names the call and what works without it", (row) => {
  const { shownBy, updatesUnread } = row;
  if (!applies(shownBy)) return;
  describe.each(statuses)("HTTP %d", (status) => {
    const missing = (stage: Stage, endpoint: string) => {
      stage.emulator.fault({ kind: "html", status, times: "always", match: { endpoint } });
      return stage;
    };

    // A call that is not part of the documented API has a name in place of a number.
    for (const { name, endpoint, begin, run } of operationsOf(row))
      if (typeof endpoint === "string")
        test(`${name} fails, the error names the call and what still works, and the state is unchanged`, async () => {
          const stage = missing(await begin(), endpoint);
          const { state } = stage.engine;
          expect(failureOf(await run(stage))).toMatch(
            /does not implement (POST|PUT|DELETE) \/\S+, .*so nothing was \w+\. Still available: /,
          );
          expect(stage.engine.state).toEqual(state);
        });

    if (typeof shownBy !== "string") return;
    test("a refresh prints a line and leaves the state unchanged", async () => {
      const { engine } = missing(await made(row), shownBy);
      const { state } = engine;
      const { op, lines } = await engine.refresh();
      expect([op, lines]).toEqual(["read", [expect.stringMatching(/does not return it/)]]);
      expect(engine.state).toEqual(state);
    });

    test("a creation whose read is unsupported fails with the call's name and sends no write", async () => {
      const { emulator, engine, program } = missing(await bare(row), shownBy);
      expect(failureOf(await engine.up(program()))).toMatch(/does not implement GET \/\S+, .*nothing was sent\. Still available: /);
      expect([emulator.journal.writes().length, engine.state]).toEqual([0, undefined]);
    });

    const refused = expect.stringMatching(/does not implement GET|cannot be read|does not return/) as string;
    test(`to the read before an update: ${updatesUnread ? "it is sent" : "the error names the call, and nothing is sent"}`, async () => {
      const stage = missing(await made(row), shownBy);
      const { outcome, writes } = await writesOf(stage, () => stage.engine.up(stage.program(row.change)));
      expect([failureOf(outcome), writes.length]).toEqual(updatesUnread ? ["", 1] : [refused, 0]);
    });
  });
});
