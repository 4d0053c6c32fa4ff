import type { AddonEntry, Emulator, ScheduleRecord } from "../../../testing/emulator";
import { canaries } from "../../support/canary";
import { type LiveObject, otherWorkspaceId, type Part, partOf, place, workgroupId, workspaceId } from "./part";

/** The resources that belong to a workspace. */

const insightsToken = "undeclared-3f9a-registration-token";
const passwords = [canaries["the password"], canaries["the second password"]] as const;

/** Secrets that live add-ons hold and no program declares. */
export const undeclaredSecrets = { "an undeclared token": insightsToken };

const insights = { addons_id: "insights", enable: true, enable_configuration: { theme: "dark", registration_token: insightsToken } };
const kept = { addons_id: "kept", enable: true, enable_configuration: { theme: "dark" } };
const insightsAs = (enable: boolean, theme: string) => ({ insights: { enable, enableConfiguration: { theme } } });
const zones: Readonly<Record<string, string>> = { "Etc/UTC": "UTC" };
const zoneOf = (name = "") => zones[name] ?? name;

const settings = partOf({
  kind: "WorkspaceSettings",
  fixed: () => ({ ...place, timeoutSeconds: 20 }),
  values: {
    autoStopMinutes: [15, 30, 60],
    workspaceTypeName: ["TG-00", "TG-1", "TG-8"],
    enableAutoStart: [true, false],
    workspaceName: ["main", "blue", "green"],
    maintenanceWindow: [{ timeZone: "UTC" }, { timeZone: "Asia/Tokyo" }],
    agentConfig: [{ heartbeatIntervalSeconds: 30 }, { heartbeatIntervalSeconds: 45 }],
    addons: [insightsAs(true, "light"), insightsAs(false, "light"), insightsAs(true, "dark")],
  },
  required: [],
  whenDropped: "retain",
  seed: (account) => {
    account.addWorkspace(workgroupId, { workspace_id: workspaceId, database_id: "graph", addons: [insights, kept] });
    account.addWorkspace(workgroupId, { workspace_id: otherWorkspaceId, database_id: "graph", name: "other" });
  },
  live: (emulator) =>
    [workspaceId, otherWorkspaceId].map((id) => {
      const record = emulator.workspace(workgroupId, id);
      const { heartbeat_interval_seconds: heartbeatIntervalSeconds, ...agentConfig } = record.agent_config ?? {};
      const entries = record.addons ?? [];
      const entry = entries.find((one) => one.addons_id === "insights");
      const { theme, ...others } = (entry?.enable_configuration ?? {}) as { readonly theme?: string };
      return {
        id,
        identity: id === workspaceId ? "" : id,
        values: {
          autoStopMinutes: record.auto_stop_minutes,
          workspaceTypeName: record.workspace_type?.typeName,
          enableAutoStart: record.enable_auto_start,
          workspaceName: record.name,
          maintenanceWindow: { timeZone: zoneOf(record.maintenance_window_time_zone ?? undefined) },
          agentConfig: { heartbeatIntervalSeconds },
          addons: { insights: { enable: entry?.enable, enableConfiguration: { theme } } },
          "the rest of agent_config": agentConfig,
          "the rest of the add-on insights": others,
          "the other add-ons": entries.filter((one) => one !== entry).map(factsOf),
        },
      };
    }),
  console: {
    autoStopMinutes: [15, 240],
    workspaceTypeName: ["TG-00", "TG-8"],
    workspaceName: ["green", "red"],
    agentConfig: [{ heartbeatIntervalSeconds: 50 }],
    "the rest of agent_config": [{ topology_update_interval_seconds: 77 }],
    "the other add-ons": [[kept], [kept, { addons_id: "more", enable: true, enable_configuration: { rows: 5 } }]],
  },
  change: (emulator, id, name, value) => {
    const record = emulator.workspace(workgroupId, id);
    const patches: Readonly<Record<string, () => object>> = {
      autoStopMinutes: () => ({ auto_stop_minutes: value }),
      workspaceTypeName: () => ({ workspace_type: { typeName: value } }),
      workspaceName: () => ({ name: value }),
      agentConfig: () => ({ agent_config: { ...record.agent_config, heartbeat_interval_seconds: 50 } }),
      "the rest of agent_config": () => ({ agent_config: { ...record.agent_config, ...(value as object) } }),
      "the other add-ons": () => ({
        addons: [...(record.addons ?? []).filter((entry) => entry.addons_id === "insights"), ...(value as AddonEntry[])],
      }),
    };
    emulator.changeWorkspace(workgroupId, id, patches[name]?.() ?? {});
  },
});

/** The part of an add-on that a program may declare: the service adds facts of its own. */
const factsOf = ({ addons_id: id, enable, enable_configuration: configuration }: AddonEntry) => ({ id, enable, configuration });

const user = partOf({
  kind: "DatabaseUser",
  fixed: () => ({ ...place, adopt: true }),
  values: { username: ["anna", "carl"], password: passwords, deletionPolicy: ["delete", "retain"] },
  required: ["username", "password"],
  identity: "username",
  secrets: ["password"],
  whenDropped: "delete",
  isBelieved: true,
  seed: (account) => account.addUser(workgroupId, workspaceId, { username: "bob", password: "of the console" }),
  live: (emulator) =>
    emulator
      .contents(workgroupId, workspaceId)
      .users.map(({ id, username, password }) => ({ id, identity: username, values: { password } })),
  add: (account, username) => account.addUser(workgroupId, workspaceId, { username, password: "of the console" }),
  take: (emulator) => emulator.changeContents(workgroupId, workspaceId, { users: [] }),
  importId: ({ identity }) => `${workgroupId}/${workspaceId}/${identity}`,
});

