import type { Loss } from "../../../../cli/review/model";
import { argumentsOf } from "../../../../provider/registry";
import { unknownText } from "../../../support/provider";
import {
  backups,
  daily,
  entry,
  list,
  lossesIn,
  made,
  minutes,
  other,
  post,
  removed,
  replaced,
  run,
  settings,
  theme,
  type Play,
  user,
  whole,
} from "./reverts";
import { path, reviewWith, type Step, urnOf, workspace } from "./samples";

/** What a revert does not restore, of a new resource. */
function lossesOf(kind: string, after: object, line: string): readonly Loss[] {
  const step: Step = { kind, name: "new", after: { ...after } };
  return reviewWith([step], [line]).changes.flatMap(({ losses }) => losses);
}

const put = `PUT ${path} {"auto_stop_minutes":5} was {"auto_stop_minutes":30}`;
const setting = { is: "lost", path: ["autoStopMinutes"], live: { is: "value", value: 30 }, why: "not declared before" };

test.each<[string, string, object, string, readonly object[]]>([
  [
    "that it deletes is restored but for its database",
    "Workspace",
    { deletionPolicy: "delete" },
    post,
    [{ is: "possible", part: "database" }],
  ],
  ["whose database is declared is restored", "Workspace", { deletionPolicy: "delete", databaseId: "db-1" }, post, []],
  ["stays if that is declared", "Workspace", { deletionPolicy: "retain" }, post, [{ is: "lost", why: "stays" }]],
  ["is protected by default", "Workspace", {}, post, [{ is: "refused", why: "protected" }]],
  ["that existed is deleted if that is declared", "WorkspaceSettings", { deletionPolicy: "delete" }, put, [setting, { is: "deleted" }]],
  ["that existed keeps what was set", "WorkspaceSettings", {}, put, [setting]],
])("a revert of a new declaration: an object %s", (_, kind, more, line, losses) => {
  const declared = kind === "Workspace" ? whole : { ...workspace, autoStopMinutes: 5 };
  expect(lossesOf(kind, { ...declared, ...more }, line)).toEqual(losses);
});

test.each<[string, Play, string[]]>([
  ["a component", { steps: [other("movies:Databases", "c", false)] }, []],
  ["a provider", { steps: [other("pulumi:providers:aws", "p")] }, []],
  ["a resource of another package", { steps: [other("aws:s3:Bucket", "b")] }, ["possible"]],
  ["a deletion that is refused", removed("Workspace", whole), []],
  [
    "a value that may change",
    { steps: [settings({ autoStopMinutes: 3 }, { autoStopMinutes: unknownText })], plans: [minutes(4, 3)] },
    ["possible"],
  ],
  [
    "settings that a refresh found at another address",
    {
      steps: [settings({ autoStopMinutes: 3 }, { autoStopMinutes: 4 })],
      plans: [minutes(4, 3)],
      records: [{ urn: urnOf({ name: "main" }), service: { from: "a", to: "b", found: true } }],
    },
    ["possible"],
  ],
  [
    "a failed update whose values are live",
    {
      steps: [
        settings(
          { autoStopMinutes: 3 },
          {},
          { oldState: { custom: true, inputs: { ...workspace, autoStopMinutes: 3 }, initErrors: ["x"] } },
        ),
      ],
      plans: ["nothing"],
    },
    ["possible"],
  ],
  [
    "a value that changes after a failed update",
    {
      steps: [
        settings(
          {},
          { autoStopMinutes: 4 },
          { oldState: { custom: true, inputs: { ...workspace, autoStopMinutes: 3 }, initErrors: ["x"] } },
        ),
      ],
      plans: [minutes(4, 3)],
    },
    [],
  ],
  ["what only the provider uses", { steps: [settings({}, { deletionPolicy: "delete" })], plans: ["nothing"] }, []],
  ["a run", { steps: [{ kind: "QueryRun", name: "q", after: run }], plans: ["POST https://h/q"] }, ["lost (runs again)"]],
  [
    "a run that starts again",
    { steps: [{ kind: "QueryRun", name: "q", before: run, after: { ...run, query: "r" } }], plans: ["POST https://h/q"] },
    ["lost (runs again)"],
  ],
  [
    "a run that is not started",
    { steps: [{ kind: "QueryRun", name: "q", before: run, after: { ...run, token: "[secret]" } }], plans: ["nothing"] },
    [],
  ],
  ["a run that is no longer declared", removed("QueryRun", run), ["lost (runs again)"]],
])("a revert of %s", (_, play, losses) => expect(lossesIn(play)).toEqual(losses));

