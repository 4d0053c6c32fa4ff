import type { Context } from "../../../../cli/ci/context";
import type { Host, PullRequest } from "../../../../cli/ci/host";
import { HostError } from "../../../../cli/ci/http";
import { publish } from "../../../../cli/ci/publish";
import { addReport, type Entry, reportsIn } from "../../../../cli/ci/record";
import { refusedText, startedText } from "../../../../cli/ci/reports";
import { unpackDigests } from "../../../../cli/review/fingerprint";
import { markerOf } from "../../../../cli/review/marker";
import { maxCommentLength } from "../../../../cli/review/render-markdown";

/** How the comments of a pull request are written and kept. */

const id = { stack: "movies/dev", folder: "" };
const pull = { number: 7, head: "c0ffee1" };

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

  test("replaces the unfinished report of a run without a link, but only the newest report", async () => {
    const body = await add([], { report: begun("https://ci/1") });
    expect(reportsIn(await add([body], { report: "ended" }))).toEqual(["ended"]);
    const later = await add([body], { report: "later" }, "https://ci/2");
    expect(reportsIn(await add([later], { report: "ended" }, "https://ci/1"))).toEqual(["ended", "later", begun("https://ci/1")]);
  });

  test("keeps the last complete commit, and each digest once", async () => {
    const digests = ["0", "1", "2"].map((digit) => digit.repeat(32));
    const one = await add([], { report: "one", applied: digests.slice(0, 2), done: "a1" });
    const two = markerOf(await add([one], { report: "two", applied: digests.slice(1) }));
    expect([two?.done, unpackDigests(two?.applied ?? "")]).toEqual(["a1", digests]);
    expect(markerOf(await add([one], { report: "two", done: "b2" }))?.done).toBe("b2");
    expect(await add([], { report: "one" })).toBe("one\n\n<!-- graphplane-apply stack=movies/dev commit=5ca5e1 -->\n");
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

  const heads = { old: "0ld0000", new: "c0ffee1" };
  const review = (text: string, { commit, at = "09:30", link = "" }: { commit?: string; at?: string; link?: string } = {}) =>
    `${text}\n<details><summary>2 requests · 2026-06-08 ${at} UTC${link}</summary></details>\n\n<!-- graphplane-review stack=movies/dev${commit === undefined ? "" : ` commit=${commit}`} -->`;
  const link = (run: number) => ` · <a href="https://ci/${run}">log</a>`;
  const listed = (more: object) => ({ number: 7, head: heads.new, isMerged: false, mergedBy: [], base: "main", ...more });

  test.each<[string, string, object[], string, string | undefined]>([
    ["is the same", review("a", { commit: heads.new }), [], review("a", { commit: heads.new }), "the review has not changed"],
    [
      "is the same at a different time",
      review("a", { commit: heads.new, link: link(1) }),
      [],
      review("a", { commit: heads.new, at: "10:45", link: link(2) }),
      "the review has not changed",
    ],
    ["is different", review("a", { commit: heads.new }), [listed({})], review("b", { commit: heads.new }), undefined],
    ["has a different time elsewhere", review("09:30", { commit: heads.new }), [], review("09:31", { commit: heads.new }), undefined],
    ["is the same for an earlier commit", review("a", { commit: heads.old }), [listed({})], review("a", { commit: heads.new }), undefined],
    ["names no commit", review("a"), [listed({ head: undefined })], review("a"), undefined],
    [
      "is on a merged pull request",
      review("a", { commit: heads.new }),
      [listed({ isMerged: true })],
      review("b", { commit: heads.new }),
      "pull request 7 is merged",
    ],
    [
      "is for a commit of another merged pull request, too",
      review("a", { commit: heads.new }),
      [listed({ number: 8, isMerged: true })],
      review("b", { commit: heads.new }),
      undefined,
    ],
    [
      "is for a newer commit",
      review("a", { commit: "2222222" }),
      [listed({ head: "2222222" })],
      review("b", { commit: heads.new }),
      "the comment is for a newer commit than c0ffee1",
    ],
  ])("a review that %s is kept only for a reason", async (_, before, pulls, text, reason) => {
    const run = runOn([before], { pullsOf: async () => pulls as unknown as PullRequest[] });
    const action = reason === undefined ? "updated" : "unchanged";
    expect(await publish(run.context, pull, "review", id, text)).toEqual({ id: 1, action });
    expect(run.calls).toEqual([reason === undefined ? "edit 1" : (expect.stringContaining(reason) as string)]);
    expect(run.comments[0]?.body).toBe(reason === undefined ? text : before);
  });

  test("a review is renewed if the host cannot list the pull requests of its commit", async () => {
    const run = runOn([review("a", { commit: heads.old })], { pullsOf: () => Promise.reject(new Error("no")) });
    expect(await publish(run.context, pull, "review", id, review("b", { commit: heads.new }))).toEqual({ id: 1, action: "updated" });
  });

  test("the newest comment of its kind is edited, with credentials removed, even if its text is the same", async () => {
    const run = runOn([marked("a"), marked("b"), "talk"]);
    const context = { ...run.context, redact: (text: string) => text.replace("token", "***") } as unknown as Context;
    expect(await publish(context, pull, "drift", id, (last) => `${last} token`)).toEqual({ id: 2, action: "updated" });
    expect(run.comments.map(({ body }) => body)).toEqual([marked("a"), `${marked("b")} ***`, "talk"]);
    expect(await publish(runOn([marked("a")]).context, pull, "drift", id, marked("a"))).toEqual({ id: 1, action: "updated" });
  });

  test("a comment that was deleted is created again", async () => {
    const run = runOn([marked("a")], { editComment: async () => undefined });
    expect(await publish(run.context, pull, "drift", id, marked("b"))).toEqual({ id: 2, action: "created" });
  });

  test("of two comments created at the same time, the later one gives way, unless the earlier one is gone", async () => {
    const addedMeanwhile = (more: Partial<Host> = {}) => {
      const run = runOn();
      const { host } = run.context;
      const addComment = host.addComment.bind(host);
      Object.assign(host, more, {
        addComment: (number: number, body: string) => {
          run.comments.push({ id: 1, body: marked("of another run") });
          return addComment(number, body);
        },
      });
      return run;
    };
    const both = addedMeanwhile();
    expect(await publish(both.context, pull, "drift", id, marked("own"))).toEqual({ id: 1, action: "updated" });
    expect(both.comments.map(({ body }) => body)).toEqual([marked("own"), expect.stringMatching(/^The review is in the comment above/)]);
    const gone = addedMeanwhile({ editComment: async () => undefined });
    expect(await publish(gone.context, pull, "drift", id, marked("own"))).toEqual({ id: 2, action: "created" });
    expect(gone.comments.map(({ body }) => body)).toEqual([marked("of another run"), marked("own")]);
  });

  test("a comment that the host does not list yet is left alone", async () => {
    const unlisted = runOn([], { comments: async () => [] });
    expect(await publish(unlisted.context, pull, "drift", id, marked("own"))).toEqual({ id: 1, action: "created" });
    expect(unlisted.calls).toEqual(["add"]);
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
