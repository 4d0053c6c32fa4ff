import type { Context } from "../../../../cli/ci/context";
import type { Comment, Commit, Host, PullRequest, Verdict } from "../../../../cli/ci/host";
import { covers, findReviewed, missingApprovals, uncovered } from "../../../../cli/ci/reviewed";
import { packDigests, type ReviewedChange } from "../../../../cli/review/fingerprint";
import { markerLine } from "../../../../cli/review/marker";

/** Which reviews of which pull requests are valid for a commit. */

const id = { stack: "movies/dev", folder: "" };
const digest = (letter: string) => letter.charCodeAt(0).toString(16).repeat(16);
const change = (letter: string): ReviewedChange => ({ change: undefined, isRemoval: false, digests: [digest(letter)], text: letter });
const merged = Date.parse("2026-06-08T10:00:00Z");

/** The commits of the branch, oldest first, as one letter or two each. */
interface Repository {
  readonly commits: readonly string[];
  /** The pull requests by the commits that list them. */
  readonly pulls?: Readonly<Record<string, readonly Partial<PullRequest>[]>>;
  /** The comments by the number of the pull request. */
  readonly comments?: Readonly<Record<number, readonly Partial<Comment>[]>>;
  readonly verdicts?: readonly Verdict[];
  readonly before?: string | undefined;
  readonly branch?: string | undefined;
  readonly head?: string | undefined;
}

function runOn({ commits, pulls = {}, comments = {}, verdicts = [], before, head = commits.at(-1), ...more }: Repository) {
  const read: string[] = [];
  const listed = (sha: string) =>
    (pulls[sha] ?? []).map((pull) => {
      const { number = 1 } = pull;
      return { number, head: `h${number}`, base: "main", isMerged: true, mergedAt: merged, mergedBy: [sha], ...pull };
    });
  const host: Partial<Host> = {
    branchHead: async () => head,
    async *history(from) {
      const start = commits.indexOf(from);
      for (let index = start; index >= 0; index--) {
        const [sha = "", parent] = [commits[index], commits[index - 1]];
        read.push(sha);
        yield { sha, parent, message: "" } satisfies Commit;
      }
    },
    pullsOf: async (sha) => listed(sha),
    pullsBroughtBy: async ({ sha }) => (read.push(`awaits ${sha}`), listed(sha)),
    comments: async (number) => (comments[number] ?? []).map((one, index) => ({ id: index + 1, body: "", updatedAt: merged, ...one })),
    verdicts: async () => verdicts,
  };
  const branch = "branch" in more ? more.branch : "main";
  return { read, context: { host, ci: { name: "GitHub", branch, before } } as unknown as Context };
}

const review = (number: number, letters: string, more: object = {}): Partial<Comment> => {
  const fingerprint = `2.${digest("0")}.${packDigests([...letters].map(digest))}`;
  return { body: markerLine({ kind: "review", ...id, commit: `h${number}`, fingerprint, ...more }) };
};
const applied = (more: { letters?: string; done?: string; report?: string }): Partial<Comment> => {
  const { letters = "", done, report = "report" } = more;
  return { body: `${report}\n\n${markerLine({ kind: "apply", ...id, applied: packDigests([...letters].map(digest)), done })}` };
};

async function find(repository: Repository, letters: string, { commit = repository.commits.at(-1) ?? "", approvals = 0 } = {}) {
  const run = runOn(repository);
  const history = await findReviewed(run.context, id, { commit, approvals, needed: [...letters].map(change) });
  const left = uncovered([...letters].map(change), history.sources).map(({ text }) => text);
  return { ...history, left, read: run.read, rejections: history.sources.map(({ rejection }) => rejection) };
}

