import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { messageOf, systemReason, UsageError } from "../errors";

/** Throws a `UsageError` unless the folder is empty or new, and files can be written into it. Leaves nothing behind. */
export async function requireUsable(folder: string): Promise<void> {
  await requireEmpty(folder);
  const remove = await write(folder, { [`.graphplane-${randomUUID()}`]: "" }).catch((error: unknown) => {
    throw new UsageError(`${unwritable(folder, error)}; give --out a folder that you may create, or an empty one that you may write to.`);
  });
  await remove();
}

type Files = Readonly<Record<string, string | Uint8Array>>;

/** Writes new files into the folder; if one cannot be written, it and those before it are removed. */
export async function writeFiles(folder: string, files: Files): Promise<void> {
  await write(folder, files).catch((error: unknown) => {
    throw new Error(`${unwritable(folder, error)}, and nothing was left there; give --out another folder.`);
  });
}

async function requireEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    const why = error.code === "ENOTDIR" ? "is not a folder, or not in one" : `cannot be read (${systemReason(error)})`;
    throw new UsageError(`${JSON.stringify(folder)} ${why}; give --out an empty or a new folder.`);
  });
  const there = entries.filter((entry) => entry !== ".git");
  if (there.length > 0)
    throw new UsageError(
      `${JSON.stringify(folder)} is not empty (it holds ${JSON.stringify(there[0])}), and nothing in it is overwritten; give --out an empty or a new folder.`,
    );
}

/** Makes the folder with its missing parents, and the files. Resolves to a function that removes what was made; a failure has removed it. */
async function write(folder: string, files: Files): Promise<() => Promise<void>> {
  const undoSteps: (() => Promise<void>)[] = [];
  const remove = async () => {
    for (const undo of undoSteps.toReversed()) await undo();
  };
  try {
    // One by one: Node's `recursive` never returns below a folder that cannot contain folders, such as /proc.
    for (const one of missingFolders(folder)) {
      await mkdir(one);
      undoSteps.push(() => rmdir(one).catch(() => undefined));
    }
    for (const [name, content] of Object.entries(files)) {
      const file = join(folder, name);
      // Fails if someone else has made the file in the meantime; their file is kept.
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
  return `files cannot be written to ${JSON.stringify(folder)} (${systemReason(error) ?? messageOf(error)})`;
}
