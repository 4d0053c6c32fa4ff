import type { ShownRequest } from "../../../provider/messages/message";
import type { LoggedRequest } from "../../../provider/messages/plan-entry";
import { deletionRequest } from "../../../provider/reconcile/deletion-policy";
import { definitionOf, reviewFactsOf } from "../../../provider/registry";
import type { JournalEntry } from "../../../testing/emulator";
import { plansIn, recording } from "../../support/plan-log";
import type { Outcome, Properties, ResourceOptions } from "../../support/provider";
import { everyRow } from "../column";
import { operationsOf } from "../operations";
import { applies, type Row } from "../row";
import { made, type Stage, succeeded, writesOf } from "../stage";

const prefix = "/controller/v4/v2";

/** The requests that a preview records. An engine that replaces in place compares first, as for an update: what was recorded last holds. */
export function recorded({ lines }: Outcome, { replaceOnChanges }: ResourceOptions = {}): LoggedRequest[] {
  const plans = plansIn(lines);
  return (replaceOnChanges === undefined ? plans : plans.slice(-1)).flatMap(({ requests }) => requests);
}

/** The deletion as review foresees it. */
export function deletionOf({ row: { kind }, engine }: Stage): ShownRequest[] {
  const { inputs = {}, outputs = {} } = engine.state ?? {};
  const request = deletionRequest(reviewFactsOf(kind) ?? {}, inputs, outputs);
  return request === undefined ? [] : [request];
}

/** A change of which the service learns nothing. */
export function localChange({ kind }: Row): Properties {
  return "timeoutSeconds" in definitionOf(kind).schema.shape ? { timeoutSeconds: 50 } : { adopt: true };
}

const compare = (a: string, b: string) => (a < b ? -1 : 1);

function expectSame(planned: readonly ShownRequest[], sent: readonly JournalEntry[], { emulator }: Stage): void {
  const own = (path: string) => path.replace(prefix, "").replace(emulator.url, "");
  const names = (all: readonly { readonly method: string; readonly path: string }[]) =>
    all.map(({ method, path }) => `${method} ${own(path)}`).toSorted(compare);
  expect(names(planned)).toEqual(names(sent));
  for (const { method, path, body } of planned) {
    const entry = sent.find((one) => one.method === method && own(one.path) === own(path));
    expectLeaves(body, entry?.body);
  }
}

/** Every plain value of an announced body is sent; a text in brackets stands for one that is not shown. */
function expectLeaves(shown: unknown, sent: unknown): void {
  if (typeof shown === "object" && shown !== null)
    for (const [key, inner] of Object.entries(shown)) expectLeaves(inner, (sent as Record<string, unknown> | undefined)?.[key]);
  else if (shown !== undefined && !(typeof shown === "string" && /^\[.*\]$|^…/.test(shown))) expect(sent).toEqual(shown);
}

/** Checks a run of a program by its preview; `ends` is true if the run ends the object in the state. */
async function expectTrue(stage: Stage, program: Properties, options: ResourceOptions = {}, ends = false): Promise<void> {
  const { engine } = stage;
  const deletion = ends ? deletionOf(stage) : [];
  const preview = await writesOf(stage, () => recording(() => engine.preview(program, undefined, options)));
  succeeded(preview.outcome);
  expect(preview.writes).toEqual([]);
  const { outcome, writes } = await writesOf(stage, () => engine.up(program, undefined, options));
  succeeded(outcome);
  const sent = writes.filter(({ endpoint }) => endpoint !== "token");
  expectSame([...recorded(preview.outcome, options), ...deletion], sent, stage);
}

/** The replacements of a resource in state: the change, whether the engine is asked for it, and whether it ends the object in the state. */
function replacementsOf(row: Row): readonly (readonly [what: string, change: Properties, isAsked: boolean, ends: boolean])[] {
  const { makes, owner } = row.cells;
  const makesAnother = applies(owner) && !applies(owner.adoption);
  const other = applies(makes) ? makes.other : {};
  const replaces = definitionOf(row.kind).review.replaceOnChanges;
  return [
    ...(Object.keys(other).some((name) => replaces.includes(name)) ? [["a replacement", other, false, true] as const] : []),
    ["a replacement in place", row.change, true, makesAnother],
    ["a replacement in place without a change of the object", localChange(row), true, makesAnother],
  ];
}

everyRow("a preview announces exactly the requests that the run sends", (row) => {
  for (const { name, begin, declared, endpoint } of operationsOf(row))
    test(name, async () => {
      const stage = await begin();
      if (declared !== undefined) return expectTrue(stage, stage.program(declared));
      const planned = deletionOf(stage);
      const { outcome, writes } = await writesOf(stage, () => stage.engine.withdraw());
      succeeded(outcome);
      expect(writes.map((entry) => entry.endpoint)).toEqual([endpoint]);
      expectSame(planned, writes, stage);
      const [{ method, path } = { method: "", path: "" }] = writes;
      expect(outcome.lines.at(-1)).toMatch(new RegExp(`: sent ${method} ${path.replace(prefix, "")}( |$)`));
    });

  describe.each(replacementsOf(row))("%s", (_, change, isAsked, ends) => {
    const asked = isAsked ? { replaceOnChanges: Object.keys(change) } : {};
    test.each<[string, ResourceOptions, string?]>([
      ["creating the new resource first", {}],
      ["deleting the old resource first", { deleteBeforeReplace: true }],
      ["deleting the old resource first, after it was renamed", { deleteBeforeReplace: true }, "renamed"],
    ])("%s", async (_, order, name = "") => {
      const stage = await made(row);
      if (name !== "") stage.engine.rename(name);
      succeeded(await stage.engine.up(stage.program()));
      await expectTrue(stage, stage.program(change), { ...asked, ...order }, ends);
    });
  });
});
