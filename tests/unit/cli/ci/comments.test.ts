import type { Context } from "../../../../cli/ci/context";
import type { Host } from "../../../../cli/ci/host";
import { HostError } from "../../../../cli/ci/http";
import { publish } from "../../../../cli/ci/publish";
import { addReport, type Entry, reportsIn } from "../../../../cli/ci/record";
import { appliedText, type Failure, refusedText, startedText, stoppedText } from "../../../../cli/ci/reports";
import type { Change } from "../../../../cli/review/model";
import { markerOf } from "../../../../cli/review/marker";
import { maxCommentLength } from "../../../../cli/review/render-markdown";
import { sampleReview } from "../review/samples";

/** The reports of an update, and how the comment that contains them is kept. */

const id = { stack: "movies/dev", folder: "" };
const pull = { number: 7, head: "c0ffee1" };
const [first, ...others] = sampleReview("drift").changes as [Change, ...Change[]];
const listed = (...changes: Change[]) => changes.map(({ action, name, kind }) => `- ${action} \`${name}\` (\`${kind}\`)`).join("\n");

/** A run on a host with the given comments; `calls` records the writes. */
function runOn(bodies: readonly string[] = [], { url, ...host }: Partial<Host> & { url?: string } = {}) {
  const comments = bodies.map((body, index) => ({ id: index + 1, body }));
  const calls: string[] = [];
  const failures: string[] = [];
  const context = {
    isDry: false,
    run: { at: "2026-06-08 09:30 UTC", url },
    ci: { commit: "5ca5e1" },
    redact: (text: string) => text,
    log: (text: string) => void calls.push(text),
    reportFailure: (text: string) => void failures.push(text),
    host: {
      comments: async () => [...comments],
      pullsOf: async () => [],
      addComment: async (_: number, body: string) => {
        calls.push("add");
        comments.push({ id: comments.length + 1, body });
        return { id: comments.length };
      },
      editComment: async (_: number, edited: number, body: string) => {
        calls.push(`edit ${edited}`);
        const comment = comments.find((one) => one.id === edited);
        return comment && Object.assign(comment, { body });
      },
      ...host,
    },
  };
  return { context: context as unknown as Context, comments, calls, failures };
}

describe("the report of a failed update", () => {
  const subject = { stack: "movies/dev", context: runOn().context };
  const text = (failures: Failure[], done: Change[], left: Change[] | undefined) => stoppedText({ failures, done, left }, subject);
  const end = "Fix the cause, then run the job again to apply the rest.";

  test("has only the parts that are known", () => {
    expect(text([], [], undefined)).toBe(
      [
        "## ❌ The update of `movies/dev` stopped",
        "2026-06-08 09:30 UTC",
        "```\nThe log of the run contains the error.\n```",
        "graphplane could not determine the remaining changes: run a preview.",
        end,
      ].join("\n\n"),
    );
  });

  test("lists what was applied with what a revert restores, and what is left", () => {
    const report = text([{ name: first.name, cause: "HTTP 503" }], [first], others);
    expect(report).toContain(`stopped at \`${first.name}\`\n`);
    expect(report).toContain(`${first.name}: HTTP 503`);
    expect(report).toContain(`**Applied**\n\n${listed(first)}\n\nReverting`);
    expect(report).toContain(`**Left**\n\n${listed(...others)}\n\n${end}`);
    expect(report).not.toContain("could not determine");
  });

  test("has no empty list, and says nothing about a revert of nothing", () => {
    const report = text([{ name: "", cause: "HTTP 503" }], [], []);
    expect(report).toMatch(/stopped\n[^]*\n\n```\nHTTP 503\n```\n\nFix/);
    expect(report).not.toMatch(/\*\*|Reverting|could not determine/);
  });
});

test.each<[string, Change[], string[], RegExp]>([
  ["no change", [], [], /\n\nThis pull request had no changes left to apply\.$/],
  ["a change", [first], [], /\n\n- \w+ `[^`]+` \(`\w+`\)\n\nReverting /],
  [
    "an unreviewed change",
    [first],
    ["urn:a"],
    /\n\n- \w+ `[^`]+` \(`\w+`\)\n\nAlso changed, although the preview did not include them: `urn:a`\.$/,
  ],
])("the report of an update with %s", (_, changes, unreviewed, expected) => {
  expect(appliedText(changes, unreviewed, { stack: "movies/dev", context: runOn().context })).toMatch(expected);
});

