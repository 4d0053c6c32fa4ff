import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot, version } from "../client/http/version";

/** Returns the URL of a page in `docs/` at this version. Users do not have the directory. */
export function docsUrl(page: string): string {
  const { homepage } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as { homepage: string };
  return `${homepage.replace(/#.*$/, "")}/blob/v${version}/docs/${page}.md`;
}
