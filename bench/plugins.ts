import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Command, hosts, measureFirstAnswer } from "./first-answer";
import { median } from "./statistics";

const scripts = join(__dirname, "../../scripts/plugin");

/** The plugin as Node runs it, from the npm package and as one file, beside the executable: sizes and times to the first answer. */
export async function comparePlugins(rounds: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "plugins-"));
  try {
    const file = join(folder, "plugin.js");
    const bundling = `require(${JSON.stringify(join(scripts, "bundle.js"))}).bundle(${JSON.stringify(file)})`;
    execFileSync(process.execPath, ["-e", bundling]);
    const built = join(folder, "executable");
    execFileSync(process.execPath, [join(scripts, "build.js"), built], { stdio: "ignore" });
    const named = (pattern: RegExp) => join(built, readdirSync(built).find((name) => pattern.test(name)) ?? "");
    const executable = named(/^pulumi-resource-graphplane(\.exe)?$/);
    const forms: Readonly<Record<string, Command>> = {
      "npm package": hosts.plugin,
      "one file": [process.execPath, file],
      executable: [executable],
    };
    return [
      `plugin, median of ${rounds} rounds`,
      `one file ${megabytes(file)}, executable ${megabytes(executable)}, its archive ${megabytes(named(/\.tar\.gz$/))}`,
      ...lines(forms, await takeTurns(forms, rounds)),
    ].join("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds to the first answer, by form and round; the first round, which fills the system's cache of files, is left out. */
async function takeTurns(forms: Readonly<Record<string, Command>>, rounds: number): Promise<readonly Readonly<Record<string, number>>[]> {
  const taken: Record<string, number>[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const times: Record<string, number> = {};
    for (const [name, command] of Object.entries(forms)) times[name] = await measureFirstAnswer(command);
    taken.push(times);
  }
  return taken.slice(1);
}

function lines(forms: Readonly<Record<string, Command>>, rounds: readonly Readonly<Record<string, number>>[]): readonly string[] {
  const of = (name: string) => rounds.map((times) => times[name] ?? NaN);
  return Object.keys(forms).map((name) => {
    const factors = rounds.map((times) => (times[name] ?? NaN) / (times["one file"] ?? NaN));
    return `${name.padEnd(12)} first answer ${median(of(name)).toFixed(0)} ms, ÷ one file ${median(factors).toFixed(2)}`;
  });
}

const megabytes = (file: string) => `${(statSync(file).size / 1024 / 1024).toFixed(1)} MiB`;
