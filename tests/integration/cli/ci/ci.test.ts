import { CodeHost, type HostName } from "../../../support/ci/code-host";
import { Jobs, type Printed } from "../../../support/ci/job";
import { sample } from "../../../unit/cli/review/samples";

/** `graphplane ci` against emulated hosts, with a stand-in for pulumi. */

const recorded = (name: string): Printed => {
  const { preview, exitCode, events, records } = sample(name);
  return { stdout: preview, code: exitCode, events, records };
};
const [resize, drifted, nothing, deletion] = ["resize", "console-change-reverted", "nothing-to-do", "workspace-deleted"].map(recorded);
const [one, other, none, losses] = [resize, drifted, nothing, deletion] as [Printed, Printed, Printed, Printed];
const updated: Printed = { stdout: "Resources:\n    ~ 1 updated\n" };
const squash = "5ca5e1";

/** The events of a preview in which the stack gets an output too. */
function withOutput(events: readonly object[] = []): object[] {
  return events.map((event) => {
    const { resOutputsEvent: done } = event as { resOutputsEvent?: { metadata: { urn: string; new: { outputs?: object } } } };
    if (done?.metadata.urn.includes("pulumi:pulumi:Stack") !== true) return event;
    const { metadata } = done;
    return { resOutputsEvent: { metadata: { ...metadata, new: { outputs: { ...metadata.new.outputs, port: 443 } } } } };
  });
}

function withOptions(preview = "", options: object): string {
  const { steps, ...rest } = JSON.parse(preview) as { steps: { newState?: object }[] };
  return JSON.stringify({ ...rest, steps: steps.map((step) => ({ ...step, newState: { ...step.newState, ...options } })) });
}

