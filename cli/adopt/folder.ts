import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { messageOf, systemReason, UsageError } from "../errors";

type Files = Readonly<Record<string, string | Uint8Array>>;

/** Throws a `UsageError` unless the directory is writable, and either empty or missing. Leaves no files behind. */
export async function requireUsable(folder: string): Promise<void> {
  const refused = (problem: string) => new UsageError(`${problem}. Pass an empty or new directory with --out.`);
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    const isFile = error.code === "ENOTDIR";
    throw refused(
      `${JSON.stringify(folder)} ${isFile ? "is a file, or its path contains a file" : `cannot be read (${systemReason(error)})`}`,
    );
  });
  const existing = entries.find((entry) => entry !== ".git");
  if (existing !== undefined)
    throw refused(`${JSON.stringify(folder)} is not empty (it contains ${JSON.stringify(existing)}), and adopt does not overwrite files`);
  const probe = { [`.graphplane-${randomUUID()}`]: "" };
  const remove = await write(folder, probe).catch((error: unknown) => {
    throw refused(unwritable(folder, error));
  });
  await remove();
}

/** Writes new files to the directory. If a file cannot be written, removes all files written so far. */
export async function writeFiles(folder: string, files: Files): Promise<void> {
  await write(folder, files).catch((error: unknown) => {
    throw new Error(`${unwritable(folder, error)}. No files were left behind. Choose a different directory with --out.`);
  });
}

/** Creates the directory, any missing parents, and the files. Resolves with a function that removes everything it created; a failure removes it as well. */
async function write(folder: string, files: Files): Promise<() => Promise<void>> {
  const undoSteps: (() => Promise<void>)[] = [];
  const remove = async () => {
    for (const undo of undoSteps.toReversed()) await undo();
  };
  try {
    // Creates directories one at a time, because `mkdir` with Node's `recursive` option hangs below a directory that cannot contain directories,
    // such as /proc.
    for (const one of missingFolders(folder)) {
      await mkdir(one);
      undoSteps.push(() => rmdir(one).catch(() => undefined));
    }
    for (const [name, content] of Object.entries(files)) {
      const file = join(folder, name);
      // Fails, without overwriting the file, if another process has created it in the meantime.
      await writeFile(file, "", { flag: "wx" });
      undoSteps.push(() => rm(file, { force: true }));
      await writeFile(file, content);
    }
    return remove;
  } catch (error) {
    await remove();
    throw error;
  }
}

function missingFolders(folder: string): string[] {
  const parent = dirname(folder);
  return existsSync(folder) || parent === folder ? [] : [...missingFolders(parent), folder];
}

function unwritable(folder: string, error: unknown): string {
  return `Files cannot be written to ${JSON.stringify(folder)} (${systemReason(error) ?? messageOf(error)})`;
}