describe("the pull requests of a commit", () => {
  const one = { commits: ["a", "b"], pulls: { b: [{ number: 1 }] }, comments: { 1: [review(1, "x")] } };

  test("are awaited only if changes need their reviews", async () => {
    expect(await find({ ...one, before: "a" }, "x")).toMatchObject({ left: [], read: expect.arrayContaining(["awaits b"]) as string[] });
    expect((await find({ ...one, before: "a" }, "")).read).not.toContain("awaits b");
  });

  test.each<[string, Partial<PullRequest>, string[]]>([
    ["one that is merged into the branch", {}, []],
    ["none that is open", { isMerged: false }, ["x"]],
    ["none that is merged into a different branch", { base: "develop" }, ["x"]],
    ["one that an unknown commit merged", { mergedBy: [undefined, null] }, []],
  ])("count: %s", async (_, pull, left) =>
    expect((await find({ ...one, pulls: { b: [{ number: 1, ...pull }] } }, "x")).left).toEqual(left),
  );

  test("count whatever their base if the run has no branch", async () => {
    const pulls = { b: [{ number: 1, base: "develop" }] };
    expect((await find({ ...one, pulls, branch: undefined }, "x")).left).toEqual([]);
  });

  test("are those that it merged, if any", async () => {
    const pulls = { b: [{ number: 1 }, { number: 2, mergedBy: ["other"] }] };
    expect((await find({ ...one, pulls }, "x")).sources.map(({ pull }) => pull.number)).toEqual([1]);
    const both = { b: [1, 2].map((number) => ({ number, mergedBy: ["other"] })) };
    expect((await find({ ...one, pulls: both }, "x")).sources.map(({ pull }) => pull.number)).toEqual([1, 2]);
  });

  test("count once, although several commits list them", async () => {
    const pulls = { a: [{ number: 1 }], b: [{ number: 1 }] };
    expect((await find({ ...one, pulls }, "x")).sources.map(({ isOfPush }) => isOfPush)).toEqual([true]);
  });
});

test.each<[string, string | undefined, boolean[]]>([
  ["of each commit after the one before the push", "a", [true, true, false]],
  ["of the last commit, if the one before the push is unknown", undefined, [true, false, false]],
])("the pull requests of a push are those %s", async (_, before, isOfPush) => {
  const pulls = { a: [{ number: 1 }], b: [{ number: 2 }], c: [{ number: 3 }] };
  expect((await find({ commits: ["a", "b", "c"], pulls, before }, "x")).sources.map((source) => source.isOfPush)).toEqual(isOfPush);
});

describe("the search", () => {
  const commits = Array.from({ length: 15 }, (_, index) => `c${index}`);
  const visited = ({ read }: { read: readonly string[] }) => read.filter((text) => !text.startsWith("awaits")).length;

  test("ends after ten commits if reviews cover all changes", async () => {
    const found = await find({ commits, before: "c13", pulls: { c14: [{ number: 1 }] }, comments: { 1: [review(1, "x")] } }, "x");
    expect([visited(found), found.left]).toEqual([10, []]);
  });

  test("goes on until reviews cover all changes", async () => {
    const found = await find({ commits, before: "c13", pulls: { c3: [{ number: 1 }] }, comments: { 1: [review(1, "x")] } }, "x");
    expect([visited(found), found.left]).toEqual([12, []]);
    expect(visited(await find({ commits, before: "c13" }, "x"))).toBe(15);
  });

  test("goes on until it has all commits of the push", async () => {
    const found = await find({ commits, before: "c1", pulls: { c14: [{ number: 1 }] }, comments: { 1: [review(1, "x")] } }, "x");
    expect(visited(found)).toBe(13);
  });

  test("ends at the pull request that records that everything up to a commit is applied", async () => {
    const comments = { 1: [review(1, "x"), applied({ done: "c9" })], 2: [review(2, "y")], 3: [review(3, "z")] };
    const pulls = { c12: [{ number: 3 }], c9: [{ number: 1 }], c8: [{ number: 2 }] };
    const found = await find({ commits, before: "c13", comments, pulls }, "xyz");
    expect([visited(found), found.left]).toEqual([6, ["x", "y"]]);
    expect(found.rejections).toEqual([undefined, "All changes in the review on pull request 1 are already applied."]);
  });

  test("counts no review from before the commit that was applied completely, even if its pull request was found", async () => {
    const comments = { 1: [review(1, "x")], 2: [review(2, "y"), applied({ done: "c13" })] };
    const pulls = { c13: [{ number: 1 }], c12: [{ number: 2 }] };
    const found = await find({ commits, before: "c13", comments, pulls }, "xy");
    expect(found.left).toEqual(["x", "y"]);
    expect(found.rejections).toEqual([1, 2].map((number) => `All changes in the review on pull request ${number} are already applied.`));
  });

  test("does not end for a commit that is not on the branch", async () => {
    const comments = { 1: [review(1, "x"), applied({ done: "elsewhere" })] };
    const found = await find({ commits, before: "c13", comments, pulls: { c14: [{ number: 1 }] } }, "x");
    expect([visited(found), found.left]).toEqual([10, []]);
  });
});

