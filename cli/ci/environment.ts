import { getIn } from "../../provider/values/json";
import type { Environment } from "../command";
import { eventOf } from "../review/run";
import { github } from "./github";
import { gitlab } from "./gitlab";
import type { Host, Pull } from "./host";
import type { HttpSettings } from "./http";

/** The place that a run happens in: GitHub Actions, GitLab, or a terminal. Most of it is known only in a job. */
export interface CiEnvironment {
  readonly name: "GitHub" | "GitLab" | "terminal";
  readonly pull?: Pull | undefined;
  readonly commit?: string | undefined;
  /** The commit that the branch had before the push that started the run, or before the batch of a merge queue. */
  readonly before?: string | undefined;
  readonly branch?: string | undefined;
  /** The origin of a run that may get no secrets. */
  readonly untrustedSource?: "a fork" | "a bot" | undefined;
  /** The login of the person who started the run. */
  readonly person?: string | undefined;
  /** The folder of the repository. */
  readonly repository?: string | undefined;
  /** The file of the step summary. */
  readonly summary?: string | undefined;
  readonly hasToken: boolean;
  /** The file of GitHub's event, if it cannot be read; empty if none is named. */
  readonly lostEvent?: string | undefined;
  /** Connects to the host; throws an error that names a missing variable. Undefined on a terminal. */
  readonly connect?: (http: Pick<HttpSettings, "clock" | "now" | "stopped" | "log">, account: string) => Host;
}

/** The variables that hold credentials: no output of the command contains the value of one. */
export const credentials = ["GITHUB_TOKEN", "GH_TOKEN", "GITLAB_TOKEN", "PULUMI_ACCESS_TOKEN", "GRAPHPLANE_API_KEY"];
/** The variables whose values the program under preview must not get: with them it could write comments. */
export const hostTokens = credentials.slice(0, 3);

/** The account whose comments count as the run's own on GitHub. */
export const githubAccount = "github-actions[bot]";

export function readCiEnvironment(env: Environment): CiEnvironment {
  if (isSet(env["GITHUB_ACTIONS"])) return onGithub(env);
  if (isSet(env["GITLAB_CI"])) return onGitlab(env);
  return { name: "terminal", hasToken: false };
}

function onGithub(env: Environment): CiEnvironment {
  const event = eventOf(env);
  const pull = getIn(event, ["pull_request"]);
  const group = getIn(event, ["merge_group"]);
  const branch = env["GITHUB_REF_TYPE"] === "tag" ? undefined : env["GITHUB_REF_NAME"] || undefined;
  const isFork = pull !== undefined && getIn(pull, ["head", "repo", "full_name"]) !== env["GITHUB_REPOSITORY"];
  // A merge queue's sender is a bot, but its runs get secrets.
  const isBot = group === undefined && getIn(event, ["sender", "type"]) === "Bot";
  const tokenName = env["GITHUB_TOKEN"] ? "GITHUB_TOKEN" : "GH_TOKEN";
  const token = env[tokenName];
  return {
    name: "GitHub",
    pull: pullOf(getIn(pull, ["number"]), getIn(pull, ["head", "sha"])),
    commit: hashOf(getIn(group, ["head_sha"])) ?? hashOf(env["GITHUB_SHA"]),
    before: earlierOf(getIn(group, ["base_sha"]) ?? getIn(event, ["before"])),
    branch,
    untrustedSource: isFork ? "a fork" : isBot ? "a bot" : undefined,
    // The actor of a run that somebody else runs again stays the first one.
    person: env["GITHUB_TRIGGERING_ACTOR"] || env["GITHUB_ACTOR"] || undefined,
    repository: env["GITHUB_WORKSPACE"] || undefined,
    summary: env["GITHUB_STEP_SUMMARY"] || undefined,
    hasToken: Boolean(token),
    lostEvent: event === undefined ? (env["GITHUB_EVENT_PATH"] ?? "") : undefined,
    connect: (http, account) => {
      const headers = {
        authorization: `Bearer ${required(token, "GITHUB_TOKEN (or GH_TOKEN)")}`,
        accept: "application/vnd.github+json",
        "x-github-api-version": "2022-11-28",
      };
      const base = required(env["GITHUB_API_URL"], "GITHUB_API_URL");
      const repository = required(env["GITHUB_REPOSITORY"], "GITHUB_REPOSITORY").split("/").map(encodeURIComponent).join("/");
      return github({ ...http, host: "GitHub", base, headers, tokenName }, repository, account, branch);
    },
  };
}

function onGitlab(env: Environment): CiEnvironment {
  const target = env["CI_MERGE_REQUEST_PROJECT_ID"] || env["CI_PROJECT_ID"];
  const source = env["CI_MERGE_REQUEST_SOURCE_PROJECT_ID"] || target;
  // In a pipeline of merged results, CI_COMMIT_SHA is a commit that nobody made.
  const head = hashOf(env["CI_MERGE_REQUEST_SOURCE_BRANCH_SHA"] || env["CI_COMMIT_SHA"]);
  const token = env["GITLAB_TOKEN"];
  const branch = env["CI_COMMIT_BRANCH"] || undefined;
  return {
    name: "GitLab",
    pull: pullOf(Number(env["CI_MERGE_REQUEST_IID"] || Number.NaN), head),
    commit: hashOf(env["CI_COMMIT_SHA"]),
    before: earlierOf(env["CI_COMMIT_BEFORE_SHA"]),
    branch,
    untrustedSource: source === target ? undefined : "a fork",
    person: env["GITLAB_USER_LOGIN"] || undefined,
    repository: env["CI_PROJECT_DIR"] || undefined,
    hasToken: Boolean(token),
    connect: (http) => {
      const headers = { "private-token": required(token, "GITLAB_TOKEN"), accept: "application/json" };
      const base = required(env["CI_API_V4_URL"], "CI_API_V4_URL");
      const project = required(env["CI_PROJECT_ID"], "CI_PROJECT_ID");
      return gitlab({ ...http, host: "GitLab", base, headers, tokenName: "GITLAB_TOKEN" }, project, branch);
    },
  };
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== "" && value !== "false";

function required(value: string | undefined, name: string): string {
  if (value) return value;
  throw new Error(`${name} is not set, so the host cannot be called. Give it to the job (docs/review.md lists what it needs).`);
}

function pullOf(number: unknown, sha: unknown): Pull | undefined {
  const head = hashOf(sha);
  return Number.isSafeInteger(number) && head !== undefined ? { number: Number(number), head } : undefined;
}

/** A commit's hash; undefined for a text that may be anything else. */
const hashOf = (text: unknown): string | undefined => (typeof text === "string" && /^[\w.-]{1,64}$/.test(text) ? text : undefined);

/** The hash of an earlier commit; the hosts write zeros for none. */
const earlierOf = (text: unknown): string | undefined => (/^0+$/.test(String(text)) ? undefined : hashOf(text));
