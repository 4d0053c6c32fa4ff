import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { findUp } from "../project-file";
import { failed, type Finding, ok, warning } from "./finding";

const executable = "pulumi-resource-graphplane";

/** The path of the plugin in a YAML or JSON project file. */
const pluginPath = /name["']?\s*:\s*["']?graphplane["']?[\s,]+["']?path["']?\s*:\s*["']?([^\s"',}]+)/;

/** Checks that Pulumi can find this package: the plugin at the path in the project file, and dynamic resources in the project's node_modules. */
export function checkPackage(file: string): Finding[] {
  const folder = dirname(file);
  const project = readFileSync(file, "utf8");
  const [, path] = pluginPath.exec(project) ?? [];
  if (path !== undefined) {
    const isThere = ["", ".exe", ".cmd"].some((end) => existsSync(resolve(folder, path, executable + end)));
    if (isThere) return [ok("package", `The plugin is in ${path}.`)];
    // In an npm workspace, the executable is linked at the root.
    const linked = findUp(folder, join("node_modules", ".bin", executable));
    const fix = linked && `In ${file}, set the path to ${relative(folder, dirname(linked)).replaceAll("\\", "/")}.`;
    return [failed("package", `The plugin is not in ${path}.`, fix ?? "Install the project's dependencies, or the plugin.")];
  }
  const isInstalled = findUp(folder, join("node_modules", "pulumi-graphplane")) !== undefined;
  if (isInstalled || !project.includes("nodejs") || findUp(folder, "node_modules") === undefined) return [];
  const text = "The project's node_modules do not contain pulumi-graphplane, so dynamic resources cannot be loaded.";
  const fix =
    "Add pulumi-graphplane to the dependencies of the project itself: with isolated node_modules, the dependencies of its packages are not available to it.";
  return [warning("package", text, fix)];
}
