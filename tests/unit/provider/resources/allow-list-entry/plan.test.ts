import { type Entry, idOfCreated, lockoutText, planEntry } from "../../../../../provider/resources/allow-list-entry/plan";
import type { AllowListEntryState } from "../../../../../provider/resources/allow-list-entry/schema";

const state: AllowListEntryState = { workgroupId: "wg", cidr: "198.51.100.0/24", entryId: "ours" };
const ours: Entry = { id: "ours", cidr: "198.51.100.0/24", note: "" };
const other = (cidr: string): Entry => ({ id: "other", cidr, note: "" });
const address = "198.51.100.7";

const [lastEntry, onlyRange] = [/is its last entry: an empty list admits nobody/, /is the only range that admits 198\.51\.100\.7,/];
const unreadable = (text: string) => new RegExp(`no address can be read in ${text}, which the service shows for this run`);

test.each<[string, readonly Entry[], object, RegExp | undefined]>([
  ["is refused where it is the last one, wherever the caller is", [ours], { isAllowed: true, address: "192.0.2.1" }, lastEntry],
  ["is refused where it is the last one, and the caller is locked out", [ours], { isAllowed: false }, lastEntry],
  ["is refused where it is the last one, and nothing is known of the caller", [ours], {}, lastEntry],
  ["is refused where it alone admits the caller", [ours, other("192.0.2.0/24")], { isAllowed: true, address }, onlyRange],
  ["is refused where the service does not say who is allowed", [ours, other("192.0.2.0/24")], { address }, onlyRange],
  ["is refused where the service contradicts the list", [ours, other("192.0.2.0/24")], { isAllowed: false, address }, onlyRange],
  ["is refused for a mapped address", [ours, other("::/0")], { isAllowed: true, address: `::ffff:${address}` }, onlyRange],
  ["is refused for a range of one", [ours, other("::/0")], { isAllowed: true, address: `${address}/32` }, onlyRange],
  ["is refused for an address with a port", [ours, other("::/0")], { isAllowed: true, address: `${address}:51234` }, onlyRange],
  ["is refused for one of several addresses", [ours, other("10.0.0.0/8")], { address: `10.0.0.1, ${address}` }, onlyRange],
  ["is refused for an address in a JSON array", [ours, other("10.0.0.0/8")], { address: `["10.0.0.1","${address}"]` }, onlyRange],
  ["is refused where its range is not shown", [{ ...ours, cidr: "" }, other("192.0.2.0/24")], { isAllowed: true, address }, onlyRange],
  ["is refused where no address is shown", [ours, other("0.0.0.0/0")], { isAllowed: true }, /does not show which address/],
  ["is refused where nothing is shown", [ours, other("0.0.0.0/0")], {}, /does not show which address/],
  [
    "is refused where no address can be read",
    [ours, other("0.0.0.0/0")],
    { isAllowed: true, address: "my\nhost" },
    unreadable('"my\\\\nhost"'),
  ],
  ["is refused where one address cannot be read", [ours, other("::/0")], { address: `${address}, unknown` }, unreadable('".*, unknown"')],
  ["quotes the beginning of a long text", [ours, other("::/0")], { address: "x".repeat(999) }, unreadable('"x{100}…"')],
  ["is done where another entry admits the caller", [ours, other("0.0.0.0/0")], { isAllowed: true, address: `${address}:443` }, undefined],
  ["is done where it admits others", [ours, other("::/0")], { isAllowed: true, address: "192.0.2.1" }, undefined],
  ["is done where the caller is locked out already", [ours, other("::/0")], { isAllowed: false }, undefined],
  ["is done where it is not on the list any more", [other("192.0.2.0/24")], { isAllowed: true, address }, undefined],
  ["is done where the list is empty already", [], {}, undefined],
])("a deletion while the list is enforced %s", (_, entries, origin, text) => {
  const reason = lockoutText(state, { entries, origin }, true);
  if (text === undefined) expect(reason).toBeUndefined();
  else expect(reason).toMatch(text);
});

test("a deletion is refused where the list may hold nothing else", () => {
  const reason = lockoutText(state, { entries: [], uncertain: "the service shows null for the list", origin: { isAllowed: false } }, true);
  expect(reason).toMatch(/^the list is enforced, and the service shows null for the list: "198\.51\.100\.0\/24" may be its last entry, so/);
});

test.each<[string, Parameters<typeof lockoutText>[1], boolean]>([
  ["the last entry", { entries: [ours], origin: {} }, false],
  ["the only range that admits this run", { entries: [ours, other("::/0")], origin: { address } }, false],
  ["what may be the last entry", { entries: [], uncertain: "null", origin: {} }, true],
  ["what may be the only range that admits this run", { entries: [ours, other("::/0")], origin: {} }, true],
  ["an entry of which no address of this run can be compared", { entries: [ours, other("::/0")], origin: { address: "?" } }, true],
])("the refusal for %s names the ways on, and allowLockout only where the user may know more", (_, access, named) => {
  const reason = lockoutText(state, access, true) ?? "";
  for (const way of ["enabled: false", 'deletionPolicy: "disable"', '"pulumi state delete"']) expect(reason).toContain(way);
  expect(reason.includes("allowLockout: true")).toBe(named);
});

test.each([
  ["the list lacks it, and shows others", { found: false, certain: true, others: true } as const, /any more\. Run "pulumi refresh"/],
  [
    "it is not certain",
    { found: false, certain: false, others: false } as const,
    /it is not certain that the entry "198\.51\.100\.0\/24" is gone/,
  ],
])("an entry in state is not changed where %s", (_, live, reason) => {
  const plan = planEntry({ ...state, note: "n" }, state, live, () => false);
  expect(plan).toMatchObject({ action: "refuse", reason: expect.stringMatching(reason) as string });
});

test("a list that may lack entries does not keep a new one from being made", () => {
  expect(planEntry(state, undefined, { found: false, certain: false, others: false }, () => false)).toMatchObject({ action: "post" });
});

test("a list that is not said to be enforced may be", () => {
  expect(lockoutText(state, { entries: [ours], origin: { address } }, undefined)).toMatch(/^the list may be enforced, and/);
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
  expect(idOfCreated(shown, range)).toBe(id);
});

test("a note that is secret is not shown where the range is on the list already", () => {
  const live = { found: true, entries: [{ ...ours, note: "live" }] } as const;
  const reasonOf = (secret: boolean) => planEntry({ ...state, note: "n" }, undefined, live, () => secret);
  expect(reasonOf(false)).toMatchObject({ reason: expect.stringContaining('with the note "live"') as string });
  expect(reasonOf(true)).toMatchObject({ reason: expect.stringContaining("with another note") as string });
});
