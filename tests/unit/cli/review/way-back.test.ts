import type { Loss } from "../../../../cli/review/model";
import { markdownStyle } from "../../../../cli/review/style";
import { wayBackText } from "../../../../cli/review/way-back-text";
import { reviewOf } from "../../../../cli/review/read";
import { argumentsOf } from "../../../../provider/registry";
import type { PlanEntry } from "../../../../provider/messages/plan-entry";
import { unknownText } from "../../../support/provider";
import { changed, path, previewWith, reviewWith, type Step, urnOf, workspace } from "./samples";

/** What a revert does not restore, of a new resource. */
function lossesOf(kind: string, after: object, line: string): readonly Loss[] {
  const step: Step = { kind, name: "new", after: { ...after } };
  return reviewWith([step], [line]).changes.flatMap(({ losses }) => losses);
}

const [whole, post] = [{ workgroupId: "wg-1", workspaceName: "new" }, 'POST /workgroups/wg-1/workspaces {"name":"new"}'];
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

/** A loss in short: `lost autoStopMinutes (why): 45 becomes 30`. */
function textOf({ is, path: names = [], part, why, live, back }: Loss): string {
  const shown = [live, back].map((side) => side && (side.is === "value" ? JSON.stringify(side.value) : side.is));
  const head = [is, ...(names.length === 0 ? [] : [names.join(".")]), ...(part === undefined ? [] : [part])].join(" ");
  const values = shown.flatMap((text) => text ?? []).join(" becomes ");
  return `${head}${why === undefined ? "" : ` (${why})`}${values === "" ? "" : `: ${values}`}`;
}

interface Play {
  readonly steps: readonly Step[];
  readonly plans?: readonly string[];
  readonly records?: readonly Partial<PlanEntry>[];
}

/** The losses of the last listed step's resource. */
function lossesIn({ steps, plans = [], records = [] }: Play): string[] {
  const { changes } = reviewOf(previewWith(steps, plans, records));
  const last = steps.at(-1);
  const own = changes.filter(({ urn }) => last && urn === urnOf(last));
  if (own.length !== 1) throw new Error(`${own.length} changes`);
  return own.flatMap(({ losses }) => losses.map(textOf));
}