const holder: Step = { kind: "Workspace", name: "shop", before: { ...whole, deletionPolicy: "delete" }, outputs: { workspaceId: "ws-1" } };
const inHolder = { deletedWith: urnOf(holder) };
const withHolder = ({ steps, ...play }: Play): Play => ({ ...play, steps: [holder, ...steps] });
const renamed = (kind: string, before: Record<string, unknown>, line: string): Play => ({
  steps: [{ kind, name: "renamed", after: before }, ...removed(kind, before, { __owner: "a1" }).steps],
  plans: [line],
});
/** A removal after a refresh that found other values. */
const refreshed = ({ steps, ...play }: Play, found: object): Play => ({
  ...play,
  steps: steps.flatMap((step) => {
    const oldState = { ...step.more?.oldState, inputs: { ...step.more?.oldState?.inputs, ...found } };
    return [
      { ...step, op: "refresh", more: { ...step.more, newState: oldState } },
      { ...step, more: { ...step.more, oldState } },
    ];
  }),
});
const everything = Object.fromEntries(Object.keys(argumentsOf("Workspace")).map((name) => [name, "x"]));
const elsewhere = { workspaceId: "ws-2" };
const postUser = `POST ${path}/dbuser {"password":"[secret]"}`;

test.each<[string, Play, string[]]>([
  ["a user", removed("DatabaseUser", user, made), ["possible password", "possible role", "possible rights"]],
  ["a user that stays", removed("DatabaseUser", user), ["possible password", "refused (exists, needs adopt: true)"]],
  ["a user that stays and may be adopted", removed("DatabaseUser", { ...user, adopt: true }), ["possible password"]],
  [
    "a user that its workspace takes along",
    withHolder(removed("DatabaseUser", user, {}, inHolder)),
    ["possible password", "possible role", "possible rights"],
  ],
  [
    "a workspace",
    removed("Workspace", { ...whole, deletionPolicy: "delete" }),
    [
      "lost identifier",
      "lost data",
      "possible backups",
      "possible users",
      "possible schedules",
      "possible backup schedule",
      "possible undeclared settings",
    ],
  ],
  ["a schedule", removed("WorkspaceSchedule", daily, { ...made, scheduleId: "s-1" }), ["lost identifier", "possible undeclared settings"]],
  ["a schedule that stays", removed("WorkspaceSchedule", daily), ["lost (created a second time)"]],
  ["a range, all of which is declared", removed("AllowListEntry", { ...entry, note: "office" }, made), ["lost identifier"]],
  ["a range that stays", removed("AllowListEntry", entry), []],
  ["a configuration that stays", removed("AddonConfiguration", theme), []],
  [
    "settings of a workspace that is deleted",
    removed("WorkspaceSettings", { ...workspace, deletionPolicy: "delete" }),
    ["refused (no longer exists)", "lost", "lost data"],
  ],
  [
    "settings of a workspace that another resource deletes",
    withHolder(removed("WorkspaceSettings", workspace, {}, inHolder)),
    ["lost data", "possible backups", "possible users", "possible schedules", "possible backup schedule", "possible undeclared settings"],
  ],
  ["settings", removed("WorkspaceSettings", { ...workspace, autoStopMinutes: 3 }), []],
  [
    "settings that are paused",
    removed("WorkspaceSettings", { ...workspace, deletionPolicy: "pause" }),
    ["lost pause (not declared before): absent"],
  ],
  [
    "settings that are paused, of which that is declared",
    removed("WorkspaceSettings", { ...workspace, deletionPolicy: "pause", pause: false }),
    ["possible pause"],
  ],
  ["backups", removed("BackupSchedule", backups), []],
  [
    "backups that are paused",
    removed("BackupSchedule", { ...backups, deletionPolicy: "pause" }),
    ["lost pause (not declared before): absent"],
  ],
  ["backups that were paused before", removed("BackupSchedule", { ...backups, deletionPolicy: "pause", pause: true }), []],
  [
    "backups that the program retains",
    removed("BackupSchedule", { ...backups, deletionPolicy: "pause" }, {}, { retainOnDelete: true }),
    [],
  ],
  ["backups that another resource manages from now on", renamed("BackupSchedule", { ...backups, deletionPolicy: "pause" }, "nothing"), []],
  ["an allow list that is no longer enforced", removed("AllowList", { ...list, deletionPolicy: "disable" }), []],
  [
    "settings that someone changed",
    refreshed(removed("WorkspaceSettings", { ...workspace, autoStopMinutes: 3 }), { autoStopMinutes: 5 }),
    ["lost autoStopMinutes: 5 becomes 3"],
  ],
  [
    "a configuration that stays, and that someone changed",
    refreshed(removed("AddonConfiguration", theme), { configValue: { a: 2 } }),
    ["lost configValue.a: 2 becomes 1", "refused (exists, needs adopt: true)"],
  ],
  [
    "an allow list whose enforcement is secret",
    removed("AllowList", { ...list, enabled: "[secret]", deletionPolicy: "disable" }),
    ["possible enabled"],
  ],
  [
    "a workspace, all of which is declared",
    removed("Workspace", { ...everything, ...whole, deletionPolicy: "delete" }),
    [
      "possible pause",
      "lost identifier",
      "possible data",
      "possible database connection",
      "possible backups",
      "possible users",
      "possible schedules",
      "possible backup schedule",
    ],
  ],
])("a revert of a removal: %s", (_, play, losses) => expect(lossesIn(play)).toEqual(losses));

