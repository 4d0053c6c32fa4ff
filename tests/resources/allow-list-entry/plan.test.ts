import { withLines } from "../../support/plan-log";
import { ServiceError } from "../../../client";
import {
  changeLockoutText,
  type Entry,
  idOfCreated,
  deletionLockoutText,
  planEntry,
  type ShownEntries,
} from "../../../provider/resources/allow-list-entry/plan";
import type { Arguments, State } from "../../../provider/resources/allow-list-entry/description";

const args: Arguments = { workgroupId: "wg", cidr: "198.51.100.0/24" };
const state: State = { ...args, entryId: "ours" };
const ours: Entry = { id: "ours", cidr: "198.51.100.0/24", note: "" };
const other = (cidr: string): Entry => ({ id: "other", cidr, note: "" });
const address = "198.51.100.7";

const [lastEntry, onlyRange] = [
  /is the last entry; an empty list would lock everyone out/,
  /is the only range that allows 198\.51\.100\.7,/,
];
const unreadable = (text: string) => new RegExp(`the service returns ${text} for this run, which is not an address`);

test.each<[string, readonly Entry[], object, RegExp | undefined]>([
  ["is refused where it is the last one, wherever the caller is", [ours], { isAllowed: true, address: "192.0.2.1" }, lastEntry],
  ["is refused where it is the last one, and the caller is locked out", [ours], { isAllowed: false }, lastEntry],
  ["is refused where it is the last one, and nothing is known of the caller", [ours], {}, lastEntry],
  ["is refused where it alone allows the caller", [ours, other("192.0.2.0/24")], { isAllowed: true, address }, onlyRange],
  ["is refused where the service does not say who is allowed", [ours, other("192.0.2.0/24")], { address }, onlyRange],
  ["is refused where the service contradicts the list", [ours, other("192.0.2.0/24")], { isAllowed: false, address }, onlyRange],
  ["is refused where its range is not shown", [{ ...ours, cidr: "" }, other("192.0.2.0/24")], { isAllowed: true, address }, onlyRange],
  ["is refused where no address is shown", [ours, other("0.0.0.0/0")], { isAllowed: true }, /does not report which address/],
  ["is refused where nothing is shown", [ours, other("0.0.0.0/0")], {}, /does not report which address/],
  [
    "is refused where no address can be read",
    [ours, other("0.0.0.0/0")],
    { isAllowed: true, address: "my\nhost" },
    unreadable('"my\\\\nhost"'),
  ],
  ["is refused where one address cannot be read", [ours, other("::/0")], { address: `${address}, unknown` }, unreadable('".*, unknown"')],
  ["quotes the beginning of a long text", [ours, other("::/0")], { address: "x".repeat(999) }, unreadable('"x{100}…"')],
  ["is done where another entry allows the caller", [ours, other("0.0.0.0/0")], { isAllowed: true, address: `${address}:443` }, undefined],
  ["is done where it allows others", [ours, other("::/0")], { isAllowed: true, address: "192.0.2.1" }, undefined],
  ["is done where the caller is locked out already", [ours, other("::/0")], { isAllowed: false }, undefined],
  ["is done where it is not on the list any more", [other("192.0.2.0/24")], { isAllowed: true, address }, undefined],
  ["is done where the list is empty already", [], {}, undefined],
])("a deletion while the list is enforced %s", (_, entries, origin, text) => {
  const reason = deletionLockoutText(state, { entries, origin }, true);
  if (text === undefined) expect(reason).toBeUndefined();
  else expect(reason).toMatch(text);
});

test("graphplane refuses the deletion if the list may contain no other entry", () => {
  const reason = deletionLockoutText(
    state,
    { entries: [], uncertain: "the service returned null for the list", origin: { isAllowed: false } },
    true,
  );
  expect(reason).toMatch(
    /^the list is enforced, and the service returned null for the list, so "198\.51\.100\.0\/24" might be its last entry, so/,
  );
});

test("graphplane refuses the deletion if an incomplete list shows only entries that do not admit the caller", () => {
  const access = { entries: [other("192.0.2.0/24")], uncertain: "the list is not whole", origin: { address } };
  expect(deletionLockoutText(state, access, true)).toMatch(onlyRange);
  expect(deletionLockoutText(state, { ...access, origin: { address: "192.0.2.1" } }, true)).toBeUndefined();
});

