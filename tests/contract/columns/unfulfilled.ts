import type { Properties } from "../../support/provider";
import { type Case, column, required } from "../column";
import { applies, type Row } from "../row";
import { bare, failureOf, later, made, succeeded } from "../stage";

const forgotten = { kind: "accepted-not-applied" } as const;

function creation(row: Row): Case {
  return {
    name: "a creation: it stays in state, and the next run makes it good or says why it cannot",
    play: async () => {
      const undisturbed = row.live((await made(row)).emulator);
      const stage = await bare(row);
      const { emulator, engine, program } = stage;
      emulator.fault({ ...forgotten, match: { endpoint: row.createdBy } });
      expect(failureOf(await engine.up(program()))).toMatch(/timed out after 20 s/i);
      expect(engine.state?.outputs).toHaveProperty("__pending");
      later(stage);
      if (failureOf(await engine.up(program())) === "") expect(row.live(emulator)).toEqual(undisturbed);
      else {
        await engine.refresh();
        succeeded(await engine.up(program()));
        expect(row.live(emulator)).toEqual(undisturbed);
      }
    },
  };
}

/** A created object that appears after its wait has ended, with a refresh before it appears. */
function lateCreation(row: Row): Case {
  return {
    name: "a creation that shows late: a refresh does not take it for gone, and it is made once",
    play: async () => {
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
    },
  };
}

function update(row: Row): Case {
  return {
    name: "an update: a line shows the wait, the error names what is shown, and the next run sends it again",
    play: async () => {
      const stage = await made(row);
      const { clock, emulator, engine, program } = stage;
      emulator.fault({ ...forgotten, match: { endpoint: row.changedBy } });
      const [before, pauses] = [emulator.journal.mark(), clock.pauses.length];
      const outcome = await engine.up(program({ ...row.change, timeoutSeconds: 60 }));
      expect(failureOf(outcome)).toMatch(/timed out after 60 s/i);
      // Each poll reads anew.
      expect(emulator.journal.since(before).count("GET")).toBeGreaterThan(clock.pauses.length - pauses);
      expect(outcome.lines).toContainEqual(expect.stringMatching(/: (waiting for|changing) .*, \d+ s of at most 60 s/));
      const mark = emulator.journal.mark();
      succeeded(await engine.up(program(row.change)));
      expect(emulator.journal.since(mark).endpoint(row.changedBy).length).toBe(1);
      expect((await engine.up(program(row.change))).op).toBe("same");
    },
  };
}

function otherForm(row: Row): Case[] {
  const { overwritten } = row.cells;
  const [[name = "", value] = []] = Object.entries(row.change);
  if (!applies(overwritten) || typeof value === "object") return [];
  const third: Properties = overwritten;
  return [
    {
      name: "a value that the service shows in another form: every run says so, not the first alone",
      play: async () => {
        const { readings, engine, program } = await made(row);
        const [sent = "", shown = ""] = [value, third[name]].map((one) => JSON.stringify(one));
        readings.rewrite(required(row.shownBy), (result) => JSON.parse(JSON.stringify(result).replaceAll(sent, shown)) as unknown);
        readings.rewrite(row.changedBy, () => null);
        for (let run = 0; run < 3; run++) expect(failureOf(await engine.up(program(row.change)))).toMatch(/another form/);
      },
    },
  ];
}

function deletion(row: Row): Case {
  return {
    name: "a deletion: it stays in state, and the next run sends it again",
    play: async () => {
      const { emulator, engine } = await made(row, row.removal);
      emulator.fault({ ...forgotten, match: { endpoint: required(row.removedBy) } });
      expect(failureOf(await engine.withdraw())).toMatch(/accepted the deletion|timed out/);
      expect(engine.state).toBeDefined();
      succeeded(await engine.withdraw());
      expect([engine.state, row.live(emulator)]).toEqual([undefined, []]);
    },
  };
}

const operations = { creation, update, deletion };
const makes = ({ cells: { lostCreation } }: Row) => applies(lostCreation) && applies(lostCreation.makes);

export const unfulfilled = column("unfulfilled", "what a service accepts and does not do is not taken for done", (row, proven) => [
  ...proven.map((operation) => operations[operation](row)),
  ...(proven.includes("update") ? otherForm(row) : []),
  ...(proven.includes("creation") && makes(row) ? [lateCreation(row)] : []),
]);
