import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The project file in a directory or the nearest parent. */
export function projectFile(directory: string): string | undefined {
  const file = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"].map((name) => join(directory, name)).find((path) => existsSync(path));
  if (file !== undefined) return file;
  return dirname(directory) === directory ? undefined : projectFile(dirname(directory));
}

/** The project's name, at the top level of a YAML or JSON file. */
export function projectName(file: string): string {
  return /^(?:name|[\s{]*"name")\s*:\s*["']?([\w.-]+)/m.exec(readFileSync(file, "utf8"))?.[1] ?? "";
}