describe("a newer commit", () => {
  const commits = ["a", "b", "c"];
  const pulls = { a: [{ number: 1 }], b: [{ number: 2 }], c: [{ number: 3 }] };
  const none = { sources: [] };

  test("is named if its own pull request records that it is applied", async () => {
    const found = await find({ commits, pulls, comments: { 3: [applied({ done: "c" })] } }, "x", { commit: "a" });
    expect(found).toMatchObject({ ...none, newer: "c", read: ["c", "b", "a"] });
  });

  test("is named if an earlier pull request records that it is applied", async () => {
    const found = await find({ commits, pulls, comments: { 1: [applied({ done: "b" })] } }, "x", { commit: "a" });
    expect(found).toMatchObject({ ...none, newer: "b" });
  });

  test.each([
    ["is not applied", { comments: {} }],
    ["is on a different branch", { head: "elsewhere", comments: { 3: [applied({ done: "c" })] } }],
    ["is on a branch that does not exist", { head: "", comments: { 3: [applied({ done: "c" })] } }],
    ["is unknown because the run has no branch", { branch: undefined, comments: { 3: [applied({ done: "c" })] } }],
  ])("is not named if it %s", async (_, more) => {
    const comments = { ...more.comments, 1: [review(1, "x")] };
    const found = await find({ commits, pulls, ...more, comments }, "x", { commit: "a" });
    expect([found.newer, found.left, found.sources.length]).toEqual([undefined, [], 1]);
  });
});

describe("a pull request", () => {
  const commits = ["a", "b"];
  const read = async (comments: readonly Partial<Comment>[], pull: Partial<PullRequest> = {}, approvals = 0) => {
    const { sources } = await find({ commits, pulls: { b: [{ number: 1, ...pull }] }, comments: { 1: comments } }, "x", { approvals });
    return sources[0];
  };

  test("has the newest of its reviews, and the newest of its reports", async () => {
    const reports = ["## ⛔ one", "## ✅ two"].map((report) => applied({ letters: "y", report }));
    const source = await read([review(1, "y"), review(1, "x"), ...reports, { body: "talk" }]);
    expect([...(source?.open ?? [])]).toEqual([digest("x")]);
    expect(source).toMatchObject({ applied: [digest("y")], lastReport: "## ✅ two", review: { id: 2 } });
    expect(source).not.toHaveProperty("rejection");
  });

  test("without an apply comment has no report", async () =>
    expect(await read([review(1, "x")])).toMatchObject({ applied: [], done: undefined, lastReport: undefined }));

  test("has only the changes of its review that are not applied", async () => {
    const source = await read([review(1, "xyz"), applied({ letters: "yw" })]);
    expect([...(source?.open ?? [])]).toEqual([digest("x"), digest("z")]);
    expect([covers(source as never, change("x")), covers(source as never, change("y"))]).toEqual([true, false]);
    expect(covers(source as never, { ...change("y"), digests: [digest("y"), digest("z")] })).toBe(true);
  });

  const the = "The review of movies/dev on pull request 1";
  test.each<[string, readonly Partial<Comment>[], Partial<PullRequest>, string | undefined]>([
    ["no review", [], {}, "Pull request 1 has no comment with the review of movies/dev."],
    [
      "a review of another stack",
      [{ body: markerLine({ kind: "review", stack: "movies/prod", commit: "h1" }) }],
      {},
      "Pull request 1 has no comment with the review of movies/dev.",
    ],
    ["a review for another commit", [review(1, "x")], { head: "h2" }, `${the} is for commit h1, but the last commit is h2.`],
    ["a review without a commit", [review(1, "x", { commit: undefined })], {}, `${the} contains no commit, but the last commit is h1.`],
    [
      "a review without a fingerprint",
      [review(1, "x", { fingerprint: undefined })],
      {},
      `${the} has no fingerprint because its preview was incomplete, or violated a policy.`,
    ],
    [
      "a review that is too long",
      [review(1, "x", { fingerprint: `2.${digest("0")}` })],
      {},
      `${the} is too long: it does not list every change.`,
    ],
    [
      "a review whose change has no time",
      [{ ...review(1, "x"), updatedAt: undefined }],
      {},
      `${the} is not accepted, because it might have been changed after the merge: GitHub did not return the time of its last change. Run the job again.`,
    ],
    [
      "no time of the merge",
      [review(1, "x")],
      { mergedAt: undefined },
      `${the} is not accepted, because it might have been changed after the merge: GitHub did not return the time of the merge. Run the job again.`,
    ],
    [
      "a review that was changed after the merge",
      [{ ...review(1, "x"), updatedAt: merged + 1 }],
      {},
      `${the} was changed after the merge.`,
    ],
    ["a review that was changed in the second of the merge", [review(1, "x")], {}, undefined],
    ["a review without changes", [review(1, "")], {}, "All changes in the review on pull request 1 are already applied."],
    [
      "a review whose changes are all applied",
      [review(1, "x"), applied({ letters: "x" })],
      {},
      "All changes in the review on pull request 1 are already applied.",
    ],
  ])("with %s", async (_, comments, pull, rejection) => {
    const source = await read(comments, pull);
    expect([source?.rejection, source?.open.size]).toEqual([rejection, rejection === undefined ? 1 : 0]);
  });

  test("without the required approvals has no open changes, and its review stays known", async () => {
    const source = await read([review(1, "x")], {}, 1);
    expect(source).toMatchObject({
      rejection: expect.stringMatching(/^Pull request 1 has 0 of 1 required approvals\./) as string,
      review: { id: 1 },
    });
    expect(source?.open.size).toBe(0);
  });
});