describe.each(["GitHub", "GitLab"] as const)("on %s", (name: HostName) => {
  let host: CodeHost;
  let jobs: Jobs;
  beforeEach(async () => {
    host = await CodeHost.open(name);
    jobs = new Jobs(host);
    jobs.prints({ preview: [one], up: [updated] });
  });
  afterEach(async () => {
    jobs.remove();
    await host.close();
  });

  const bodies = () => host.comments.map(({ body }) => body);
  const lastLine = (body = "") => body.trimEnd().split("\n").at(-1);
  const marker = (commit = "c0ffee1") => new RegExp(`^<!-- graphplane-review stack=movies/dev commit=${commit} fingerprint=2\\.\\S+ -->$`);
  const updates = () => jobs.calls().filter(({ args }) => args[0] === "up");
  const unapprovable = "<!-- graphplane-review stack=movies/dev commit=c0ffee1 -->";
  const changeComment = (change: object) => void Object.assign(host.comments[0] ?? {}, change);
  const reviewed = async () => {
    expect(await jobs.run(["preview"])).toMatchObject({ code: 0 });
    host.merge(squash);
  };

  test("from a pull request to the applied comment", async () => {
    const review = await jobs.run(["preview", "--stack", "dev", "--json", "--", "--parallel", "2"]);
    const [comment] = host.comments;
    expect(review.code).toBe(0);
    const { fingerprint } = JSON.parse(review.out) as { fingerprint: string };
    expect(JSON.parse(review.out)).toEqual({
      verb: "preview",
      stack: "movies/dev",
      fingerprint,
      commit: "c0ffee1",
      comment: { id: comment?.id, action: "created" },
      changes: 1,
      exitCode: 0,
    });
    expect(lastLine(comment?.body)).toMatch(marker());
    host.merge(squash);
    const applied = await jobs.run(["apply", "--stack", "dev", "--", "--parallel", "2"], { commit: squash });
    expect(applied).toMatchObject({ code: 0, out: expect.stringContaining("1 updated") as string });
    const common = ["--stack", "dev", "--non-interactive", "--refresh", "--run-program", "--parallel", "2"];
    expect(updates().map(({ args, approves }) => [approves, ...args.filter((arg) => !arg.endsWith("events.json"))])).toEqual([
      [true, "up", "--yes", "--skip-preview", "--event-log", ...common],
    ]);
    expect(bodies()).toEqual([
      comment?.body,
      expect.stringMatching(
        /^## ✅ Applied to `movies\/dev`[^]*<!-- graphplane-apply stack=movies\/dev commit=5ca5e1 applied=\S+ done=5ca5e1 -->\n$/,
      ),
    ]);
    expect(bodies()[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC · commit 5ca5e1/m);
    for (const { hostToken } of jobs.calls()) expect(hostToken).toBe("");
  });

  test("one comment is kept, wherever it is among many others, and a deleted one is made again", async () => {
    host.pageSize = 20;
    for (let index = 0; index < 45; index++) host.comment(`talk ${index}`, "somebody");
    const forged = "<!-- graphplane-review stack=movies/dev commit=c0ffee1 fingerprint=2.00000000000000000000000000000000 -->";
    host.comment(forged, "somebody");
    host.comment(`${forged}\nbut not in the last line`);
    host.comment("<!-- graphplane-review stack=other/dev commit=c0ffee1 -->");
    await jobs.run(["preview"]);
    expect(host.comments).toHaveLength(49);
    jobs.prints({ preview: [other] });
    const again = await jobs.run(["preview", "--json", "--account", "GitHub-Actions[bot]"]);
    expect(JSON.parse(again.out)).toMatchObject({ comment: { id: host.comments[48]?.id, action: "updated" } });
    host.comments.splice(48);
    expect(JSON.parse((await jobs.run(["preview", "--json"])).out)).toMatchObject({ comment: { action: "created" } });
    expect(host.comments).toHaveLength(49);
    const lists = host.requests.filter(({ method, path }) => method === "GET" && /\/(comments|notes)$/.test(path));
    expect(new Set(lists.map(({ query }) => query.get("page") ?? "1"))).toEqual(new Set(["1", "2", "3"]));
    // The comment is deleted between its being found and its being updated.
    jobs.prints({ preview: [one] });
    host.intercept = ({ method }) => (method === "PATCH" || method === "PUT" ? { status: 404, body: { message: "Not Found" } } : undefined);
    expect(JSON.parse((await jobs.run(["preview", "--json"])).out)).toMatchObject({ comment: { action: "created" } });
  });

  test("a preview with the same result leaves the comment as it is", async () => {
    await jobs.run(["preview"]);
    const { out } = await jobs.run(["preview", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ comment: { id: host.comments[0]?.id, action: "unchanged" } });
  });

  test("the review of a merged pull request stays, even if its job runs again", async () => {
    await reviewed();
    const before = bodies();
    jobs.prints({ preview: [other] });
    const { code, err } = await jobs.run(["preview"]);
    expect([code, bodies()]).toEqual([0, before]);
    expect(err).toContain(`pull request ${host.pull.number} is merged, so its review stays unchanged.`);
  });

  test("of two runs at once, one comment stays a review", async () => {
    await Promise.all([jobs.run(["preview"]), jobs.run(["preview"])]);
    expect(bodies().filter((body) => marker().test(lastLine(body) ?? ""))).toHaveLength(1);
  });

  test("a run that is overtaken by a newer commit leaves the newer review", async () => {
    host.pull.commits.push("c0ffee2");
    const newer = host.comment("<!-- graphplane-review stack=movies/dev commit=c0ffee2 fingerprint=2.0 -->");
    const event = { pull_request: { number: 7, head: { sha: "c0ffee1", repo: { full_name: "team/databases" } } } };
    host.pull.head = "c0ffee2";
    const run = await jobs.run(["preview"], { event, env: name === "GitLab" ? { CI_COMMIT_SHA: "c0ffee1" } : {} });
    expect(run).toMatchObject({ code: 0, err: expect.stringContaining("newer commit") as string });
    expect(bodies()).toEqual([newer.body]);
  });

  test.each<[string, () => void | Promise<void>, string]>([
    ["a push after the review", () => void (host.pull.head = "c0ffee9"), "is for commit c0ffee1, but the last commit is c0ffee9"],
    ["a drift between review and merge", () => jobs.prints({ preview: [other] }), "were not reviewed, or have changed since"],
    ["a deleted comment", () => void host.comments.splice(0), "has no comment with the review"],
    ["a comment of somebody else", () => changeComment({ author: "mallory" }), "has no comment"],
    ["a review without a fingerprint", () => changeComment({ body: unapprovable }), "has no fingerprint"],
    ["a commit of no pull request", () => void host.pull.commits.splice(0), "No pull request contains 5ca5e1"],
    ["a pull request that is not merged", () => void (host.pull.merged = false), "No pull request contains 5ca5e1"],
    [
      "an incomplete preview",
      () => jobs.prints({ preview: [recorded("failing-check")] }),
      "The preview of movies/dev failed: autoStopMinutes",
    ],
  ])("nothing is applied after %s", async (_, change, reason) => {
    await reviewed();
    await change();
    const run = await jobs.run(["apply", "--json"], { commit: squash });
    expect([run.code, updates()]).toEqual([1, []]);
    expect(JSON.parse(run.out)).toMatchObject({ verb: "apply", applied: false, exitCode: 1 });
    expect(run.err).toContain(reason);
    if (name === "GitHub") expect(run.summary).toContain(reason);
    const reports = host.comments.filter(({ body }) => body.includes("graphplane-apply"));
    const isLinked = host.pull.merged && host.pull.commits.length > 0;
    expect(reports).toHaveLength(isLinked ? 1 : 0);
    if (isLinked) expect(reports[0]?.body).toContain(reason);
  });

  test("after a refusal, a person applies by the fingerprint of a preview by hand, and the report says who", async () => {
    await reviewed();
    jobs.prints({ preview: [other], up: [updated] });
    const err = expect.stringContaining("have changed since: - WorkspaceSettings") as string;
    expect(await jobs.run(["apply"], { commit: squash })).toMatchObject({ code: 1, err });
    const shown = await jobs.run(["preview", "--json"], { commit: squash });
    expect(host.comments).toHaveLength(2);
    const { fingerprint } = JSON.parse(shown.out) as { fingerprint: string };
    const mismatch = expect.stringContaining("The preview no longer matches the fingerprint.") as string;
    expect(await jobs.run(["apply", "--fingerprint", `2.${"0".repeat(32)}`], { commit: squash })).toMatchObject({ code: 1, err: mismatch });
    expect(updates()).toEqual([]);
    expect(await jobs.run(["apply", "--fingerprint", fingerprint], { commit: squash })).toMatchObject({ code: 0 });
    expect(bodies()[1]).toMatch(/Applied to[^]*`ann` approved this by hand/);
  });

  test("a preview that a person applies by hand needs the approvals, too", async () => {
    host.review("bob", "APPROVED");
    host.tick(60_000);
    await reviewed();
    host.push("main", { sha: "beef" });
    const fingerprintOf = async (commit: string) =>
      (JSON.parse((await jobs.run(["preview", "--json"], { commit })).out) as { fingerprint: string }).fingerprint;
    const apply = async (commit: string) =>
      jobs.run(["apply", "--require-approval", "1", "--fingerprint", `${await fingerprintOf(commit)}\n`], { commit });
    const refused = (reason: string) => ({ code: 1, err: expect.stringContaining(reason) as string });
    expect(await apply("beef")).toMatchObject(refused("No pull request contains this commit, so nobody has approved it"));
    expect(await apply(squash)).toMatchObject(refused("Pull request 7 has 0 of 1 required approvals"));
    expect(updates()).toEqual([]);
    host.review("bob", "APPROVED");
    expect(await apply(squash)).toMatchObject({ code: 0 });
  });

  test.each<[string, Readonly<Record<string, readonly Printed[]>>]>([
    ["was refused", { preview: [other] }],
    ["failed", { preview: [one, one], up: [{ stderr: "error: update canceled", code: 255, events: [{ preludeEvent: {} }] }] }],
  ])("a run that finds nothing left says so after one that %s", async (_, printed) => {
    await reviewed();
    jobs.prints(printed);
    expect(await jobs.run(["apply"], { commit: squash })).toMatchObject({ code: 1 });
    jobs.prints({ preview: [none] });
    const again = async () => JSON.parse((await jobs.run(["apply", "--json"], { commit: squash })).out) as unknown;
    expect(await again()).toMatchObject({ comment: { id: host.comments[1]?.id, action: "updated" }, applied: false, exitCode: 0 });
    expect(bodies()[1]).toMatch(
      /^## ✅ Nothing is left to apply to `movies\/dev`[^]*<!-- graphplane-apply stack=movies\/dev commit=5ca5e1 done=5ca5e1 -->\n$/,
    );
    expect(await again()).not.toHaveProperty("comment");
    host.intercept = () => ({ status: 403, body: { message: "no" } });
    expect(await again()).toMatchObject({ exitCode: 0 });
  });

  // The first push after adopt comes through no pull request, and has no review.
  test.each<[string, Printed, number]>([
    ["nothing to do", none, 0],
    ["only outputs of the stack, which nothing is sent for", { ...none, events: withOutput(none.events) }, 1],
    ["a new option, which only the state takes over", { ...none, stdout: withOptions(none.stdout, { protect: true }) }, 1],
    ["a new dependsOn, for the state alone", { ...none, stdout: withOptions(none.stdout, { dependencies: ["urn"] }) }, 1],
    ["another provider, which only the state takes over", { ...none, stdout: withOptions(none.stdout, { provider: "urn::other" }) }, 1],
    ["a change that is declared as it is live", recorded("console-change-adopted"), 1],
  ])("the first push after adopt is green with %s", async (_, printed, count) => {
    jobs.prints({ preview: [printed], up: [updated] });
    host.push("main", { sha: "beef" });
    for (const args of [["apply"], ["apply", "--json"]]) expect(await jobs.run(args, { commit: "beef" })).toMatchObject({ code: 0 });
    expect([updates().length, host.comments]).toEqual([2 * count, []]);
    const { out } = await jobs.run(["apply"], { commit: "beef" });
    if (count === 0) expect(out).toContain("Nothing to do");
  });

  test("approvals count if they are of the last commit and not dismissed", async () => {
    await reviewed();
    const apply = () => jobs.run(["apply", "--require-approval", "1"], { commit: squash });
    expect(await apply()).toMatchObject({ code: 1, err: expect.anything() as string });
    if (name === "GitHub") {
      host.review("bob", "APPROVED", { commit: "c0ffee0" });
      host.review("eve", "APPROVED");
      host.dismiss("eve");
      expect((await apply()).code).toBe(1);
    }
    host.review("bob", "APPROVED");
    host.review("bob", "COMMENTED");
    expect(await apply()).toMatchObject({ code: 0 });
  });

  const urn = "urn:pulumi:dev::movies::pulumi-nodejs:dynamic/graphplane:WorkspaceSettings::mainSettings";
  const failing: Printed = {
    stdout: "Diagnostics:\n    error: 1 error occurred:\n",
    code: 255,
    events: [
      { resOpFailedEvent: { metadata: { op: "update", urn } } },
      {
        diagnosticEvent: {
          severity: "error",
          urn,
          message: "1 error occurred:\n\t* the service refused TG-1, panic: another update is currently in progress\n",
        },
      },
      { summaryEvent: { result: "failed" } },
    ],
  };

  test("a failed update says where it stopped, with the whole cause, what is left, and the job run again applies the rest", async () => {
    await reviewed();
    jobs.prints({ preview: [one, one], up: [failing] });
    expect((await jobs.run(["apply"], { commit: squash })).code).toBe(1);
    expect(bodies()[1]).toMatch(/stopped at `mainSettings`[^]*the service refused TG-1, panic: another update[^]*\*\*Left\*\*/);
    expect(jobs.calls().map(({ args }) => args[0])).toEqual(["preview", "up", "preview"]);
    jobs.prints({ preview: [one], up: [updated] });
    expect(await jobs.run(["apply"], { commit: squash })).toMatchObject({ code: 0 });
    expect(bodies()[1]).toMatch(/^## ✅ Applied to[^]*## ❌ The update of `movies\/dev` stopped at `mainSettings`[^]*done=5ca5e1 -->\n$/);
  });

  test("an update without events did not start, whatever pulumi printed", async () => {
    await reviewed();
    jobs.prints({ preview: [one], up: [{ stderr: "error: the stack is currently locked by 1 lock(s).", code: 255 }] });
    expect((await jobs.run(["apply"], { commit: squash })).code).toBe(1);
    expect(jobs.calls().map(({ args }) => args[0])).toEqual(["preview", "up"]);
    expect(bodies()[1]).toMatch(/Nothing was applied[^]*The update did not start[^]*currently locked[^]*pulumi cancel/);
  });

  test("an engine that crashes with --run-program previews again without it; an update runs once", async () => {
    const crash: Printed = { stderr: "an assertion has failed", code: 2 };
    jobs.prints({ preview: [crash, one] });
    expect(await jobs.run(["preview"])).toMatchObject({ code: 0 });
    expect(bodies()[0]).toContain("crashed with `--run-program`");
    expect(jobs.calls().map(({ args }) => args.includes("--run-program"))).toEqual([true, false]);
    host.merge(squash);
    jobs.prints({ preview: [{ ...one, stderr: "panic: fatal: had not been marked as seen" }], up: [crash] });
    expect(await jobs.run(["apply"], { commit: squash })).toMatchObject({ code: 1 });
    expect(jobs.calls().map(({ args }) => args[0])).toEqual(["preview", "up"]);
  });

  const noKey = { version: 1, kind: "WorkspaceSettings", notices: [], settings: ["apiKey"] };
  test.each<[string, Printed, Record<string, string>]>([
    ["PULUMI_ACCESS_TOKEN", { stderr: "error: who are you?", code: 255 }, { PULUMI_ACCESS_TOKEN: "" }],
    ["PULUMI_CONFIG_PASSPHRASE", { stderr: "error: no", code: 255 }, { PULUMI_CONFIG_PASSPHRASE: "" }],
    ["graphplane:apiKey (GRAPHPLANE_API_KEY)", { ...recorded("failing-check"), records: [noKey] }, {}],
  ])("the missing secret %s is named", async (secret, printed, env) => {
    jobs.prints({ preview: [printed] });
    for (const verb of ["preview", "apply", "drift"] as const) {
      const run = await jobs.run([verb, "--stack", "dev"], { env, ...(verb === "preview" ? {} : { commit: squash }) });
      expect(run.code).toBe(1);
      expect(run.out + run.err).toContain(`${secret} is missing`);
    }
    expect(lastLine(bodies()[0])).toBe(unapprovable);
  });

  test.each([
    ["the selected one", { stdout: " dev\n" }, "movies/dev"],
    ["unknown if none is selected", { stdout: "\n" }, "unknown"],
    ["unknown if the command fails", { stdout: "dev", code: 255 }, "unknown"],
  ])("the stack of a preview that does not start is %s", async (_, printed, stack) => {
    jobs.prints({ preview: [{ stderr: "error: no", code: 255 }], stack: [printed] });
    const run = await jobs.run(["preview", "--json"]);
    expect(JSON.parse(run.out)).toMatchObject({ stack, exitCode: 1 });
    expect(jobs.calls().at(-1)?.args).toEqual(["stack", "--show-name", "--non-interactive"]);
  });

  test.each([
    [
      "a program that names a missing secret",
      { ...recorded("program-throws"), stderr: "error: PULUMI_ACCESS_TOKEN must be set" },
      { PULUMI_ACCESS_TOKEN: "x" },
    ],
    ["a project that cannot be read", { stderr: "PULUMI_ACCESS_TOKEN must be set", code: 255 }, { PULUMI_ACCESS_TOKEN: "x" }],
  ])("%s fails the check of a bot, too", async (_, printed, env) => {
    jobs.prints({ preview: [printed] });
    const event = { sender: { type: "Bot" } };
    expect((await jobs.run(["preview"], { event, env })).code).toBe(1);
  });

  test("the run of a fork without secrets says so, and does not fail", async () => {
    jobs.prints({ preview: [{ stderr: "error: no login", code: 255 }] });
    const event = { pull_request: { number: 7, head: { sha: "c0ffee1", repo: { full_name: "mallory/databases" } } } };
    const env = name === "GitHub" ? {} : { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "9", CI_MERGE_REQUEST_PROJECT_ID: "5" };
    for (const more of [{}, { GITHUB_TOKEN: "", GITLAB_TOKEN: undefined }]) {
      const run = await jobs.run(["preview"], { event, env: { PULUMI_ACCESS_TOKEN: "", ...env, ...more } });
      expect(run).toMatchObject({ code: 0, out: expect.stringContaining("comes from a fork, so it receives no secrets") as string });
      if (name === "GitHub") expect(run.summary).toContain("comes from a fork");
    }
    expect(host.comments).toEqual([]);
  });

  test("only on GitHub, a job whose event cannot be read fails: it may be for a pull request", async () => {
    const run = (path: string | undefined, ...options: string[]) => jobs.run(["preview", ...options], { env: { GITHUB_EVENT_PATH: path } });
    const runs = [await run("/nowhere/event.json"), await run(undefined), await run("/nowhere/event.json", "--dry-run")];
    expect(runs.map(({ code }) => code)).toEqual([name === "GitHub" ? 1 : 0, 0, 0]);
    const texts = ["Cannot read the event file /nowhere/event.json", "cannot find the pull request, so no comment is posted"];
    texts.forEach((text, index) => expect(runs[index]?.err.includes(text)).toBe(name === "GitHub"));
  });

  test("a missing or refused token, or one without a permission, is named, and is in no output", async () => {
    const [variable, permission] = name === "GitHub" ? ["GITHUB_TOKEN", "pull-requests: write"] : ["GITLAB_TOKEN", "scope `api`"];
    const missing = await jobs.run(["preview"], { env: { [variable]: undefined } });
    expect(missing).toMatchObject({ code: 1, err: expect.stringContaining(variable) as string });
    expect(jobs.calls()).toEqual([]);
    for (const verb of ["apply", "drift"])
      expect(await jobs.run([verb], { commit: squash, env: { [variable]: undefined } })).toMatchObject({ code: 1 });
    expect(jobs.calls()).toEqual([]);
    jobs.prints({ preview: [none] });
    const dry = { commit: squash, env: { [variable]: undefined } };
    expect(await jobs.run(["apply", "--dry-run"], dry)).toMatchObject({ code: 0 });
    expect(await jobs.run(["drift", "--dry-run"], dry)).toMatchObject({ code: 0 });
    jobs.prints({ preview: [one] });
    const wrong = "a-token-that-is-refused";
    const refused = await jobs.run(["preview"], { env: { [variable]: wrong } });
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining(`rejects the token in ${variable}`) as string });
    host.intercept = ({ method, headers }) =>
      method === "GET" ? undefined : { status: 403, body: { message: `no: ${JSON.stringify(headers)}` } };
    const forbidden = await jobs.run(["preview"]);
    expect(forbidden).toMatchObject({ code: 1, err: expect.stringContaining(permission) as string });
    for (const run of [refused, forbidden]) expect(JSON.stringify(run)).not.toMatch(new RegExp(`${wrong}|${host.token}`));
  });

  test("drift keeps one issue, which is closed when the drift is gone", async () => {
    jobs.prints({ preview: [other] });
    const drift = async () => JSON.parse((await jobs.run(["drift", "--json"], { commit: squash })).out) as unknown;
    expect(await drift()).toMatchObject({ verb: "drift", stack: "movies/dev", comment: { action: "created" }, exitCode: 0 });
    expect(await drift()).toMatchObject({ comment: { id: host.issues[0]?.id, action: "updated" } });
    expect(host.issues).toMatchObject([{ labels: ["graphplane-drift"], open: true }]);
    expect(lastLine(host.issues[0]?.body)).toBe("<!-- graphplane-drift stack=movies/dev commit=5ca5e1 -->");
    jobs.prints({ preview: [none] });
    expect(await drift()).toMatchObject({ comment: { action: "closed" } });
    expect(host.issues).toMatchObject([{ open: false }]);
    jobs.prints({ preview: [other] });
    expect(await drift()).toMatchObject({ comment: { action: "created" } });
  });

  test("a night that can read nothing leaves the findings of the issue, and opens none", async () => {
    const drift = async (env = {}) =>
      (JSON.parse((await jobs.run(["drift", "--json"], { commit: squash, env })).out) as { comment?: unknown }).comment;
    const blind = { ...other, ...recorded("failing-check") };
    jobs.prints({ preview: [blind] });
    expect([await drift(), host.issues]).toEqual([undefined, []]);
    jobs.prints({ preview: [other] });
    await drift();
    const [issue] = host.issues;
    const findings = issue?.body ?? "";
    jobs.prints({ preview: [blind] });
    const run = { GITHUB_SERVER_URL: "https://host.example", GITHUB_RUN_ID: "9", CI_JOB_URL: "https://host.example/9" };
    const nights: [object, RegExp][] = [
      [{}, /see the log of the run\. /],
      [run, /see the log of \[the run\]\(https:\/\/host\.example\/\S*9\)\. /],
    ];
    for (const [env, log] of nights) {
      expect(await drift(env)).toMatchObject({ action: "updated" });
      expect(issue?.body).toMatch(log);
    }
    const lines = findings.trimEnd().split("\n");
    expect(issue?.body.startsWith(lines.slice(0, -1).join("\n").trimEnd())).toBe(true);
    expect(issue?.body.match(/^The check at \d{4}-\d\d-\d\d \d\d:\d\d UTC could not read the live settings/gm)).toHaveLength(1);
    expect(lastLine(issue?.body)).toBe(lines.at(-1));
  });

  test("projects of one name are told apart by their directories, or by --name", async () => {
    for (const of of ["a", "b", "a"]) expect((await jobs.run(["preview", "--name", of])).code).toBe(0);
    expect(bodies().map((body) => lastLine(body)?.split(" ").slice(2, 4))).toEqual([
      ["stack=movies/dev", "folder=a"],
      ["stack=movies/dev", "folder=b"],
    ]);
  });

  test("--dry-run posts nothing, and applies nothing", async () => {
    expect(await jobs.run(["preview", "--dry-run"])).toMatchObject({ code: 0, summary: "" });
    jobs.prints({ preview: [other], up: [updated] });
    await jobs.run(["drift", "--dry-run"], { commit: squash });
    expect(host.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    jobs.prints({ preview: [one], up: [updated] });
    await reviewed();
    const { code, out } = await jobs.run(["apply", "--dry-run"], { commit: squash });
    expect([code, out]).toEqual([0, expect.stringContaining("Would apply 1 change to movies/dev;")]);
    const { out: json } = await jobs.run(["apply", "--dry-run", "--json"], { commit: squash });
    expect(JSON.parse(json)).toMatchObject({ applied: false });
    expect(updates()).toEqual([]);
  });

  test("a comment that the host does not list yet is a new one", async () => {
    host.intercept = ({ method, path }) => (method === "GET" && /\/(comments|notes)$/.test(path) ? { body: [] } : undefined);
    const { out } = await jobs.run(["preview", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ comment: { id: host.comments[0]?.id, action: "created" } });
    expect(host.comments).toHaveLength(1);
  });

  test("earlier comments that cannot be read stop an apply only if it has something to apply", async () => {
    const refuse = () => ({ status: 403, body: { message: "no" } });
    await reviewed();
    host.intercept = ({ method }) => (method === "GET" ? refuse() : undefined);
    const stopped = await jobs.run(["apply"], { commit: squash });
    expect([stopped.code, updates()]).toEqual([1, []]);
    jobs.prints({ preview: [none] });
    const nothing = await jobs.run(["apply"], { commit: squash });
    expect(nothing).toMatchObject({ code: 0, err: expect.stringContaining("Earlier comments could not be read: ") as string });
  });

  test("while an update runs, its comment says so", async () => {
    await reviewed();
    const written: unknown[] = [];
    host.intercept = ({ method, body }) => {
      if (method !== "GET") written.push(body["body"]);
      return undefined;
    };
    await jobs.run(["apply"], { commit: squash });
    const started = /^## ⏳ Applying to `movies\/dev`[^]*If this comment stays, the run was killed/;
    expect(written).toEqual([expect.stringMatching(started), expect.stringMatching(/^## ✅ Applied to `movies\/dev`/)]);
  });

  test("the cause of a failed preview is an annotation on GitHub, unless it is a dry run", async () => {
    const failed = { stderr: "updating failed:\nerror: no login", code: 255 };
    jobs.prints({ preview: [failed] });
    const annotations: boolean[] = [];
    for (const option of [[], ["--dry-run"]]) {
      const { out, err } = await jobs.run(["preview", ...option]);
      expect(err).toMatch(/^graphplane ci preview: The preview of .* failed: no login$/m);
      annotations.push(/^::error title=graphplane ci preview::The preview of .* failed: no login$/m.test(out));
    }
    expect(annotations).toEqual([name === "GitHub", false]);
  });

  test("a review that cannot be posted fails the job, unless it is for a fork, whose token can only read", async () => {
    host.intercept = ({ method }) => (method === "GET" ? undefined : { status: 403, body: { message: "no" } });
    const event = { pull_request: { number: 7, head: { sha: "c0ffee1", repo: { full_name: "mallory/databases" } } } };
    const env = name === "GitHub" ? {} : { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "9", CI_MERGE_REQUEST_PROJECT_ID: "5" };
    const fork = await jobs.run(["preview"], { event, env });
    expect(fork).toMatchObject({ code: 0, err: expect.stringContaining("The review is in the summary.") as string });
    const own = await jobs.run(["preview"]);
    expect([own.code, own.err.includes("The review is in the summary.")]).toEqual([1, false]);
  });

  test("losses fail only with --strict, and a review that no comment can hold always", async () => {
    const tooLong = { ...one, stdout: one.stdout?.replaceAll("TG-1", "T".repeat(70_000)) ?? "" };
    jobs.prints({ preview: [losses, losses, tooLong] });
    for (const [code, ...options] of [[0], [4, "--strict"], [1]] as [number, ...string[]][])
      expect(await jobs.run(["preview", ...options])).toMatchObject({ code });
  });
});

test("names reach no annotation and no command of a workflow unescaped", async () => {
  const host = await CodeHost.open("GitHub");
  const jobs = new Jobs(host);
  jobs.prints({ preview: [{ ...recorded("hostile-names"), stderr: "::set-output name=a::b\n  ::error::forged\n##[error]forged" }] });
  const run = await jobs.run(["preview"]);
  const commands = [...run.out.split("\n"), ...run.err.split("\n")].filter((line) => /^\s*::|##\[/.test(line));
  expect(commands.every((line) => /^::(notice|warning|error) (file=[^:,]+,line=\d+,)?title=[^:]*::/.test(line))).toBe(true);
  expect(run.err).not.toMatch(/^\s*::|##\[/m);
  jobs.remove();
  await host.close();
});

test("on a terminal, a drift check prints what it finds, and keeps no issue", async () => {
  const jobs = new Jobs(undefined);
  jobs.prints({ preview: [other] });
  const { code, out } = await jobs.run(["drift", "--json"]);
  expect([code, (JSON.parse(out) as { comment?: object }).comment]).toEqual([0, undefined]);
  jobs.remove();
});

test("on a terminal a preview is printed, and what was read is applied by its fingerprint", async () => {
  const jobs = new Jobs(undefined);
  jobs.prints({ preview: [one], up: [updated] });
  const shown = await jobs.run(["preview"]);
  const [, fingerprint = ""] = /--fingerprint (2\.\S+)$/m.exec(shown.out) ?? [];
  expect(await jobs.run(["apply"])).toMatchObject({ code: 1, err: expect.stringContaining("--fingerprint") as string });
  expect(await jobs.run(["apply", "--fingerprint", fingerprint])).toMatchObject({ code: 0 });
  expect(jobs.calls().filter(({ args }) => args[0] === "up")).toHaveLength(1);
  jobs.prints({ preview: [none] });
  expect((await jobs.run(["preview"])).out).not.toContain("To apply exactly this");
  jobs.remove();
});

test("invalid usage is refused before pulumi runs", async () => {
  const jobs = new Jobs(undefined);
  jobs.prints({});
  for (const args of [
    ["preview", "--max-increase", "5"],
    ["apply", "--fingerprint", "text"],
    ["apply", "--require-approval", "many"],
    ["previw"],
    [],
    ["drift", "--strict"],
    ["apply", "--stack", ""],
    ["preview", "--cwd", "no such folder"],
  ])
    expect([args, (await jobs.run(args)).code]).toEqual([args, 2]);
  expect(jobs.calls()).toEqual([]);
  jobs.remove();
});
