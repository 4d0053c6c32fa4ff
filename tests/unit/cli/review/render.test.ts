import Big from "big.js";
import { type Format, formats } from "../../../../cli/review/formats";
import { released } from "../../../../cli/review/consequences";
import type { Change, Field, RenderOptions, Request, Review, ShownValue } from "../../../../cli/review/model";
import { title } from "../../../../cli/review/render-change";
import { maxCommentLength } from "../../../../cli/review/render-markdown";
import { rowsOf } from "../../../../cli/review/rows";
import { expectGolden } from "./golden";

const value = (of: unknown): ShownValue => ({ is: "value", value: of });
const absent: ShownValue = { is: "absent" };
const field = (name: string, more: Partial<Field> = {}): Field => {
  const [before, live, after] = [15, 30, 45].map(value) as [ShownValue, ShownValue, ShownValue];
  return { path: name.split("."), before, live, after, labels: ["new"], forcesReplacement: false, ...more };
};
const request = (method: string, path: string, more: Partial<Request> = {}): Request => {
  return { method, path, body: undefined, was: undefined, later: [], ...more };
};
const change = (name: string, more: Partial<Change> = {}): Change => ({
  key: `urn:${name}`,
  urn: `urn:${name}`,
  name,
  kind: "WorkspaceSettings",
  isGraphplane: true,
  action: "change",
  subject: [],
  stillDeclared: true,
  fields: [],
  matching: [],
  resumesFailedUpdate: false,
  losses: [{ is: "possible" }],
  dependsOn: [],
  requests: [],
  unannounced: false,
  consequences: [],
  remarks: [],
  ...more,
});
const review = (changes: readonly Change[], more: Partial<Review> = {}): Review => ({
  project: "movies",
  stack: "dev",
  complete: true,
  failed: false,
  refreshed: true,
  changes,
  unchanged: 0,
  outputs: [],
  messages: [],
  strayRequests: [],
  services: [],
  newHosts: [],
  violations: [],
  settings: [],
  ...more,
});
const several = <T>(count: number, of: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => of(index));
const at = (line: number) => ({ declaredAt: { file: "index.ts", line } });

const numbers = (count: number, before = "") => several(count, (index) => `${before}${index}`);
const longField = (before: unknown, after: unknown, live = before) => {
  const [old, now, next] = [before, live, after].map((of) => (of === undefined ? absent : value(of))) as [
    ShownValue,
    ShownValue,
    ShownValue,
  ];
  return field("config", { before: old, live: now, after: next });
};

/** Changes that are equal: of each its place and its workspace are its own. */
const equal = (count: number, more: (index: number) => Partial<Change>) =>
  several(count, (index) => change(`n${index}`, { kind: "WorkspaceRefresh", ...more(index) }));
const refresh = (index: number) => ({ requests: [request("POST", `/w/${index}/refresh`)] });
const put = (index: number) => ({ requests: [request("PUT", `/w/${index}`, { body: { pause: true } })] });

/** The values of a change that differ from an equal one. */
const differing: readonly Partial<Change>[] = [
  { resumesFailedUpdate: true },
  { unannounced: true, requestsUnknown: "no response" },
  { requestsUnknown: "its id is known only during the update" },
  { remarks: ["a remark"] },
  { stillDeclared: false },
  { matching: [field("size")] },
  { deletedWith: "holder" },
  { kind: "QueryRun" },
  { cost: { reason: "its size is neither declared nor returned" } },
  { fields: [field("pause", { after: value("x") })] },
  { isGraphplane: false },
];

