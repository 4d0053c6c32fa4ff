import { formats } from "../../../../cli/review/formats";
import { compareWith, fingerprintOf } from "../../../../cli/review/fingerprint";
import type { Change, Review } from "../../../../cli/review/model";
import { reviewOf } from "../../../../cli/review/read";
import { unknownText } from "../../../support/provider";
import { changed, comment, path, planOf, previewOf, previewWith, reviewWith, sampleNames, type Step, workspace } from "./samples";

const update = (more: Partial<Step> = {}): Step => {
  const details = { diffReasons: ["autoStopMinutes"], detailedDiff: { autoStopMinutes: {} } };
  return { ...changed("main", { autoStopMinutes: 30 }, { autoStopMinutes: 45 }, details), ...more };
};
/** A change that never reaches the service. */
const local = (oldState: object): Step =>
  update({
    after: { ...workspace, autoStopMinutes: 30, deletionPolicy: "pause" },
    more: {
      diffReasons: ["deletionPolicy"],
      oldState: { custom: true, inputs: { ...workspace, autoStopMinutes: 30 }, ...oldState },
    },
  });
const only = ({ changes }: Review): Change => {
  const [change, ...others] = changes;
  if (change === undefined || others.length > 0) throw new Error(`${changes.length} changes`);
  return change;
};

