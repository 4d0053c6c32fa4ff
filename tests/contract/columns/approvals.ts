import { Approval } from "../../../client/http/approval";
import { approve } from "../../../cli/approval";
import type { RecordedRequest } from "../../../provider/announce/record-shape";
import { recording } from "../../support/plan-records";
import type { Outcome } from "../../support/provider";
import { type Case, everyRow } from "../column";
import { applies, type Row } from "../row";
import { bare, failureOf, made, namesOf, type Stage, succeeded, writesOf } from "../stage";
import { deletionOf, recorded } from "./previews";

/** A run, and the requests that its review shows. */
interface Reviewed {
  readonly name: string;
  readonly begin: () => Promise<Stage>;
  readonly review: (stage: Stage) => Promise<readonly RecordedRequest[]>;
  readonly run: (stage: Stage) => Promise<Outcome>;
}

async function previewed({ engine }: Stage, program: object): Promise<RecordedRequest[]> {
  const outcome = await recording(() => engine.preview({ ...program }));
  succeeded(outcome);
  return recorded(outcome);
}

function runsOf(row: Row): Reviewed[] {
  const runs: Reviewed[] = [
    {
      name: "a creation",
      begin: () => bare(row),
      review: (stage) => previewed(stage, stage.program()),
      run: ({ engine, program }) => engine.up(program()),
    },
    {
      name: "an update",
      begin: () => made(row),
      review: (stage) => previewed(stage, stage.program(row.change)),
      run: ({ engine, program }) => engine.up(program(row.change)),
    },
  ];
  if (!applies(row.removedBy)) return runs;
  const deletion: Reviewed = {
    name: "a deletion",
    begin: () => made(row, row.removal),
    review: async (stage) => deletionOf(stage).map((request) => ({ ...request, later: [] })),
    run: ({ engine }) => engine.withdraw(),
  };
  return [...runs, deletion];
}

function approvalOf({ row: { kind }, engine }: Stage, requests: readonly RecordedRequest[]): Approval {
  const sender = { resources: [engine.urn], kind, hashes: {}, ids: [] };
  return new Approval({ version: 1, key: "key", requests: requests.map((request) => approve(request, sender)) });
}

/** Runs under an approval, and then without one again. */
async function under(stage: Stage, approval: Approval, run: Reviewed["run"]) {
  stage.engine.approval = approval;
  try {
    return await writesOf(stage, () => run(stage));
  } finally {
    stage.engine.approval = undefined;
  }
}

function casesOf(row: Row, { name, begin, review, run }: Reviewed): Case[] {
  return [
    {
      name: `${name}: sends what was approved, once`,
      play: async () => {
        const stage = await begin();
        const requests = await review(stage);
        const restores = [stage.emulator.checkpoint(), stage.engine.checkpoint()];
        const approval = approvalOf(stage, requests);
        const first = await under(stage, approval, run);
        succeeded(first.outcome);
        const sent = namesOf(first.writes.filter(({ endpoint }) => endpoint !== "token"));
        expect(sent).toHaveLength(requests.length);
        for (const restore of restores) restore();
        const second = await under(stage, approval, run);
        expect([namesOf(second.writes.filter(({ endpoint }) => endpoint !== "token")), failureOf(second.outcome)]).toEqual([
          [],
          expect.stringContaining("it was sent as often as it is approved"),
        ]);
      },
    },
    {
      name: `${name}: sends nothing that was not approved, and leaves the state as it was`,
      play: async () => {
        const stage = await begin();
        const [first] = await review(stage);
        const { state } = stage.engine;
        const { outcome, writes } = await under(stage, approvalOf(stage, []), run);
        const failure = failureOf(outcome);
        expect(namesOf(writes)).toEqual([]);
        expect(failure).toContain(`${row.kind}: `);
        expect(failure).toContain(`${first?.method} ${first?.path} was not sent`);
        expect(failure).not.toContain("RequestID");
        expect(stage.engine.state).toEqual(state);
        succeeded(await run(stage));
      },
    },
  ];
}

export const approvals = everyRow("under an approval, only approved requests are sent", (row) =>
  runsOf(row).flatMap((one) => casesOf(row, one)),
);
