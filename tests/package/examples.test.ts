import { existsSync, readdirSync } from "node:fs";
import { cp, mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { consumerFolder, install, packInto, root, run } from "./consumer";

/** The examples in TypeScript, copied out of the repository, with the packed tarball. */

/** The examples with packages that the others do not have. */
const withMore = ["policies", "testing-your-program"];
const folders = readdirSync(join(root, "examples")).filter((name) => existsSync(join(root, "examples", name, "tsconfig.json")));

let folder: string;
let tarball: string;
beforeAll(async () => {
  folder = await consumerFolder();
  tarball = join(folder, (await packInto(folder)).filename);
  const first = await copied("workspace-settings");
  await install(first, [tarball]);
  for (const name of folders) {
    if (name === "workspace-settings") continue;
    const copy = await copied(name);
    if (!withMore.includes(name)) await symlink(join(first, "node_modules"), join(copy, "node_modules"));
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const folderOf = (name: string) => join(folder, "copies", name);

async function copied(name: string): Promise<string> {
  const from = join(root, "examples", name);
  await mkdir(join(folder, "copies"), { recursive: true });
  await cp(from, folderOf(name), { recursive: true, filter: (path) => !/\/(node_modules|bin)$/.test(path.slice(from.length)) });
  return folderOf(name);
}

test.each(folders)("%s has the packages of its package.json, and its types check", async (name) => {
  const cwd = folderOf(name);
  if (withMore.includes(name)) await install(cwd, name === "policies" ? [] : [tarball]);
  await run("npm", ["ls"], { cwd });
  const problems = run(process.execPath, ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."], { cwd });
  await expect(problems.catch((error: { stdout: string }) => error.stdout)).resolves.toMatchObject({ stdout: "" });
});