const changesOf: Readonly<Record<string, readonly Change[]>> = {
  "equal changes without values": equal(3, refresh),
  "of one place": equal(3, (index) => ({ ...refresh(index), ...at(9) })),
  "the last elsewhere": equal(3, (index) => ({ ...refresh(index), ...at(index === 2 ? 8 : 9) })),
  "with a common subject": equal(3, (index) => ({
    ...put(index),
    subject: [
      ["workspace", `w${index}`],
      ["database", "movies"],
    ],
  })),
  "with a subject that one lacks": equal(3, (index) => ({ ...put(index), subject: index === 2 ? [] : [["database", "movies"]] })),
  "whose name is their subject": equal(3, (index) => ({ ...put(index), subject: [["workspace", `n${index}`]] })),
  "with one value": equal(3, (index) => ({ ...put(index), fields: [field("pause")], subject: [["workspace", `w${index}`]] })),
  "with two values": equal(3, (index) => ({ ...put(index), fields: [field("pause"), field("size")] })),
  "with two requests each": equal(3, (index) => ({ requests: [...put(index).requests, ...refresh(index).requests] })),
  "with nothing to send": equal(3, () => ({ fields: [field("deletionPolicy")] })),
  fifteen: equal(15, refresh),
  sixteen: equal(16, refresh),
  "sixteen with a value": equal(16, (index) => ({ ...put(index), fields: [field("pause")] })),
  "more than a table holds": equal(203, refresh),
  "that adopt": equal(3, (index) => ({ ...put(index), action: "adopt", matching: [field("size")] })),
  "that cost": equal(3, (index) => ({ ...put(index), cost: { reason: "no price for the size", size: "TG-`9" } })),
  "that are no longer declared": equal(3, () => ({ action: "stop managing", stillDeclared: false, ...at(9) })),
  "fifteen values": [change("c", { fields: several(15, (index) => field(`v${index}`)) })],
  "sixteen values": [change("c", { fields: several(16, (index) => field(`v${index}`)) })],
  "forty values": [change("c", { fields: several(40, (index) => field(`v${index}`)) })],
  "forty-one values": [change("c", { fields: several(41, (index) => field(`v${index}`)) })],
  "another package's values": [
    change("bucket", {
      isGraphplane: false,
      kind: "aws:s3:Bucket",
      action: "replace",
      fields: [field("a.b", { forcesReplacement: true })],
    }),
  ],
  "values of all kinds": [
    change("c", {
      fields: [
        field("secret", { before: { is: "secret" }, live: { is: "unread" }, after: { is: "secret", changed: true } }),
        field("later", { before: absent, live: { is: "hidden" }, after: { is: "later" }, labels: ["new", "set on the new object"] }),
        field("list", { after: value(["x"]) }),
        field("gone", { after: absent, labels: ["no longer declared"], forcesReplacement: true }),
      ],
    }),
  ],
  "long values": (
    [
      ["two lines of many", numbers(20).join("\n"), numbers(20).with(5, "x").with(14, "y").join("\n")],
      ["neighbours", numbers(40).join("\n"), numbers(40).with(5, "x").with(13, "y").join("\n")],
      ["the first and the last", numbers(30).join("\n"), numbers(30).with(0, "x").with(-1, "y").join("\n")],
      ["lines that come", numbers(30).join("\n"), numbers(33).join("\n")],
      ["lines that go", numbers(33).join("\n"), numbers(30).join("\n")],
      ["of JSON", JSON.stringify({ list: numbers(30) }), JSON.stringify({ list: numbers(30).with(3, "x") })],
      ["of objects", { list: numbers(30) }, { list: numbers(30).with(3, "x") }],
      ["one long line", "a".repeat(400), `${"a".repeat(350)}${"b".repeat(50)}`],
      ["one line of 300", "a".repeat(298), `${"a".repeat(297)}b`],
      ["long lines that differ soon", `${"a".repeat(19)}${"b".repeat(400)}`, `${"a".repeat(19)}${"c".repeat(400)}`],
      ["two long lines", `${"a".repeat(400)}\n${"b".repeat(400)}`, `${"a".repeat(399)}x\n${"b".repeat(399)}x`],
      ["75 changed lines", numbers(75).join("\n"), numbers(75, "x").join("\n")],
      ["76 changed lines", numbers(76).join("\n"), numbers(76, "x").join("\n")],
      ["501 changed lines", numbers(501).join("\n"), numbers(501, "x").join("\n")],
      ["a new one", undefined, numbers(30).join("\n")],
    ] as [string, unknown, unknown][]
  ).map(([name, before, after]) => change(name, { fields: [longField(before, after)] })),
  "a long value that is live": [
    change("changed outside", { fields: [longField(numbers(30).join("\n"), numbers(31).join("\n"), numbers(32).join("\n"))] }),
    change("as declared", { fields: [longField(numbers(30).join("\n"), numbers(31).join("\n"), numbers(31).join("\n"))] }),
  ],
  "it may change": [0, 1, 5, 6].map((count) =>
    change(`depends on ${count}`, {
      action: "may change",
      dependsOn: several(count, (index) => `d${index}`),
      fields: [field("pause", { after: { is: "later" }, labels: ["may change"] })],
      requests: [request("PUT", "/w/1", { later: ["pause"] })],
      requestsUnknown: "pause is known only during the update",
      consequences: [{ id: "x", severity: "care", summary: "downtime", description: "Possibly: it stops.", source: "s" }],
    }),
  ),
  "nothing is sent": [
    change("with its holder", { action: "stop managing", deletedWith: "holder" }),
    change("refused", { action: "refused deletion" }),
    change("let go", { action: "stop managing" }),
    change("recorded", { action: "keep live values" }),
    change("dropped", { fields: [field("pause", { labels: ["no longer declared"] })] }),
    change("dropped, and another", { fields: [field("pause", { labels: ["no longer declared"] }), field("size")] }),
    change("resumed", { resumesFailedUpdate: true }),
    change("equal", {}),
  ],
  "requests of 500 characters": [change("c", { requests: [request("PUT", `/${"a".repeat(495)}`)] })],
  "requests of 501 characters": [change("c", { requests: [request("PUT", `/${"a".repeat(496)}`)] })],
  "equal requests of many characters": equal(3, (index) => ({ requests: [request("PUT", `/${index}`, { body: "b".repeat(600) })] })),
  "what it means": [
    change("c", {
      consequences: (["destroys", "opens", "risks", "offline", "care"] as const).map((severity) => {
        return { id: severity, severity, summary: `short ${severity}`, description: `It ${severity}.`, source: "s" };
      }),
      replaced: { was: [["user", "a"]], now: [], adopts: false },
      requests: [request("DELETE", "/w/1")],
      remarks: ["one `remark`", "another"],
    }),
    change("adopted", { action: "replace", replaced: { was: [], now: [["user", "b"]], adopts: true } }),
    change("deleted, adopted", {
      action: "replace",
      replaced: { was: [["user", "a"]], now: [["user", "b"]], adopts: true },
      requests: [request("DELETE", "/w/1")],
    }),
    ...[undefined, "b", "00000000-0000-4000-8000-000000000000"].map((name, index) =>
      change(`made again ${index}`, {
        action: "replace",
        replaced: { was: name === undefined ? [] : [["user", name]], now: [["user", "b"]], adopts: false },
        requests: [request("DELETE", "/w/1")],
      }),
    ),
  ],
  "already so": [1, 2].map((count) =>
    change(`n${count}`, {
      action: "adopt",
      matching: several(count, (index) => field(`v${index}`)),
      requests: [request("PUT", `/w/${count}`)],
    }),
  ),
  "already so, but no adoption": [change("n", { matching: [field("a"), field("b")] })],
  "two equal, and one that differs in one thing": differing.map((more, index) => change(`n${index}`, more)),
};

