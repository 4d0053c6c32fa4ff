import type { Commit } from "../../../../cli/ci/host";
import { CodeHost, type HostName, type HostPull } from "../../../support/ci/code-host";
import { connectTo, shasOf } from "../../../support/ci/job";
import { RecordingClock } from "../../../support/recording-clock";
import type { MergeMethod } from "../../../support/ci/repository-model";

/** The facts that a run reads from GitHub and GitLab. */

const opened = Date.parse("2026-06-08T09:30:00Z");
const minute = 60_000;

describe.each<HostName>(["GitHub", "GitLab"])("on %s", (name) => {
  let host: CodeHost;
  beforeEach(() => void (host = CodeHost.inProcess(name)));
  afterEach(() => host.close());
  const asked = (path: RegExp) => host.requests.filter((request) => path.test(request.path)).length;

  test("a comment has the time of its last change", async () => {
    const { id } = host.comment("one");
    host.comment("of somebody else", "ann");
    host.tick(minute);
    const code = connectTo(host);
    await code.editComment(7, id, "two");
    host.tick(minute);
    await code.addComment(7, "three");
    expect(await code.comments(7)).toMatchObject([
      { id, body: "two", updatedAt: opened + minute },
      { body: "three", updatedAt: opened + 2 * minute },
    ]);
  });

  test("an issue has the time of its last change", async () => {
    const code = connectTo(host);
    const { id } = await code.openIssue("label", "title", "one");
    host.tick(minute);
    await code.editIssue(id, "two");
    expect(await code.issues("label")).toMatchObject([{ id, body: "two", updatedAt: opened + minute }]);
  });

  test.each([
    ["missing", undefined],
    ["null", null],
    ["no time", "soon"],
  ])("a comment whose time is %s has none", async (_, time) => {
    const author = name === "GitHub" ? { user: { login: "github-actions[bot]" } } : { author: { id: 42 } };
    const comment = { id: 1, body: "one", created_at: time, updated_at: time, ...author };
    host.intercept = ({ path }) => (path.endsWith("/user") ? undefined : { body: [comment] });
    const [{ updatedAt } = { updatedAt: 0 }] = await connectTo(host).comments(7);
    expect(updatedAt).toBeUndefined();
  });

  test.each<MergeMethod>(["merge", "squash", "rebase"])("the commit of a %s names the pull request that it merged", async (how) => {
    const pull = host.openPull();
    host.push(pull, { message: "Second commit" });
    const code = connectTo(host);
    expect(await code.pullsOf(pull.head)).toMatchObject([
      { number: 8, head: pull.head, base: "main", isMerged: false, mergedAt: undefined },
    ]);
    host.tick(minute);
    const { commit } = host.merge(pull, how);
    const [found] = await code.pullsOf(commit);
    expect(found).toMatchObject({ number: 8, head: pull.head, base: "main", isMerged: true, mergedAt: opened + minute });
    // GitLab moves the base to the head of the rebased branch.
    if (name === "GitHub" || how !== "rebase") expect(found?.mergedBy).toContain(commit);
    else expect(found?.head).toBe(commit);
  });

  const read = {
    pulls: async () => connectTo(host).pullsOf(host.pull.head),
    verdicts: async () => connectTo(host).verdicts(7),
    comments: async () => connectTo(host).comments(7),
  };
  const onGithub: readonly [keyof typeof read, string, string][] = [
    ["pulls", "merged_at", "merged_at"],
    ["pulls", "head", "head"],
    ["pulls", "base", "base"],
    ["pulls", "ref", "base.ref"],
    ["verdicts", "user", "user"],
    ["verdicts", "type", "user.type"],
    ["verdicts", "state", "state"],
    ["verdicts", "commit_id", "commit_id"],
    ["verdicts", "author_association", "author_association"],
    ["comments", "user", "user"],
  ];
  const onGitlab: readonly [keyof typeof read, string, string][] = [
    ["pulls", "state", "state"],
    ["pulls", "sha", "sha"],
    ["pulls", "target_branch", "target_branch"],
    ["verdicts", "approved_by", "approved_by"],
    ["verdicts", "id", "approved_by.user.id"],
    ["comments", "author", "author"],
  ];
  test.each(name === "GitHub" ? onGithub : onGitlab)(
    "%s without %j are refused, with the name of the field",
    async (what, omitted, field) => {
      host.comment("one");
      host.review("bob", "APPROVED");
      expect(await read[what]()).toHaveLength(1);
      host.omitted.push(omitted);
      const problem = `: \`${field}\` is missing or invalid. Check that ${host.url} is the address of its API, and that no proxy changes the responses.`;
      await expect(read[what]()).rejects.toThrow(problem);
    },
  );

  test("a response that is not JSON is refused", async () => {
    host.intercept = () => ({ body: "<!doctype html>" });
    await expect(read.pulls()).rejects.toThrow(`returned an unexpected response to GET `);
    await expect(read.pulls()).rejects.toThrow(": it is not the documented JSON.");
  });

  test("each commit of a batch names its own pull request", async () => {
    const pulls = [host.openPull(), host.openPull(), host.openPull()];
    const before = host.branches.get("main");
    host.land(host.queue(pulls, "merge"));
    const code = connectTo(host);
    const history = await shasOf(code.history((await code.branchHead("main")) ?? ""));
    expect(history.indexOf(before ?? "")).toBe(3);
    const numbers = await Promise.all(history.slice(0, 3).map(async (sha) => (await code.pullsOf(sha)).map(({ number }) => number)));
    expect(numbers).toEqual([[10], [9], [8]]);
    expect(host.pushes).toHaveLength(name === "GitHub" ? 1 : 3);
  });

  describe("the history of a commit", () => {
    /** Three merged pull requests of three commits each, with a commit on main before each. */
    function busyBranch(): { head: string; chain: string[] } {
      const chain = [host.branches.get("main") ?? ""];
      for (let index = 0; index < 3; index++) {
        const pull = host.openPull();
        host.push(pull);
        chain.push(host.push("main", { message: "Directly" }));
        host.push(pull, { message: "Late" });
        chain.push(host.merge(pull, "merge").commit);
      }
      return { head: chain.at(-1) ?? "", chain: chain.toReversed() };
    }

    test.each([100, 4, 1])("is its first parents, with pages of %i", async (size) => {
      host.pageSize = size;
      const { head, chain } = busyBranch();
      const commits: Commit[] = [];
      for await (const commit of connectTo(host).history(head)) commits.push(commit);
      expect(commits.map(({ sha }) => sha)).toEqual(chain);
      expect(commits.map(({ parent }) => parent)).toEqual([...chain.slice(1), undefined]);
      expect(commits[0]?.message).toContain(name === "GitHub" ? "Merge pull request #10" : "See merge request team/databases!10");
      expect(asked(/\/commits$/)).toBeLessThanOrEqual(size === 100 ? 1 : chain.length);
    });

    test("is requested as it is read, and ends after 100 commits", async () => {
      const shas = Array.from({ length: 250 }, () => host.push("main"));
      const code = connectTo(host);
      for await (const { sha } of code.history(shas[99] ?? "")) if (sha === shas[90]) break;
      expect(asked(/\/commits$/)).toBe(1);
      expect(await shasOf(code.history(shas.at(-1) ?? ""))).toEqual(shas.slice(-100).toReversed());
      expect(asked(/\/commits$/)).toBe(2);
    });

    test("ends where the host does not list the parent", async () => {
      const [first, second] = [
        { sha: "c2", parents: [{ sha: "c1" }] },
        { id: "c2", parent_ids: ["c1"] },
      ];
      host.intercept = () => ({ body: [name === "GitHub" ? first : second] });
      expect(await shasOf(connectTo(host).history("c2"))).toEqual(["c2"]);
    });

    test("of a commit that the host does not know is an error without the token", async () => {
      const failed = await shasOf(connectTo(host).history("0ff")).catch(String);
      expect(failed).toMatch(/commits \(404, Not Found\): it does not exist/);
      expect(failed).not.toContain(host.token);
    });
  });

  test.each<[string, string]>([
    ["a branch", "main"],
    ["a branch with a slash, a space and a #", "team/a b#1"],
    ["a branch that does not exist", "gone"],
  ])("the newest commit of %s is read", async (_, branch) => {
    host.branches.set("team/a b#1", host.push("main"));
    expect(await connectTo(host).branchHead(branch)).toBe(host.branches.get(branch));
    expect(host.requests.map(({ path }) => path.split("/branches/")[1])).toEqual([encodeURIComponent(branch)]);
  });

  describe("the pull requests of a commit that was just pushed", () => {
    const seconds = (clock: RecordingClock) => clock.pauses.map((pause) => pause / 1000);
    const onGithub: readonly [string, number][] = [
      ["Resize (#12)", 60],
      ["Merge pull request #12 from team/resize", 60],
      ["Resize", 10],
      ["See #12", 10],
    ];
    const onGitlab: readonly [string, number][] = [
      ["Merge branch 'x' into 'main'\n\nResize\n\nSee merge request team/databases!12", 60],
      ["Merge branch 'x' into 'main'", 10],
    ];
    test.each(name === "GitHub" ? onGithub : onGitlab)(
      "are asked for again, with the message %j for at most %i s",
      async (message, limit) => {
        const clock = new RecordingClock();
        expect(await connectTo(host, {}, clock).pullsBroughtBy({ sha: host.push("main"), message })).toEqual([]);
        expect(seconds(clock)).toEqual(limit === 60 ? [1, 2, 4, 8, 16, 29] : [1, 2, 4, 3]);
      },
    );

    test.each<[number, number[]]>([
      [0, []],
      [2_500, [1, 2]],
      [45_000, [1, 2, 4, 8, 16, 29]],
    ])("are found with a lag of %i ms", async (lag, pauses) => {
      host.lag = lag;
      const { commit: sha } = host.merge(host.openPull(), "merge");
      const clock = new RecordingClock((pause) => host.tick(pause));
      const message = host.commits.get(sha)?.message ?? "";
      expect(await connectTo(host, {}, clock).pullsBroughtBy({ sha, message })).toMatchObject([{ number: 8, isMerged: true }]);
      expect([seconds(clock), asked(/\/(pulls|merge_requests)$/)]).toEqual([pauses, pauses.length + 1]);
    });

    test("are awaited while only an open one is listed", async () => {
      const { head: sha } = host.openPull();
      const clock = new RecordingClock();
      expect(await connectTo(host, {}, clock).pullsBroughtBy({ sha, message: "" })).toMatchObject([{ isMerged: false }]);
      expect(seconds(clock)).toEqual([1, 2, 4, 3]);
    });

    test("share the time between the commits of a push", async () => {
      const clock = new RecordingClock();
      const code = connectTo(host, {}, clock);
      for (const message of ["one", "two", "three (#3)\n\nSee merge request a!3"])
        await code.pullsBroughtBy({ sha: host.push("main"), message });
      expect(seconds(clock)).toEqual([1, 2, 4, 3, 1, 2, 4, 8, 16, 19]);
    });
  });

  test("a list of all pages is read", async () => {
    host.pageSize = 2;
    for (let index = 0; index < 5; index++) host.comment(`comment ${index}`);
    for (let index = 0; index < 5; index++) host.review(`person-${index}`, "APPROVED");
    const code = connectTo(host);
    expect([(await code.comments(7)).length, (await code.verdicts(7)).length]).toEqual([5, 5]);
  });

  test("only the address of the environment is called, also below a path", async () => {
    host.push(host.pull);
    const code = connectTo(host);
    await Promise.all([
      code.comments(7),
      code.pullsOf("c0ffee1"),
      code.verdicts(7),
      code.branchHead("main"),
      shasOf(code.history("c0ffee1")),
    ]);
    const base = name === "GitHub" ? "/api/v3/repos/team/databases/" : /^\/gitlab\/api\/v4\/(projects\/5\/|user$)/;
    for (const { path } of host.requests) expect(path).toMatch(base);
  });
});

