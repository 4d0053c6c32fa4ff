import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ExportedDeployment } from "../engine";
import type { ConfigValue, Driver, Outcome, StackSetting } from "./driver";

/** The Pulumi CLI on PATH, or undefined where there is none. It gets a home and a backend of its own, never the user's. */
export async function findCli(): Promise<Driver | undefined> {
  try {
    const { stdout } = await run(["version"], {});
    return { name: `pulumi ${stdout.trim()}`, open };
  } catch {
    return undefined;
  }
}

async function open(setting: StackSetting) {
  const state = join(setting.folder, "backend");
  await mkdir(state, { recursive: true });
  const environment = {
    cwd: setting.program,
    env: {
      ...setting.env,
      PULUMI_HOME: join(setting.folder, "home"),
      PULUMI_BACKEND_URL: `file://${state}`,
      PULUMI_CONFIG_PASSPHRASE: setting.passphrase,
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      PULUMI_SUPPRESS_NEO_LINK: "true",
      // The log of events is an option for debugging.
      PULUMI_DEBUG_COMMANDS: "true",
      DO_NOT_TRACK: "1",
    },
  };
  const configFile = join(setting.program, "Pulumi.dev.yaml");
  const events = join(setting.folder, "events.json");
  const onStack = ["--non-interactive", "--stack", "dev"];
  const call = (args: readonly string[], input?: string) => run(args, environment, input);

  const configure = async (config: Readonly<Record<string, ConfigValue>>) => {
    const kept = (await readFile(configFile, "utf8").catch(() => "")).split("\n").filter((line) => line.startsWith("encryptionsalt:"));
    await writeFile(configFile, kept.join("\n"));
    for (const [key, value] of Object.entries(config)) {
      const [text, kind] = typeof value === "string" ? [value, "--plaintext"] : [value.secret, "--secret"];
      await call(["config", "set", ...onStack, kind, key, "--", text]);
    }
  };

  await call(["stack", "init", "dev", "--non-interactive"]);
  await configure(setting.config);
  return {
    configure,
    run: async (operation: string, { refresh = false }: { readonly refresh?: boolean } = {}): Promise<Outcome> => {
      await rm(events, { force: true });
      const yes = operation === "preview" ? [] : ["--yes"];
      const flags = [...yes, ...(refresh ? ["--refresh"] : []), "--color", "never", "--event-log", events];
      const { stdout, exitCode } = await run([operation, ...onStack, ...flags], environment, undefined, true);
      return { exitCode, text: stdout, ...readEvents(await readFile(events, "utf8").catch(() => "")) };
    },
    export: async () => JSON.parse((await call(["stack", "export", "--stack", "dev"])).stdout) as ExportedDeployment,
    import: async (deployment: ExportedDeployment) => {
      await call(["stack", "import", "--stack", "dev"], JSON.stringify(deployment));
    },
    outputs: async () =>
      JSON.parse((await call(["stack", "output", "--stack", "dev", "--json", "--show-secrets"])).stdout) as Record<string, unknown>,
  };
}

interface EngineEvent {
  readonly resourcePreEvent?: { readonly metadata: { readonly op: string; readonly urn: string; readonly type: string } };
  readonly diagnosticEvent?: { readonly severity: string; readonly message: string };
  readonly preludeEvent?: unknown;
}

/** Reads the log of the last phase: of an `up`, the update that followed its preview. */
function readEvents(log: string): Pick<Outcome, "steps" | "diagnostics"> {
  const all = log
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as EngineEvent);
  const begin = all.findLastIndex(({ preludeEvent }) => preludeEvent !== undefined);
  const events = all.slice(Math.max(0, begin));
  return {
    steps: events
      .flatMap(({ resourcePreEvent }) => (resourcePreEvent === undefined ? [] : [resourcePreEvent.metadata]))
      .filter(({ type }) => !type.startsWith("pulumi:"))
      .map(({ op, urn }) => ({ op, name: urn.split("::").at(-1) ?? urn })),
    diagnostics: events
      .flatMap(({ diagnosticEvent }) => (diagnosticEvent === undefined ? [] : [diagnosticEvent]))
      .filter(({ severity }) => severity !== "debug")
      .map(({ severity, message }) => ({ severity, message: message.trimEnd() })),
  };
}

function run(
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> },
  input?: string,
  mayFail = false,
): Promise<{ stdout: string; exitCode: number }> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile("pulumi", args, options, (error, stdout, stderr) => {
      if (error === null) return resolve({ stdout, exitCode: 0 });
      if (mayFail && typeof error.code === "number") return resolve({ stdout: stdout + stderr, exitCode: error.code });
      reject(new Error(`pulumi ${args[0]} ${args[1] ?? ""} failed: ${stderr || error.message}`));
    });
    child.stdin?.end(input);
  });
}
