import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitCodeOf } from "../../../../cli/review/exit-code";
import { type Preview, parseEvents, parsePreview } from "../../../../cli/review/inputs";
import { reviewOf } from "../../../../cli/review/read";
import { runOf } from "../../../../cli/review/run";
import { runCommand } from "../../../support/terminal";
import { comment, previewOf, sampleNames, sampleReview } from "./samples";

const lossy = ["deletion", "refresh-with-the-program", "workspace-deleted"].map((name) => [name, 4] as const);
const failing = ["hostile-names", "program-throws", "failing-check", "protected-workspace-removed"].map((name) => [name, 1] as const);
const codes: Record<string, number> = { "nothing-to-do": 0, ...Object.fromEntries([...failing, ...lossy]) };

test.each(sampleNames)("the exit code follows from the preview: %s", (name) => {
  expect(exitCodeOf(sampleReview(name), { changes: true })).toBe(codes[name] ?? 3);
});

test.each<[string, string[], RegExp]>([
  ["an unknown option", ["--what"], /^graphplane review: unknown option "--what"\. See graphplane review --help\.$/],
  ["an unknown format", ["--format", "html"], / text, markdown or json, not "html"\.$/],
  [
    "a file",
    ["preview.json"],
    /^graphplane review: unexpected argument "preview\.json": it takes no file, because it runs "pulumi preview" itself\. See graphplane review --help\.$/,
  ],
  ["a saved plan", ["--plan", "plan.json"], /^graphplane review: unknown option "--plan"/],
  ["a directory that does not exist", ["--cwd", "/nowhere"], /^graphplane review: --cwd: no such directory: \/nowhere$/],
  [
    "a directory without a project",
    ["--cwd", tmpdir()],
    /^graphplane review: No Pulumi project in \S+\. Run .*, or pass --cwd <directory>\.$/,
  ],
  ["prices that do not exist", ["--prices", "/nowhere.json"], /^graphplane review: --prices: cannot read "\/nowhere\.json"/],
])("refuses %s in one sentence, and exit code 2", async (_, args, sentence) => {
  const { code, out, err } = await runCommand(["review", ...args]);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(sentence);
  expect(err).not.toContain("\n");
});

test.each(["", "it was Previewing update", "error: no stack named 'dev' found", '{"a":1}', "[]", '{"steps":1}', '{"steps":[{"op":1}]}'])(
  "the output %j is no preview",
  (text) => expect(parsePreview(text)).toBeUndefined(),
);

const resize = previewOf("resize");
test.each<[string, Preview]>([
  ["printed no preview", { events: [], records: [], failure: "error: no stack named 'dev' found" }],
  ["has no steps", { ...resize, steps: [] }],
  ["has an error", { ...resize, diagnostics: [{ severity: "error", message: "error: no stack named 'dev' found" }] }],
  ["ended without a summary, as an engine that died does", { ...resize, events: [] }],
])("a preview that %s is incomplete, and still gives a comment", (_, preview) => {
  const review = reviewOf(preview);
  const text = comment(review);
  expect([review.complete, review.failed, exitCodeOf(review, {})]).toEqual([false, true, 1]);
  expect(text).toMatch(/^## .*ncomplete.* the preview failed\n/);
  expect(text).not.toContain("fingerprint=");
  if (JSON.stringify(preview).includes("no stack"))
    expect(review.messages).toMatchObject([{ text: expect.stringContaining("no stack") as string }]);
});

test("the events of a run are read line by line, without those for debugging, which hold secrets, and a line that is cut off", () => {
  const diagnostic = (severity: string) => ({ diagnosticEvent: { severity, message: "token=very-secret" } });
  const events = [diagnostic("error"), { summaryEvent: { result: "failed" } }];
  const lines = [diagnostic("debug"), ...events, diagnostic("debug")].map((one) => JSON.stringify(one));
  expect(parseEvents([...lines, '{"summaryEvent":{"res'].join("\n"))).toEqual(events);
  expect(JSON.stringify(parseEvents(lines.slice(0, 1).join("")))).not.toContain("secret");
});

const sha = "4f2a9c1d3e5b6a7c8d9e0f1a2b3c4d5e6f7a8b9c";
const commit = "commit 4f2a9c1d3e · 2026-11-22 08:15 UTC";
const folder = mkdtempSync(join(tmpdir(), "review-"));
afterAll(() => rmSync(folder, { recursive: true }));
const log = (url: string) => `<a href="${url}">log of the run</a>`;
const event = (name: string, content: unknown) => {
  writeFileSync(join(folder, name), JSON.stringify(content));
  return { GITHUB_EVENT_PATH: join(folder, name) };
};
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
])("names commit, time and run by the environment variables of %s", (_, environment, expected) => {
  const text = comment(sampleReview("resize"), { run: runOf(environment, new Date("2026-11-22T08:15:59Z")) });
  expect(/limits of this preview(?: · (.*))?<\/summary>/.exec(text)?.[1]).toBe(expected);
});

test("--help shows an example", async () => {
  const { code, out } = await runCommand(["review", "--help"]);
  expect(code).toBe(0);
  expect(out).toContain("graphplane review --stack dev --format markdown");
});