describe("approvals", () => {
  const pull = { number: 1, head: "h1", base: "main", isMerged: true, mergedBy: [] };
  const at = merged;
  const approval = { login: "bob", verdict: "approved", at, commit: "h1" } as const;
  const missing = (
    verdicts: readonly Verdict[],
    { required = 1, updatedAt = at }: { required?: number; updatedAt?: number | undefined } = {},
  ) => missingApprovals(runOn({ commits: [], verdicts }).context, pull, { id: 1, body: "", updatedAt }, required);
  const tooFew = (count: number, required = 1) =>
    `Pull request 1 has ${count} of ${required} required approvals. An approval must be by a person with write access, for the last commit, and newer than the review.`;

  test.each<[string, readonly Verdict[], { required?: number }, string | undefined]>([
    ["none are required", [], { required: 0 }, undefined],
    ["there is one for the last commit, at the time of the review", [approval], {}, undefined],
    ["there is none", [], {}, tooFew(0)],
    ["there is one of two", [approval], { required: 2 }, tooFew(1, 2)],
    ["there are more than required", [approval, { ...approval, login: "eve" }], {}, undefined],
    ["it is for an earlier commit", [{ ...approval, commit: "h0" }], {}, tooFew(0)],
    ["its commit is unknown", [{ ...approval, commit: null }], {}, tooFew(0)],
    ["the host has no commits of approvals", [{ login: "bob", verdict: "approved", at }], {}, undefined],
    ["it is older than the review", [{ ...approval, at: at - 1 }], {}, tooFew(0)],
    ["its time is unknown", [{ ...approval, at: undefined }], {}, tooFew(0)],
    [
      "two people request changes",
      [approval, ...["ann", "dan"].map((login) => ({ ...approval, login, verdict: "changes requested" as const }))],
      {},
      "Pull request 1: ann, dan requested changes. Resolve this, then run the job again.",
    ],
  ])("%s", async (_, verdicts, options, text) => expect(await missing(verdicts, options)).toBe(text));

  test("count at any time if the review has none", async () => {
    const { context } = runOn({ commits: [], verdicts: [{ ...approval, at: undefined }] });
    expect(await missingApprovals(context, pull, { id: 1, body: "" }, 1)).toBeUndefined();
    expect(await missingApprovals(context, pull, undefined, 1)).toBeUndefined();
  });

  test("are missing if no pull request contains the commit, and are required", async () => {
    const { context } = runOn({ commits: [] });
    const text = "No pull request contains this commit, so nobody has approved it (--require-approval 2).";
    expect(await missingApprovals(context, undefined, undefined, 2)).toBe(text);
    expect(await missingApprovals(context, undefined, undefined, 0)).toBeUndefined();
  });
});
