import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeFiles } from "../../../../cli/adopt/folder";

const tooLong = "too long for the disk";
jest.mock("node:fs/promises", () => {
  const actual = jest.requireActual<{ writeFile: typeof writeFile }>("node:fs/promises");
  const write: typeof writeFile = async (path, text, options) => {
    if (text !== tooLong) return actual.writeFile(path, text, options);
    await actual.writeFile(path, "too long", options);
    throw Object.assign(new Error(), { code: "ENOSPC", syscall: "write" });
  };
  return { ...actual, writeFile: write };
});

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "adopt-folder-"))));
afterEach(() => rmSync(folder, { recursive: true }));

test("a file that is half written when the disk is full is removed, and so are those before it", async () => {
  await expect(writeFiles(folder, { first: "1", second: tooLong })).rejects.toThrow(/no space.*\. No files were left behind/);
  expect(readdirSync(folder)).toEqual([]);
});

test("a file that someone else has made is kept; those before it are removed", async () => {
  writeFileSync(join(folder, "second"), "mine");
  await expect(writeFiles(folder, { first: "1", second: "2" })).rejects.toThrow(/exists.*\. No files were left behind/);
  expect(readdirSync(folder)).toEqual(["second"]);
  expect(readFileSync(join(folder, "second"), "utf8")).toBe("mine");
});
