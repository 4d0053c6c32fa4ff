import type { WorkspaceRecord } from "../../../client";
import { isRefusal } from "../../../provider/definition";
import { withoutUnapplied } from "../../../provider/reconcile/compare";
import { diffFields } from "../../../provider/resources/workspace-settings/diff";
import { planSettings } from "../../../provider/resources/workspace-settings/plan";
import { allSettingsIn } from "../../../provider/resources/workspace-settings/shown";
import type { Arguments, State } from "../../../provider/resources/workspace-settings/description";
import {
  wasReformattedBefore,
  type SettingsPlan,
  settingsWhilePending,
  stateAfterLost,
  stateAfterRead,
  unappliedFields,
} from "../../../provider/resources/workspace-settings/state";

const ids = { workgroupId: "wg", workspaceId: "ws" };
const notSecret = () => false;

type Declared = Omit<Arguments, keyof typeof ids>;
type Held = Omit<State, keyof typeof ids>;
type Live = Record<string, unknown>;

const record = (live: Live): WorkspaceRecord => ({ workspace_id: "ws", ...live });
const addon = (enable_configuration: unknown) => ({ addons: [{ addons_id: "one", enable: true, enable_configuration }] });
const configured = (enableConfiguration: Record<string, unknown> | string): Declared => ({
  addons: { one: { enable: true, enableConfiguration } },
});

function planOf(args: Declared, last: Held | undefined, live: Live): SettingsPlan {
  const plan = planSettings({ ...ids, ...args }, last && { ...ids, ...last }, { record: record(live) }, notSecret);
  if (isRefusal(plan)) throw new Error(plan.reason);
  return plan;
}

const small = { workspace_type: { typeName: "TG-0" }, auto_stop_minutes: 30, enable_ha: false };
const large = { workspace_type: { typeName: "TG-1" }, auto_stop_minutes: 60, enable_ha: false };
const resized: Declared = { workspaceTypeName: "TG-1", autoStopMinutes: 60, enableHa: false };

test.each<[string, Declared, Live, Live, boolean, readonly string[]]>([
  ["nothing, once a read shows all of it", resized, small, large, true, []],
  ["what takes minutes, while only the response to the request shows it", resized, small, large, false, ["workspaceTypeName"]],
  ["nothing that the record never showed", { ...resized, pause: true }, small, large, true, []],
  ["nothing that is masked now", configured({ key: "new" }), addon({ key: "old" }), addon({ key: "***" }), true, []],
  [
    "a key of a configuration that was there and is not listed now",
    configured({ key: "new" }),
    addon({ key: "old" }),
    addon(null),
    true,
    ["addons.one.enableConfiguration.key"],
  ],
])("a wait is left with %s", (_name, args, before, now, byRead, left) => {
  const plan = planOf(args, undefined, before);
  const diffs = diffFields({ ...ids, ...args }, record(now));
  expect(unappliedFields(plan, diffs, byRead).map(({ path }) => path.join("."))).toEqual(left);
});

const beside = { updateStrategy: "x", ...configured({ key: "new", more: 1 }) };

test.each<[string, Live, boolean]>([
  ["every value that is left is as an earlier wait saw it", { ...addon({ key: "old", more: 1 }), update_strategy: "y" }, true],
  ["the configuration of one lacks its key", { ...addon({ key: "old" }), update_strategy: "y" }, false],
  ["none is left", { ...addon({ key: "new", more: 1 }), update_strategy: "x" }, false],
])("a value may be written differently by the service if %s", (_name, live, expected) => {
  const shown = { updateStrategy: "y", ...configured({ key: "old" }) };
  expect(wasReformattedBefore(planOf(beside, { __pending: { sent: beside, shown } }, live))).toBe(expected);
});

const awaited = { ...resized, waitForStatus: ["Active"] };

test.each<[string, Declared, Live, Held]>([
  [
    "holds what the record shows, and remembers what it does not",
    resized,
    { ...small, auto_stop_minutes: 60 },
    { ...resized, workspaceTypeName: "TG-0", __pending: { sent: { workspaceTypeName: "TG-1" } } },
  ],
  ["remembers nothing once all of it shows", resized, large, resized],
  [
    "remembers what shows already, while a status must still show its end",
    awaited,
    large,
    { ...awaited, __pending: { sent: { workspaceTypeName: "TG-1" } } },
  ],
])("the state during a wait %s", (_name, args, now, expected) => {
  const plan = planOf(args, undefined, small);
  const seen = { record: record(now), diffs: diffFields({ ...ids, ...args }, record(now)) };
  expect(settingsWhilePending({ ...ids, ...args }, plan, seen, notSecret)).toEqual({ ...ids, ...expected });
});

