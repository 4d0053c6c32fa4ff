import type { Change } from "../../../../cli/review/model";
import { outcomeOf } from "../../../../cli/review/outcome";
import { distinctName, objectName } from "../../../../cli/review/rows";
import { textStyle } from "../../../../cli/review/style";
import { change, deleting, request, sending } from "./constructed";

const id = "00000000-0000-4000-8000-000000000000";
const text = textStyle(false);
const named = (...subject: Change["subject"]) => ({ subject });

test.each<[string, Partial<Change>, string]>([
  ["by its resource without a subject", {}, "c"],
  ["by its resource and kind in another package", { isGraphplane: false, kind: "aws:s3:Bucket" }, "c (aws:s3:Bucket)"],
  ["with its time", named(["schedule", "daily"], ["at", "07:00"]), "schedule daily at 07:00"],
  ["with what contains it", named(["user", "u"], ["database", "d"], ["workspace", "w"]), "user u of database d"],
  ["without a container that is an identifier", named(["user", "u"], ["workspace", id]), "user u"],
  ["without words that are no containers", named(["user", "u"], ["account", "a"]), "user u"],
  ["without the database of a workspace", named(["workspace", "w"], ["database", "d"]), "workspace w"],
  ["without a second container", named(["backups of workspace", "w"], ["workgroup", "g"]), "backups of workspace w"],
  ["by its resource instead of an identifier", named(["user", id]), "user c"],
  ["with its account", { ...named(["user", "u"]), account: "partner" }, "user u (account partner)"],
])("an object is described %s", (_, more, expected) => expect(objectName(change("c", more), text)).toBe(expected));

test.each<[string, Partial<Change>, Partial<Change>, string]>([
  ["another user", named(["user", "u"], ["team", "x"]), named(["user", "v"], ["team", "y"]), "user u"],
  ["a user of another team", named(["user", "u"], ["team", "x"]), named(["user", "u"], ["team", "y"]), "user u (team x)"],
  [
    "a user of another workspace",
    named(["user", "u"], ["workspace", "x"]),
    named(["user", "u"], ["workspace", "y"]),
    "user u of workspace x",
  ],
  ["a user of another unnamed workspace", named(["user", "u"], ["workspace", id]), named(["user", "u"], ["workspace", "y"]), "user u (c)"],
  [
    "a user of another account",
    { ...named(["user", "u"], ["team", "x"]), account: "a" },
    { ...named(["user", "u"], ["team", "y"]), account: "b" },
    "user u (account a)",
  ],
  ["the same user", named(["user", "u"], ["team", "x"]), named(["user", "u"], ["team", "x"]), "user u"],
  [
    "a new user, if both are new",
    { ...named(["user", "u"]), action: "create" },
    { ...named(["user", "u"]), action: "create" },
    "user u (c)",
  ],
  ["a new user, if only one is new", { ...named(["user", "u"]), action: "create" }, named(["user", "u"]), "user u"],
  ["a user that exists beside a new one", named(["user", "u"]), { ...named(["user", "u"]), action: "create" }, "user u"],
  ["a new object without a subject", { action: "create" }, { action: "create" }, "c"],
])("an object is told apart from %s", (_, more, other, expected) => {
  const one = change("c", more);
  expect(distinctName(one, [one, change("d", other)], text)).toBe(expected);
});

const aliased = { was: [["user", "a"]], now: [["user", "b"]], adopts: false } as const;
test.each<[string, Partial<Change>, boolean, object]>([
  [
    "is deleted with its holder",
    { action: "stop managing", deletedWith: "w" },
    false,
    { done: "deleted", after: "deleted with w", unsent: ": deleting w also deletes it." },
  ],
  [
    "gets another manager",
    { action: "stop managing", managedBy: "d" },
    false,
    { done: "managed by another resource", live: "managed by c", after: "managed by d", unsent: ": d manages it from now on." },
  ],
  [
    "gets another manager by a replacement",
    { action: "replace", managedBy: "d", replaced: aliased },
    true,
    { done: "managed by another resource", live: "managed by c", after: "managed by d", unsent: ": d manages it from now on." },
  ],
  ["has another manager, but changes", { managedBy: "d" }, false, { done: "changed", live: "", after: "changed" }],
  [
    "is paused in the end",
    { action: "stop managing", requests: [request("PUT", "/w", { body: { pause: true } })] },
    false,
    { done: "no longer managed", after: "paused, then no longer managed" },
  ],
  [
    "is switched off in the end",
    { action: "stop managing", requests: [request("PUT", "/w/disable")] },
    false,
    { done: "no longer managed", after: "switched off, then no longer managed" },
  ],
  [
    "stays",
    { action: "stop managing" },
    false,
    { done: "no longer managed", after: "no longer managed, stays unchanged", unsent: ". It keeps its current settings." },
  ],
  [
    "was a run",
    { action: "stop managing", kind: "QueryRun" },
    false,
    { done: "no longer managed", after: "no longer managed", unsent: ". It keeps its current settings." },
  ],
  [
    "is of another package and stays",
    { action: "stop managing", kind: "aws:s3:Bucket" },
    false,
    { done: "no longer managed", after: "no longer managed, stays unchanged", unsent: ". It keeps its current settings." },
  ],
  [
    "is released by a replacement",
    { action: "replace", replaced: aliased, ...sending },
    true,
    { done: "no longer managed", after: "keeps its settings", unsent: ". It keeps its current settings." },
  ],
  [
    "is paused by a replacement",
    { action: "replace", replaced: aliased, requests: [request("PUT", "/w", { body: { pause: true } })] },
    true,
    { done: "no longer managed", after: "paused, then no longer managed" },
  ],
  ["is new after a replacement", { action: "replace", replaced: aliased, ...sending }, false, { done: "created", after: "created" }],
  [
    "is adopted by a replacement",
    { action: "replace", replaced: { ...aliased, adopts: true }, ...sending },
    false,
    { done: "adopted", after: "adopted" },
  ],
  [
    "replaces a deleted one",
    { action: "replace", replaced: aliased, ...deleting },
    false,
    { done: "replaced", after: "replaces a, which is deleted" },
  ],
  [
    "replaces one of the same name",
    { action: "replace", replaced: { ...aliased, now: aliased.was }, ...deleting },
    false,
    { done: "replaced", after: "deleted and created again" },
  ],
  ["resumes a failed update", { resumesFailedUpdate: true }, false, { done: "changed", after: "resumes a failed update" }],
  [
    "may resume a failed update",
    { action: "may change", resumesFailedUpdate: true },
    false,
    { done: "may change", live: "", after: "may change" },
  ],
  [
    "is deleted with its contents",
    { action: "delete", kind: "Workgroup", ...deleting },
    false,
    { done: "deleted", live: "", after: "deleted with its allow list" },
  ],
  ["is deleted alone", { action: "delete", kind: "DatabaseUser", ...deleting }, false, { done: "deleted", live: "", after: "deleted" }],
  ["is created", { action: "create", kind: "Workgroup" }, false, { done: "created", live: "–", after: "created" }],
  ["is created again", { action: "create", isRecreated: true }, false, { done: "re-created", live: "deleted", after: "re-created" }],
])("the outcome of an object that %s", (_, more, isReleased, expected) =>
  expect(outcomeOf(change("c", more), isReleased, text)).toEqual(expected),
);
