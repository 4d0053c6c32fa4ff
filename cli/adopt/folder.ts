import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { messageOf, systemReason, UsageError } from "../errors";

/** Throws a `UsageError` unless the folder is empty or new, and files can be written into it. Leaves nothing behind. */
export async function requireUsable(folder: string): Promise<void> {
  await requireEmpty(folder);
  const made: string[] = [];
  try {
    await makeFolders(folder, made);
    await rmdir(await mkdtemp(join(folder, ".graphplane-")));
  } catch (error) {
    throw new UsageError(`${unwritable(folder, error)}; give --out a folder that you may create, or an empty one that you may write to.`);
  } finally {
    await removeFolders(made);
  }
}

/** Writes new files into the folder; if one cannot be written, it and those before it are removed. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  const made: string[] = [];
  const written: string[] = [];
  try {
    await makeFolders(folder, made);
    for (const [name, content] of Object.entries(files)) {
      // Fails if someone else has made the file in the meantime; their file is kept.
      await writeFile(join(folder, name), "", { flag: "wx" });
      written.push(name);
      await writeFile(join(folder, name), content);
    }
  } catch (error) {
    for (const name of written) await rm(join(folder, name), { force: true });
    await removeFolders(made);
    throw new Error(`${unwritable(folder, error)}, and nothing was left there; give --out another folder.`);
  }
}

async function requireEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    const why = error.code === "ENOTDIR" ? "is not a folder, or not in one" : `cannot be read (${systemReason(error)})`;
    throw new UsageError(`${JSON.stringify(folder)} ${why}; give --out an empty or a new folder.`);
  });
  const there = entries.filter((entry) => entry !== ".git");
  if (there.length > 0) {
    throw new UsageError(
      `${JSON.stringify(folder)} is not empty (it holds ${JSON.stringify(there[0])}), and nothing in it is overwritten; give --out an empty or a new folder.`,
    );
  }
}

/** Makes the folder and its missing parents, and adds them to `made`, the innermost first. */
async function makeFolders(folder: string, made: string[]): Promise<void> {
  // One by one: Node's `recursive` never returns below a folder that cannot contain folders, such as /proc.
  for (const one of missingFolders(folder)) {
    await mkdir(one);
    made.unshift(one);
  }
}

function missingFolders(folder: string): string[] {
  const parent = dirname(folder);
  return existsSync(folder) || parent === folder ? [] : [...missingFolders(parent), folder];
}

/** Removes the folders that are empty. */
async function removeFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) await rmdir(folder).catch(() => undefined);
}

function unwritable(folder: string, error: unknown): string {
  return `files cannot be written to ${JSON.stringify(folder)} (${systemReason(error) ?? messageOf(error)})`;
}
