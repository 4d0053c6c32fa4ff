import { formats } from "../../../../cli/review/formats";
import type { Review } from "../../../../cli/review/model";
import { reviewOf } from "../../../../cli/review/read";
import { expectGolden } from "./golden";
import { changed, path, planOf, previewOf, previewWith, sampleNames, sampleReview, type Told, workspace } from "./samples";

const options = { directory: "" };

test.each(sampleNames)("the comment of what the CLI printed: %s", (name) => {
  expectGolden(`${name}.md`, formats.markdown(sampleReview(name), options));
});

test("without a plan the comment says what it cannot see", () => {
  expectGolden("changed-secret.no-plan.md", formats.markdown(reviewOf(previewOf("changed-secret")), options));
});

const few = ["nothing-to-do", "resize", "deletion", "failing-check", "hostile-names"];
test.each([
  ["summary", few],
  ["json", ["resize"]],
  ["annotations", few],
] as const)("the format %s of %j", (format, names) => {
  const texts = names.map((name) => formats[format](sampleReview(name), { directory: "infra/movies" }));
  expectGolden(`formats.${format}.txt`, texts.join("\n"));
});

/** Workspaces that get the same values, and others that go. */
function equalChanges(): ReturnType<typeof previewWith> {
  const ids = (index: number) => ({ workgroupId: "wg-1", workspaceId: `ws-${index}` });
  const outputs = (index: number) => ({ name: `team ${index}`, databaseName: "movies", workgroupName: "production" });
  const resources = [
    ...Array.from({ length: 18 }, (_, index): Told => {
      const before = { ...ids(index), autoStopMinutes: 30 + 15 * (index % 3) };
      return { name: `team-${index}`, op: "update", before, after: { ...before, autoStopMinutes: 15 }, outputs: outputs(index) };
    }),
    ...[21, 22, 23].map((index): Told => {
      const after = { ...ids(index), autoStopMinutes: 15, enableHa: true };
      return { name: `new-${index}`, op: "create", after, more: { newState: stateAt(index, after) } };
    }),
    ...[31, 32, 33].map((index): Told => ({
      name: `old-${index}`,
      op: "delete",
      before: { ...ids(index), deletionPolicy: "delete" },
      outputs: outputs(index),
    })),
    ...[41, 42, 43].map((index): Told => ({ name: `left-${index}`, op: "delete", before: ids(index), outputs: outputs(index) })),
  ];
  const live = ({ name, before }: Told) =>
    name.startsWith("new") ? '{"auto_stop_minutes":60,"enable_ha":false}' : `{"auto_stop_minutes":${String(before?.autoStopMinutes)}}`;
  const lines = resources.flatMap((resource) => {
    if (resource.op === "delete") return [];
    const body = resource.op === "create" ? '{"auto_stop_minutes":15,"enable_ha":true}' : '{"auto_stop_minutes":15}';
    return [`PUT /workgroups/wg-1/workspaces/${String(resource.after?.workspaceId)} ${body} was ${live(resource)}`];
  });
  return previewWith(resources, lines);
}

function stateAt(line: number, inputs: Record<string, unknown>) {
  return { custom: true, sourcePosition: `project:///index.ts#${line},1`, inputs };
}

