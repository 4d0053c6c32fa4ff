import type { ErrorType } from "../../../client";
import { column } from "../column";
import { applies, required } from "../row";
import { failureOf, made, type Stage, succeeded, writesOf } from "../stage";

/** Answers of a service that found nothing to delete; a 400 and a 500 may mean that too. */
const answers = [
  ["a 404 of the service", 404, "Not-Found"],
  ["a 404 without a type", 404, "Unknown"],
  ["a 400", 400, "Bad-Request"],
  ["a 500", 500, "Internal-Error"],
  ["a 404 of a service without the call", 404, undefined],
] as const;

/** Answers every deletion. */
function answer({ row, emulator, readings }: Stage, status: number, type: ErrorType | undefined): void {
  const endpoint = required(row.removedBy);
  if (type === undefined) readings.answer(endpoint, status, "404 page not found");
  else emulator.fault({ kind: "status", status, type, times: "always", match: { endpoint } });
}

column(
  "gone",
  "a deletion that is answered as not found succeeds only if no list contains the object",
  (row, { take, parents = [7], isWaitedFor }) => {
    describe.each(answers)("%s", (_, status, type) => {
      test("if a list still contains the object, the deletion fails and the resource stays in the state", async () => {
        const stage = await made(row, row.removal);
        const { emulator, engine } = stage;
        const before = row.live(emulator);
        answer(stage, status, type);
        const outcome = await engine.destroy();
        const lacksCall = status === 404 && typeof row.removedBy === "string" && row.removal["deletionPolicy"] === "delete";
        expect(failureOf(outcome)).toMatch(lacksCall ? /does not implement DELETE / : /./);
        expect([row.live(emulator), engine.state === undefined]).toEqual([before, false]);
        expect(outcome.lines.filter((line) => /already gone/.test(line))).toEqual([]);
      });

      test("if no list contains the object, it counts as deleted", async () => {
        const stage = await made(row, row.removal);
        take(stage.emulator);
        answer(stage, status, type);
        succeeded(await stage.engine.destroy());
        expect(stage.engine.state).toBeUndefined();
      });
    });

    test("if the response is 400 and the reads fail too, the deletion fails and the resource stays in the state", async () => {
      const stage = await made(row, row.removal);
      answer(stage, 400, "Bad-Request");
      stage.emulator.fault({ kind: "html", status: 200, times: "always", match: { method: "GET" } });
      const { outcome, writes } = await writesOf(stage, () => stage.engine.destroy());
      expect(failureOf(outcome)).toContain(writes.length > 0 ? "HTTP 400" : "HTML page");
      expect(stage.engine.state).toBeDefined();
    });

    test("if the key cannot delete, the deletion fails and the resource stays in the state", async () => {
      const stage = await made(row, row.removal);
      take(stage.emulator);
      answer(stage, 403, "Forbidden");
      expect(failureOf(await stage.engine.destroy())).toContain("HTTP 403");
      expect(stage.engine.state).toBeDefined();
    });

    test("a refresh removes an object that no list contains, and the next run creates it again", async () => {
      const { emulator, engine, program } = await made(row);
      const undisturbed = row.live(emulator);
      take(emulator);
      expect(await engine.refresh()).toMatchObject({ op: "gone", error: "" });
      if (!applies(row.cells.makes)) return;
      succeeded(await engine.up(program()));
      expect(row.live(emulator)).toEqual(undisturbed);
    });

    if (isWaitedFor)
      test("after an accepted deletion, an empty list counts only after 15 s", async () => {
        const { clock, emulator, engine, readings } = await made(row, row.removal);
        readings.rewrite(required(row.shownBy), () => null);
        const start = clock.time;
        succeeded(await engine.destroy());
        expect(clock.time - start).toBeGreaterThanOrEqual(15_000);
        expect([engine.state, row.live(emulator)]).toEqual([undefined, []]);
      });

    if (parents.includes(required(row.shownBy))) return;
    /** An empty list whose parent is not shown, as a key of another organization gets it. */
    const unseen = async () => {
      const stage = await made(row, row.removal);
      stage.readings.rewrite(required(row.shownBy), () => []);
      for (const endpoint of parents) stage.emulator.fault({ kind: "status", status: 500, times: "always", match: { endpoint } });
      return stage;
    };

    test("a refresh keeps the state if the list is empty and the parent cannot be read", async () => {
      const { engine } = await unseen();
      expect(failureOf(await engine.refresh())).not.toBe("");
      expect(engine.state).toBeDefined();
    });

    test("a failed deletion does not count as done if the list is empty and the parent cannot be read", async () => {
      const stage = await unseen();
      answer(stage, 500, "Internal-Error");
      expect(failureOf(await stage.engine.withdraw())).not.toBe("");
      expect(stage.engine.state).toBeDefined();
    });
  },
);
