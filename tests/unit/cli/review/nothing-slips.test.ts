import { keysIn, pathText } from "../../../../cli/review/values";
import { digestsIn, fingerprintOf, reviewedChanges } from "../../../../cli/review/fingerprint";
import { exitCodeOf } from "../../../../cli/review/exit-code";
import type { Review } from "../../../../cli/review/model";
import type { Preview, RawStep } from "../../../../cli/review/inputs";
import { reviewOf } from "../../../../cli/review/read";
import { unknownText } from "../../../support/provider";
import { changed, comment, path, previewWith, reviewWith, type Step, urnOf, workspace } from "./samples";

const headline = (review: Review) => comment(review).split("\n")[0];
const settings = { ...workspace, autoStopMinutes: 30 };
const [old, next] = ["https://a.example.com", "https://b.example.com"];
const moved = (found: boolean, urn?: string) => ({ urn, service: { from: old, to: next, found } });

const codeFor = (preview: Preview) => exitCodeOf(reviewOf(preview), { changes: true });

const withSteps = (preview: Preview, ...steps: RawStep[]): Preview => ({ ...preview, steps: [...(preview.steps ?? []), ...steps] });

function providerStep(name: string, before: object, after: object, op = "update"): RawStep {
  const urn = `urn:pulumi:dev::movies::pulumi:providers:graphplane::${name}`;
  const diffReasons = Object.keys(after);
  return { op, urn, oldState: { custom: true, inputs: { ...before } }, newState: { custom: true, inputs: { ...after } }, diffReasons };
}

describe("another service", () => {
  const moves: [string, Preview, string][] = [
    ["by the record of a preview", previewWith([], [], [moved(false)]), "Nothing is written there until"],
    ["by the record of a refresh", previewWith([], [], [moved(true)]), "The refresh found the resources there"],
    [
      "by the records of a preview and of a refresh",
      previewWith([], [], [moved(true), moved(false)]),
      "The refresh found the resources there",
    ],
    ...["update", "replace"].map((op): [string, Preview, string] => [
      `by a provider's arguments (${op})`,
      withSteps(previewWith([]), providerStep("acct", { baseUrl: `${old}/` }, { baseUrl: next }, op)),
      "Nothing is written",
    ]),
  ];

  test.each(moves)("%s is a callout with both addresses, a change, and part of the fingerprint", (_, preview, then) => {
    const review = reviewOf(preview);
    const text = comment(review);
    expect(text).toContain(`> [!WARNING]\n> **Another service**: from \`${old}\` to \`${next}\`.`);
    expect(text).toContain(then);
    expect(headline(review)).toBe("## ⚠️ Another service");
    expect(headline(review)).not.toContain("nothing to do");
    const [move] = reviewedChanges(review).filter(({ change }) => change === undefined);
    expect(move?.text).toBe(`service: ${old} → ${next}`);
    expect(digestsIn(fingerprintOf(review) ?? "")).toEqual(expect.arrayContaining([...(move?.digests ?? ["none"])]));
    expect(codeFor(preview)).toBe(3);
  });

  test.each([
    ["a provider that stays", "same", { baseUrl: old }, { baseUrl: next }],
    ["the same address with a slash at its end", "update", { baseUrl: old }, { baseUrl: `${old}/` }],
  ])("%s is no move", (_, op, before, after) => {
    expect(reviewOf(withSteps(previewWith([]), providerStep("acct", before, after, op))).services).toEqual([]);
  });

  test("a value of the object there is not an outside change", () => {
    const main: Step = { name: "main", before: settings, after: settings };
    const plans = [`PUT ${path} {"auto_stop_minutes":30} was {"auto_stop_minutes":90}`];
    const [change] = reviewOf(previewWith([main], plans, [moved(true, urnOf(main))])).changes;
    expect(change?.fields.map(({ labels }) => labels)).toEqual([["differs at the new address"]]);
  });
});

