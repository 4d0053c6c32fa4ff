import type { WorkspaceRecord } from "../../../client";
import { formatMessage } from "../../../provider/messages/message";
import { readPending } from "../../../provider/reconcile/pending";
import { diffFields } from "../../../provider/resources/workspace-settings/diff";
import {
  activityText,
  describeUnapplied,
  findHiddenValues,
  showBody,
  statusText,
  timedOutMessage,
} from "../../../provider/resources/workspace-settings/messages";
import { rewrittenFields } from "../../../provider/resources/workspace-settings/state";
import { describeKept, planSettings } from "../../../provider/resources/workspace-settings/plan";
import type { Arguments, State } from "../../../provider/resources/workspace-settings/description";

const ids = { workgroupId: "wg", workspaceId: "ws" };
const path = "/workgroups/wg/workspaces/ws";
const notSecret = () => false;

type Declared = Omit<Arguments, keyof typeof ids>;
type Live = Record<string, unknown>;

const record = (live: Live): WorkspaceRecord => ({ workspace_id: "ws", ...live });
const diffs = (args: Declared, live: Live) => diffFields({ ...ids, ...args }, record(live));
const addon = (enable_configuration: unknown) => ({ addons: [{ addons_id: "one", enable: true, enable_configuration }] });
const configured = (enableConfiguration: Record<string, unknown> | string): Declared => ({
  addons: { one: { enable: true, enableConfiguration } },
});

function noticesOf(args: Declared, last: Omit<State, keyof typeof ids>, live: Live, secret = ""): readonly string[] | undefined {
  const plan = planSettings({ ...ids, ...args }, { ...ids, ...last }, { record: record(live) }, (name) => name === secret);
  return "notices" in plan ? plan.notices?.map((line) => formatMessage(line).replace(`graphplane: ${path}: `, "")) : undefined;
}

const sent = (values: object) => ({ __pending: { sent: { ...values } } });

test.each<[string, Declared, Omit<State, keyof typeof ids>, Live, string, readonly string[]]>([
  [
    "another value is on its way",
    { autoStopMinutes: 30 },
    sent({ autoStopMinutes: 9 }),
    { auto_stop_minutes: 30 },
    "",
    ["autoStopMinutes: 9 was sent and might still take effect, so 30 is sent"],
  ],
  [
    "another secret value is on its way",
    { workspaceName: "a" },
    sent({ workspaceName: "b" }),
    { name: "a" },
    "workspaceName",
    ["workspaceName: [secret] was sent and might still take effect, so [secret] is sent"],
  ],
  [
    "a value is declared no longer that the record does not return",
    {},
    { pause: true },
    {},
    "",
    ["no longer declared: pause keeps its current value true"],
  ],
  [
    "a value is declared no longer, and has arrived",
    {},
    { autoStopMinutes: 30, ...sent({ autoStopMinutes: 60 }) },
    { auto_stop_minutes: 60 },
    "",
    ["no longer declared: autoStopMinutes keeps its current value 60"],
  ],
])("a plan prints a notice if %s", (_name, args, last, live, secret, notices) =>
  expect(noticesOf(args, last, live, secret)).toEqual(notices),
);

const idle = { status: "Idle", workspace_type: { typeName: "TG-0" }, auto_stop_minutes: 30 };
const resized: Declared = { workspaceTypeName: "TG-1", waitForStatus: ["Active", "Up"] };
const stuck = (statuses: string) => [
  `the status is Idle, and the update waits for ${statuses}. If the workspace is stopped, this update does not resume it: declare pause: false, or add Idle to waitForStatus`,
];
const unreported = ["the service does not report pause: graphplane sends it when you change it, and cannot detect drift"];

test.each<[string, Declared, Live, string, readonly string[]]>([
  ["a stopped workspace that is resized and waited for may never become active", resized, idle, "", stuck("Active or Up")],
  ["statuses that are secret are not told", resized, idle, "waitForStatus", stuck("[secret]")],
  ["a change that waits for no status is not spoken of", { workspaceTypeName: "TG-1" }, idle, "", []],
  [
    "a pause leads to the status that it waits for",
    { pause: true, waitForStatus: ["Idle"] },
    { ...idle, status: "Active" },
    "",
    unreported,
  ],
  ["a resize that also pauses may reach the status", { ...resized, pause: true }, idle, "", unreported],
  ["nothing is waited for where nothing is sent", { ...resized, workspaceTypeName: "TG-0" }, idle, "", []],
])("%s", (_name, args, live, secret, notices) => expect(noticesOf(args, {}, live, secret)).toEqual(notices));

