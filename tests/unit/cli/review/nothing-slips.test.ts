import { compareWith, fingerprintOf } from "../../../../cli/review/fingerprint";
import type { Review } from "../../../../cli/review/model";
import type { RawPreview, RawStep } from "../../../../cli/review/inputs";
import { reviewOf } from "../../../../cli/review/read";
import { unknownText } from "../../../support/provider";
import { changed, comment, file, path, previewWith, run, type Told, workspace } from "./samples";

const headline = (review: Review) => comment(review).split("\n")[0] ?? "";
const settings = { ...workspace, autoStopMinutes: 30 };
const [old, next] = ["https://a.example.com", "https://b.example.com"];
const unread = 'nothing is written there until "pulumi refresh --run-program" has found it';
const found = "it was found there, and is of the new address from now on";

const codeFor = async (preview: RawPreview) => (await run([file("preview.json", JSON.stringify(preview))])).code;

function withSteps(preview: RawPreview, ...steps: RawStep[]): RawPreview {
  return { ...preview, steps: [...(preview.steps ?? []), ...steps] };
}

function providerStep(name: string, before: object, after: object, op = "update"): RawStep {
  const urn = `urn:pulumi:dev::movies::pulumi:providers:graphplane::${name}`;
  const diffReasons = Object.keys(after);
  return { op, urn, oldState: { custom: true, inputs: { ...before } }, newState: { custom: true, inputs: { ...after } }, diffReasons };
}

describe("another service", () => {
  const moves: [string, RawPreview, string][] = [
    [
      "by a line of a preview",
      previewWith([], [`${path}: another service: ${old} → ${next}; ${unread}`]),
      "Nothing is written there until",
    ],
    [
      "by a line of a refresh",
      previewWith([], [`${path}: another service: ${old} → ${next}; ${found}`]),
      "The refresh found the resources there",
    ],
    [
      "by a provider's arguments",
      withSteps(previewWith([]), providerStep("acct", { baseUrl: old }, { baseUrl: next })),
      "Nothing is written",
    ],
  ];

  test.each(moves)("%s is a callout with both addresses, and in the fingerprint", (_, preview, then) => {
    const review = reviewOf(preview);
    const text = comment(review);
    expect(text).toContain(`> [!WARNING]\n> **Another service**: from \`${old}\` to \`${next}\`.`);
    expect(text).toContain(then);
    expect(headline(review)).toContain("another service");
    expect(headline(review)).not.toContain("nothing to do");
    const expected = fingerprintOf(reviewOf(previewWith([]))) ?? "";
    expect(compareWith(expected, review)).toMatchObject({
      is: "another",
      differences: expect.arrayContaining([{ resource: `service ${old} → ${next}`, what: "was not reviewed", fields: [] }]) as unknown,
    });
    expect(compareWith(fingerprintOf(review) ?? "", review)).toEqual({ is: "the same" });
  });

  test.each(moves)("%s ends with the code of changes", async (_, preview) => {
    expect(await codeFor(preview)).toBe(3);
  });

  test("a value of the object there is no outside change", () => {
    const told: Told = { name: "main", op: "update", before: settings, after: settings };
    const lines = [
      `${path}: another service: ${old} → ${next}; ${found}`,
      `PUT ${path} {"auto_stop_minutes":30} was {"auto_stop_minutes":90}`,
    ];
    const [change] = reviewOf(previewWith([told], lines)).changes;
    expect(change?.fields.map(({ labels }) => labels)).toEqual([["differs at the new address"]]);
  });
});

test.each([
  ["another key of a provider is a change", "acct", { apiKey: "[secret]" }, ["acct"]],
  ["the provider of the stack's configuration is none: other keys of it are in it too", "default", { "movies:x": "1" }, []],
])("%s", (_, name, args, expected) => {
  const review = reviewOf(withSteps(previewWith([]), providerStep(name, args, args)));
  expect([review.changes.map((change) => change.name), review.highestImpact]).toEqual([expected, undefined]);
});

test("a request that belongs to no listed change makes a review incomplete, under a heading of its own", async () => {
  const preview = previewWith([], [`PUT ${path} {"auto_stop_minutes":5}`]);
  const review = reviewOf(preview);
  expect([review.complete, fingerprintOf(review), await codeFor(preview)]).toEqual([false, undefined, 1]);
  expect(headline(review)).toContain("**incomplete, 1 request belongs to no listed change**");
  expect(comment(review)).toContain("\n### ⚠️ Requests of no listed change\n");
});

