import { execFile } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { copyProgram, type ProgramCopy } from "../../../testing/driver";
import { type Emulator, type Sample, sampleAccount, startEmulator } from "../../../testing/emulator";
import { openStack } from "../../../testing/engine";
import { base, type PreviewScene, unfinished } from "./scenes";

/** What one `preview --json` gave. */
export interface Preview {
  readonly exitCode: number;
  readonly json: string;
  /** The text of the file of `--save-plan`; undefined where none was written. */
  readonly plan: string | undefined;
}

/** An engine with one stack of one program. */
interface Engine {
  up(): Promise<number>;
  preview(options: { readonly refresh: boolean }): Promise<Preview>;
}

type Config = Readonly<Record<string, string | { readonly secret: string }>>;
/** Makes an engine for the program of a stage; called anew when the configuration changes. */
export type EngineOf = (program: ProgramCopy, config: Config) => Promise<Engine>;

const root = join(__dirname, "../../..");

/** What stands in the state before a scene, by the programs that were applied. */
const histories = { nothing: [], base: [base], failed: [base, unfinished] } as const;

/** One state on which scenes are played one after the other: a preview leaves it as it is. */
export class Stage {
  private constructor(
    private readonly emulator: Emulator,
    private readonly sample: Sample,
    private readonly program: ProgramCopy,
    private readonly engineOf: EngineOf,
    private readonly config: Config,
  ) {}

  static async open(state: keyof typeof histories, engineOf: EngineOf): Promise<Stage> {
    const emulator = await startEmulator();
    const program = await copyProgram(root, join(__dirname, "program"));
    const sample = sampleAccount(emulator.account);
    const config = configOf(emulator, sample);
    const engine = await engineOf(program, config);
    for (const text of histories[state]) {
      await program.write("index.ts", text);
      const exitCode = await engine.up();
      if ((exitCode === 0) !== (text === base)) throw new Error(`up ended with exit code ${exitCode}`);
    }
    return new Stage(emulator, sample, program, engineOf, config);
  }

  /** Lets the console act, previews what the scene declares, and takes the console's change back. */
  async play(scene: PreviewScene): Promise<Preview> {
    const { workgroupId, workspaceIds } = this.sample;
    const before = this.emulator.workspace(workgroupId, workspaceIds.main);
    this.emulator.changeWorkspace(workgroupId, workspaceIds.main, scene.console ?? {});
    await this.program.write("index.ts", scene.program);
    try {
      const engine = await this.engineOf(this.program, { ...this.config, ...scene.config });
      return await engine.preview({ refresh: scene.refresh ?? false });
    } finally {
      this.emulator.changeWorkspace(workgroupId, workspaceIds.main, before);
    }
  }

  async close(): Promise<void> {
    await this.program.remove();
    await this.emulator.close();
  }
}

/** The stages of one engine, each opened when it is first needed. */
export class Stages {
  private readonly opened = new Map<keyof typeof histories, Promise<Stage>>();

  constructor(private readonly engineOf: EngineOf) {}

  async play(scene: PreviewScene): Promise<Preview> {
    const state = scene.state ?? "base";
    const stage = this.opened.get(state) ?? Stage.open(state, this.engineOf);
    this.opened.set(state, stage);
    return (await stage).play(scene);
  }

  async close(): Promise<void> {
    for (const stage of this.opened.values()) await (await stage).close();
  }
}

function configOf(emulator: Emulator, sample: Sample): Config {
  return {
    workgroupId: sample.workgroupId,
    workspaceIds: JSON.stringify(sample.workspaceIds),
    insights: sample.installedAddonId,
    token: { secret: "first-token" },
    "graphplane:baseUrl": emulator.url,
    "graphplane:apiKey": { secret: emulator.apiKey },
  };
}

/** The Pulumi CLI on PATH. */
export const cli: EngineOf = async (program, config) => {
  const backend = join(program.folder, "backend");
  await mkdir(backend, { recursive: true });
  const env = {
    ...process.env,
    PULUMI_HOME: join(program.folder, "home"),
    PULUMI_BACKEND_URL: `file://${backend}`,
    PULUMI_CONFIG_PASSPHRASE: "preview",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_SUPPRESS_NEO_LINK: "true",
    DO_NOT_TRACK: "1",
  };
  const call = (...args: string[]) => pulumi(args, program.program, env);
  const onStack = ["--non-interactive", "--stack", "dev"];
  await call("stack", "select", "--create", "dev", "--non-interactive");
  for (const [key, value] of Object.entries(config)) {
    const [text, kind] = typeof value === "string" ? [value, "--plaintext"] : [value.secret, "--secret"];
    await call("config", "set", ...onStack, kind, key, "--", text);
  }
  return {
    up: async () => (await call("up", ...onStack, "--yes", "--skip-preview")).exitCode,
    preview: async ({ refresh }) => {
      const plan = join(program.folder, "plan.json");
      const { stdout, exitCode } = await call("preview", ...onStack, "--json", "--save-plan", plan, ...(refresh ? ["--refresh"] : []));
      return { exitCode, json: stdout, plan: await readFile(plan, "utf8").catch(() => undefined) };
    },
  };
};

/** The engine of this package. It writes no plan. */
export const embedded: EngineOf = async ({ program, folder }, config) => {
  const stack = await openStack({ program, stack: "dev", stateFolder: folder, passphrase: "preview", config: { ...config } });
  return {
    up: async () => (await stack.up({ skipPreview: true })).exitCode,
    preview: async ({ refresh }) => {
      const { exitCode, text } = await stack.previewJson({ refresh });
      return { exitCode, json: text, plan: undefined };
    },
  };
};

function pulumi(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<{ stdout: string; exitCode: number }> {
  return new Promise((resolve, reject) => {
    execFile("pulumi", args, { cwd, env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout) => {
      if (error === null) return resolve({ stdout, exitCode: 0 });
      if (typeof error.code === "number") return resolve({ stdout, exitCode: error.code });
      reject(new Error(error.message));
    });
  });
}
