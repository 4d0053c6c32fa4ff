import { formats } from "../../../../cli/review/formats";
import type { Review } from "../../../../cli/review/model";
import { reviewOf } from "../../../../cli/review/read";
import { unknownText } from "../../../support/provider";
import { expectGolden } from "./golden";
import { changed, comment, path, previewOf, previewWith, reviewWith, sampleNames, sampleReview, type Step, workspace } from "./samples";

test.each(sampleNames)("the comment of what the CLI printed: %s", (name) => {
  expectGolden(`${name}.md`, comment(sampleReview(name)));
});

test("the report of drift lists what differs live, what was deleted, and what an update sets back", () => {
  expectGolden("drift.report.md", formats.markdown(sampleReview("drift"), { directory: "", drift: true }));
});

test.each<[string, string]>([
  ["drift", "Drift in `movies/dev`: 1 setting changed, 2 objects deleted outside Pulumi"],
  ["resize", "Drift in `movies/dev`: 2 declared changes not applied"],
  ["nothing-to-do", "No drift in `movies/dev`"],
  ["program-throws", "Drift in `movies/dev`: incomplete, the preview failed"],
])("the title of the drift report of %s", (name, title) => {
  expect(formats.markdown(sampleReview(name), { directory: "", drift: true })).toMatch(`## ${title}\n`);
});

test("a control plane at another address is drift", () => {
  const services = [{ from: "https://a.example.com", to: "https://b.example.com", found: true }];
  const review = { ...sampleReview("nothing-to-do"), services };
  expect(formats.markdown(review, { directory: "", drift: true })).toMatch("## Drift in `movies/dev`: another service\n");
});

test.each([
  ["json", ["resize"]],
  ["annotations", ["nothing-to-do", "resize", "deletion", "failing-check", "hostile-names"]],
] as const)("the format %s of %j", (format, names) => {
  const texts = names.map((name) => formats[format](sampleReview(name), { directory: "infra/movies" }));
  expectGolden(`formats.${format}.txt`, texts.join("\n"));
});

test("folds long values, line by line; in the table they may be broken", () => {
  const roles = (...names: string[]) => names.map((name) => ({ name, rights: ["read", "write"], since: "2026-06-08T00:00:00Z" }));
  const text = (theme: string) => JSON.stringify({ theme, sizes: [1, 2, 3], title: "A title that is long enough", roles: roles("reader") });
  const addon = (configValue: unknown) => ({
    installedAddonId: "a4000000-0000-4000-8000-000000000003",
    configName: "default",
    configValue,
  });
  const resources: Step[] = [
    step("AddonConfiguration", "as-object", addon({ roles: roles("reader", "writer") }), addon({ roles: roles("reader", "admin") }), {
      configId: "cf-1",
    }),
    step("AddonConfiguration", "as-text", addon(text("light")), addon(text("dark")), { configId: "cf-2" }),
    changed("main", {}, { addons: { [addon("").installedAddonId]: { enable: true } } }),
  ];
  const put = (id: string, value: string) =>
    `PUT /add-ons/${addon("").installedAddonId}/configs/${id} ${JSON.stringify({ config_value: value })}`;
  const lines = [
    put("cf-1", JSON.stringify({ roles: roles("reader", "admin") })),
    put("cf-2", text("dark")),
    `PUT ${path} {"addons":[{"addons_id":"${addon("").installedAddonId}","enable":true}]} was {"addons":[]}`,
  ];
  expectGolden("long-values.md", comment(reviewWith(resources, lines)));
});

test.each<[string, Record<string, unknown>, string]>([
  ["another workspace", { workspaceId: "ws-2" }, "deletes user `ann`, workspace `ws-1` and creates user `ann`, workspace `ws-2`"],
  ["another name", { username: "bob" }, "deletes user `ann` and creates user `bob`"],
])("a replacement by %s names the object that is deleted, and not only its place", (_, more, expected) => {
  const before = { ...user("ann"), workspaceId: "ws-1", deletionPolicy: "delete" };
  const text = comment(reviewWith([{ ...step("DatabaseUser", "u", before, { ...before, ...more }), op: "replace" }]));
  expect(text).toContain(`> Replacement: ${expected}.`);
});

