import type { BackupSchedule, Emulator } from "../../../testing/emulator";
import { ids } from "../../support/tried-service";
import { longInteger } from "../../support/readings";
import type { HiddenPart, Row } from "../row";
import { emptyLists, emptyRecords } from "./empty-reads";

const { workgroupId, workspaceId } = ids;
const place = { workgroupId, workspaceId };

const schedules = (emulator: Emulator) => emulator.contents(workgroupId, workspaceId).schedules;
const own = (emulator: Emulator) => schedules(emulator).filter(({ id }) => id !== "theirs");

function changeSchedules(emulator: Emulator, patch: object): void {
  const changed = schedules(emulator).map((one) => ({ ...one, ...patch }));
  emulator.changeContents(workgroupId, workspaceId, { schedules: changed });
}

/** Parts of a schedule that a change would write back. */
const scheduleParts: readonly HiddenPart[] = (
  [
    ["a size that is masked", { workspace_type_name: "***" }, /workspace_type_name|workspaceTypeName/],
    ["an integer of too many digits", { retention: longInteger }, /retention/],
  ] as const
).map(([name, hidden, field]) => ({
  name,
  program: {},
  change: { repeatOn: "Tuesday" },
  show: (result) => (result as object[]).map((one) => ({ ...one, ...hidden })),
  field,
}));

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
  turns: { same: {}, others: [{ workgroupId: "other" }, { workspaceId: "other" }] },
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
    gone: { parents: [7], take: (emulator) => emulator.changeContents(workgroupId, workspaceId, { schedules: [] }), waits: {} },
    lostCreation: { makes: { other: { time: "09:00" }, otherLive: [["09:00", "Monday"]], isDistinct: false } },
    madeTwice: {
      rewritten: { program: {}, show: (one) => ({ ...one, time: `${String(one["time"])}:00` }) },
      foreign: {
        add: ({ account }) => account.addSchedule(workgroupId, workspaceId, { id: "theirs", repeat: "daily", time: "11:00" }),
        isThere: (emulator) => schedules(emulator).some(({ id, time }) => id === "theirs" && time === "11:00"),
      },
    },
    onItsWay: { dropped: "repeatOn", isFirst: (emulator) => schedules(emulator)[0]?.repeat_on === "Monday" },
    laggingReads: {
      first: { repeatOn: "Monday" },
      second: { repeatOn: "Tuesday" },
      isFirst: (emulator) => schedules(emulator)[0]?.repeat_on === "Monday",
    },
    hiddenParts: scheduleParts,
    undeclaredSecrets: { plant: ({ emulator }, planted) => changeSchedules(emulator, planted) },
    owner: {
      make: ({ emulator: { account } }) => {
        const content = { repeat: "weekly", repeat_on: "Monday", time: "07:00", timezone: "UTC" };
        account.addSchedule(workgroupId, workspaceId, content);
      },
      adoption: { none: "two schedules of the same content are two, so that none is adopted" },
      deletedByDefault: true,
      importId: (emulator) => `${workgroupId}/${workspaceId}/${own(emulator)[0]?.id}`,
      renamed: { none: "under another name it makes a schedule of its own" },
    },
    otherService: { silentDeletion: false },
    secretArguments: { argument: "repeatOn", valueOf: (secret) => secret },
    unfulfilled: ["creation", "update", "deletion"],
    overwritten: { repeatOn: "Friday" },
    previews: {
      local: { timeoutSeconds: 50 },
      replaced: { none: "its workspace alone replaces it, and there is one" },
      makesAnother: true,
    },
  },
};

const scheduleOf = (emulator: Emulator) => emulator.contents(workgroupId, workspaceId).backupSchedule;

function changeBackups(emulator: Emulator, patch: object): void {
  const changed = { schedule: "0 2 * * *", ...scheduleOf(emulator), ...patch } as BackupSchedule;
  emulator.changeContents(workgroupId, workspaceId, { backupSchedule: changed });
}

const backupParts: readonly HiddenPart[] = (
  [
    ["a number that is masked", { max_backup_files: "***" }, /max_backup_files|maxBackupFiles/],
    ["an integer of too many digits", { quota_bytes: longInteger }, /quota_bytes/],
  ] as const
).map(([name, hidden, field]) => ({
  name,
  program: {},
  change: { maxReservedDays: 9 },
  show: (result) => ({ ...(result as object), ...hidden }),
  field,
}));

/** the one backup schedule of a workspace. */
export const backupSchedule: Row = {
  kind: "BackupSchedule",
  service: { profile: "observed" },
  program: () => ({ ...place, schedule: "0 2 * * *", maxReservedDays: 7, timeoutSeconds: 20 }),
  change: { maxReservedDays: 9 },
  createdBy: "setBackupSchedule",
  changedBy: "setBackupSchedule",
  shownBy: "getBackupSchedule",
  removedBy: "setBackupSchedule",
  turns: { none: "a workspace has one, which no second resource may declare" },
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
    lostCreation: {
      makes: { none: "its call creates or replaces the only one: the values of a lost POST are pending, as in an update" },
    },
    madeTwice: { none: "a workspace has one" },
    onItsWay: { dropped: "maxReservedDays", isFirst: (emulator) => scheduleOf(emulator)?.max_reserved_days === 7 },
    laggingReads: {
      first: { maxReservedDays: 7 },
      second: { maxReservedDays: 9 },
      isFirst: (emulator) => scheduleOf(emulator)?.max_reserved_days === 7,
    },
    hiddenParts: backupParts,
    undeclaredSecrets: { plant: ({ emulator }, planted) => changeBackups(emulator, planted) },
    owner: {
      make: ({ emulator }) => changeBackups(emulator, { max_reserved_days: 7 }),
      adoption: {},
      deletedByDefault: false,
      importId: `${workgroupId}/${workspaceId}`,
      renamed: {},
    },
    otherService: { silentDeletion: true },
    secretArguments: { argument: "schedule", valueOf: (secret) => secret },
    unfulfilled: ["creation", "update"],
    overwritten: { maxReservedDays: 11 },
    previews: {
      local: { timeoutSeconds: 50 },
      replaced: { none: "its workspace alone replaces it, and there is one" },
      makesAnother: false,
    },
  },
};
