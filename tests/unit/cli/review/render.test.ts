import Big from "big.js";
import { type Format, formats } from "../../../../cli/review/formats";
import type { Change, RenderOptions, Review } from "../../../../cli/review/model";
import { title } from "../../../../cli/review/render-change";
import { maxCommentLength } from "../../../../cli/review/render-markdown";
import {
  absent,
  at,
  change,
  field,
  longField,
  numbers,
  opening,
  pointed,
  request,
  reverting,
  review,
  sending,
  several,
  value,
} from "./constructed";
import { expectGolden } from "./golden";

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

test.each<[string, number, Partial<Review>, Partial<RenderOptions>, string | undefined]>([
  ["applies the changes as shown", 40, {}, { merges: true }, "After the merge, these changes are applied as shown."],
  ["says nothing of what nobody applies", 40, {}, {}, undefined],
  ["says nothing of an incomplete review", 40, { complete: false }, { merges: true }, undefined],
  ["is too long to apply anything", 41, {}, { merges: true }, "> This comment is too long to show every changed value."],
  ["is too long, which does not matter for an incomplete review", 41, { complete: false }, { merges: true }, undefined],
])("a comment %s", (_, count, more, options, expected) => {
  const text = formats.markdown(review([change("c", { fields: several(count, (index) => field(`v${index}`)) })], more), {
    directory: "",
    ...options,
  });
  expect(text.match(/^(> This comment|After the merge).*?\./m)?.[0]).toBe(expected);
});

test.each<[Partial<Review>, boolean]>([
  [{ refreshed: false }, true],
  [{}, false],
  [{ refreshed: false, failed: true, complete: false }, false],
  [{ refreshed: false, destroys: true }, false],
])("the text and the comment about a review with %j say that it had no refresh: %j", (more, expected) =>
  expect(
    (["text", "markdown"] as const).map((format) =>
      /previewed without (a )?refresh/i.test(formats[format](review([], more), { directory: "" })),
    ),
  ).toEqual([expected, expected]),
);

test("the text about a part of a stack begins with the heading and the options that limit it", () => {
  const text = formats.text(review([]), { directory: "", drift: true, narrowed: ["--target a", "--target b"] });
  expect(text).toBe("No drift in movies/dev\nlimited by --target a · limited by --target b\n");
});

const [time, commit] = ["2026-11-22 08:15 UTC", "4f2a9c1d3e5b6a7c"];
const link = (url: string) => `<a href="${url}">log of the run</a>`;
test.each<[string, RenderOptions["run"], string]>([
  ["no run", undefined, ""],
  ["a run without a commit and a log", { at: time }, ` · ${time}`],
  [
    "the commit in short, and the log",
    { at: time, commit, url: "https://ci/1" },
    ` · commit 4f2a9c1d3e · ${time} · ${link("https://ci/1")}`,
  ],
  ["a log whose address has signs of HTML", { at: time, url: 'https://ci/"<>&' }, ` · ${time} · ${link("https://ci/%22%3C%3E%26")}`],
  ["a log whose address has 500 characters", { at: time, url: "x".repeat(500) }, ` · ${time} · ${link("x".repeat(500))}`],
  ["no log whose address is longer", { at: time, url: "x".repeat(501) }, ` · ${time}`],
])("the details name %s", (_, run, expected) => {
  const text = formats.markdown(review([]), { directory: "", run });
  expect(text).toContain(`<details><summary>Limits of this preview${expected}</summary>`);
});

const unknown = (name: string) => change(name, { unannounced: true, requestsUnknown: `no ${name}` });
const until = "This change cannot be applied until a review is complete.";
test.each<[string, readonly Change[], Partial<Review>, Partial<RenderOptions>, string | undefined]>([
  ["reasons", [unknown("a")], {}, {}, `The requests for \`a\` are unknown: \`no a\`. ${until}`],
  ["requests that belong to nothing", [], { strayRequests: [request("PUT", "/w")] }, {}, until],
  [
    "a reason and a request",
    [unknown("a")],
    { strayRequests: [request("PUT", "/w")] },
    {},
    `The requests for \`a\` are unknown: \`no a\`. ${until}`,
  ],
  ["reasons in a report of drift", [unknown("a")], {}, { drift: true }, "The requests for `a` are unknown: `no a`."],
  ["nothing", [], {}, {}, undefined],
  ["a failure", [change("a")], { failed: true }, {}, "The preview failed, so this list may be incomplete. It cannot be applied."],
  ["a failure that leaves nothing", [], { failed: true }, {}, "The preview failed. It cannot be applied."],
  ["a failure in a report of drift", [], { failed: true }, { drift: true }, "The preview failed."],
])("an incomplete review gives the advice for %s", (_, changes, more, options, expected) => {
  const [, second = ""] = formats.markdown(review(changes, { complete: false, ...more }), { directory: "", ...options }).split("\n\n");
  expect(/^(`movies|<details>)/.test(second) ? undefined : second).toBe(expected);
});

test.each([
  [20, undefined],
  [21, "… and 1 more reason."],
])("of %d reasons and services, up to 20 are named", (number, more) => {
  const services = several(number, (index) => ({ from: `${index}`, to: "b", found: true }));
  const text = formats.markdown(
    review(
      several(number, (index) => unknown(`n${index}`)),
      { complete: false, services },
    ),
    { directory: "" },
  );
  expect(/… and \d+ more reasons?\./.exec(text)?.[0]).toBe(more);
  expect(/… and \d+ more address(es)?\./.exec(text)?.[0]).toBe(more?.replace("reason", "address"));
});

test("a refused deletion has the advice for a merge or for a destroy, and a cause only if nothing failed", () => {
  const changes = [change("a", { action: "refused deletion", kind: "Workspace" }), unknown("b")];
  const textOf = (more: Partial<Review>) => opening(changes, { complete: false, ...more });
  expect(textOf({})).toMatch(/^To delete it: set `deletionPolicy: "delete"`, merge, then remove the resource in a second pull request\./m);
  expect(textOf({})).toContain("The requests for `b` are unknown: `no b`.");
  expect(textOf({ failed: true })).not.toContain("The requests for `b` are unknown: `no b`.");
  expect(textOf({ destroys: true })).not.toContain("merge");
});

const sectionsOf = (changes: readonly Change[]) => formats.markdown(review(changes), { directory: "" }).match(/^### /gm);

test.each([...differing, { requests: [request("PUT", "/w/1", { body: { pause: false } })] }])(
  "two equal changes share no section with one of %j",
  (more) => expect(sectionsOf([change("a", put(1)), change("b", put(2)), change("c", { ...put(3), ...more })])).toHaveLength(3),
);

const care = { id: "x", severity: "care", summary: "in short", description: "It does.", source: "s" } as const;
test("a replacement without requests names the new manager of the old object", () => {
  const text = formats.markdown(review([{ ...pointed("a"), managedBy: "b" }]), { directory: "" });
  expect(text).toContain("No API request: `b` manages it from now on.");
});

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
