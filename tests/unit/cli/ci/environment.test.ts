import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CiEnvironment, readCiEnvironment } from "../../../../cli/ci/environment";
import type { HttpSettings } from "../../../../cli/ci/http";

/** The facts of a run that the variables of its job state. */

const folder = mkdtempSync(join(tmpdir(), "graphplane-environment-"));
const file = join(folder, "event.json");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [one, two, none] = ["1".repeat(40), "2".repeat(40), "0".repeat(40)] as const;

type Variables = Readonly<Record<string, string>>;
type Facts = Partial<Pick<CiEnvironment, "commit" | "before" | "branch" | "person" | "pull" | "untrustedSource">>;

function factsOf(env: Variables, event?: object): Facts {
  writeFileSync(file, JSON.stringify(event ?? {}));
  const { commit, before, branch, person, pull, untrustedSource } = readCiEnvironment({ GITHUB_EVENT_PATH: file, ...env });
  return { commit, before, branch, person, pull, untrustedSource };
}

const github = { GITHUB_ACTIONS: "true", GITHUB_REPOSITORY: "team/databases", GITHUB_SHA: two };

test.each<[string, Variables, object, Facts]>([
  ["a push has its commit, and the one before it", {}, { before: one }, { commit: two, before: one }],
  ["a push that creates a branch has no commit before it", {}, { before: none }, { before: undefined }],
  ["a run by hand has no commit before it", {}, { inputs: {} }, { commit: two, before: undefined }],
  ["a push of a bot comes from one", {}, { before: one, sender: { type: "Bot" } }, { untrustedSource: "a bot" }],
  ["a text that is no hash is none", {}, { before: "$(touch x)" }, { before: undefined }],
  [
    "a batch of a merge queue has its own commit, and the one that it is based on",
    { GITHUB_REF_NAME: "gh-readonly-queue/main/pr-7-1111" },
    { merge_group: { head_sha: "c0ffee1", base_sha: one }, before: none, sender: { type: "Bot" } },
    { commit: "c0ffee1", before: one, branch: "gh-readonly-queue/main/pr-7-1111", pull: undefined, untrustedSource: undefined },
  ],
  [
    "a pull request has its number and head",
    {},
    { pull_request: { number: 7, head: { sha: "c0ffee1" } } },
    { commit: two, pull: { number: 7, head: "c0ffee1" } },
  ],
  ["the branch may have slashes", { GITHUB_REF_NAME: "team/main", GITHUB_REF_TYPE: "branch" }, {}, { branch: "team/main" }],
  ["the branch is known without its type", { GITHUB_REF_NAME: "main" }, {}, { branch: "main" }],
  ["a tag is no branch", { GITHUB_REF_NAME: "v1", GITHUB_REF_TYPE: "tag" }, {}, { branch: undefined }],
  ["an empty branch is none", { GITHUB_REF_NAME: "" }, {}, { branch: undefined }],
  ["the person is the actor", { GITHUB_ACTOR: "ann" }, {}, { person: "ann" }],
  [
    "the person of a run that is run again is the one who did that",
    { GITHUB_ACTOR: "ann", GITHUB_TRIGGERING_ACTOR: "bob" },
    {},
    { person: "bob" },
  ],
  ["an empty actor is none", { GITHUB_ACTOR: "", GITHUB_TRIGGERING_ACTOR: "" }, {}, { person: undefined }],
])("on GitHub, %s", (_, env, event, facts) => {
  expect(factsOf({ ...github, ...env }, event)).toMatchObject(facts);
});

const gitlab = { GITLAB_CI: "true", CI_COMMIT_SHA: two };

test.each([
  ["/builds/databases", "/builds/databases"],
  ["", undefined],
])("on GitLab, the directory of the repository is %j", (directory, repository) => {
  expect(readCiEnvironment({ ...gitlab, CI_PROJECT_DIR: directory }).repository).toBe(repository);
});

test.each<[string, Variables, Facts]>([
  ["a push has its commit, and the one before it", { CI_COMMIT_BEFORE_SHA: one }, { commit: two, before: one }],
  ["zeros are no commit", { CI_COMMIT_BEFORE_SHA: none }, { before: undefined }],
  ["the branch may have slashes", { CI_COMMIT_BRANCH: "team/main" }, { branch: "team/main" }],
  ["a tag is no branch", { CI_COMMIT_TAG: "v1" }, { branch: undefined }],
  ["the person started the pipeline", { GITLAB_USER_LOGIN: "ann" }, { person: "ann" }],
  ["a merge request has its number and head", { CI_MERGE_REQUEST_IID: "7" }, { pull: { number: 7, head: two } }],
])("on GitLab, %s", (_, env, facts) => {
  expect(factsOf({ ...gitlab, ...env })).toMatchObject(facts);
});

