import { PlanBuilder } from "../../../provider/lifecycle/plan-builder";
import type { LoggedPlan } from "../../../provider/messages/plan-entry";
import { definitionOf } from "../../../provider/registry";
import { plansIn, recording } from "../../support/plan-log";
import type { Properties } from "../../support/provider";
import { everyRow } from "../column";
import { operationsOf } from "../operations";
import { applies } from "../row";
import { made, type Stage, succeeded } from "../stage";
import { deletionOf, localChange } from "./previews";

/** Checks that the request of a preview is the one that the provider records of an object which it cannot read. */
async function expectForeseen({ row, engine }: Stage, program: Properties): Promise<void> {
  const last = engine.state && engine.known;
  const { lines } = await recording(() => engine.preview(program));
  const planned: LoggedPlan[] = [];
  const context = {
    isSecret: (name: string) => /^(password|secret)$/.test(name),
    logPlan: (plan: LoggedPlan) => void planned.push(plan),
    emit: () => undefined,
  };
  new PlanBuilder(definitionOf(row.kind), { args: program, last, object: "", context }).addUnread();
  const [seen, unseen] = [plansIn(lines).at(-1), planned[0]].map((plan) => plan?.requests[0]);
  expect([unseen?.method, unseen?.path]).toEqual([seen?.method, seen?.path]);
  expect({ body: seen?.body }).toMatchObject(unseen?.body === undefined ? {} : { body: unseen.body });
}

everyRow("a plan made without a read announces the same request as one made with a read", (row) => {
  for (const { name, begin, declared } of operationsOf(row))
    if (declared !== undefined)
      test(`${name}`, async () => {
        const stage = await begin();
        await expectForeseen(stage, stage.program(declared));
      });

  if (applies(row.removedBy))
    test("a change that affects only the provider announces no request", async () => {
      const { engine, program } = await made(row);
      const { lines } = await recording(() => engine.preview(program(localChange(row))));
      expect(plansIn(lines)).toMatchObject([{ operation: "nothing", seen: false, requests: [] }]);
    });

  test("a deletion with the policy retain announces no request", async () => {
    const hasPolicy = "deletionPolicy" in row.removal;
    const stage = await made(row, hasPolicy ? { deletionPolicy: "retain" } : {});
    const { engine, emulator } = stage;
    const foreseen = deletionOf(stage);
    const mark = emulator.journal.mark();
    const outcome = await engine.destroy();
    succeeded(outcome);
    if (hasPolicy)
      expect(outcome.lines.at(-1)).toMatch(
        /^graphplane: \/\S+: no request: the [a-z].* is no longer managed; [a-z ]+ .*\(deletionPolicy "retain"\)$/,
      );
    expect(emulator.journal.since(mark).writes().length).toBe(foreseen.length);
  });
});
