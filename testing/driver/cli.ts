import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The deployment file of `pulumi stack export` and `pulumi stack import`. */
export interface ExportedDeployment {
  readonly version: number;
  readonly deployment: { readonly resources?: readonly ExportedResource[] };
}

interface ExportedResource {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

export type ConfigValue = string | { readonly secret: string };

export interface StackSetting {
  /** The directory of the program's Pulumi.yaml. */
  readonly program: string;
  /** @default "dev" */
  readonly stack?: string;
  /** A separate directory for state and home, which keeps the user's own untouched. */
  readonly folder: string;
  readonly config: Readonly<Record<string, ConfigValue>>;
  readonly passphrase: string;
  /** Variables added to this process's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Maximum number of parallel resource operations. @default 8 */
  readonly parallel?: number;
}

export type Operation = "preview" | "up" | "refresh" | "destroy";

export interface RunOptions {
  /** Refreshes all resources first (`preview` and `up` only). */
  readonly refresh?: boolean;
  readonly skipPreview?: boolean;
  /** Additional CLI options. */
  readonly flags?: readonly string[];
  /** Interrupts the operation like a single Ctrl-C. */
  readonly signal?: AbortSignal;
}

interface PreviewOptions {
  readonly refresh?: boolean | "with the program";
  readonly flags?: readonly string[];
  /** The key that precedes each record. */
  readonly key?: string;
}

/** The Pulumi CLI with its display name, for example `pulumi v3.250.0`. */
export type Driver = NonNullable<Awaited<ReturnType<typeof findCli>>>;

export type DrivenStack = Awaited<ReturnType<typeof open>>;

/** The result of one operation. Steps and messages are those of its last phase, which for `up` is the update. */
export type Outcome = Awaited<ReturnType<DrivenStack["run"]>>;

/** The result of `pulumi preview --json`. */
export type PreviewTrace = Awaited<ReturnType<DrivenStack["previewJson"]>>;

/** Returns the Pulumi CLI on PATH; undefined if there is none. It never uses the user's own home and backend. */
export async function findCli() {
  try {
    const { stdout } = await run(["version"]);
    return { name: `pulumi ${stdout.trim()}`, open };
  } catch {
    return undefined;
  }
}

/** Environment variables that select a stack's own home, state, and secrets provider. */
export function cliEnvironment({ folder, passphrase, env }: Pick<StackSetting, "folder" | "passphrase" | "env">): Record<string, string> {
  return {
    ...env,
    PULUMI_HOME: join(folder, "home"),
    PULUMI_BACKEND_URL: `file://${join(folder, "backend")}`,
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_SUPPRESS_NEO_LINK: "true",
    // `--event-log` is a debugging option.
    PULUMI_DEBUG_COMMANDS: "true",
    DO_NOT_TRACK: "1",
  };
}

/** Creates a stack. Each run writes its events to `events.json` in the stack's directory. */
async function open(setting: StackSetting) {
  await mkdir(join(setting.folder, "backend"), { recursive: true });
  const environment = { cwd: setting.program, env: cliEnvironment(setting) };
  const { stack = "dev", parallel = 8 } = setting;
  const configFile = join(setting.program, `Pulumi.${stack}.yaml`);
  const events = join(setting.folder, "events.json");
  const records = join(setting.folder, "records");
  const onStack = ["--non-interactive", "--stack", stack];
  /** Runs any other command on the stack and resolves to its output. */
  const call = async (args: readonly string[], input?: string) => (await run([...args, ...onStack], { ...environment, input })).stdout;

  /** Replaces the stack's whole configuration. */
  const configure = async (config: Readonly<Record<string, ConfigValue>>) => {
    const kept = (await readFile(configFile, "utf8").catch(() => "")).split("\n").filter((line) => line.startsWith("encryptionsalt:"));
    await writeFile(configFile, kept.join("\n"));
    const values = Object.entries(config).flatMap(([key, value]) =>
      typeof value === "string" ? ["--plaintext", `${key}=${value}`] : ["--secret", `${key}=${value.secret}`],
    );
    if (values.length > 0) await call(["config", "set-all", ...values]);
  };

  await run(["stack", "init", stack, "--non-interactive"], environment);
  await configure(setting.config);
  return {
    configure,
    run: async (operation: Operation, options: RunOptions = {}) => {
      await rm(events, { force: true });
      const flags = [
        ...(operation === "preview" ? [] : ["--yes"]),
        ...(options.skipPreview && operation !== "preview" ? ["--skip-preview"] : []),
        ...(options.refresh ? ["--refresh"] : []),
        ...(options.flags ?? []),
        ...["--parallel", String(parallel), "--color", "never", "--event-log", events],
      ];
      const { stdout, exitCode } = await run([operation, ...onStack, ...flags], { ...environment, signal: options.signal, mayFail: true });
      /** The output of all phases. */
      return { exitCode, text: stdout, ...readEvents(await readFile(events, "utf8").catch(() => "")) };
    },
    /** Runs the preview for `graphplane review`. With `--run-program`, each resource is refreshed with its declared inputs. */
    previewJson: async (options: PreviewOptions = {}) => {
      const { refresh = false, flags: more = [], key = "key-of-the-run" } = options;
      for (const file of [events, records]) await rm(file, { force: true });
      const refreshed = refresh === false ? [] : ["--refresh", ...(refresh === true ? [] : ["--run-program"])];
      const flags = ["--json", "--show-replacement-steps", "--event-log", events, ...refreshed, ...more, "--parallel", String(parallel)];
      const env = { ...environment.env, GRAPHPLANE_RECORDS: records, GRAPHPLANE_RUN_KEY: key };
      const { stdout, exitCode } = await run(["preview", ...onStack, ...flags], { ...environment, env, mayFail: true });
      const read = (file: string) => readFile(file, "utf8").catch(() => "");
      return { exitCode, key, text: stdout, events: await read(events), records: await read(records) };
    },
    /** The output of `pulumi stack export`. Secrets are encrypted unless `showSecrets` is set. */
    export: async ({ showSecrets = false } = {}) =>
      JSON.parse(await call(["stack", "export", ...(showSecrets ? ["--show-secrets"] : [])])) as ExportedDeployment,
    import: (deployment: ExportedDeployment) => call(["stack", "import"], JSON.stringify(deployment)),
    /** Runs `pulumi import --file` without protection, and writes the declarations to `program`. */
    importFile: (file: string, program?: string) => {
      const written = program === undefined ? ["--generate-code=false"] : ["--out", program];
      return call(["import", "--file", file, ...written, "--protect=false", "--yes"]);
    },
    /** Runs `pulumi cancel`, which releases the lock of a killed operation. */
    cancel: () => call(["cancel", "--yes"]),
    /** The stack outputs, with decrypted secrets. */
    outputs: async () => JSON.parse(await call(["stack", "output", "--json", "--show-secrets"])) as Record<string, unknown>,
  };
}

interface StepMetadata {
  readonly op: string;
  readonly urn: string;
  readonly type: string;
  readonly new?: object | null;
  readonly diffs?: readonly string[];
}

interface EngineEvent {
  readonly resourcePreEvent?: { readonly metadata: StepMetadata };
  readonly resOutputsEvent?: { readonly metadata: StepMetadata };
  readonly resOpFailedEvent?: { readonly metadata: StepMetadata };
  readonly diagnosticEvent?: { readonly severity: string; readonly message: string; readonly ephemeral?: boolean };
}

/** Reads the event log, which contains only the operation's last phase. */
function readEvents(log: string) {
  const events = log
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as EngineEvent);
  const findEnd = (kind: "resOutputsEvent" | "resOpFailedEvent", { op, urn }: StepMetadata) =>
    events.map((event) => event[kind]?.metadata).find((metadata) => metadata?.urn === urn && (metadata.op === op || op === "refresh"));
  return {
    /** Steps by resource, including `same`, without providers and the stack. `found` is the outcome of a refresh. */
    steps: events
      .flatMap(({ resourcePreEvent }) => (resourcePreEvent === undefined ? [] : [resourcePreEvent.metadata]))
      .filter(({ type }) => !type.startsWith("pulumi:"))
      .map((metadata) => ({
        op: metadata.op,
        name: metadata.urn.split("::").at(-1) ?? metadata.urn,
        ...(metadata.op === "refresh" && { found: readRefreshOutcome(findEnd("resOutputsEvent", metadata)) }),
        ...(findEnd("resOpFailedEvent", metadata) && { failed: true as const }),
      })),
    diagnostics: events
      .flatMap(({ diagnosticEvent }) => (diagnosticEvent === undefined ? [] : [diagnosticEvent]))
      .filter(({ severity, ephemeral }) => severity !== "debug" && ephemeral !== true)
      .map(({ severity, message }) => ({ severity, message: message.trimEnd() })),
  };
}

