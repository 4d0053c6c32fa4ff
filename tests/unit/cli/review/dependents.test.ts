import { replacedPerhaps, unreadable } from "../../../../cli/review/dependents";
import { exitCodeOf } from "../../../../cli/review/exit-code";
import type { Change, Review } from "../../../../cli/review/model";
import { parsePrices } from "../../../../cli/review/inputs";
import { reviewOf } from "../../../../cli/review/read";
import { resourcesOf } from "../../../../cli/review/resources";
import { unknownText } from "../../../support/provider";
import { comment, path, previewWith, reviewWith, type Step, urnOf, workspace } from "./samples";

/** One resource's change and its effect on others; and what cannot be read. */

const changeOf = ({ changes }: Review, name: string): Change => {
  const found = changes.find((change) => change.name === name);
  if (found === undefined) throw new Error(`no change of ${name}`);
  return found;
};
const sent = ({ requests }: Change) => requests.map(({ method, path: to }) => `${method} ${to}`);
const codeOf = (steps: readonly Step[], lines: readonly string[] = []) => exitCodeOf(reviewWith(steps, lines), { changes: true });

const workgroupId = "wg-1";
const hidden: readonly (readonly [string, Record<string, unknown>, Record<string, unknown>, string])[] = [
  ["Workgroup", { workgroupName: "g" }, { workgroupId }, "DELETE /workgroups/wg-1"],
  ["Workspace", { workgroupId, workspaceName: "w" }, { workspaceId: "ws-1" }, `DELETE ${path}`],
  ["WorkspaceSettings", workspace, {}, `DELETE ${path}`],
  ["AddonConfiguration", { installedAddonId: "ad-1", configName: "c" }, { configId: "cf-1" }, "DELETE /add-ons/ad-1/configs/cf-1"],
  ["DatabaseUser", { ...workspace, username: "u" }, {}, `DELETE ${path}/dbuser`],
  ["AllowListEntry", { workgroupId, cidr: "10.0.0.0/8" }, { entryId: "e-1" }, "DELETE /workgroups/wg-1/allow_list/e-1"],
  ["AllowList", { workgroupId, enabled: true }, {}, "PUT /workgroups/wg-1/allow_list/disable"],
  ["BackupSchedule", workspace, {}, `POST ${path}/backups/schedule`],
];

describe.each(["[secret]", unknownText])("a deletion policy that is %s in the state", (deletionPolicy) => {
  test.each(hidden)("%s: is read as its gravest value, and gives no fingerprint", (kind, before, outputs, request) => {
    const step: Step = { kind, name: "r", before: { ...before, deletionPolicy }, outputs };
    const review = reviewWith([step]);
    expect([sent(changeOf(review, "r")), review.complete]).toEqual([[request], false]);
    expect(changeOf(review, "r").requestsUnknown).toContain("deletionPolicy cannot be read");
    expect(comment(review)).not.toContain("fingerprint=");
    expect(codeOf([step])).toBe(1);
  });
});

const secretive = { ...workspace, onConflict: "[secret]", deletionPolicy: "[secret]" };
const retained = { custom: true, inputs: secretive, retainOnDelete: true };
test.each<[string, Partial<Step>, string[]]>([
  ["an update", { after: secretive }, ["onConflict"]],
  ["a replacement", { op: "replace", after: secretive }, ["onConflict", "deletionPolicy"]],
  ["a deletion", {}, ["deletionPolicy"]],
  ["a deletion by which the object stays", { more: { oldState: retained } }, []],
  ["a replacement after which the object stays", { op: "replace", after: secretive, more: { oldState: retained } }, ["onConflict"]],
  ["a resource that stays unchanged", { op: "same", after: secretive }, []],
  ["another package's resource", { more: { urn: "urn:pulumi:dev::movies::aws:s3/bucket:Bucket::b" } }, []],
])("of %s, it matters which arguments cannot be read: %#", (_, step, names) => {
  const { steps = [], ...preview } = previewWith([{ name: "r", before: secretive, ...step }]);
  expect(resourcesOf({ ...preview, steps: steps.slice(1) }).flatMap(unreadable)).toEqual(names);
});

test.each(["[secret]", unknownText])("whether an allow list is enforced: %s is read as either", (enabled) => {
  const review = reviewWith([{ kind: "AllowList", name: "list", after: { workgroupId, enabled }, blind: true }]);
  expect(review.complete).toBe(false);
  expect(review.highestImpact).toMatchObject({ severity: "opens", summary: "possibly open to any address" });
});

