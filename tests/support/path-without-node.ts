import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";

/** PATH without Node: each of its folders that has one is replaced by links to everything else in it, in a new folder below `folder`. */
export function pathWithoutNode(folder: string): string {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((one) => existsSync(one));
  return folders
    .map((one, index) => {
      if (!existsSync(join(one, "node"))) return one;
      const rest = join(folder, `path-${index}`);
      mkdirSync(rest, { recursive: true });
      const names = readdirSync(one).filter((name) => !["node", "nodejs", "npm", "npx"].includes(name));
      for (const name of names) symlinkSync(join(one, name), join(rest, name));
      return rest;
    })
    .join(delimiter);
}
