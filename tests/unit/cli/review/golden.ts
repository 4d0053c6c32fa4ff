import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(__dirname, "../../../golden/review");

/** Expects the text that a file holds; `ACCEPT=1` writes it. */
export function expectGolden(name: string, text: string): void {
  const file = join(folder, name);
  if (process.env.ACCEPT === "1") writeFileSync(file, text);
  expect(text).toBe(existsSync(file) ? readFileSync(file, "utf8") : "");
}
