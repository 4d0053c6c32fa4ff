import type { Properties } from "../../support/provider";
import { column } from "../column";
import { applies, required } from "../row";
import { bare, failureOf, later, made, succeeded } from "../stage";

const forgotten = { kind: "accepted-not-applied" } as const;

column("unfulfilled", "a request that the service accepts but does not apply does not count as done", (row, proven) => {
  if (proven.includes("creation"))
    test("a creation stays in the state, and the next run completes it or says why it cannot", async () => {
      const undisturbed = row.live((await made(row)).emulator);
      const stage = await bare(row);
      const { emulator, engine, program } = stage;
      emulator.fault({ ...forgotten, match: { endpoint: row.createdBy } });
      expect(failureOf(await engine.up(program()))).toMatch(/timed out after 20 s/i);
      expect(engine.state?.outputs).toHaveProperty("__pending");
      later(stage);
      if (failureOf(await engine.up(program())) !== "") {
        await engine.refresh();
        succeeded(await engine.up(program()));
      }
      expect(row.live(emulator)).toEqual(undisturbed);
    });

  if (proven.includes("creation") && applies(row.cells.makes))
    test("a creation that appears late survives a refresh, and the object is created once", async () => {
      const undisturbed = row.live((await made(row)).emulator);
      const stage = await bare(row);
      const { emulator, engine, program } = stage;
      emulator.fault({ kind: "applied-late", after: { ms: 60_000 }, match: { endpoint: row.createdBy } });
      expect(failureOf(await engine.up(program()))).toMatch(/timed out after 20 s/i);
      succeeded(await engine.refresh());
      later(stage);
      succeeded(await engine.up(program()));
      expect([row.live(emulator), emulator.journal.endpoint(row.createdBy).length]).toEqual([undisturbed, 1]);
      expect((await engine.up(program())).op).toBe("same");
    });

  if (proven.includes("update"))
    test("an update prints its wait, fails with the value that the service returns, and is sent again by the next run", async () => {
      const { clock, emulator, engine, program } = await made(row);
      emulator.fault({ ...forgotten, match: { endpoint: row.changedBy } });
      const [before, pauses] = [emulator.journal.mark(), clock.pauses.length];
      const outcome = await engine.up(program({ ...row.change, timeoutSeconds: 60 }));
      expect(failureOf(outcome)).toMatch(/timed out after 60 s/i);
      const reads = emulator.journal.since(before).filter(({ method }) => method === "GET");
      expect(reads.length).toBeGreaterThan(clock.pauses.length - pauses);
      expect(outcome.lines).toContainEqual(expect.stringMatching(/: (waiting for|changing) .*, \d+ s of at most 60 s/));
      const mark = emulator.journal.mark();
      succeeded(await engine.up(program(row.change)));
      expect(emulator.journal.since(mark).endpoint(row.changedBy).length).toBe(1);
      expect((await engine.up(program(row.change))).op).toBe("same");
    });

  const third: Properties = row.cells.overwritten;
  const [[name = "", value] = []] = Object.entries(row.change);
  if (proven.includes("update") && applies(third) && typeof value !== "object")
    test("every run reports a value that the service writes in a different form", async () => {
      const { readings, engine, program } = await made(row);
      const [sent = "", shown = ""] = [value, third[name]].map((one) => JSON.stringify(one));
      readings.rewrite(required(row.shownBy), (result) => JSON.parse(JSON.stringify(result).replaceAll(sent, shown)) as unknown);
      readings.rewrite(row.changedBy, () => null);
      for (let run = 0; run < 3; run++) expect(failureOf(await engine.up(program(row.change)))).toMatch(/reformats/);
    });

  if (proven.includes("deletion"))
    test("a deletion stays in the state, and the next run sends it again", async () => {
      const { emulator, engine } = await made(row, row.removal);
      emulator.fault({ ...forgotten, match: { endpoint: required(row.removedBy) } });
      expect(failureOf(await engine.withdraw())).toMatch(/accepted the deletion|timed out/);
      expect(engine.state).toBeDefined();
      succeeded(await engine.withdraw());
      expect([engine.state, row.live(emulator)]).toEqual([undefined, []]);
    });
});