test("a new range that allows every address is announced, also in a workgroup that is not made yet", () => {
  const review = reviewWith([
    { kind: "AllowListEntry", name: "open", after: { workgroupId: unknownText, cidr: "0.0.0.0/0" }, blind: true },
  ]);
  expect(review.changes.flatMap(({ consequences }) => consequences.map(({ id }) => id))).toEqual(["open-to-all-0.0.0.0/0", "range-added"]);
});

test.each(["../../host/run.go", "lib/../../run.ts", "node_modules/pkg/index.js"])(
  "a declaration in %s, which is not of the project, has no place",
  (file) => {
    const at = { sourcePosition: `project:///${file}#9,22` };
    const created = { name: "a", after: workspace, more: { newState: { custom: true, inputs: workspace, ...at } } };
    expect(comment(reviewWith([created]))).not.toContain(file.slice(-8));
  },
);

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
])("a replacement says what happens to an old object %s", (_, more, expected) => {
  const before = { installedAddonId: "ad-1", configName: "old", configValue: "x", ...more };
  const replaced = step("AddonConfiguration", "c", before, { ...before, configName: "new" }, { configId: "cf-1" });
  const line = 'POST /add-ons/ad-1/configs {"config_name":"new","config_value":"x"}';
  expect(comment(reviewWith([{ ...replaced, op: "replace" }], [line]))).toMatch(expected);
});

/** A resource that is created, changed or deleted, according to its states. */
function step(kind: string, name: string, before: object | undefined, after: object | undefined, outputs: object = {}): Step {
  return { kind, name, ...(before && { before: { ...before } }), ...(after && { after: { ...after } }), outputs: { ...outputs } };
}

const user = (username: string) => ({ ...workspace, username, password: "[secret]" });
const configuration = { installedAddonId: "ad-1", configName: "default" };
const run = { host: "main.example.com", graph: "movies", query: "top_rated", parameters: { limit: 5 }, secret: "[secret]" };
const passwordChanged = { detailedDiff: { password: { kind: "update", inputDiff: true } }, diffReasons: ["password"] };
const nouns: readonly Step[] = [
  { ...step("DatabaseUser", "reader", user("reader"), user("reader")), more: passwordChanged },
  step("DatabaseUser", "writer", undefined, user("writer")),
  step("DatabaseUser", "leaver", user("leaver"), undefined, { __made: true }),
  step(
    "AddonConfiguration",
    "theme",
    { ...configuration, configValue: { theme: "light" } },
    { ...configuration, configValue: { theme: "dark" } },
    { configId: "cf-1" },
  ),
  step("AddonConfiguration", "old theme", { ...configuration, configName: "old", configValue: "x", deletionPolicy: "delete" }, undefined, {
    configId: "cf-2",
  }),
  step("WorkspaceRefresh", "nightly", { ...workspace, triggers: [1] }, { ...workspace, triggers: [2] }),
  step("QueryRun", "warm up", undefined, run),
  changed("paused", { pause: false }, { pause: true }),
  step("WorkspaceSettings", "gone", { ...workspace, workspaceId: "ws-2", deletionPolicy: "pause" }, undefined, {
    name: "sandbox",
    databaseName: "movies",
  }),
];