const group = (op: "update" | "replace"): Step => ({
  kind: "Workgroup",
  name: "team",
  op,
  before: { workgroupName: "team", cloudProviderId: "cp-1", deletionPolicy: "retain" },
  after: {
    workgroupName: "team",
    cloudProviderId: op === "replace" ? "cp-2" : "cp-1",
    deletionPolicy: "retain",
    enableApplicationLog: true,
  },
  outputs: { workgroupId },
});
const groupLine = {
  replace: 'POST /workgroups {"name":"team","cloud_provider_id":"cp-2"}',
  update: 'PUT /workgroups/wg-1 {"enable_application_log":true}',
};

/** A resource whose argument is known only during the update. */
const depending = (
  kind: string,
  name: string,
  op: string,
  before: object,
  argument: string,
  source: string,
  outputs: object = {},
): Step => ({
  kind,
  name,
  op,
  blind: true,
  before: { ...before },
  outputs: { ...outputs },
  more: { newState: { custom: true, inputs: { ...before, [argument]: unknownText }, propertyDependencies: { [argument]: [source] } } },
});
const inside = (op: string) =>
  depending(
    "Workspace",
    "prod",
    op,
    { workgroupId, workspaceName: "prod", deletionPolicy: "delete" },
    "workgroupId",
    urnOf({ kind: "Workgroup", name: "team" }),
    { workspaceId: "ws-1" },
  );
const user = depending(
  "DatabaseUser",
  "reader",
  "replace",
  { ...workspace, username: "reader", deletionPolicy: "delete" },
  "workspaceId",
  urnOf({ kind: "Workspace", name: "prod" }),
);

const created: Step = { kind: "Workspace", name: "new", after: { workgroupId, workspaceName: "new" }, blind: true };
test.each<[string, readonly string[] | undefined, boolean]>([
  ["its source is unknown", undefined, true],
  ["its source is created", [urnOf(created)], true],
  ["only one of two sources is created", [urnOf({ name: "unlisted" }), urnOf(created)], true],
  ["its source stays unchanged", [urnOf({ name: "unlisted" })], false],
])("a user whose workspace is known later might be replaced if %s: %#", (_, sources, isReplaced) => {
  const step = depending("DatabaseUser", "reader", "update", { ...workspace, username: "reader" }, "workspaceId", "");
  const newState = { ...step.more?.newState, propertyDependencies: sources && { workspaceId: sources } };
  const { steps = [], ...preview } = previewWith([created, { ...step, more: { newState } } as Step]);
  const found = replacedPerhaps(resourcesOf({ ...preview, steps: steps.slice(1) }));
  expect([...found]).toEqual(isReplaced ? [urnOf({ kind: "DatabaseUser", name: "reader" })] : []);
});

test("a workspace may be deleted with a workgroup that is replaced, and so may what is inside it", () => {
  const op = "replace";
  const review = reviewWith([group("replace"), inside(op), user], [groupLine.replace]);
  expect(changeOf(review, "prod")).toMatchObject({ action: "may change" });
  expect(sent(changeOf(review, "prod"))).toEqual(["POST /workgroups/[known-later]/workspaces", `DELETE ${path}`]);
  expect(sent(changeOf(review, "reader"))).toEqual([`POST /workgroups/wg-1/workspaces/[known-later]/dbuser`, `DELETE ${path}/dbuser`]);
  expect(review.highestImpact).toMatchObject({ severity: "destroys", summary: "possibly data lost permanently" });
  expect(comment(review).split("\n")[0]).toContain("Possibly: deletes workspace `prod` and its data");
  expect(codeOf([group("replace"), inside(op)], [groupLine.replace])).toBe(4);
});

test("a deletion that is certain precedes one that is only possible", () => {
  const before = { workgroupId, workspaceName: "temporary", deletionPolicy: "delete" };
  const temporary: Step = { kind: "Workspace", name: "temporary", before, outputs: { workspaceId: "ws-2" } };
  const lines = comment(reviewWith([group("replace"), inside("replace"), temporary], [groupLine.replace])).split("\n");
  expect(lines[0]).toBe("## ⛔ Deletes workspace `temporary` and its data");
  const losses = lines.filter((line) => line.startsWith("| ⛔"));
  expect(losses).toEqual([
    expect.stringMatching(/^\| ⛔ data lost permanently .*`temporary`/),
    expect.stringMatching(/^\| ⛔ possibly data lost .*`prod`/),
  ]);
});

