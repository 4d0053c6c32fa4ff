import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Holds a page of `docs` against what is generated now; `npm run docs` writes it. */
export function expectPage(page: string, text: string): void {
  const file = join(__dirname, "../../docs", page);
  const whole = `${text.trimEnd()}\n`;
  if (process.env["ACCEPT"] === "1") writeFileSync(file, whole);
  expect(readFileSync(file, "utf8")).toBe(whole);
}