test("a deletion is also refused because of a live range that was changed outside", () => {
  const access = { entries: [ours, other("::/0")], origin: { address } };
  expect(deletionLockoutText({ ...state, cidr: "192.0.2.0/24" }, access, true)).toMatch(onlyRange);
});

test.each<[string, readonly Entry[], boolean | undefined, RegExp | undefined]>([
  ["is refused where it alone allows the caller", [ours], true, /^the list is enforced, .* "198\.51\.100\.0\/24" is the only range/],
  ["is refused where the list is not said to be enforced", [ours], undefined, /^the list might be enforced, and the entry's range/],
  ["is done where another one allows the caller", [ours, other("0.0.0.0/0")], true, undefined],
  ["is done where no range allows an address of this run", [other("192.0.2.0/24")], true, undefined],
])("a change of the live range %s", (_, entries, isEnforced, text) => {
  const reason = changeLockoutText({ ...state, cidr: "192.0.2.0/24" }, { entries, origin: { address } }, isEnforced);
  expect(reason ?? "").toMatch(text ?? /^$/);
});

test("a change of the live range is done where the declared range allows the caller too", () => {
  expect(changeLockoutText({ ...state, cidr: "198.51.0.0/16" }, { entries: [ours], origin: { address } }, true)).toBeUndefined();
});

test.each<[string, Parameters<typeof deletionLockoutText>[1], boolean]>([
  ["the last entry", { entries: [ours], origin: {} }, false],
  ["the only range that allows this run", { entries: [ours, other("::/0")], origin: { address } }, false],
  ["what may be the last entry", { entries: [], uncertain: "null", origin: {} }, true],
  ["what may be the only range that allows this run", { entries: [ours, other("::/0")], origin: {} }, true],
  ["an entry of which no address of this run can be compared", { entries: [ours, other("::/0")], origin: { address: "?" } }, true],
])("the refusal for %s names the alternatives, and allowLockout only if the user may know more", (_, access, named) => {
  const reason = deletionLockoutText(state, access, true) ?? "";
  for (const way of ["enabled: false", 'deletionPolicy: "disable"', '"pulumi state delete"']) expect(reason).toContain(way);
  expect(reason.includes("allowLockout: true")).toBe(named);
});

test("an entry in the state is not changed if it may be gone", () => {
  const plan = planEntry({ ...state, note: "n" }, state, { found: false, certain: false, others: false }, () => false);
  const reason = expect.stringMatching(/the entry "198\.51\.100\.0\/24" might still exist/) as string;
  expect(plan).toMatchObject({ action: "refuse", reason });
});

const path = "/workgroups/wg/allow_list";
const unmade: State = { ...args, entryId: "", __pending: { creation: { before: [] } } };
const absent: ShownEntries = { found: false, certain: true, others: true };
const odd: ShownEntries = { found: false, certain: false, others: true };
const showing = (...entries: readonly [Entry, ...Entry[]]): ShownEntries => ({ found: true, entries });
const noted: Entry = { ...ours, note: "theirs", record: { id: "ours", cidr: "198.51.100.9/24", since: "2026", owner: null } };
const refusal = new ServiceError({ outcome: "refused", summary: "was refused", status: 404 }, "GET", path, 1, {
  kind: "k",
  operation: "o",
});

const posted = { action: "post", body: { cidr: state.cidr }, request: { method: "POST", path, body: { cidr: state.cidr } } };
const kept = { action: "none", entryId: "ours", dropped: [], notices: [] };
const written = (body: object, hidden: object, was: object) => ({
  action: "put",
  body,
  request: { method: "PUT", path: `${path}/ours`, body: { ...body, ...hidden }, was },
});
const refusedFor = (reason: RegExp) => ({ action: "refuse", property: "cidr", reason: expect.stringMatching(reason) as string });

test.each<[string, object, State | undefined, ShownEntries, object]>([
  ["a new entry is made", {}, undefined, absent, posted],
  [
    "an entry whose POST was lost is not made where entries have no identifier",
    {},
    unmade,
    odd,
    refusedFor(/entries without an identifier/),
  ],
  [
    "an entry that several POSTs may have made is not guessed",
    {},
    unmade,
    { ...absent, candidateIds: ["a", "b"] },
    refusedFor(/a POST for an entry "198\.51\.100\.0\/24" .* 2 appeared after it \(a, b\)/),
  ],
  ["the only entry of the range is adopted as it is", {}, undefined, showing(noted), kept],
  ["several entries of the range are refused", {}, undefined, showing(ours, ours), refusedFor(/2 entries .* \(ours, ours\)/)],
  ["of several entries with the identifier in state the first one counts", {}, state, showing(ours, noted), kept],
  [
    "another note is refused, and named",
    { note: "n" },
    undefined,
    showing(noted),
    refusedFor(/already exists \(ours\), with the note "theirs"\. If the resource was renamed/),
  ],
  [
    "an entry without a note is refused where one is declared",
    { note: "n" },
    undefined,
    showing(ours),
    refusedFor(/, without a note\. If/),
  ],
  [
    "with adopt, the note is laid over the live entry, without its identifier and its nulls",
    { note: "n", adopt: true },
    undefined,
    showing(noted),
    { ...written({ cidr: state.cidr, since: "2026", note: "n" }, { since: "[hidden]" }, { note: "theirs" }), notices: [] },
  ],
  [
    "a range that was changed elsewhere is set back, and the live note is kept",
    {},
    state,
    showing({ ...noted, cidr: "192.0.2.0/24" }),
    {
      ...written(
        { cidr: state.cidr, since: "2026", note: "theirs" },
        { since: "[hidden]", note: "[hidden]" },
        { cidr: "192.0.2.0/24", note: "[hidden]" },
      ),
      notices: [expect.stringContaining('cidr: last applied "198.51.100.0/24", live "192.0.2.0/24", declared "198.51.100.0/24"')],
    },
  ],
  [
    "an entry of which a field is masked is not written back",
    { note: "n" },
    state,
    showing({ ...ours, record: { ...noted.record, owner: "***" } }),
    refusedFor(/its owner, which is not declared, is masked/),
  ],
  [
    "a note that may still arrive is remembered where it is declared no longer",
    {},
    { ...state, __pending: { sent: { note: "late" } } },
    showing(ours),
    {
      ...kept,
      dropped: [{ path: ["note"], value: "late" }],
      notices: [expect.stringContaining(`${path}/198.51.100.0%2F24: no longer declared: note`)],
    },
  ],
  [
    "a list that was shown before, and is not any more, is refused",
    {},
    state,
    { noCall: refusal, seenBefore: true },
    refusedFor(/does not return the allow list \(the request/),
  ],
])("%s", (_name, more, last, live, planned) => {
  const plan = withLines(planEntry({ ...args, ...more }, last, live, () => false));
  expect(plan).toMatchObject(planned);
  if ("body" in planned) expect(plan).toHaveProperty("body", planned.body);
  if ("request" in planned) expect(plan).toHaveProperty("request", planned.request);
});

test("a plan hides a secret note, and sends it", () => {
  const plan = planEntry({ ...args, note: "canary" }, undefined, absent, (name) => name === "note");
  expect(plan).toMatchObject({ body: { cidr: state.cidr, note: "canary" }, request: { body: { cidr: state.cidr, note: "[secret]" } } });
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
  [
    "several without their ranges",
    [
      { id: "a", cidr: "" },
      { id: "b", cidr: "" },
    ],
    undefined,
  ],
  ["nothing", [], undefined],
])("the id in the response of a POST that contains %s", (_, shown, id) => expect(idOfCreated(shown, range)).toBe(id));

test("the refusal of an existing range hides a secret note", () => {
  const live = { found: true, entries: [{ ...ours, note: "live" }] } as const;
  const reasonOf = (secret: boolean) => planEntry({ ...state, note: "n" }, undefined, live, () => secret);
  expect(reasonOf(false)).toMatchObject({ reason: expect.stringContaining('with the note "live"') as string });
  expect(reasonOf(true)).toMatchObject({ reason: expect.stringContaining("with a different note") as string });
});
