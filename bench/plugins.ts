import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Command, hosts, measureFirstResponses } from "./first-response";
import { median, medianRatio } from "./statistics";

const scripts = join(__dirname, "../../scripts/plugin");

/** Compares the plugin as Node runs it, from the npm package and as one file, with the executable: sizes, and times to the first response. */
export async function comparePlugins(rounds: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "plugins-"));
  try {
    const file = join(folder, "plugin.js");
    const bundling = `require(${JSON.stringify(join(scripts, "bundle.js"))}).bundlePlugin(${JSON.stringify(file)})`;
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
    // The first round fills the file system cache.
    const taken = Object.entries(await measureFirstResponses(forms, rounds + 1)).map(([name, times]) => [name, times.slice(1)] as const);
    const oneFile = taken.find(([name]) => name === "one file")?.[1] ?? [];
    return [
      `plugin, median of ${rounds} rounds`,
      `one file ${megabytes(file)}, executable ${megabytes(executable)}, its archive ${megabytes(named(/\.tar\.gz$/))}`,
      ...taken.map(
        ([name, times]) =>
          `${name.padEnd(12)} first response ${median(times).toFixed(0)} ms, ÷ one file ${medianRatio(times, oneFile).toFixed(2)}`,
      ),
    ].join("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const megabytes = (file: string) => `${(statSync(file).size / 1024 / 1024).toFixed(1)} MiB`;
