import { unknownText } from "../../../support/provider";
import { backups, entry, list, lossesIn, minutes, type Play, settings, theme, user, whole } from "./reverts";
import { path, type Step, urnOf, workspace } from "./samples";

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
const unread = (kind: string, after: Record<string, unknown>): Play => ({
  steps: [{ kind, name: "r", after }],
  records: [
    {
      urn: urnOf({ kind, name: "r" }),
      plan: { operation: "adopt", seen: false, requests: [{ method: "PUT", path, later: [] }], fields: [], names: [] },
    },
  ],
});
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
  ["a value that was not read", unread("AddonConfiguration", { ...theme, adopt: true }), ["possible configValue.a"]],
  [
    "what identifies an object that was not read",
    unread("Workspace", { ...whole, databaseId: "db-1", adopt: true }),
    ["refused (protected)"],
  ],
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
