import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { EngineError, messageOf, refusalError } from "./errors";

/** A program, and the scripts of its own copy of the SDK that run it. */
export interface Project {
  name: string;
  /** The folder with Pulumi.yaml. */
  root: string;
  /** The folder in which program and host run. */
  folder: string;
  /** The path of the program for the runner. */
  entry: string;
  /** The SDK's program runner. */
  runner: string;
  /** The SDK's host of dynamic providers. */
  host: string;
  /** The executables of provider plugins, by package. */
  plugins: ReadonlyMap<string, string>;
}

/** Keys of Pulumi.yaml that change how the CLI runs the program: the engine refuses programs that use them. */
const refusedKeys = ["packages", "options", "stackConfigDir"];

/** Reads how to run the program in a folder with a Pulumi.yaml or, failing that, a package.json with a name. */
export function readProject(program: string): Project {
  const root = resolve(program);
  if (!existsSync(root) || !statSync(root).isDirectory()) throw bad(`There is no folder ${root}.`);
  const file = ["Pulumi.yaml", "Pulumi.yml"].map((name) => join(root, name)).find(existsSync);
  const { name, main, plugins = new Map<string, string>() } = file ? fromYaml(file) : fromPackage(root);
  const entry = main ? resolve(root, main) : root;
  if (!existsSync(entry)) throw bad(`The program ${entry} does not exist (\`main\` of ${file ?? join(root, "package.json")}).`);
  const folder = statSync(entry).isDirectory() ? entry : resolve(entry, "..");
  return { name, root, folder, entry: entry === folder ? "." : entry, plugins, ...sdk(folder) };
}

/** The program's settings in Pulumi.yaml or package.json. */
interface ProjectFile {
  name: string;
  main: string | undefined;
  plugins?: Map<string, string>;
}

function fromYaml(file: string): ProjectFile {
  const top = topLevel(readFileSync(file, "utf8"));
  const name = top.get("name")?.value;
  if (!name) throw bad(`${file} has no \`name\`.`);
  const runtime = top.get("runtime");
  const runtimeName = runtime?.value || /^\s+name:\s*["']?([\w-]+)/m.exec(runtime?.below ?? "")?.[1];
  if (runtimeName !== "nodejs") throw bad(`${file} must say \`runtime: nodejs\`; the embedded engine runs nothing else.`);
  if (/^\s+nodeargs:/m.test(runtime?.below ?? "")) throw new EngineError("unsupported", refusalError(`\`nodeargs\` of ${file}`));
  for (const key of refusedKeys) if (top.has(key)) throw new EngineError("unsupported", refusalError(`\`${key}\` of ${file}`));
  const config = top.get("config")?.below.match(/^ {2}(?! )["']?(?!pulumi:)[^\s#][^\n]*/m);
  if (config)
    throw new EngineError("unsupported", `${refusalError(`\`config\` of ${file}`)} The values can be given as \`config\` to openStack.`);
  return { name, main: top.get("main")?.value || undefined, plugins: pluginsOf(file, top.get("plugins")?.below ?? "") };
}

/** The plugins under `plugins: providers:`, each with a `name` and the `path` of the folder of its executable. */
function pluginsOf(file: string, text: string): Map<string, string> {
  const lines = text.split("\n").map((line) => line.replace(/(^|\s)#.*$/, "").trimEnd());
  const found: { [key: string]: string }[] = [];
  for (const line of lines.filter((line) => line !== "" && !/^ +providers:$/.test(line))) {
    const [, begin, key = "", value = ""] = /^ +(- +)?(name|path): +["']?(.*?)["']?$/.exec(line) ?? [];
    if (begin) found.push({});
    const plugin = found.at(-1);
    if (key === "" || plugin === undefined)
      throw new EngineError("unsupported", refusalError(`\`${line.trim()}\` in \`plugins\` of ${file}`));
    plugin[key] = value;
  }
  return new Map(found.map(({ name, path }) => [name ?? "", pluginExecutable(file, name, path)]));
}

function pluginExecutable(file: string, name: string | undefined, path: string | undefined): string {
  if (!name || !path) throw bad(`Each plugin of ${file} needs a \`name\` and a \`path\`.`);
  const executable = resolve(file, "..", path, `pulumi-resource-${name}`);
  if (!existsSync(executable)) throw bad(`The plugin "${name}" of ${file} has no executable ${executable}. Correct its \`path\`.`);
  return executable;
}

/** The top-level keys of a YAML file, which is all that is needed of it. */
function topLevel(text: string): Map<string, { value: string; below: string }> {
  const found = new Map<string, { value: string; below: string }>();
  let current: { value: string; below: string } | undefined;
  for (const line of text.split(/\r?\n/)) {
    const match = /^([A-Za-z]\w*):(?:\s+(.*))?$/.exec(line);
    if (match) {
      const value = (match[2] ?? "").replace(/\s+#.*$/, "").trim();
      current = { value: value.replace(/^(["'])(.*)\1$/, "$2"), below: "" };
      found.set(match[1] ?? "", current);
    } else if (current) current.below += `${line}\n`;
  }
  return found;
}

function fromPackage(root: string): ProjectFile {
  const file = join(root, "package.json");
  if (!existsSync(file)) throw bad(`${root} has neither a Pulumi.yaml nor a package.json. Give the folder of a Pulumi program.`);
  try {
    const { name } = JSON.parse(readFileSync(file, "utf8")) as { name?: string };
    if (!name) throw bad(`${file} has no \`name\`.`);
    return { name: name.replace(/^@[^/]*\//, ""), main: undefined };
  } catch (error) {
    throw error instanceof EngineError ? error : bad(`${file} cannot be read: ${messageOf(error)}`);
  }
}

function sdk(folder: string): { runner: string; host: string } {
  const require = createRequire(join(folder, "program.js"));
  try {
    return { runner: require.resolve("@pulumi/pulumi/cmd/run"), host: require.resolve("@pulumi/pulumi/cmd/dynamic-provider") };
  } catch {
    throw bad(`@pulumi/pulumi cannot be found from ${folder}. Install the program's packages (npm install).`);
  }
}

function bad(message: string): EngineError {
  return new EngineError("bad-program", message);
}
