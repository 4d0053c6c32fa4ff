import { PlanRecording } from "../../../provider/lifecycle/plan-record";
import type { Planned } from "../../../provider/announce/record-shape";
import { definitionOf, reviewFactsOf } from "../../../provider/registry";
import { plansAmong, recording } from "../../support/plan-records";
import type { Properties } from "../../support/provider";
import { type Case, someRows } from "../column";
import { applies, type Row } from "../row";
import { bare, made, type Stage, succeeded } from "../stage";

/** Checks that the request of a preview is the one that the provider records of an object which it cannot read. */
async function expectForeseen({ row, engine }: Stage, program: Properties): Promise<void> {
  const last = engine.state && engine.known;
  const { lines } = await recording(() => engine.preview(program));
  const planned: Planned[] = [];
  const context = {
    isSecret: (name: string) => /^(password|secret)$/.test(name),
    record: (plan: Planned) => void planned.push(plan),
    print: () => undefined,
  };
  new PlanRecording(definitionOf(row.kind), { args: program, last, object: "", context }).addUnseen();
  const [seen, unseen] = [plansAmong(lines).at(-1), planned[0]].map((plan) => plan?.requests[0]);
  expect([unseen?.method, unseen?.path]).toEqual([seen?.method, seen?.path]);
  expect({ body: seen?.body }).toMatchObject(unseen?.body === undefined ? {} : { body: unseen.body });
}

export const reviewFacts = someRows("a plan without a read sends what a plan with one does", (row) => [
  {
    name: "a creation",
    play: async () => {
      const stage = await bare(row);
      await expectForeseen(stage, stage.program());
    },
  },
  {
    name: "an update",
    play: async () => {
      const stage = await made(row);
      await expectForeseen(stage, stage.program(row.change));
    },
  },
  ...(applies(row.removedBy) ? [localChange(row)] : []),
  {
    name: "a deletion that keeps what there is",
    play: async () => {
      const { engine, emulator } = await made(row, "deletionPolicy" in row.removal ? { deletionPolicy: "retain" } : {});
      const { inputs = {}, outputs = {} } = engine.state ?? {};
      const mark = emulator.journal.mark();
      const outcome = await engine.destroy();
      succeeded(outcome);
      if ("deletionPolicy" in row.removal) expect(outcome.lines.at(-1)).toMatch(/ is no longer managed; .* \(deletionPolicy "retain"\)$/);
      const foreseen = reviewFactsOf(row.kind)?.deletionRequest?.(inputs, outputs);
      expect(emulator.journal.since(mark).writes().length).toBe(foreseen === undefined ? 0 : 1);
    },
  },
]);

function localChange(row: Row): Case {
  return {
    name: "a change of how the provider behaves sends nothing",
    play: async () => {
      const { engine, program } = await made(row);
      const { lines } = await recording(() => engine.preview(program(row.cells.previews.local)));
      expect(plansAmong(lines)).toMatchObject([{ operation: "nothing", requests: [] }]);
    },
  };
}