const reviewsOf: Readonly<Record<string, Review>> = {
  "without a name": review([], { project: "", stack: "" }),
  "eleven changes without a loss": review(several(11, (index) => change(`n${index}`, { fields: [field(`v${index}`)] }))),
  "eleven changes, the last with a loss": review(
    several(11, (index) =>
      change(`n${index}`, {
        fields: [field(`v${index}`)],
        ...(index === 10 && { consequences: [{ id: "x", severity: "risks", summary: "a risk", description: "It risks.", source: "s" }] }),
      }),
    ),
  ),
  "a reason of several resources": review(
    several(5, (index) => change(`n${index}`, { unannounced: true, requestsUnknown: index < 4 ? "no response" : "another" })),
    { complete: false },
  ),
  "a failed preview": review([change("c")], { complete: false, failed: true }),
  "a failed preview of nothing": review([], { complete: false, failed: true }),
  "requests of no change": review([], {
    complete: false,
    strayRequests: several(22, (index) => request("PUT", `/w/${index}`, { body: "b" })),
  }),
  "two refused deletions": review([change("a", { action: "refused deletion" }), change("b", { action: "refused deletion" })], {
    complete: false,
  }),
  messages: review([], {
    messages: [
      ...several(4, (index) => ({ severity: "warning" as const, text: "common", resource: `r${index}`, ...at(index) })),
      { severity: "error", text: "alone" },
      ...several(20, (index) => ({ severity: "warning" as const, text: `w${index}` })),
    ],
  }),
  "other services": review([], {
    services: [
      { from: "https://a", to: "https://b", found: true },
      { from: "https://b", to: "https://c", found: false },
    ],
  }),
  outputs: review([], { outputs: several(21, (index) => `o${index}`), unchanged: 3 }),
  "not seen": review([], { refreshed: false }),
  violations: review([change("c")], {
    complete: false,
    violations: [
      ...several(11, (index) => ({ policy: "p", pack: "k", mandatory: true, resource: `r${index}`, text: "not so" })),
      { policy: "q", pack: "k", mandatory: false, text: "better not" },
    ],
  }),
  costs: review([change("c", { fields: [field("size")], requests: [request("PUT", "/w/1")] })], {
    cost: {
      currency: "USD",
      perHour: new Big(1),
      perMonth: new Big(730),
      monthBefore: new Big(365),
      known: 1,
      unknown: 1,
      limit: { perMonth: new Big(9), exceeded: "yes" },
    },
  }),
};

const drifts: Readonly<Record<string, Review>> = {
  "no drift": review([]),
  "no drift, without a name": review([], { project: "", stack: "" }),
  "an incomplete report": review([], { complete: false, failed: true }),
  drift: review([change("c", { fields: [field("pause", { labels: ["reverts an outside change"] })] })]),
  "a change without a value": review([change("c", { requests: [request("PUT", "/w/1")] })]),
  "what no update has applied": review([change("c", { fields: [field("pause")] }), change("n", { action: "create" })]),
};

const shown = (format: Format, reviews: Readonly<Record<string, Review>>, options: Partial<RenderOptions> = {}) =>
  Object.entries(reviews)
    .map(([name, of]) => `==== ${name}\n${formats[format](of, { directory: "infra", ...options })}`)
    .join("\n");
const all = { ...Object.fromEntries(Object.entries(changesOf).map(([name, changes]) => [name, review(changes)])), ...reviewsOf };

test.each<[string, () => string]>([
  ["comments.md", () => shown("markdown", all)],
  ["reports-of-drift.md", () => shown("markdown", drifts, { drift: true })],
  ["texts.txt", () => `${shown("text", all)}\n${shown("text", drifts, { drift: true, color: true })}`],
  ["annotations.txt", () => shown("annotations", { ...reviewsOf, ...drifts })],
])("constructed reviews of all kinds: %s", (name, textOf) => {
  const short = textOf()
    .replace(/fingerprint=\S+/g, "fingerprint=…")
    .replace(/<details><summary>What this[^]*?<\/details>\n\n/g, "");
  expectGolden(`constructed.${name}`, short);
});

