import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../testing/emulator";
import { runCommand } from "./terminal";

/** The result of one run of the command. */
export type Adoption = Awaited<ReturnType<AdoptFixture["adopt"]>>;

/** An emulated service, a place for projects from which the repository's packages are found, and the command's environment. */
export class AdoptFixture {
  private readonly base: string;
  private readonly environment = process.env;
  private runs = 0;

  private constructor(readonly emulator: Emulator) {
    const parent = join(__dirname, "../../.tmp");
    mkdirSync(parent, { recursive: true });
    this.base = mkdtempSync(join(parent, "adopt-"));
    process.env = { ...process.env, GRAPHPLANE_BASE_URL: emulator.url, GRAPHPLANE_API_KEY: emulator.apiKey };
  }

  static async open(options: EmulatorOptions = {}): Promise<AdoptFixture> {
    return new AdoptFixture(await startEmulator({ dataPlane: "nowhere", profile: "observed", ...options }));
  }

  /** A folder that does not exist yet. */
  folder(): string {
    this.runs += 1;
    return join(this.base, `project-${this.runs}`);
  }

  async adopt(args: readonly string[] = [], folder = this.folder(), stopped = new AbortController().signal) {
    const run = await runCommand(["adopt", "--out", folder, ...args], { stopped });
    const names = existsSync(folder) ? readdirSync(folder) : [];
    /** The written files by name; none without a folder. */
    const files: Readonly<Record<string, string>> = Object.fromEntries(
      names.map((name) => [name, readFileSync(join(folder, name), "utf8")]),
    );
    return { ...run, folder, files };
  }

  async close(): Promise<void> {
    await this.emulator.close();
    rmSync(this.base, { recursive: true, force: true });
    process.env = this.environment;
  }
}

/** The program of an adoption. */
export const programOf = ({ files }: Pick<Adoption, "files">): string => files["index.ts"] ?? "";
