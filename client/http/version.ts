import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The version in this package's own package.json, found from the built file as well as from the source. */
export const version: string = readVersion();

function readVersion(): string {
  for (const up of ["../..", "../../.."]) {
    try {
      const text = readFileSync(join(__dirname, up, "package.json"), "utf8");
      return (JSON.parse(text) as { version: string }).version;
    } catch {
      // The source is two folders below package.json, the built file three.
    }
  }
  return "unknown";
}