test.each<[string, Change["action"], readonly string[], readonly string[]]>([
  ["by the workspaces that contain them", "create", ["a", "b"], ["user `rdr` of workspace `a`", "user `rdr` of workspace `b`"]],
  ["by their names in the program, if those are not known yet", "create", [], ["user `rdr` (`reader-0`)", "user `rdr` (`reader-1`)"]],
  ["by nothing if they exist, since both may be the same", "change", [], ["user `rdr`", "user `rdr`"]],
])("rows and callouts tell two users of one name apart %s", (_, action, workspaces, names) => {
  const consequences = [{ id: "enforced", severity: "risks" as const, summary: "in short", description: "It can log in.", source: "s" }];
  const users = several(2, (index) => {
    const subject = [["user", "rdr"] as const, ...(workspaces[index] === undefined ? [] : [["workspace", workspaces[index]] as const])];
    return change(`reader-${index}`, { kind: "DatabaseUser", action, subject, consequences });
  });
  const text = formats.markdown(review(users), { directory: "" });
  expect(text.match(/(?<=\| )user .*?(?= \|)/g)).toEqual(names);
  expect(text).toContain(`> ${names.map((name) => name.replace("user", "User")).join(", ")}: It can log in.`);
});

test("objects that stay inside a deleted one are named in one callout", () => {
  const text = formats.markdown(review([change("c", { action: "delete", leavesInside: ["a", "b"] })]), { directory: "" });
  expect(text).toContain(
    "`a`, `b` are still declared in the program, inside `c`, which this change deletes: every later preview fails. Remove them in the same change.",
  );
});

test("a policy that blocks a change is the only advice", () => {
  const violations = [{ policy: "p", pack: "k", mandatory: true, text: "not so" }];
  const unknown = change("c", { unannounced: true, requestsUnknown: "no response" });
  const textOf = (more: Partial<Review>) => formats.markdown(review([unknown], { complete: false, ...more }), { directory: "" });
  expect(textOf({})).toContain("until a review is complete");
  expect(textOf({ violations })).not.toContain("until a review is complete");
});

test("a comment may be as long as the host allows, and no longer", () => {
  const withMessage = (length: number) => {
    const long = { severity: "warning" as const, text: "x".repeat(length) };
    const changes = [change("c", { remarks: several(130, () => "r".repeat(480)), fields: [field("pause")] })];
    return formats.markdown(review(changes, { messages: [long] }), { directory: "" });
  };
  const rest = maxCommentLength - withMessage(1).length + 1;
  expect([withMessage(rest).length, withMessage(rest).includes("fingerprint=")]).toEqual([maxCommentLength, true]);
  expect([withMessage(rest + 1).length < maxCommentLength, withMessage(rest + 1).includes("fingerprint=")]).toEqual([true, false]);
});

const minutes = (more: Partial<Field>) => ({ fields: [field("autoStopMinutes", more)] });

test.each<[string, Partial<Change>, string]>([
  [
    "that resumes a failed update",
    { resumesFailedUpdate: true, fields: [field("size")] },
    "## ℹ️ `c` resumes a failed update, effect not documented",
  ],
  ["that may change", { action: "may change", ...minutes({ after: { is: "later" } }) }, "## ✅ `c` may change"],
  ["of one value", minutes({}), "## ✅ `c`: auto-stop `30` → `45` min"],
  ["of one value, which was not read", minutes({ live: { is: "unread" } }), "## ✅ `c`: auto-stop `15` → `45` min"],
  ["of one value, which is known later", minutes({ after: { is: "later" } }), "## ✅ `c`: auto-stop `30` → known during the update"],
  [
    "of a value without a unit",
    { fields: [field("workspaceTypeName", { live: value("TG-0"), after: value("TG-1") })] },
    "## ℹ️ `c`: size `TG-0` → `TG-1`, effect not documented",
  ],
  ["of two values", { fields: [field("autoStopMinutes"), field("size")] }, "## ℹ️ `c`: 2 settings change, 1 undocumented effect"],
  [
    "of one value that is no longer declared",
    minutes({ after: absent, labels: ["no longer declared"] }),
    "## ✅ `c`: auto-stop is no longer managed (stays `30`)",
  ],
  [
    "of one that was not read and is no longer declared",
    minutes({ live: { is: "unread" }, after: absent, labels: ["no longer declared"] }),
    "## ✅ `c`: auto-stop is no longer managed",
  ],
  ["that the state alone adopts", minutes({ live: value(45), isUnsent: true }), "## ✅ `c`: already as declared"],
  [
    "of the state alone",
    { fields: [field("autoStopMinutes", { live: value(45), isUnsent: true }), field("deletionPolicy", { isUnsent: true })] },
    "## ✅ `c`: only the state changes",
  ],
  ["of what only the provider uses", { fields: [field("deletionPolicy", { isUnsent: true })] }, "## ✅ `c`: `deletionPolicy` `30` → `45`"],
  ["by an adoption with one value", { action: "adopt", ...minutes({}) }, "## ✅ `c`: auto-stop `30` → `45` min"],
  ["by a creation", { action: "create", ...minutes({ before: absent, live: absent }) }, "## ✅ `c`: created"],
])("the heading of one change %s", (_, more, heading) => {
  expect(formats.markdown(review([change("c", more)]), { directory: "" }).split("\n")[0]).toBe(heading);
});

