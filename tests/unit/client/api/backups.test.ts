import { getBackupSchedule } from "../../../../client";

test("a backup schedule has numbers and switches in its documented fields, and anything else as it was answered", () => {
  const texts = { max_backup_files: "5", max_reserved_days: "14", max_retry: "2", pause: "true" };
  const rest = { schedule: "7", tag: "0042", flag: "false", nested: { count: "1" } };
  const typed = { max_backup_files: 5, max_reserved_days: 14, max_retry: 2, pause: true };
  expect(getBackupSchedule.result?.parse({ ...rest, ...texts })).toEqual({ ...rest, ...typed });
});
