import type { Listed } from "../../../client";
import { allowListEntryAdoption } from "../../../provider/resources/allow-list-entry/adopt";
import { declare, groupOf, readerOf, refusal, shown } from "../../support/adopt-reading";

const office = { workgroupId: "wg", id: "e", cidr: "203.0.113.0/24", note: "office" };

test("an entry is declared by its range and its note, under the note's name", () =>
  expect(declare(allowListEntryAdoption, [office])).toEqual({
    declared: [
      {
        name: { name: "office", qualifier: "group wg", id: "e", kind: "entry" },
        id: "wg/e",
        args: { workgroupId: "wg", cidr: "203.0.113.0/24", note: "office" },
        outputs: { entryId: "e", __seen: true },
      },
    ],
    leftOut: [],
  }));

test("an entry without a note is named by its range, as the service shows that", () => {
  const [entry] = declare(allowListEntryAdoption, [{ workgroupId: "wg", id: "e", cidr: "203.0.113.7" }]).declared;
  expect([entry?.name, entry?.args]).toEqual([
    { name: "203.0.113.7", qualifier: "group wg", id: "e", kind: "entry" },
    { workgroupId: "wg", cidr: "203.0.113.7/32" },
  ]);
});

const what = 'the entry "e" of the allow list of group wg';
const cannot = (part: string, why: string) => `${what}: its ${part} cannot be declared: ${why}.`;
const noRange = 'it must be an address range, e.g. "203.0.113.0/24" or "2001:db8::/32", or a single address';
const mapped = 'it is an IPv4 range in IPv6 notation. Write it as IPv4: "203.0.113.0/24"';
const illFormed = "it is not well-formed Unicode";
const several = (id: string) => `the entry "${id}" of the allow list of group wg: several entries have its range.`;

test.each<[string, readonly (typeof office)[], readonly string[], readonly string[]]>([
  [
    "another of the same range, however that is written",
    [office, { ...office, id: "f", cidr: "203.0.113.9/24" }],
    [],
    [several("e"), several("f")],
  ],
  [
    "the same range on another list",
    [office, { ...office, workgroupId: "other" }, { ...office, workgroupId: "other", id: "f", cidr: "::1" }],
    ["wg/e", "other/e", "other/f"],
    [],
  ],
  ["a workgroup that is not adopted", [{ ...office, workgroupId: "gone" }], [], []],
  ["a text that is no range", [{ ...office, cidr: "everywhere" }], [], [cannot("range", noRange)]],
  ["an IPv4 range written as IPv6", [{ ...office, cidr: "::ffff:203.0.113.0/120" }], [], [cannot("range", mapped)]],
  [
    "an identifier that no source code has",
    [{ ...office, id: "\ud800" }],
    [],
    [cannot("identifier", illFormed).replace('"e"', '"\\ud800"')],
  ],
  ["a note that no source code has", [{ ...office, note: "\ud800" }], ["wg/e"], [`${what}, note: ${illFormed}.`]],
  ["a note that holds a credential", [{ ...office, note: "the-key" }], ["wg/e"], [`${what}, note: it looks like a secret.`]],
])("entries with %s", (_, ranges, ids, leftOut) => {
  const result = declare(allowListEntryAdoption, ranges);
  expect([result.declared.map(({ id }) => id), result.leftOut]).toStrictEqual([ids, leftOut]);
});

test.each(["odd/id", "\ud800"])("an entry of the workgroup %j, whose identifier cannot be declared, is left out", (id) => {
  const { leftOut } = declare(allowListEntryAdoption, [{ ...office, workgroupId: id }], { workgroups: [{ ...groupOf(id), name: "odd" }] });
  expect(leftOut).toEqual(['the entry "e" of the allow list of odd: the identifier of its workgroup cannot be declared.']);
});

test("a list that cannot be read is reported by the name of its workgroup, or by its identifier", async () => {
  const shared = async (_: unknown, { workgroupID }: { workgroupID: string }) => {
    if (workgroupID !== "wg") throw refusal(500);
    return { found: [{ id: "e", cidr: "203.0.113.0/24" }] };
  };
  const { reader } = readerOf({ shared });
  const workgroups = [{ workgroup_id: "wg" }, { workgroup_id: "x", name: "production" }, { workgroup_id: "y" }] as Listed[];
  const found = await allowListEntryAdoption.read?.(reader, { workgroups, named: [], addons: new Map() });
  expect(found).toEqual([{ id: "e", cidr: "203.0.113.0/24", workgroupId: "wg" }]);
  const why = "reading failed: GET /p returned 500.";
  expect(reader.failures.map(shown)).toEqual(["production", "y"].map((name) => `entries of allow lists of workgroup "${name}": ${why}`));
});
