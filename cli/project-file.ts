import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The file of the Pulumi project that a folder is in. */
export function projectFile(folder: string): string | undefined {
  const file = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"].map((name) => join(folder, name)).find((path) => existsSync(path));
  if (file !== undefined) return file;
  return dirname(folder) === folder ? undefined : projectFile(dirname(folder));
}

/** The project's name, at the top of either form of its file. */
export function projectName(file: string): string {
  return /^(?:name|[\s{]*"name")\s*:\s*["']?([\w.-]+)/m.exec(readFileSync(file, "utf8"))?.[1] ?? "";
}
