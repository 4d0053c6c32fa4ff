import { configOf, makeHost, type Properties } from "../../support/provider";
import { Readings } from "../../support/readings";
import { startEntry, wg } from "./fixture";

const cidr = "203.0.113.0/24";
const [list, post] = ["listAllowedRanges", "createAllowedRange"];

interface Range {
  readonly id: string;
  readonly cidr: string;
  readonly note?: string;
}

/** An entry whose POST was lost, and entries that appeared after it. */
async function lost(first: Properties, ...ranges: readonly Range[]) {
  const made = await startEntry({}, { maxRetries: 0 });
  const { engine, program, emulator, asked } = made;
  emulator.fault({ kind: "reset-before", match: { endpoint: post } });
  expect((await engine.up(program(first))).error).toMatch(/The POST might have been processed/);
  emulator.setAllowedRanges(wg, ranges);
  asked();
  return made;
}

test("after a lost POST, an entry of the same range that another resource manages is not adopted: the POST is sent again", async () => {
  const { engine, emulator, clock, program } = await lost({}, { id: "theirs", cidr, note: "office" });
  const make = makeHost(clock, () => undefined);
  const start = async () => {
    const resource = make("AllowListEntry");
    await resource.configure?.({ config: configOf(engine.config) });
    return resource;
  };
  const inputs = { ...program({ cidr: "192.0.2.0/24" }), __provider: engine.provider };
  const other = await start();
  await other.check?.(inputs, inputs);
  await other.diff?.(`${wg}/theirs`, { ...inputs, entryId: "theirs", __owner: "another" }, inputs);
  const { id: ownId = "", outputs = {} } = engine.state ?? {};
  const updated = await (await start()).update?.(ownId, outputs, { ...program(), __provider: engine.provider });
  expect(emulator.journal.endpoint(post).length).toBe(2);
  expect(updated?.outs).toMatchObject({ entryId: emulator.allowedRanges(wg).find(({ id: made }) => made !== "theirs")?.id });
});

const appeared = (note: string) => ({ id: "new", cidr, note });

test.each<[string, Properties, Range, Properties, readonly string[]]>([
  ["any note, if none was sent", { note: undefined }, appeared("theirs"), { note: undefined }, []],
  ["the note that was sent", {}, appeared("office"), {}, []],
  ["the note that was sent, if another one is declared since", {}, appeared("office"), { note: "desk" }, ["PUT"]],
  ["the note that is declared since", {}, appeared("desk"), { note: "desk" }, ["PUT"]],
  ["another note, with adopt", {}, appeared("theirs"), { adopt: true }, ["PUT"]],
])("after a lost POST, a new entry with %s is the created one", async (_, first, range, then, methods) => {
  const { engine, program, written, ranges } = await lost(first, range);
  written();
  expect(await engine.up(program(then))).toMatchObject({ error: "", failures: [] });
  expect(engine.known["entryId"]).toBe("new");
  expect(written().map((line) => line.split(" ")[0])).toEqual(methods);
  expect(ranges()).toHaveLength(1);
});

test("after a lost POST, a new entry with a different range is not considered, and the POST is sent again", async () => {
  const { engine, program, ranges } = await lost({}, { id: "new", cidr: "192.0.2.0/24", note: "office" });
  expect(await engine.up(program())).toMatchObject({ op: "update", error: "" });
  expect(ranges().map(([range]) => range)).toEqual(["192.0.2.0/24", cidr]);
});

test("an entry that the list returns under a different identifier than the POST is found by its range", async () => {
  const { engine, program, emulator } = await startEntry();
  new Readings(emulator).rewrite(post, () => [{ id: "job-1", cidr, note: "office" }]);
  expect((await engine.up(program({ timeoutSeconds: 5 }))).error).toContain("timed out after 5 s");
  expect(await engine.up(program())).toMatchObject({ op: "update", error: "" });
  expect(emulator.allowedRanges(wg).map(({ id }) => id)).toEqual([engine.known["entryId"]]);
});

test("after a lost POST, a new entry with a different note is not adopted", async () => {
  const { engine, program, written } = await lost({}, appeared("theirs"));
  written();
  expect((await engine.up(program())).error).toContain("new appeared after it");
  expect(written()).toEqual([]);
});

test("after a lost POST that created no entry, a deletion sends no request and names the list", async () => {
  const { engine, written } = await lost({});
  written();
  const { error, lines } = await engine.destroy();
  expect([error, written(), lines.at(-1)]).toEqual(["", [], expect.stringContaining(`/workgroups/${wg}/allow_list: nothing to delete`)]);
});

test.each<[string, (all: readonly Range[]) => readonly Range[]]>([
  ["lacks", () => [{ id: "other", cidr: "192.0.2.0/24" }]],
  ["shows with another range", (all) => all.map((one) => ({ ...one, cidr: "192.0.2.0/24" }))],
])("a change of the note waits for an entry that the list %s for a while", async (_, late) => {
  const { engine, program, clock, emulator } = await startEntry();
  await engine.up(program());
  let isLate = false;
  const readings = new Readings(emulator);
  readings.rewrite("updateAllowedRange", (result) => ((isLate = true), result));
  readings.rewrite(list, (all) => (isLate ? late(all as Range[]) : all));
  clock.onSleep = () => (isLate = clock.pauses.length < 3);
  expect(await engine.up(program({ note: "desk" }))).toMatchObject({ op: "update", error: "" });
  expect(isLate).toBe(false);
});

test("a change of the note fails if the workgroup disappears during the wait", async () => {
  const { engine, program, clock, emulator } = await startEntry();
  await engine.up(program());
  emulator.fault({ kind: "accepted-not-applied", match: { endpoint: "updateAllowedRange" } });
  clock.onSleep = () => emulator.deleteWorkgroup(wg);
  expect((await engine.up(program({ note: "desk" }))).error).toMatch(/workgroup .* does not exist/);
});

describe("an entry whose range neither the POST nor the list returns as it was sent", () => {
  async function startWith(shown: string) {
    const made = await startEntry({}, { maxRetries: 0 });
    made.emulator.setAllowedRanges(wg, [{ id: "old", cidr: "somewhere" }]);
    const readings = new Readings(made.emulator);
    readings.rewrite(post, () => "created");
    readings.rewrite(list, (all) => (all as Range[]).map((one) => (one.id === "old" ? one : { ...one, cidr: shown })));
    return made;
  }

  test("is found by its netmask", async () => {
    const { engine, program, written, emulator } = await startWith("203.0.113.0/255.255.255.0");
    expect(await engine.up(program())).toMatchObject({ op: "create", error: "" });
    expect(engine.known["entryId"]).toBe(emulator.allowedRanges(wg).find(({ id }) => id !== "old")?.id);
    expect((await engine.up(program())).op).toBe("same");
    expect(written()).toHaveLength(1);
  });

  test("is not created again if its range cannot be parsed", async () => {
    const { engine, program, written, emulator } = await startWith("203.0.113.0-203.0.113.255");
    await engine.up(program());
    written();
    const [own] = emulator.allowedRanges(wg).filter(({ id }) => id !== "old");
    expect((await engine.up(program())).error).toContain(`${own?.id} appeared after it`);
    expect(written()).toEqual([]);
  });
});
