import type { AnnouncedRequest } from "../../../provider/announce/lines";
import type { ShownValues } from "../../../provider/announce/review-facts";
import { workspaceFacts as facts } from "../../../provider/resources/workspace/review";
import { unknownValue } from "../../../provider/values/unknowns";

const below = "/workgroups/wg/workspaces";
const post = (body?: unknown, path = below): AnnouncedRequest => ({ method: "POST", path, body });
const put = (id: string, body?: unknown): AnnouncedRequest => ({ method: "PUT", path: `${below}/${id}`, body });

const declared = { workgroupId: "wg", workspaceName: "analytics", autoStopMinutes: 30 };
const known = { workspaceId: "ws" };

test.each<[string, ShownValues, string]>([
  ["its identifier", { ...declared, ...known }, `${below}/ws`],
  ["its name while its identifier is empty", { ...declared, workspaceId: "" }, `${below}?name=analytics`],
  ["its name before it has an identifier", declared, `${below}?name=analytics`],
  ["its name where the identifier is no text", { ...declared, workspaceId: 7 }, `${below}?name=analytics`],
])("lines name a workspace by %s", (_name, values, address) => {
  expect(facts.address(values)).toBe(address);
});

test("a workspace is managed twice if another kind has its name or its identifier", () => {
  expect(facts.addresses?.(declared, {})).toEqual([`${below}?name=analytics`]);
  expect(facts.addresses?.(declared, known)).toEqual([`${below}?name=analytics`, `${below}/ws`]);
});

test.each<[string, AnnouncedRequest, ShownValues, ShownValues, boolean]>([
  ["a POST of its name", post({ name: "analytics" }), declared, {}, true],
  [
    "a POST in a workgroup that is made in the same run",
    post({ name: "analytics" }, "/workgroups/…/workspaces"),
    { ...declared, workgroupId: unknownValue },
    {},
    true,
  ],
  ["a PUT to its identifier", put("ws", { auto_stop_minutes: 30 }), declared, known, true],
  ["a PUT that adopts it by its name", put("any", { auto_stop_minutes: 30 }), declared, {}, true],
  ["a PUT that adopts one with another value", put("any", { auto_stop_minutes: 60 }), declared, {}, false],
  ["the PUT that completes a creation", put("[known-later]", { auto_stop_minutes: 30 }), declared, {}, false],
])("%s is the resource's own request only if it is about its workspace", (_name, request, inputs, outputs, isOwn) => {
  expect(facts.isOwnRequest(request, inputs, outputs)).toBe(isOwn);
});

const completed = { ...declared, pause: true, autoUpgradeState: "major" };
const rest = { pause: true, auto_upgrade_state: "major" };

test.each<[string, AnnouncedRequest, ShownValues, boolean]>([
  ["holds what the POST does not take", put("[known-later]", rest), completed, true],
  ["lacks a part of it", put("[known-later]", { pause: true }), completed, false],
  [
    "leaves out pause: false, since a new workspace runs",
    put("[known-later]", { auto_upgrade_state: "major" }),
    { ...completed, pause: false },
    true,
  ],
  ["holds another value", put("[known-later]", { ...rest, auto_upgrade_state: "minor" }), completed, false],
  ["goes to a workspace that exists", put("ws", rest), completed, false],
  ["goes to another workgroup", { ...put("", rest), path: "/workgroups/other/workspaces/[known-later]" }, completed, false],
])("a PUT that %s completes a creation only if nothing is missing or different", (_name, request, inputs, isFollowUp) => {
  expect(facts.isFollowUp?.(request, inputs)).toBe(isFollowUp);
});

test.each<[string, unknown, object]>([
  [
    "of a creation",
    { name: "analytics", tg_version: "4.2.0", tg_database_id: "db", is_rw: false, auto_stop_minutes: 30 },
    { workspaceName: "analytics", initialTgVersion: "4.2.0", databaseId: "db", isRw: false, autoStopMinutes: 30 },
  ],
  ["of an update", { workspace_name: "renamed", enable_ha: true }, { workspaceName: "renamed", enableHa: true }],
  ["that is missing", undefined, {}],
])("the body %s is read as the arguments that declare it", (_name, body, args) => {
  expect(facts.argumentsOf(body, declared)).toEqual(args);
});

const changed = (...values: readonly [path: string, value: unknown][]) => values.map(([path, value]) => ({ path: path.split("."), value }));

test.each<[string, ReturnType<typeof changed>, boolean, AnnouncedRequest | undefined]>([
  [
    "a creation sends what its POST takes",
    changed(["workspaceName", "analytics"], ["initialTgVersion", "4.2.0"], ["autoStopMinutes", 30], ["addons.insights.enable", true]),
    false,
    post({ name: "analytics", tg_version: "4.2.0", auto_stop_minutes: 30, addons: "…" }),
  ],
  [
    "a creation sends the fields of a maintenance window by themselves",
    changed(["workspaceName", "analytics"], ["maintenanceWindow.hourOfDay", 3], ["maintenanceWindow.timeZone", "UTC"]),
    false,
    post({ name: "analytics", maintenance_window_hour_of_day: 3, maintenance_window_time_zone: "UTC" }),
  ],
  [
    "a creation sends no setting that its POST does not take",
    changed(["pause", true], ["agentConfig.heartbeatIntervalSeconds", 5], ["timeoutSeconds", 5]),
    false,
    post({}),
  ],
  [
    "an update sends a PUT to its identifier",
    changed(["workspaceName", "renamed"], ["pause", true]),
    true,
    put("ws", { workspace_name: "renamed", pause: true }),
  ],
])("without a plan, review foresees that %s", (_name, values, exists, request) => {
  expect(facts.requestFor(values, { inputs: declared, outputs: exists ? known : {}, exists })).toEqual(request);
});
