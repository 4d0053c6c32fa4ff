import { ServiceError } from "../../../../client";
import type { Plan, Refusal } from "../../../../provider/definition";
import { decide, decideDeletion } from "../../../../provider/reconcile/decide";
import { definitionOf } from "../../../../provider/registry";
import type { Values } from "../../../../provider/values/json";

const place = { workgroupId: "wg", workspaceId: "ws" };
const states: Readonly<Record<string, object>> = {
  WorkspaceSettings: place,
  DatabaseUser: { ...place, username: "anna", password: "p" },
  AllowList: { workgroupId: "wg", enabled: true },
  AddonConfiguration: { installedAddonId: "addon", configName: "main", configValue: "one", configId: "c1" },
  BackupSchedule: { ...place, schedule: "0 2 * * *" },
};
const workspace = "/workgroups/wg/workspaces/ws";
const secretName = (argument: string) => argument === "username";

function deletionOf(
  kind: string,
  more: object = {},
  outputs: Record<string, unknown> = {},
  isSecret: (argument: string) => boolean = () => false,
): Plan {
  const definition = definitionOf(kind);
  return decideDeletion(definition, { ...states[kind], ...more }, outputs, isSecret);
}

test("a deletion shows the request of its policy, without secrets", () => {
  const pause = { action: "put", request: { method: "PUT", path: workspace, body: { pause: true } } };
  expect(deletionOf("WorkspaceSettings", { deletionPolicy: "pause" })).toEqual(pause);
  const request = { method: "DELETE", path: `${workspace}/dbuser`, body: { username: "[secret]" } };
  expect(deletionOf("DatabaseUser", {}, { __made: true }, secretName)).toEqual({ action: "delete", request });
});

const unsure = "; the last change might still take effect";
test.each<[string, object, string]>([
  ["DatabaseUser", { __pending: { uncertain: ["password"] } }, unsure],
  ["AllowList", { __pending: { sent: { enabled: false } } }, unsure],
  ["AddonConfiguration", { __pending: { sent: { configValue: "two" } } }, unsure],
  ["BackupSchedule", { __pending: { sent: { maxRetry: 1 } } }, unsure],
  [
    "WorkspaceSettings",
    { __pending: { sent: { autoStopMinutes: 60 }, uncertain: ["pause"] } },
    "; autoStopMinutes: 60 was sent and might still take effect; pause: the last change might still take effect",
  ],
])("the notice of a retained %s names a change that may still be applied", (kind, more, end) => {
  const [notice] = deletionOf(kind, { deletionPolicy: "retain", ...more }).notices ?? [];
  expect(notice?.text.endsWith(`)${end}`)).toBe(true);
});

test("if a kind is deleted only by policy, the notice names the default policy", () => {
  expect(deletionOf("WorkspaceSettings").notices).toMatchObject([
    { text: expect.stringMatching(/\(deletionPolicy "retain"\)$/) as string },
  ]);
});

test("an adopted object is kept by default, and the notice explains it", () => {
  expect(deletionOf("DatabaseUser").notices).toMatchObject([
    { text: expect.stringMatching(/it already existed, so deletionPolicy is "retain" by default/) as string },
  ]);
});

const cause = new ServiceError({ outcome: "refused", summary: "was refused", status: 404 }, "GET", "/p", 1, { kind: "k", operation: "o" });
const planned: Plan | Refusal = { action: "none" };

test.each<[string, Values | undefined, object, object]>([
  ["a place that exists is left to the resource", undefined, { found: true }, planned],
  [
    "a new object of a missing workspace is refused",
    undefined,
    { missing: "no workspace", what: "workspace" },
    { action: "refuse", property: "workspaceId", reason: "no workspace" },
  ],
  [
    "a known object of a missing add-on is refused with the response and the fix",
    {},
    { missing: "no add-on", what: "installedAddon", cause },
    { action: "refuse", property: "installedAddonId", reason: 'no add-on. Run "pulumi refresh", which removes it from the state', cause },
  ],
])("%s", (_name, last, live, plan) => expect(decide({ plan: () => planned }, {}, last, live, () => false)).toEqual(plan));
