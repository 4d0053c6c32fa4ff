import { type EngineEvent, parseEvents, parsePrices } from "../../../../cli/review/inputs";
import { type Costs, reviewOf } from "../../../../cli/review/read";
import { possibly } from "../../../../provider/messages/consequences";
import { registry, reviewFactsOf } from "../../../../provider/registry";
import { changed, comment, path, previewWith, type Step, urnOf, workspace } from "./samples";

/** A verdict in twenty seconds: one heading with the gravest consequence, and no more than a screen of text before the folds. */

type Values = Readonly<Record<string, unknown>>;
const wireName = (argument: string) => argument.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const body = (values: Values) => JSON.stringify(Object.fromEntries(Object.entries(values).map(([key, value]) => [wireName(key), value])));

/** Settings that change, and the requests that the provider announces for them. */
function changes(
  count: number,
  of: (index: number) => readonly [before: Values, after: Values],
  name = (index: number) => `workspace-${index}`,
) {
  const all = Array.from({ length: count }, (_, index) => {
    const [before, after] = of(index);
    return {
      step: changed(name(index), { workspaceId: name(index), ...before }, after),
      line: `PUT ${path.replace("ws-1", name(index))} ${body(after)} was ${body(before)}`,
    };
  });
  return { steps: all.map(({ step }) => step), lines: all.map(({ line }) => line) };
}

/** One change of the workspace `main`. */
const one = (before: Values, after: Values) =>
  changes(
    1,
    () => [before, after],
    () => "main",
  );

function deletions(count: number, name = (index: number) => `workspace-${index}`) {
  const steps = Array.from({ length: count }, (_, index): Step => {
    const before = { workgroupId: "wg-1", workspaceName: name(index), deletionPolicy: "delete" };
    return { kind: "Workspace", name: name(index), before, outputs: { workspaceId: name(index) } };
  });
  return { steps, lines: [] };
}

interface Scene {
  readonly steps: readonly Step[];
  readonly lines: readonly string[];
  readonly events?: readonly EngineEvent[];
}

function textOf({ steps, lines, events }: Scene, costs: Costs = {}): string {
  const preview = previewWith(steps, lines);
  return comment({ ...reviewOf({ ...preview, events: [...preview.events, ...(events ?? [])] }, costs), refreshed: true });
}
const openPart = (text: string) => text.slice(0, text.indexOf("<details>"));

const long = (index: number) => `a-rather-long-name-of-a-workspace-of-some-team-${index}`;
const size = (from: string, to: string) => [{ workspaceTypeName: from }, { workspaceTypeName: to }] as const;

