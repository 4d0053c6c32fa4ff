import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ConfigValue, copyProgram, type DrivenStack, type Driver, type ProgramCopy } from "../../testing/driver";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../testing/emulator";
import { fillAccount, programHead } from "./scenario";
import { canaryKey } from "./scenario-canary";
import type { Call } from "./scenario-record";

const root = join(__dirname, "../..");
const recorder = join(__dirname, "scenario-recorder.js");

/** A program, an emulated service, and what a stack needs to bring the two together. */
export class Stage {
  private readonly callFile: string;

  private constructor(
    readonly emulator: Emulator,
    readonly program: ProgramCopy,
  ) {
    this.callFile = join(program.folder, "calls.ndjson");
    writeFileSync(this.callFile, "");
  }

  static async open(service: EmulatorOptions = {}): Promise<Stage> {
    const usual: EmulatorOptions = { apiKey: canaryKey, account: fillAccount, dataPlane: "nowhere", now: () => Date.UTC(2026, 5, 3) };
    const emulator = await startEmulator({ ...usual, ...service });
    return new Stage(emulator, await copyProgram(root, join(__dirname, "../e2e/scenarios/program")));
  }

  /** The stack's configuration as a user would have set it. */
  get config(): Record<string, ConfigValue> {
    return { "graphplane:baseUrl": this.emulator.url, "graphplane:apiKey": { secret: this.emulator.apiKey } };
  }

  /** What the program says from now on, after {@link programHead}. */
  async write(program: string): Promise<void> {
    await this.program.write("index.js", programHead + program);
  }

  async stack(
    driver: Driver,
    config: Readonly<Record<string, ConfigValue>> = this.config,
    env: Record<string, string> = {},
  ): Promise<DrivenStack> {
    return driver.open({ ...this.program, passphrase: "scenario", config, env: { ...this.environment(), ...env } });
  }

  /** The calls that providers got so far. */
  calls(): Call[] {
    const lines = readFileSync(this.callFile, "utf8").split("\n").filter(Boolean);
    return lines.map((line) => JSON.parse(line) as Call);
  }

  async close(): Promise<void> {
    await this.emulator.close();
    await this.program.remove();
  }

  /** The recorder in every process, and no settings but the stack's own. */
  private environment(): Record<string, string> {
    return {
      NODE_OPTIONS: `--require ${JSON.stringify(recorder)}`,
      SCENARIO_CALLS: this.callFile,
      // Plain JavaScript starts in half the time.
      PULUMI_NODEJS_TYPESCRIPT: "false",
      GRAPHPLANE_BASE_URL: "",
      GRAPHPLANE_API_KEY: "",
    };
  }
}
