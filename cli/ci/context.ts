import { existsSync } from "node:fs";
import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { omit } from "../../provider/values/json";
import type { Terminal } from "../command";
import { UsageError } from "../errors";
import type { Options, Values } from "../options";
import { projectFile } from "../project-file";
import { type PulumiOptions, type PulumiRun, runPulumi } from "../pulumi";
import { commandMessage, visible } from "../review/escape";
import { type Run, runOf, timeText } from "../review/run";
import { type CiEnvironment, credentials, githubAccount, hostTokens, readCiEnvironment } from "./environment";
import type { Host, Published } from "./host";

export const common = {
  stack: { type: "string", value: "<name>", otherwise: "PULUMI_STACK, or the selected stack", help: "the stack" },
  cwd: { type: "string", value: "<directory>", otherwise: "the current directory", help: "run as if started in this directory" },
  account: {
    type: "string",
    value: "<login>",
    otherwise: githubAccount,
    help: "the GitHub login that posts the comments; comments by anyone else are ignored",
  },
  name: {
    type: "string",
    value: "<text>",
    otherwise: "the project's directory in the repository",
    help: "distinguishes the comments and issues of projects with the same name",
  },
  "dry-run": { type: "boolean", help: "post nothing and apply nothing" },
  json: { type: "boolean", help: "print the result as one JSON object" },
} as const satisfies Options;

export const pack = {
  "policy-pack": { type: "string", value: "<directory>", help: "the directory of a policy pack, for previews and updates" },
} as const satisfies Options;

export type CiOptions = Partial<Values<typeof common & typeof pack>> & { readonly destroy?: boolean | undefined };

/** The result of a subcommand, in the format of `--json`. */
export interface Outcome {
  /** `<project>/<stack>` */
  readonly stack: string | undefined;
  readonly fingerprint?: string | undefined;
  readonly commit?: string | undefined;
  readonly comment?: Published | undefined;
  readonly applied?: boolean;
  readonly changes: number;
  readonly exitCode: number;
}

