import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Returns the path of the first of the names that exists, in a directory or its nearest parent. */
export function findUp(directory: string, ...names: readonly string[]): string | undefined {
  const found = names.map((name) => join(directory, name)).find((path) => existsSync(path));
  const parent = dirname(directory);
  return found ?? (parent === directory ? undefined : findUp(parent, ...names));
}

export const projectFile = (directory: string): string | undefined => findUp(directory, "Pulumi.yaml", "Pulumi.yml", "Pulumi.json");

/** Returns the project's name, which is at the top level of a YAML or JSON file. */
export function projectName(file: string): string {
  return /^(?:name|[\s{]*"name")\s*:\s*["']?([\w.-]+)/m.exec(readFileSync(file, "utf8"))?.[1] ?? "";
}