test("equal changes of many resources stand in one table", () => {
  const review = reviewOf(equalChanges());
  const text = formats.markdown(review, options);
  expect(text.match(/^###/gm)).toHaveLength(4);
  expectGolden("equal-changes.md", text);
});

test("two equal changes, and one that has something of its own to say, stand by themselves", () => {
  const update = (index: number) => changed(`team-${index}`, { workspaceId: `ws-${index}`, autoStopMinutes: 30 }, { autoStopMinutes: 15 });
  const line = (index: number) => `PUT /workgroups/wg-1/workspaces/ws-${index} {"auto_stop_minutes":15} was {"auto_stop_minutes":30}`;
  const sections = (...told: [Told[], string[]]) => formats.markdown(reviewOf(previewWith(...told)), options).match(/^### .*/gm) ?? [];
  expect(sections([1, 2].map(update), [1, 2].map(line))).toHaveLength(2);
  expect(sections([1, 2, 3].map(update), [1, 2, 3].map(line))).toHaveLength(1);
  expect(sections([1, 2, 3, 4].map(update), [...[1, 2, 3, 4].map(line), "/workgroups/wg-1/workspaces/ws-2: a notice"])).toHaveLength(2);
  expect(sections([1, 2, 3].map(update), [1, 2].map(line))).toHaveLength(3);
});

test("long values are shown in a fold, line by line; in the table they may be broken", () => {
  const roles = (...names: string[]) => names.map((name) => ({ name, rights: ["read", "write"], since: "2026-06-08T00:00:00Z" }));
  const text = (theme: string) => JSON.stringify({ theme, sizes: [1, 2, 3], title: "A title that is long enough", roles: roles("reader") });
  const addon = (configValue: unknown) => ({
    installedAddonId: "a4000000-0000-4000-8000-000000000003",
    configName: "default",
    configValue,
  });
  const resources: Told[] = [
    told("AddonConfiguration", "as-object", addon({ roles: roles("reader", "writer") }), addon({ roles: roles("reader", "admin") }), {
      configId: "cf-1",
    }),
    told("AddonConfiguration", "as-text", addon(text("light")), addon(text("dark")), { configId: "cf-2" }),
    changed("main", {}, { addons: { [addon("").installedAddonId]: { enable: true } } }),
  ];
  const put = (id: string, value: string) =>
    `PUT /add-ons/${addon("").installedAddonId}/configs/${id} ${JSON.stringify({ config_value: value })}`;
  const lines = [
    put("cf-1", JSON.stringify({ roles: roles("reader", "admin") })),
    put("cf-2", text("dark")),
    `PUT ${path} {"addons":[{"addons_id":"${addon("").installedAddonId}","enable":true}]} was {"addons":[]}`,
  ];
  expectGolden("long-values.md", formats.markdown(reviewOf(previewWith(resources, lines)), options));
});

test("where it was made stands below the first line, and no part of the fingerprint", () => {
  const review = sampleReview("resize");
  const run = { commit: "4f2a9c1d3e5b6a7c8d9e0f1a2b3c4d5e6f7a8b9c", url: "https://ci.example/runs/1_(2)", at: "2026-11-22 08:15 UTC" };
  const [head, blank, line, ...rest] = formats.markdown(review, { ...options, run }).split("\n");
  expect(line).toBe("Commit `4f2a9c1d3e` · 2026-11-22 08:15 UTC · [log of the run](https://ci.example/runs/1_%282%29)");
  expect([head, blank, ...rest.slice(1)].join("\n")).toBe(formats.markdown(review, options));
  expect(JSON.parse(formats.json(review, { ...options, run }))).toMatchObject({ run });
  expect(formats.summary(review, { ...options, run })).toBe(formats.summary(review, options));
});

test.each([
  [
    "that is deleted",
    { deletionPolicy: "delete" },
    /^> \[!CAUTION\]\n> Replacement: deletes configuration `old` and creates configuration `new`\.\n>\n> The configuration is deleted/m,
  ],
  [
    "that stays",
    {},
    /^> \[!IMPORTANT\]\n> Replacement: stops managing configuration `old`, which is not deleted, and creates configuration `new`\.\n\n/m,
  ],
])("a replacement says what becomes of the old object %s", (_, more, expected) => {
  const before = { installedAddonId: "ad-1", configName: "old", configValue: "x", ...more };
  const replaced = told("AddonConfiguration", "c", before, { ...before, configName: "new" }, { configId: "cf-1" });
  const line = 'POST /add-ons/ad-1/configs {"config_name":"new","config_value":"x"}';
  expect(formats.markdown(reviewOf(previewWith([{ ...replaced, op: "replace" }], [line])), options)).toMatch(expected);
});

/** A resource that is made, changed or removed, by which of its states there are. */
function told(kind: string, name: string, before: object | undefined, after: object | undefined, outputs: object = {}): Told {
  const op = before === undefined ? "create" : after === undefined ? "delete" : "update";
  return { kind, name, op, ...(before && { before: { ...before } }), ...(after && { after: { ...after } }), outputs: { ...outputs } };
}

const user = (username: string) => ({ ...workspace, username, password: "[secret]" });
const configuration = { installedAddonId: "ad-1", configName: "default" };
const run = { host: "main.example.com", graph: "movies", query: "top_rated", parameters: { limit: 5 }, secret: "[secret]" };
const passwordChanged = { detailedDiff: { password: { kind: "update", inputDiff: true } }, diffReasons: ["password"] };
const nouns: readonly Told[] = [
  { ...told("DatabaseUser", "reader", user("reader"), user("reader")), more: passwordChanged },
  told("DatabaseUser", "writer", undefined, user("writer")),
  told("DatabaseUser", "leaver", user("leaver"), undefined, { __made: true }),
  told(
    "AddonConfiguration",
    "theme",
    { ...configuration, configValue: { theme: "light" } },
    { ...configuration, configValue: { theme: "dark" } },
    { configId: "cf-1" },
  ),
  told("AddonConfiguration", "old theme", { ...configuration, configName: "old", configValue: "x", deletionPolicy: "delete" }, undefined, {
    configId: "cf-2",
  }),
  told("WorkspaceRefresh", "nightly", { ...workspace, triggers: [1] }, { ...workspace, triggers: [2] }),
  told("QueryRun", "warm up", undefined, run),
  changed("paused", { pause: false }, { pause: true }),
  told("WorkspaceSettings", "gone", { ...workspace, workspaceId: "ws-2", deletionPolicy: "pause" }, undefined, {
    name: "sandbox",
    databaseName: "movies",
  }),
];

test("every kind of resource has its requests and what they mean", () => {
  const lines = [
    `PUT ${path}/dbuser {"username":"reader","password":"[secret]"}`,
    `POST ${path}/dbuser {"username":"writer","password":"[secret]"}`,
    `PUT /add-ons/ad-1/configs/cf-1 {"config_value":"{\\"theme\\":\\"dark\\"}"} was {"config_value":"{\\"theme\\":\\"light\\"}"}`,
    `POST ${path}/refresh`,
    `POST https://main.example.com/restpp/query/movies/top_rated {"limit":5}`,
    `PUT ${path} {"pause":true} was {}`,
    `${path}: the record does not show pause; it is sent when the declaration changes and never seen to drift`,
    `${path}: the record says that this workspace is read-only (is_rw: false), so the service will probably refuse the resize`,
  ];
  expectGolden("every-kind.md", formats.markdown(reviewOf(previewWith(nouns, lines)), options));
});

test("schedules and allow lists have their requests and what they mean", () => {
  const entry = { workgroupId: "wg-1", cidr: "203.0.113.0/24", note: "office" };
  const start = { ...workspace, repeat: "weekdays", time: "07:00", timezone: "UTC" };
  const backups = { ...workspace, schedule: "0 2 * * *", deletionPolicy: "pause" };
  const list = { workgroupId: "wg-1", enabled: true };
  const resources: readonly Told[] = [
    told("WorkspaceSchedule", "start", undefined, start),
    told("WorkspaceSchedule", "stop", { ...start, time: "19:00" }, undefined, { scheduleId: "s-2", __made: true }),
    told("AllowListEntry", "office", undefined, entry),
    told("AllowListEntry", "branch", { ...entry, cidr: "198.51.100.0/24" }, undefined, { entryId: "e-2", __made: true }),
    told("AllowList", "list", list, { ...list, enabled: false }),
    told("BackupSchedule", "nightly", backups, { ...backups, schedule: "0 3 * * *" }),
    told("BackupSchedule", "old", { ...backups, workspaceId: "ws-2" }, undefined),
  ];
  const lines = [
    `POST ${path}/schedules {"workspace_id":"ws-1","repeat":"weekdays","time":"07:00","timezone":"UTC"}`,
    `POST /workgroups/wg-1/allow_list {"cidr":"203.0.113.0/24","note":"office"}`,
    `PUT /workgroups/wg-1/allow_list/disable was {"enable_allow_list":true}`,
    `POST ${path}/backups/schedule {"schedule":"0 3 * * *","max_retry":2} was {"schedule":"0 2 * * *","max_retry":2}`,
  ];
  expectGolden("schedules-and-lists.md", formats.markdown(reviewOf(previewWith(resources, lines)), options));
});

test("where the live settings could not be read, the requests are told as far as they follow, with what they mean", () => {
  const incomplete = (object: string) => `cannot plan ${object}: GET /workgroups/wg-1 was not answered`;
  const lines = [path, `${path}/refresh`, `${path}/dbuser/writer`, "/installed-addons/ad-1/configs/default"].map(incomplete);
  expectGolden("blind.md", formats.markdown(reviewOf(previewWith(nouns.slice(0, 8), lines)), options));
});

test("other packages' deletions and replacements count as losses, and the provider's code is never shown", () => {
  const urn = "urn:pulumi:dev::movies::pulumi-nodejs:dynamic:Resource::gauge";
  const state = { urn, custom: true, inputs: { level: 1, __provider: "exports.handler = () => stolen" }, outputs: {} };
  const next = { ...state, inputs: { level: 2, __provider: "exports.handler = () => stolen2" } };
  const preview = previewWith([]);
  const steps = [
    ...(preview.steps ?? []),
    {
      op: "create-replacement",
      urn,
      oldState: state,
      newState: next,
      replaceReasons: ["level"],
      detailedDiff: { level: {}, __provider: {} },
    },
    { op: "delete-replaced", urn, oldState: state },
    { op: "replace", urn, oldState: state, newState: next, replaceReasons: ["level"], detailedDiff: { level: {}, __provider: {} } },
    { op: "delete", urn: `${urn}2`, oldState: { ...state, urn: `${urn}2` } },
  ];
  const text = formats.markdown(reviewOf({ ...preview, steps }), options);
  expect(text).not.toContain("stolen");
  expectGolden("other-packages-lost.md", text);
});

test.each(["resize", "deletion", "console-change-reverted", "changed-secret"])("%s through the plugin gives the same comment", (name) => {
  const moved = <T>(value: T) =>
    JSON.parse((JSON.stringify(value) ?? "null").replaceAll("pulumi-nodejs:dynamic/graphplane:", "graphplane:index:")) as T;
  const native = reviewOf(moved(previewOf(name)), { plan: moved(planOf(name)) });
  const text = (review: Review) => formats.markdown(review, options).replace(/fingerprint=\S+/, "");
  expect(text(native)).toBe(text(sampleReview(name)));
});