test.each([
  ["another argument of a provider is a change", "acct", { apiKey: "[secret]" }, "update", ["acct"]],
  ["a provider that is replaced is a change", "acct", { apiKey: "[secret]" }, "replace", ["acct"]],
  ["a new provider is not", "acct", { apiKey: "[secret]" }, "create", []],
  ["the default provider is not: it contains every key of the stack's configuration", "default", { "movies:x": "1" }, "update", []],
  ["the default provider of a version is not either", "default_0_1_0", { "movies:x": "1" }, "update", []],
  ["a provider whose name starts with default is a change", "defaults", { apiKey: "[secret]" }, "update", ["defaults"]],
  ["a provider whose name ends with default is a change", "my-default", { apiKey: "[secret]" }, "update", ["my-default"]],
])("%s", (_, name, args, op, expected) => {
  const review = reviewOf(withSteps(previewWith([]), providerStep(name, args, args, op)));
  expect([review.changes.map((change) => change.name), review.highestImpact]).toEqual([expected, undefined]);
});

test("a request that belongs to no listed change makes a review incomplete", () => {
  const preview = previewWith([], [`PUT ${path} {"auto_stop_minutes":5}`]);
  const review = reviewOf(preview);
  expect([review.complete, fingerprintOf(review), codeFor(preview)]).toEqual([false, undefined, 1]);
  expect(comment(review)).toContain("\n### ⚠️ Requests that belong to no listed change\n");
});

const planned = (seen: boolean, operation: "replace" | "update" | "nothing", ...methods: string[]) => {
  const requests = methods.map((method) => ({ method, path, later: [] }));
  return { urn: urnOf({ name: "main" }), plan: { operation, seen, requests, fields: [], names: [] } };
};
const update = changed("main", settings, { autoStopMinutes: 45 });
test.each([
  ["a deletion", { name: "main", before: { ...workspace, deletionPolicy: "delete" } }, [planned(true, "replace")], "DELETE"],
  ["what a read has shown", update, [planned(false, "update", "POST"), planned(true, "update", "PUT")], "PUT"],
  ["what sends more", update, [planned(true, "nothing"), planned(true, "update", "PUT")], "PUT"],
])("of records that contradict a step or each other, %s is shown", (_, step, records, method) => {
  expect(reviewOf(previewWith([step], [], records))).toMatchObject({ changes: [{ requests: [{ method }] }] });
});

test("a value that is repeated on a replacement is set on the new object", () => {
  const step = { ...changed("main", settings, { workspaceId: "ws-2" }, { replaceReasons: ["workspaceId"] }), op: "replace" };
  const line = 'PUT /workgroups/wg-1/workspaces/ws-2 {"auto_stop_minutes":30} was {"auto_stop_minutes":60}';
  const preview = withSteps(previewWith([step], [line]), { op: "delete-replaced", urn: urnOf(step) });
  const fields = reviewOf(preview).changes.flatMap((change) => change.fields);
  expect(Object.fromEntries(fields.map((field) => [field.path[0], field.labels]))).toEqual({
    autoStopMinutes: ["set on the new object"],
    workspaceId: ["new"],
  });
});

test("sorts names by the size of the numbers in them", () => {
  const steps = ["team-10", "team-2", "team-1"].map((name) => ({ name, after: workspace }));
  expect(reviewWith(steps).changes.map(({ name }) => name)).toEqual(["team-1", "team-2", "team-10"]);
});

