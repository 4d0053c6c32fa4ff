import { consequencesOf, consequencesOfDeclared, possibly, sortBySeverity } from "../../../../provider/messages/consequences";
import { reviewFactsOf, highestImpactOf } from "../../../../provider/registry";
import type { ReviewFacts } from "../../../../provider/describe/resource";

function factsOfKind(kind: string): ReviewFacts {
  const facts = reviewFactsOf(kind);
  if (facts === undefined) throw new Error(`no facts of ${kind}`);
  return facts;
}

test.each([
  ["WorkspaceSettings", "DELETE", undefined, ["workspace-deleted", "database-without-writer"]],
  ["WorkspaceSettings", "PUT", { workspace_type_name: "TG-1" }, ["resized"]],
  ["WorkspaceSettings", "PUT", { pause: true }, ["paused"]],
  ["WorkspaceSettings", "PUT", { pause: false }, ["resumed"]],
  ["WorkspaceSettings", "PUT", { desired_tg_version: "4" }, ["version"]],
  ["WorkspaceSettings", "PUT", { enable_auto_start: false }, ["no-auto-start"]],
  ["WorkspaceSettings", "PUT", { enable_auto_start: true }, []],
  ["WorkspaceSettings", "PUT", { auto_stop_minutes: 1 }, []],
  ["WorkspaceSettings", "PUT", { desired_tg_version: "4", workspace_type_name: "TG-1" }, ["resized", "version"]],
  ["WorkspaceSettings", "PUT", null, []],
  ["WorkspaceSettings", "PUT", "pause", []],
  ["WorkspaceSettings", "GET", undefined, []],
  ["WorkspaceRefresh", "POST", undefined, ["refreshed"]],
  ["DatabaseUser", "POST", { username: "u" }, ["user-made"]],
  ["DatabaseUser", "PUT", { username: "u" }, ["password"]],
  ["DatabaseUser", "DELETE", { username: "u" }, ["user-deleted"]],
  ["AllowListEntry", "POST", { cidr: "0.0.0.0/0" }, ["open-to-all-0.0.0.0/0", "range-added"]],
  ["AllowListEntry", "POST", { cidr: "10.0.0.0/8" }, ["range-added"]],
  ["AllowListEntry", "POST", {}, ["range-added"]],
  ["AllowListEntry", "DELETE", undefined, ["range-removed"]],
  ["WorkspaceSchedule", "POST", { repeat: "daily", time: "07:00", workspace_type_name: "TG-1" }, ["schedule-resizes", "schedule-made"]],
  // A PUT sends the whole schedule: one that keeps its size resizes at other times.
  ["WorkspaceSchedule", "PUT", { repeat: "daily", time: "07:00", workspace_type_name: "TG-1" }, ["schedule-resizes", "schedule-changed"]],
  ["WorkspaceSchedule", "PUT", { repeat: "daily", time: "07:00", workspace_type_name: "" }, ["schedule-changed"]],
  ["BackupSchedule", "POST", { schedule: "@daily", max_retry: 1 }, ["backup-schedule"]],
  ["BackupSchedule", "POST", { pause: true }, ["backups-paused"]],
  ["AddonConfiguration", "POST", { config_name: "c" }, ["configuration-made"]],
  ["AddonConfiguration", "PUT", { config_value: 1 }, ["configuration-shared"]],
  ["AddonConfiguration", "DELETE", undefined, ["configuration-deleted"]],
  ["QueryRun", "POST", {}, ["query"]],
])("a request of a %s, %s %j, has the consequences %j", (kind, method, body, ids) => {
  const found = consequencesOf(factsOfKind(kind).consequences, { method, path: "/", body });
  expect(found.map(({ id }) => id)).toEqual(ids);
  for (const { description, source, summary } of found) expect([description, source, summary].every((text) => text.length > 0)).toBe(true);
});

test.each([
  ["/workgroups/wg/allow_list/disable", "not-enforced", "open to any address"],
  ["/workgroups/wg/allow_list/enable", "enforced", "lockout risk"],
])("PUT %s has the consequence %s", (path, id, summary) => {
  expect(consequencesOf(factsOfKind("AllowList").consequences, { method: "PUT", path })).toMatchObject([{ id, summary }]);
});

test.each<[string, unknown, object | undefined, readonly string[]]>([
  ["an older version", "4.1.0", { desired_tg_version: "auto", tg_version: "4.2.1" }, ["version", "downgraded"]],
  ["a newer version", "4.3.0", { desired_tg_version: "auto", tg_version: "4.2.1" }, ["version"]],
  ["a version where the running one is not shown", "4.1.0", { desired_tg_version: "auto" }, ["version"]],
  ["a secret version", "[secret]", undefined, ["version", "downgraded"]],
])("%s is called a downgrade only if it may be one", (_name, version, was, ids) => {
  const request = { method: "PUT", path: "/", body: { desired_tg_version: version }, was };
  const found = consequencesOf(factsOfKind("Workspace").consequences, request);
  expect(found.map(({ id }) => id)).toEqual(ids);
  expect(found.find(({ id }) => id === "downgraded")?.possible).toBe(version === "[secret]" ? true : undefined);
});

