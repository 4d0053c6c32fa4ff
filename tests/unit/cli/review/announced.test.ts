import { formats } from "../../../../cli/review/formats";
import { fingerprintOf } from "../../../../cli/review/fingerprint";
import type { Change, Review } from "../../../../cli/review/model";
import { reviewOf } from "../../../../cli/review/read";
import { parseRecords } from "../../../../cli/review/inputs";
import type { LoggedPlan, PlanEntry } from "../../../../provider/messages/plan-entry";
import { formatPlanEntry } from "../../../../provider/messages/plan-log";
import { unknownText } from "../../../support/provider";
import { changed, comment, path, previewOf, previewWith, reviewWith, sampleNames, type Step, urnOf, workspace } from "./samples";

const update = (more: Partial<Step> = {}): Step => {
  const details = { diffReasons: ["autoStopMinutes"], detailedDiff: { autoStopMinutes: {} } };
  return { ...changed("main", { autoStopMinutes: 30 }, { autoStopMinutes: 45 }, details), ...more };
};
/** A change that never reaches the service. */
const local = (oldState: object): Step =>
  update({
    after: { ...workspace, autoStopMinutes: 30, deletionPolicy: "pause" },
    more: { diffReasons: ["deletionPolicy"], oldState: { custom: true, inputs: { ...workspace, autoStopMinutes: 30 }, ...oldState } },
  });
const only = ({ changes }: Review): Change => {
  const [change, ...others] = changes;
  if (change === undefined || others.length > 0) throw new Error(`${changes.length} changes`);
  return change;
};

