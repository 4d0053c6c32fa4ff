import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Whether what the Pulumi CLI does becomes the record: ACCEPT=1 npm run test:cli. */
export const accepting = process.env.GRAPHPLANE_TESTS === "cli" && process.env.ACCEPT === "1";

/** The record with a name in a folder of `tests/golden`. */
export function readGolden(folder: string, name: string): unknown {
  const file = fileOf(folder, name);
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new Error(`There is no golden record ${file}. Record it on a Pulumi CLI with ACCEPT=1 npm run test:cli.`);
  }
}

/** Keeps what was recorded, objects that have one of the keys `whole` on one line each. */
export function writeGolden(folder: string, name: string, value: object, whole: readonly string[]): void {
  const file = fileOf(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${inLines(value, whole)}\n`);
}

function fileOf(folder: string, name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return join(__dirname, "../golden", folder, `${words.join("-")}.json`);
}

/** JSON in which whatever is short stands on one line, and so does what is `whole`: a change of one thing is a change of one line. */
function inLines(value: unknown, whole: readonly string[], indent = ""): string {
  const line = JSON.stringify(value);
  if (typeof value !== "object" || value === null || line.length <= 140 || whole.some((key) => key in value)) return line;
  const deeper = `${indent}  `;
  const inner = Array.isArray(value)
    ? value.map((item) => deeper + inLines(item, whole, deeper))
    : Object.entries(value).map(([key, item]) => `${deeper}${JSON.stringify(key)}: ${inLines(item, whole, deeper)}`);
  const [begin, end] = Array.isArray(value) ? "[]" : "{}";
  return `${begin}\n${inner.join(",\n")}\n${indent}${end}`;
}
