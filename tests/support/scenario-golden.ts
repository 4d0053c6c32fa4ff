import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { StepRecord } from "./scenario-record";

/** What a run left behind, and on what it ran. */
export interface Golden {
  readonly scenario: string;
  readonly recordedOn: { readonly engine: string; readonly sdk: string };
  readonly steps: readonly StepRecord[];
}

const folder = join(__dirname, "../golden/scenarios");

/** The recorded run of a scenario on the real engine. */
export function readGolden(scenario: string): Golden {
  const file = fileOf(scenario);
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Golden;
  } catch {
    throw new Error(`there is no golden record ${file}: record it on a Pulumi CLI with ACCEPT=1 npm run test:cli`);
  }
}

/** Keeps a run as the golden record. */
export function writeGolden(golden: Golden): void {
  const file = fileOf(golden.scenario);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${format(golden, 0)}\n`);
}

/** The version of `@pulumi/pulumi` that runs the programs. */
export function sdkVersion(): string {
  const manifest = readFileSync(join(dirname(require.resolve("@pulumi/pulumi")), "package.json"), "utf8");
  return `@pulumi/pulumi ${(JSON.parse(manifest) as { version: string }).version}`;
}

function fileOf(scenario: string): string {
  const words = scenario.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return join(folder, `${words.join("-")}.json`);
}

/** JSON in which a call or a resource stands on one line, so that a change of one is a change of one line. */
function format(value: unknown, depth: number): string {
  const line = JSON.stringify(value);
  const indent = "  ".repeat(depth + 1);
  const end = `\n${"  ".repeat(depth)}`;
  if (typeof value !== "object" || value === null || line.length <= 100) return line;
  if (Array.isArray(value)) return `[\n${value.map((item) => indent + format(item, depth + 1)).join(",\n")}${end}]`;
  if ("call" in value || "inputs" in value) return line;
  const entries = Object.entries(value).map(([key, inner]) => `${indent}${JSON.stringify(key)}: ${format(inner, depth + 1)}`);
  return `{\n${entries.join(",\n")}${end}}`;
}