describe.each(["update", "replace"])("a workspace inside a workgroup, which the engine plans to %s", (op) => {
  test("may be refused if its state protects it", () => {
    const step = depending(
      "Workspace",
      "prod",
      op,
      { workgroupId, workspaceName: "prod" },
      "workgroupId",
      urnOf({ kind: "Workgroup", name: "team" }),
    );
    const review = reviewWith([group("replace"), step], [groupLine.replace]);
    expect(changeOf(review, "prod").consequences).toContainEqual(expect.objectContaining({ summary: "possibly refused" }));
  });

  test("is not deleted with a workgroup that changes in place", () => {
    const steps = [group("update"), inside(op), user];
    const review = reviewWith(steps, [groupLine.update]);
    expect(
      [...sent(changeOf(review, "prod")), ...sent(changeOf(review, "reader"))].filter((request) => /DELETE|POST/.test(request)),
    ).toEqual([]);
    expect(codeOf(steps, [groupLine.update])).toBe(3);
  });
});

test("a user whose password changes beside an unknown identifier is updated, and replaced only if its workspace is", () => {
  const newState = { custom: true, ...user.more?.newState, inputs: { ...user.more?.newState?.inputs, password: "[secret]" } };
  const changed: Step = { ...user, more: { newState, diffReasons: ["password", "workspaceId"], replaceReasons: ["workspaceId"] } };
  const beside = (op: "update" | "replace") => {
    const of = { workgroupId, workspaceName: "prod", deletionPolicy: "delete" };
    const prod: Step = {
      kind: "Workspace",
      name: "prod",
      op,
      before: of,
      after: { ...of, ...(op === "replace" ? { isRw: false } : { autoStopMinutes: 5 }) },
      outputs: { workspaceId: "ws-1" },
    };
    const reader = changeOf(reviewWith([prod, changed]), "reader");
    return [reader.fields.some(({ forcesReplacement }) => forcesReplacement), ...sent(reader)];
  };
  const users = "/workgroups/wg-1/workspaces/[known-later]/dbuser";
  expect(beside("update")).toEqual([false, `PUT ${users}`]);
  expect(beside("replace")).toEqual([true, `PUT ${users}`, `POST ${users}`, `DELETE ${path}/dbuser`]);
});

