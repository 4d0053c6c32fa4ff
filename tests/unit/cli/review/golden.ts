import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(__dirname, "../../../golden/review");

/** The text is what the file holds; `ACCEPT=1` makes it so. */
export function expectGolden(name: string, text: string): void {
  const file = join(folder, name);
  if (process.env.ACCEPT === "1") writeFileSync(file, text);
  expect(existsSync(file) ? readFileSync(file, "utf8") : "").toBe(text);
}
