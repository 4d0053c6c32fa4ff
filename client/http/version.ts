import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

// A bundle has no package.json.
const file = ["../..", "../../.."].map((up) => join(__dirname, up, "package.json")).find((one) => existsSync(one));

/** The directory of this package: two levels above this source file, or three levels above the compiled file. */
export const packageRoot = file === undefined ? __dirname : dirname(file);

/** The version in the package.json of this package. */
export const version = file === undefined ? "unknown" : (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
