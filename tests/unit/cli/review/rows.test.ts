import { isOpaque } from "../../../../cli/review/containers";
import { parsePrices, type RawStep } from "../../../../cli/review/inputs";
import { reviewOf } from "../../../../cli/review/read";
import { runOf } from "../../../../cli/review/run";
import type { PlanEntry } from "../../../../provider/messages/plan-entry";
import { unknownText } from "../../../support/provider";
import { changed, comment, path, previewWith, sampleNames, sampleReview, type Step, urnOf, workspace } from "./samples";

/** Each row of a review: its object, its reason, its severity, and the request behind it. */

const seen = (steps: readonly Step[], plans: readonly string[] = [], more: readonly Partial<PlanEntry>[] = []) => {
  const preview = previewWith(steps, plans, more);
  return { ...reviewOf(preview), refreshed: true };
};
const openPart = (steps: readonly Step[], plans: readonly string[] = [], more: readonly Partial<PlanEntry>[] = []) =>
  comment(seen(steps, plans, more)).split("<details>")[0] ?? "";
const rowsIn = (text: string) => text.split("\n").filter((line) => /^\| (?!impact|what|---)/.test(line));

const ids = { workgroupId: "11111111-2222-3333-4444-000000000001", workspaceId: "11111111-2222-3333-4444-000000000002" };
const names = { name: "main", databaseName: "movies", workgroupName: "production" };
const settings = (more: Partial<Step> = {}): Step => ({
  name: "mainSettings",
  before: { ...ids, autoStopMinutes: 30 },
  after: { ...ids, autoStopMinutes: 45 },
  outputs: names,
  ...more,
});
const put = `PUT /workgroups/${ids.workgroupId}/workspaces/${ids.workspaceId} {"auto_stop_minutes":45} was {"auto_stop_minutes":30}`;
const user = { ...ids, username: "etl_5", password: "[secret]" };
const entry = { ...ids, repeat: "weekdays", time: "07:00", timeZone: "UTC" };
const list = { workgroupId: ids.workgroupId, enabled: true };

describe("names what contains an object, as the program, the state or the plan records name it:", () => {
  test.each<[string, Step, string, string]>([
    ["the database of a user", { kind: "DatabaseUser", name: "u", after: user }, "POST /u", "user `etl_5` of database `movies`"],
    [
      "the workspace of a schedule",
      { kind: "WorkspaceSchedule", name: "s", after: entry },
      "POST /s",
      "schedule `weekdays` at `07:00` of workspace `main`",
    ],
    [
      "the workgroup of an allow list",
      { kind: "AllowList", name: "l", after: list },
      "PUT /l/enable",
      "allow list of workgroup `production`",
    ],
    [
      "the workgroup of a range",
      { kind: "AllowListEntry", name: "r", after: { ...ids, cidr: "10.0.0.0/8" } },
      "POST /r",
      "range `10.0.0.0/8` of workgroup `production`",
    ],
    [
      "the workspace of backups",
      { kind: "BackupSchedule", name: "b", after: { ...ids, schedule: "0 2 * * *" } },
      "POST /b",
      "backups of workspace `main`",
    ],
  ])("%s", (_, step, plan, name) => {
    const text = openPart([settings(), step], [put, plan]);
    expect(rowsIn(text).some((row) => row.includes(`| ${name}`))).toBe(true);
    expect(text).not.toContain("11111111");
  });

  test("a new workspace, whose identifier is known only during the update", () => {
    const created: Step = { kind: "Workspace", name: "prod", after: { workgroupId: ids.workgroupId, workspaceName: "analytics" } };
    const dependencies = { propertyDependencies: { workspaceId: [urnOf(created)] } };
    const inside: Step = {
      kind: "DatabaseUser",
      name: "u",
      more: { newState: { custom: true, inputs: { ...user, workspaceId: unknownText }, ...dependencies } },
    };
    expect(openPart([created, inside], ["POST /w {}", "POST /u {}"])).toContain("| user `etl_5` of workspace `analytics` |");
  });
});

