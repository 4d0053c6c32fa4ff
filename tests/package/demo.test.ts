import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { readText, root } from "../support/repository";

const run = promisify(execFile);
let lines: string[];

/** The demo itself fails if a step prints or sends anything unexpected. */
beforeAll(async () => {
  const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: "1" };
  // Node warns if both are set, and the demo's processes would print that.
  delete env["FORCE_COLOR"];
  const { stdout } = await run(process.execPath, [join(root, "dist/testing/demo/main.js")], { env });
  lines = stdout.trimEnd().split("\n");
});

test("the demo prints at most 110 lines and the next steps, without colours if NO_COLOR is set", () => {
  expect(lines.length).toBeLessThanOrEqual(110);
  expect(lines.join("\n")).toContain("\nNext: ");
  expect(lines.filter((line) => line.includes("\u001b"))).toEqual([]);
});

test.each(["light", "dark"])("the picture of a terminal (%s) shows lines that the demo prints", (theme) => {
  const rows = [...readText(`docs/images/demo-${theme}.svg`).matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, row = ""]) => textOf(row));
  expect(rows.length).toBeGreaterThan(20);
  // A long line is broken in the picture, and the branches of a tree depend on the order of its resources.
  const wordsOf = (text: string) => text.replace(/[\s├└─]/g, "");
  expect(rows.filter((row) => !wordsOf(lines.join("")).includes(wordsOf(row)))).toEqual([]);
});

function textOf(row: string): string {
  return row
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
