import { getIn } from "../../provider/values/json";
import type { Environment } from "../command";
import { docsUrl } from "../links";
import { eventOf } from "../review/run";
import { github } from "./github";
import { gitlab } from "./gitlab";
import type { Host, Pull } from "./host";
import type { HttpSettings } from "./http";

/** The environment of a run: GitHub Actions, GitLab CI, or a terminal, where most properties are undefined. */
export interface CiEnvironment {
  readonly name: "GitHub" | "GitLab" | "terminal";
  readonly pull?: Pull | undefined;
  readonly commit?: string | undefined;
  /** The commit of the branch before the push that started the run or, in a merge queue, before the batch. */
  readonly before?: string | undefined;
  readonly branch?: string | undefined;
  /** The origin of a run to which the host might not pass secrets. */
  readonly untrustedSource?: "a fork" | "a bot" | undefined;
  /** The login of the person who started the run. */
  readonly person?: string | undefined;
  readonly repository?: string | undefined;
  /** The path of the job summary file. */
  readonly summary?: string | undefined;
  readonly hasToken: boolean;
  /** The path of GitHub's event file, if it cannot be read; empty if the variable is not set. */
  readonly unreadableEvent?: string | undefined;
  /** Connects to the host. If a variable is missing, throws an error that contains its name. Undefined on a terminal. */
  readonly connect?: (http: Pick<HttpSettings, "clock" | "now" | "stopped" | "log">, account: string) => Host;
}

/** The host's tokens. They are removed from the program's environment, because the program could write comments with them. */
export const hostTokens = ["GITHUB_TOKEN", "GH_TOKEN", "GITLAB_TOKEN"];
/** The environment variables with credentials, which are redacted in all output. */
export const credentials = [...hostTokens, "PULUMI_ACCESS_TOKEN", "GRAPHPLANE_API_KEY"];

/** The default account on GitHub that writes the comments of a run. */
export const githubAccount = "github-actions[bot]";

export function readCiEnvironment(env: Environment): CiEnvironment {
  const isSet = (name: string) => !["", "false", undefined].includes(env[name]);
  if (isSet("GITHUB_ACTIONS")) return readGithub(env);
  return isSet("GITLAB_CI") ? readGitlab(env) : { name: "terminal", hasToken: false };
}

function readGithub(env: Environment): CiEnvironment {
  const event = eventOf(env);
  const pull = getIn(event, ["pull_request"]);
  const group = getIn(event, ["merge_group"]);
  const isFork = pull !== undefined && getIn(pull, ["head", "repo", "full_name"]) !== env["GITHUB_REPOSITORY"];
  // The sender of a merge queue is a bot, but its runs receive secrets.
  const isBot = group === undefined && getIn(event, ["sender", "type"]) === "Bot";
  const tokenName = env["GITHUB_TOKEN"] ? "GITHUB_TOKEN" : "GH_TOKEN";
  const token = env[tokenName];
  return {
    name: "GitHub",
    pull: pullOf(getIn(pull, ["number"]), getIn(pull, ["head", "sha"])),
    commit: hashOf(getIn(group, ["head_sha"])) ?? hashOf(env["GITHUB_SHA"]),
    before: hashOf(getIn(group, ["base_sha"]) ?? getIn(event, ["before"])),
    branch: env["GITHUB_REF_TYPE"] === "tag" ? undefined : env["GITHUB_REF_NAME"] || undefined,
    untrustedSource: isFork ? "a fork" : isBot ? "a bot" : undefined,
    // If someone else re-runs the job, GITHUB_ACTOR does not change.
    person: env["GITHUB_TRIGGERING_ACTOR"] || env["GITHUB_ACTOR"] || undefined,
    repository: env["GITHUB_WORKSPACE"] || undefined,
    summary: env["GITHUB_STEP_SUMMARY"] || undefined,
    hasToken: Boolean(token),
    unreadableEvent: event === undefined ? (env["GITHUB_EVENT_PATH"] ?? "") : undefined,
    connect: (http, account) => {
      const headers = {
        authorization: `Bearer ${required(token, "GITHUB_TOKEN (or GH_TOKEN)")}`,
        accept: "application/vnd.github+json",
        "x-github-api-version": "2022-11-28",
      };
      const base = required(env["GITHUB_API_URL"], "GITHUB_API_URL");
      const repository = required(env["GITHUB_REPOSITORY"], "GITHUB_REPOSITORY").split("/").map(encodeURIComponent).join("/");
      return github({ ...http, host: "GitHub", base, headers, tokenName }, repository, account);
    },
  };
}

function readGitlab(env: Environment): CiEnvironment {
  const target = env["CI_MERGE_REQUEST_PROJECT_ID"] || env["CI_PROJECT_ID"];
  const source = env["CI_MERGE_REQUEST_SOURCE_PROJECT_ID"] || target;
  // In a merged results pipeline, CI_COMMIT_SHA is a temporary merge commit.
  const head = env["CI_MERGE_REQUEST_SOURCE_BRANCH_SHA"] || env["CI_COMMIT_SHA"];
  const token = env["GITLAB_TOKEN"];
  return {
    name: "GitLab",
    pull: pullOf(Number(env["CI_MERGE_REQUEST_IID"] || Number.NaN), head),
    commit: hashOf(env["CI_COMMIT_SHA"]),
    before: hashOf(env["CI_COMMIT_BEFORE_SHA"]),
    branch: env["CI_COMMIT_BRANCH"] || undefined,
    untrustedSource: source === target ? undefined : "a fork",
    person: env["GITLAB_USER_LOGIN"] || undefined,
    repository: env["CI_PROJECT_DIR"] || undefined,
    hasToken: Boolean(token),
    connect: (http) => {
      const headers = { "private-token": required(token, "GITLAB_TOKEN"), accept: "application/json" };
      const base = required(env["CI_API_V4_URL"], "CI_API_V4_URL");
      const project = required(env["CI_PROJECT_ID"], "CI_PROJECT_ID");
      return gitlab({ ...http, host: "GitLab", base, headers, tokenName: "GITLAB_TOKEN" }, project);
    },
  };
}

function required(value: string | undefined, name: string): string {
  if (value) return value;
  throw new Error(`${name} is not set. Add it to the job's environment; ${docsUrl("review")} lists the variables.`);
}

function pullOf(number: unknown, sha: unknown): Pull | undefined {
  const head = hashOf(sha);
  return Number.isSafeInteger(number) && head !== undefined ? { number: Number(number), head } : undefined;
}

/** Returns the hash of a commit. Undefined for any other text, and for the zeros with which hosts represent a missing commit. */
const hashOf = (text: unknown): string | undefined => (typeof text === "string" && /^(?!0+$)[\w.-]{1,64}$/.test(text) ? text : undefined);
