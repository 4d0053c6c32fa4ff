import { describeDone, planSchedule, type ShownSchedule, warnOfDate } from "../../../provider/resources/workspace-schedule/plan";
import type { Arguments, State } from "../../../provider/resources/workspace-schedule/description";

const path = "/workgroups/wg/workspaces/ws/schedules";
const args: Arguments = { workgroupId: "wg", workspaceId: "ws", repeat: "daily", time: "07:00", timeZone: "UTC" };
const known: State = { ...args, scheduleId: "s1" };
const provisional: State = { ...args, scheduleId: "", __pending: { sent: { time: "07:00" }, creation: { before: [] } } };
const record = { id: "s1", workspace_id: "ws", repeat: "daily", repeat_on: "", time: "07:00", timezone: "UTC", other: "kept", date: null };
const there: ShownSchedule = { found: true, id: "s1", record };
const absent: ShownSchedule = { found: false, certain: true, others: true };
const nothing: ShownSchedule = { found: false, certain: false, others: false };
const odd: ShownSchedule = { found: false, certain: false, others: true };

const masked: ShownSchedule = { ...there, record: { ...record, repeat_on: "***" } };

const created = { action: "post", body: { workspace_id: "ws", repeat: "daily", time: "07:00", timezone: "UTC" } };
const changed = (fields: object) => ({ action: "put", scheduleId: "s1", body: { ...withoutDate, ...fields } });
const withoutDate = Object.fromEntries(Object.entries(record).filter(([name]) => name !== "date"));
const refused = (reason: RegExp) => ({ action: "refuse", property: "workspaceId", reason: expect.stringMatching(reason) as string });

test.each<[string, Partial<Arguments>, State | undefined, ShownSchedule, object]>([
  ["a new one is made where the list has others", {}, undefined, absent, created],
  ["another time is laid over the live record", { time: "08:00" }, known, there, changed({ time: "08:00" })],
  ["one that is gone is refused", {}, known, absent, refused(/the service no longer returns the schedule "s1"\. Run "pulumi refresh"/)],
  ["one that a null does not return is not certainly gone", {}, known, nothing, refused(/might still exist: .* was null\. Try again/)],
  [
    "one whose POST was lost is not made again where entries have no identifier",
    {},
    provisional,
    odd,
    refused(/entries without an identifier/),
  ],
  [
    "one that several POSTs may have made is not guessed",
    {},
    provisional,
    { ...absent, candidateIds: ["a", "b"] },
    refused(/a POST for the schedule .* 2 appeared after it \(a, b\)/),
  ],
  ["a masked field is not written back", { time: "08:00" }, known, masked, refused(/its repeat_on, which is not declared, is masked/)],
])("%s", (_name, more, last, live, planned) => expect(planSchedule({ ...args, ...more }, last, live, () => false)).toMatchObject(planned));

test("a change names the schedule in its request, and contains the live values", () => {
  const plan = planSchedule({ ...args, time: "08:00" }, known, there, () => false);
  expect(plan).toMatchObject({ request: { method: "PUT", path: `${path}/s1`, was: { time: "07:00", workspace_id: "ws" } } });
});

test("a change of a record whose workspace is null adds the workspace", () => {
  const shown: ShownSchedule = { found: true, id: "s1", record: { ...record, workspace_id: null } };
  const plan = planSchedule({ ...args, time: "08:00" }, known, shown, () => false);
  expect(plan).toMatchObject({ body: { workspace_id: "ws" }, request: { body: { workspace_id: "ws" } } });
});

const past = { date: "2026-12-24", time: "18:00", timeZone: "Europe/Berlin" };
test.each<[string, Partial<Arguments>, boolean]>([
  ["as in the state", past, false],
  ["on a new date", { ...past, date: "2027-12-24" }, true],
  ["at a new time", { ...past, time: "19:00" }, true],
  ["in a new time zone", { ...past, timeZone: "UTC" }, true],
])("a past date %s warns: %#", (_name, old, warns) =>
  expect(warnOfDate(past, old, Date.UTC(2027, 0)).map((text) => text.includes("are in the past"))).toEqual(warns ? [true] : []),
);

test("a date warns from the moment on at which the schedule would run", () => {
  const at = Date.parse("2026-12-24T18:00:00+01:00");
  expect([at - 1, at].map((now) => warnOfDate(past, {}, now).length)).toEqual([0, 1]);
});

test("the message about a schedule that has run redacts a secret date", () => {
  const { text } = describeDone({ ...known, ...past }, (name) => name === "date");
  expect(text).toMatch(/^its date \[secret\] has passed/);
});