const [made, gone] = [{ __made: true }, { op: "delete" }];
const user = { ...workspace, username: "u", password: "[secret]" };
const entry = { workgroupId: "wg-1", cidr: "10.0.0.0/8" };
const theme = { installedAddonId: "ad-1", configName: "theme", configValue: { a: 1 } };
const daily = { ...workspace, repeat: "daily", time: "07:00", timeZone: "UTC" };
const backups = { ...workspace, schedule: "0 2 * * *" };
const list = { workgroupId: "wg-1", enabled: true };
const run = { host: "h", graph: "g", query: "q" };
const minutes = (after: number, live: number) => `PUT ${path} {"auto_stop_minutes":${after}} was {"auto_stop_minutes":${live}}`;
const settings = (before: object, after: object, more: Step["more"] = {}) => changed("main", before, after, more);
const other = (type: string, name: string, custom = true): Step => {
  const [before, after] = [1, 2].map((level) => ({ custom, inputs: { level } }));
  return { name, op: "update", more: { urn: `urn:pulumi:dev::movies::${type}::${name}`, oldState: before, newState: after } };
};
const removed = (kind: string, before: Record<string, unknown>, outputs: Record<string, unknown> = {}, more: Step["more"] = {}): Play => ({
  steps: [{ kind, name: "r", ...gone, more: { oldState: { custom: true, inputs: before, outputs: { ...before, ...outputs }, ...more } } }],
});
const replaced = (kind: string, before: Record<string, unknown>, after: object, line: string, more: object = {}): Play => ({
  steps: [
    {
      kind,
      name: "r",
      op: "replace",
      after: { ...after },
      more: { oldState: { custom: true, inputs: before, outputs: before, ...more }, newState: { custom: true, inputs: { ...after } } },
    },
  ],
  plans: [line],
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

const update = (before: object, after: object, line = "nothing", more: Step["more"] = {}): Play => ({
  steps: [settings(before, after, more)],
  plans: [line],
});
const configured = (before: unknown, after: unknown, live: object, more: Step["more"] = {}): Play => ({
  steps: [
    { kind: "AddonConfiguration", name: "c", before: { ...theme, configValue: before }, after: { ...theme, configValue: after }, more },
  ],
  plans: [`PUT /add-ons/ad-1/configs/cf {"config_value":${JSON.stringify(after)}} was ${JSON.stringify({ config_value: live })}`],
});
const switched = (before: unknown, after: unknown): Play => {
  const [addons, changedAddons] = [before, after].map((enableConfiguration) => ({ "ad-1": { enable: true, enableConfiguration } }));
  const fields = [{ path: ["addons", "ad-1", "enableConfiguration"], live: before, after }];
  const requests = [{ method: "PUT", path, body: { addons: [] }, later: [] }];
  const plan = { operation: "update", seen: true, requests, fields, names: [] } as const;
  return { steps: [settings({ addons }, { addons: changedAddons })], records: [{ urn: urnOf({ name: "main" }), plan }] };
};
/** A change after a refresh that found other values, for which nothing is sent. */
const seenAs = (found: object, before: Record<string, unknown>, after: Record<string, unknown>): Play => {
  const [oldState, newState] = [before, { ...before, ...found }].map((inputs) => ({ custom: true, inputs, outputs: inputs }));
  const more = "maxRetry" in before ? { detailedDiff: { maxRetry: {} } } : {};
  const step = { kind: "BackupSchedule", name: "r", after, more };
  return {
    steps: [
      { ...step, op: "refresh", more: { oldState, newState } },
      { ...step, op: "update", before: newState?.inputs ?? {} },
    ],
    plans: ["nothing"],
  };
};
const version = (before: string, after: string) =>
  update(
    { desiredTgVersion: before },
    { desiredTgVersion: after },
    `PUT ${path} {"desired_tg_version":"${after}"} was {"desired_tg_version":"${before}"}`,
  );
const resize = `PUT ${path} {"workspace_type_name":"TG-1"} was {"workspace_type_name":"TG-0"}`;

test.each<[string, Play, string[]]>([
  ["another value", update({ autoStopMinutes: 3 }, { autoStopMinutes: 4 }, minutes(4, 3)), []],
  [
    "another value than a live one that someone set",
    update({ autoStopMinutes: 3 }, { autoStopMinutes: 4 }, minutes(4, 5)),
    ["lost autoStopMinutes: 5 becomes 3"],
  ],
  ["a value that someone has set already", update({ autoStopMinutes: 3 }, { autoStopMinutes: 4 }), ["lost autoStopMinutes: 4 becomes 3"]],
  [
    "a value that is declared for the first time",
    update({}, { autoStopMinutes: 4 }, minutes(4, 3)),
    ["lost autoStopMinutes (not declared before): 3"],
  ],
  [
    "a value that is declared for the first time, and is live",
    update({}, { autoStopMinutes: 4, workspaceTypeName: "TG-1" }, resize),
    ['lost workspaceTypeName (not declared before): "TG-0"'],
  ],
  [
    "a value that was not read",
    update({ autoStopMinutes: 3 }, { autoStopMinutes: 4 }, "cannot plan: no response"),
    ["possible autoStopMinutes"],
  ],
  [
    "a value that is known later",
    update(
      {},
      { autoStopMinutes: unknownText, workspaceTypeName: "TG-1" },
      `PUT ${path} {"auto_stop_minutes":1,"workspace_type_name":"TG-1"} was {"auto_stop_minutes":3,"workspace_type_name":"TG-0"}`,
    ),
    ["possible autoStopMinutes", 'lost workspaceTypeName (not declared before): "TG-0"'],
  ],
  [
    "a value of which the engine shows only the place",
    update({}, { workspaceTypeName: "TG-1" }, resize, { detailedDiff: { addons: {} } }),
    ['lost workspaceTypeName (not declared before): "TG-0"', "possible addons"],
  ],
  [
    "a value that is no longer declared",
    update({ autoStopMinutes: 3 }, { autoStopMinutes: undefined }, `PUT ${path} {} was {"auto_stop_minutes":3}`),
    [],
  ],
  [
    "a value that someone set and that is no longer declared",
    update({ autoStopMinutes: 3 }, { autoStopMinutes: undefined }, `PUT ${path} {} was {"auto_stop_minutes":5}`),
    ["lost autoStopMinutes: 5 becomes 3"],
  ],
  [
    "a size that is no longer declared, which a timetable changes",
    update({ workspaceTypeName: "TG-0" }, { workspaceTypeName: undefined }, `PUT ${path} {} was {"workspace_type_name":"TG-0"}`),
    ["possible workspaceTypeName"],
  ],
  ["another size", update({ workspaceTypeName: "TG-0" }, { workspaceTypeName: "TG-1" }, resize), []],
  ["a later version", version("4.1.0", "4.2.0"), ["possible desiredTgVersion (a downgrade)"]],
  [
    "a value that is sent although it is live",
    update(
      {},
      { autoStopMinutes: 4, workspaceTypeName: "TG-1" },
      `PUT ${path} {"auto_stop_minutes":4,"workspace_type_name":"TG-1"} was {"auto_stop_minutes":4,"workspace_type_name":"TG-0"}`,
    ),
    ['lost workspaceTypeName (not declared before): "TG-0"'],
  ],
  [
    "a secret that is declared for the first time and not sent",
    update({}, { autoStopMinutes: "[secret]", workspaceTypeName: "TG-1" }, resize),
    ['lost workspaceTypeName (not declared before): "TG-0"'],
  ],
  [
    "a value that is declared for the first time and was not read",
    update({}, { autoStopMinutes: 4 }, "cannot plan: no response"),
    ["possible autoStopMinutes"],
  ],
  [
    "a live value that the service writes in another way",
    seenAs({ schedule: "0 02 * * *" }, { ...backups, schedule: "0 1 * * *" }, backups),
    ['lost schedule: "0 2 * * *" becomes "0 1 * * *"'],
  ],
  ["a value that is no longer declared, which nothing sends", seenAs({}, { ...backups, maxRetry: 2 }, backups), []],
  ["an earlier version", version("4.2.0", "4.1.0"), []],
  ["a value that the service never returns", update({ pause: false }, { pause: true }, `PUT ${path} {"pause":true}`), ["possible pause"]],
  [
    "one that is declared for the first time",
    update({}, { pause: true }, `PUT ${path} {"pause":true}`),
    ["lost pause (not declared before): absent"],
  ],
  [
    "a value that the service did not return",
    update({ autoStopMinutes: 3 }, { autoStopMinutes: 4 }, `PUT ${path} {"auto_stop_minutes":4}`),
    ["possible autoStopMinutes"],
  ],
  [
    "a secret that is declared for the first time",
    update({}, { autoStopMinutes: "[secret]" }, `PUT ${path} {"auto_stop_minutes":"[secret]"} was {"auto_stop_minutes":3}`),
    ["lost autoStopMinutes (not declared before): secret"],
  ],
  [
    "a secret that changes",
    configured("[secret]", "[secret]", {}, { detailedDiff: { configValue: {} }, diffReasons: ["configValue"] }),
    ["possible configValue"],
  ],
  ["what no argument declares", update({ note: "a" }, { note: "b" }, minutes(4, 3)), []],
  ["an object", configured({ a: 1 }, { a: 2 }, { a: 1 }), []],
  [
    "an object to which someone added a key",
    configured({ a: 1 }, { a: 2 }, { a: 1, b: 3 }),
    ['lost configValue.b (not declared before): "[hidden]"'],
  ],
  [
    "an object, with a key that someone added",
    configured({ a: 1 }, { a: 1, b: 4 }, { a: 1, b: 3 }),
    ["lost configValue.b (not declared before): 3"],
  ],
  ["an object to a text", configured({ a: 1 }, '{"a":2}', { a: 1 }), []],
  ["a text to another one, which can keep keys", switched('{"a":1}', '{"a":2}'), ["possible addons.ad-1.enableConfiguration"]],
  ["a text that is declared for the first time", switched(undefined, '{"a":2}'), ["possible addons.ad-1.enableConfiguration"]],
  ["an object to an object that can keep keys", switched({ a: 1 }, { a: 2 }), []],
  [
    "a failed update that sends its value again",
    {
      steps: [{ ...settings({ autoStopMinutes: 3 }, { autoStopMinutes: 4 }), outputs: { __pending: { sent: { autoStopMinutes: 4 } } } }],
      plans: [minutes(4, 3)],
    },
    ["possible autoStopMinutes"],
  ],
])("a revert of a change: %s", (_, play, losses) => expect(lossesIn(play)).toEqual(losses));

const adopted = (kind: string, after: Record<string, unknown>, line: string): Play => ({
  steps: [{ kind, name: "r", after }],
  plans: [line],
});
const noted: Play = {
  steps: [{ kind: "AllowListEntry", name: "r", after: { ...entry, note: "b", adopt: true } }],
  records: [
    {
      urn: urnOf({ kind: "AllowListEntry", name: "r" }),
      plan: {
        operation: "adopt",
        seen: true,
        requests: [{ method: "PUT", path: "/e", body: { note: "b" }, was: { cidr: "10.0.0.7/8", note: "a" }, later: [] }],
        fields: [{ path: ["note"], live: "a", after: "b" }],
        names: [],
      },
    },
  ],
};
const unreadWorkspace: Play = {
  steps: [{ kind: "Workspace", name: "r", after: { ...whole, databaseId: "db-1", adopt: true } }],
  records: [
    {
      urn: urnOf({ kind: "Workspace", name: "r" }),
      plan: { operation: "adopt", seen: false, requests: [{ method: "PUT", path, later: [] }], fields: [], names: [] },
    },
  ],
};
const [enable, disable] = [true, false].map((on) => `PUT /l/${on} {"enable_allow_list":${on}} was {"enable_allow_list":${!on}}`) as [
  string,
  string,
];
const imported = (kind: string, after: Record<string, unknown>): Play => ({ steps: [{ kind, name: "r", op: "import", after }] });

test.each<[string, Play, string[]]>([
  [
    "values that are set",
    adopted("WorkspaceSettings", { ...workspace, autoStopMinutes: 4 }, minutes(4, 3)),
    ["lost autoStopMinutes (not declared before): 3"],
  ],
  ["values that are live", adopted("WorkspaceSettings", { ...workspace, autoStopMinutes: 4 }, "nothing"), []],
  [
    "a user whom it would delete",
    adopted("DatabaseUser", { ...user, adopt: true, deletionPolicy: "delete" }, `PUT ${path}/dbuser {}`),
    ["possible password", "deleted"],
  ],
  [
    "a user who stays",
    adopted("DatabaseUser", { ...user, adopt: true }, `PUT ${path}/dbuser {"password":"[secret]"}`),
    ["lost password (not declared before): secret"],
  ],
  [
    "backups that are paused in the end",
    adopted(
      "BackupSchedule",
      { ...backups, deletionPolicy: "pause" },
      `POST ${path}/b {"schedule":"0 2 * * *"} was {"schedule":"0 2 * * *"}`,
    ),
    ["lost pause: absent becomes true"],
  ],
  ["a list that was not enforced, and is not in the end", adopted("AllowList", { ...list, deletionPolicy: "disable" }, enable), []],
  [
    "a list that was enforced, and is not in the end",
    adopted("AllowList", { ...list, deletionPolicy: "disable" }, "nothing"),
    ["lost enabled: true becomes false"],
  ],
  ["a list that is enforced", adopted("AllowList", list, enable), ["lost enabled (not declared before): false"]],
  ["a list that was enforced", adopted("AllowList", { ...list, enabled: false }, disable), ["lost enabled (not declared before): true"]],
  ["a range in another notation", noted, ['lost note (not declared before): "a"']],
  [
    "values that are set, of an object that is known by its name",
    adopted("Workspace", { ...whole, adopt: true, autoStopMinutes: 4 }, minutes(4, 3)),
    ["lost autoStopMinutes (not declared before): 3", "refused (protected)"],
  ],
  [
    "live values that stay, since the program does not declare them",
    adopted(
      "WorkspaceSettings",
      { ...workspace, autoStopMinutes: 4 },
      `PUT ${path} {"auto_stop_minutes":4} was {"auto_stop_minutes":3,"enable_ha":true}`,
    ),
    ["lost autoStopMinutes (not declared before): 3"],
  ],
  [
    "a value with a live key that is not declared",
    adopted(
      "AddonConfiguration",
      { ...theme, adopt: true },
      `PUT /c {"config_value":"{\\"a\\":1}"} was {"config_value":"{\\"a\\":1,\\"b\\":2}"}`,
    ),
    ['lost configValue (not declared before): {"a":1,"b":2}'],
  ],
  [
    "a value that differs, and has a live key that is not declared",
    adopted(
      "AddonConfiguration",
      { ...theme, adopt: true },
      `PUT /c {"config_value":"{\\"a\\":1}"} was {"config_value":"{\\"a\\":3,\\"b\\":2}"}`,
    ),
    ['lost configValue (not declared before): {"a":3,"b":2}'],
  ],
  ["what identifies an object that was not read", unreadWorkspace, ["refused (protected)"]],
  [
    "an imported value that a refresh does not show",
    imported("WorkspaceSettings", { ...workspace, autoStopMinutes: 30 }),
    ["possible autoStopMinutes"],
  ],
  ["an imported user", imported("DatabaseUser", { ...workspace, username: "u" }), []],
  [
    "an imported user whom it would delete",
    imported("DatabaseUser", { ...workspace, username: "u", deletionPolicy: "delete" }),
    ["deleted"],
  ],
  ["an imported workspace", imported("Workspace", whole), ["refused (protected)"]],
  [
    "an imported value that the program changes",
    {
      steps: [
        { name: "main", op: "import", after: { ...workspace, autoStopMinutes: 3 } },
        settings({ autoStopMinutes: 3 }, { autoStopMinutes: 4 }),
      ],
      plans: [minutes(4, 3)],
    },
    ["lost autoStopMinutes (not declared before): 3"],
  ],
])("a revert of an adoption: %s", (_, play, losses) => expect(lossesIn(play)).toEqual(losses));

/** The sentence about changes of the workspaces `a`, `b` and so on, each with its losses. */
function sentence(...losses: readonly (readonly Loss[])[]): string {
  const [change] = reviewWith([settings({ autoStopMinutes: 3 }, { autoStopMinutes: 4 })], [minutes(4, 3)]).changes;
  if (change === undefined) throw new Error("no change");
  const changes = losses.map((own, index) => ({ ...change, subject: [["workspace", "abcde"[index] ?? ""] as const], losses: own }));
  return wayBackText(changes, markdownStyle);
}

const lost = (name: string, more: Partial<Loss> = {}): Loss => ({ is: "lost", path: [name], ...more });
const liveMinutes = (value: number) => lost("autoStopMinutes", { why: "not declared before", live: { is: "value", value } });
const sizes = ["a", "b", "c", "d", "e"].map((name) => lost(name));

test.each<[string, readonly (readonly Loss[])[], string]>([
  [
    "four losses",
    [sizes.slice(0, 4)],
    "does not restore: `a` of workspace `a`; `b` of workspace `a`; `c` of workspace `a`; `d` of workspace `a`.",
  ],
  [
    "five losses",
    [sizes],
    "does not restore: `a` of workspace `a`; `b` of workspace `a`; `c` of workspace `a`; `d` of workspace `a`; 1 more.",
  ],
  [
    "the order of objects, parts and values",
    [[lost("a"), { is: "lost", part: "data" }, { is: "lost", why: "stays" }]],
    "does not restore: workspace `a` (stays); the data of workspace `a`; `a` of workspace `a`.",
  ],
  [
    "one live value of two objects",
    [[liveMinutes(30)], [liveMinutes(30)]],
    "does not restore: auto-stop of workspace `a` and workspace `b` (not declared before, live now `30`).",
  ],
  [
    "two live values of two objects",
    [[liveMinutes(30)], [liveMinutes(60)]],
    "does not restore: auto-stop of workspace `a` and workspace `b` (not declared before).",
  ],
  [
    "four objects",
    ["a", "b", "c", "d"].map(() => [liveMinutes(30)]),
    "does not restore: auto-stop of workspace `a`, workspace `b`, workspace `c` and 1 more (not declared before, live now `30`).",
  ],
  ["a change without losses beside another", [[lost("a")], []], "restores everything except: `a` of workspace `a`."],
  ["no losses", [[], []], "restores all of it."],
  [
    "what may be lost beside what is not",
    [[{ is: "possible", part: "data" }], []],
    "restores everything, except possibly: the data of workspace `a`.",
  ],
  [
    "what is lost and what may be, beside what is not",
    [[lost("a")], [{ is: "possible", part: "data" }], []],
    "restores everything except: `a` of workspace `a`; possibly also: the data of workspace `b`.",
  ],
  [
    "what is lost and what may be",
    [[lost("a")], [{ is: "possible", part: "data" }]],
    "does not restore: `a` of workspace `a`; possibly also not: the data of workspace `b`.",
  ],
  [
    "two parts of an object",
    [
      [
        { is: "lost", part: "data" },
        { is: "lost", part: "users" },
      ],
    ],
    "does not restore: the data and users of workspace `a`.",
  ],
])("the sentence names %s", (_, losses, expected) => expect(sentence(...losses)).toBe(`Reverting ${expected}`));

test("the sentence begins with what a revert deletes, and with where it fails", () => {
  const [deleted, refused] = [{ is: "deleted" }, { is: "refused", why: "protected" }] as const;
  expect(sentence([deleted])).toBe("⛔ Reverting deletes workspace `a`; otherwise it restores all of it.");
  expect(sentence([refused])).toBe("⚠️ Reverting fails for workspace `a` (protected); otherwise it restores all of it.");
  expect(sentence([deleted], [refused], [lost("a")])).toBe(
    "⛔ Reverting deletes workspace `a` and fails for workspace `b` (protected); otherwise it restores everything except: `a` of workspace `c`.",
  );
});
