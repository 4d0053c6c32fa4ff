import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type ConfigValue,
  copyProgram,
  type DrivenStack,
  type Driver,
  findCli,
  type Operation,
  type Outcome,
  type ProgramCopy,
  type RunOptions,
} from "../../testing/driver";
import { type Emulator, type EmulatorOptions, type JournalEntry, startEmulator } from "../../testing/emulator";

export const root = join(__dirname, "../..");

export const passphrase = "pass";

/** The way of a program's resources to the provider: as dynamic ones, or through the plugin. */
export type ProviderKind = "dynamic" | "native";

export type Config = Readonly<Record<string, ConfigValue>>;

/** Options of a fixture. */
export interface StackOptions {
  readonly service?: EmulatorOptions;
  /** The folder of the program to copy; by default a JavaScript program without resources. */
  readonly program?: string;
  readonly stack?: string;
  /** By default the dynamic one. */
  readonly providerKind?: ProviderKind;
  /** In addition to the service's address and key. */
  readonly config?: (emulator: Emulator) => Config;
  readonly env?: (program: ProgramCopy) => Readonly<Record<string, string>>;
  readonly parallel?: number;
}

/** The result of an operation, and its requests to the service. */
export type Ran = Awaited<ReturnType<StackFixture["run"]>>;

/** A copy of a program, an emulated service, and a stack with them on the Pulumi CLI on PATH. */
export class StackFixture {
  private opened: Promise<DrivenStack> | undefined;
  private config: Config;

  private constructor(
    readonly emulator: Emulator,
    readonly program: ProgramCopy,
    private readonly options: StackOptions,
  ) {
    const account = { "graphplane:baseUrl": emulator.url, "graphplane:apiKey": { secret: emulator.apiKey } };
    this.config = { ...account, ...options.config?.(emulator) };
  }

  static async open(options: StackOptions = {}): Promise<StackFixture> {
    const emulator = await startEmulator(options.service);
    const program = await copyProgram(root, options.program ?? join(root, "tests/cli/scenarios/program"));
    if (options.providerKind === "native") await program.plugIn("graphplane", join(root, "dist/provider/native/main.js"));
    return new StackFixture(emulator, program, options);
  }

  /** The stack, which the first call creates. */
  stack(): Promise<DrivenStack> {
    return (this.opened ??= this.make());
  }

  /** Replaces a file of the program. */
  async write(text: string, file = "index.js"): Promise<void> {
    await this.program.write(file, text);
  }

  /** Sets values of the stack's configuration, or removes those that are undefined. */
  async configure(changes: Readonly<Record<string, ConfigValue | undefined>>): Promise<void> {
    const entries = Object.entries({ ...this.config, ...changes });
    this.config = Object.fromEntries(entries.filter((entry): entry is [string, ConfigValue] => entry[1] !== undefined));
    if (this.opened !== undefined) await (await this.opened).configure(this.config);
  }

  /** Imports resources, given as in an import file; the CLI writes their declarations to the file `program`. */
  async import(resources: readonly object[], program?: string): Promise<void> {
    const file = join(this.program.folder, "import.json");
    writeFileSync(file, JSON.stringify({ resources }));
    await (await this.stack()).importFile(file, program);
  }

  async run(operation: Operation, options: RunOptions = { skipPreview: true }) {
    const stack = await this.stack();
    const mark = this.emulator.journal.mark();
    const outcome = await stack.run(operation, options);
    const requests = this.emulator.journal.since(mark).entries;
    return {
      ...outcome,
      /** The output if the operation failed, else empty. */
      failed: outcome.exitCode === 0 ? "" : outcome.text,
      /** The operations on resources, sorted by name. */
      done: outcome.steps.toSorted((a, b) => compare(a.name, b.name)).map(stepText),
      errors: errorsOf(outcome),
      requests,
      /** All requests but reads. */
      writes: requests.filter(({ method }) => method !== "GET").map(requestText),
      reads: requests.filter(({ method }) => method === "GET").length,
    };
  }

  /** Runs an operation that must not fail. */
  async must(operation: Operation, options?: RunOptions): Promise<Ran> {
    const ran = await this.run(operation, options);
    if (ran.failed !== "") throw new Error(ran.failed);
    return ran;
  }

  async close(): Promise<void> {
    await this.emulator.close();
    await this.program.remove();
  }

  private async make(): Promise<DrivenStack> {
    const { stack = "dev", parallel, env } = this.options;
    // JavaScript starts in half the time.
    const language: Record<string, string> = this.options.program === undefined ? { PULUMI_NODEJS_TYPESCRIPT: "false" } : {};
    return (await cliOnPath()).open({
      ...this.program,
      stack,
      ...(parallel !== undefined && { parallel }),
      passphrase,
      config: this.config,
      // No settings but the stack's own.
      env: { ...language, GRAPHPLANE_BASE_URL: "", GRAPHPLANE_API_KEY: "", ...env?.(this.program) },
    });
  }
}

/** The Pulumi CLI on PATH. */
export async function cliOnPath(): Promise<Driver> {
  const cli = await findCli();
  if (cli === undefined) throw new Error('There is no "pulumi" on PATH: run this with npm run test:cli.');
  return cli;
}

/** The text of every file below a folder. */
export function filesBelow(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(files.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), "utf8")]));
}

/** `<op> <name>`, with the result of a refresh and whether it failed; of a read that fails in a refresh the CLI reports only the error. */
export function stepText({ op, name, found, failed }: Outcome["steps"][number]): string {
  return `${op}${found === undefined ? "" : `:${found}`} ${name}${failed === true && op !== "refresh" ? " failed" : ""}`;
}

/** A request without its prefix, as `PUT production/main {…}`, and its status if that is not 200. */
export function requestText({ method, path, body, status }: JournalEntry): string {
  const place = path.replace("/controller/v4/v2/workgroups/", "").replace("/workspaces/", "/");
  return `${method} ${place}${body === undefined ? "" : ` ${JSON.stringify(body)}`}${status === 200 ? "" : ` -> ${status ?? "no response"}`}`;
}

/** The errors of an operation, for comparison, without the last line that the CLI prints if it fails. */
function errorsOf({ diagnostics }: Outcome): string[] {
  const messages = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => plainMessage(message));
  return [...new Set(messages)].filter((message) => !/^$|^(preview|update|refresh|destroy) failed$/.test(message)).sort(compare);
}

/**
 * A message without anything that differs between two correct runs: the lines of the SDK in stack traces depend on its version, and
 * the number of requests before a failed one on timing. The CLI names the phase before some errors of a preview.
 */
export function plainMessage(message: string): string {
  return message
    .replace(/request-\d+/g, "request-N")
    .replace(/\u001b\[[0-9;]*m|<\{%[a-z]*%\}>/g, "")
    .split("\n")
    .filter((line) => !/^\s+at /.test(line))
    .join("\n")
    .replace(/^Preview failed: /, "")
    .trim();
}

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