test.each<[string, Declared, Held | undefined, Live, Held]>([
  [
    "what was sent counts as not applied",
    { autoStopMinutes: 60, enableHa: true },
    undefined,
    { auto_stop_minutes: 30, enable_ha: true },
    { autoStopMinutes: 30, enableHa: true, __pending: { sent: { autoStopMinutes: 60 } } },
  ],
  [
    "a part of a nested value that shows as declared is applied",
    { agentConfig: { heartbeatIntervalSeconds: 5, topologyUpdateIntervalSeconds: 6 } },
    undefined,
    { agent_config: { heartbeat_interval_seconds: 5, topology_update_interval_seconds: 7 } },
    {
      agentConfig: { heartbeatIntervalSeconds: 5, topologyUpdateIntervalSeconds: 7 },
      __pending: { sent: { agentConfig: { topologyUpdateIntervalSeconds: 6 } } },
    },
  ],
])("after a request whose responses were all lost, %s", (_name, args, last, live, expected) => {
  const plan = planOf(args, last, live);
  expect(stateAfterLost({ ...ids, ...args }, plan, notSecret)).toEqual({ ...ids, ...expected });
});

test.each<[string, Declared, Held | undefined, Live, Declared]>([
  ["its live value, if the record shows another", { autoStopMinutes: 60 }, { autoStopMinutes: 45 }, small, { autoStopMinutes: 30 }],
  ["the one applied last, if the record shows none", { pause: true }, { pause: false }, small, { pause: false }],
  ["none, if the record shows none and none was applied", { pause: true }, undefined, small, {}],
  [
    "the text applied last, if the record shows more than a new one",
    configured('{"a":1}'),
    configured('{"b":2}'),
    addon({ a: 1, b: 2 }),
    configured('{"b":2}'),
  ],
  [
    "its live value while another one is on its way",
    { autoStopMinutes: 30 },
    { autoStopMinutes: 15, __pending: { sent: { autoStopMinutes: 45 } } },
    small,
    { autoStopMinutes: 30 },
  ],
  [
    "the one applied last while another one is on its way that no record shows",
    { pause: true },
    { pause: false, __pending: { sent: { pause: false } } },
    small,
    { pause: false },
  ],
])("for a value that is not applied, the state contains %s", (_name, args, last, live, expected) => {
  const [declared, before] = [{ ...ids, ...args }, last && { ...ids, ...last }];
  const left = diffFields(declared, record(live), before).filter(({ path }) => path[2] !== "enable");
  expect(withoutUnapplied(declared, left)).toEqual({ ...ids, ...expected });
});

test.each<[string, Held, Live, object]>([
  ["has arrived is forgotten", { __pending: { sent: { autoStopMinutes: 30 } } }, small, {}],
  [
    "has not arrived stays on its way",
    { __pending: { sent: { autoStopMinutes: 60 } } },
    small,
    { __pending: { sent: { autoStopMinutes: 60 } } },
  ],
  [
    "has arrived stays until a status shows its end",
    { waitForStatus: ["Active"], __pending: { sent: { workspaceTypeName: "TG-0", autoStopMinutes: 30 } } },
    small,
    { __pending: { sent: { workspaceTypeName: "TG-0" } } },
  ],
  [
    "cannot be told stays, whatever shows",
    { __pending: { uncertain: ["autoStopMinutes"] } },
    small,
    { __pending: { uncertain: ["autoStopMinutes"] } },
  ],
])("after a read, a value that was sent and %s", (_name, last, live, expected) => {
  const seen = { record: record(live), diffs: diffFields(ids, record(live)) };
  expect(stateAfterRead(ids, { ...ids, ...last }, seen, notSecret)).toEqual({ ...ids, ...expected });
});

test.each([
  ["a version that is asked for", "4.2.0", "4.2.0"],
  ["no version, if none is", "", undefined],
])("a read by id declares %s", (_, desired, declared) => {
  const { desiredTgVersion, ...rest } = allSettingsIn(record({ ...small, tg_version: "4.1.0", desired_tg_version: desired }));
  expect([desiredTgVersion, rest]).toMatchObject([declared, { autoStopMinutes: 30, workspaceTypeName: "TG-0", enableHa: false }]);
});