describe("only what is known is said:", () => {
  test("of values that begin alike the table shows where they differ", () => {
    const text = (end: string) => `${"the same beginning, ".repeat(10)}${end}`;
    const told = changed("main", { workspaceName: text("A1") }, { workspaceName: text("B2") });
    const line = `PUT ${path} {"workspace_name":"${text("B2")}"} was {"workspace_name":"${text("A1")}"}`;
    const row = comment(reviewOf(previewWith([told], [line])))
      .split("\n")
      .find((one) => one.startsWith("| `workspaceName`"))
      ?.split(" | ");
    expect(row?.slice(1, 4)).toEqual([expect.stringMatching(/….*A1/), expect.stringMatching(/….*A1/), expect.stringMatching(/….*B2/)]);
  });

  test("a difference far behind equal lines is in the fold", () => {
    const lines = (last: string) => [...Array.from({ length: 900 }, (_, index) => `line ${index}`), last].join("\n");
    const told = changed("main", { workspaceName: lines("A") }, { workspaceName: lines("B") });
    const text = comment(reviewOf(previewWith([told], [`nothing to send for ${path}`])));
    expect(text).toContain("  … 897 equal lines\n  line 897\n  line 898\n  line 899\n- A\n+ B\n");
    expect(text).toContain(" fingerprint=1.");
  });

  test("a value that is repeated on a replacement is set on the new object", () => {
    const told = { ...changed("main", settings, { workspaceId: "ws-2" }, { replaceReasons: ["workspaceId"] }), op: "replace" };
    const line = 'PUT /workgroups/wg-1/workspaces/ws-2 {"auto_stop_minutes":30} was {"auto_stop_minutes":60}';
    const fields = reviewOf(previewWith([told], [line])).changes.flatMap((change) => change.fields);
    expect(Object.fromEntries(fields.map((field) => [field.path[0], field.labels]))).toEqual({
      autoStopMinutes: ["set on the new object"],
      workspaceId: ["new"],
    });
  });

  test("numbers in names count by their size", () => {
    const told = ["team-10", "team-2", "team-1"].map((name): Told => ({
      name,
      op: "create",
      kind: "DatabaseUser",
      after: { ...workspace, username: name, password: "[secret]" },
    }));
    expect(reviewOf(previewWith(told)).changes.map(({ name }) => name)).toEqual(["team-1", "team-2", "team-10"]);
  });

  test("what was not read is said before the changes", () => {
    const text = comment(reviewOf(previewWith([{ name: "main", op: "delete", before: settings }])));
    expect(text.indexOf("without `--refresh`")).toBeLessThan(text.indexOf("### "));
    expect(text.indexOf("without `--plan`")).toBeLessThan(text.indexOf("### "));
  });

  const list = (before: object, after: object): Told => ({
    ...changed("l", {}, {}),
    kind: "AllowList",
    before: { workgroupId: "wg-1", ...before },
    after: { workgroupId: "wg-1", enabled: true, ...after },
  });
  const leaving = (kind: string, before: object): Told => ({ kind, name: "e", op: "delete", before: { ...before, __made: true } });

  test.each<[string, Told, RegExp]>([
    ["an entry that leaves", leaving("AllowListEntry", { workgroupId: "wg-1", cidr: "10.0.0.0/8" }), /locked out/],
    ["a schedule that leaves", leaving("WorkspaceSchedule", { ...workspace, repeat: "daily" }), /no longer happens/],
    ["a list that is enforced", list({ enabled: false }, {}), /are locked out/],
    ["a lock-out that is allowed", list({ enabled: true }, { allowLockout: true }), /`allowLockout: true` is declared/],
  ])("%s is a callout", (_, told, text) => {
    const callouts = comment(reviewOf(previewWith([told], ["PUT /workgroups/wg-1/allow_list/enable"])))
      .split("\n")
      .filter((line) => line.startsWith("> "));
    expect(callouts.join("\n")).toMatch(text);
  });

  test("one warning of many resources is there once", () => {
    const warning = (name: string) => ({
      severity: "warning",
      message: "the key expires",
      urn: `urn:pulumi:dev::movies::graphplane:index:WorkspaceSettings::${name}`,
    });
    const text = comment(reviewOf({ ...previewWith([]), diagnostics: ["a", "b", "c", "d", "e"].map(warning) }));
    expect(text.split("the key expires")).toHaveLength(2);
    expect(text).toContain("⚠️ **Warning** of `a`, `b`, `c` and 2 more:");
  });

  test("one reason for which several requests are not known is there once", () => {
    const told = ["1", "2"].map((id) => changed(id, { workspaceId: `ws-${id}`, autoStopMinutes: 30 }, { autoStopMinutes: 45 }));
    const lines = ["1", "2"].map((id) => `cannot plan /workgroups/wg-1/workspaces/ws-${id}: no answer`);
    expect(comment(reviewOf(previewWith(told, lines))).split("no answer")).toHaveLength(2);
  });
});