describe("the responses of a host", () => {
  let host: CodeHost;
  afterEach(() => host.close());
  const answering = (name: HostName, body: unknown) => {
    host = CodeHost.inProcess(name);
    host.intercept = ({ path }) => (path.endsWith("/user") ? undefined : { body });
    return connectTo(host);
  };

  test("on GitHub, texts of the own account are sorted by their ids, and can lack a body and an author", async () => {
    const own = { user: { login: "GitHub-Actions[bot]" } };
    const comments = [
      { id: 9, body: null, ...own },
      { id: 3, body: "b", ...own },
      { id: 4, body: "c", user: null },
    ];
    expect(await answering("GitHub", comments).comments(7)).toMatchObject([
      { id: 3, body: "b" },
      { id: 9, body: "" },
    ]);
    expect(await answering("GitHub", [{ id: 5, number: 2, ...own }]).issues("label")).toMatchObject([{ id: 2, body: "" }]);
  });

  test("on GitLab, texts of the own account are sorted by their ids, and an issue can lack a description and an author", async () => {
    const notes = [9, 3].map((id) => ({ id, body: String(id), author: { id: 42 } }));
    expect((await answering("GitLab", notes).comments(7)).map(({ id }) => id)).toEqual([3, 9]);
    const issues = [
      { iid: 1, author: null },
      { iid: 2, author: { id: 42 }, description: null },
    ];
    expect(await answering("GitLab", issues).issues("label")).toMatchObject([{ id: 2, body: "" }]);
  });

  test("on GitHub, a pull request can lack the commit of its merge", async () => {
    const pull = { number: 7, head: { sha: "a" }, base: { ref: "main" }, merged_at: null };
    expect(await answering("GitHub", [pull]).pullsOf("a")).toEqual([
      { number: 7, head: "a", base: "main", isMerged: false, mergedAt: undefined, mergedBy: [undefined] },
    ]);
  });

  test.each<[HostName, object, string]>([
    ["GitHub", { sha: "a", parents: [] }, ""],
    ["GitHub", { sha: "a", parents: [], commit: { message: "text" } }, "text"],
    ["GitLab", { id: "a", parent_ids: [] }, ""],
    ["GitLab", { id: "a", parent_ids: [], message: "text" }, "text"],
  ])("on %s, the commit %j has the message %j", async (name, commit, message) => {
    for await (const one of answering(name, [commit]).history("a")) expect(one).toEqual({ sha: "a", parent: undefined, message });
  });

  test("on GitLab, the own account is looked up once, and only if someone approved", async () => {
    const code = answering("GitLab", { approved_by: [] });
    const asked = () => host.requests.filter(({ path }) => path.endsWith("/user")).length;
    await code.verdicts(7);
    expect(asked()).toBe(0);
    host.intercept = undefined;
    for (let time = 0; time < 2; time++) await code.comments(host.pull.number);
    expect(asked()).toBe(1);
  });
});