describe("an allow list", () => {
  test("is adopted with its enforcement, whether that changes or not", () => {
    const step: Step = { kind: "AllowList", name: "list", after: list };
    const enforced = openPart(
      [step],
      ['PUT /workgroups/wg-1/allow_list/enable {"enable_allow_list":true} was {"enable_allow_list":false}'],
    );
    expect(enforced).toContain("`enabled` | `false` | **`true`**");
    expect(openPart([step], ["nothing"])).toContain("| **adopted**: `enabled` `true` |");
  });

  test("of a workgroup that does not exist yet is created", () => {
    const group: Step = { kind: "Workgroup", name: "team", after: { workgroupName: "team", cloudProviderId: "cp-1" } };
    const dependencies = { propertyDependencies: { workgroupId: [urnOf(group)] } };
    const step: Step = {
      kind: "AllowList",
      name: "list",
      more: { newState: { custom: true, inputs: { workgroupId: unknownText, enabled: true }, ...dependencies } },
    };
    const text = openPart([group, step], ['POST /workgroups {"name":"team"}', "PUT /workgroups/[known-later]/allow_list/enable"]);
    expect(text).toContain("| allow list of workgroup `team` | **created**: `enabled` `true` |");
    expect(text).not.toContain("adopt");
  });
});

describe("the reason of a row and its severity are two facts:", () => {
  const size = (live: string) => `PUT ${path} {"workspace_type_name":"TG-0"} was {"workspace_type_name":"${live}"}`;

  test("a resize that undoes an outside change has both", () => {
    const text = openPart(
      [changed("main", { workspaceTypeName: "TG-0" }, { autoStopMinutes: 5 })],
      [`PUT ${path} {"workspace_type_name":"TG-0","auto_stop_minutes":5} was {"workspace_type_name":"TG-2"}`],
    );
    expect(text).toMatch(/^## ⏸️ `ws-1` goes offline ≈2 min · undoes a change made outside Pulumi\n/);
    expect(text).toContain("| ⏸️ ≈2 min offline | workspace `ws-1`: size | `TG-2` | **`TG-0`** | ⚠️ undoes an outside change |");
    expect(text).toContain("| workspace `ws-1`: auto-stop | – | **`5`** | changed in the program |");
    expect(text).toContain("To keep a live value, declare it in the program instead.");
  });

  test("one reason for all rows needs no column", () => {
    const text = openPart([changed("main", { workspaceTypeName: "TG-0" }, {})], [size("TG-2")]);
    expect(text).toContain("· undoes a change made outside Pulumi\n");
    expect(text).not.toContain("| why |");
  });
});

test.each(sampleNames)("the counts of %s add up to its rows", (name) => {
  const review = sampleReview(name);
  if (!review.complete) return;
  const [, counts = ""] = comment(review).split("\n\n");
  const counted = counts.split(" · ")[1]?.match(/\d+(?= (?!adopted resource))/g) ?? [];
  const total = review.changes.length === 0 ? 0 : counted.reduce((sum, one) => sum + Number(one), 0);
  expect(total).toBe(rowsIn(comment(review).split("<details>")[0] ?? "").length);
});

test("a resize that the service will probably refuse is in the heading and in a callout, and not promised", () => {
  const step = changed("reporting", { workspaceTypeName: "TG-0" }, { workspaceTypeName: "TG-1" });
  const notices = [{ code: "refusal", text: "it is read-only" } as const];
  const line = `PUT ${path} {"workspace_type_name":"TG-1"} was {"workspace_type_name":"TG-0"}`;
  const text = openPart([step], [line], [{ urn: urnOf(step), kind: "WorkspaceSettings", notices }]);
  expect(text).toMatch(/^## ❌ The service will probably refuse to resize `ws-1`\n/);
  expect(text).toContain("> [!CAUTION]\n> Workspace `ws-1`: The workspace is read-only, ");
  expect(text).not.toMatch(/goes offline/);
  expect(text.match(/The workspace is read-only/g)).toHaveLength(1);
});

test.each([
  ["Workspace", { workspaceName: "temporary" }],
  ["WorkspaceSettings", {}],
])("the deletion of a %s names all that goes with it", (kind, more) => {
  const deletion = (isRw?: boolean): Step => ({
    kind,
    name: "temporary",
    before: { ...ids, ...more, deletionPolicy: "delete" },
    outputs: { ...names, name: "temporary", ...ids, isRw },
  });
  const text = openPart([deletion()]);
  expect(text).toContain(
    "| ⛔ data lost permanently | workspace `temporary` (database `movies`) | **deleted** with its users, backups and schedules |",
  );
  expect(text).toContain("Workspace `temporary`: You cannot attach another read-write workspace to its database afterwards.");
  expect(openPart([deletion(true)])).toBe(text);
  expect(openPart([deletion(false)])).not.toContain("read-write");
});

describe("one cause is stated once:", () => {
  const failure = (kind: string, call: string) => `cannot plan: ${kind}: plan of ${kind} "x" failed: ${call}. Try again.`;
  const one = changed("one", { autoStopMinutes: 1 }, { autoStopMinutes: 2 });
  const two: Step = { kind: "AllowList", name: "two", before: list, after: { ...list, enabled: false } };

  test("a request that got no response", () => {
    const call = "GET /workgroups/wg-1 timed out (3 tries)";
    const text = comment(seen([one, two], [failure("WorkspaceSettings", call), failure("AllowList", call)]));
    expect(text).toMatch(
      /^## ❌ Review incomplete: the service did not respond\n\nRe-run the job\. `GET \/workgroups\/wg-1` got no response, so the live values of 2 resources are unknown\. This change cannot be applied until a review is complete\.\n/,
    );
    expect(text.match(/GET \/workgroups\/wg-1/g)).toHaveLength(1);
  });

  test("a request that was refused, with the fix", () => {
    const call = "GET /workgroups/wg-1 was refused (HTTP 403, Forbidden)";
    const text = comment(seen([one, two], [failure("WorkspaceSettings", call), failure("AllowList", call)]));
    expect(text).toMatch(/^## ❌ Review incomplete: the requests for 2 resources are unknown\n\n`GET \/workgroups\/wg-1` was refused/);
    expect(text).not.toContain("Re-run the job");
    expect(text.match(/Try again/g)).toHaveLength(1);
  });

  test("a request that got no response, beside a protected workspace", () => {
    const kept: Step = { kind: "Workspace", name: "kept", before: { ...ids, workspaceName: "kept" }, outputs: ids };
    const call = "GET /workgroups/wg-1 timed out (3 tries)";
    const text = openPart([kept, one], [failure("WorkspaceSettings", call)]);
    expect(text).toMatch(/^## ⛔ Cannot be applied: workspace `kept` is protected\n/);
    expect(text).toContain("`GET /workgroups/wg-1` got no response, so the live values of `one` are unknown.");
  });

  test("a protected workspace, without the engine's hint, which does not permit its deletion", () => {
    const text = comment(sampleReview("protected-workspace-removed"));
    expect(text).toMatch(
      /^## ⛔ Cannot be applied: workspace `kept` is protected\n\nTo delete it: set `deletionPolicy: "delete"`, merge, /,
    );
    expect(text).not.toMatch(/unprotect|preview failed|data lost/);
    expect(text).toContain("**Would also have been deleted**\n\n| what | after |");
  });
});

describe("a value that no request carries", () => {
  test("is no row", () => {
    const step = changed("main", { autoStopMinutes: 30, timeoutSeconds: 10 }, { autoStopMinutes: 45, timeoutSeconds: 20 });
    const text = openPart([step], [`PUT ${path} {"auto_stop_minutes":45} was {"auto_stop_minutes":30}`]);
    expect(rowsIn(text)).toHaveLength(1);
  });

  test("is in the heading if nothing else changes", () => {
    const text = openPart([changed("main", { timeoutSeconds: 10 }, { timeoutSeconds: 20 })], ["nothing"]);
    expect(text).toMatch(/^## ✅ `ws-1`: `timeoutSeconds` `10` → `20`\n/);
    expect(rowsIn(text)).toEqual([]);
  });

  test("stays unchanged if it is no longer declared", () => {
    const step: Step = { name: "main", before: { ...workspace, autoStopMinutes: 30 }, after: workspace };
    const read = { newState: { custom: true, inputs: workspace } };
    const text = openPart([{ ...step, more: { ...read, detailedDiff: { autoStopMinutes: {} } } }], ["nothing"]);
    expect(text).toMatch(/^## ✅ `ws-1`: auto-stop is no longer managed/);
    expect(text).toContain("| workspace `ws-1`: auto-stop | no longer managed");
  });

  test("has no column for a value in the code that a removal makes irrelevant", () => {
    const step: Step = { name: "main", before: { ...workspace, autoStopMinutes: 30 }, after: workspace };
    const refresh = { ...workspace, autoStopMinutes: 60 };
    const { steps = [], ...rest } = previewWith([{ ...step, more: { detailedDiff: { autoStopMinutes: {} } } }], ["nothing"]);
    const [root, update] = steps;
    const refreshed = { ...update, op: "refresh", newState: { ...update?.oldState, inputs: refresh } };
    const text = comment(reviewOf({ ...rest, steps: [root, refreshed, { ...update, oldState: refreshed.newState }] as RawStep[] }));
    expect(text).toContain("auto-stop | no longer managed (stays `60`)");
    expect(rowsIn(text.split("<details>")[0] ?? "").join()).not.toContain("`30`");
  });
});

describe("an object that ends without a deletion", () => {
  const ended = (deletionPolicy?: string): Step => ({ name: "main", before: { ...workspace, ...(deletionPolicy && { deletionPolicy }) } });

  test("is paused first if its policy says so", () => {
    expect(openPart([ended("pause")])).toContain("| **paused**, then no longer managed |");
  });

  test("stays unchanged, and the comment says how to delete it", () => {
    const text = openPart([ended()]);
    expect(text).toContain("| no longer managed, stays unchanged |");
    expect(text).toContain('To delete workspace `ws-1`, keep the resource, set `deletionPolicy: "delete"`');
  });

  test("has a new owner if another resource manages it", () => {
    const text = comment(sampleReview("replacement"));
    expect(text).toMatch(/^## ⚠️ `reporting` is no longer managed · `reportingSettings` now points to `main`\n/);
    expect(text).toContain("| managed by `mainSettings` | **managed by `reportingSettings`** |");
    expect(text).toContain("If that is not intended, check `workspaceId` in `reportingSettings`.");
  });
});

describe("a resource that takes over the object of a removed one", () => {
  const values = { ...workspace, autoStopMinutes: 30 };
  const removed: Step = { name: "mainSettings", before: values, outputs: { __owner: "someone" } };
  const renamed = (more: object = {}): Step => ({ name: "renamed", after: { ...values, ...more } });

  test("shares one row with it", () => {
    const rows = rowsIn(openPart([removed, renamed()], ["nothing"]));
    expect(rows).toEqual([expect.stringContaining("| managed by `mainSettings` | **managed by `renamed`** |")]);
  });

  test("has its own rows for the settings that it changes", () => {
    const put = `PUT ${path} {"auto_stop_minutes":45} was {"auto_stop_minutes":30}`;
    const rows = rowsIn(openPart([removed, renamed({ autoStopMinutes: 45 })], [put]));
    expect(rows).toHaveLength(2);
    expect(rows.join()).toContain("auto-stop | `30` | **`45`**");
  });

  test("has a row of its own if no removed resource had the object", () => {
    const elsewhere = { ...removed, before: { ...values, workspaceId: "ws-2" } };
    expect(rowsIn(openPart([elsewhere, renamed()], ["nothing"]))).toHaveLength(2);
  });

  test.each<[string, Step[]]>([
    ["stays managed while another resource adopts it", [{ name: "mainSettings", op: "update", before: values, after: values }, renamed()]],
    ["is replaced in place", [{ name: "mainSettings", op: "replace", before: values, after: values }]],
  ])("is not named for an object that %s", (_, steps) => {
    expect(seen(steps, ["nothing", "nothing"]).changes.find(({ name }) => name === "mainSettings")).not.toHaveProperty("managedBy");
  });
});

describe("settings of a workspace whose identifier is known only during the update", () => {
  const source = (op: string, more: Partial<Step> = {}): Step => ({ kind: "Workspace", name: "source", op, ...more });
  const inside = (from: Step): Step => ({
    name: "inside",
    more: {
      newState: {
        custom: true,
        inputs: { ...workspace, workspaceId: unknownText, autoStopMinutes: 5 },
        propertyDependencies: { workspaceId: [urnOf(from), urnOf({ name: "unchanged" }), "urn:unlisted"] },
      },
    },
  });
  const declared = { workgroupId: "wg-1", workspaceName: "source" };

  test.each<[string, Step, string, string]>([
    ["are created with a new workspace", source("create", { after: declared }), 'POST /w {"name":"source"}', "create"],
    ["adopt those of an adopted workspace", source("create", { after: { ...declared, adopt: true } }), "PUT /w {}", "adopt"],
    ["adopt those of an updated workspace", source("update", { before: declared, after: declared }), "PUT /w {}", "adopt"],
  ])("%s", (_, from, plan, action) => {
    const unchanged: Step = { name: "unchanged", op: "same", before: ids, after: ids };
    const review = seen([unchanged, from, inside(from)], [plan, `PUT ${path} {"auto_stop_minutes":5}`]);
    expect(review.changes.find(({ name }) => name === "inside")?.action).toBe(action);
  });
});

test("what was deleted outside Pulumi is created again, and nothing else is", () => {
  const text = comment(sampleReview("drift"));
  expect(text).toMatch(/^## ⏸️ `kept` goes offline ≈2 min · undoes 3 changes made outside Pulumi\n/);
  expect(text.match(/\| deleted \| \*\*re-created\*\*/g)).toHaveLength(2);
  expect(text).not.toMatch(/additional|a new schedule|new login/);
});

test.each([
  ["11111111-2222-3333-4444-000000000001", true],
  ["AAAAAAAA-bbbb-cccc-dddd-000000000001", true],
  ["team-11111111-2222-3333-4444-000000000001", false],
  ["11111111-2222-3333-4444-000000000001-team", false],
  ["11111111", false],
])("%s is a generated identifier: %j", (text, expected) => expect(isOpaque(text)).toBe(expected));

test.each<[string, string, boolean]>([
  ["the same object", "ws-1", false],
  ["a different object", "ws-2", true],
])("a replacement with %s releases the old one: %j", (_, workspaceId, expected) => {
  const step: Step = { name: "main", op: "replace", before: workspace, after: { ...workspace, workspaceId } };
  const ids = seen([step], ["nothing"]).changes.flatMap(({ consequences }) => consequences.map(({ id }) => id));
  expect(ids.includes("released")).toBe(expected);
});

describe("a source location is a link to its line at the commit", () => {
  const commit = "4f2a9c1d3e5b";
  const github = { GITHUB_ACTIONS: "true", GITHUB_SERVER_URL: "https://github.example", GITHUB_REPOSITORY: "team/db", GITHUB_SHA: commit };
  const gitlab = { GITLAB_CI: "true", CI_PROJECT_URL: "https://gitlab.example/team/db", CI_COMMIT_SHA: commit };
  const step = changed("main", { autoStopMinutes: 30 }, { autoStopMinutes: 45 });
  const textOf = (env: Record<string, string>, one = step) =>
    comment(seen([one], [`PUT ${path} {"auto_stop_minutes":45} was {"auto_stop_minutes":30}`]), {
      directory: "infra (a)",
      run: runOf(env, new Date(0)),
    });

  test.each([
    ["GitHub", github, `https://github.example/team/db/blob/${commit}`],
    ["GitLab", gitlab, `https://gitlab.example/team/db/-/blob/${commit}`],
  ])("of %s", (_, env, base) => {
    expect(textOf(env)).toContain(`| [\`infra (a)/index.ts:9\`](${base}/infra%20%28a%29/index.ts#L9) |`);
  });

  test("only where host and commit are known, and the program still has the line", () => {
    expect(textOf({ BUILDKITE: "true", BUILDKITE_COMMIT: commit })).toContain("| `infra (a)/index.ts:9` |");
    expect(textOf(github, { name: "main", before: workspace })).toContain("| was at `infra (a)/index.ts:9` |");
  });
});

test("the monthly cost of what changes has both sums, their difference and its share", () => {
  const prices = parsePrices("prices.json", JSON.stringify({ currency: "USD", sizes: { "TG-0": 1, "TG-1": "2.85" } }));
  const steps = [changed("main", { workspaceTypeName: "TG-0" }, { workspaceTypeName: "TG-1" })];
  const preview = previewWith(steps, [`PUT ${path} {"workspace_type_name":"TG-1"} was {"workspace_type_name":"TG-0"}`]);
  expect(comment(reviewOf(preview, { prices }))).toContain(
    "💰 Monthly cost of what changes: 730 → 2,081 USD, +1,351 USD (+185%), if nothing stops.",
  );
});
