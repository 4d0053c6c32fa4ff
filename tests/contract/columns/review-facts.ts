import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../../client/wire/json";
import { leavesOf } from "../../../cli/review/values";
import { type AnnouncedRequest, parseLine, secretText } from "../../../provider/announce/lines";
import type { ReviewFacts, ShownValues } from "../../../provider/announce/review-facts";
import { reviewFactsOf } from "../../../provider/registry";
import type { Properties } from "../../support/provider";
import { type Case, someRows } from "../column";
import { applies, type Row } from "../row";
import { bare, made, type Stage, succeeded } from "../stage";

/** A part of a body that review cannot foresee. */
const unforeseen = "…";

/** Kinds whose writes carry along what is live and not declared, which no preview shows. */
const writesWhole: readonly string[] = ["WorkspaceSchedule", "BackupSchedule"];

/** The program as a preview shows it. */
function shown(program: Properties): ShownValues {
  const declared = Object.entries(program).filter(([, value]) => value !== undefined);
  return Object.fromEntries(declared.map(([name, value]) => [name, /^(password|secret)$/.test(name) ? secretText : value]));
}

/** The request that review expects if the values of a program change. */
function expected(facts: ReviewFacts, last: Properties, program: Properties, outputs: ShownValues | undefined) {
  const values = shown(program);
  const changed = Object.keys(values).filter((name) => !isDeepStrictEqual(last[name], program[name]));
  const leaves = changed.flatMap((name) => leavesOf(values[name], [name]));
  return facts.requestFor(leaves, { inputs: values, outputs: outputs ?? {}, exists: outputs !== undefined });
}

/** The body without the values of the parts that review cannot foresee. */
function hideUnforeseen(body: unknown, foreseen: unknown): unknown {
  if (!isObject(body) || !isObject(foreseen)) return body;
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, foreseen[key] === unforeseen ? unforeseen : value]));
}

/** Checks that review expects the first request that a preview announces, and takes it for the resource's own. */
async function expectForeseen(stage: Stage, last: Properties, program: Properties): Promise<void> {
  const { row, engine } = stage;
  const facts = reviewFactsOf(row.kind) as ReviewFacts;
  const outputs = engine.state === undefined ? undefined : engine.known;
  const { lines } = await engine.preview(program);
  const [request] = lines.map(parseLine).flatMap((line) => (line?.is === "request" ? [line] : []));
  const { method = "", path = "", body } = request ?? {};
  const announced: AnnouncedRequest = body === undefined ? { method, path } : { method, path, body };
  const foreseen = expected(facts, last, program, outputs);
  const comparable = { ...announced, ...(body !== undefined && { body: hideUnforeseen(body, foreseen?.body) }) };
  if (foreseen !== undefined && writesWhole.includes(row.kind)) expect(comparable).toMatchObject(foreseen);
  else expect(comparable).toEqual(foreseen);
  expect(facts.isOwnRequest(announced, shown(program), outputs ?? {})).toBe(true);
  const elsewhere = { ...shown(program), [facts.addressedBy[0] ?? ""]: "other" };
  const others = outputs !== undefined && "workgroupId" in outputs ? { ...outputs, workgroupId: "other" } : (outputs ?? {});
  expect(facts.isOwnRequest(announced, elsewhere, others)).toBe(false);
}

export const reviewFacts = someRows("review foresees what a run sends", (row) => [
  {
    name: "a creation",
    play: async () => {
      const stage = await bare(row);
      await expectForeseen(stage, {}, stage.program());
    },
  },
  {
    name: "an update",
    play: async () => {
      const stage = await made(row);
      await expectForeseen(stage, stage.program(), stage.program(row.change));
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
      const changed = program(row.cells.previews.local);
      expect(expected(reviewFactsOf(row.kind) as ReviewFacts, program(), changed, engine.known)).toBeUndefined();
    },
  };
}
