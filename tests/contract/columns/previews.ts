import type { AnnouncedRequest } from "../../../provider/announce/lines";
import type { RecordedRequest } from "../../../provider/announce/record-shape";
import { reviewFactsOf } from "../../../provider/registry";
import type { JournalEntry } from "../../../testing/emulator";
import { plansAmong, recording } from "../../support/plan-records";
import type { Outcome, Properties, ResourceOptions } from "../../support/provider";
import { column, required } from "../column";
import { applies, type Previews, type Row } from "../row";
import { bare, made, type Stage, succeeded, writesOf } from "../stage";

/** A run and its preview. */
export interface Run {
  readonly program: Properties;
  readonly options?: ResourceOptions;
  /** True if it ends the object in the state. */
  readonly ends: boolean;
}

const prefix = "/controller/v4/v2";

/** The requests that a preview records. An engine that replaces in place compares first, as for an update: what was recorded last holds. */
export function recorded({ lines }: Outcome, { options = {} }: Pick<Run, "options"> = {}): RecordedRequest[] {
  const plans = plansAmong(lines);
  return (options.replaceOnChanges === undefined ? plans : plans.slice(-1)).flatMap(({ requests }) => requests);
}

/** The deletion as review foresees it. */
export function deletionOf({ row: { kind }, engine }: Stage): AnnouncedRequest[] {
  const { inputs = {}, outputs = {} } = engine.state ?? {};
  const request = reviewFactsOf(kind)?.deletionRequest?.(inputs, outputs);
  return request === undefined ? [] : [request];
}

const compare = (a: string, b: string) => (a < b ? -1 : 1);

function expectSame(planned: readonly AnnouncedRequest[], sent: readonly JournalEntry[], own: (path: string) => string): void {
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

async function expectTrue(stage: Stage, run: Run): Promise<void> {
  const { program, options, ends } = run;
  const { emulator, engine } = stage;
  const deletion = ends ? deletionOf(stage) : [];
  const preview = await writesOf(stage, () => recording(() => engine.preview(program, undefined, options)));
  succeeded(preview.outcome);
  expect(preview.writes).toEqual([]);
  const { outcome, writes } = await writesOf(stage, () => engine.up(program, undefined, options));
  succeeded(outcome);
  const sent = writes.filter(({ endpoint }) => endpoint !== "token");
  expectSame([...recorded(preview.outcome, run), ...deletion], sent, (path) => path.replace(prefix, "").replace(emulator.url, ""));
}

/** The runs by which a resource in state is replaced. */
function replacements(
  row: Row,
  { replaced, makesAnother, local }: Previews,
): readonly (readonly [string, Properties, ResourceOptions, boolean])[] {
  const inPlace = (change: Properties) => ({ replaceOnChanges: Object.keys(change) });
  const places = [
    ["a replacement in place, the new one first", row.change, inPlace(row.change), makesAnother],
    ["a replacement in place, the old one first", row.change, { ...inPlace(row.change), deleteBeforeReplace: true }, makesAnother],
    ["a replacement in place by the same, the new one first", local, inPlace(local), makesAnother],
    ["a replacement in place by the same, the old one first", local, { ...inPlace(local), deleteBeforeReplace: true }, makesAnother],
  ] as const;
  if (!applies(replaced)) return places;
  return [
    ["a replacement, the new one first", replaced, {}, true],
    ["a replacement, the old one first", replaced, { deleteBeforeReplace: true }, true],
    ...places,
  ];
}

export const previews = column("previews", "a preview announces what the run sends", (row, fixture) => [
  {
    name: "a creation",
    play: async () => {
      const stage = await bare(row);
      await expectTrue(stage, { program: stage.program(), ends: false });
    },
  },
  {
    name: "an update",
    play: async () => {
      const stage = await made(row);
      await expectTrue(stage, { program: stage.program(row.change), ends: false });
    },
  },
  ...replacements(row, fixture).map(([name, change, options, ends]) => ({
    name,
    play: async () => {
      const stage = await made(row);
      await expectTrue(stage, { program: stage.program(change), options, ends });
    },
  })),
  ...(applies(row.removedBy) ? [deletion(row)] : []),
]);

function deletion(row: Row) {
  return {
    name: "a deletion",
    play: async () => {
      const stage = await made(row, row.removal);
      const planned = deletionOf(stage);
      const { outcome, writes } = await writesOf(stage, () => stage.engine.withdraw());
      succeeded(outcome);
      expect(writes.map(({ endpoint }) => endpoint)).toEqual([required(row.removedBy)]);
      expectSame(planned, writes, (path) => path.replace(prefix, ""));
      const [{ method, path } = { method: "", path: "" }] = writes;
      expect(outcome.lines.at(-1)).toMatch(new RegExp(`: sent ${method} ${path.replace(prefix, "")}( |$)`));
    },
  };
}