describe("on GitHub, the verdicts", () => {
  let host: CodeHost;
  let pull: HostPull;
  beforeEach(() => {
    host = CodeHost.inProcess("GitHub");
    ({ pull } = host);
  });
  afterEach(() => host.close());
  const bob = { login: "bob", verdict: "approved", at: opened, commit: "c0ffee1" };

  test.each<[string, () => void, object[]]>([
    ["are none without reviews", () => {}, []],
    ["contain an approval with its time and commit", () => host.review("bob", "APPROVED"), [bob]],
    ["contain a request for changes", () => host.review("bob", "CHANGES_REQUESTED"), [{ ...bob, verdict: "changes requested" }]],
    ["contain no comment", () => host.review("bob", "COMMENTED"), []],
    [
      "keep an approval that a comment follows",
      () => {
        host.review("bob", "APPROVED");
        host.tick(minute);
        host.review("bob", "COMMENTED");
      },
      [bob],
    ],
    [
      "contain each person's latest one",
      () => {
        host.review("bob", "APPROVED");
        host.review("eve", "CHANGES_REQUESTED");
        host.tick(minute);
        host.review("Bob", "CHANGES_REQUESTED", { commit: "c0ffee2" });
        host.review("eve", "APPROVED");
      },
      [
        { login: "Bob", verdict: "changes requested", at: opened + minute, commit: "c0ffee2" },
        { ...bob, login: "eve", at: opened + minute },
      ],
    ],
    [
      "contain none that was dismissed, and no earlier one of that person",
      () => {
        host.review("bob", "APPROVED");
        host.review("bob", "CHANGES_REQUESTED");
        host.dismiss("bob");
      },
      [],
    ],
    [
      "round the time down to a second",
      () => {
        host.tick(999);
        host.review("bob", "APPROVED");
      },
      [bob],
    ],
    ...["OWNER", "MEMBER", "COLLABORATOR"].map((association): [string, () => void, object[]] => [
      `count those of an ${association}`,
      () => host.review("bob", "APPROVED", { association }),
      [bob],
    ]),
    ...["CONTRIBUTOR", "FIRST_TIME_CONTRIBUTOR", "MANNEQUIN", "NONE"].map((association): [string, () => void, object[]] => [
      `do not count those of a ${association}`,
      () => host.review("bob", "APPROVED", { association }),
      [],
    ]),
    ["do not count those of a bot", () => host.review("renovate[bot]", "APPROVED"), []],
    ["do not count those of the run's own account", () => host.review("GitHub-Actions[bot]", "APPROVED"), []],
  ])("%s", async (_, act, wanted) => {
    act();
    expect(await connectTo(host).verdicts(pull.number)).toEqual(wanted);
  });

  test("do not count those of the run's own account if that is a person's", async () => {
    const ann = { id: 1, state: "APPROVED", user: { login: "Machine", type: "User" }, author_association: "MEMBER", commit_id: null };
    const ghost = { ...ann, user: null };
    const stranger = { ...ann, user: { login: "mallory", type: "User" }, author_association: "NONE" };
    const mannequin = { ...ann, user: { login: "imported", type: "Mannequin" } };
    host.intercept = () => ({ body: [ann, ghost, stranger, mannequin, { ...ann, user: { login: "bob", type: "User" } }] });
    expect(await connectTo(host, {}, undefined, "machine").verdicts(7)).toEqual([{ login: "bob", verdict: "approved", commit: null }]);
  });
});