describe("what only depends on a changed resource", () => {
  const main = changed("main", settings, { autoStopMinutes: 45 });
  const lineOfMain = `PUT ${path} {"auto_stop_minutes":45} was {"auto_stop_minutes":30}`;
  const urn = "urn:pulumi:dev::movies::pulumi-nodejs:dynamic/graphplane:WorkspaceSettings::main";
  const configuration = { installedAddonId: "ad-1", configName: "theme", configValue: "host-1" };
  const depending = (before: object, op: string, after: object): Told => ({
    kind: "AddonConfiguration",
    name: "theme",
    op,
    outputs: { configId: "cf-1" },
    before: { ...configuration, ...before },
    more: {
      newState: {
        custom: true,
        inputs: { ...configuration, ...before, ...after },
        propertyDependencies: Object.fromEntries(Object.keys(after).map((name) => [name, [urn]])),
      },
    },
  });

  test.each<[string, Told, string[]]>([
    ["an update", depending({}, "update", { configValue: unknownText }), ["PUT /add-ons/ad-1/configs/cf-1 {} (configValue: known later)"]],
    ["a replacement that would delete", depending({ deletionPolicy: "delete" }, "replace", { configName: unknownText }), []],
  ])("may change, and makes neither the headline nor the exit code: %s", async (_, told, lines) => {
    const preview = previewWith([main, told], [lineOfMain, ...lines]);
    const review = reviewOf(preview);
    expect(review.changes.map(({ action, dependsOn }) => [action, dependsOn])).toEqual([
      ["change", []],
      ["may change", ["main"]],
    ]);
    expect(headline(review)).toBe("## `movies/dev`: 1 to change, 1 that may change · no downtime or loss known");
    expect(comment(review)).toContain("May change, depends on `main`: ");
    expect(comment(review)).toContain("| *may change*");
    expect(await codeFor(preview)).toBe(3);
  });

  test.each<[string, Told]>([
    [
      "is newly declared",
      { ...depending({}, "update", { configValue: unknownText }), before: { installedAddonId: "ad-1", configName: "theme" } },
    ],
    [
      "differs beside what is known",
      { ...depending({}, "update", { configValue: unknownText }), before: { ...configuration, configName: "x" } },
    ],
  ])("a resource whose value %s changes", (_, told) => {
    expect(reviewOf(previewWith([main, told], [lineOfMain])).changes.map(({ action }) => action)).toEqual(["change", "change"]);
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
  const line = (name: string, account: string, live: number) => ({
    severity: "info",
    urn: `urn:pulumi:dev::movies::graphplane:index:WorkspaceSettings::${name}`,
    message: `graphplane (${account}): PUT ${path} {"auto_stop_minutes":45} was {"auto_stop_minutes":${live}}`,
  });
  const previewOf = (second: string): RawPreview => ({
    ...withSteps(previewWith([]), native("a", "mine"), native("b", second)),
    diagnostics: [line("b", second, 30), line("a", "mine", 90)],
  });

  test("each change names its own, and has the line of its own resource", () => {
    const { changes, complete } = reviewOf(previewOf("partner"));
    expect([complete, changes.map(({ name, account, requests }) => [name, account, requests[0]?.was])]).toEqual([
      true,
      [
        ["a", "mine", { auto_stop_minutes: 90 }],
        ["b", "partner", { auto_stop_minutes: 30 }],
      ],
    ]);
    expect(comment(reviewOf(previewOf("partner")))).toMatch(/account `mine`[^]*account `partner`/);
    expect(fingerprintOf(reviewOf(previewOf("partner")))).not.toBe(fingerprintOf(reviewOf(previewOf("another"))));
  });

  test("one alone is not named", () => {
    expect(comment(reviewOf(previewOf("mine")))).not.toContain("account");
  });
});
