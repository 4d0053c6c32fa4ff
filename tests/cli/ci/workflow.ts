import { execFile } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Emulator } from "../../../testing/emulator";
import { fillAccount, programHead } from "../../support/scenario";
import { passphrase, root, StackFixture } from "../../support/stack-fixture";
import { gitlab, workflow } from "../../support/workflow-files";

/** The data of the repository's host. */
export interface Host {
  comments: { id: number; body: string; user?: { login: string }; author?: { id: number } }[];
  issues: { number: number; open: boolean; title: string; label: string; body: string }[];
}

/** The result of a job. */
export interface Job {
  readonly ok: boolean;
  /** The output of all steps. */
  readonly log: string;
  readonly summary: string;
}

/** A stack with its service on the Pulumi CLI, and stand-ins for the other commands of a runner. */
export class Runner {
  private jobs = 0;

  private constructor(
    private readonly fixture: StackFixture,
    private readonly stackName: string,
  ) {}

  /** Opens a stack, whose name replaces the one in the files. */
  static async open(stack = "prod"): Promise<Runner> {
    const fixture = await StackFixture.open({ stack, service: { account: fillAccount, apiKey: "key-of-the-service" } });
    const runner = new Runner(fixture, stack);
    await fixture.stack();
    await mkdir(runner.commands);
    const node = (script: string) => `exec "${process.execPath}" "${script}" "$@"`;
    const scripts = {
      pulumi: pulumiFor(fixture.program),
      gh: node(join(__dirname, "stand-ins/gh.js")),
      curl: node(join(__dirname, "stand-ins/curl.js")),
      // Scripts of packages run without the token of the backend.
      npx: `test -z "$PULUMI_ACCESS_TOKEN" || exit 9; shift; ${node(join(root, "dist/cli/main.js"))}`,
      npm: `test -z "$PULUMI_ACCESS_TOKEN$REVIEW_TOKEN" || exit 9`,
    };
    for (const [name, script] of Object.entries(scripts)) {
      await writeFile(join(runner.commands, name), `#!/bin/sh\n${script}\n`);
      await chmod(join(runner.commands, name), 0o755);
    }
    await writeFile(runner.hostFile, JSON.stringify({ comments: [], issues: [] } satisfies Host));
    return runner;
  }

  declare(text: string): Promise<void> {
    return this.fixture.write(programHead + text);
  }

  /** Adds a policy pack that forbids this number of minutes. */
  async forbid(minutes: number): Promise<void> {
    const { program } = this.fixture;
    await mkdir(join(program.program, "policies"));
    await program.write("policies/PulumiPolicy.yaml", "runtime: nodejs\n");
    await program.write("policies/package.json", '{ "main": "index.js" }');
    await program.write("policies/policy-config.json", "{}");
    await program.write(
      "policies/index.js",
      `const { PolicyPack } = require("@pulumi/policy");
      const validateResource = ({ props }, report) => props.autoStopMinutes === ${minutes} && report("${minutes} is too many");
      new PolicyPack("team", { policies: [{ name: "auto-stop", description: "stops", enforcementLevel: "mandatory", validateResource }] });`,
    );
  }

  async host(): Promise<Host> {
    return JSON.parse(await readFile(this.hostFile, "utf8")) as Host;
  }

  /** Adds comments, the oldest first. */
  async addComments(...added: readonly { readonly body: string; readonly ours: boolean }[]): Promise<void> {
    const { comments, issues } = await this.host();
    const all = added.map(({ body, ours }, index) => {
      const [login, id] = ours ? ["github-actions[bot]", 42] : ["somebody", 3];
      return { id: 1000 + comments.length + index, body, user: { login }, author: { id } };
    });
    await writeFile(this.hostFile, JSON.stringify({ comments: [...comments, ...all], issues } satisfies Host));
  }

  /** Replaces all comments with one that looks like ours but has another author. */
  async onlySomebodyComments(body: string): Promise<void> {
    const host: Host = { comments: [{ id: 1, body, user: { login: "somebody" }, author: { id: 3 } }], issues: [] };
    await writeFile(this.hostFile, JSON.stringify(host));
  }

  /** Applies the program without any workflow. */
  async update(): Promise<void> {
    await this.fixture.must("up");
  }

