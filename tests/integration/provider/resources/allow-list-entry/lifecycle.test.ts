import { configOf, makeHost } from "../../../../support/provider";
import { path, startEntry, wg, id } from "./fixture";

const list = "listAllowedRanges";
const post = `POST ${path} {"cidr":"203.0.113.0/24","note":"office"}`;

describe.each(["specified", "observed"] as const)("profile %s", (profile) => {
  test("a whole life: looked for, made, unchanged, its note changed, refreshed, deleted; each write is proven by a read", async () => {
    const { engine, program, asked, ranges, emulator } = await startEntry({ profile });
    expect(await engine.preview(program())).toMatchObject({ op: "create", lines: [`graphplane: ${post}`] });
    expect(asked()).toEqual([list]);
    expect(await engine.up(program())).toMatchObject({ error: "", lines: [`graphplane: ${post}`] });
    expect(asked()).toEqual([list, list, "createAllowedRange", list]);
    const [made] = emulator.allowedRanges(wg);
    expect(made).toMatchObject({ cidr: "203.0.113.0/24", note: "office" });
    expect(engine.state?.id).toBe(`${wg}/${made?.id}`);
    expect(engine.known).toEqual({ ...program(), entryId: made?.id });
    expect((await engine.up(program())).op).toBe("same");
    expect(asked()).toEqual([]);

    const put = `PUT ${path}/${made?.id} {"cidr":"203.0.113.0/24","note":"branch"} was {"note":"office"}`;
    expect((await engine.preview(program({ note: "branch" }))).lines).toEqual([`graphplane: ${put}`]);
    expect((await engine.up(program({ note: "branch" }))).lines).toEqual([`graphplane: ${put}`]);
    expect(asked()).toEqual([list, list, "updateAllowedRange", list]);
    expect(ranges()).toEqual([["203.0.113.0/24", "branch"]]);

    expect((await engine.refresh()).op).toBe("read");
    expect(engine.declared).toEqual(program({ note: "branch" }));
    expect((await engine.up(program({ note: "branch" }))).op).toBe("same");
    asked();

    expect((await engine.destroy()).lines).toEqual([`graphplane: sent DELETE ${path}/${made?.id}`]);
    expect(asked()).toEqual([7, "deleteAllowedRange", list]);
    expect(ranges()).toEqual([]);
  });
});

test.each([
  ["203.0.113.77/24", "203.0.113.0/24"],
  ["203.0.113.7", "203.0.113.7/32"],
  ["2001:0DB8:0::/32", "2001:db8::/32"],
])("%s is sent as %s, and an equal range never differs", async (cidr, sent) => {
  const { engine, program, ranges, asked, emulator } = await startEntry();
  expect((await engine.up(program({ cidr }))).error).toBe("");
  expect(ranges()).toEqual([[sent, "office"]]);
  expect(engine.known).toMatchObject({ cidr });
  asked();
  expect((await engine.up(program({ cidr: sent }))).op).toBe("same");
  // Also where the service writes it in another form.
  emulator.setAllowedRanges(
    wg,
    emulator.allowedRanges(wg).map((range) => ({ ...range, cidr })),
  );
  expect((await engine.refresh()).op).toBe("read");
  expect(engine.declared).toMatchObject({ cidr });
  expect((await engine.up(program({ cidr: sent }))).op).toBe("same");
});

test.each([
  ["no range", { cidr: "office" }, { property: "cidr", reason: expect.stringMatching(/^must be a range of addresses/) as string }],
  [
    "a mapped address",
    { cidr: "::ffff:203.0.113.7" },
    { property: "cidr", reason: 'is an IPv4 range written as IPv6. Fix: write it as IPv4, e.g. "203.0.113.0/24"' },
  ],
  ["a mistyped name", { nota: "x" }, { property: "nota", reason: "unknown argument; did you mean note?" }],
  ["a policy that is none", { deletionPolicy: "pause" }, { property: "deletionPolicy", reason: 'must be one of "delete", "retain"' }],
])("%s is refused before anything is asked", async (_, more, failure) => {
  const { engine, program, emulator } = await startEntry();
  expect((await engine.up(program(more))).failures).toEqual([failure]);
  expect(emulator.journal.length).toBe(0);
});

