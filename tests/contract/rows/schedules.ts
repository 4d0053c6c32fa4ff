import type { BackupSchedule, Emulator } from "../../../testing/emulator";
import { ids } from "../../support/tried-service";
import { longInteger } from "../../support/readings";
import type { Row } from "../row";
import { emptyLists, emptyRecords } from "./empty-reads";

const { workgroupId, workspaceId } = ids;
const place = { workgroupId, workspaceId };

const schedules = (emulator: Emulator) => emulator.contents(workgroupId, workspaceId).schedules;
const own = (emulator: Emulator) => schedules(emulator).filter(({ id }) => id !== "theirs");

function changeSchedules(emulator: Emulator, patch: object): void {
  const changed = schedules(emulator).map((one) => ({ ...one, ...patch }));
  emulator.changeContents(workgroupId, workspaceId, { schedules: changed });
}

/** One entry of a workspace's timetable. */
export const workspaceSchedule: Row = {
  kind: "WorkspaceSchedule",
  service: { profile: "observed" },
  program: () => ({ ...place, repeat: "weekly", repeatOn: "Monday", time: "07:00", timeZone: "UTC", timeoutSeconds: 20 }),
  change: { repeatOn: "Tuesday" },
  createdBy: "createSchedule",
  changedBy: "updateSchedule",
  shownBy: 15,
  removedBy: "deleteSchedule",
  removal: { deletionPolicy: "delete" },
  live: (emulator) => schedules(emulator).map(({ time, repeat_on: day }) => [time, day]),
  cells: {
    emptyRead: {
      ...emptyLists,
      undeclared: {
        put: (emulator) => changeSchedules(emulator, { workspace_type_name: "TG-2" }),
        read: (emulator) => schedules(emulator).map(({ workspace_type_name: size }) => size),
      },
    },
    gone: { take: (emulator) => emulator.changeContents(workgroupId, workspaceId, { schedules: [] }), isWaitedFor: true },
    makes: { other: { time: "09:00" }, isDistinct: false },
    rewritten: { program: {}, show: (record) => ({ ...record, time: `${String(record["time"])}:00` }) },
    foreign: {
      add: ({ account }) => account.addSchedule(workgroupId, workspaceId, { id: "theirs", repeat: "daily", time: "11:00" }),
      isThere: (emulator) => schedules(emulator).some(({ id, time }) => id === "theirs" && time === "11:00"),
    },
    laggingReads: [{ repeatOn: "Monday" }, { repeatOn: "Tuesday" }],
    hiddenParts: [
      { name: "a size that is masked", show: (record) => ({ ...record, workspace_type_name: "***" }), field: /workspace_?type_?name/i },
      { name: "an integer of too many digits", show: (record) => ({ ...record, retention: longInteger }), field: /retention/ },
    ],
    undeclaredSecrets: { plant: ({ emulator }, planted) => changeSchedules(emulator, planted) },
    owner: {
      make: ({ emulator: { account } }) => {
        const content = { repeat: "weekly", repeat_on: "Monday", time: "07:00", timezone: "UTC" };
        account.addSchedule(workgroupId, workspaceId, content);
      },
      adoption: { none: "two schedules of the same content are two, so that none is adopted" },
      deletedByDefault: true,
      importId: (emulator) => `${workgroupId}/${workspaceId}/${own(emulator)[0]?.id}`,
    },
    secretArgument: "repeatOn",
    unfulfilled: ["creation", "update", "deletion"],
    overwritten: { repeatOn: "Friday" },
    turns: { same: {}, others: [{ workgroupId: "other" }, { workspaceId: "other" }] },
  },
};

const scheduleOf = (emulator: Emulator) => emulator.contents(workgroupId, workspaceId).backupSchedule;

function changeBackups(emulator: Emulator, patch: object): void {
  const changed = { schedule: "0 2 * * *", ...scheduleOf(emulator), ...patch } as BackupSchedule;
  emulator.changeContents(workgroupId, workspaceId, { backupSchedule: changed });
}

/** The one backup schedule of a workspace. */
export const backupSchedule: Row = {
  kind: "BackupSchedule",
  service: { profile: "observed" },
  program: () => ({ ...place, schedule: "0 2 * * *", maxReservedDays: 7, timeoutSeconds: 20 }),
  change: { maxReservedDays: 9 },
  createdBy: "setBackupSchedule",
  changedBy: "setBackupSchedule",
  shownBy: "getBackupSchedule",
  removedBy: "setBackupSchedule",
  removal: { deletionPolicy: "pause" },
  live: (emulator) => [scheduleOf(emulator)],
  cells: {
    emptyRead: {
      ...emptyRecords,
      undeclared: {
        put: (emulator) => changeBackups(emulator, { max_backup_files: 14, max_retry: 3 }),
        read: (emulator) => [scheduleOf(emulator)?.max_backup_files, scheduleOf(emulator)?.max_retry],
      },
    },
    gone: { none: "no call deletes it" },
    makes: { none: "its call creates or replaces the only one: the values of a lost POST are pending, as in an update" },
    rewritten: { none: "a workspace has one" },
    foreign: { none: "a workspace has one" },
    laggingReads: [{ maxReservedDays: 7 }, { maxReservedDays: 9 }],
    hiddenParts: [
      { name: "a number that is masked", show: (record) => ({ ...record, max_backup_files: "***" }), field: /max_?backup_?files/i },
      { name: "an integer of too many digits", show: (record) => ({ ...record, quota_bytes: longInteger }), field: /quota_bytes/ },
    ],
    undeclaredSecrets: { plant: ({ emulator }, planted) => changeBackups(emulator, planted) },
    owner: {
      make: ({ emulator }) => changeBackups(emulator, { max_reserved_days: 7 }),
      adoption: {},
      deletedByDefault: false,
      importId: `${workgroupId}/${workspaceId}`,
    },
    secretArgument: "schedule",
    unfulfilled: ["creation", "update"],
    overwritten: { maxReservedDays: 11 },
    turns: { none: "a workspace has one, which no second resource may declare" },
  },
};
