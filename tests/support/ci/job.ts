import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../../../client/http/clock";
import type { Commit, Host } from "../../../cli/ci/host";
import { readCiEnvironment } from "../../../cli/ci/environment";
import type { Environment } from "../../../cli/command";
import { runCommand } from "../terminal";
import { type CodeHost, type HostPull, ownAccount } from "./code-host";
import { RecordingClock } from "../recording-clock";

/** What the stand-in for pulumi prints in one call. */
export interface Printed {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly code?: number;
  /** The engine's events; without any, it did not start. */
  readonly events?: readonly object[];
  /** The records that the provider adds. */
  readonly records?: readonly object[];
}

/** A call of pulumi. */
export interface Call {
  readonly args: readonly string[];
  readonly hostToken: string;
  readonly approves: boolean;
}

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly summary: string;
}

/** The jobs of a repository, in this process. Their pauses pass on the host's clock at once. */
export class Jobs {
  readonly folder = mkdtempSync(join(tmpdir(), "graphplane-job-"));
  private readonly standIn = join(this.folder, "stand-in");
  private readonly summary = join(this.folder, "summary.md");

  constructor(readonly host: CodeHost | undefined) {
    symlinkSync(join(__dirname, "stand-in-pulumi.sh"), join(this.folder, "pulumi"));
    writeFileSync(join(this.folder, "Pulumi.yaml"), "name: movies\nruntime: nodejs\n");
  }

  /** Sets what each command of pulumi prints: the n-th call the n-th text, later ones the last. */
  prints(commands: Readonly<Record<string, readonly Printed[]>>): void {
    rmSync(this.standIn, { recursive: true, force: true });
    mkdirSync(this.standIn);
    for (const [command, calls] of Object.entries(commands)) {
      for (const [index, { stdout = "", stderr = "", code = 0, events, records = [] }] of calls.entries()) {
        const folder = join(this.standIn, command, String(index + 1));
        const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
        const lines = (items: readonly object[]) => items.map((item) => `${JSON.stringify(item)}\n`).join("");
        mkdirSync(folder, { recursive: true });
        write("stdout", stdout);
        write("stderr", stderr);
        write("code", `${code}\n`);
        write("records", lines(records));
        if (events !== undefined) write("events", lines(events));
      }
    }
  }

  /** The calls of pulumi so far. */
  calls(): readonly Call[] {
    const noted = join(this.standIn, "calls");
    const texts = existsSync(noted) ? readFileSync(noted, "utf8").split("\0").slice(0, -1) : [];
    const calls: Call[] = [];
    while (texts.length > 0) {
      const args = texts.splice(0, Number(texts.shift()));
      const [hostToken = "", approves] = texts.splice(0, 2);
      calls.push({ args, hostToken, approves: approves !== "" });
    }
    return calls;
  }

  /** Runs a subcommand in a job of the host: for the pull request, or for a commit of the default branch. */
  run([verb, ...options]: readonly string[], job: JobOptions = {}): Promise<Ended> {
    return this.command(["ci", ...(verb === undefined ? [] : [verb]), "--cwd", this.folder, ...options], job);
  }

  /** Runs any command of this package. */
  async command(args: readonly string[], { commit, pull, event, env = {}, ...more }: JobOptions = {}): Promise<Ended> {
    writeFileSync(this.summary, "");
    const environment = {
      PATH: `${this.folder}:${process.env["PATH"]}`,
      STAND_IN: this.standIn,
      ...(this.host && jobEnvironment(this.host, this.folder, { commit, pull, event })),
      ...env,
    };
    const now = () => new Date(this.host?.time ?? "2026-06-08T09:30:00Z");
    const clock = new RecordingClock((pause) => this.host?.tick(pause));
    const run = await runCommand(args, { environment, now, clock, ...more });
    return { ...run, summary: readFileSync(this.summary, "utf8") };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

interface JobCause {
  /** A commit of the default branch: the job is not for a pull request. */
  readonly commit?: string | undefined;
  /** @default the host's only one */
  readonly pull?: HostPull | undefined;
  /** More of GitHub's event, in place of the pull request's or the push's. */
  readonly event?: object | undefined;
}

/** The variables of a host's job in a folder: for a pull request, or for a commit of the default branch. */
export function jobEnvironment(host: CodeHost, folder: string, { event = {}, ...cause }: JobCause): Record<string, string> {
  const { variables, payload } = job(host, cause);
  if (host.name === "GitLab") return { ...variables, CI_PROJECT_DIR: folder };
  const file = join(folder, "event.json");
  writeFileSync(file, JSON.stringify({ ...payload, ...event }));
  return { ...variables, GITHUB_EVENT_PATH: file, GITHUB_STEP_SUMMARY: join(folder, "summary.md"), GITHUB_WORKSPACE: folder };
}

/** The host as a job uses it. Its pauses pass on the host's clock at once. */
export function connectTo(
  host: CodeHost,
  env: Environment = {},
  clock: Clock = new RecordingClock((pause) => host.tick(pause)),
  account = ownAccount,
): Host {
  const { connect } = readCiEnvironment({ ...job(host, { commit: "unknown" }).variables, ...env });
  const stopped = new AbortController().signal;
  if (connect === undefined) throw new Error("no job");
  return connect({ clock, now: () => new Date(host.time), stopped, log: () => {} }, account);
}

export async function shasOf(commits: AsyncIterable<Commit>): Promise<string[]> {
  const shas: string[] = [];
  for await (const { sha } of commits) shas.push(sha);
  return shas;
}

function job(host: CodeHost, { commit, pull }: Omit<JobCause, "event">): { variables: Record<string, string>; payload: object } {
  const { url, token } = host;
  const { number, head } = commit === undefined ? (pull ?? host.pull) : { number: undefined, head: commit };
  const before = host.pushes.find((push) => push.commit === commit)?.before ?? "0".repeat(40);
  if (host.name === "GitHub") {
    const variables = {
      GITHUB_ACTIONS: "true",
      GITHUB_API_URL: url,
      GITHUB_REPOSITORY: "team/databases",
      GITHUB_SHA: commit ?? "merged00",
      GITHUB_REF_TYPE: "branch",
      GITHUB_REF_NAME: number === undefined ? "main" : `${number}/merge`,
      GITHUB_TOKEN: token,
      GITHUB_ACTOR: "ann",
    };
    const payload =
      number === undefined ? { before } : { pull_request: { number, head: { sha: head, repo: { full_name: "team/databases" } } } };
    return { variables, payload };
  }
  const variables = {
    GITLAB_CI: "true",
    CI_API_V4_URL: url,
    CI_PROJECT_ID: "5",
    CI_COMMIT_SHA: head,
    GITLAB_TOKEN: token,
    GITLAB_USER_LOGIN: "ann",
    ...(number === undefined ? { CI_COMMIT_BRANCH: "main", CI_COMMIT_BEFORE_SHA: before } : { CI_MERGE_REQUEST_IID: String(number) }),
  };
  return { variables, payload: {} };
}

interface JobOptions extends JobCause {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly clock?: Clock;
  readonly now?: () => Date;
  /** The width of a terminal; absent for a pipe. */
  readonly columns?: number;
}
