import { configOf, makeHost, type Properties } from "../../support/provider";
import { column } from "../column";
import { applies, required } from "../row";
import { bare, made, type Stage, succeeded } from "../stage";

const timeoutSeconds = 60;
const sentence = "parallel creations are told apart and do not wait for each other";

/** Creates resources in one process, at once. */
async function together({ row, clock, engine, program }: Stage, ...declared: readonly Properties[]) {
  const lines: string[] = [];
  const make = makeHost(clock, (line) => lines.push(line));
  const create = async (more: Properties) => {
    const resource = make(row.kind);
    await resource.configure?.({ config: configOf(engine.config) });
    return resource.create({ ...program({ timeoutSeconds, ...more }), __provider: engine.provider });
  };
  const ended = await Promise.allSettled(declared.map(create));
  const failures = ended.flatMap((one) => (one.status === "rejected" ? [(one.reason as Error).message] : []));
  return { lines, failures };
}

/** For 40 s, lets lists lack every object that they do not show yet, unless it has a value; returns the end of that time. */
function hideNew({ row, readings, clock }: Stage, value: string): number {
  const until = clock.time + 40_000;
  let known: readonly string[] | undefined;
  const show = (all: readonly unknown[]) => {
    const texts = all.map((one) => JSON.stringify(one));
    known ??= texts;
    const isShown = (text: string) => clock.time >= until || known?.includes(text) || text.includes(value);
    return all.filter((one) => isShown(JSON.stringify(one)));
  };
  readings.rewrite(row.lookedForBy ?? required(row.shownBy), (result) => {
    if (Array.isArray(result)) return show(result);
    const { workspaces, ...workgroup } = result as { readonly workspaces: readonly unknown[] };
    return { ...workgroup, workspaces: show(workspaces) };
  });
  return until;
}

column("makes", sentence, (row, { other, isDistinct = true }) => {
  const [value = ""] = Object.values(other).map(String);

  test("with lagging reads, two creations of one name create one object and the second reports it; kinds without unique names create both", async () => {
    const stage = await bare(row);
    stage.emulator.behave({ readsLag: 20_000 });
    const { failures } = await together(stage, {}, {});
    expect(stage.emulator.journal.endpoint(row.createdBy).length).toBe(isDistinct ? 1 : 2);
    const refused = /this run has already requested the creation of the .*, but the service does not return it yet/;
    expect(failures).toEqual(isDistinct ? [expect.stringMatching(refused)] : []);
  });

  test("two creations of different names do not wait for each other; kinds without unique names do", async () => {
    const stage = await bare(row);
    const { emulator } = stage;
    const until = hideNew(stage, value);
    const isFirst = (body: unknown) => !JSON.stringify(body).includes(value);
    emulator.fault({ kind: "empty", status: 202, match: { endpoint: row.createdBy, body: isFirst } });
    const { failures } = await together(stage, {}, other);
    expect(failures).toEqual([]);
    expect(emulator.journal.endpoint(row.createdBy).entries.map(({ at }) => at < until)).toEqual([true, isDistinct]);
  });
});

column("owner", sentence, (row, { make }) => {
  if (!applies(row.cells.makes) || row.cells.makes.namesOthers !== true) return;
  test.each(["its creation", "a refresh", "a change"])("if another stack creates an object of the same name, %s lists it", async (run) => {
    const stage = run === "its creation" ? await bare(row) : await made(row);
    const { emulator, engine, program } = stage;
    const meanwhile = () => (make(stage), true);
    if (run === "its creation") emulator.fault({ kind: "slow-body", pieces: 1, match: { endpoint: row.createdBy, body: meanwhile } });
    else meanwhile();
    const outcome = await (run === "a refresh" ? engine.refresh() : engine.up(program(run === "a change" ? row.change : {})));
    succeeded(outcome);
    expect(outcome.lines.filter((line) => /: other objects have the same \w+: \S+\. Another stack/.test(line))).toHaveLength(1);
  });
});
