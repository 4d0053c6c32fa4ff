import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Environment } from "../../../cli/command";
import type { Finding } from "../../../cli/doctor/finding";
import type { Machine } from "../../../cli/doctor/machine";
import { diagnose, type DoctorOptions } from "../../../cli/doctor/run";
import { type Account, type Emulator, type EmulatorOptions, type Sample, sampleAccount, startEmulator } from "../../../testing/emulator";
import { closeAfterTest } from "../../support/close-after-test";
import { root } from "../../support/repository";
import { recordingTerminal } from "../../support/terminal";

/** The checks that docs/doctor.md explains, a row each. */
const explained = [...readFileSync(join(root, "docs/doctor.md"), "utf8").matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);

export const folder = mkdtempSync(join(tmpdir(), "doctor-"));
export let sample: Sample;
afterAll(() => rmSync(folder, { recursive: true }));

export async function start(options: EmulatorOptions = {}): Promise<Emulator> {
  const account = (fill: Account) => void (sample = sampleAccount(fill));
  return closeAfterTest(await startEmulator({ profile: "observed", account, ...options }));
}

export const settingsOf = ({ url, apiKey }: Emulator) => ({ GRAPHPLANE_BASE_URL: url, GRAPHPLANE_API_KEY: apiKey });
export const cli = { "pulumi version": "v3.230.0-dev.jane\n" };

export interface Scene {
  readonly environment?: Environment;
  readonly folder?: string;
  readonly nodeVersion?: string;
  /** The output of programs, by the beginning of their command line; others fail. If empty, there is no CLI. */
  readonly programs?: Readonly<Record<string, string>>;
}

function machineOf({ folder: at = tmpdir(), nodeVersion = "22.1.0", programs = cli }: Scene): Machine {
  const pulumi: Machine["pulumi"] = async (args) => {
    if (Object.keys(programs).length === 0) throw new Error("pulumi cannot be started");
    const line = ["pulumi", ...args].join(" ");
    const [, stdout] = Object.entries(programs).find(([beginning]) => line.startsWith(beginning)) ?? [];
    return stdout === undefined ? { code: 255, stdout: "", stderr: "error: no stack selected\n" } : { code: 0, stdout, stderr: "" };
  };
  return { folder: at, nodeVersion, pulumi };
}

export async function examine(scene: Scene, options: Partial<DoctorOptions> = {}) {
  const { terminal, printed } = recordingTerminal({ environment: scene.environment ?? {} });
  const code = await diagnose({ dataPlane: false, report: false, json: true, ...options }, terminal, machineOf(scene));
  const { out, err } = printed();
  const checks = options.json === false ? [] : (JSON.parse(out) as { checks: Finding[] }).checks;
  expect(explained).toEqual(expect.arrayContaining(checks.map(({ check }) => check)));
  /** The findings of a check, or of all, that are failures or warnings: each in one text. */
  const problems = (check?: string) =>
    checks
      .filter((one) => ["failed", "warning"].includes(one.result) && (check === undefined || one.check === check))
      .map((one) => `${one.result} ${one.check}: ${one.text} Fix: ${one.fix}`);
  const of = (check: string) => checks.filter((one) => one.check === check);
  return { code, out, err, of, problems };
}
