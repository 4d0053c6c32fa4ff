import { Approval } from "../../../client/http/approval";
import { approve } from "../../../cli/approval";
import type { LoggedRequest } from "../../../provider/messages/plan-entry";
import { recording } from "../../support/plan-log";
import { everyRow } from "../column";
import { type Operation, operationsOf } from "../operations";
import { failureOf, namesOf, type Stage, succeeded, writesOf } from "../stage";
import { deletionOf, recorded } from "./previews";

/** The requests that the review of an operation shows. */
async function reviewed(stage: Stage, { declared }: Operation): Promise<readonly LoggedRequest[]> {
  if (declared === undefined) return deletionOf(stage).map((request) => ({ ...request, later: [] }));
  const outcome = await recording(() => stage.engine.preview(stage.program(declared)));
  succeeded(outcome);
  return recorded(outcome);
}

function approvalOf({ row: { kind }, engine }: Stage, requests: readonly LoggedRequest[]): Approval {
  const sender = { resources: [engine.urn], kind, hashes: {}, ids: [] };
  return new Approval({ version: 1, key: "key", requests: requests.map((request) => approve(request, sender)) });
}

/** Runs under an approval; resolves to the failure and the writes, without the exchange of a secret for a token. */
async function under(stage: Stage, approval: Approval, { run }: Operation) {
  stage.engine.approval = approval;
  try {
    const { outcome, writes } = await writesOf(stage, () => run(stage));
    return { failure: failureOf(outcome), sent: namesOf(writes.filter(({ endpoint }) => endpoint !== "token")) };
  } finally {
    stage.engine.approval = undefined;
  }
}

everyRow("a run with an approval sends only approved requests", (row) => {
  describe.each(operationsOf(row))("$name", (operation) => {
    test("sends each approved request once", async () => {
      const stage = await operation.begin();
      const requests = await reviewed(stage, operation);
      const restores = [stage.emulator.checkpoint(), stage.engine.checkpoint()];
      const approval = approvalOf(stage, requests);
      const first = await under(stage, approval, operation);
      expect([first.failure, first.sent.length]).toEqual(["", requests.length]);
      for (const restore of restores) restore();
      const { failure, sent } = await under(stage, approval, operation);
      expect([sent, failure]).toEqual([[], expect.stringContaining("it was already sent as many times as approved")]);
    });

    test("sends no unapproved request and leaves the state unchanged", async () => {
      const stage = await operation.begin();
      const [first] = await reviewed(stage, operation);
      const { state } = stage.engine;
      const { failure, sent } = await under(stage, approvalOf(stage, []), operation);
      expect(sent).toEqual([]);
      expect(failure).toContain(`${row.kind}: `);
      expect(failure).toContain(`${first?.method} ${first?.path} was not sent`);
      expect(failure).not.toContain("RequestID");
      expect(stage.engine.state).toEqual(state);
      succeeded(await operation.run(stage));
    });
  });
});