/** Runs a function in a context with a temporary directory, which is removed afterwards. `command` is the name of the subcommand, such as `ci preview`. */
export async function withContext<T>(
  command: string,
  options: CiOptions,
  /** The arguments to pass to every Pulumi command. */
  passed: readonly string[],
  terminal: Terminal,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const { stack, cwd = "." } = options;
  // An empty environment variable must not select a different stack.
  if (stack === "") throw new UsageError("--stack needs a value: --stack <name>.");
  const directory = resolve(cwd);
  if (!existsSync(directory)) throw new UsageError(`--cwd: no such directory: ${cwd}`);
  if (projectFile(directory) === undefined)
    throw new UsageError(`No Pulumi project in ${directory}. Run in the project's directory, or pass --cwd <directory>.`);
  const temporary = await mkdtemp(join(tmpdir(), "graphplane-ci-"));
  try {
    return await work(new Context(command, options, passed, terminal, temporary));
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Resolves the path of a file in an option, relative to the directory of `--cwd`. */
export function pathIn(directory: string, file: string): string {
  const inDirectory = resolve(directory, file);
  return existsSync(inDirectory) || !existsSync(resolve(file)) ? inDirectory : resolve(file);
}

/** A single run of a subcommand. All output is redacted, so that it contains no credentials. */
export class Context {
  readonly ci: CiEnvironment;
  /** The working directory of the Pulumi CLI. */
  readonly cwd: string;
  /** The project's directory in the repository. */
  readonly directory: string;
  /** Distinguishes the comments and issues of projects that have the same name. */
  readonly folder: string;
  readonly run: Run | undefined;
  /** The value of pulumi's `--stack` option; undefined for the selected stack. */
  readonly stack: string | undefined;
  readonly pack: string | undefined;
  readonly isDry: boolean;
  /** True if the command reviews "pulumi destroy" instead of an update. */
  readonly destroys: boolean;
  /** Becomes false if the engine panics with `--run-program`, which happens with renamed components. */
  runsProgram = true;
  private connected: Host | undefined;

  constructor(
    readonly command: string,
    private readonly options: CiOptions,
    readonly passed: readonly string[],
    readonly terminal: Terminal,
    /** A directory that only the current user can read. */
    readonly temporary: string,
  ) {
    const { environment, now } = terminal;
    this.ci = readCiEnvironment(environment);
    this.cwd = resolve(options.cwd ?? ".");
    const inRepository = relative(this.ci.repository ?? ".", this.cwd);
    this.directory = inRepository.startsWith("..") ? "" : inRepository.replaceAll("\\", "/");
    this.folder = options.name ?? this.directory;
    const run = runOf(environment, now());
    this.run = this.commit === undefined ? run : { ...run, commit: this.commit, at: timeText(now()) };
    this.stack = options.stack ?? (environment["PULUMI_STACK"] || undefined);
    const pack = options["policy-pack"];
    this.pack = pack && pathIn(this.cwd, pack);
    this.isDry = options["dry-run"] === true;
    this.destroys = options.destroy === true;
  }

  /** The commit that this run reviews. */
  get commit(): string | undefined {
    return this.ci.pull?.head ?? this.ci.commit;
  }

  /** True if the host can be called. A dry run works without a token. */
  get canCallHost(): boolean {
    return this.ci.connect !== undefined && (this.ci.hasToken || !this.isDry);
  }

  /** Returns the host. If a variable is missing, throws an error that contains its name. */
  get host(): Host {
    const { connect, name } = this.ci;
    if (connect === undefined) throw new Error(`A ${name} has no pull requests. Run this in a job of GitHub Actions or GitLab CI.`);
    const http = { ...this.terminal, log: (text: string) => this.log(text) };
    return (this.connected ??= connect(http, this.options.account ?? githubAccount));
  }

  /** The options, with their values, that restrict the commands to a part of the stack. */
  get narrowed(): readonly string[] {
    const names = /^(?:-t|--target|--target-replace|--target-dependents|--exclude|--exclude-dependents|--exclude-protected)(?:=|$)/;
    return this.passed.flatMap((argument, index) => {
      if (!names.test(argument)) return [];
      const value = this.passed[index + 1];
      return [argument.includes("=") || value === undefined || value.startsWith("-") ? argument : `${argument} ${value}`];
    });
  }

  pulumi(args: readonly string[], options: Partial<PulumiOptions> = {}): Promise<PulumiRun> {
    const { environment, stopped } = this.terminal;
    // A program that has the host's token could write comments.
    const env = { ...omit(environment, hostTokens), ...options.env };
    return runPulumi(args, { ...options, folder: this.cwd, env, stopped });
  }

  /** Prints text for the user. With --json, standard output contains only the JSON object. */
  print(text: string): void {
    for (const line of this.redact(text).split("\n")) this.onOut(line);
  }

  /** Prints a sentence about the run. */
  log(text: string): void {
    this.onErr(`graphplane ${this.command}: ${text}`);
  }

  /** Prints a line of Pulumi's standard output. {@link onErr} prints a line of its standard error. */
  readonly onOut = (line: string): void => this.out(this.withoutCommands(line));

  readonly onErr = (line: string): void => this.terminal.err(this.withoutCommands(line));

  /** Prints GitHub workflow commands, which must already be escaped. */
  annotate(lines: string): void {
    if (this.ci.name !== "GitHub" || this.isDry) return;
    for (const line of this.redact(lines).split("\n").filter(Boolean)) this.out(line);
  }

  /** Reports the cause of a failure on standard error and, on GitHub, as an annotation. */
  reportFailure(text: string): void {
    this.log(text);
    this.annotate(`::error title=graphplane ${this.command}::${commandMessage(visible(text))}`);
  }

  async writeSummary(markdown: string): Promise<void> {
    if (this.ci.summary !== undefined && !this.isDry) await appendFile(this.ci.summary, `${this.redact(markdown).trimEnd()}\n\n`);
  }

  /** Returns the text with all credentials removed. */
  redact(text: string): string {
    const values = credentials.flatMap((name) => this.terminal.environment[name] ?? []).filter((value) => value.length >= 4);
    return values.reduce((redacted, value) => redacted.replaceAll(value, "***"), text);
  }

  private out(line: string): void {
    if (this.options.json === true) this.terminal.err(line);
    else this.terminal.out(line);
  }

  /** Disables text that GitHub would interpret as a workflow command. */
  private withoutCommands(line: string): string {
    const redacted = this.redact(line);
    return this.ci.name === "GitHub" ? redacted.replace(/^(\s*):(?=:)/, "$1: ").replaceAll("##[", "## [") : redacted;
  }
}