describe("a replacement that the engine plans although only a value is known later", () => {
  const replaced = (deletionPolicy: string, replaceReasons?: string[]): Step => {
    const before = { workgroupId, workspaceName: "prod", autoStopMinutes: 30, deletionPolicy };
    const step = depending("Workspace", "prod", "replace", before, "autoStopMinutes", "", { workspaceId: "ws-1" });
    return { ...step, more: { ...step.more, ...(replaceReasons && { replaceReasons }) } };
  };

  test.each([
    ["as an option of the program demands", ["autoStopMinutes"]],
    ["as an argument of Pulumi demands", undefined],
  ])("may delete the object, %s", (_, reasons) => {
    const review = reviewWith([replaced("delete", reasons)]);
    expect(changeOf(review, "prod")).toMatchObject({ action: "may change", replaced: undefined });
    expect(sent(changeOf(review, "prod"))).toEqual(["POST /workgroups/wg-1/workspaces", `DELETE ${path}`]);
    expect(comment(review)).toMatch(/^## ⛔ Possibly: deletes workspace `prod` and its data/);
    expect(exitCodeOf(review, { changes: true })).toBe(4);
  });

  test("may be refused if the state protects the object", () => {
    const { consequences } = changeOf(reviewWith([replaced("protect")]), "prod");
    expect(consequences.map(({ summary }) => summary)).toContain("possibly refused");
  });
});

test("settings that may be replaced have each request once", () => {
  const settings = { ...workspace, autoStopMinutes: 5, deletionPolicy: "delete" };
  const step = depending("WorkspaceSettings", "main", "replace", settings, "workspaceId", urnOf(created));
  expect(sent(changeOf(reviewWith([created, step]), "main"))).toEqual(["PUT /workgroups/wg-1/workspaces/[known-later]", `DELETE ${path}`]);
});

test("an update that may change a protected object is not refused, because it deletes nothing", () => {
  const before = { workgroupId, workspaceName: "prod", workspaceTypeName: "TG-0", deletionPolicy: "protect" };
  const step = depending("Workspace", "prod", "update", before, "workspaceTypeName", "", { workspaceId: "ws-1" });
  const change = changeOf(reviewWith([step]), "prod");
  expect(change.action).toBe("may change");
  expect(change.consequences.map(({ id }) => id)).not.toContain("deletion-refused");
});

test("a replacement that is certain stays certain if another identifier is known later", () => {
  const theme = { installedAddonId: "ad-1", configName: "theme", configValue: "x", deletionPolicy: "delete" };
  const step = depending("AddonConfiguration", "theme", "replace", theme, "installedAddonId", urnOf(created), { configId: "cf-1" });
  const newState = { ...step.more?.newState, custom: true, inputs: { ...step.more?.newState?.inputs, configName: "colors" } };
  const replaced: Step = { ...step, more: { newState, replaceReasons: ["configName", "installedAddonId"] } };
  const change = changeOf(reviewWith([created, replaced]), "theme");
  expect(change.action).toBe("replace");
  expect(change.consequences.map(({ possible = false }) => possible)).not.toContain(true);
});

test("a size that is known later has a cost that is not known", () => {
  const size = depending(
    "WorkspaceSettings",
    "main",
    "update",
    { ...workspace, workspaceTypeName: "TG-0" },
    "workspaceTypeName",
    urnOf({ kind: "Workspace", name: "x" }),
  );
  const prices = parsePrices("prices.json", '{"currency":"USD","sizes":{"TG-0":"1"}}');
  const review = reviewOf(previewWith([size]), { prices });
  expect(changeOf(review, "main")).toMatchObject({
    action: "may change",
    cost: { reason: expect.stringContaining("workspaceTypeName") as string },
  });
});

const sandbox: Step = {
  kind: "Workspace",
  name: "sandbox",
  before: { workgroupId, workspaceName: "sandbox", deletionPolicy: "delete" },
  outputs: { workspaceId: "ws-1" },
};
const same = (kind: string, name: string, inputs: Record<string, unknown>): Step => ({
  kind,
  name,
  op: "same",
  before: inputs,
  after: inputs,
});

test.each<[string, Step, readonly string[] | undefined]>([
  ["a schedule by its literal identifier", same("WorkspaceSchedule", "morning", { ...workspace, cron: "0 6 * * *" }), ["morning"]],
  ["settings of it", same("WorkspaceSettings", "main", workspace), ["main"]],
  ["a new user", { kind: "DatabaseUser", name: "u", after: { ...workspace, username: "u" } }, ["u"]],
  ["a schedule of another workspace", same("WorkspaceSchedule", "morning", { ...workspace, workspaceId: "ws-10" }), undefined],
  ["a user that is deleted too", { kind: "DatabaseUser", name: "u", before: { ...workspace, username: "u" } }, undefined],
  ["the workgroup around it", same("Workgroup", "team", { workgroupName: "team", workgroupId }), undefined],
])("what stays declared inside a deleted workspace is named, and gives no fingerprint: %s", (_, step, names) => {
  const review = reviewWith(
    [sandbox, step],
    step.op === "same" ? [] : [`POST ${path}/dbuser {"username":"u","password":"[secret]"}`].slice(step.after ? 0 : 1),
  );
  expect(changeOf(review, "sandbox").leavesInside).toEqual(names);
  expect(review.complete).toBe(names === undefined);
  if (names !== undefined) expect(comment(review)).toContain(`Still declared inside it: \`${names.join()}\``);
});

test("a user whose deletion needs no path of its own contains no other user", () => {
  const leaver: Step = { kind: "DatabaseUser", name: "leaver", before: { ...workspace, username: "leaver", deletionPolicy: "delete" } };
  const review = reviewWith([leaver, same("DatabaseUser", "reader", { ...workspace, username: "reader" })]);
  expect(changeOf(review, "leaver").leavesInside).toBeUndefined();
});

describe("what the engine decides", () => {
  const reader = { ...workspace, username: "reader", deletionPolicy: "delete" };
  const state = (more: object): Step => ({
    kind: "DatabaseUser",
    name: "reader",
    more: { op: "delete", oldState: { custom: true, inputs: reader, outputs: reader, ...more } },
  });
  const holder = urnOf({ kind: "Workspace", name: "sandbox" });

  test("an object with deletedWith goes with its holder, without a request", () => {
    const review = reviewWith([sandbox, state({ deletedWith: holder })]);
    expect(changeOf(review, "reader")).toMatchObject({ action: "stop managing", requests: [], deletedWith: "sandbox" });
  });

  test("an object with deletedWith goes with its holder, also if another resource takes it over", () => {
    const settings = { ...workspace, autoStopMinutes: 30 };
    const [oldState, successor] = [
      { custom: true, inputs: settings, outputs: settings, deletedWith: holder },
      { name: "new", after: settings },
    ];
    const review = reviewWith([sandbox, { name: "old", more: { op: "delete", oldState } }, successor], ["nothing"]);
    expect(changeOf(review, "old")).toMatchObject({ managedBy: "new", deletedWith: "sandbox" });
    expect(comment(review)).toContain("**deleted with `sandbox`**");
    expect(comment(review)).toContain("No API request: deleting `sandbox` also deletes it.");
    expect(comment(review)).not.toContain("managed by");
  });

  const bucket = "urn:pulumi:dev::movies::aws:s3/bucket:Bucket::b";
  const release = "kept-with-holder";
  test.each<[string, Step | undefined, object]>([
    ["stays unchanged", undefined, { action: "delete" }],
    ["is updated", { ...sandbox, after: { ...sandbox.before, autoStopMinutes: 5 } }, { action: "delete" }],
    [
      "is replaced",
      { ...sandbox, op: "replace", after: { workgroupId, workspaceName: "b" } },
      { deletedWith: "sandbox", consequences: [] },
    ],
    ["is paused", { ...sandbox, before: { ...sandbox.before, deletionPolicy: "pause" } }, { consequences: [{ id: release }] }],
    [
      "is of another package",
      { name: "b", op: "delete", more: { urn: bucket, oldState: { custom: true } } },
      { deletedWith: "b", consequences: [] },
    ],
  ])("an object with deletedWith is deleted by its own request only if its holder is not removed: it %s", (_, step, expected) => {
    const user = state({ deletedWith: step?.more?.urn ?? holder });
    const reader = changeOf(reviewWith(step === undefined ? [user] : [step, user]), "reader");
    expect(reader).toMatchObject({ action: "stop managing", ...expected });
    expect(sent(reader)).toEqual("action" in expected ? [`DELETE ${path}/dbuser`] : []);
    expect(reader.deletedWith !== undefined).toBe("deletedWith" in expected);
  });

  test.each([
    ["keeps its object is released", "pause", ["released", "user-made"], "| ⚠️ no longer managed | user `reader` of workspace `sandbox` |"],
    ["is deleted is deleted with it", "delete", ["user-made"], "**deleted with `sandbox`**, and another is created"],
  ])("a replaced object with deletedWith whose holder %s", (_, deletionPolicy, ids, text) => {
    const removed: Step = { ...sandbox, before: { ...sandbox.before, deletionPolicy } };
    const newState = { custom: true, inputs: { ...reader, workspaceId: "ws-2" } };
    const step: Step = { ...state({ deletedWith: holder }), op: "replace" };
    const replaced = { ...step, more: { ...step.more, op: "replace", newState } };
    const review = reviewWith([removed, replaced], ['POST /workgroups/wg-1/workspaces/ws-2/dbuser {"username":"reader"}']);
    expect(changeOf(review, "reader").consequences.map(({ id }) => id)).toEqual(ids);
    expect(comment(review)).toContain(text);
    expect(comment(review).includes("deleted with")).toBe(deletionPolicy === "delete");
    expect(comment(review).includes("which is not deleted")).toBe(deletionPolicy === "pause");
  });

  test.each([
    ["mine::id-1", "other::id-2", ["PUT", "DELETE"]],
    ["mine::id-1", "mine::id-1", ["PUT"]],
    ["mine::id-1", "mine::id-22", ["PUT"]],
    ["default_0_1_0::id-1", "default_0_2_0::id-2", ["PUT"]],
    ["default_0_1_0::id-1", "default::id-2", ["PUT"]],
    ["default_0_1_0::id-1", "mine::id-2", ["PUT", "DELETE"]],
    [undefined, "mine::id-2", ["PUT"]],
  ])("a resource of the provider %s that moves to %s", (from, to, methods) => {
    const provider = (own: string | undefined) => own && `urn:pulumi:dev::movies::pulumi:providers:graphplane::${own}`;
    const inputs = { ...workspace, autoStopMinutes: 1, deletionPolicy: "delete" };
    const review = reviewWith(
      [
        {
          name: "main",
          op: "replace",
          more: {
            oldState: { custom: true, inputs, outputs: inputs, provider: provider(from) },
            newState: { custom: true, inputs, provider: provider(to) },
          },
        },
      ],
      [`PUT ${path} {"auto_stop_minutes":1} was {"auto_stop_minutes":2}`],
    );
    expect(changeOf(review, "main").requests.map(({ method }) => method)).toEqual(methods);
  });
});

test.each([
  ["nothing", "adopt"],
  [`PUT ${path} {"auto_stop_minutes":60} was {"auto_stop_minutes":30}`, "adopt"],
  [`POST /workgroups/wg-1/workspaces {"name":"prod","auto_stop_minutes":60}`, "create"],
])("a workspace for which the provider prints %j is to %s", (line, action) => {
  const step: Step = { kind: "Workspace", name: "prod", after: { workgroupId, workspaceName: "prod", adopt: true, autoStopMinutes: 60 } };
  const change = changeOf(reviewWith([step], [line]), "prod");
  expect(change.action).toBe(action);
  if (line.startsWith("PUT")) expect(change.fields.map(({ live }) => live)).toEqual([{ is: "value", value: 30 }]);
});

const paused = { ...sandbox, before: { ...sandbox.before, autoStopMinutes: 5 }, after: { ...sandbox.before, autoStopMinutes: 9 } };
const adopted: Step = { kind: "Workspace", name: "sandbox", after: { workgroupId, workspaceName: "sandbox", adopt: true } };
test.each<[string, readonly Step[], object, string]>([
  ["a workspace that the update creates", [created], {}, "create"],
  ["a workspace that exists", [paused], {}, "adopt"],
  ["a workspace that the update adopts", [adopted], {}, "adopt"],
  ["a workspace that exists, or one that the update creates", [paused, created], {}, "create"],
  ["a workspace with a literal identifier, which depends on a created one", [created], { workspaceId: "ws-1" }, "adopt"],
])("settings of %s", (_, sources, ids, action) => {
  const urns = sources.map(urnOf);
  const inputs = { workgroupId, workspaceId: unknownText, autoStopMinutes: 5, ...ids };
  const newState = { custom: true, inputs, propertyDependencies: { workspaceId: urns } };
  const settings: Step = { name: "main", op: "create", blind: true, more: { newState } };
  const lines = sources.includes(adopted) ? ["nothing"] : [];
  expect(changeOf(reviewWith([...sources, settings], lines), "main").action).toBe(action);
});

const moved = (deletionPolicy: string, to: object): Step => ({
  name: "main",
  op: "replace",
  before: { ...workspace, autoStopMinutes: 5, deletionPolicy },
  after: { ...workspace, autoStopMinutes: 5, deletionPolicy, ...to },
  outputs: { __owner: "a1" },
});
const next: Step = { name: "next", after: { ...workspace, autoStopMinutes: 7 } };
test.each<[string, readonly Step[], readonly string[], object]>([
  ["retained and left behind", [moved("retain", { workspaceId: "ws-2" })], ["PUT"], { consequences: [{ id: "released" }] }],
  ["deleted", [moved("delete", { workspaceId: "ws-2" })], ["PUT", "DELETE"], { consequences: [{ id: "workspace-deleted" }, {}] }],
  ["still the same", [moved("retain", {})], ["PUT"], { consequences: [] }],
  ["taken over by another resource", [moved("retain", { workspaceId: "ws-2" }), next], ["PUT"], { consequences: [], managedBy: "next" }],
  // The engine can delete an object before it creates the replacement, and thus before another resource takes the object over.
  ["deleted, although another resource declares it", [moved("delete", { workspaceId: "ws-2" }), next], ["PUT", "DELETE"], {}],
])("the old object of a replacement is %s", (_, steps, methods, expected) => {
  const put = (of: Step) => `PUT ${path} ${JSON.stringify({ auto_stop_minutes: of.name === "main" ? 5 : 7 })} was {"auto_stop_minutes":3}`;
  const change = changeOf(reviewWith(steps, steps.map(put)), "main");
  expect(change).toMatchObject(expected);
  expect(change.requests.map(({ method }) => method)).toEqual(methods);
  if (methods.includes("DELETE"))
    expect([change.managedBy, change.consequences.some(({ id }) => id === "released")]).toEqual([undefined, false]);
});