test.each<[string, Variables, Facts]>([
  ["an empty person is none", { GITLAB_USER_LOGIN: "" }, { person: undefined }],
  ["an empty branch is none", { CI_COMMIT_BRANCH: "" }, { branch: undefined }],
  ["an empty number is no merge request", { CI_MERGE_REQUEST_IID: "" }, { pull: undefined }],
  [
    "a merge request of the same project is no fork",
    { CI_PROJECT_ID: "5", CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "5" },
    { untrustedSource: undefined },
  ],
  [
    "a merge request without a source project is no fork",
    { CI_MERGE_REQUEST_PROJECT_ID: "5", CI_PROJECT_ID: "9" },
    { untrustedSource: undefined },
  ],
  [
    "a merge request of another project is a fork",
    { CI_PROJECT_ID: "5", CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "9" },
    { untrustedSource: "a fork" },
  ],
  [
    "a pipeline in the fork for the project is a fork",
    { CI_PROJECT_ID: "9", CI_MERGE_REQUEST_PROJECT_ID: "5", CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "9" },
    { untrustedSource: "a fork" },
  ],
  [
    "a merged result has the head of the branch",
    { CI_MERGE_REQUEST_IID: "7", CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: one },
    { commit: two, pull: { number: 7, head: one } },
  ],
])("on GitLab, %s", (_, env, facts) => expect(factsOf({ ...gitlab, ...env })).toMatchObject(facts));

test.each<[string, object, Facts]>([
  ["a number that is no integer is no pull request", { pull_request: { number: 7.5, head: { sha: "c0ffee1" } } }, { pull: undefined }],
  ["a pull request without a head is none", { pull_request: { number: 7 } }, { pull: undefined }],
  ["a hash has 64 characters at most", { before: "a".repeat(65) }, { before: undefined }],
  ["a hash can have 64 characters", { before: "a".repeat(64) }, { before: "a".repeat(64) }],
  ["a hash has no space", { before: "a b" }, { before: undefined }],
  ["a hash is a text", { before: 1234567 }, { before: undefined }],
  ["a hash can begin with zeros", { before: "000a" }, { before: "000a" }],
  [
    "a pull request of the same repository is no fork",
    { pull_request: { head: { repo: { full_name: "team/databases" } } } },
    { untrustedSource: undefined },
  ],
  [
    "a pull request of another repository is a fork",
    { pull_request: { head: { repo: { full_name: "eve/databases" } } } },
    { untrustedSource: "a fork" },
  ],
  ["a pull request of a deleted repository is a fork", { pull_request: { head: { repo: null } } }, { untrustedSource: "a fork" }],
  ["a fork stays one if a bot started it", { pull_request: {}, sender: { type: "Bot" } }, { untrustedSource: "a fork" }],
  ["a person is no bot", { sender: { type: "User" } }, { untrustedSource: undefined }],
])("on GitHub, %s", (_, event, facts) => expect(factsOf(github, event)).toMatchObject(facts));

test.each<[Variables, object]>([
  [
    { GITHUB_WORKSPACE: "/w", GITHUB_STEP_SUMMARY: "/s" },
    { name: "GitHub", repository: "/w", summary: "/s", hasToken: false },
  ],
  [
    { GITHUB_WORKSPACE: "", GITHUB_STEP_SUMMARY: "" },
    { repository: undefined, summary: undefined },
  ],
  [{ GITHUB_TOKEN: "t" }, { hasToken: true }],
  [{ GITHUB_TOKEN: "", GH_TOKEN: "t" }, { hasToken: true }],
  [{ GITHUB_TOKEN: "", GH_TOKEN: "" }, { hasToken: false }],
  [{ GITHUB_EVENT_PATH: "/nowhere" }, { unreadableEvent: "/nowhere", pull: undefined }],
  [{}, { unreadableEvent: "" }],
])("on GitHub, the variables %j state %j", (env, facts) => expect(readCiEnvironment({ ...github, ...env })).toMatchObject(facts));

test("on GitHub, a readable event is not reported", () => {
  writeFileSync(file, "{}");
  expect(readCiEnvironment({ ...github, GITHUB_EVENT_PATH: file }).unreadableEvent).toBeUndefined();
});

test.each([
  ["", false],
  ["t", true],
])("on GitLab, the token %j is one: %s", (token, hasToken) =>
  expect(readCiEnvironment({ ...gitlab, GITLAB_TOKEN: token })).toMatchObject({ name: "GitLab", hasToken }),
);

const [onGithub, onGitlab] = [
  { ...github, GITHUB_TOKEN: "t", GITHUB_API_URL: "https://host.invalid" },
  { ...gitlab, GITLAB_TOKEN: "t", CI_API_V4_URL: "https://host.invalid", CI_PROJECT_ID: "5" },
];
test.each<[string, Variables, string]>([
  ["GITHUB_TOKEN", onGithub, "GITHUB_TOKEN (or GH_TOKEN)"],
  ["GITHUB_API_URL", onGithub, "GITHUB_API_URL"],
  ["GITHUB_REPOSITORY", onGithub, "GITHUB_REPOSITORY"],
  ["GITLAB_TOKEN", onGitlab, "GITLAB_TOKEN"],
  ["CI_API_V4_URL", onGitlab, "CI_API_V4_URL"],
  ["CI_PROJECT_ID", onGitlab, "CI_PROJECT_ID"],
])("a host cannot be called without %s", (variable, env, name) => {
  const connect = (variables: Variables) => readCiEnvironment(variables).connect?.({} as HttpSettings, "ann");
  expect(() => connect({ ...env, [variable]: "" })).toThrow(`${name} is not set. Add it to the job's environment; `);
  expect(connect(env)).toBeDefined();
});

test("outside of a job there is no host, and no token", () =>
  expect(readCiEnvironment({ GITHUB_ACTIONS: "false", GITLAB_CI: "" })).toEqual({ name: "terminal", hasToken: false }));
