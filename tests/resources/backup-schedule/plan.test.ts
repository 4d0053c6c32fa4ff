import { backupSchedule } from "../../../provider/resources/backup-schedule/crud";
import type { Arguments, State } from "../../../provider/resources/backup-schedule/description";

type ShownBackups = Parameters<typeof backupSchedule.plan>[2];

const args: Arguments = { workgroupId: "wg", workspaceId: "ws", schedule: "0 2 * * *", maxReservedDays: 7 };
const known: State = args;
const record = { schedule: "0 2 * * *", max_reserved_days: 7, max_retry: 2, other: "kept", note: null };
const there: ShownBackups = { found: true, record };
const absent: ShownBackups = { found: false, certain: true, others: true };

const posted = (body: object) => ({ action: "post", body });
const live = { schedule: "0 2 * * *", max_reserved_days: 7, max_retry: 2, other: "kept" };

test.each<[string, Partial<Arguments>, State | undefined, ShownBackups, object]>([
  [
    "where the service shows none, what is declared is sent",
    {},
    undefined,
    absent,
    posted({ schedule: "0 2 * * *", max_reserved_days: 7 }),
  ],
  [
    "one that no read has returned yet is made again",
    {},
    known,
    { ...absent, seenBefore: false },
    posted({ schedule: "0 2 * * *", max_reserved_days: 7 }),
  ],
  [
    "one that was shown before, and is not any more, is refused",
    {},
    known,
    { ...absent, seenBefore: true },
    {
      action: "refuse",
      property: "schedule",
      reason: expect.stringMatching(/no longer returns the backup schedule.*pulumi refresh/) as string,
    },
  ],
  [
    "a masked field is not written back",
    { maxRetry: 5 },
    known,
    { found: true, record: { ...record, other: "***" } },
    { action: "refuse", property: "schedule", reason: expect.stringMatching(/its other, which is not declared, is masked/) as string },
  ],
  ["what is declared is laid over the live record, without its nulls", { maxRetry: 5 }, known, there, posted({ ...live, max_retry: 5 })],
])("%s", (_name, more, last, shown, planned) =>
  expect(backupSchedule.plan({ ...args, ...more }, last, shown, () => false)).toMatchObject(planned),
);
