import { file, previewWith, run as runIn, sample, sampleNames, workspace } from "./samples";

const run = (...args: string[]) => runIn(args);
const resize = file("resize.json", sample("resize").preview);

const lossy = ["deletion", "refresh-with-the-program", "workspace-deleted"].map((name) => [name, 4] as const);
const failing = ["hostile-names", "program-throws", "failing-check", "protected-workspace-removed"].map((name) => [name, 1] as const);
const codes: Record<string, number> = { "nothing-to-do": 0, ...Object.fromEntries([...failing, ...lossy]) };

test.each(sampleNames)("the exit code follows from the preview: %s", async (name) => {
  const { code, err } = await run(file("preview.json", sample(name).preview));
  // Only a plan shows that a resource takes over live values without any step.
  expect([code, err]).toEqual([codes[name] ?? (name === "console-change-adopted" ? 0 : 3), []]);
});

test("a plan adds changes", async () => {
  const { preview, plan = "" } = sample("console-change-adopted");
  const { code, out } = await run(file("preview.json", preview), "--plan", file("plan.json", plan), "--format", "summary");
  expect([code, out]).toEqual([3, "✅ `main`: keeps its live values · `movies/dev` · 1 resource keeps its live values, 2 unchanged"]);
});

test.each<[string, string[], RegExp]>([
  ["an unknown option", ["--what"], /^graphplane review: unknown option "--what"; see graphplane review --help\.$/],
  ["an unknown format", ["--format", "html"], /--format takes markdown, text, summary, json or annotations, not "html"\.$/],
  ["two files", ["a", "b"], /one file is reviewed at a time, not 2/],
  [
    "a file that is not there",
    ["/nowhere/preview.json"],
    /"\/nowhere\/preview\.json" cannot be read \(no such file or directory\); give the file/,
  ],
  ["JSON that is no preview", [file("other.json", '{"a":1}')], /is JSON, but not a preview; give the output/],
  ["steps that are no steps", [file("no-steps.json", '{"steps":1}')], /is JSON, but not a preview/],
  ["one event", [file("event.json", '{"sequence":1,"timestamp":2}')], /is a stream of events/],
  [
    "a stream of events",
    [file("events.json", '{"sequence":1,"timestamp":2}\n{"sequence":2,"timestamp":2}\n')],
    /without PULUMI_ENABLE_STREAMING_JSON_PREVIEW/,
  ],
  [
    "the text of a preview",
    [file("preview.txt", "Previewing update (dev):\n\n     Type  Name  Plan\n")],
    /is the text of a preview; run "pulumi preview --refresh --json"\.$/,
  ],
  ["the text of a preview after other lines", [file("other.txt", "$ pulumi\nPreviewing refresh (dev):\n")], /is the text of a preview/],
  [
    "a plan that is not there",
    [resize, "--plan", "missing.json"],
    /"missing\.json" cannot be read \(no such file or directory\); give the file that "pulumi preview --save-plan" wrote\.$/,
  ],
  ["a plan that is none", [resize, "--plan", file("other.json", '{"a":1}')], /is not a plan; give the file/],
  ["a commit that is none", ["--commit", "main", resize], /--commit takes the hash of a commit: 7 to 64/],
  ["an address that is none", ["--run-url", "run 7", resize], /--run-url takes an address that begins with/],
  [
    "a report of drift of a preview that did not refresh",
    [
      file("unrefreshed.json", JSON.stringify(previewWith([{ name: "a", before: workspace, after: { ...workspace, pause: true } }]))),
      "--drift",
    ],
    /without --refresh, so it shows no drift; run it with --refresh --run-program\.$/,
  ],
  [
    "a report of drift with a fingerprint",
    [file("none.json", ""), "--drift", "--expect", "abc"],
    /--drift and --expect exclude each other/,
  ],
  ["a fingerprint that is none", [resize, "--expect", "abc"], /--expect is not a fingerprint/],
])("refuses %s in one sentence with the fix, and exit code 2", async (_, args, sentence) => {
  const { code, out, err } = await run(...args);
  expect([code, out, err.length]).toEqual([2, "", 1]);
  expect(err[0]).toMatch(sentence);
  expect(err[0]).not.toContain("\n");
});

test.each([
  ["nothing", ""],
  ["half of it", sample("resize").preview.slice(0, 5000)],
  ["words like those of a preview's text", "it was Previewing update"],
  ["an error in words", "error: no stack named 'dev' found"],
])("a preview that printed %s is incomplete, and still gives a comment", async (_, text) => {
  const { code, out, err } = await run(file("preview.json", text));
  expect([code, err.length]).toEqual([1, 1]);
  expect(out).toContain("## ❌ Incomplete: the preview failed\n");
  expect(out).toContain("The log of its run says why.");
  expect(out).toContain("<!-- graphplane-review stack=unknown -->");
});