/** Returns the outcome of a resource's refresh. Only `pulumi refresh` reports it. For other operations, it is derived from the states. */
function readRefreshOutcome(ended: StepMetadata | undefined): string {
  if (ended === undefined) return "same";
  if (ended.op !== "refresh") return ended.op;
  if (ended.new === null || ended.new === undefined) return "delete";
  return ended.diffs !== undefined && ended.diffs.length > 0 ? "update" : "same";
}

interface CallSetting {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly input?: string | undefined;
  /** Also resolves if the command fails. The text contains both streams. */
  readonly mayFail?: boolean;
}

function run(args: readonly string[], setting: CallSetting = {}): Promise<{ stdout: string; exitCode: number }> {
  const { cwd, env = {}, signal, input, mayFail = false } = setting;
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile("pulumi", args, options, (error, stdout, stderr) => {
      if (error === null) return resolve({ stdout: mayFail ? stdout + stderr : stdout, exitCode: 0 });
      if (mayFail && typeof error.code === "number") return resolve({ stdout: stdout + stderr, exitCode: error.code });
      reject(new Error(`pulumi ${args[0]} ${args[1] ?? ""} failed: ${stderr || error.message}`));
    });
    signal?.addEventListener("abort", () => child.kill("SIGINT"), { once: true });
    child.stdin?.end(input);
  });
}
