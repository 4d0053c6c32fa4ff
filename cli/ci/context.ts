import { existsSync } from "node:fs";
import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { omit } from "../../provider/values/json";
import type { Terminal } from "../command";
import { UsageError } from "../errors";
import type { Options, Values } from "../options";
import { type PulumiOptions, type PulumiRun, runPulumi } from "../pulumi";
import { commandMessage, visible } from "../review/escape";
import { type Run, runOf, timeText } from "../review/run";
import type { Host, Published } from "./host";
import { credentials, githubAccount, hostTokens, type Place, placeOf } from "./place";

/** The options of every verb. */
export const common = {
  stack: { type: "string", value: "<name>", otherwise: "PULUMI_STACK, or the selected one", help: "the stack" },
  cwd: { type: "string", value: "<folder>", otherwise: "this one", help: "the project's folder: everything runs as if started there" },
  account: {
    type: "string",
    value: "<login>",
    otherwise: githubAccount,
    help: "on GitHub, the account of the token; only its comments count",
  },
  name: {
    type: "string",
    value: "<text>",
    otherwise: "the project's directory in the repository",
    help: "tells apart the comments and issues of projects with the same name",
  },
  "dry-run": { type: "boolean", help: "post nothing and apply nothing" },
  json: { type: "boolean", help: "print one JSON object that says what was done" },
} as const satisfies Options;

export const pack = {
  "policy-pack": { type: "string", value: "<folder>", help: "the folder of a policy pack, for previews and updates (docs/policies.md)" },
} as const satisfies Options;

export type VerbOptions = Partial<Values<typeof common & typeof pack>> & { readonly destroy?: boolean | undefined };

/** The result of a verb, as `--json` prints it after the verb's name. */
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

/** Runs work in a context with a temporary folder, which is removed afterwards. `command` is its name, such as `ci preview`. */
export async function withContext<T>(
  command: string,
  options: VerbOptions,
  /** The arguments for every command of pulumi. */
  passed: readonly string[],
  terminal: Terminal,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const { stack, cwd = "." } = options;
  // With an empty variable in its place, another stack would be applied.
  if (stack === "") throw new UsageError("--stack needs a value: --stack <name>.");
  if (!existsSync(resolve(cwd))) throw new UsageError(`--cwd names no folder: ${JSON.stringify(cwd)}.`);
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

/** One run of a verb. No text that it prints or writes contains a credential. */
export class Context {
  readonly place: Place;
  /** The folder that pulumi runs in. */
  readonly folder: string;
  /** The project's folder in the repository. */
  readonly directory: string;
  readonly run: Run | undefined;
  /** The argument of pulumi's `--stack`; undefined for the selected stack. */
  readonly stack: string | undefined;
  readonly pack: string | undefined;
  readonly isDry: boolean;
  /** True if "pulumi destroy" is reviewed instead of an update. */
  readonly destroys: boolean;
  /** False once the engine has panicked with `--run-program`, as it does with renamed components. */
  runsProgram = true;
  private connected: Host | undefined;

  constructor(
    readonly command: string,
    private readonly options: VerbOptions,
    readonly passed: readonly string[],
    readonly terminal: Terminal,
    /** A folder that only this user can read. */
    readonly temporary: string,
  ) {
    const { environment } = terminal;
    this.place = placeOf(environment);
    this.folder = resolve(options.cwd ?? ".");
    const inRepository = relative(this.place.repository ?? ".", this.folder);
    this.directory = inRepository.startsWith("..") ? "" : inRepository.replaceAll("\\", "/");
    const now = terminal.now();
    const run = runOf(environment, now);
    this.run = this.commit === undefined ? run : { ...run, commit: this.commit, at: timeText(now) };
    this.stack = options.stack ?? (environment["PULUMI_STACK"] || undefined);
    const pack = options["policy-pack"];
    this.pack = pack === undefined ? undefined : pathIn(this.folder, pack);
    this.isDry = options["dry-run"] === true;
    this.destroys = options.destroy === true;
  }

  /** The commit that a review of this run is made for. */
  get commit(): string | undefined {
    return this.place.pull?.head ?? this.place.commit;
  }

  /** True if the host can be asked; a dry run may have no token for it. */
  get canAsk(): boolean {
    const { connect, hasToken } = this.place;
    return connect !== undefined && (hasToken || !this.isDry);
  }

  /** The host; throws an error that names what is missing. */
  get host(): Host {
    const { connect, name } = this.place;
    if (connect === undefined) throw new Error(`a ${name} has no pull requests; run this in a job of GitHub Actions or GitLab CI.`);
    const http = { ...this.terminal, tell: (text: string) => this.note(text) };
    return (this.connected ??= connect(http, this.options.account ?? githubAccount));
  }

  /** The stack's identity in comments and issues. */
  stackId(stack: string) {
    return { stack, folder: this.options.name ?? this.directory };
  }

  /** The options that narrow what the commands cover, with their values. */
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
    // With the host's token, the program could write comments.
    const env = { ...omit(environment, hostTokens), ...options.env };
    return runPulumi(args, { ...options, folder: this.folder, env, stopped });
  }

  /** Prints what a person reads. With --json, standard output is for the one object. */
  say(text: string): void {
    for (const line of this.clean(text).split("\n")) this.onOut(line);
  }

  /** Prints a sentence about the run itself. */
  note(text: string): void {
    this.onErr(`graphplane ${this.command}: ${text}`);
  }

  /** Prints a line of pulumi's standard output; {@link onErr} prints one of its standard error. */
  readonly onOut = (line: string): void => this.out(this.harmless(line));

  readonly onErr = (line: string): void => this.terminal.err(this.harmless(line));

  /** Prints commands of GitHub's workflows, escaped already. */
  annotate(lines: string): void {
    if (this.place.name !== "GitHub" || this.isDry) return;
    for (const line of this.clean(lines).split("\n").filter(Boolean)) this.out(line);
  }

  /** Says why the run ends as it does: on standard error, and as an annotation on GitHub. */
  fail(text: string): void {
    this.note(text);
    this.annotate(`::error title=graphplane ${this.command}::${commandMessage(visible(text))}`);
  }

  async summarize(markdown: string): Promise<void> {
    if (this.place.summary !== undefined && !this.isDry) await appendFile(this.place.summary, `${this.clean(markdown).trimEnd()}\n\n`);
  }

  /** The text without the value of any credential. */
  clean(text: string): string {
    const values = credentials.flatMap((name) => this.terminal.environment[name] ?? []).filter((value) => value.length >= 4);
    return values.reduce((cleaned, value) => cleaned.replaceAll(value, "***"), text);
  }

  private out(line: string): void {
    if (this.options.json === true) this.terminal.err(line);
    else this.terminal.out(line);
  }

  /** On GitHub, a line that begins like a command of its workflows is no longer one. */
  private harmless(line: string): string {
    const clean = this.clean(line);
    return this.place.name === "GitHub" ? clean.replace(/^(\s*):(?=:)/, "$1: ").replaceAll("##[", "## [") : clean;
  }
}
