import { readFileSync } from "node:fs";
import { getIn, parseJson } from "../../provider/values/json";
import type { Environment } from "../command";

/** The CI run of a preview, from which readers can tell how old a comment is. Not part of the fingerprint. */
export interface Run {
  readonly commit?: string | undefined;
  readonly url?: string | undefined;
  /** The base URL of the source files at the commit. */
  readonly source?: string | undefined;
  /** The time of the review: `2026-11-22 08:15 UTC`. */
  readonly at: string;
}

/** Functions that read the commit and the URL of a run, keyed by the variable that identifies the CI system. */
const systems: Readonly<Record<string, (env: Environment) => Pick<Run, "commit" | "url"> & { readonly files?: string | undefined }>> = {
  GITHUB_ACTIONS: (env) => ({
    // For a pull request, GITHUB_SHA is a temporary merge commit.
    commit: pullRequestHead(env) ?? env["GITHUB_SHA"],
    url: join(env["GITHUB_SERVER_URL"], "/", env["GITHUB_REPOSITORY"], "/actions/runs/", env["GITHUB_RUN_ID"]),
    files: join(env["GITHUB_SERVER_URL"], "/", env["GITHUB_REPOSITORY"], "/blob"),
  }),
  GITLAB_CI: (env) => ({
    commit: env["CI_MERGE_REQUEST_SOURCE_BRANCH_SHA"] || env["CI_COMMIT_SHA"],
    url: env["CI_JOB_URL"],
    files: join(env["CI_MERGE_REQUEST_SOURCE_PROJECT_URL"] || env["CI_PROJECT_URL"], "/-/blob"),
  }),
  TF_BUILD: (env) => ({
    commit: env["SYSTEM_PULLREQUEST_SOURCECOMMITID"] || env["BUILD_SOURCEVERSION"],
    url: join(env["SYSTEM_COLLECTIONURI"], env["SYSTEM_TEAMPROJECT"], "/_build/results?buildId=", env["BUILD_BUILDID"]),
  }),
  BITBUCKET_BUILD_NUMBER: (env) => ({
    commit: env["BITBUCKET_COMMIT"],
    url: join(env["BITBUCKET_GIT_HTTP_ORIGIN"], "/pipelines/results/", env["BITBUCKET_BUILD_NUMBER"]),
  }),
  CIRCLECI: (env) => ({ commit: env["CIRCLE_SHA1"], url: env["CIRCLE_BUILD_URL"] }),
  BUILDKITE: (env) => ({ commit: env["BUILDKITE_COMMIT"], url: env["BUILDKITE_BUILD_URL"] }),
  JENKINS_URL: (env) => ({ commit: env["GIT_COMMIT"], url: env["BUILD_URL"] }),
};

/** Returns the current CI run; undefined outside CI. */
export function runOf(env: Environment, now: Date): Run | undefined {
  const found = Object.entries(systems).find(([variable]) => env[variable])?.[1](env);
  if (found === undefined) return undefined;
  const [commit, url] = [commitOf(found.commit), publicUrl(found.url)];
  if (commit === undefined && url === undefined) return undefined;
  const source = publicUrl(join(found.files, "/", commit));
  return { commit, url, ...(source !== undefined && { source }), at: timeText(now) };
}

/** Formats a time: `2026-11-22 08:15 UTC`. */
export function timeText(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function commitOf(text: string | undefined): string | undefined {
  return text !== undefined && /^[0-9a-f]{7,64}$/i.test(text) ? text : undefined;
}

/** Returns a URL without its credentials, fragment and query. The parameter of a build number is kept. */
function publicUrl(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const { protocol, origin, pathname, searchParams } = new URL(text);
  const build = searchParams.get("buildId") ?? "";
  if (protocol !== "https:" && protocol !== "http:") return undefined;
  return `${origin}${pathname}${/^\d+$/.test(build) ? `?buildId=${build}` : ""}`;
}

function pullRequestHead(env: Environment): string | undefined {
  const sha = getIn(eventOf(env), ["pull_request", "head", "sha"]);
  return typeof sha === "string" ? sha : undefined;
}

/** Returns the event of a GitHub Actions job; undefined if it is unreadable. */
export function eventOf(env: Environment): unknown {
  try {
    return parseJson(readFileSync(env["GITHUB_EVENT_PATH"] ?? "", "utf8"));
  } catch {
    return undefined;
  }
}

/** Concatenates the parts; undefined if one is missing. */
const join = (...parts: readonly (string | undefined)[]): string | undefined => (parts.some((part) => !part) ? undefined : parts.join(""));