describe("on GitLab, the verdicts", () => {
  let host: CodeHost;
  beforeEach(() => void (host = CodeHost.inProcess("GitLab")));
  afterEach(() => host.close());

  test.each([true, false])("are the approvals and their times; in the list itself: %p", async (hasTimes) => {
    host.hasApprovalTimes = hasTimes;
    host.review("bob", "APPROVED");
    host.dismiss("bob");
    host.review("eve", "CHANGES_REQUESTED");
    host.review("ann", "APPROVED");
    host.comment("approved this merge request", "dan");
    host.tick(minute);
    host.review("bob", "APPROVED");
    host.comment("approved this merge request", "ann");
    host.tick(minute);
    host.review("bob", "COMMENTED");
    const approved = [
      { login: "bob", verdict: "approved", at: opened + minute },
      { login: "ann", verdict: "approved", at: opened },
    ];
    expect(await connectTo(host).verdicts(7)).toEqual(approved);
    expect(host.requests.some(({ path }) => path.endsWith("/notes"))).toBe(!hasTimes);
  });

  test("have no time if no note says when", async () => {
    host.intercept = ({ path }) => {
      if (path.endsWith("/approvals")) return { body: { approved_by: [{ user: { id: 9, username: "bob" } }] } };
      const notes = ["unapproved this merge request", "approved this merge request in part"];
      const about = { author: { id: 9 }, system: true, created_at: "2026-06-08T09:30:00Z" };
      return path.endsWith("/notes") ? { body: notes.map((body, id) => ({ id, body, ...about })) } : undefined;
    };
    expect(await connectTo(host).verdicts(host.pull.number)).toEqual([{ login: "bob", verdict: "approved", at: undefined }]);
  });

  test("do not count those of bots, of access tokens and of the run's own account", async () => {
    for (const person of ["github-actions[bot]", "project_5_bot", "project_5_bot_4ffca233d8298ea1", "Group_12_Bot3"])
      host.review(person, "APPROVED");
    expect(await connectTo(host).verdicts(7)).toEqual([]);
    host.intercept = ({ path }) =>
      path.endsWith("/approvals") ? { body: { approved_by: [{ user: { id: 9, username: "duo", bot: true } }] } } : undefined;
    expect(await connectTo(host).verdicts(7)).toEqual([]);
  });
});