test("a workspace that an earlier update resumed may become active", () =>
  expect(noticesOf({ ...resized, pause: false }, { pause: false }, idle)).toEqual([]));

test.each<[string, Declared, Live, readonly string[], string]>([
  [
    "only what takes minutes, if anything does",
    { workspaceTypeName: "TG-1", autoStopMinutes: 60 },
    { ...idle },
    [],
    "resizing TG-0 → TG-1",
  ],
  ["a version", { desiredTgVersion: "4.3" }, { tg_version: "4.2" }, [], "changing the version 4.2 → 4.3"],
  ["a pause", { pause: true }, {}, [], "pausing"],
  ["its end", { pause: false }, {}, [], "resuming"],
  ["a pause that is secret", { pause: true }, {}, ["pause"], "changing pause"],
  ["a size that the record does not return", { workspaceTypeName: "TG-1" }, {}, [], "resizing to TG-1"],
  ["a size that it shows already", { workspaceTypeName: "TG-0" }, idle, [], "resizing to TG-0"],
  ["no value that is too long for a line", { workspaceName: "n".repeat(38) }, { name: "abc" }, [], "changing workspaceName"],
  ["a value that just fits", { workspaceName: "n".repeat(37) }, { name: "abc" }, [], `changing workspaceName abc → ${"n".repeat(37)}`],
  ["no secret value", { workspaceName: "b" }, { name: "a" }, ["workspaceName"], "changing workspaceName"],
  [
    "a configuration by its key",
    configured({ k: { x: 2 } }),
    addon({ k: { x: 1 } }),
    [],
    "changing addons.one.enableConfiguration.k.x 1 → 2",
  ],
  [
    "a configuration's text beside the object that is live",
    configured('{"k":2}'),
    addon({ k: 1 }),
    [],
    'changing addons.one.enableConfiguration {"k":1} → {"k":2}',
  ],
  [
    "three changes, and how many more there are",
    { autoStopMinutes: 1, enableAutoStart: true, updateStrategy: "a", workspaceName: "b", autoUpgradeState: "c" },
    { auto_stop_minutes: 2, enable_auto_start: false, update_strategy: "b", name: "a", auto_upgrade_state: "d" },
    [],
    "changing workspaceName a → b, changing autoStopMinutes 2 → 1, changing autoUpgradeState d → c, 2 more",
  ],
])("a wait names %s", (_name, args, live, secret, text) => {
  const awaited = ["workspace_type_name", "desired_tg_version", "pause", "workspace_name", "auto_stop_minutes", "enable_auto_start"];
  const plan = { awaited: [...awaited, "update_strategy", "auto_upgrade_state", "addons"], diffs: diffs(args, live) };
  expect(activityText(plan, (name) => secret.includes(name))).toBe(text);
});

test("a wait names only the changes that it waits for", () => {
  const all = diffs({ enableHa: true, autoStopMinutes: 60 }, { enable_ha: false, auto_stop_minutes: 30 });
  expect(activityText({ awaited: ["auto_stop_minutes"], diffs: all }, notSecret)).toBe("changing autoStopMinutes 30 → 60");
});

test("pending values are printed with the expected and the current value", () => {
  const left = diffs({ autoStopMinutes: 60, updateStrategy: "a", workspaceName: "b" }, { auto_stop_minutes: 30, name: "a" });
  expect(describeUnapplied(left, (name) => name === "workspaceName")).toBe(
    'workspaceName (wanted [secret], seen [secret]), autoStopMinutes (wanted 60, seen 30), updateStrategy (wanted "a", seen nothing)',
  );
  const text = diffs(configured('{"k":2}'), addon({ k: 1, kept: 1 }));
  expect(describeUnapplied(text.slice(1), notSecret)).toBe('addons.one.enableConfiguration (wanted "{\\"k\\":2}", seen {"k":1})');
});

