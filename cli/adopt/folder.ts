import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf, Misuse } from "../command";

/** Throws a `Misuse` where the folder holds anything: nothing that was not written here is ever overwritten. */
export async function requireEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    const why = error.code === "ENOTDIR" ? "is no folder" : `cannot be read (${error.code})`;
    throw new Misuse(`${JSON.stringify(folder)} ${why}; give --out an empty or a new folder.`);
  });
  const there = entries.filter((entry) => entry !== ".git");
  if (there.length > 0) {
    throw new Misuse(
      `${JSON.stringify(folder)} is not empty (it holds ${JSON.stringify(there[0])}), and nothing in it is overwritten; give --out an empty or a new folder.`,
    );
  }
}

/** Writes new files into the folder; where one cannot be written, those before it are taken away again. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  const written: string[] = [];
  try {
    for (const [name, text] of Object.entries(files)) {
      // Fails where someone else made the file meanwhile.
      await writeFile(join(folder, name), text, { flag: "wx" });
      written.push(name);
    }
  } catch (error) {
    for (const name of written) await rm(join(folder, name), { force: true });
    if (made !== undefined) await rm(made, { recursive: true, force: true });
    throw new Error(`the folder ${JSON.stringify(folder)} cannot be written to (${messageOf(error)}); give --out another one.`);
  }
}