describe("does not trust silence:", () => {
  test.each<[string, ...Step[]]>([
    ["a change", update()],
    ["a change without any detail", update({ more: {} })],
    ["a change of another argument beside a local one", update({ more: { diffReasons: ["autoStopMinutes", "deletionPolicy"] } })],
    ["a change that goes on after a failed up", update({ after: { ...workspace, autoStopMinutes: 30 }, more: {} })],
    ["an adoption", { name: "main", after: { ...workspace, autoStopMinutes: 45 } }],
    [
      "a creation by a provider that the refresh could not ask",
      { name: "main", op: "refresh", before: { ...workspace, autoStopMinutes: 45 } },
      { name: "main", op: "create", after: { ...workspace, autoStopMinutes: 45 } },
    ],
    ["a replacement", update({ op: "replace", after: { ...workspace, workspaceId: "ws-2" } })],
    ["an argument that is dropped", update({ after: workspace })],
    ["a new user", { kind: "DatabaseUser", name: "u", after: { ...workspace, username: "u", password: "[secret]" } }],
    ["a new run", { kind: "QueryRun", name: "q", after: { host: "h", graph: "g", query: "q", secret: "[secret]" } }],
    ["a refresh again", { kind: "WorkspaceRefresh", name: "r", before: workspace, after: { ...workspace, triggers: [1] } }],
    ["a kind of a later version", { kind: "WorkspaceDream", name: "s", before: workspace, after: workspace }],
    [
      "the deletion of a kind of a later version",
      { kind: "WorkspaceDream", name: "s", before: workspace, outputs: { __owner: "owner-1" } },
    ],
    ["a local change beside what a failed up has sent", local({ outputs: { ...workspace, __pending: { sent: {} } } })],
    ["a local change after a failed up", local({ outputs: workspace, initErrors: ["it failed"] })],
  ])("the requests of %s are unknown without the provider's record, and the review is incomplete", (_, ...steps) => {
    const review = reviewWith(steps);
    expect([review.complete, review.failed, fingerprintOf(review)]).toEqual([false, false, undefined]);
    expect(only(review).unannounced).toBe(true);
    const text = comment(review);
    expect(text).toMatch(/^## ❌ Review incomplete: the requests for \S+ are unknown\n/);
    expect(text).toContain("⚠️ **requests unknown**");
    expect(text).toContain("⚠️ **The requests are unknown**");
    expect(text).not.toMatch(/No API request|no API request|outside change|outside Pulumi|no downtime|fingerprint=/);
  });

  test.each(sampleNames)("without records, no change that asks the provider is in a fingerprint: %s", (name) => {
    const review = reviewOf({ ...previewOf(name), records: [] });
    for (const { isGraphplane, action, unannounced } of review.changes)
      expect(unannounced).toBe(isGraphplane && !["delete", "refused deletion", "stop managing", "keep live values"].includes(action));
    if (review.changes.some(({ unannounced }) => unannounced)) expect(fingerprintOf(review)).toBeUndefined();
  });
});

describe("knows that nothing is sent", () => {
  test.each<[string, Step, string[]]>([
    ["if the provider says so", update(), ["nothing"]],
    ["if the resource is imported", { name: "main", op: "import", after: { ...workspace, autoStopMinutes: 30 } }, []],
    ["if the program no longer manages an object that is kept", update({ op: "delete" }), []],
  ])("%s", (_, step, lines) => {
    const review = reviewWith([step], lines);
    expect(review.complete).toBe(true);
    expect(only(review)).toMatchObject({ requests: [], unannounced: false });
    expect(only(review).requestsUnknown).toBeUndefined();
    expect(comment(review)).toContain("No API request");
  });

  test("and knows the live values if the provider compared them", () => {
    const { fields } = only(reviewWith([update()], ["nothing"]));
    expect(fields).toMatchObject([{ live: { value: 45 }, labels: ["adopts an outside change"] }]);
  });
});

test("an import whose values the program changes is one change, with the request of its update", () => {
  const imported: Step = { name: "main", op: "import", after: { ...workspace, autoStopMinutes: 30, enableHa: false } };
  const review = reviewWith([imported, update()], [`PUT ${path} {"auto_stop_minutes":45} was {"auto_stop_minutes":30}`]);
  expect([review.complete, review.refreshed]).toEqual([true, true]);
  expect(only(review)).toMatchObject({
    action: "change",
    requests: [{ method: "PUT", path }],
    fields: [{ before: { value: 30 }, live: { value: 30 }, after: { value: 45 }, labels: ["new"] }],
  });
});

test("the imported values are the live ones, even without a record of the update", () => {
  const imported: Step = { name: "main", op: "import", after: { ...workspace, autoStopMinutes: 30 } };
  expect(only(reviewWith([imported, update()])).fields).toMatchObject([{ live: { value: 30 }, after: { value: 45 } }]);
});

describe("a preview that could not read the live settings", () => {
  const line = "cannot plan: no response";

  test("is incomplete, says why, and has no fingerprint", () => {
    const review = reviewWith([update()], [line]);
    expect([review.complete, fingerprintOf(review)]).toEqual([false, undefined]);
    expect(only(review)).toMatchObject({ requestsUnknown: "no response", unannounced: true, fields: [{ live: { is: "unread" } }] });
    expect(comment(review)).toContain("The requests for `main` are unknown: `no response`.");
    expect(formats.annotations(review, { directory: "" })).toMatch(/^::warning .*The requests are unknown: no response\./);
  });

  test("is incomplete even if the resource is not listed", () => {
    const review = reviewWith([], [line]);
    expect([review.complete, review.messages]).toEqual([false, [{ severity: "warning", text: "no response" }]]);
    expect(comment(review)).toMatch(/^## ❌ Review incomplete\n/);
  });
});

test("a preview of deletions alone needs no records, since the engine asks the provider nothing", () => {
  const deletion: Step = { name: "main", before: { ...workspace, deletionPolicy: "delete" } };
  const review = reviewOf({ ...previewWith([deletion]), records: [] });
  expect([review.complete, only(review).requests]).toEqual([true, [{ method: "DELETE", path, later: [] }]]);
});

describe("takes records by their resource:", () => {
  const run = (name: string): Step => ({
    kind: "QueryRun",
    name,
    after: { host: "main.example.com", graph: "movies", query: "top", parameters: { limit: 5 }, secret: "[secret]" },
  });
  const post = 'POST https://main.example.com/restpp/query/movies/top {"limit":5}';

  test("two equal runs are two requests", () => {
    const both = reviewWith([run("a"), run("b")], [post, post]);
    expect([both.complete, both.changes.map(({ requests }) => requests.length), both.strayRequests]).toEqual([true, [1, 1], []]);
    const one = reviewWith([run("a"), run("b")], [post]);
    expect([one.complete, one.changes.map(({ unannounced }) => unannounced)]).toEqual([false, [false, true]]);
  });

  test("requests of no change of the engine make the review incomplete", () => {
    const review = reviewWith([], [post]);
    expect([review.complete, review.strayRequests.length]).toEqual([false, 1]);
    expect(comment(review)).toContain("### ⚠️ Requests that belong to no listed change");
  });

  const put = (minutes: number, body = { auto_stop_minutes: minutes }) => ({ method: "PUT", path, body, later: [] });
  const blind = { operation: "update", seen: false, requests: [put(45), put(46)], fields: [], names: [] } as const;
  const seen = { ...blind, seen: true, requests: [put(47)] };

  test.each<[string, readonly LoggedPlan[], readonly object[], number]>([
    ["the one that a read has shown", [blind, seen], seen.requests, 2],
    ["the one with more requests, if no read has returned either", [{ ...seen, seen: false }, blind], blind.requests, 1],
    ["either of two equal ones", [seen, seen], seen.requests, 0],
    [
      "that of the engine's operation",
      [
        { ...seen, operation: "create" },
        { ...seen, requests: [] },
      ],
      [],
      1,
    ],
    ["any but the end of an object that is not replaced", [seen, { ...seen, operation: "replace" }], seen.requests, 1],
  ])("of several plans for a change, %s counts, and all other requests belong to none", (_, plans, requests, stray) => {
    const records = plans.map((plan) => ({ urn: urnOf(update()), plan }));
    const review = reviewOf(previewWith([update()], [], records));
    expect(only(review).requests).toMatchObject(requests);
    expect([review.strayRequests.length, review.complete]).toEqual([stray, stray === 0]);
  });

  const key = "key-of-the-run";
  const record: PlanEntry = { version: 1, urn: "urn", kind: "QueryRun", notices: [] };
  const line = formatPlanEntry(record, key);

  test.each<[string, string, number]>([
    ["of another version", formatPlanEntry({ ...record, version: 2 as 1 }, key), 1],
    ["with another run's key", formatPlanEntry(record, "another-key"), 1],
    ["without a key", `${JSON.stringify(record)}\n`, 1],
    ["that is cut off", line.slice(0, -9), 1],
    ["in the middle of another", `${line.slice(0, 30)}${line}`, 1],
    ["that is whole, and repeated", line, 0],
  ])("a record %s is counted, and one that cannot be read makes the review incomplete", (_, text, unreadable) => {
    const read = parseRecords(`${line}${text}`, key);
    expect(read).toEqual({ records: [record], unreadable });
    const review = reviewOf({ ...previewWith([run("a")], [post]), unreadable });
    expect([review.complete, fingerprintOf(review) === undefined]).toEqual([unreadable === 0, unreadable > 0]);
    expect(review.messages.map(({ text: said }) => said)).toEqual(
      unreadable === 0 ? [] : [expect.stringContaining("use one version for the command and the project")],
    );
  });

  test("a record that a program prints is no record", () => {
    const nothing = { ...record, urn: urnOf(update()), plan: { operation: "nothing", seen: true, requests: [], fields: [], names: [] } };
    const printed = [formatPlanEntry(nothing as PlanEntry, key), `graphplane-record: ${JSON.stringify(nothing)}\n`];
    const diagnostics = printed.map((message) => ({ severity: "info", message }));
    expect(reviewOf({ ...previewWith([update()]), diagnostics })).toMatchObject({ complete: false, changes: [{ unannounced: true }] });
  });
});

test.each(["enable", "disable"])("if it is secret whether a list is enforced, %s is a request of the list", (call) => {
  const list = { workgroupId: "wg-1", enabled: "[secret]" };
  const step: Step = { kind: "AllowList", name: "list", before: list, after: list, more: { diffReasons: ["enabled"] } };
  expect(reviewWith([step], [`PUT /workgroups/wg-1/allow_list/${call}`])).toMatchObject({ complete: false, strayRequests: [] });
});

describe("never shows the engine's marker for unknown values:", () => {
  const ids = { workgroupId: "wg-1", workspaceId: unknownText };
  test.each<[string, Step]>([
    ["a run's host", { kind: "QueryRun", name: "q", after: { host: unknownText, graph: "g", query: "q" } }],
    [
      "one of a run's parameters",
      { kind: "QueryRun", name: "q", after: { host: "h", graph: "g", query: "q", parameters: { a: [unknownText], b: 1 } } },
    ],
    ["a workspace's id", update({ op: "create", after: { ...ids, autoStopMinutes: 5 } })],
    ["a user's name", { kind: "DatabaseUser", name: "u", after: { ...workspace, username: unknownText, password: "[secret]" } }],
    [
      "a part of a configuration",
      { kind: "AddonConfiguration", name: "c", after: { installedAddonId: unknownText, configName: "n", configValue: { k: unknownText } } },
    ],
    ["a workspace that is refreshed", { kind: "WorkspaceRefresh", name: "r", after: ids }],
  ])("%s", (_, step) => {
    const preview = previewWith([{ ...step, blind: true }]);
    const failed = [{ severity: "error", message: `property workspaceId value {${unknownText}} has a problem` }];
    for (const review of [reviewOf(preview), reviewOf({ ...preview, diagnostics: failed })]) {
      const texts = Object.values(formats).map((format) => format(review, { directory: "" }));
      expect(texts.join("\n")).not.toContain(unknownText);
      expect(texts[0]).toMatch(/known.later/);
    }
  });

  test("a review is complete if the object itself is known only during the update", () => {
    const review = reviewWith([{ name: "main", after: { ...ids, autoStopMinutes: 5 }, blind: true }]);
    expect(review.complete).toBe(true);
    expect(only(review).requestsUnknown).toBe("workspaceId is known only during the update");
  });
});

describe("after a failed up that sent TG-1,", () => {
  const labels = (size: string, live: string, pending: object = { sent: { workspaceTypeName: "TG-1" } }) => {
    const step = { ...changed("main", { workspaceTypeName: "TG-0" }, { workspaceTypeName: size }), outputs: { __pending: pending } };
    const line = `PUT ${path} {"workspace_type_name":"${size}"} was {"workspace_type_name":"${live}"}`;
    return only(reviewWith([step], [line])).fields.map((field) => field.labels);
  };

  test.each([
    ["TG-1 resumes it", "TG-1", "TG-0", "resumes a failed update"],
    ["TG-1 resumes it even if it is live", "TG-1", "TG-1", "resumes a failed update"],
    ["TG-2 is new", "TG-2", "TG-0", "new"],
    ["TG-2 is new if TG-1 is live, which nobody set in the console", "TG-2", "TG-1", "new"],
    ["TG-0 is new: the code goes back", "TG-0", "TG-1", "new"],
    ["TG-0 is new before TG-1 is live", "TG-0", "TG-0", "new"],
  ])("%s", (_, size, live, expected) => expect(labels(size, live)).toEqual([[expected]]));

  test("a value that neither the code nor anybody else has changed is not listed", () => {
    expect(labels("TG-0", "TG-0", { uncertain: ["workspaceTypeName"] })).toEqual([]);
  });

  test("a value that may be either of two resumes it", () => {
    expect(labels("TG-2", "TG-1", { uncertain: ["workspaceTypeName"] })).toEqual([["resumes a failed update"]]);
  });
});

test.each([
  ["first", [[], ["workspaceTypeName"]]],
  ["last", [["workspaceTypeName"], []]],
])("an effect that is certain for the %s of two requests is certain", (_, laters) => {
  const step = changed("main", { workspaceTypeName: "TG-0" }, { workspaceTypeName: "TG-1" });
  const requests = laters.map((later) => {
    const size = later.length > 0 ? "[known later]" : "TG-1";
    return { method: "PUT", path, body: { workspace_type_name: size }, was: { workspace_type_name: "TG-0" }, later };
  });
  const plan = { operation: "update", seen: true, requests, fields: [], names: [] } as const;
  const { consequences } = only(reviewOf(previewWith([step], [], [{ urn: urnOf(step), plan }])));
  expect(consequences.map(({ summary }) => summary)).toEqual(["≈2 min offline"]);
});

test.each([
  ["is paused", [], "workspace-made-paused"],
  ["might be paused", ["pause"], "workspace-made"],
])("a new workspace %s by the request after its creation", (_, later, expected) => {
  const step: Step = { kind: "Workspace", name: "new", after: { workgroupId: "wg-1", workspaceName: "new" } };
  const body = { pause: later.length > 0 ? "[known later]" : true };
  const requests = [
    { method: "POST", path: "/workgroups/wg-1/workspaces", body: { name: "new" }, later: [] },
    { method: "PUT", path: "/workgroups/wg-1/workspaces/[known-later]", body, later },
  ];
  const plan = { operation: "create", seen: true, requests, fields: [], names: [] } as const;
  const { consequences } = only(reviewOf(previewWith([step], [], [{ urn: urnOf(step), plan }])));
  expect(consequences.map(({ id }) => id)).toContain(expected);
});

test("the consequences of a replacement are sorted, the loss first", () => {
  const before = { workgroupId: "wg-1", workspaceName: "main", deletionPolicy: "delete" };
  const outputs = { workspaceId: "ws-1" };
  const step: Step = { kind: "Workspace", name: "main", op: "replace", before, after: { ...before, workspaceName: "b" }, outputs };
  const { consequences } = only(reviewWith([step], ['POST /workgroups/wg-1/workspaces {"name":"b"}']));
  expect(consequences.map(({ severity }) => severity)).toEqual(["destroys", "risks", "care"]);
});

test("an object that was deleted outside is created again: only values that the program leaves alone revert that", () => {
  const [before, after] = [30, 45].map((autoStopMinutes) => ({ ...workspace, autoStopMinutes, enableHa: true })) as [object, object];
  const steps: Step[] = [
    { name: "main", op: "refresh", before: { ...before } },
    { name: "main", op: "create", after: { ...after } },
  ];
  const { steps: all = [], ...rest } = previewWith(steps, [`PUT ${path} {"auto_stop_minutes":45,"enable_ha":true}`]);
  const { fields, isRecreated } = only(reviewOf({ ...rest, steps: all }));
  expect([isRecreated, fields.map(({ path: [name], labels }) => [name, ...labels])]).toEqual([
    true,
    [
      ["autoStopMinutes", "new"],
      ["enableHa", "reverts an outside change"],
    ],
  ]);
});

test("a resource of another package that was deleted outside is created again, without a record", () => {
  const urn = "urn:pulumi:dev::movies::aws:s3/bucket:Bucket::b";
  const state = { custom: true, inputs: { name: "b" } };
  const steps = [
    { op: "refresh", urn, oldState: state },
    { op: "create", urn, newState: state },
  ];
  expect(only(reviewOf({ ...previewWith([]), steps })).isRecreated).toBe(true);
});

describe("a value that is known only during the update may be sent:", () => {
  const change = (after: object) => changed("main", { autoStopMinutes: 30 }, { autoStopMinutes: 45, ...after });
  const put = (body: object, later: string) => `PUT ${path} ${JSON.stringify(body)} was {"auto_stop_minutes":30} (${later}: known later)`;
  const size = { workspaceTypeName: unknownText };

  test.each<[string, Step, string, string[]]>([
    ["a size", change(size), put({ workspace_type_name: "[known later]" }, "workspaceTypeName"), ["possibly ≈2 min offline"]],
    [
      "a size of an adopted workspace",
      { name: "main", after: { ...workspace, ...size } },
      put({ workspace_type_name: "[known later]" }, "workspaceTypeName"),
      ["possibly ≈2 min offline"],
    ],
    [
      "a pause",
      change({ pause: unknownText }),
      put({ auto_stop_minutes: 45, pause: "[known later]" }, "pause"),
      ["possibly paused, stops queries", "possibly starts again"],
    ],
    [
      "a switch in a group of values",
      change({ maintenanceWindow: { hourOfDay: unknownText, dayOfWeek: 1 }, desiredTgVersion: "4" }),
      put({ desired_tg_version: "4", maintenance_window_hour_of_day: "[known later]" }, "maintenanceWindow"),
      ["version changes"],
    ],
  ])("%s", (_, step, announced, expected) => {
    const review = reviewWith([step], [announced]);
    expect(only(review).consequences.map(({ summary }) => summary)).toEqual(expected);
    expect(review.highestImpact?.summary).toBe(expected[0]);
    expect(comment(review)).toContain(expected[0]?.startsWith("possibly") ? "Possibly: The workspace is " : "The database is upgraded");
  });

  test.each([
    ["of a new list", { op: "create" }],
    ["of a list", { op: "update", before: { workgroupId: "wg-1", enabled: true } }],
  ])("whether an allow list is enforced, %s", (_, step) => {
    const list: Step = { kind: "AllowList", name: "list", after: { workgroupId: "wg-1", enabled: unknownText }, blind: true, ...step };
    const review = reviewWith([list]);
    expect(only(review)).toMatchObject({
      requests: [{ method: "PUT", path: "/workgroups/wg-1/allow_list/[known-later]" }],
      requestsUnknown: "enabled is known only during the update",
      consequences: [{ summary: "possibly open to any address" }, { summary: "possibly lockout risk" }],
    });
    expect(comment(review)).not.toContain("/disable");
  });
});