test.each([
  ["nothing", "", /The log of its run says why\. If it says "had not been marked as seen": run this preview/],
  [
    "the engine's panic",
    "panic: fatal: An assertion has failed: URN 'urn:pulumi:dev::movies::acme:Team::a' had not been marked as seen\n\ngoroutine 103 [running]:\n",
    /^graphplane review: Pulumi itself ended with "had not been marked as seen", as it does with --run-program after a component is renamed/,
  ],
])("a preview after a component was renamed that printed %s is reported with a command that works", async (_, text, sentence) => {
  const { code, out, err } = await run(file("preview.json", text));
  expect([code, err]).toEqual([1, [expect.stringMatching(sentence)]]);
  expect(out).toContain("## ❌ Incomplete: the preview failed\n");
  expect(err[0]).toMatch(/run this preview and the next pulumi up without --run-program\.$/);
});

test.each([
  ["that refreshed", sample("nothing-to-do").preview, 0, "## No drift in `movies/dev`"],
  ["that failed", "", 1, "## Drift in `unknown`: incomplete, the preview failed"],
])("--drift reports a preview %s", async (_, text, expected, headline) => {
  const { code, out } = await run(file("preview.json", text), "--drift");
  expect([code, out.split("\n")[0]]).toEqual([expected, expect.stringContaining(headline)]);
});

test("a plan adds nothing to a preview that printed nothing", async () => {
  const { plan = "" } = sample("changed-secret");
  const { out } = await run(file("preview.json", ""), "--plan", file("plan.json", plan));
  expect(out).toContain("changes unknown");
  expect(out).not.toMatch(/Stack outputs|not seen/);
});

test.each([
  ["nothing", ""],
  ["an error", sample("failing-check").preview],
])("a preview that failed and printed %s needs no plan, as it writes none", async (_, text) => {
  const { code, out } = await run(file("preview.json", text), "--plan", "no-such-plan.json");
  expect([code, out]).toEqual([1, expect.stringContaining("the preview failed")]);
});

test.each([
  ["steps", '{"steps":[]}', 1],
  ["diagnostics alone", '{"diagnostics":[]}', 1],
  ["a summary alone", '{"changeSummary":{"same":1}}', 1],
  [
    "JSON between other lines",
    `Installing…\n${JSON.stringify(JSON.parse(sample("resize").preview), null, 2)}\nwarning: a new version\n`,
    3,
  ],
])("reads %s", async (_, text, expected) => {
  const { code, err } = await run(file("preview.json", text));
  expect([code, err]).toEqual([expected, []]);
});

test("--expect is not a fingerprint of the comment", async () => {
  const { preview: text, plan = "" } = sample("resize");
  const preview = file("preview.json", text);
  const { out } = await run(preview, "--plan", file("plan.json", plan));
  const fingerprint = / fingerprint=(\S+) -->$/.exec(out)?.[1] ?? "";
  expect(await run(preview, "--expect", fingerprint)).toEqual({ code: 0, out: "The preview still matches the review.", err: [] });
  const other = file("other.json", JSON.stringify(previewWith([{ name: "a\nb", before: workspace }])));
  expect(await run(other, "--expect", fingerprint)).toEqual({
    code: 1,
    out: [
      "The preview no longer matches the review:",
      "- WorkspaceSettings mainSettings: was reviewed, but no longer changes",
      "- WorkspaceSettings a\\nb: was not reviewed",
    ].join("\n"),
    err: [],
  });
  expect((await run(file("failed.json", sample("failing-check").preview), "--expect", fingerprint)).code).toBe(1);
});

