import type { z } from "zod";
import { allowLists, backups, databaseUsers, schedules, workspaces } from "../../../../client";
import { parseCreatedId } from "../../../../client/wire/results";

/** Results of calls, in the ways that services may write them. */

const notUnderstood = Symbol("not understood");

/** The Result as the endpoint reads it. */
function read({ result: shape }: { readonly result?: z.ZodType }, result: unknown): unknown {
  const parsed = shape?.safeParse(result);
  return parsed?.success === true ? parsed.data : notUnderstood;
}

type Rows = readonly (readonly [string, unknown, unknown])[];

const anna = { username: "anna" };
const userRows: Rows = [
  ["a list", [anna], [anna]],
  ["a list with a null, which is not certain", [anna, null], notUnderstood],
  ["a null alone, which names none", [null], null],
  ["null, which names none", null, null],
  ["an empty list", [], []],
  ["a wrapped list", { users: [anna] }, [anna]],
  ["keys in other spellings", [{ UserName: "anna" }], [anna]],
  ["a record without a documented field", [{ other: 1 }], notUnderstood],
  ["a text", ["anna"], notUnderstood],
];

const shownSchedule = { ID: 7, Time: "07:00", "Repeat-On": "Monday", other: { Time: 1 } };
const schedule = { id: 7, time: "07:00", repeat_on: "Monday", other: { Time: 1 } };
const listed = (...found: unknown[]) => ({ found, certain: true });
const scheduleRows: Rows = [
  ["keys in other spellings, kept as in a body", [shownSchedule], listed({ id: "7", record: schedule })],
  ["an identifier by its own name", [{ scheduleId: 7 }], listed({ id: "7", record: { scheduleId: 7 } })],
  [
    "no identifier, but their fields",
    [{ repeat: "daily" }, { time: "01:00" }],
    listed({ id: "", record: { repeat: "daily" } }, { id: "", record: { time: "01:00" } }),
  ],
  ["neither", [{ other: 1 }], notUnderstood],
  ["a text", ["daily"], notUnderstood],
];

const texts = { max_backup_files: "5", max_reserved_days: "14", max_retry: "2", pause: "true" };
const typed = { max_backup_files: 5, max_reserved_days: 14, max_retry: 2, pause: true };
const undocumented = { schedule: "7", tag: "0042", flag: "false", nested: { count: "1" } };
const backupRows: Rows = [
  ["a schedule in a list", [{ schedule: "0 2 * * *" }], { schedule: "0 2 * * *" }],
  ["keys in capitals", { Schedule: "0 2 * * *", MaxRetry: "2" }, { schedule: "0 2 * * *", max_retry: 2 }],
  ["numbers and switches as texts, in documented fields alone", { ...undocumented, ...texts }, { ...undocumented, ...typed }],
  ["none", null, undefined],
  ["a record of nulls", { schedule: null, pause: null }, undefined],
  ["an empty list", [], undefined],
  ["several schedules", [{ schedule: "1" }, { schedule: "2" }], notUnderstood],
  ["an object without a schedule", { pause: true }, notUnderstood],
  ["a schedule that is a number", { schedule: 7 }, notUnderstood],
  ["an object whose schedule is null", { schedule: null, pause: true }, notUnderstood],
  ["a list of texts", ["0 2 * * *"], notUnderstood],
];

const optionRows: Rows = [
  ["an object", { sizes: ["TG-00"] }, { sizes: ["TG-00"] }],
  ["one in a list", [{ sizes: [] }], { sizes: [] }],
  ["nothing", null, {}],
  ["a number", 7, notUnderstood],
];

const entry = { id: "e1", cidr: "10.0.0.0/8", note: "office" };
const range = (record: object, shown: object = entry) => listed({ ...shown, record });
const rangeRows: Rows = [
  ["a list", [entry], range(entry)],
  ["a list with more fields", [{ ...entry, created: 1 }], range({ ...entry, created: 1 })],
  ["a list with other spellings", [{ ID: "e1", CIDR: "10.0.0.0/8", Note: "office", Tag: 1 }], range({ ...entry, Tag: 1 })],
  ["an object that holds one", { allow_list: [entry] }, range(entry)],
  ["JSON text", JSON.stringify([entry]), range(entry)],
  ["an entry alone", entry, range(entry)],
  ["an identifier that is a number", [{ ...entry, id: 7 }], range({ ...entry, id: 7 }, { ...entry, id: "7" })],
  ["neither range nor note", [{ id: "e1", cidr: null, note: "" }], range({ id: "e1", cidr: null, note: "" }, { id: "e1", cidr: "" })],
  ["an empty list", [], listed()],
  ["null, which is not certain to be a list", null, { found: [], certain: false }],
  ...[42, "text", true, [[[entry]]], [{ cidr: "10.0.0.0/8" }]].map((result) => [JSON.stringify(result), result, notUnderstood] as const),
];

const madeRows: Rows = [
  ["an entry", entry, [{ ...entry, record: entry }]],
  ["a list of it", [entry], [{ ...entry, record: entry }]],
  ["a sentence", "Created.", []],
  ["null", null, []],
];

const both = [
  { IsAllowed: true, CurrentIP: "::1" },
  { IsAllowed: false, CurrentIP: "::2" },
];
const callerRows: Rows = [
  ["the space of the reference", { " IsAllowed": true, CurrentIP: "198.51.100.7" }, { isAllowed: true, address: "198.51.100.7" }],
  ["no space", { IsAllowed: false, CurrentIP: "::1" }, { isAllowed: false, address: "::1" }],
  ["other spellings", { is_allowed: "true", current_ip: "::1" }, { isAllowed: true, address: "::1" }],
  ["a list", [{ IsAllowed: true }], { isAllowed: true }],
  ["JSON text", '{" IsAllowed":false}', { isAllowed: false }],
  ["other values", { IsAllowed: "perhaps", CurrentIP: 7 }, { address: "7" }],
  ["several addresses", { IsAllowed: true, CurrentIP: ["::1", "10.0.0.1"] }, { isAllowed: true, address: '["::1","10.0.0.1"]' }],
  ["a name that every object has", { IsAllowed: "toString" }, {}],
  ["no address", { IsAllowed: true, CurrentIP: "" }, { isAllowed: true }],
  ["two responses, which is neither", both, {}],
  ["nothing", null, {}],
  ["a text", "yes", {}],
  ["a list of texts", ["yes"], {}],
];

describe.each([
  ["users", databaseUsers.list, userRows],
  ["schedules", schedules.list, scheduleRows],
  ["a backup schedule", backups.schedule, backupRows],
  ["the options of workspaces", workspaces.options, optionRows],
  ["an allow list", allowLists.list, rangeRows],
  ["a new entry of one", allowLists.create, madeRows],
  ["the caller's address", allowLists.caller, callerRows],
])("%s with", (_, endpoint, rows) => test.each(rows)("%s", (_, result, parsed) => expect(read(endpoint, result)).toStrictEqual(parsed)));

test.each<[string, unknown, string | undefined]>([
  ["the object", { workspace_id: "a" }, "a"],
  ["an object that holds it", { workspace: { workspaceId: "a" } }, "a"],
  ["a list of one", [{ workspace_id: "a" }], "a"],
  ["a list of several", [{ workspace_id: "a" }, { workspace_id: "b" }], undefined],
  ["null", null, undefined],
])("the response to a creation with %s names the object or none", (_, result, id) =>
  expect(parseCreatedId(result, "workspaceid", "workspace")).toBe(id),
);
