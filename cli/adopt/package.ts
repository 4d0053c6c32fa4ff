import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { getIn, parseJson } from "../../provider/values/json";

const name = "pulumi-graphplane";

/** Returns the dependency on the package in `root`: its version if it was installed from a registry, otherwise the `file:` URL of its tarball or directory. */
export function dependencyOn(root: string, version: string): string {
  const { spec, project } = requestedBy(root) ?? { spec: `file:${root}`, project: root };
  // A specifier without a path or a URL is a registry range or a tag.
  if (!/[:/]/.test(spec)) return `^${version}`;
  const file = /^file:(.*)/.exec(spec)?.[1];
  const origin = file === undefined ? root : resolve(project, file);
  return `file:${existsSync(origin) ? origin : root}`;
}

/** Makes a dependency installable on other machines, such as CI. A local tarball is copied into the project, because its path exists only on this machine. */
export async function bundle(dependency: string): Promise<{ readonly dependency: string; readonly files: Record<string, Uint8Array> }> {
  const tarball = /^file:(.*\.tgz)$/.exec(dependency)?.[1];
  if (tarball === undefined) return { dependency, files: {} };
  return { dependency: `file:${basename(tarball)}`, files: { [basename(tarball)]: await readFile(tarball) } };
}

/** Returns the version range, and the project whose node_modules contain the package. Undefined if no package.json depends on the package. */
function requestedBy(root: string): { readonly spec: string; readonly project: string } | undefined {
  for (let project = dirname(root); ; project = dirname(project)) {
    const spec = relative(project, root).startsWith(`node_modules${sep}`) ? dependencyIn(join(project, "package.json")) : undefined;
    if (spec !== undefined) return { spec, project };
    if (project === dirname(project)) return undefined;
  }
}

function dependencyIn(file: string): string | undefined {
  const content = existsSync(file) ? parseJson(readFileSync(file, "utf8")) : undefined;
  const lists = ["dependencies", "devDependencies", "optionalDependencies"];
  return lists.map((list) => getIn(content, [list, name])).find((spec) => typeof spec === "string");
}
