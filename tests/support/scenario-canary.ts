import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { canaries } from "./canary";

/** A key that looks different in every encoding, so that each of its forms can be searched for. */
export const canaryKey = canaries["the key"];
/** Another one, for a key that is rotated. */
export const secondCanaryKey = canaries["the second key"];

/** The text of every file below a folder, read as UTF-8 as whoever wrote a secret into it would have written it. */
export function filesBelow(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(files.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), "utf8")]));
}