  /** Runs the shell steps of a workflow's only job whose conditions hold. */
  async github(name: string, { secrets = true, sha = "c0ffee", fingerprint = "" } = {}): Promise<Job> {
    const { env, jobs, defaults } = workflow(name);
    const temporary = await this.temporary();
    const files = { summary: join(temporary, "summary"), output: join(temporary, "output") };
    const outputs: Record<string, string> = {};
    const known: Record<string, string> = {
      "secrets.PULUMI_ACCESS_TOKEN": secrets ? "token-of-pulumi" : "",
      "github.token": "token-of-the-run",
      "github.event.pull_request.number": "7",
      "github.server_url": "https://github.example",
      "github.repository": "team/databases",
      "github.run_id": "1",
      "github.event.repository.default_branch": "main",
      "inputs.fingerprint": fingerprint,
      "vars.MAX_INCREASE": "",
    };
    const filled = (texts: Readonly<Record<string, string>> = {}) =>
      Object.fromEntries(
        Object.entries(texts).map(([key, text]) => [key, text.replace(/\$\{\{ (.+?) \}\}/g, (_, path: string) => valueOf(path))]),
      );
    const valueOf = (path: string): string => {
      if (path.includes(" != ")) return String(holds(path, valueOf));
      const value = known[path] ?? outputs[path];
      if (value === undefined) throw new Error(`nothing is known of ${path}`);
      return value;
    };
    let log = "";
    for (const step of Object.values(jobs).flatMap(({ steps }) => steps)) {
      if (step.run === undefined || !holds(step.if, valueOf)) continue;
      await writeFile(files.output, "");
      const given = {
        ...filled(env),
        STACK: this.stackName,
        ...filled(step.env),
        RUNNER_TEMP: temporary,
        GITHUB_OUTPUT: files.output,
        GITHUB_STEP_SUMMARY: files.summary,
      };
      const { code, text } = await this.bash(
        step.run,
        { ...given, GITHUB_REPOSITORY: "team/databases", GITHUB_SHA: sha, GITHUB_REF: "refs/heads/main", GITHUB_ACTOR: "ann" },
        defaults.run.shell,
      );
      log += text;
      for (const line of (await readFile(files.output, "utf8")).split("\n").filter(Boolean)) {
        const [key = "", ...value] = line.split("=");
        outputs[`steps.${step.id}.outputs.${key}`] = value.join("=");
      }
      if (code !== 0) return { ok: false, log, summary: await textOf(files.summary) };
    }
    return { ok: true, log, summary: await textOf(files.summary) };
  }

  /** Runs one job of the GitLab file, which joins its two scripts. */
  async gitlab(name: string, { secrets = true, sha = "c0ffee", fingerprint = "" } = {}): Promise<Job> {
    const file = gitlab();
    const job = file[name];
    if (job === undefined) throw new Error(`there is no job ${name}`);
    const env = {
      STACK: this.stackName,
      FINGERPRINT: fingerprint,
      GITLAB_USER_LOGIN: "ann",
      PULUMI_ACCESS_TOKEN: secrets ? "token-of-pulumi" : "",
      REVIEW_TOKEN: secrets ? "token-of-the-run" : "",
      CI_API_V4_URL: "https://gitlab.example/api/v4",
      CI_PIPELINE_SOURCE: { apply: "push", drift: "schedule", "apply-by-hand": "web" }[name] ?? "merge_request_event",
      CI_PROJECT_ID: "5",
      CI_MERGE_REQUEST_IID: "7",
      CI_COMMIT_SHA: sha,
      CI_JOB_URL: "https://gitlab.example/job/1",
      TMPDIR: await this.temporary(),
    };
    const { code, text } = await this.bash([...job.before_script, ...job.script].join("\n"), env, "bash");
    return { ok: code === 0, log: text, summary: "" };
  }

  close(): Promise<void> {
    return this.fixture.close();
  }

  get emulator(): Emulator {
    return this.fixture.emulator;
  }

  private get commands(): string {
    return join(this.fixture.program.folder, "commands");
  }

  private get hostFile(): string {
    return join(this.fixture.program.folder, "host.json");
  }

  private async temporary(): Promise<string> {
    const folder = join(this.fixture.program.folder, `job-${(this.jobs += 1)}`);
    await mkdir(folder);
    return folder;
  }

  /** Runs a shell with the hosts' options: it ends with the first command that fails, even in a pipe. */
  private bash(script: string, env: Record<string, string>, shell: string): Promise<{ code: number; text: string }> {
    const all = {
      ...env,
      PATH: `${this.commands}:${process.env.PATH}`,
      HOST_FILE: this.hostFile,
    };
    return new Promise((resolve) => {
      execFile(
        shell,
        ["--noprofile", "--norc", "-eo", "pipefail", "-c", script],
        { cwd: this.fixture.program.program, env: all },
        (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code ?? 1), text: stdout + stderr }),
      );
    });
  }
}

/** The Pulumi CLI on PATH with the backend of the stack, for a job that has the token of another. */
function pulumiFor({ folder }: { readonly folder: string }): string {
  const settings = {
    PATH: process.env["PATH"],
    PULUMI_HOME: join(folder, "home"),
    PULUMI_BACKEND_URL: `file://${join(folder, "backend")}`,
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_NODEJS_TYPESCRIPT: "false",
  };
  const exports = Object.entries(settings).map(([name, value]) => `export ${name}='${value}'`);
  return ['test "$PULUMI_ACCESS_TOKEN" = token-of-pulumi || exit 9', "unset PULUMI_ACCESS_TOKEN", ...exports, 'exec pulumi "$@"'].join(
    "\n",
  );
}

/** Evaluates the conditions that the files use: comparisons of outputs with a word, and conjunctions of them. */
function holds(condition: string | undefined, valueOf: (path: string) => string): boolean {
  return (condition?.split(" && ") ?? []).every((part) => {
    const [, path = "", operator, word] = /^(\S+) (==|!=) '(.*)'$/.exec(part) ?? [];
    if (operator === undefined) throw new Error(`a condition of another form: ${part}`);
    return (valueOf(path) === word) === (operator === "==");
  });
}

async function textOf(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => "");
}