const forty: readonly [string, Scene, RegExp][] = [
  ["equal", changes(40, () => size("TG-0", "TG-1")), /^## ⏸️ 40 workspaces go offline ≈2 min each\n/],
  ["with long names and their own sizes", changes(40, (index) => size(`TG-${index}`, `TG-${index + 1}`), long), /^## ⏸️ 40 workspaces go/],
  ["with their own minutes", changes(40, (index) => [{ autoStopMinutes: 30 }, { autoStopMinutes: 31 + index }]), /^## ✅ 40 changes\n/],
  [
    "each of another setting, with long names and values",
    changes(40, (index) => [{ [`setting${index}`]: `old ${"a".repeat(200)}` }, { [`setting${index}`]: `new ${"b".repeat(200)}` }], long),
    /^## ℹ️ 40 changes, effect not documented\n/,
  ],
  [
    "of values in wide characters",
    changes(40, (index) => [{ [`setting${index}`]: "名".repeat(60) }, { [`setting${index}`]: "前".repeat(60) }], long),
    /^## ℹ️ 40 changes, effect not documented\n/,
  ],
  ["that delete", deletions(40, long), /^## ⛔ Deletes 40 workspaces and their data\n/],
];

test.each(forty)("40 changes %s take at most 6 kB before the folds", (_, scene, heading) => {
  const text = textOf(scene);
  const open = openPart(text);
  expect(text).toMatch(heading);
  expect(Buffer.byteLength(open)).toBeLessThanOrEqual(6_000);
  // Each of them is in the details, and the table says how many it leaves out.
  for (const { name } of scene.steps) expect(text.slice(open.length)).toContain(`/workspaces/${name}\n`);
  const rows = open.match(/^\| (?!impact).* \|$/gm) ?? [];
  const counted = rows.reduce((sum, row) => sum + Number(/ \| (\d+)(?: × \S+)?: `/.exec(row)?.[1] ?? 1), 0);
  expect(counted + Number(/… and (\d+) more rows?, in the details below/.exec(open)?.[1] ?? 0)).toBe(40);
});

test.each(Object.keys(registry).flatMap((kind) => reviewFactsOf(kind)?.consequences ?? []))(
  "the impact $id fits into a narrow column",
  (one) => expect(possibly(one).summary.length).toBeLessThanOrEqual("possibly ".length + 26),
);

/** New workspaces, and a user whose log-in is graver. */
const made: Scene = {
  steps: [
    ...["one", "two"].map((name): Step => {
      const after = { workgroupId: "wg-1", workspaceName: name, workspaceTypeName: "TG-0", deletionPolicy: "retain" };
      return { kind: "Workspace", name, after };
    }),
    { kind: "DatabaseUser", name: "reader", after: { workgroupId: "wg-1", workspaceId: "ws-1", username: "reader", password: "secret" } },
  ],
  lines: [
    ...["one", "two"].map((name) => `POST /workgroups/wg-1/workspaces {"name":"${name}","workspace_type_name":"TG-0"}`),
    'POST /workgroups/wg-1/workspaces/ws-1/dbuser {"username":"reader","password":"[secret]"}',
  ],
};

const twoChanges = changes(2, () => [{ autoStopMinutes: 30 }, { autoStopMinutes: 45 }]);
const revertedOutside = { ...twoChanges, lines: twoChanges.lines.map((line) => line.replace(/30\}$/, "240}")) };

const prices = parsePrices("prices.json", JSON.stringify({ currency: "USD", sizes: { "TG-0": 1, "TG-1": "2.85" } }));
const violation = {
  sequence: 1,
  timestamp: 1,
  policyEvent: {
    resourceUrn: "urn:pulumi:dev::movies::pulumi-nodejs:dynamic/graphplane:WorkspaceSettings::main",
    message: "main asks for TG-16.",
    policyName: "allowed-sizes",
    policyPackName: "team",
    policyPackVersion: "1",
    enforcementLevel: "mandatory",
    color: "never",
  },
};

test.each<[string, Scene, Costs, string]>([
  ["a resize with its cost", one(...size("TG-0", "TG-1")), { prices }, "⏸️ `main` goes offline ≈2 min · up to +1,351 USD/month"],
  ["new workspaces, beside what is graver", made, {}, "⚠️ User `reader` can log in · 2 new workspaces cost money"],
  ["new workspaces alone", { steps: made.steps.slice(0, 2), lines: made.lines.slice(0, 2) }, {}, "ℹ️ 2 new workspaces cost money"],
  ["a new workspace", { steps: made.steps.slice(0, 1), lines: made.lines.slice(0, 1) }, {}, "ℹ️ New workspace `one` costs money"],
  [
    "new workspaces with their cost",
    made,
    { prices: parsePrices("prices.json", JSON.stringify({ currency: "USD", sizes: { "TG-0": 1 } })) },
    "⚠️ User `reader` can log in · up to +1,460 USD/month",
  ],
  ["a deletion", deletions(1, () => "temporary"), {}, "⛔ Deletes workspace `temporary` and its data"],
  ["one setting", one({ autoStopMinutes: 30 }, { autoStopMinutes: 45 }), {}, "✅ `main`: auto-stop `30` → `45` min"],
  [
    "a setting without a documented effect",
    one({ enableHa: false }, { enableHa: true }),
    {},
    "ℹ️ `main`: high availability `false` → `true`, effect not documented",
  ],
  [
    "settings without a documented effect",
    one({ enableHa: false, updateStrategy: "a" }, { enableHa: true, updateStrategy: "b" }),
    {},
    "ℹ️ `main`: 2 settings change, effect not documented",
  ],
  ["outside changes that are reverted", revertedOutside, {}, "⚠️ 2 changes · undoes 2 changes made outside Pulumi"],
  [
    "a policy",
    { ...one(...size("TG-0", "TG-16")), events: parseEvents(JSON.stringify(violation)) },
    {},
    "⛔ Blocked by `allowed-sizes`: main asks for TG&#45;<wbr>16&#46;",
  ],
  ["nothing to do", { steps: [], lines: [] }, {}, "✅ Nothing to do"],
  ["a change without a plan", { ...one(...size("a", "b")), lines: [] }, {}, "❌ Review incomplete: the requests for `main` are unknown"],
])("the heading of %s", (_, scene, costs, heading) => expect(textOf(scene, costs).split("\n")[0]).toBe(`## ${heading}`));

test("a replacement names the object that is lost, and its row both", () => {
  const user = (username: string) => ({ ...workspace, username, password: "secret", deletionPolicy: "delete" });
  const step: Step = { kind: "DatabaseUser", name: "user", op: "replace", before: user("u"), after: user("v") };
  const text = textOf({ steps: [step], lines: ['POST /workgroups/wg-1/workspaces/ws-1/dbuser {"username":"v","password":"[secret]"}'] });
  expect(text).toMatch(/^## ⛔ Deletes user `u`\n/);
  expect(text).toContain("| ⛔ login lost | user `v` of workspace `ws-1` | replaces `u`, which is **deleted** |");
});

test("a row of a new workspace has its rate if prices are given", () => {
  const one = { steps: made.steps.slice(1), lines: made.lines.slice(1) };
  expect(openPart(textOf(one))).toContain("| ℹ️ costs money | workspace `two` | **created**: size `TG-0` |");
  expect(openPart(textOf(one, { prices }))).toContain("| ℹ️ +730 USD/month | workspace `two` | **created**: size `TG-0` |");
});

test("a new workspace that is paused at once is not said to cost money", () => {
  const [step] = made.steps.map((one) => ({ ...one, after: { ...one.after, pause: true } }));
  const post = { method: "POST", path: "/workgroups/wg-1/workspaces", body: { name: "one" }, later: [] };
  const put = { method: "PUT", path: "/workgroups/wg-1/workspaces/[known-later]", body: { pause: true }, later: [] };
  const plan = { operation: "create", seen: true, requests: [post, put], fields: [], names: [["workspace", "one"]] } as const;
  const review = reviewOf(previewWith(step ? [step] : [], [], [{ urn: step && urnOf(step), plan }]));
  expect(review.changes.flatMap(({ consequences }) => consequences.map(({ id }) => id))).toEqual(["workspace-made-paused"]);
  expect(comment(review)).toMatch(/^## ℹ️ New workspace `one` is paused\n/);
});

test("two objects of one name are told apart by the first thing in which they differ", () => {
  const ids = ["ws-1", "11111111-2222-3333-4444-666666666666"];
  const before = { username: "reader", deletionPolicy: "delete" };
  const steps = ids.map((workspaceId, n): Step => ({ kind: "DatabaseUser", name: `reader-${n}`, before: { ...before, workspaceId } }));
  expect(openPart(textOf({ steps, lines: [] }))).toMatch(/`reader` of workspace `ws-1` [^]*`reader` \(`reader-1`\)/);
});
