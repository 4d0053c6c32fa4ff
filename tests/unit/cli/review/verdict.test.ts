import { released } from "../../../../cli/review/consequences";
import { formats } from "../../../../cli/review/formats";
import type { Change, Field, RenderOptions, Review } from "../../../../cli/review/model";
import { absent, change, deleting, field, lossOf, pointed, reverting, review, sending, value } from "./constructed";

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

test("the number in a heading counts no change that is only possible", () => {
  const [certain, possible] = [lossOf("offline"), lossOf("offline", { possible: true })];
  const changes = [certain, possible].map((one, index) => change(`n${index}`, { consequences: [one] }));
  expect(headingOf(changes, { highestImpact: certain })).toBe("## ⏸️ offline `n0`");
});
