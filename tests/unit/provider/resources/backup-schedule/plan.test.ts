import { ServiceError } from "../../../../../client";
import { planBackups, type ShownBackups } from "../../../../../provider/resources/backup-schedule/plan";
import type { BackupScheduleArguments, BackupScheduleState } from "../../../../../provider/resources/backup-schedule/description";

const path = "/workgroups/wg/workspaces/ws/backups/schedule";
const args: BackupScheduleArguments = { workgroupId: "wg", workspaceId: "ws", schedule: "0 2 * * *", maxReservedDays: 7 };
const known: BackupScheduleState = args;
const record = { schedule: "0 2 * * *", max_reserved_days: 7, max_retry: 2, other: "kept", note: null };
const there: ShownBackups = { found: true, record };
const without = (field: keyof typeof record): ShownBackups => ({ found: true, record: { ...record, [field]: undefined } });
const absent: ShownBackups = { found: false, certain: true, others: true };
const behind = new ServiceError({ outcome: "refused", summary: "was refused", status: 404 }, "GET", path, 1, { kind: "k", operation: "o" });

const posted = (body: object) => ({ action: "post", body });
const live = { schedule: "0 2 * * *", max_reserved_days: 7, max_retry: 2, other: "kept" };
const none = { action: "none" };
const refused = (reason: RegExp) => ({ action: "refuse", property: "workspaceId", reason: expect.stringMatching(reason) as string });
const onItsWay = (sent: Readonly<Record<string, unknown>>): BackupScheduleState => ({ ...known, __pending: { sent } });

test.each<[string, Partial<BackupScheduleArguments>, BackupScheduleState | undefined, ShownBackups, object]>([
  ["one that is as declared is adopted without a request", {}, undefined, there, none],
  ["one that differs is adopted with a request", { schedule: "0 3 * * *" }, undefined, there, posted({ ...live, schedule: "0 3 * * *" })],
  [
    "where the service shows none, what is declared is sent",
    {},
    undefined,
    absent,
    posted({ schedule: "0 2 * * *", max_reserved_days: 7 }),
  ],
  [
    "one that no read has shown yet is made again",
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
      reason: expect.stringMatching(/no longer shows the backup schedule.*pulumi refresh/) as string,
    },
  ],
  [
    "a new one is sent, whatever was shown before",
    {},
    undefined,
    { ...absent, seenBefore: true },
    posted({ schedule: "0 2 * * *", max_reserved_days: 7 }),
  ],
  [
    "a masked field is not written back",
    { maxRetry: 5 },
    known,
    { found: true, record: { ...record, other: "***" } },
    { action: "refuse", property: "schedule", reason: expect.stringMatching(/its other, which is not declared, is masked/) as string },
  ],
  ["what is declared is laid over the live record, without its nulls", { maxRetry: 5 }, known, there, posted({ ...live, max_retry: 5 })],
  ["zero is a value", { maxRetry: 0 }, known, there, posted({ ...live, max_retry: 0 })],
  ["a change in the console is set back", {}, known, { found: true, record: { ...record, schedule: "@daily" } }, posted(live)],
  ["a change in the console of what is not declared stays", {}, known, { found: true, record: { ...record, max_retry: 9 } }, none],
  ["a dropped argument sends nothing", {}, { ...known, maxRetry: 2 }, there, none],
  ["a field that the record does not show is sent once", { pause: true }, known, there, posted({ ...live, pause: true })],
  ["a field that the record does not show is not sent again", { pause: true }, { ...known, pause: true }, there, none],
  ["a declared field that vanished from the record is as it was applied", {}, known, without("schedule"), none],
  ["what may still arrive is overwritten", {}, onItsWay({ schedule: "0 9 * * *" }), there, posted(live)],
  ["what is on its way and shown is not sent again", {}, onItsWay({ schedule: "0 2 * * *" }), there, none],
  ["how to behave is not sent", { deletionPolicy: "pause", timeoutSeconds: 5 }, known, there, none],
  ["a service without the call is told", {}, undefined, { noCall: behind }, refused(/nothing was sent.*getBackups/)],
])("%s", (_name, more, last, shown, planned) => {
  expect(planBackups({ ...args, ...more }, last, shown, () => false)).toMatchObject(planned);
});

test("the arguments that are not in effect are told, with the values that are", () => {
  expect(planBackups({ ...args, schedule: "@daily" }, known, there, () => false)).toMatchObject({ sent: ["schedule"], live: record });
  const [sent, applied] = [["schedule", "maxReservedDays"], { schedule: "0 2 * * *", max_reserved_days: 7 }];
  expect(planBackups(args, known, absent, () => false)).toMatchObject({ sent, live: applied });
});

test("the request shows what it sends beside what was live, and no secret", () => {
  const isSecret = (name: string) => name === "schedule";
  const plan = planBackups({ ...args, schedule: "canary" }, known, there, isSecret);
  const was = { ...record, schedule: "[secret]", max_retry: "[hidden]", other: "[hidden]", note: "[hidden]" };
  expect(plan).toMatchObject({ body: { schedule: "canary" }, request: { method: "POST", path, body: { schedule: "[secret]" }, was } });
  expect(planBackups(args, undefined, absent, isSecret)).not.toHaveProperty("request.was");
});