test("a PUT of an entry opens access only if it changes the range", () => {
  const ids = (range: string, was?: object) => {
    const request = { method: "PUT", path: "/", body: { cidr: range, note: "n" }, was };
    return consequencesOf(factsOfKind("AllowListEntry").consequences, request).map(({ id }) => id);
  };
  expect(ids("0.0.0.0/0", { note: "m" })).toEqual([]);
  expect(ids("0.0.0.0/0")).toEqual([]);
  expect(ids("::/0", { cidr: "10.0.0.0/8", note: "n" })).toEqual(["open-to-all-::/0", "range-added"]);
  expect(ids("10.0.0.0/8", { cidr: "10.0.0.0/9", note: "n" })).toEqual(["range-added"]);
});

test.each([
  [{ schedule: "@weekly", pause: true }, ["backup-schedule"]],
  [{ schedule: "@weekly", pause: false }, ["backups-paused", "backup-schedule"]],
])("a record that is sent whole, and was %j, pauses backups only if they were not paused", (was, ids) => {
  const request = { method: "POST", path: "/", body: { schedule: "@daily", pause: true }, was };
  expect(consequencesOf(factsOfKind("BackupSchedule").consequences, request).map(({ id }) => id)).toEqual(ids);
});

test("a call whose path description what it does has only the consequences of that path", () => {
  const row = {
    id: "off",
    method: "PUT",
    pathEnd: "/disable",
    severity: "opens",
    summary: "off",
    description: "Off.",
    source: "here",
  } as const;
  expect(consequencesOf([row], { method: "PUT", path: "/a/disable" }).map(({ id }) => id)).toEqual(["off"]);
  expect(consequencesOf([row], { method: "PUT", path: "/a/enable" })).toEqual([]);
  expect(consequencesOf([row], { method: "PUT", path: "/a/[known-later]" })).toMatchObject([{ id: "off", summary: "possibly off" }]);
});

test("a value that is known only during the update possibly has each of its consequences", () => {
  const request = { method: "PUT", path: "/", body: { pause: "[known later]" } };
  expect(consequencesOf(factsOfKind("WorkspaceSettings").consequences, request)).toMatchObject([
    { id: "paused", description: expect.stringMatching(/^Possibly: /) as string },
    { id: "resumed", description: expect.stringMatching(/^Possibly: /) as string },
  ]);
});

test("a secret value certainly has the consequences of any value", () => {
  const request = { method: "PUT", path: "/", body: { workspace_type_name: "[secret]" } };
  const [resized, ...others] = consequencesOf(factsOfKind("WorkspaceSettings").consequences, request);
  expect([resized?.id, resized?.possible, others]).toEqual(["resized", undefined, []]);
});

test.each([
  [{ ifState: { size: 1, on: true } }, { size: 1, on: true }, true],
  [{ ifState: { size: 1, on: true } }, { size: 1 }, false],
  [{ unlessState: { size: 1, on: true } }, { on: true }, false],
  [{ unlessState: { size: 1, on: true } }, { size: 2 }, true],
])("a consequence with %j, in the state %j: %j", (condition, state, applies) => {
  const row = { id: "one", method: "DELETE", severity: "care", summary: "one", description: "One.", source: "here", ...condition } as const;
  expect(consequencesOf([row], { method: "DELETE", path: "/" }, state)).toHaveLength(applies ? 1 : 0);
});

test("a possible consequence stays as it is, and ranks after a certain one of the same severity", () => {
  const row = { id: "one", severity: "care", summary: "one", description: "One.", source: "here" } as const;
  const once = possibly(row);
  expect(once).toEqual({ ...row, possible: true, summary: "possibly one", description: "Possibly: One." });
  expect(possibly(once)).toBe(once);
  const risky = { ...row, severity: "risks" } as const;
  expect(sortBySeverity([once, row, possibly(risky), risky])).toEqual([risky, possibly(risky), row, once]);
});

test("a deletion is certain, also of an object whose identifier is known only during the update", () => {
  const request = { method: "DELETE", path: "/workgroups/wg/workspaces/[known-later]" };
  const [deleted] = consequencesOf(factsOfKind("WorkspaceSettings").consequences, request);
  expect([deleted?.id, deleted?.description]).toEqual(["workspace-deleted", expect.not.stringMatching(/^Possibly/)]);
});

test.each([
  ["WorkspaceSettings", { deletionPolicy: "delete" }, ["workspace-deletion-declared"]],
  ["WorkspaceSettings", { deletionPolicy: "pause", autoStopMinutes: 1 }, []],
  ["AddonConfiguration", { deletionPolicy: "delete" }, ["configuration-deletion-declared"]],
  ["AllowList", { allowLockout: true }, ["lockout-allowed"]],
  // A user is deleted with its resource by default, so declaring that changes nothing.
  ["DatabaseUser", { deletionPolicy: "delete" }, []],
])("declaring arguments of a %s, %j, has the consequences %j", (kind, declared, ids) => {
  expect(consequencesOfDeclared(factsOfKind(kind).consequences, declared).map(({ id }) => id)).toEqual(ids);
});

test("the highest impact is the most severe; of equally severe ones, a workspace's precedes a query's", () => {
  const rows = ["QueryRun", "AllowList", "DatabaseUser", "WorkspaceSettings"].flatMap((kind) => factsOfKind(kind).consequences);
  const all = ["query", "version", "resized", "paused", "not-enforced", "user-deleted"].map((id) => rows.find((row) => row.id === id)!);
  expect(highestImpactOf(all)?.id).toBe("user-deleted");
  expect(highestImpactOf(all.slice(0, 5))?.id).toBe("not-enforced");
  expect(highestImpactOf(all.slice(0, 4))?.id).toBe("resized");
  expect(highestImpactOf(all.slice(0, 2))?.id).toBe("version");
  expect(highestImpactOf([])).toBeUndefined();
});