const headingOf = (changes: readonly Change[], more: Partial<Review> = {}, options: Partial<RenderOptions> = {}) =>
  formats.markdown(review(changes, more), { directory: "", ...options }).split("\n")[0];
const pointed = (name: string) =>
  change(name, {
    action: "replace",
    subject: [["workspace", `new-${name}`]],
    consequences: [released],
    replaced: { was: [["workspace", "old"]], now: [["workspace", `new-${name}`]], adopts: true },
  });
const lossOf = (severity: "destroys" | "offline" | "care", more: object = {}) => {
  return {
    id: severity,
    severity,
    summary: "in short",
    description: "It does.",
    source: "s",
    headline: [`${severity} %`, `${severity} % objects`],
    ...more,
  } as const;
};

test.each<[string, readonly Change[], Partial<Review>, string]>([
  [
    "the object to which a resource now points",
    [change("a", { consequences: [lossOf("care")] }), pointed("b")],
    { highestImpact: released },
    "## ⚠️ `old` is no longer managed · `b` now points to `new-b`",
  ],
  [
    "no object if several resources point to others",
    [pointed("a"), pointed("b")],
    { highestImpact: released },
    "## ⚠️ 2 objects are no longer managed",
  ],
  [
    "no object if something else is more severe",
    [change("a", { consequences: [lossOf("destroys")] }), pointed("b")],
    { highestImpact: lossOf("destroys") },
    "## ⛔ destroys `a`",
  ],
  ["one new host", [change("a")], { newHosts: ["https://a"] }, "## ✅ `a`: changed · a credential goes to `https://a`"],
  [
    "the first of two new hosts",
    [change("a")],
    { newHosts: ["https://a", "https://b"] },
    "## ✅ `a`: changed · a credential goes to `https://a` and 1 other new host",
  ],
  [
    "an outage beside something more severe",
    [change("a", { consequences: [lossOf("destroys")] }), change("b", { consequences: [lossOf("offline")] })],
    { highestImpact: lossOf("destroys") },
    "## ⛔ destroys `a` · offline `b`",
  ],
  [
    "no outage that is only possible",
    [change("a", { consequences: [lossOf("destroys"), lossOf("offline", { possible: true })] })],
    { highestImpact: lossOf("destroys") },
    "## ⛔ destroys `a`",
  ],
  [
    "the new object of a replacement if the consequence is not about the old one",
    [{ ...pointed("b"), consequences: [lossOf("care")] }],
    { highestImpact: lossOf("care") },
    "## ℹ️ care `new-b`",
  ],
  [
    "the state if nothing else of several resources changes",
    ["a", "b"].map((name) => change(name, { fields: [field("size", { isUnsent: true })] })),
    {},
    "## ✅ Only the state changes",
  ],
  [
    "what is undone, and not that its effect is not documented",
    [change("c", { fields: [field("size", { labels: ["reverts an outside change"] })] })],
    {},
    "## ⚠️ `c`: `size` `30` → `45` · undoes a change made outside Pulumi",
  ],
  [
    "an outage once if nothing is more severe",
    [change("b", { consequences: [lossOf("offline")] })],
    { highestImpact: lossOf("offline") },
    "## ⏸️ offline `b`",
  ],
])("the heading names %s", (_, changes, more, expected) => expect(headingOf(changes, more)).toBe(expected));

const countsOf = (changes: readonly Change[], more: Partial<Review>) =>
  formats
    .markdown(review(changes, more), { directory: "" })
    .split("\n")
    .find((line) => line.startsWith("`movies/dev`"));
const [sending, deleting] = [{ requests: [request("PUT", "/w/1")] }, { requests: [request("DELETE", "/w/1")] }];

