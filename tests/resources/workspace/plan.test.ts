import type { WorkspaceRecord } from "../../../client";
import type { LiveByName } from "../../../provider/reconcile/lookup-by-name";
import { whyNotReady } from "../../../provider/resources/workspace/crud";
import { planCreation, planWorkspace, settingsOf, settingsOfCreation } from "../../../provider/resources/workspace/plan";
import type { Arguments, State } from "../../../provider/resources/workspace/description";

const args: Arguments = { workgroupId: "wg", workspaceName: "analytics" };
const state: State = { ...args, workspaceId: "ws" };
const record: WorkspaceRecord = { workspace_id: "ws", name: "analytics", database_id: "db", is_rw: true, auto_stop_minutes: 30 };
const other: WorkspaceRecord = { workspace_id: "ws-2", name: "other" };
const here: LiveByName<WorkspaceRecord> = { found: true, record };
const listed = (...all: WorkspaceRecord[]): LiveByName<WorkspaceRecord> => {
  const namesakes = all.filter(({ name }) => name === record.name).map((one) => ({ record: one, resourceId: `wg/${one.workspace_id}` }));
  return { found: false, certain: true, others: all.length > 0, all, namesakes };
};
const below = "/workgroups/wg/workspaces";
const notSecret = () => false;

const refused = (property: string, reason: RegExp) => ({ action: "refuse", property, reason: expect.stringMatching(reason) as string });
const unchanged = { action: "none", workspaceId: "ws", isUnfinished: false };

test.each<[string, Partial<Arguments>, Partial<State> | undefined, LiveByName<WorkspaceRecord>, object]>([
  [
    "where none has its name, one is made",
    { databaseId: "db" },
    undefined,
    listed(other),
    { action: "post", body: { name: "analytics", tg_database_id: "db" }, before: ["ws-2"] },
  ],
  [
    "one of its name is not adopted unasked",
    {},
    undefined,
    listed(other, record),
    refused(
      "workspaceName",
      /^a workspace "analytics" already exists \(ws\).* add adopt: true .*graphplane:index:Workspace <name> wg\/ws"$/,
    ),
  ],
  [
    "one of another database cannot be adopted",
    { adopt: true, databaseId: "other" },
    undefined,
    listed(record),
    refused("databaseId", /^databaseId of the workspace "analytics" \(ws\) is "db" and cannot be changed/),
  ],
  [
    "one that was there before a POST of the same name is adopted as if it were new",
    { adopt: true, autoStopMinutes: 30, onConflict: "fail" },
    { ...args, autoStopMinutes: 60, __pending: { creation: { before: ["ws"] } } },
    listed(record),
    unchanged,
  ],
  ["a pause, which no record shows, is not sent again", { pause: true }, { ...state, pause: true }, here, unchanged],
  [
    "a setting that cannot be sent is refused",
    { addons: { insights: { enable: true } } },
    state,
    here,
    refused("addons", /no workspace of the workgroup contains addons/),
  ],
  [
    "one that was not seen ready since its POST is waited for first",
    {},
    { ...state, __pending: { creation: { before: [] } } },
    here,
    { ...unchanged, isUnfinished: true },
  ],
])("%s", (_name, more, last, live, planned) => expect(planWorkspace({ ...args, ...more }, last, live, notSecret)).toMatchObject(planned));

test("a refusal of an update is that of its settings", () => {
  const plan = planWorkspace({ ...args, agentConfig: { heartbeatIntervalSeconds: 5 } }, state, here, notSecret);
  expect(Object.keys(plan).toSorted()).toEqual(["action", "property", "reason"]);
});