const recreated: Play = {
  steps: [
    { kind: "DatabaseUser", name: "r", op: "refresh", before: user },
    { kind: "DatabaseUser", name: "r", after: user },
  ],
  plans: [postUser],
};
const [moved, paused] = [
  { ...backups, ...elsewhere },
  { ...backups, deletionPolicy: "pause" },
];
const scheduleLost = 'lost schedule (not declared before): "0 3 * * *"';
const pauseLost = "lost pause (not declared before): absent";
const postBackups = `POST ${path.replace("ws-1", "ws-2")}/backups/schedule {"schedule":"0 2 * * *"} was {"schedule":"0 3 * * *"}`;
test.each<[string, Play, string[]]>([
  [
    "settings of the same workspace",
    replaced("WorkspaceSettings", { ...workspace, autoStopMinutes: 3 }, { ...workspace, autoStopMinutes: 4 }, minutes(4, 3)),
    [],
  ],
  [
    "settings of another workspace",
    replaced("WorkspaceSettings", { ...workspace, autoStopMinutes: 3 }, { ...workspace, ...elsewhere, autoStopMinutes: 4 }, minutes(4, 5)),
    ["lost autoStopMinutes (not declared before): 5"],
  ],
  ["a user of the same name", replaced("DatabaseUser", user, user, postUser), []],
  ["a user who was deleted outside", recreated, ["lost (this merge re-creates it)"]],
  [
    "a user of another name",
    replaced("DatabaseUser", { ...user, deletionPolicy: "delete" }, { ...user, username: "v" }, postUser),
    ["possible password", "possible role", "possible rights"],
  ],
  [
    "a schedule that is the same",
    replaced("WorkspaceSchedule", daily, daily, `POST ${path}/schedules {}`),
    ["lost (created a second time)"],
  ],
  ["a schedule that is the same and exists", replaced("WorkspaceSchedule", daily, daily, `PUT ${path}/schedules {}`), []],
  ["backups of another workspace", replaced("BackupSchedule", backups, moved, postBackups), [scheduleLost]],
  ["backups of another workspace, which are paused", replaced("BackupSchedule", paused, moved, postBackups), [scheduleLost, pauseLost]],
  [
    "backups of another workspace, which the program retains",
    replaced("BackupSchedule", paused, moved, postBackups, { retainOnDelete: true }),
    [scheduleLost],
  ],
  [
    "backups of a workspace that is deleted",
    withHolder(replaced("BackupSchedule", paused, moved, postBackups, inHolder)),
    [scheduleLost, "possible undeclared settings"],
  ],
  [
    "settings of a workspace that is deleted",
    withHolder(replaced("WorkspaceSettings", workspace, workspace, "nothing", inHolder)),
    ["lost data", "possible backups", "possible users", "possible schedules", "possible backup schedule", "possible undeclared settings"],
  ],
])("a revert of a replacement: %s", (_, play, losses) => expect(lossesIn(play)).toEqual(losses));
