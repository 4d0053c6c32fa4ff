import { configOf, makeHost, type Properties } from "../../../../support/provider";
import { Readings } from "../../../../support/readings";
import { id, path, startEntry, wg } from "./fixture";

const cidr = "203.0.113.0/24";
const [list, post] = ["listAllowedRanges", "createAllowedRange"];

interface Range {
  readonly id: string;
  readonly cidr: string;
  readonly note?: string;
}

/** An entry whose POST was lost, and entries that appeared since. */
async function lost(first: Properties, ...ranges: readonly Range[]) {
  const made = await startEntry({}, { maxRetries: 0 });
  const { engine, program, emulator, asked } = made;
  emulator.fault({ kind: "reset-before", match: { endpoint: post } });
  expect((await engine.up(program(first))).error).toMatch(/The POST may have been processed/);
  emulator.setAllowedRanges(wg, ranges);
  asked();
  return made;
}

test.each<[string, Properties, Properties, Range, readonly string[]]>([
  ["what was sent", {}, {}, { id, cidr, note: "office" }, [list]],
  ["a range without a note, as it was sent", { note: undefined }, { note: undefined }, { id, cidr }, [list]],
  ["the note that is declared now", {}, { note: "branch" }, { id, cidr, note: "branch" }, [list, "updateAllowedRange", list]],
  ["another note, and adopt is true", {}, { adopt: true }, { id, cidr, note: "theirs" }, [list, "updateAllowedRange", list]],
])("after a lost POST, the entry that appeared is ours where it shows %s", async (_, first, second, range, requests) => {
  const { engine, program, asked, emulator } = await lost(first, range);
  expect(await engine.up(program(second))).toMatchObject({ error: "", failures: [] });
  expect(asked()).toEqual(requests);
  expect(engine.known).toEqual({ ...program(second), entryId: id });
  expect(emulator.allowedRanges(wg)).toEqual([expect.objectContaining({ id })]);
});

test.each<[string, readonly Range[], RegExp]>([
  [
    "two entries show what was sent",
    [
      { id: "one", cidr, note: "office" },
      { id: "two", cidr, note: "office" },
    ],
    /which object it created: 2 appeared since \(one, two\)\. Nothing is sent/,
  ],
  ["its note is another one", [{ id: "one", cidr, note: "theirs" }], /which object it created: one appeared since\. Nothing is sent/],
])("after a lost POST, no entry is taken for ours where %s, and none is made", async (_, ranges, reason) => {
  const { engine, program, emulator } = await lost({}, ...ranges);
  expect((await engine.up(program())).error).toMatch(reason);
  expect(emulator.journal.endpoint(post).length).toBe(1);
  expect((await engine.destroy()).error).toMatch(reason);
  expect(emulator.journal.endpoint("deleteAllowedRange").length).toBe(0);
});

test("after a lost POST, an entry of the range that another resource of the program manages is not ours: it is made", async () => {
  const { engine, emulator, clock, program } = await lost({}, { id: "theirs", cidr, note: "office" });
  const make = makeHost(clock, () => undefined);
  const start = async () => {
    const resource = make("AllowListEntry");
    await resource.configure?.({ config: configOf(engine.config) });
    return resource;
  };
  // Its range was changed in the console.
  const inputs = { ...program({ cidr: "192.0.2.0/24" }), __provider: engine.provider };
  const other = await start();
  await other.check?.(inputs, inputs);
  await other.diff?.(`${wg}/theirs`, { ...inputs, entryId: "theirs", __owner: "another" }, inputs);
  const { id: ownId = "", outputs = {} } = engine.state ?? {};
  const updated = await (await start()).update?.(ownId, outputs, { ...program(), __provider: engine.provider });
  expect(emulator.journal.endpoint(post).length).toBe(2);
  expect(updated?.outs).toMatchObject({ entryId: emulator.allowedRanges(wg).find(({ id: made }) => made !== "theirs")?.id });
});

test("where the answer to a POST is lost, one read of the list proves the entry", async () => {
  const { engine, program, emulator, asked } = await startEntry();
  emulator.fault({ kind: "reset-after", match: { endpoint: post } });
  expect(await engine.up(program())).toMatchObject({ op: "create", error: "" });
  expect(asked()).toEqual([list, list, post, list]);
  expect(engine.known).toEqual({ ...program(), entryId: emulator.allowedRanges(wg)[0]?.id });
});

test("while the list does not show a new entry, its state has the note that is live, which is none", async () => {
  const { engine, program, emulator } = await startEntry();
  emulator.fault({ kind: "accepted-not-applied", match: { endpoint: post } });
  expect((await engine.up(program())).error).toMatch(/timed out after 120 s/i);
  expect(engine.known).toMatchObject({ note: "", __pending: { sent: { note: "office" }, creation: { before: [] } } });
  expect((await engine.up(program())).lines.at(-1)).toMatch(new RegExp(`POST ${path} `));
});

describe("an entry of which neither the answer to the POST nor the list shows its range as it was sent", () => {
  async function startWith(shown: string) {
    const made = await startEntry({}, { maxRetries: 0 });
    made.emulator.setAllowedRanges(wg, [{ id: "old", cidr: "somewhere" }]);
    const readings = new Readings(made.emulator, () => made.clock.time);
    readings.rewrite(post, () => "created");
    readings.rewrite(list, (all) => (all as Range[]).map((one) => (one.id === "old" ? one : { ...one, cidr: shown })));
    return made;
  }

  test("is found by its netmask", async () => {
    const { engine, program, written } = await startWith("203.0.113.0/255.255.255.0");
    expect(await engine.up(program())).toMatchObject({ op: "create", error: "" });
    expect((await engine.up(program())).op).toBe("same");
    expect(written()).toHaveLength(1);
  });

  test("is not made again where its range cannot be read", async () => {
    const { engine, program, written, emulator } = await startWith("203.0.113.0-203.0.113.255");
    await engine.up(program());
    written();
    const [own] = emulator.allowedRanges(wg).filter(({ id }) => id !== "old");
    expect((await engine.up(program())).error).toContain(`${own?.id} appeared since`);
    expect(written()).toEqual([]);
  });
});

test("null, where the list had entries before, does not prove that a POST made none", async () => {
  const { engine, program, emulator, clock, written } = await startEntry({}, { maxRetries: 0 });
  emulator.setAllowedRanges(wg, [{ id: "old", cidr: "192.0.2.0/24" }]);
  const readings = new Readings(emulator, () => clock.time);
  emulator.fault({ kind: "reset-before", match: { endpoint: post } });
  expect((await engine.up(program())).error).not.toBe("");
  readings.rewrite(list, () => null);
  written();
  expect((await engine.up(program())).error).toContain("the allow list was answered with null");
  expect(written()).toEqual([]);
  readings.clear();
  expect(await engine.up(program())).toMatchObject({ error: "" });
  expect(emulator.allowedRanges(wg)).toHaveLength(2);
});