describe("does not trust silence:", () => {
  test.each<[string, Step]>([
    ["a change", update()],
    ["a change without any detail", update({ more: {} })],
    ["a change of another argument beside a local one", update({ more: { diffReasons: ["autoStopMinutes", "deletionPolicy"] } })],
    ["a change that goes on after a failed up", update({ after: { ...workspace, autoStopMinutes: 30 }, more: {} })],
    ["an adoption", { name: "main", after: { ...workspace, autoStopMinutes: 45 } }],
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
  ])("the requests of %s are unknown without the provider's line, and the review is incomplete", (_, step) => {
    const review = reviewWith([step]);
    expect([review.complete, review.failed, fingerprintOf(review)]).toEqual([false, false, undefined]);
    expect(only(review).unannounced).toBe(true);
    const text = comment(review);
    expect(text).toMatch(/^## ⚠️ Incomplete: what is sent to \S+ is not known\n/);
    expect(text).toContain("⚠️ **not known**");
    expect(text).toContain("⚠️ **What is sent is not known**");
    expect(text).not.toMatch(/Nothing is sent|outside change|no downtime|fingerprint=/);
  });

  test.each(sampleNames)("a recorded preview without its messages makes no claims beyond what it shows: %s", (name) => {
    const { diagnostics, ...rest } = previewOf(name);
    const review = reviewOf(
      { ...rest, diagnostics: diagnostics?.filter(({ severity }) => severity === "error") ?? [] },
      { plan: planOf(name) },
    );
    for (const change of review.changes) {
      const sure = ["delete", "refused deletion", "stop managing", "record"].includes(change.action) || !change.ours;
      const later =
        change.fields.some(({ after }) => after.is === "later") ||
        change.requestsUnknown?.endsWith("known only during the update") === true;
      expect([change.name, change.unannounced || later]).toEqual([change.name, !sure]);
      const refreshed = rest.steps?.some(({ op, urn }) => op === "refresh" && urn === change.urn);
      if (refreshed !== true) expect(change.fields.flatMap(({ labels }) => labels).join()).not.toMatch(/outside change/);
    }
    const asked = review.changes.some(({ unannounced, action }) => unannounced || action === "refused deletion");
    expect(fingerprintOf(review) === undefined).toBe(asked || review.failed);
  });
});

describe("knows that nothing is sent", () => {
  test.each<[string, Step, string[]]>([
    ["if the provider says so", update(), [`nothing to send for ${path}`]],
    [
      "if the only arguments that differ never reach the service",
      update({
        after: { ...workspace, autoStopMinutes: 30, deletionPolicy: "pause" },
        more: { diffReasons: ["deletionPolicy", "__secrets"] },
      }),
      [],
    ],
    [
      "if the engine names only arguments that never reach the service",
      update({ after: { ...workspace, autoStopMinutes: 30, deletionPolicy: "pause" }, more: { detailedDiff: { deletionPolicy: {} } } }),
      [],
    ],
    ["if the resource is imported", { name: "main", op: "import", after: { ...workspace, autoStopMinutes: 30 } }, []],
    ["if the program no longer manages an object that is kept", update({ op: "delete" }), []],
  ])("%s", (_, step, lines) => {
    const review = reviewWith([step], lines);
    expect(review.complete).toBe(true);
    expect(only(review)).toMatchObject({ requests: [], requestsUnknown: undefined, unannounced: false });
    expect(comment(review)).toContain("Nothing is sent");
  });

  test("and knows the live values if the provider compared them", () => {
    const { fields } = only(reviewWith([update()], [`nothing to send for ${path}`]));
    expect(fields).toMatchObject([{ live: { value: 45 }, labels: ["adopts an outside change"] }]);
  });
});

describe("a preview that could not read the live settings", () => {
  const line = `cannot plan ${path}: no answer`;
  const reviewed = fingerprintOf(reviewWith([update()], [`PUT ${path} {"auto_stop_minutes":45} was {"auto_stop_minutes":30}`]));

  test("is incomplete, says why, has no fingerprint, and differs from the reviewed one", () => {
    const review = reviewWith([update()], [line]);
    expect([review.complete, fingerprintOf(review), compareWith(reviewed ?? "", review).is]).toEqual([false, undefined, "incomplete"]);
    expect(only(review)).toMatchObject({ requestsUnknown: "no answer", unannounced: true, fields: [{ live: { is: "unread" } }] });
    expect(comment(review)).toContain("⚠️ **What is sent is not known**: `no answer`.");
    expect(comment(review)).toContain("# partial: some values are known only during the update");
    expect(formats.annotations(review, { directory: "" })).toMatch(/^::warning .*What is sent is not known: no answer\./);
  });

  test("is incomplete even if the resource is not listed", () => {
    const review = reviewWith([], [line]);
    expect([review.complete, review.messages]).toEqual([false, [{ severity: "warning", text: "no answer" }]]);
    expect(comment(review)).toMatch(/^## ⚠️ Incomplete\n/);
  });
});

describe("gives each resource a line of its own:", () => {
  const refresh = (name: string): Step => ({
    kind: "WorkspaceRefresh",
    name,
    before: { ...workspace, triggers: [1] },
    after: { ...workspace, triggers: [2] },
  });
  const run = (name: string): Step => ({
    kind: "QueryRun",
    name,
    after: { host: "main.example.com", graph: "movies", query: "top", parameters: { limit: 5 }, secret: "[secret]" },
  });
  const requests = (review: Review) => review.changes.flatMap((change) => change.requests.map(({ method, path: to }) => `${method} ${to}`));

  test.each([
    ["two refreshes of one workspace", [refresh("a"), refresh("b")], `POST ${path}/refresh`],
    ["two equal runs", [run("a"), run("b")], 'POST https://main.example.com/restpp/query/movies/top {"limit":5}'],
  ])("%s are two requests", (_, steps, line) => {
    const both = reviewWith(steps, [line, line]);
    expect([both.complete, requests(both).length, both.strayRequests]).toEqual([true, 2, []]);
    const one = reviewWith(steps, [line]);
    expect([one.complete, one.changes.map(({ unannounced }) => unannounced)]).toEqual([false, [false, true]]);
    expect(fingerprintOf(both)).not.toBe(fingerprintOf(reviewWith(steps, [line, line, line])));
  });

  // The order of the identifiers is not that of the names.
  const idOf = (name: string) => (name === "a" ? "id-2" : "id-1");
  const configuration = (name: string, diffReasons = ["configValue"]): Step => {
    const values = { installedAddonId: "ad-1", configName: name, configValue: "[secret]" };
    const outputs = { configId: idOf(name) };
    return { kind: "AddonConfiguration", name, op: "update", before: values, after: values, outputs, more: { diffReasons } };
  };
  const adoption = (name: string): Step => {
    const after = { installedAddonId: "ad-1", configName: name, configValue: "[secret]", adopt: true };
    return { kind: "AddonConfiguration", name, op: "create", after };
  };
  const schedule = (name: string): Step => {
    const before = { ...workspace, repeat: "daily", time: "07:00" };
    const outputs = { scheduleId: idOf(name) };
    return { kind: "WorkspaceSchedule", name, op: "update", before, after: { ...before, time: "08:00" }, outputs };
  };
  const putSecret = (id: string) => `PUT /add-ons/ad-1/configs/${id} {"config_value":"[secret]"}`;
  const putSchedule = (id: string) => `PUT ${path}/schedules/${id} {"repeat":"daily","time":"08:00"} was {"repeat":"daily","time":"07:00"}`;

  test.each<[string, Step[], string[], string[]]>([
    ["two configurations of secret values", [configuration("a"), configuration("b")], ["id-2", "id-1"].map(putSecret), ["id-2", "id-1"]],
    ["two schedules of equal values", [schedule("a"), schedule("b")], ["id-2", "id-1"].map(putSchedule), ["id-2", "id-1"]],
    [
      "one beside which another sends nothing",
      [configuration("a", ["deletionPolicy"]), configuration("b")],
      [putSecret("id-1")],
      ["", "id-1"],
    ],
    ["one beside which another is adopted", [adoption("a"), configuration("b")], ["id-3", "id-1"].map(putSecret), ["id-3", "id-1"]],
  ])("recognizes by the identifier the request of %s", (_, steps, lines, expected) => {
    const { changes, ...review } = reviewWith(steps, lines);
    const paths = steps.map(({ name }) => changes.find((change) => change.name === name)?.requests.map((request) => request.path) ?? []);
    expect([review.complete, ...paths.map(([to = ""]) => to.split("/").at(-1))]).toEqual([true, ...expected]);
  });

  test("a run on another host does not belong to the resource", () => {
    const review = reviewWith([run("a")], ["POST https://other.example.com/restpp/query/movies/top {}"]);
    expect([review.complete, review.strayRequests.length]).toEqual([false, 1]);
    expect(comment(review)).toContain("### ⚠️ Requests of no listed change");
  });

  test("a request with another value than declared does not belong to the resource", () => {
    const review = reviewWith([update()], [`PUT ${path} {"auto_stop_minutes":30} was {"auto_stop_minutes":240}`]);
    expect([review.complete, review.strayRequests.length]).toEqual([false, 1]);
  });

  test("a resource with secret identifiers has its request", () => {
    const hidden = { workgroupId: "[secret]", workspaceId: "[secret]" };
    const step = update({ before: { ...hidden, autoStopMinutes: 30 }, after: { ...hidden, autoStopMinutes: 45 } });
    const lines = ['PUT /workgroups/[redacted]/workspaces/[redacted] {"auto_stop_minutes":45} was {"auto_stop_minutes":30}'];
    expect(reviewWith([step], lines)).toMatchObject({ complete: true, strayRequests: [] });
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
      {
        kind: "AddonConfiguration",
        name: "c",
        after: { installedAddonId: unknownText, configName: "n", configValue: { k: unknownText } },
      },
    ],
    ["a workspace that is refreshed", { kind: "WorkspaceRefresh", name: "r", after: ids }],
  ])("%s", (_, step) => {
    const preview = previewWith([step]);
    const failed = [{ severity: "error", message: `property workspaceId value {${unknownText}} has a problem` }];
    for (const review of [reviewOf(preview), reviewOf({ ...preview, diagnostics: failed })]) {
      const texts = Object.values(formats).map((format) => format(review, { directory: "" }));
      expect(texts.join("\n")).not.toContain(unknownText);
      expect(texts[0]).toMatch(/known.later/);
    }
  });

  test("a review is complete if the object itself is known only during the update", () => {
    const review = reviewWith([{ name: "main", after: { ...ids, autoStopMinutes: 5 } }]);
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
  ])("%s", (_, size, live, expected) => {
    expect(labels(size, live)).toEqual([[expected]]);
  });

  test("a value that may be either of two resumes it", () => {
    expect(labels("TG-2", "TG-1", { uncertain: ["workspaceTypeName"] })).toEqual([["resumes a failed update"]]);
  });
});

describe("a value that is known only during the update may be sent:", () => {
  const line = `PUT ${path} {"auto_stop_minutes":45} was {"auto_stop_minutes":30}`;
  const adoption = (after: object): Step => ({ name: "main", after: { ...workspace, ...after } });
  const change = (after: object) => changed("main", { autoStopMinutes: 30 }, { autoStopMinutes: 45, ...after });
  const size = { workspaceTypeName: unknownText };

  test.each<[string, Step, string, string[]]>([
    [
      "a size beside what is sent",
      change(size),
      `${line} (workspaceTypeName: known later)`,
      ["possibly a resize, offline for about two minutes"],
    ],
    [
      "a size beside what is live already",
      change(size),
      `nothing to send for ${path} (workspaceTypeName: known later)`,
      ["possibly a resize, offline for about two minutes"],
    ],
    [
      "a size of an adopted workspace",
      adoption(size),
      `nothing to send for ${path} (workspaceTypeName: known later)`,
      ["possibly a resize, offline for about two minutes"],
    ],
    [
      "a pause",
      change({ pause: unknownText }),
      `${line} (pause: known later)`,
      ["possibly a pause, which stops queries", "possibly a paused workspace starts"],
    ],
    [
      "a switch in a group of values",
      change({ maintenanceWindow: { hourOfDay: unknownText, dayOfWeek: 1 }, desiredTgVersion: "4" }),
      `PUT ${path} {"desired_tg_version":"4"} (maintenanceWindow: known later)`,
      ["the database moves to another version"],
    ],
  ])("%s", (_, step, announced, expected) => {
    const review = reviewWith([step], [announced]);
    expect(only(review).consequences.map(({ inShort }) => inShort)).toEqual(expected);
    expect(review.highestImpact?.inShort).toBe(expected[0]);
    expect(comment(review)).toContain(expected[0]?.startsWith("possibly") ? "Possibly: The workspace is " : "The database is upgraded");
  });

  test.each([
    ["of a new list", { op: "create" }],
    ["of a list", { op: "update", before: { workgroupId: "wg-1", enabled: true } }],
  ])("whether an allow list is enforced, %s", (_, step) => {
    const list = { kind: "AllowList", name: "list", after: { workgroupId: "wg-1", enabled: unknownText }, ...step };
    const review = reviewWith([list]);
    expect(only(review)).toMatchObject({
      requests: [{ method: "PUT", path: "/workgroups/wg-1/allow_list/[known-later]" }],
      requestsUnknown: "enabled is known only during the update",
      consequences: [
        { inShort: "possibly access: the allow list is no longer enforced" },
        { inShort: "possibly the allow list is enforced, a possible lock-out" },
      ],
    });
    expect(comment(review)).not.toContain("/disable");
  });

  test("a value that the provider found as declared is not sent", () => {
    const review = reviewWith([change(size)], [`nothing to send for ${path} (workspaceTypeName: known later)`]);
    expect(only(review)).toMatchObject({
      requests: [{ body: { workspace_type_name: "[known later]" } }],
      requestsUnknown: "workspaceTypeName is known only during the update",
    });
    expect(only(review).requests[0]?.body).toEqual({ workspace_type_name: "[known later]" });
  });

  test("values of the same argument are not shown as declared", () => {
    const step = adoption({ autoStopMinutes: 45, maintenanceWindow: { hourOfDay: unknownText, dayOfWeek: 1 } });
    const change = only(reviewWith([step], [`nothing to send for ${path} (maintenanceWindow: known later)`]));
    expect(change.alreadySo).toBe(1);
    expect(change.fields.map(({ path: [, name], live }) => [name, live.is])).toEqual([
      ["dayOfWeek", "unread"],
      ["hourOfDay", "unread"],
    ]);
    expect(change.requestsUnknown).toBe("maintenanceWindow is known only during the update");
    expect(Object.keys(change.requests[0]?.body as object)).toEqual(["maintenance_window_day_of_week", "maintenance_window_hour_of_day"]);
  });
});
