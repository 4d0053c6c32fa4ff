import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ConfigValue, Driver, ExportedDeployment, Outcome, PreviewOptions, PreviewTrace, RunOptions, StackSetting } from "./driver";

/** The Pulumi CLI on PATH, or undefined if there is none. It gets its own home and backend, never the user's. */
export async function findCli(): Promise<Driver | undefined> {
  try {
    const { stdout } = await run(["version"], {});
    return { name: `pulumi ${stdout.trim()}`, open };
  } catch {
    return undefined;
  }
}

/** The variables that give the CLI a stack's own home, state and secrets. */
export function cliEnvironment({ folder, passphrase, env }: Pick<StackSetting, "folder" | "passphrase" | "env">): Record<string, string> {
  return {
    ...env,
    PULUMI_HOME: join(folder, "home"),
    PULUMI_BACKEND_URL: `file://${join(folder, "backend")}`,
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_SUPPRESS_NEO_LINK: "true",
    // The log of events is an option for debugging.
    PULUMI_DEBUG_COMMANDS: "true",
    DO_NOT_TRACK: "1",
  };
}

async function open(setting: StackSetting) {
  await mkdir(join(setting.folder, "backend"), { recursive: true });
  const environment = { cwd: setting.program, env: cliEnvironment(setting) };
  const { stack = "dev", parallel = 8 } = setting;
  const configFile = join(setting.program, `Pulumi.${stack}.yaml`);
  const events = join(setting.folder, "events.json");
  const plan = join(setting.folder, "plan.json");
  const onStack = ["--non-interactive", "--stack", stack];
  const call = (args: readonly string[], input?: string) => run(args, environment, input);

  const configure = async (config: Readonly<Record<string, ConfigValue>>) => {
    const kept = (await readFile(configFile, "utf8").catch(() => "")).split("\n").filter((line) => line.startsWith("encryptionsalt:"));
    await writeFile(configFile, kept.join("\n"));
    const values = Object.entries(config).flatMap(([key, value]) =>
      typeof value === "string" ? ["--plaintext", `${key}=${value}`] : ["--secret", `${key}=${value.secret}`],
    );
    if (values.length > 0) await call(["config", "set-all", ...onStack, ...values]);
  };

  await call(["stack", "init", stack, "--non-interactive"]);
  await configure(setting.config);
  return {
    configure,
    run: async (operation: string, options: RunOptions = {}): Promise<Outcome> => {
      const { refresh = false, skipPreview = false, debug = false, continueOnError = false, flags: more = [], signal } = options;
      await rm(events, { force: true });
      const yes = operation === "preview" ? [] : ["--yes", ...(skipPreview ? ["--skip-preview"] : [])];
      const asked = [
        ...yes,
        ...(refresh ? ["--refresh"] : []),
        ...(debug ? ["--debug"] : []),
        ...(continueOnError ? ["--continue-on-error"] : []),
        ...more,
      ];
      const flags = [...asked, "--parallel", String(parallel), "--color", "never", "--event-log", events];
      const { stdout, exitCode } = await run([operation, ...onStack, ...flags], { ...environment, signal }, undefined, true);
      return { exitCode, text: stdout, ...readEvents(await readFile(events, "utf8").catch(() => "")) };
    },
    previewJson: async ({ refresh = false, flags: more = [] }: PreviewOptions = {}): Promise<PreviewTrace> => {
      await rm(plan, { force: true });
      const refreshed = refresh === false ? [] : ["--refresh", ...(refresh === true ? [] : ["--run-program"])];
      const flags = ["--json", "--save-plan", plan, ...refreshed, ...more, "--parallel", String(parallel)];
      const env = { ...environment.env, GRAPHPLANE_RECORDS: "1" };
      const { stdout, exitCode } = await run(["preview", ...onStack, ...flags], { ...environment, env }, undefined, true);
      return { exitCode, text: stdout, plan: await readFile(plan, "utf8").catch(() => undefined) };
    },
    export: async ({ showSecrets = false } = {}) => {
      const { stdout } = await call(["stack", "export", "--stack", stack, ...(showSecrets ? ["--show-secrets"] : [])]);
      return JSON.parse(stdout) as ExportedDeployment;
    },
    import: async (deployment: ExportedDeployment) => {
      await call(["stack", "import", "--stack", stack], JSON.stringify(deployment));
    },
    importFile: async (file: string, program?: string) => {
      const written = program === undefined ? ["--generate-code=false"] : ["--out", program];
      await call(["import", "--file", file, ...written, "--protect=false", "--yes", ...onStack]);
    },
    cancel: async () => {
      await call(["cancel", "--stack", stack, "--yes"]);
    },
    outputs: async () =>
      JSON.parse((await call(["stack", "output", "--stack", stack, "--json", "--show-secrets"])).stdout) as Record<string, unknown>,
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

/** Reads the log of events. Each phase of an operation overwrites it: it contains those of the last one. */
function readEvents(log: string): Pick<Outcome, "steps" | "diagnostics"> {
  const events = log
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as EngineEvent);
  const findEnd = (kind: "resOutputsEvent" | "resOpFailedEvent", { op, urn }: StepMetadata) =>
    events.map((event) => event[kind]?.metadata).find((metadata) => metadata?.urn === urn && (metadata.op === op || op === "refresh"));
  return {
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

/** The outcome of the refresh of a resource: `pulumi refresh` names it; in other operations it follows from the states. */
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
}

function run(
  args: readonly string[],
  { cwd, env = {}, signal }: CallSetting,
  input?: string,
  mayFail = false,
): Promise<{ stdout: string; exitCode: number }> {
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
