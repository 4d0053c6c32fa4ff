import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** The package as its users get it: packed, installed into an empty folder outside of the repository, and used there. */
export const run = promisify(execFile);
export const root = join(__dirname, "../..");

/** The result of `npm pack`. */
export interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** An empty folder outside of the repository, with the programs of `tests/package/consumer` in it. */
export async function consumerFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "graphplane-consumer-"));
  await cp(join(root, "tests/package/consumer"), folder, { recursive: true });
  return folder;
}

/** Packs the package into a folder. */
export async function packInto(folder: string): Promise<Packed> {
  // Without scripts: dist is built already, and other tests are running from it.
  const { stdout } = await run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], { cwd: root });
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, Packed>);
  if (packed === undefined) throw new Error("npm pack reported nothing");
  return packed;
}

/** The other packages that a consumer installs, in the versions of the repository. */
export async function companions(sdk?: string): Promise<string[]> {
  const sameAs = async (name: string) => {
    const manifest = JSON.parse(await readFile(join(root, `node_modules/${name}/package.json`), "utf8")) as { version: string };
    return `${name}@${manifest.version}`;
  };
  return [sdk === undefined ? await sameAs("@pulumi/pulumi") : `@pulumi/pulumi@${sdk}`, await sameAs("typescript"), "@types/node@20"];
}

/** Installs packages as a user would; no script of theirs is run. */
export async function install(folder: string, packages: readonly string[]): Promise<void> {
  await run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts", ...packages], { cwd: folder });
}
