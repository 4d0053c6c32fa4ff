import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Account, type Emulator, type EmulatorOptions, startEmulator } from "../../testing/emulator";
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

/** The resources of the import file, as a program declares them. */
export function importedBy({ files }: Pick<Adoption, "files">) {
  const { resources } = JSON.parse(files["import.json"] ?? "") as {
    resources: { name: string; type: string; properties: string[]; inputs: Record<string, unknown> }[];
  };
  return resources.map(({ name, type, properties, inputs: { __provider, ...args } }) => {
    expect(__provider).toEqual(expect.any(String));
    expect([...properties].sort()).toEqual(["__provider", ...Object.keys(args)].sort());
    return { kind: type.replace(/.*:/, ""), name, args };
  });
}

/** Three workgroups of seven workspaces: in the first, some have their own settings; in the last, timetables set the sizes. */
export function manyWorkspaces(fill: Account): void {
  for (const [group, typeName] of [
    ["production", "TG-4"],
    ["staging", "TG-1"],
    ["development", "TG-1"],
  ] as const) {
    fill.addWorkgroup({ workgroup_id: group, name: group });
    const production = group === "production";
    for (const name of ["main", "reports", "fraud", "search", "audit", "forecast", "demo"]) {
      fill.addWorkspace(group, {
        workspace_id: name,
        name: `${group}-${name}`,
        workspace_type: { typeName },
        auto_stop_minutes: production ? 0 : 30,
        ...(production && name === "search" ? { maintenance_window_hour_of_day: 4 } : {}),
        addons: production && name === "demo" ? [] : [{ addons_id: "insights", enable: true, enable_configuration: { theme: "light" } }],
      });
      if (group === "development") fill.addSchedule(group, name, { time: name === "demo" ? "09:00" : "07:00" });
    }
  }
}
