import { readFileSync } from "node:fs";
import { getIn, parseJson } from "../../provider/values/json";
import { UsageError } from "../errors";

/** The run that made a preview, so that a reader sees how fresh its comment is. Not part of a fingerprint. */
export interface Run {
  readonly commit?: string | undefined;
  /** The page of the run, without credentials. */
  readonly url?: string | undefined;
  /** The time of the review: `2026-11-22 08:15 UTC`. */
  readonly at: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** One CI system: the variable that identifies it, and the commit and the page of the run by its other variables. */
interface System {
  readonly sign: string;
  readonly commit: (env: Environment) => string | undefined;
  readonly url: (env: Environment) => string | undefined;
}

const systems: readonly System[] = [
  {
    sign: "GITHUB_ACTIONS",
    // For a pull request, GITHUB_SHA is a merge commit that nobody made.
    commit: (env) => pullRequestHead(env) ?? env["GITHUB_SHA"],
    url: (env) => join(env["GITHUB_SERVER_URL"], "/", env["GITHUB_REPOSITORY"], "/actions/runs/", env["GITHUB_RUN_ID"]),
  },
  {
    sign: "GITLAB_CI",
    commit: (env) => env["CI_MERGE_REQUEST_SOURCE_BRANCH_SHA"] || env["CI_COMMIT_SHA"],
    url: (env) => env["CI_JOB_URL"],
  },
  {
    sign: "TF_BUILD",
    commit: (env) => env["SYSTEM_PULLREQUEST_SOURCECOMMITID"] || env["BUILD_SOURCEVERSION"],
    url: (env) => join(env["SYSTEM_COLLECTIONURI"], env["SYSTEM_TEAMPROJECT"], "/_build/results?buildId=", env["BUILD_BUILDID"]),
  },
  {
    sign: "BITBUCKET_BUILD_NUMBER",
    commit: (env) => env["BITBUCKET_COMMIT"],
    url: (env) => join(env["BITBUCKET_GIT_HTTP_ORIGIN"], "/pipelines/results/", env["BITBUCKET_BUILD_NUMBER"]),
  },
  { sign: "CIRCLECI", commit: (env) => env["CIRCLE_SHA1"], url: (env) => env["CIRCLE_BUILD_URL"] },
  { sign: "BUILDKITE", commit: (env) => env["BUILDKITE_COMMIT"], url: (env) => env["BUILDKITE_BUILD_URL"] },
  { sign: "JENKINS_URL", commit: (env) => env["GIT_COMMIT"], url: (env) => env["BUILD_URL"] },
];

/** The run according to the options or the CI system; undefined without both, as on a developer's machine. */
export function runOf(given: Pick<Run, "commit" | "url">, env: Environment, now: Date): Run | undefined {
  if (given.commit !== undefined && commitOf(given.commit) === undefined)
    throw new UsageError("--commit takes the hash of a commit: 7 to 64 hexadecimal digits.");
  if (given.url !== undefined && publicUrl(given.url) === undefined)
    throw new UsageError("--run-url takes an address that begins with https:// or http://.");
  const system = systems.find(({ sign }) => env[sign]);
  const commit = commitOf(given.commit ?? system?.commit(env));
  const url = publicUrl(given.url ?? system?.url(env));
  if (commit === undefined && url === undefined) return undefined;
  return { commit, url, at: timeText(now) };
}

/** `2026-11-22 08:15 UTC` */
export function timeText(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** A commit's hash; undefined for any other text, which may be anything. */
function commitOf(text: string | undefined): string | undefined {
  return text !== undefined && /^[0-9a-f]{7,64}$/i.test(text) ? text : undefined;
}

/** An address that everyone may see: without credentials, fragment, and any query but the number of a build. */
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

/** The event that a job of GitHub runs for; undefined if it cannot be read. */
export function eventOf(env: Environment): unknown {
  try {
    return parseJson(readFileSync(env["GITHUB_EVENT_PATH"] ?? "", "utf8"));
  } catch {
    return undefined;
  }
}

/** The parts as one text; undefined if one is missing. */
function join(...parts: readonly (string | undefined)[]): string | undefined {
  return parts.some((part) => !part) ? undefined : parts.join("");
}