test("a status that is waited for and never shown is printed with a hint", () => {
  expect(statusText(["Active", "Up"], record({ status: "" }), notSecret)).toBe(
    "status (wanted Active or Up twice in a row, seen nothing; if the service never returns a status, omit waitForStatus)",
  );
  expect(statusText(["Active"], record({ status: "Resizing" }), () => true)).toBe("status (wanted [secret] twice in a row, seen Resizing)");
});

const resume = 'Run "pulumi up" again: it resumes from here. Raise timeoutSeconds if it needs longer.';

test.each<[string, Live, string]>([
  [
    "shows what it showed before, which differs from what was sent only in case and punctuation",
    { update_strategy: "never", auto_stop_minutes: 60 },
    `If the service reformats updateStrategy, declare it in that format. ${resume}`,
  ],
  [
    "shows a third value, which may be another form of what was sent",
    { update_strategy: "NEVER_", auto_stop_minutes: 30 },
    `If the service reformats updateStrategy, declare it in that format. ${resume}`,
  ],
])("a wait that timed out says what to do where the record %s", (_name, live, hint) => {
  const args = { autoStopMinutes: 60, updateStrategy: "Never_" };
  const before = diffs(args, { update_strategy: "never", auto_stop_minutes: 30 });
  const outcome = { elapsed: 120, waits: "something", trouble: " The last read failed." };
  expect(timedOutMessage(outcome, rewrittenFields({ diffs: before, pending: readPending(undefined) }, diffs(args, live)))).toBe(
    `timed out after 120 s: the service accepted the update but still reports something. The last read failed. ${hint}`,
  );
});

test("a number that the record shows as a string is not called a different format of the declared one", () => {
  const before = diffs({ autoStopMinutes: 60 }, { auto_stop_minutes: "60" });
  expect(rewrittenFields({ diffs: before, pending: readPending(undefined) }, before)).toEqual([]);
});

const live = {
  workspace_name: "canary",
  agent_config: { heartbeat_interval_seconds: 5, new_knob: "canary" },
  addons: [
    { addons_id: "one", enable: true, enable_configuration: { declared: { a: 1, b: "canary" }, list: ["canary"], other: { c: null } } },
    { addons_id: "two", enable: true, enable_configuration: "canary" },
    { addons_id: "three", enable: false },
  ],
};
const program: Arguments = {
  ...ids,
  workspaceName: "canary",
  agentConfig: { heartbeatIntervalSeconds: 6 },
  addons: { one: { enable: true, enableConfiguration: { declared: { a: 2 } } }, two: { enable: false } },
};

test("a line shows the declared parts of nested values, and only the names of the others", () => {
  const isSecret = (name: string) => name === "workspaceName";
  expect(showBody(live, program, isSecret)).toEqual({
    workspace_name: "[secret]",
    agent_config: { heartbeat_interval_seconds: 5, new_knob: "[hidden]" },
    addons: [
      {
        addons_id: "one",
        enable: true,
        enable_configuration: { declared: { a: 1, b: "[hidden]" }, list: "[hidden]", other: { c: "[hidden]" } },
      },
      { addons_id: "two", enable: true, enable_configuration: "[hidden]" },
      { addons_id: "three", enable: false },
    ],
  });
  expect(findHiddenValues(live, program, isSecret)).toEqual(["canary", "canary", "canary", ["canary"], null, "canary"]);
});

test("a secret argument hides all of a nested value", () => {
  const isSecret = (name: string) => name === "agentConfig" || name === "addons";
  expect(showBody({ agent_config: live.agent_config, addons: live.addons }, program, isSecret)).toEqual({
    agent_config: "[secret]",
    addons: "[secret]",
  });
});

test("the notice of a retained workspace lists what may still take effect", () => {
  const state: State = { ...ids, __pending: { sent: { autoStopMinutes: 60, workspaceName: "canary" }, uncertain: ["pause"] } };
  expect(describeKept(state, (name) => name === "workspaceName")).toEqual({
    path,
    object: "the workspace",
    effect: "it keeps its current settings",
    more: "; workspaceName: [secret] was sent and might still take effect; autoStopMinutes: 60 was sent and might still take effect; pause: the last change might still take effect",
  });
  expect(describeKept(ids, notSecret).more).toBe("");
});