describe("a resource that only depends on a changed one", () => {
  const main = changed("main", settings, { autoStopMinutes: 45 });
  const lineOfMain = `PUT ${path} {"auto_stop_minutes":45} was {"auto_stop_minutes":30}`;
  const urn = urnOf({ name: "main" });
  const other: Step = { ...changed("other", { ...settings, workspaceId: "ws-2" }, { deletionPolicy: "pause" }) };
  const configuration = { installedAddonId: "ad-1", configName: "theme", configValue: "host-1" };
  const depending = (before: object, op: string, after: object): Step => ({
    kind: "AddonConfiguration",
    name: "theme",
    op,
    outputs: { configId: "cf-1" },
    before: { ...configuration, ...before },
    more: {
      newState: {
        custom: true,
        inputs: { ...configuration, ...before, ...after },
        // What is known may depend on resources that change, too.
        propertyDependencies: {
          installedAddonId: [urnOf(other)],
          adopt: undefined,
          ...Object.fromEntries(Object.keys(after).map((name) => [name, [urn, urnOf({ name: "unchanged" }), urn]])),
        },
      },
    },
  });

  test.each<[string, Step, string[], string, number]>([
    [
      "an update",
      depending({}, "update", { configValue: unknownText }),
      ["PUT /add-ons/ad-1/configs/cf-1 {} (configValue: known later)"],
      "Possibly: configuration `theme` changes, which affects every workspace",
      3,
    ],
    [
      "a replacement that would delete",
      { ...depending({ deletionPolicy: "delete" }, "replace", { configName: unknownText }), blind: true },
      [],
      "Possibly: deletes configuration `ad-1`",
      4,
    ],
  ])("may change, and its gravest effect is in the headline and the exit code: %s", (_, step, lines, impact, exitCode) => {
    const unchanged: Step = { name: "unchanged", op: "same", before: settings, after: settings };
    const preview = previewWith([main, other, step, unchanged], [lineOfMain, "nothing", ...lines]);
    const review = reviewOf(preview);
    expect(review.changes.map(({ action, dependsOn }) => [action, dependsOn])).toEqual([
      ["change", []],
      ["change", []],
      ["may change", ["main"]],
    ]);
    expect(headline(review)).toContain(impact);
    expect(comment(review)).toContain("May change: it depends on `main`, ");
    expect(comment(review)).toContain("| *may change*");
    expect(codeFor(preview)).toBe(exitCode);
  });

  test("names all changed resources that it depends on, in a fixed order", () => {
    const step = depending({}, "update", { configValue: unknownText });
    const newState = { ...step.more?.newState, propertyDependencies: { configValue: [urnOf(other), urn] } };
    const review = reviewWith([main, other, { ...step, more: { newState } }], [lineOfMain, "nothing"]);
    expect(review.changes.find(({ name }) => name === "theme")?.dependsOn).toEqual(["main", "other"]);
  });

  test.each<[string, Step]>([
    [
      "is newly declared",
      { ...depending({}, "update", { configValue: unknownText }), before: { installedAddonId: "ad-1", configName: "theme" } },
    ],
    [
      "belongs to another package",
      {
        name: "b",
        op: "update",
        before: { name: "x" },
        more: {
          urn: "urn:pulumi:dev::movies::aws:s3/bucket:Bucket::b",
          newState: { custom: true, inputs: { name: unknownText }, propertyDependencies: { name: [urn] } },
        },
      },
    ],
    [
      "differs beside what is known",
      { ...depending({}, "update", { configValue: unknownText }), before: { ...configuration, configName: "x" } },
    ],
  ])("changes if its value %s", (_, step) => {
    expect(reviewWith([main, step], [lineOfMain]).changes.map(({ action }) => action)).toEqual(["change", "change"]);
  });
});

