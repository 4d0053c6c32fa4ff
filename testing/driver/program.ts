import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";

export type ProgramCopy = Awaited<ReturnType<typeof copyProgram>>;

/** Copies a program to a new directory below `root`, where Node resolves the packages of `root` and Git ignores it. */
export async function copyProgram(root: string, program: string) {
  const parent = join(root, ".tmp");
  await mkdir(parent, { recursive: true });
  const base = await mkdtemp(join(parent, "program-"));
  const copy = join(base, "program");
  const folder = join(base, "state");
  await mkdir(folder);
  await cp(program, copy, {
    recursive: true,
    filter: (source) => !/node_modules|Pulumi\.[^/\\]+\.yaml$/.test(source.slice(program.length)),
  });
  return {
    /** The directory of the copy's Pulumi.yaml. */
    program: copy,
    /** A directory next to it, for state and home. */
    folder,
    /** Replaces a string that must occur exactly once in a file. */
    async edit(file: string, from: string, to: string) {
      const path = join(copy, file);
      const text = await readFile(path, "utf8");
      if (text.split(from).length !== 2) throw new Error(`${file} does not contain ${JSON.stringify(from)} exactly once`);
      await writeFile(
        path,
        text.replace(from, () => to),
      );
    },
    write: (file: string, text: string) => writeFile(join(copy, file), text),
    /** Adds a plugin executable to a program's Pulumi.yaml. */
    async plugIn(name: string, executable: string, folderOfProgram = copy) {
      const plugins = join(base, "plugins");
      await mkdir(plugins, { recursive: true });
      await symlink(executable, join(plugins, `pulumi-resource-${name}`));
      const place = relative(folderOfProgram, plugins);
      await appendFile(join(folderOfProgram, "Pulumi.yaml"), `plugins:\n  providers:\n    - name: ${name}\n      path: ${place}\n`);
    },
    remove: () => rm(base, { recursive: true, force: true }),
  };
}