const sha = "4f2a9c1d3e5b6a7c8d9e0f1a2b3c4d5e6f7a8b9c";
const commit = "commit 4f2a9c1d3e · 2026-11-22 08:15 UTC";
const log = (url: string) => `<a href="${url}">log of the run</a>`;
const event = (name: string, content: unknown) => ({ GITHUB_EVENT_PATH: file(name, JSON.stringify(content)) });
const head = event("pull-request.json", { pull_request: { head: { sha } } });
const github = { GITHUB_ACTIONS: "true", GITHUB_SHA: sha };
const githubRun = { GITHUB_SERVER_URL: "https://github.example", GITHUB_REPOSITORY: "org/infra", GITHUB_RUN_ID: "77" };
const azure = {
  TF_BUILD: "True",
  SYSTEM_PULLREQUEST_SOURCECOMMITID: sha,
  BUILD_SOURCEVERSION: "0".repeat(40),
  SYSTEM_COLLECTIONURI: "https://dev.example/org/",
  SYSTEM_TEAMPROJECT: "infra x",
  BUILD_BUILDID: "77",
};
const bitbucket = { BITBUCKET_BUILD_NUMBER: "7", BITBUCKET_COMMIT: sha, BITBUCKET_GIT_HTTP_ORIGIN: "https://bitbucket.example/org/infra" };
const jenkins = (url: string) => ({ JENKINS_URL: "https://ci.example/", BUILD_URL: url });
const gitlabJob = "https://user:pass@gitlab.example/org/infra/-/jobs/7?private_token=t#L1";

test.each<[string, Record<string, string>, string | undefined]>([
  ["no CI system", { GITHUB_SHA: sha, CI_COMMIT_SHA: sha }, undefined],
  [
    "GitHub, on a pull request",
    { ...github, GITHUB_SHA: "0".repeat(40), ...head, ...githubRun },
    `${commit} · ${log("https://github.example/org/infra/actions/runs/77")}`,
  ],
  ["GitHub, on a push", { ...github, ...event("push.json", {}) }, commit],
  ["GitHub, with an event of another form", { ...github, ...event("other.json", { pull_request: { head: { sha: 12_345_678 } } }) }, commit],
  ["GitHub, without the event's file", { ...github, GITHUB_EVENT_PATH: "/nowhere/event.json" }, commit],
  [
    "GitLab",
    { GITLAB_CI: "true", CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: sha, CI_COMMIT_SHA: "0".repeat(40), CI_JOB_URL: gitlabJob },
    `${commit} · ${log("https://gitlab.example/org/infra/-/jobs/7")}`,
  ],
  ["Azure Pipelines", azure, `${commit} · ${log("https://dev.example/org/infra%20x/_build/results?buildId=77")}`],
  ["Bitbucket", bitbucket, `${commit} · ${log("https://bitbucket.example/org/infra/pipelines/results/7")}`],
  ["Jenkins", { ...jenkins("javascript:alert(1)"), GIT_COMMIT: sha }, commit],
  [
    "a Jenkins of the team's own network",
    jenkins("http://ci.local/job/77?buildId=7x"),
    `2026-11-22 08:15 UTC · ${log("http://ci.local/job/77")}`,
  ],
  [
    "a Jenkins with a number behind other signs",
    jenkins("https://ci.example/job?buildId=x77"),
    `2026-11-22 08:15 UTC · ${log("https://ci.example/job")}`,
  ],
  ["CircleCI", { CIRCLECI: "true", CIRCLE_SHA1: sha }, commit],
  [
    "Buildkite",
    { BUILDKITE: "true", BUILDKITE_BUILD_URL: "https://buildkite.example/7" },
    `2026-11-22 08:15 UTC · ${log("https://buildkite.example/7")}`,
  ],
])("names commit, time and run by the environment variables of %s", async (_, environment, expected) => {
  const { out } = await runIn([resize], environment);
  expect(/limits of this preview(?: · (.*))?<\/summary>/.exec(out)?.[1]).toBe(expected);
});

test("options take precedence over the environment", async () => {
  const environment = { GITLAB_CI: "true", CI_COMMIT_SHA: "0".repeat(40), CI_JOB_URL: "https://gitlab.example/1" };
  const given = ["--commit", sha, "--run-url", "https://ci.example/runs/1_(2)?token=secret"];
  const { out } = await runIn([...given, resize], environment);
  expect(out).toContain('commit 4f2a9c1d3e · 2026-11-22 08:15 UTC · <a href="https://ci.example/runs/1_(2)">log of the run</a></summary>');
});

test("--json is the format json", async () => {
  const preview = resize;
  expect(await run(preview, "--json")).toEqual(await run(preview, "--format", "json"));
});

test("--help shows an example", async () => {
  const { code, out } = await run("--help");
  expect(code).toBe(0);
  expect(out).toContain("pulumi preview --refresh --json --save-plan plan.json > preview.json");
});

test.each([
  ["UTF-8 with a byte-order mark", (text: string) => `\uFEFF${text}`],
  ["UTF-16, as PowerShell writes it", (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le")],
])("reads a preview in %s", async (_, encode) => {
  const { preview } = sample("resize");
  const expected = await run(file("plain.json", preview));
  expect(await run(file("marked.json", encode(preview)))).toEqual(expected);
});