describe("of two accounts", () => {
  const native = (name: string, account: string): RawStep => {
    const provider = `urn:pulumi:dev::movies::pulumi:providers:graphplane::${account}::id-1`;
    return {
      op: "update",
      urn: `urn:pulumi:dev::movies::graphplane:index:WorkspaceSettings::${name}`,
      oldState: { custom: true, inputs: settings, outputs: settings, provider },
      newState: { custom: true, inputs: { ...settings, autoStopMinutes: 45 }, provider },
    };
  };
  const record = (name: string, operation: "update" | "adopt", live: number) => {
    const requests = [{ method: "PUT", path, body: { auto_stop_minutes: 45 }, was: { auto_stop_minutes: live }, later: [] }];
    const plan = { operation, seen: true, requests, fields: [], names: [] };
    return { urn: `urn:pulumi:dev::movies::graphplane:index:WorkspaceSettings::${name}`, plan };
  };
  const previewOf = (second: string, operation: "update" | "adopt" = "update"): Preview =>
    withSteps(previewWith([], [], [record("b", "update", 30), record("a", operation, 90)]), native("a", "mine"), native("b", second));

  test("names the account of each change, which has the record of its own resource", () => {
    const { changes, complete } = reviewOf(previewOf("partner"));
    expect([complete, changes.map(({ name, account, requests }) => [name, account, requests[0]?.was])]).toEqual([
      true,
      [
        ["a", "mine", { auto_stop_minutes: 90 }],
        ["b", "partner", { auto_stop_minutes: 30 }],
      ],
    ]);
    expect(comment(reviewOf(previewOf("partner")))).toMatch(
      /\(account `mine`\) \|[^]*\(account `partner`\) \|[^]*account `mine`[^]*account `partner`/,
    );
    const digests = (second: string) =>
      reviewedChanges(reviewOf(previewOf(second))).map(({ change, digests: [own] }) => [change?.name, own]);
    const [[mine, theirs], others] = [digests("partner"), digests("another")];
    expect([others[0], others[1]?.[0]]).toEqual([mine, theirs?.[0]]);
    expect(others[1]).not.toEqual(theirs);
  });

  test.each([
    ["partner", "partner"],
    ["defaults", "defaults"],
    ["my-default", "my-default"],
    ["default", undefined],
    ["default_0_1_0", undefined],
  ])("a resource of the provider %s has the provider %s, without the version of a default one", (account, expected) => {
    const { changes } = reviewOf(previewOf(account));
    expect(changes.find(({ name }) => name === "b")?.provider).toBe(expected);
  });

  test("a new resource has the record of its own, too", () => {
    const preview = previewOf("partner", "adopt");
    const steps = preview.steps?.map((step) => (step.urn.endsWith("::a") ? { ...step, op: "create", oldState: undefined } : step));
    expect(reviewOf({ ...preview, steps }).changes.map(({ name, action, requests }) => [name, action, requests[0]?.was])).toEqual([
      ["b", "change", { auto_stop_minutes: 30 }],
      ["a", "adopt", { auto_stop_minutes: 90 }],
    ]);
  });

  test("does not name a single account, whatever accounts of other packages there are", () => {
    expect(comment(reviewOf(previewOf("mine")))).not.toContain("account");
    const bucket: RawStep = {
      op: "create",
      urn: "urn:pulumi:dev::movies::aws:s3/bucket:Bucket::b",
      newState: { custom: true, provider: "urn:pulumi:dev::movies::pulumi:providers:aws::theirs::id-2" },
    };
    expect(comment(reviewOf(withSteps(previewOf("mine"), bucket)))).not.toContain("account");
  });
});

test.each<[string, object, string[]]>([
  ["the live value that the code now declares", { autoStopMinutes: 45 }, ["keep live values"]],
  ["no value that the service does not return", {}, []],
])("a refresh records %s", (_, live, actions) => {
  const urn = urnOf({ name: "main" });
  const state = (inputs: object) => ({ custom: true, inputs: { ...workspace, ...inputs } });
  const refresh = { op: "refresh", urn, oldState: state({ autoStopMinutes: 30 }), newState: state(live) };
  const same = { op: "same", urn, oldState: state(live), newState: state(live) };
  expect(reviewOf(withSteps(previewWith([]), refresh, same)).changes.map(({ action }) => action)).toEqual(actions);
});

