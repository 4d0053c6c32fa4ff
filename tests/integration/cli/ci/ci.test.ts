import { CodeHost, type HostName } from "../../../support/ci/code-host";
import { Jobs, type Printed } from "../../../support/ci/job";
import { sample } from "../../../unit/cli/review/samples";

/** `graphplane ci` against emulated hosts, with a stand-in for pulumi. */

const recorded = (name: string): Printed => {
  const { preview, exitCode, events, records } = sample(name);
  return { stdout: preview, code: exitCode, events, records };
};
const [one, other, none] = [recorded("resize"), recorded("console-change-reverted"), recorded("nothing-to-do")];
const updated: Printed = { stdout: "Resources:\n    ~ 1 updated\n" };
const squash = "5ca5e1";

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

  test("of two runs at once, one comment stays a review", async () => {
    await Promise.all([jobs.run(["preview"]), jobs.run(["preview"])]);
    expect(bodies().filter((body) => marker().test(lastLine(body) ?? ""))).toHaveLength(1);
  });

  test.each<[string, () => void | Promise<void>, string]>([
    ["a push after the review", () => void (host.pull.head = "c0ffee9"), "is for commit c0ffee1, but the last commit is c0ffee9"],
    ["a drift between review and merge", () => jobs.prints({ preview: [other] }), "were not reviewed, or have changed since"],
    ["a commit of no pull request", () => void host.pull.commits.splice(0), "No pull request contains 5ca5e1"],
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

  // The first push after adopt comes through no pull request, and has no review.
  test.each<[string, Printed, number]>([
    ["nothing to do", none, 0],
    ["a change that is declared as it is live", recorded("console-change-adopted"), 1],
  ])("the first push after adopt is green with %s", async (_, printed, count) => {
    jobs.prints({ preview: [printed], up: [updated] });
    host.push("main", { sha: "beef" });
    for (const args of [["apply"], ["apply", "--json"]]) expect(await jobs.run(args, { commit: "beef" })).toMatchObject({ code: 0 });
    expect([updates().length, host.comments]).toEqual([2 * count, []]);
    const { out } = await jobs.run(["apply"], { commit: "beef" });
    if (count === 0) expect(out).toContain("Nothing to do");
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

  test("projects of one name are told apart by their directories, or by --name", async () => {
    for (const of of ["a", "b", "a"]) expect((await jobs.run(["preview", "--name", of])).code).toBe(0);
    expect(bodies().map((body) => lastLine(body)?.split(" ").slice(2, 4))).toEqual([
      ["stack=movies/dev", "folder=a"],
      ["stack=movies/dev", "folder=b"],
    ]);
  });

  test("drift keeps one issue, which is closed when the drift is gone", async () => {
    const drift = async () => JSON.parse((await jobs.run(["drift", "--json"], { commit: squash })).out) as unknown;
    expect(await drift()).toMatchObject({ verb: "drift", stack: "movies/dev", comment: { action: "created" }, exitCode: 0 });
    expect(lastLine(host.issues[0]?.body)).toBe("<!-- graphplane-drift stack=movies/dev commit=5ca5e1 -->");
    jobs.prints({ preview: [none] });
    expect(await drift()).toMatchObject({ comment: { action: "closed" } });
    expect(host.issues).toMatchObject([{ labels: ["graphplane-drift"], open: false }]);
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
