import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The repository's root. */
export const root = join(__dirname, "../..");

const folders = ["bench", "cli", "client", "docs", "examples", "provider", "scripts", "sdk", "testing", "tests"] as const;
const notOurs = /(^|\/)(node_modules|dist|\.[^/]+)\//;

/** The paths of the repository's own files, relative to its root: of the folders above, and the Markdown pages beside them. */
export function listFiles(): string[] {
  const pages = readdirSync(root).filter((name) => name.endsWith(".md"));
  const inFolders = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1)),
  );
  return [...pages, ...inFolders].filter((path) => !notOurs.test(path)).sort();
}

/** The text of one of the repository's files. */
export const readText = (path: string): string => readFileSync(join(root, path), "utf8");