test("values that are grouped in one argument come and go one by one", () => {
  const both = { addons: { insights: { enable: true }, charts: { enable: true } } };
  const fieldsOf = (before: object, after: object) => {
    const step = { name: "main", before: { ...workspace, ...before }, after: { ...workspace, ...after } };
    return reviewWith([step], ["nothing"]).changes.flatMap(({ fields }) => fields.map((field) => [field.path.join("."), ...field.labels]));
  };
  const each = (label: string) => ["addons.charts.enable", "addons.insights.enable"].map((name) => [name, label]);
  expect(fieldsOf(both, {})).toEqual(each("no longer declared"));
  expect(fieldsOf(both, { addons: {} })).toEqual([["addons", "new"], ...each("no longer declared")]);
  expect(fieldsOf({ addons: {} }, both)).toEqual(each("new"));
});

const block = { agentConfig: { heartbeatIntervalSeconds: 9 } };
test.each<[string, object, object, string, string[][]]>([
  ["comes", {}, block, "agentConfig", [["agentConfig.heartbeatIntervalSeconds", "new"]]],
  ["goes", block, {}, "agentConfig", [["agentConfig.heartbeatIntervalSeconds", "no longer declared"]]],
  ["differs in a way that only the engine knows", block, block, "agentConfig", [["agentConfig", "new"]]],
  [
    "differs in a value that only the engine knows",
    {},
    block,
    "agentConfig.other",
    [
      ["agentConfig.heartbeatIntervalSeconds", "new"],
      ["agentConfig.other", "new"],
    ],
  ],
])("a block that %s is listed once, although the engine names the whole of it", (_, before, after, name, expected) => {
  const step = { ...changed("main", {}, {}), before: { ...workspace, ...before }, after: { ...workspace, ...after } };
  const more = { detailedDiff: { [name]: {} }, diffReasons: ["agentConfig"] };
  const review = reviewWith([{ ...step, more }], ["nothing"]);
  expect(review.changes.flatMap(({ fields }) => fields.map((field) => [field.path.join("."), ...field.labels]))).toEqual(expected);
  const isGone = Object.keys(after).length === 0;
  expect(comment(review).includes("No API request. A value that is no longer declared stays unchanged.")).toBe(isGone);
});

test("a value of a block that forces a replacement says so", () => {
  const urn = "urn:pulumi:dev::movies::aws:s3/bucket:Bucket::b";
  const [before, after] = [{ rule: { name: "x" } }, { rule: { name: "x", lock: { days: 1 } } }];
  const more = { detailedDiff: { "rule.lock": {} }, replaceReasons: ["rule.lock"] };
  const step = { op: "replace", urn, oldState: { inputs: before }, newState: { inputs: after }, ...more };
  const [change] = reviewOf(withSteps(previewWith([]), step)).changes;
  expect(change?.fields.map(({ path, forcesReplacement }) => [path.join("."), forcesReplacement])).toEqual([["rule.lock.days", true]]);
});

test("names the changed values that a preview does not return, but no key of the provider's host", () => {
  const inputs = { shown: 1 };
  const detailedDiff = { shown: {}, a__b: {}, __provider: {}, __providers: {}, __defaults: {} };
  const urn = "urn:pulumi:dev::movies::pulumi-nodejs:dynamic:Resource::gauge";
  const step = { op: "update", urn, oldState: { inputs }, newState: { inputs: { shown: 2 } }, detailedDiff };
  const [change] = reviewOf(withSteps(previewWith([]), step)).changes;
  expect(change?.subject).toEqual([]);
  expect(change?.fields.map((field) => [field.path.join("."), ...field.labels])).toEqual([
    ["shown", "new"],
    ["__provider", "new"],
    ["a__b", "new"],
  ]);
});

test.each(["autoStopMinutes", "addons.one.enable", 'addons["a.b"].enable', 'addons["say \\"hi\\""]', 'list["0"]'])(
  "the path %s of the engine keeps its form",
  (path) => expect(pathText(keysIn(path))).toBe(path),
);
