import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formats } from "../../../../cli/review/formats";
import { reviewOf } from "../../../../cli/review/read";
import { path, planOf, previewOf, previewWith, sampleNames, type Told, workspace } from "./samples";

const folder = join(__dirname, "../../../golden/review");

/** The text is what the file holds; `ACCEPT=1` makes it so. */
function expectGolden(name: string, text: string): void {
  const file = join(folder, name);
  if (process.env.ACCEPT === "1") writeFileSync(file, text);
  expect(existsSync(file) ? readFileSync(file, "utf8") : "").toBe(text);
}

const options = { directory: "" };

test.each(sampleNames)("the comment of what the CLI printed: %s", (name) => {
  expectGolden(`${name}.md`, formats.markdown(reviewOf(previewOf(name), planOf(name)), options));
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
  const texts = names.map((name) => formats[format](reviewOf(previewOf(name), planOf(name)), { directory: "infra/movies" }));
  expectGolden(`formats.${format}.txt`, texts.join("\n"));
});

function many(count: number, valueLength = 1): ReturnType<typeof previewWith> {
  const resources = Array.from({ length: count }, (_, index): Told => {
    const ids = { workgroupId: "wg-1", workspaceId: `ws-${String(index).padStart(3, "0")}` };
    const size = index % 20 === 0 ? { workspaceTypeName: "TG-1" } : {};
    const before = { ...ids, autoStopMinutes: 30, ...(index % 20 === 0 ? { workspaceTypeName: "TG-0" } : {}) };
    const after = { ...ids, autoStopMinutes: 45, workspaceName: "n".repeat(valueLength), ...size };
    return { name: `workspace-${index}`, op: "update", before, after };
  });
  const lines = resources.map(({ after }) => {
    const [body, was] =
      after?.workspaceTypeName === undefined ? ["", ""] : [',"workspace_type_name":"TG-1"', ',"workspace_type_name":"TG-0"'];
    const path = `/workgroups/wg-1/workspaces/${String(after?.workspaceId)}`;
    return `PUT ${path} {"auto_stop_minutes":45${body}} was {"auto_stop_minutes":30${was}}`;
  });
  return previewWith(resources, lines);
}

test("200 changed resources fit: the gravest first, the last by their names alone", () => {
  const text = formats.markdown(reviewOf(many(200)), options);
  expect(text.length).toBeLessThanOrEqual(65_000);
  const told = [...text.matchAll(/^(?:####|-) .*`workspace-(\d+)`/gm)].map(([, number]) => Number(number));
  expect(new Set(told).size).toBe(200);
  expect(told.slice(0, 10).toSorted((a, b) => a - b)).toEqual([0, 20, 40, 60, 80, 100, 120, 140, 160, 180]);
  expect(text).toMatch(/^### `movies\/dev`: 200 to change.*\n/);
});

test.each([
  [1_000, 100],
  [300, 5_000],
])("%d changed resources with long values (%d) fit, with the summary, the fingerprint and what is not shown", (count, length) => {
  const text = formats.markdown(reviewOf(many(count, length)), options);
  expect(text.length).toBeLessThanOrEqual(65_000);
  expect(text).toMatch(new RegExp(`^### \`movies/dev\`: ${count} to change`));
  expect(text).toMatch(/<!-- graphplane-review stack=movies\/dev fingerprint=1\.[0-9a-f]{32}[.\w-]* -->\n$/);
});

const nouns: readonly Told[] = [
  {
    kind: "DatabaseUser",
    name: "reader",
    op: "update",
    before: { ...workspace, username: "reader", password: "[secret]" },
    after: { ...workspace, username: "reader", password: "[secret]" },
    more: { detailedDiff: { password: { kind: "update", inputDiff: true } }, diffReasons: ["password"] },
  },
  { kind: "DatabaseUser", name: "writer", op: "create", after: { ...workspace, username: "writer", password: "[secret]" } },
  { kind: "DatabaseUser", name: "leaver", op: "delete", before: { ...workspace, username: "leaver", password: "[secret]" } },
  {
    kind: "AddonConfiguration",
    name: "theme",
    op: "update",
    before: { installedAddonId: "ad-1", configName: "default", configValue: { theme: "light" } },
    after: { installedAddonId: "ad-1", configName: "default", configValue: { theme: "dark" } },
    outputs: { configId: "cf-1" },
  },
  {
    kind: "AddonConfiguration",
    name: "old theme",
    op: "delete",
    before: { installedAddonId: "ad-1", configName: "old", configValue: "x", deletionPolicy: "delete" },
    outputs: { configId: "cf-2" },
  },
  {
    kind: "WorkspaceRefresh",
    name: "nightly",
    op: "update",
    before: { ...workspace, triggers: [1] },
    after: { ...workspace, triggers: [2] },
  },
  {
    kind: "QueryRun",
    name: "warm up",
    op: "create",
    after: { host: "main.example.com", graph: "movies", query: "top_rated", parameters: { limit: 5 }, secret: "[secret]" },
  },
  { name: "paused", op: "update", before: { ...workspace, pause: false }, after: { ...workspace, pause: true } },
  {
    name: "gone",
    op: "delete",
    before: { ...workspace, workspaceId: "ws-2", deletionPolicy: "pause" },
    outputs: { name: "sandbox", databaseName: "movies" },
  },
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

test("where the live settings could not be read, the requests are told as far as they follow, with what they mean", () => {
  const incomplete = (object: string) =>
    `preview is incomplete: live settings could not be read: ${object}: GET /workgroups/wg-1 was not answered`;
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
