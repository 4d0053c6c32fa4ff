import { posix } from "node:path";
import { listFiles, readText } from "../support/repository";

const files = listFiles().filter((path) => path.endsWith(".ts"));

/** The files that a file imports, types included, but not what it requires at run time. */
function importsOf(path: string): string[] {
  const named = [...readText(path).matchAll(/^(?:import|export|\}) [^;]*?from "(\.[^"]*)";$/gm)];
  const targets = named.map(([, name = ""]) => posix.join(posix.dirname(path), name));
  return targets.flatMap((target) => [`${target}.ts`, `${target}/index.ts`].filter((file) => files.includes(file)));
}

/** The first circle of imports that starts from a file. */
function findCircle(path: string, way: readonly string[], cleared: Set<string>): readonly string[] | undefined {
  if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
  if (cleared.has(path)) return undefined;
  for (const imported of importsOf(path)) {
    const circle = findCircle(imported, [...way, path], cleared);
    if (circle) return circle;
  }
  cleared.add(path);
  return undefined;
}

test.each(["client", "provider", "sdk", "cli", "testing"])("no file of %s imports itself through others", (folder) => {
  const cleared = new Set<string>();
  const circles = files.filter((path) => path.startsWith(`${folder}/`)).map((path) => findCircle(path, [], cleared));
  expect(circles.find((circle) => circle !== undefined)).toBeUndefined();
});