describe("the comment of the reports", () => {
  const add = async (bodies: readonly string[], entry: Entry, url?: string) => {
    const { context, comments } = runOn(bodies, url === undefined ? {} : { url });
    await addReport(context, id, pull, entry);
    return comments[0]?.body ?? "";
  };
  const begun = (url: string) => startedText({ stack: "movies/dev", context: runOn([], { url }).context });
  const refused = (reason: string) =>
    refusedText([reason], { stack: "movies/dev", context: runOn().context, fingerprint: undefined, hasApplied: false });

  test("has one marker, in its last line, and the newest report first", async () => {
    const one = await add([], { report: "one", applied: ["0123456789abcdef0123456789abcdef"] });
    const two = await add([one], { report: "two", done: "5ca5e1" });
    expect(two.match(/<!-- graphplane-apply /g)).toHaveLength(1);
    expect(reportsIn(two)).toEqual(["two", "one"]);
    expect(markerOf(two)).toMatchObject({ commit: "5ca5e1", done: "5ca5e1", applied: markerOf(one)?.applied });
    expect(two).toMatch(/^two\n\n<!-- graphplane-run -->\n\none\n\n<!-- graphplane-apply [^\n]* -->\n$/);
  });

  test("keeps reports whose text ends in spaces or in a line like a marker", () => {
    const marker = "<!-- graphplane-apply stack=movies/dev -->";
    expect(reportsIn(`one \n\n<!-- graphplane-run -->\n\n two\n\n${marker}\n \n`)).toEqual(["one", "two"]);
    expect(reportsIn(`one\r\n\r\n<!-- graphplane-run -->\r\n\r\ntwo\r\n\r\n${marker}`)).toEqual(["one", "two"]);
  });

  test("without a marker is one report, whatever its comments in HTML", () => {
    expect(reportsIn("  a <!-- note -->\nb\n")).toEqual(["a <!-- note -->\nb"]);
  });

  test("replaces the unfinished report of this run, and keeps that of another", async () => {
    const body = await add([], { report: begun("https://ci/1") }, "https://ci/1");
    expect(reportsIn(await add([body], { report: "ended" }, "https://ci/1"))).toEqual(["ended"]);
    expect(reportsIn(await add([body], { report: "ended" }, "https://ci/2"))).toEqual(["ended", begun("https://ci/1")]);
  });

  test("replaces a refusal by a refusal only", async () => {
    const body = await add([], { report: refused("one") });
    expect(reportsIn(await add([body], { report: refused("two") }))).toEqual([refused("two")]);
    expect(reportsIn(await add([body], { report: "ended" }))).toEqual(["ended", refused("one")]);
  });

  test("drops its oldest reports where it would exceed the limit of a comment", async () => {
    const long = (letter: string) => letter.repeat(maxCommentLength / 2 - 200);
    let body = "";
    for (const letter of ["a", "b", "c"]) body = await add(body === "" ? [] : [body], { report: long(letter) });
    expect(reportsIn(body)).toEqual([long("c"), long("b")]);
  });

  test("does not fail the update if it cannot be written", async () => {
    const run = runOn([], { comments: () => Promise.reject(new Error("no")) });
    expect(await addReport(run.context, id, pull, { report: "one" })).toBeUndefined();
    expect(run.failures).toEqual(["The comment on pull request 7 could not be written: no"]);
  });
});

describe("publishing a comment", () => {
  const marked = (text: string) => `${text}\n\n<!-- graphplane-drift stack=movies/dev -->`;
  const lost = new HostError("lost", "unsure");
  /** A host that fails to answer the creation of a comment, having added the given bodies. */
  const failing = (error: Error, ...added: string[]) => {
    const bodies: string[] = [];
    const comments = async () => bodies.map((body, index) => ({ id: index + 1, body }));
    return runOn([], { comments, addComment: () => (bodies.push(...added), Promise.reject(error)) });
  };

  test("finds its own comment after the host lost the response to its creation", async () => {
    const { context } = failing(lost, marked("another"), `${marked("text")}\n`);
    expect(await publish(context, pull, "drift", id, marked("text"))).toEqual({ id: 2, action: "created" });
    const alone = failing(lost, `${marked("text")}\n`);
    expect(await publish(alone.context, pull, "drift", id, `\n${marked("text")}`)).toEqual({ id: 1, action: "created" });
  });

  test.each([
    ["the host created none", lost, []],
    ["the host created a different one", lost, [marked("another")]],
    ["the host refused it", new HostError("no", "refused"), [marked("text")]],
    ["the cause is unknown", new Error("no"), [marked("text")]],
  ])("fails if %s", async (_, error, added) => {
    await expect(publish(failing(error, ...added).context, pull, "drift", id, marked("text"))).rejects.toBe(error);
  });

  test("creates one only if told to", async () => {
    const run = runOn();
    expect(await publish(run.context, pull, "drift", id, marked("text"), { creates: false })).toBeUndefined();
    expect(await publish({ ...run.context, isDry: true } as Context, pull, "drift", id, marked("text"))).toBeUndefined();
    expect(run.calls).toEqual([]);
    expect(await publish(run.context, pull, "drift", id, marked("text"))).toEqual({ id: 1, action: "created" });
    expect(run.calls).toEqual(["add"]);
  });
});