/** Every setting that a POST takes, and its body. */
const taken: Partial<Arguments> = {
  workspaceTypeName: "TG-0",
  autoStopMinutes: 0,
  enableAutoStart: false,
  enableHa: true,
  updateStrategy: "rolling",
  maintenanceWindow: { dayOfWeek: 0, hourOfDay: 3, intervalWeeks: 1, timeZone: "UTC" },
  addons: { insights: { enable: true, enableConfiguration: { level: 1 } } },
};
const takenBody = {
  workspace_type_name: "TG-0",
  auto_stop_minutes: 0,
  enable_auto_start: false,
  enable_ha: true,
  update_strategy: "rolling",
  maintenance_window_day_of_week: 0,
  maintenance_window_hour_of_day: 3,
  maintenance_window_interval_weeks: 1,
  maintenance_window_time_zone: "UTC",
  addons: [{ addons_id: "insights", enable: true, enable_configuration: { level: 1 } }],
};

test.each<[string, Partial<Arguments>, object, object | undefined]>([
  ["every setting that it takes", taken, { name: "analytics", ...takenBody }, undefined],
  [
    "none that only a PUT takes, which follows",
    { agentConfig: { heartbeatIntervalSeconds: 5 }, autoUpgradeState: "major", desiredTgVersion: "4.3.0", pause: true },
    { name: "analytics" },
    { agent_config: { heartbeat_interval_seconds: 5 }, auto_upgrade_state: "major", desired_tg_version: "4.3.0", pause: true },
  ],
  [
    "no pause: false beside what follows",
    { pause: false, autoUpgradeState: "major" },
    { name: "analytics" },
    { auto_upgrade_state: "major" },
  ],
])("the POST of a workspace sends %s", (_name, more, body, rest) => {
  const plan = planCreation({ ...args, ...more }, [], notSecret);
  expect(plan).toMatchObject({ action: "post", body, before: [], request: { method: "POST", path: below, body } });
  expect([plan.body, plan.request.body]).toEqual([body, body]);
  expect(plan.followUp).toEqual(rest && { method: "PUT", path: `${below}/[known-later]`, body: rest });
});

test("until a read returns the workspace, the state contains only the settings of the POST", () => {
  const rest: Partial<Arguments> = { agentConfig: {}, autoUpgradeState: "major", desiredTgVersion: "4.3.0" };
  expect(settingsOfCreation({ ...args, ...taken, ...rest, pause: true })).toEqual({ ...args, ...taken });
  expect(settingsOfCreation({ ...args, ...rest, pause: false })).toEqual({ ...args, pause: false });
});

const host = { proxy_host: "ws.example.com" };

test.each<[string, Partial<Arguments>, Partial<WorkspaceRecord>, string | undefined]>([
  ["active and shows its host", {}, { status: "Active", ...host }, undefined],
  ["being created", {}, { status: "Creating", ...host }, "status (wanted Active, seen Creating)"],
  ["without a status, of a service that shows none", {}, { status: "", ...host }, undefined],
  ["without its host", {}, { status: "Active" }, "its host"],
])("a new workspace that is %s", (_name, more, shown, expected) => {
  expect(whyNotReady(more, { workspace_id: "ws", ...shown })).toBe(expected);
});

test.each<[string, Partial<Arguments>, readonly string[] | undefined, string, object?]>([
  ["until it is active", {}, ["Active"], "Updating"],
  ["until it is active or stopped where it is being stopped", {}, ["Active", "Idle"], "Pausing"],
  ["until it is active where it resumes", { pause: false }, ["Active"], "Idle"],
  ["until it is active or stopped where it has stopped since", { pause: false }, ["Active", "Idle"], "Idle", { pause: false }],
  ["for no status where it is paused", { pause: true }, undefined, "Active"],
  ["for the declared statuses even where the service shows none", { waitForStatus: ["Up"] }, ["Up"], ""],
])("a change of a workspace waits %s", (_name, more, statuses, status, last = {}) => {
  expect(settingsOf({ ...args, ...more }, { workspace_id: "ws", status }, last)).toEqual({
    ...args,
    ...more,
    workspaceId: "ws",
    ...(statuses && { waitForStatus: statuses }),
  });
});