test("shows the requests of every kind of resource, and their consequences", () => {
  const lines = [
    `PUT ${path}/dbuser {"username":"reader","password":"[secret]"}`,
    `POST ${path}/dbuser {"username":"writer","password":"[secret]"}`,
    `PUT /add-ons/ad-1/configs/cf-1 {"config_value":"{\\"theme\\":\\"dark\\"}"} was {"config_value":"{\\"theme\\":\\"light\\"}"}`,
    `POST ${path}/refresh`,
    `POST https://main.example.com/restpp/query/movies/top_rated {"limit":5}`,
    `PUT ${path} {"pause":true} was {}`,
  ];
  const notices = ["the service does not report pause: graphplane sends it when you change it, and cannot detect drift"];
  const steps = nouns.map((one) => (one.name === "paused" ? { ...one, notices } : one));
  expectGolden("every-kind.md", comment(reviewWith(steps, lines)));
});

test("shows the requests of schedules and allow lists, and their consequences", () => {
  const entry = { workgroupId: "wg-1", cidr: "203.0.113.0/24", note: "office" };
  const start = { ...workspace, repeat: "weekdays", time: "07:00", timeZone: "UTC" };
  const backups = { ...workspace, schedule: "0 2 * * *", deletionPolicy: "pause" };
  const list = { workgroupId: "wg-1", enabled: true };
  const resources: readonly Step[] = [
    step("WorkspaceSchedule", "start", undefined, start),
    step("WorkspaceSchedule", "stop", { ...start, time: "19:00" }, undefined, { scheduleId: "s-2", __made: true }),
    step("AllowListEntry", "office", undefined, entry),
    step("AllowListEntry", "branch", { ...entry, cidr: "198.51.100.0/24" }, undefined, { entryId: "e-2", __made: true }),
    step("AllowList", "list", list, { ...list, enabled: false }),
    step("BackupSchedule", "nightly", backups, { ...backups, schedule: "0 3 * * *" }),
    step("BackupSchedule", "old", { ...backups, workspaceId: "ws-2" }, undefined),
  ];
  const lines = [
    `POST ${path}/schedules {"workspace_id":"ws-1","repeat":"weekdays","time":"07:00","timezone":"UTC"}`,
    `POST /workgroups/wg-1/allow_list {"cidr":"203.0.113.0/24","note":"office"}`,
    `PUT /workgroups/wg-1/allow_list/disable was {"enable_allow_list":true}`,
    `POST ${path}/backups/schedule {"schedule":"0 3 * * *","max_retry":2} was {"schedule":"0 2 * * *","max_retry":2}`,
  ];
  expectGolden("schedules-and-lists.md", comment(reviewWith(resources, lines)));
});

test("shows an allow list whose enforcement locks out clients at other addresses", () => {
  const before = { workgroupId: "wg-1", enabled: false };
  const list = { kind: "AllowList", name: "list", before };
  const steps: readonly Step[] = [
    { ...list, op: "refresh", after: before },
    { ...list, after: { ...before, enabled: true } },
  ];
  expectGolden("lockout.md", comment(reviewWith(steps, [`PUT /workgroups/wg-1/allow_list/enable was {"enable_allow_list":false}`])));
});

test("if the live settings could not be read, shows the requests that follow from the program", () => {
  const lines = Array<string>(6).fill("cannot plan: GET /workgroups/wg-1 was not answered");
  expectGolden("blind.md", comment(reviewWith(nouns.slice(0, 8), lines)));
});

test("counts deletions and replacements of other packages as losses, and never shows a provider's code", () => {
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
  const text = comment(reviewOf({ ...preview, steps }));
  expect(text).not.toContain("stolen");
  expectGolden("other-packages-lost.md", text);
});

test.each(["resize", "deletion", "console-change-reverted", "changed-secret"])("%s gives the same comment through the plugin", (name) => {
  const moved = <T>(value: T) =>
    JSON.parse(JSON.stringify(value).replaceAll("pulumi-nodejs:dynamic/graphplane:", "graphplane:index:")) as T;
  const native = reviewOf(moved(previewOf(name)));
  const text = (review: Review) => comment(review).replace(/fingerprint=\S+/, "");
  expect(text(native)).toBe(text(sampleReview(name)));
});