/** A schedule's fields by the arguments that declare them. */
const scheduleFields = {
  repeat: "repeat",
  time: "time",
  timeZone: "timezone",
  workspaceTypeName: "workspace_type_name",
  repeatOn: "repeat_on",
};

function showSchedule(record: ScheduleRecord, identity: string): LiveObject {
  const shown = { ...record, time: record.time?.slice(0, 5), timezone: zoneOf(record.timezone) };
  const values = Object.entries(scheduleFields).map(([name, field]) => [name, shown[field as keyof typeof shown]]);
  return { id: record.id, identity, values: Object.fromEntries(values) as LiveObject["values"] };
}

function schedulesOf(emulator: Emulator) {
  return [workspaceId, otherWorkspaceId].map((id) => ({ id, schedules: emulator.contents(workgroupId, id).schedules }));
}

const schedule = partOf({
  kind: "WorkspaceSchedule",
  fixed: () => ({ workgroupId, timeoutSeconds: 20 }),
  values: {
    workspaceId: [workspaceId, otherWorkspaceId],
    repeat: ["daily", "weekdays"],
    time: ["07:00", "08:00"],
    timeZone: ["UTC", "Asia/Tokyo"],
    workspaceTypeName: ["TG-1", "TG-8"],
    repeatOn: ["Monday", "Friday"],
    deletionPolicy: ["delete", "retain"],
  },
  required: ["workspaceId", "repeat", "time", "timeZone"],
  identity: "workspaceId",
  whenDropped: "delete",
  seed: (account) => void account.addSchedule(workgroupId, workspaceId, { id: "theirs" }),
  live: (emulator) => schedulesOf(emulator).flatMap(({ id, schedules }) => schedules.map((one) => showSchedule(one, id))),
  console: { time: ["09:30"], repeatOn: ["Sunday"], workspaceTypeName: ["TG-2"] },
  change: (emulator, id, name, value) => {
    const field = scheduleFields[name as keyof typeof scheduleFields];
    for (const { id: workspace, schedules } of schedulesOf(emulator)) {
      const changed = schedules.map((one) => (one.id === id ? { ...one, [field]: value } : one));
      emulator.changeContents(workgroupId, workspace, { schedules: changed });
    }
  },
  add: (account, workspace) => void account.addSchedule(workgroupId, workspace, { repeat: "daily" }),
  take: (emulator) => schedulesOf(emulator).forEach(({ id }) => emulator.changeContents(workgroupId, id, { schedules: [] })),
  importId: ({ id, identity }) => `${workgroupId}/${identity}/${id}`,
  managed: ({ scheduleId }) => scheduleId,
});

/** A backup schedule's fields by the arguments that declare them. */
const backupFields = {
  schedule: "schedule",
  maxReservedDays: "max_reserved_days",
  maxRetry: "max_retry",
  maxBackupFiles: "max_backup_files",
};

const backups = partOf({
  kind: "BackupSchedule",
  fixed: () => ({ ...place, timeoutSeconds: 20 }),
  values: { schedule: ["0 2 * * *", "0 3 * * *"], maxReservedDays: [30, 14], maxRetry: [1, 2], deletionPolicy: ["retain", "pause"] },
  required: ["schedule"],
  whenDropped: "retain",
  seed: (account) =>
    account.setBackupSchedule(workgroupId, workspaceId, { schedule: "0 9 * * *", max_reserved_days: 30, max_backup_files: 9 }),
  live: (emulator) => {
    const record = emulator.contents(workgroupId, workspaceId).backupSchedule;
    if (record === null) return [];
    const shown = { ...record, schedule: record.schedule.replace("?", "*") };
    const values = Object.entries(backupFields).map(([name, field]) => [name, shown[field as keyof typeof shown]]);
    return [{ id: "it", identity: "", values: Object.fromEntries(values) as LiveObject["values"], isPaused: record.pause === true }];
  },
  console: { schedule: ["0 9 * * *"], maxReservedDays: [90], maxBackupFiles: [5, 9] },
  change: (emulator, _, name, value) => {
    const { backupSchedule } = emulator.contents(workgroupId, workspaceId);
    const field = backupFields[name as keyof typeof backupFields];
    if (backupSchedule !== null)
      emulator.changeContents(workgroupId, workspaceId, { backupSchedule: { ...backupSchedule, [field]: value } });
  },
});

const refresh = partOf({
  kind: "WorkspaceRefresh",
  fixed: () => ({ ...place, untilRefreshStatus: ["completed"], timeoutSeconds: 20 }),
  values: { triggers: [["first"], ["second"]] },
  required: ["triggers"],
  whenDropped: "retain",
  isBelieved: true,
  seed: () => undefined,
  live: () => [],
});

const queryRun = partOf({
  kind: "QueryRun",
  fixed: (emulator) => ({
    host: emulator.url.replace("http://", ""),
    graph: "movies",
    query: "top rated",
    secret: canaries["the database secret"],
    timeoutSeconds: 40,
  }),
  values: { triggers: [["first"], ["second"]], parameters: [{ rows: 3 }, { rows: 4 }] },
  required: ["triggers"],
  secrets: ["secret"],
  whenDropped: "retain",
  seed: (account) => {
    account.addQuery(workgroupId, workspaceId, { graph: "movies", query: "top rated", results: [{ first: 1 }] });
    account.addSecret(workgroupId, workspaceId, canaries["the database secret"]);
  },
  live: () => [],
});

export const workspaceParts: readonly Part[] = [settings, user, schedule, backups, refresh, queryRun];
