import { execFile } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { copyProgram, type ProgramCopy } from "../../../testing/driver";
import { type Emulator, startEmulator } from "../../../testing/emulator";
import { openStack } from "../../../testing/engine";
import { fillAccount, programHead } from "../../support/scenario";
import { root } from "../../support/stack-fixture";
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

/** A stack with its service, and stand-ins for the commands of a runner. */
export class Runner {
  private jobs = 0;

  /** The stack that the files name; it is replaced with another one. */
  stackName = "prod";

  private constructor(
    readonly emulator: Emulator,
    private readonly program: ProgramCopy,
    private readonly commands: string,
  ) {}

  static async open(): Promise<Runner> {
    const emulator = await startEmulator({ account: fillAccount, apiKey: "key-of-the-service" });
    const program = await copyProgram(root, join(root, "tests/e2e/scenarios/program"));
    const runner = new Runner(emulator, program, join(program.folder, "commands"));
    await mkdir(runner.commands);
    const node = (script: string) => `exec "${process.execPath}" "${script}" "$@"`;
    const scripts = {
      pulumi: node(join(__dirname, "stand-ins/pulumi.js")),
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
    return this.program.write("index.js", programHead + text);
  }

  /** Adds a policy pack that reports the given event. */
  async forbid(event: object): Promise<void> {
    await mkdir(join(this.program.program, "policies"));
    await this.program.write("policies/PulumiPolicy.yaml", "runtime: nodejs\n");
    await this.program.write("policies/events.json", JSON.stringify(event));
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
    const { program, stateFolder, config } = this.stack;
    const stack = await openStack({
      program,
      stateFolder,
      config,
      stack: this.stackName,
      passphrase: "ci",
      env: { PULUMI_NODEJS_TYPESCRIPT: "false" },
    });
    const { ok, diagnostics } = await stack.up({ skipPreview: true });
    if (!ok) throw new Error(JSON.stringify(diagnostics));
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

  async close(): Promise<void> {
    await this.emulator.close();
    await this.program.remove();
  }

  /** The folders and the configuration of the stack. */
  private get stack() {
    const { program, folder: stateFolder } = this.program;
    return {
      program,
      stateFolder,
      config: { "graphplane:baseUrl": this.emulator.url, "graphplane:apiKey": { secret: this.emulator.apiKey } },
    };
  }

  private get hostFile(): string {
    return join(this.program.folder, "host.json");
  }

  private async temporary(): Promise<string> {
    const folder = join(this.program.folder, `job-${(this.jobs += 1)}`);
    await mkdir(folder);
    return folder;
  }

  /** Runs a shell with the hosts' options: it ends with the first command that fails, even in a pipe. */
  private bash(script: string, env: Record<string, string>, shell: string): Promise<{ code: number; text: string }> {
    const all = {
      ...env,
      PATH: `${this.commands}:${process.env.PATH}`,
      HOST_FILE: this.hostFile,
      STAND_IN: JSON.stringify(this.stack),
    };
    return new Promise((resolve) => {
      execFile(
        shell,
        ["--noprofile", "--norc", "-eo", "pipefail", "-c", script],
        { cwd: this.program.program, env: all },
        (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code ?? 1), text: stdout + stderr }),
      );
    });
  }
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
