import { type Entry, idOfMade, lockoutText, planEntry } from "../../../../provider/resources/allow-list-entry/plan";
import type { AllowListEntryState } from "../../../../provider/resources/allow-list-entry/schema";

const state: AllowListEntryState = { workgroupId: "wg", cidr: "198.51.100.0/24", entryId: "ours" };
const ours: Entry = { id: "ours", cidr: "198.51.100.0/24", note: "" };
const other = (cidr: string): Entry => ({ id: "other", cidr, note: "" });
const address = "198.51.100.7";

test.each<[string, readonly Entry[], object, RegExp | undefined]>([
  ["is refused where it alone admits the caller", [ours], { isAllowed: true, address }, /the only range that admits 198\.51\.100\.7/],
  ["is refused so without a word of the service", [ours], { address }, /the only range that admits/],
  ["is refused for a mapped address", [ours], { isAllowed: true, address: `::ffff:${address}` }, /the only range that admits/],
  ["is refused beside ranges of others", [ours, other("192.0.2.0/24")], { isAllowed: true, address }, /the only range that admits/],
  ["is refused where the address is not told", [ours, other("0.0.0.0/0")], { isAllowed: true }, /does not show which address/],
  ["is refused where nothing is told", [ours], {}, /does not show which address/],
  ["is done where another entry admits the caller", [ours, other("0.0.0.0/0")], { isAllowed: true, address }, undefined],
  ["is done where it admits others", [ours], { isAllowed: true, address: "192.0.2.1" }, undefined],
  ["is done where the caller is locked out already", [ours], { isAllowed: false, address }, undefined],
  ["is done where it is not on the list any more", [other("192.0.2.0/24")], { isAllowed: true, address }, undefined],
])("a deletion while the list is enforced %s", (_, all, origin, text) => {
  const told = lockoutText(state, all, origin, true);
  if (text === undefined) expect(told).toBeUndefined();
  else expect(told).toMatch(text);
});

test.each([
  ["the list lacks it, and shows others", { found: false, certain: true, others: true } as const, /any more\. Run "pulumi refresh"/],
  ["it is not certain", { found: false, certain: false, others: false } as const, /it is not certain that the entry is gone/],
])("an entry in state is not changed where %s", (_, live, reason) => {
  const plan = planEntry({ ...state, note: "n" }, state, live, () => false);
  expect(plan).toMatchObject({ action: "refuse", reason: expect.stringMatching(reason) as string });
});

test("a list that may lack entries does not keep a new one from being made", () => {
  expect(planEntry(state, undefined, { found: false, certain: false, others: false }, () => false)).toMatchObject({ action: "post" });
});

test("a list that is not said to be enforced may be", () => {
  expect(lockoutText(state, [ours], { address }, undefined)).toMatch(/^the list may be enforced, and/);
});

const range = "203.0.113.0/24";
test.each([
  ["the entry alone", [{ id: "a", cidr: "203.0.113.9/24" }], "a"],
  ["an entry without its range", [{ id: "a", cidr: "" }], "a"],
  [
    "the whole list",
    [
      { id: "a", cidr: "192.0.2.0/24" },
      { id: "b", cidr: range },
    ],
    "b",
  ],
  ["another entry", [{ id: "a", cidr: "192.0.2.0/24" }], undefined],
  [
    "several without their ranges",
    [
      { id: "a", cidr: "" },
      { id: "b", cidr: "" },
    ],
    undefined,
  ],
  ["nothing", [], undefined],
])("an answer to a POST that shows %s", (_, shown, id) => {
  expect(idOfMade(shown, range)).toBe(id);
});

test("a note that is secret is not shown where the range is on the list already", () => {
  const live = { found: true, entries: [{ ...ours, note: "live" }] } as const;
  const reasonOf = (secret: boolean) => planEntry({ ...state, note: "n" }, undefined, live, () => secret);
  expect(reasonOf(false)).toMatchObject({ reason: expect.stringContaining('with the note "live"') as string });
  expect(reasonOf(true)).toMatchObject({ reason: expect.stringContaining("with another note") as string });
});