test.each<[string, readonly Change[], Partial<Review>, string]>([
  [
    "a replacement that deletes nothing",
    [change("c", { action: "replace", ...sending })],
    {},
    "`movies/dev` · 1 replaced · nothing is deleted",
  ],
  ["a replacement that deletes", [change("c", { action: "replace", ...deleting })], {}, "`movies/dev` · 1 replaced"],
  [
    "what is no longer managed",
    [change("c", { action: "stop managing" })],
    {},
    "`movies/dev` · 1 no longer managed · nothing is deleted · no API request",
  ],
  [
    "what is deleted with its holder",
    [change("c", { action: "stop managing", deletedWith: "w" })],
    {},
    "`movies/dev` · 1 deleted · no API request",
  ],
  [
    "what is created again",
    [change("c", { action: "create", isRecreated: true, ...sending })],
    {},
    "`movies/dev` · 1 re-created · nothing is deleted",
  ],
  ["what is created", [change("c", { action: "create", ...sending })], {}, "`movies/dev` · 1 created"],
  ["a component", [change("c", { isGraphplane: false, isComponent: true })], {}, "`movies/dev` · 1 changed · no API request"],
  ["another package's resource", [change("c", { isGraphplane: false })], {}, "`movies/dev` · 1 changed"],
  [
    "what cannot be undone",
    [change("c", { action: "delete", consequences: [lossOf("destroys")], ...deleting })],
    { highestImpact: lossOf("destroys") },
    "`movies/dev` · 1 deleted · cannot be undone",
  ],
  [
    "an incomplete review, which promises nothing",
    [change("c", { action: "stop managing" })],
    { complete: false, unchanged: 3 },
    "`movies/dev` · 1 no longer managed",
  ],
  ["a failed review of nothing", [], { complete: false, failed: true }, "`movies/dev` · changes unknown"],
  ["what does not change", [change("c", sending)], { unchanged: 3 }, "`movies/dev` · 1 changed · 3 unchanged"],
  ["nothing but what does not change", [], { unchanged: 3 }, "`movies/dev` · 3 unchanged"],
  [
    "settings of adopted resources",
    [
      change("a", { action: "adopt", fields: [field("x"), field("y")], ...sending }),
      change("b", { action: "adopt", fields: [field("x")], ...sending }),
    ],
    {},
    "`movies/dev` · 3 settings to change in 2 adopted resources",
  ],
  [
    "a setting of an adopted resource beside another",
    [change("a", { action: "adopt", fields: [field("x")], ...sending }), change("b", { fields: [field("x")], ...sending })],
    {},
    "`movies/dev` · 1 setting to change, 1 setting to change in 1 adopted resource",
  ],
  ["another service", [], { services: [{ from: "a", to: "b", found: true }] }, "`movies/dev` · another service"],
  ["a destroy", [change("c", { action: "delete", ...deleting })], { destroys: true }, "`movies/dev` · `pulumi destroy` · 1 deleted"],
])("the counts of %s", (_, changes, more, expected) => expect(countsOf(changes, more)).toBe(expected));

const reverting = { labels: ["reverts an outside change"] } as const;
test.each<[string, readonly Change[], Partial<Review>, string]>([
  ["one setting", [change("c", { fields: [field("x", reverting)] })], {}, "Drift in `movies/dev`: 1 setting changed outside Pulumi"],
  [
    "two settings",
    [change("c", { fields: [field("x", reverting), field("y", reverting)] })],
    {},
    "Drift in `movies/dev`: 2 settings changed outside Pulumi",
  ],
  [
    "a deleted object beside a setting",
    [change("c", { action: "create", isRecreated: true }), change("d", { fields: [field("x", reverting)] })],
    {},
    "Drift in `movies/dev`: 1 setting changed, 1 object deleted outside Pulumi",
  ],
  [
    "two deleted objects",
    [change("c", { action: "create", isRecreated: true }), change("d", { action: "create", isRecreated: true })],
    {},
    "Drift in `movies/dev`: 2 objects deleted outside Pulumi",
  ],
  [
    "a declared change that was not applied",
    [change("c", { fields: [field("x")] })],
    {},
    "Drift in `movies/dev`: 1 declared change not applied",
  ],
  [
    "a failed update that is resumed, and an adoption",
    [change("c", { resumesFailedUpdate: true }), change("d", { action: "adopt" })],
    {},
    "Drift in `movies/dev`: 2 declared changes not applied",
  ],
  [
    "a setting beside a declared change",
    [change("c", { fields: [field("x", reverting), field("y")] })],
    {},
    "Drift in `movies/dev`: 1 setting changed outside Pulumi, 1 declared change not applied",
  ],
  [
    "a setting at another service",
    [change("c", { fields: [field("x", reverting)] })],
    { services: [{ from: "a", to: "b", found: true }] },
    "Drift in `movies/dev`: 1 setting changed outside Pulumi, another service",
  ],
  [
    "nothing but the state",
    [change("c", { fields: [field("x", { isUnsent: true })] })],
    {},
    "Drift in `movies/dev`: only the state differs",
  ],
  [
    "what could not be read",
    [change("c", { unannounced: true, requestsUnknown: "no response" })],
    { complete: false },
    "Drift in `movies/dev`: incomplete, not everything could be read",
  ],
  ["a preview that failed", [], { complete: false, failed: true }, "Drift in `movies/dev`: incomplete, the preview failed"],
])("the heading of a drift report names %s", (_, changes, more, expected) =>
  expect(headingOf(changes, more, { drift: true })).toBe(`## ${expected}`),
);

test("a response that is missing is the cause only if no other one is", () => {
  const failedRead = { call: "GET /w", outcome: "timed out", hasNoResponse: true };
  const [silent, refused] = [true, false].map((hasNoResponse) =>
    change("c", { unannounced: true, requestsUnknown: "x", failedRead: { ...failedRead, hasNoResponse } }),
  ) as [Change, Change];
  expect(headingOf([silent, silent], { complete: false })).toBe("## ❌ Review incomplete: the service did not respond");
  expect(headingOf([silent, refused], { complete: false })).toBe("## ❌ Review incomplete: the requests for 2 resources are unknown");
});

const opening = (changes: readonly Change[], more: Partial<Review> = {}) =>
  formats.markdown(review(changes, more), { directory: "" }).split("<details>")[0] ?? "";
const handover = change("old", { action: "stop managing", managedBy: "new" });
const released2 = { ...pointed("b"), consequences: [lossOf("offline"), released] };
const unsent = field("y", { isUnsent: true });

