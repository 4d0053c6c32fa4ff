import { existsSync } from "node:fs";
import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { systemClock } from "../../client/http/clock";
import type { Terminal } from "../command";
import { type PulumiOptions, type PulumiRun, runPulumi } from "../pulumi";
import { commandMessage, visible } from "../review/escape";
import { type Run, runOf, timeText } from "../review/run";
import type { Host } from "./host";
import { credentials, type Environment, githubAccount, hostTokens, type Place, placeOf } from "./place";

/** The options of the verbs. */
export interface CommonOptions {
  readonly stack?: string | undefined;
  readonly cwd?: string | undefined;
  readonly account?: string | undefined;
  readonly "policy-pack"?: string | undefined;
  readonly json: boolean;
  readonly "dry-run": boolean;
}

/** Runs work in a context with a temporary folder, which is removed afterwards. `command` is its name, such as `ci preview`. */
export async function withContext<T>(
  command: string,
  options: CommonOptions,
  /** The arguments for every command of pulumi. */
  passed: readonly string[],
  terminal: Terminal,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const temporary = await mkdtemp(join(tmpdir(), "graphplane-ci-"));
  try {
    return await work(new Context(command, options, passed, terminal, temporary));
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The path of a file that an option names, as if the command had been started in the folder. */
export function pathIn(folder: string, file: string): string {
  const inFolder = resolve(folder, file);
  return existsSync(inFolder) || !existsSync(resolve(file)) ? inFolder : resolve(file);
}

/** One run of a verb: its place, its folder, and its ways to say something. No text that leaves it contains a credential. */
export class Context {
  readonly place: Place;
  /** The folder that pulumi runs in. */
  readonly folder: string;
  /** The project's folder in the repository. */
  readonly directory: string;
  readonly run: Run | undefined;
  /** The stack's name as it is given to pulumi; undefined for the selected one. */
  readonly stack: string | undefined;
  readonly pack: string | undefined;
  readonly isDry: boolean;
  private readonly env: Environment;
  private connected: Host | undefined;

  constructor(
    readonly command: string,
    private readonly options: CommonOptions,
    readonly passed: readonly string[],
    readonly terminal: Terminal,
    /** A folder that only this user can read. */
    readonly temporary: string,
  ) {
    this.env = terminal.environment ?? process.env;
    this.place = placeOf(this.env);
    this.folder = resolve(options.cwd ?? ".");
    const inRepository = relative(this.place.repository ?? ".", this.folder);
    this.directory = inRepository.startsWith("..") ? "" : inRepository.replaceAll("\\", "/");
    const run = runOf({}, this.env, this.now());
    this.run = this.commit === undefined ? run : { ...run, commit: this.commit, at: timeText(this.now()) };
    this.stack = options.stack ?? (this.env["PULUMI_STACK"] || undefined);
    const pack = options["policy-pack"];
    this.pack = pack === undefined ? undefined : pathIn(this.folder, pack);
    this.isDry = options["dry-run"];
  }

  /** The commit that a review of this run is made for. */
  get commit(): string | undefined {
    return this.place.pull?.head ?? this.place.commit;
  }

  /** The host; throws an error that names what is missing. */
  get host(): Host {
    const { clock = systemClock, stopped } = this.terminal;
    const { connect, name } = this.place;
    if (connect === undefined) throw new Error(`a ${name} has no pull requests; run this in a job of GitHub Actions or GitLab CI.`);
    const http = { clock, stopped, now: () => this.now(), tell: (text: string) => this.note(text) };
    return (this.connected ??= connect(http, this.options.account ?? githubAccount));
  }

  /** The environment of pulumi: without the host's token, which the program could use to write comments. */
  get pulumiEnvironment(): Environment {
    return Object.fromEntries(Object.entries(this.env).filter(([name]) => !hostTokens.includes(name)));
  }

  pulumi(args: readonly string[], options: Partial<PulumiOptions> = {}): Promise<PulumiRun> {
    const env = { ...this.pulumiEnvironment, ...options.env };
    return runPulumi(args, { ...options, folder: this.folder, env, stopped: this.terminal.stopped });
  }

  now(): Date {
    return this.terminal.now?.() ?? new Date();
  }

  /** Prints what a person reads. With --json, standard output is for the one object. */
  say(text: string): void {
    for (const line of this.clean(text).split("\n")) this.onOut(line);
  }

  /** Prints a sentence about the run itself. */
  note(text: string): void {
    this.onErr(`graphplane ${this.command}: ${text}`);
  }

  /** Prints a line of pulumi's standard output. */
  readonly onOut = (line: string): void => this.print(this.options.json, line);

  /** Prints a line of pulumi's standard error. */
  readonly onErr = (line: string): void => this.print(true, line);

  /** Prints commands of GitHub's workflows, escaped already. */
  annotate(lines: string): void {
    if (this.place.name !== "GitHub" || this.isDry) return;
    for (const line of this.clean(lines).split("\n").filter(Boolean)) this.write(this.options.json, line);
  }

  /** Says why the run ends as it does: on standard error, and as an annotation on GitHub. */
  fail(text: string): void {
    this.note(text);
    this.annotate(`::error title=graphplane ${this.command}::${commandMessage(visible(text))}`);
  }

  /** Adds Markdown to the summary of the step, if there is one. */
  async summarize(markdown: string): Promise<void> {
    if (this.place.summary !== undefined && !this.isDry) await appendFile(this.place.summary, `${this.clean(markdown).trimEnd()}\n\n`);
  }

  /** The text without the value of any credential. */
  clean(text: string): string {
    const values = credentials.flatMap((name) => this.env[name] ?? []).filter((value) => value.length >= 4);
    return values.reduce((cleaned, value) => cleaned.replaceAll(value, "***"), text);
  }

  /** On GitHub, a line that begins like a command of its workflows is no longer one. */
  private print(toError: boolean, line: string): void {
    const clean = this.clean(line);
    this.write(toError, this.place.name === "GitHub" ? clean.replace(/^(\s*):(?=:)/, "$1: ").replaceAll("##[", "## [") : clean);
  }

  private write(toError: boolean, line: string): void {
    if (toError) this.terminal.err(line);
    else this.terminal.out(line);
  }
}
