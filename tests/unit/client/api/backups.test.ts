import { getBackupSchedule } from "../../../../client";

test.each<[string, unknown, unknown]>([
  ["a schedule in a list", [{ schedule: "0 2 * * *" }], { schedule: "0 2 * * *" }],
  ["a schedule with keys in capitals", { Schedule: "0 2 * * *", MaxRetry: "2" }, { schedule: "0 2 * * *", max_retry: 2 }],
  ["no schedule", null, undefined],
  ["a record of nulls", { schedule: null, pause: null }, undefined],
  ["an empty list", [], undefined],
])("%s is read as what it is", (_, result, schedule) => expect(getBackupSchedule.result?.parse(result)).toEqual(schedule));

test.each<[string, unknown]>([
  ["several schedules", [{ schedule: "1" }, { schedule: "2" }]],
  ["an object without a schedule", { pause: true }],
  ["a schedule that is a number", { schedule: 7 }],
  ["an object whose schedule is null", { schedule: null, pause: true }],
  ["a list of texts", ["0 2 * * *"]],
])("%s is no backup schedule", (_, result) => expect(() => getBackupSchedule.result?.parse(result)).toThrow("is no backup schedule"));

test("a backup schedule has numbers and switches in its documented fields, and anything else as it was answered", () => {
  const texts = { max_backup_files: "5", max_reserved_days: "14", max_retry: "2", pause: "true" };
  const rest = { schedule: "7", tag: "0042", flag: "false", nested: { count: "1" } };
  const typed = { max_backup_files: 5, max_reserved_days: 14, max_retry: 2, pause: true };
  expect(getBackupSchedule.result?.parse({ ...rest, ...texts })).toEqual({ ...rest, ...typed });
});
