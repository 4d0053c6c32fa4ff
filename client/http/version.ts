import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

// A bundled program has no package.json.
const file = ["../..", "../../.."].map((up) => join(__dirname, up, "package.json")).find((one) => existsSync(one));

/** This package's directory: two levels above the source file, three above the built file. */
export const packageRoot = file === undefined ? __dirname : dirname(file);

/** The version in this package's package.json. */
export const version = file === undefined ? "unknown" : (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