test.each<[string, readonly Change[], readonly string[]]>([
  ["a setting that the program changes", [change("c", { fields: [field("x")] })], ["x program"]],
  ["a setting that someone changed", [change("c", { fields: [field("x", reverting)] })], ["x reverts"]],
  [
    "a setting whose change the program accepts",
    [change("c", { fields: [field("x", { labels: ["adopts an outside change"] })] })],
    ["x accepts"],
  ],
  ["a setting of another service", [change("c", { fields: [field("x", { labels: ["differs at the new address"] })] })], ["x moved"]],
  ["a setting that an update resumes", [change("c", { fields: [field("x", { labels: ["resumes a failed update"] })] })], ["x resumes"]],
  [
    "a setting that an update resumes, although nothing sends it",
    [change("c", { fields: [field("x", { labels: ["resumes a failed update"], isUnsent: true })] })],
    ["x resumes"],
  ],
  ["a resumed update without values", [change("c", { resumesFailedUpdate: true })], ["c resumes"]],
  ["a resumed creation with values", [change("c", { action: "create", resumesFailedUpdate: true, fields: [field("x")] })], ["c program"]],
  ["an object that is created again", [change("c", { action: "create", isRecreated: true })], ["c reverts"]],
  ["an adoption", [change("c", { action: "adopt" })], ["c adopted"]],
  ["live values that the state takes over", [change("c", { action: "keep live values" })], ["c accepts"]],
  ["a handover, which the row about the old manager contains", [handover, change("new", { action: "adopt" })], ["old program"]],
  [
    "a handover with an effect of its own",
    [handover, change("new", { action: "adopt", consequences: [lossOf("offline")] })],
    ["new adopted", "old program"],
  ],
  ["a handover to a resource that exists", [handover, change("new", { action: "keep live values" })], ["old program", "new accepts"]],
  ["a setting that nothing sends", [change("c", { fields: [unsent] })], []],
  ["a request without a value of its own", [change("c", { fields: [unsent], ...sending })], ["c program"]],
  [
    "a replacement that creates an object",
    [change("c", { action: "replace", fields: [field("x")], replaced: { was: [], now: [], adopts: false } })],
    ["c program"],
  ],
  [
    "a replacement that adopts an object and sets a value",
    [
      change("c", {
        action: "replace",
        fields: [field("x"), unsent, field("z", { forcesReplacement: true })],
        replaced: { was: [], now: [], adopts: true },
      }),
    ],
    ["x program"],
  ],
  ["a replacement that releases an object", [released2], ["b program", "b program (released)"]],
  [
    "a replacement whose old object another resource manages",
    [{ ...pointed("b"), consequences: [], managedBy: "c" }],
    ["b program (released)", "b program"],
  ],
])("the rows of %s", (_, changes, expected) => {
  const rows = rowsOf(changes).map(
    (row) => `${row.field?.path.join(".") ?? row.change.name} ${row.reason}${row.isReleased ? " (released)" : ""}`,
  );
  expect(rows).toEqual(expected);
});

test("the rows of a replacement divide its consequences", () => {
  expect(rowsOf([released2]).map(({ impact, isReleased }) => [impact, isReleased])).toEqual([
    ["⏸️ in short", false],
    [`⚠️ ${released.summary}`, true],
  ]);
});

test.each<[string, readonly Change[], boolean]>([
  ["a setting", [change("c", { fields: [field("x", reverting)] })], true],
  ["an object, which is created again", [change("c", { action: "create", isRecreated: true, fields: [field("x", reverting)] })], false],
])("the comment says how to keep an outside change of %s", (_, changes, expected) =>
  expect(opening(changes).includes("To keep a live value, declare it in the program instead.")).toBe(expected),
);

test.each<[Partial<Change>, boolean]>([
  [{ resumesFailedUpdate: true }, true],
  [{ resumesFailedUpdate: true, ...sending }, false],
  [{}, false],
])("the comment says that an update waits for an earlier one: %j", (more, expected) =>
  expect(opening([change("c", more)]).includes("failed at `c`. The next one sends no new request")).toBe(expected),
);

const stopping = (live: readonly number[], more: Partial<Change> = {}) =>
  live.map((minutes, index) => change(`n${index}`, { fields: [field("autoStopMinutes", { live: value(minutes) })], ...more }));
const replacedSame = { replaced: { was: [], now: [], adopts: true } };

test.each<[string, readonly Change[], number]>([
  ["two equal settings", stopping([30, 30]), 2],
  ["three equal settings", stopping([30, 30, 30]), 1],
  ["three settings of different values", stopping([10, 20, 30]), 3],
  ["four settings of different values", stopping([10, 20, 30, 40]), 1],
  ["four settings of replaced objects", stopping([30, 30, 30, 30], replacedSame), 4],
  ["thirty settings", [change("c", { fields: several(30, (index) => field(`v${index}`)) })], 30],
  ["thirty-one settings", [change("c", { fields: several(31, (index) => field(`v${index}`)) })], 30],
])("the table has a row for each of %s, or for all of them", (_, changes, rows) => {
  const text = opening(changes);
  expect(text.match(/^\| (?!impact|what).*$/gm)).toHaveLength(rows);
  expect(text.includes("… and 1 more row, in the details below.")).toBe(changes[0]?.fields.length === 31);
});