describe("a range that is on the list already", () => {
  test.each([
    ["with an equal note", { note: "office" }],
    ["where no note is declared", { note: undefined }],
  ])("is adopted without a request %s", async (_, more) => {
    const { engine, program, emulator, asked } = await startEntry();
    emulator.account.addAllowedRange(wg, { id, cidr: "203.0.113.9/24", note: "office" });
    expect(await engine.up(program(more))).toMatchObject({ op: "create", error: "", failures: [] });
    expect(asked()).toEqual([list]);
    expect(engine.state?.id).toBe(`${wg}/${id}`);
    expect((await engine.up(program(more))).op).toBe("same");
  });

  test("with another note is refused, naming aliases before adopt; with adopt: true its note is sent", async () => {
    const { engine, program, emulator, ranges } = await startEntry();
    emulator.account.addAllowedRange(wg, { id, cidr: "203.0.113.0/24", note: "theirs" });
    expect((await engine.preview(program())).failures).toEqual([
      {
        property: "cidr",
        reason: `there is an entry "203.0.113.0/24" already (${id}), with the note "theirs". If this stack holds it under another name, since the resource was renamed or moved, add aliases: [{ name: "<the old name>" }] to its options, which sends nothing. Otherwise add adopt: true to adopt it, which sends the declared note`,
      },
    ]);
    expect((await engine.up(program({ adopt: true }))).lines.at(-1)).toBe(
      `graphplane: PUT ${path}/${id} {"cidr":"203.0.113.0/24","note":"office"} was {"note":"theirs"}`,
    );
    expect(ranges()).toEqual([["203.0.113.0/24", "office"]]);
  });

  test("twice is refused with the identifiers", async () => {
    const { engine, program, emulator } = await startEntry();
    emulator.account.addAllowedRange(wg, { id: "one", cidr: "203.0.113.0/24" });
    emulator.account.addAllowedRange(wg, { id: "two", cidr: "203.0.113.1/24" });
    expect((await engine.up(program({ adopt: true }))).failures[0]?.reason).toBe(
      'there are 2 entries of the range "203.0.113.0/24" (one, two): delete all but one of them',
    );
  });
});

test("another note, set in the console, is drift and is set back; of a note that is not declared nothing is said", async () => {
  const { engine, program, emulator, ranges } = await startEntry();
  await engine.up(program());
  const change = (note: string) =>
    emulator.setAllowedRanges(
      wg,
      emulator.allowedRanges(wg).map((range) => ({ ...range, note })),
    );
  change("console");
  expect((await engine.refresh()).lines.join()).toContain('drift: note is "console", last applied "office"');
  expect(await engine.up(program())).toMatchObject({ op: "update", error: "" });
  expect(ranges()).toEqual([["203.0.113.0/24", "office"]]);
  expect(await engine.up(program({ note: undefined }))).toMatchObject({ error: "" });
  expect(ranges()).toEqual([["203.0.113.0/24", "office"]]);
  change("console");
  expect((await engine.refresh()).lines).toEqual([]);
  expect((await engine.up(program({ note: undefined }))).op).toBe("same");
});

test("another range, set in the console, is drift: the declared one is made before the other goes", async () => {
  const { engine, program, emulator, ranges } = await startEntry();
  await engine.up(program());
  emulator.setAllowedRanges(
    wg,
    emulator.allowedRanges(wg).map((range) => ({ ...range, cidr: "192.0.2.0/24" })),
  );
  expect((await engine.refresh()).op).toBe("read");
  expect(await engine.up(program())).toMatchObject({ op: "replace", error: "" });
  expect(ranges()).toEqual([["203.0.113.0/24", "office"]]);
});

test("without a refresh, a range that was changed in the console is overwritten with the note", async () => {
  const { engine, program, emulator, ranges } = await startEntry();
  await engine.up(program());
  const [range] = emulator.allowedRanges(wg);
  emulator.setAllowedRanges(wg, [{ id: "", ...range, cidr: "192.0.2.0/24" }]);
  expect((await engine.up(program({ note: "branch" }))).lines.at(-1)).toContain('was {"cidr":"192.0.2.0/24","note":"office"}');
  expect(ranges()).toEqual([["203.0.113.0/24", "branch"]]);
});

test("it is read by its id, and an entry that is not there does not exist", async () => {
  const { engine, emulator } = await startEntry();
  emulator.account.addAllowedRange(wg, { id, cidr: "2001:DB8::1/32", note: "v6" });
  const { outcome, outputs } = await engine.get(`${wg}/${id}`);
  expect(outcome.op).toBe("read");
  expect(outputs).toMatchObject({ workgroupId: wg, cidr: "2001:db8::/32", note: "v6", entryId: id });
  expect((await engine.get(`${wg}/other`)).outcome.error).toContain("it does not exist. Check the id that get() was given");
});

test("with deletionPolicy retain, a deletion leaves the entry on the list", async () => {
  const { engine, program, ranges, asked } = await startEntry();
  await engine.up(program({ deletionPolicy: "retain" }));
  const { entryId } = engine.known;
  asked();
  expect((await engine.destroy()).lines).toEqual([
    `graphplane: ${path}/${String(entryId)}: the entry is no longer managed; the service keeps it (deletionPolicy "retain")`,
  ]);
  expect([asked(), ranges()]).toEqual([[], [["203.0.113.0/24", "office"]]]);
});

test("a refresh of several entries reads their list once", async () => {
  const { engine, emulator, clock, program, asked } = await startEntry();
  const make = makeHost(clock, () => undefined);
  const entries = ["192.0.2.0/24", "198.51.100.0/24"].map((cidr) => emulator.account.addAllowedRange(wg, { cidr }));
  for (const { id: entryId, cidr } of entries) {
    const resource = make("AllowListEntry");
    await resource.configure?.({ config: configOf(engine.config) });
    const state = { ...program({ cidr, note: undefined }), entryId, __provider: engine.provider };
    expect((await resource.read?.(`${wg}/${entryId}`, state))?.props).toMatchObject({ cidr, entryId });
  }
  expect(asked()).toEqual(["listAllowedRanges"]);
});