test("the table has its first row, however long it is", () => {
  const long = "<".repeat(200);
  const fields = several(3, (index) => field(`${long}${index}`, { before: absent, live: absent }));
  const subject = ["user", "workspace"].map((word) => [word, long] as const);
  const rows = opening([change(long, { action: "create", subject, fields }), change("b")]).match(/^\| [^iw-].*$/gm) ?? [];
  expect(rows.map((row) => row.length > 3_500)).toEqual([true]);
});

test.each([
  [20, undefined],
  [21, "> … and 1 more, in the details below."],
])("a callout names up to 20 risks, and counts the others: %d", (number, last) => {
  const risks = several(number, (index) =>
    change(`n${index}`, { consequences: [{ ...care, severity: "risks", description: `It risks ${index}.` }] }),
  );
  expect(
    opening(risks)
      .split("\n")
      .find((line) => line.includes("in the details below")),
  ).toBe(last);
});

test.each([
  [0, false],
  [1, true],
])("messages of up to 6,000 characters are shown: %d more", (more, isCut) => {
  const frame = "❌ **Error**:\n\n```\n\n```".length + 2;
  const lengths = [1_990, 1_990, 6_000 - 2 * 1_990 - 3 * frame + more];
  const all = lengths.map((length, index) => ({ severity: "error" as const, text: `${index}`.repeat(length) }));
  expect(opening([], { messages: all }).includes("… and 1 more warnings and errors.")).toBe(isCut);
});

test.each<[Partial<Review>, boolean]>([
  [{ refreshed: false }, true],
  [{}, false],
  [{ refreshed: false, failed: true, complete: false }, false],
  [{ refreshed: false, destroys: true }, false],
])("the text about a review with %j says that it had no refresh: %j", (more, expected) =>
  expect(formats.text(review([], more), { directory: "" }).includes("Previewed without a refresh")).toBe(expected),
);

test("the text about a part of a stack begins with the heading and the options that limit it", () => {
  const text = formats.text(review([]), { directory: "", drift: true, narrowed: ["--target a", "--target b"] });
  expect(text).toBe("No drift in movies/dev\nlimited by --target a · limited by --target b\n");
});

const sectionsOf = (changes: readonly Change[]) => formats.markdown(review(changes), { directory: "" }).match(/^### /gm);

test.each([...differing, { requests: [request("PUT", "/w/1", { body: { pause: false } })] }])(
  "two equal changes share no section with one of %j",
  (more) => expect(sectionsOf([change("a", put(1)), change("b", put(2)), change("c", { ...put(3), ...more })])).toHaveLength(3),
);

const care = { id: "x", severity: "care", summary: "in short", description: "It does.", source: "s" } as const;
test.each<[string, (index: number) => Partial<Change>]>([
  ["may change", () => ({ action: "may change" })],
  ["leaves resources inside", () => ({ leavesInside: ["a"] })],
  ["has a consequence of its own", (index) => ({ consequences: [{ ...care, id: `${index}` }] })],
  ["had a long value of its own in the code", (index) => ({ fields: [longField(`${index}`.repeat(80), "x", "y")] })],
  ["has a long live value of its own", (index) => ({ fields: [longField("y", "x", `${index}`.repeat(80))] })],
])("changes share no section if each %s", (_, more) =>
  expect(sectionsOf(several(3, (index) => change(`n${index}`, { ...put(1), ...more(index) })))).toHaveLength(3),
);

test("each of the first forty long values has its own fold", () => {
  const fields = several(41, (index) => ({ ...longField("a".repeat(80), "b".repeat(80)), path: [`v${index}`] }));
  expect(formats.markdown(review([change("c", { fields })]), { directory: "" }).match(/ in full<\/summary>/g)).toHaveLength(40);
});

test.each<[Partial<Change>, string]>([
  [{}, "**change** `c` · WorkspaceSettings"],
  [{ consequences: [care] }, "**change** `c` · WorkspaceSettings · **in short**"],
  [{ unannounced: true, ...at(9) }, "**change** `c` · WorkspaceSettings · `infra/index.ts:9` · ⚠️ **requests unknown**"],
])("a change without a section of its own has the line %j", (more, line) =>
  expect(title(change("c", more), { directory: "infra" })).toBe(line),
);

test("changes from different values to the same one share a section", () => {
  const changes = [1, 2, 3].map((before) => change(`n${before}`, { fields: [field("size", { before: value(before) })] }));
  expect(sectionsOf(changes)).toHaveLength(1);
});

test.each([
  ["care", "notice"],
  ["risks", "warning"],
  ["destroys", "warning"],
] as const)("an annotation of a change that %s is a %s, with its first ten values", (severity, level) => {
  const consequences = [{ id: "x", severity, summary: "in short", description: "It does.", source: "s" }];
  const text = formats.annotations(review([change("c", { consequences, fields: several(11, (index) => field(`v${index}`)) })]), {
    directory: "",
  });
  const values = numbers(10, "v").map((name) => `${name} (new)`);
  expect(text).toBe(`::${level} title=change WorkspaceSettings c::It does. Values: ${values.join(", ")}.\n`);
});
