import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { EngineError } from "./errors";

interface Holder {
  pid: number;
  hostname: string;
  timestamp: string;
}

const NAME = "embedded-engine.json";

/**
 * Takes the stack's lock, in the folder in which the CLI keeps its own for a `file://` backend, so that only one of them writes.
 * Resolves to the function that releases it. A lock of a dead process is taken over.
 */
export async function lockStack(stateFolder: string, project: string, stack: string): Promise<() => Promise<void>> {
  const folder = join(stateFolder, ".pulumi", "locks", "organization", project, stack);
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const holder = await readHolder(file);
    if (name === NAME && holder && isDead(holder)) await rm(file, { force: true });
    else throw lockedError(stack, file, holder);
  }
  const file = join(folder, NAME);
  const holder: Holder = { pid: process.pid, hostname: hostname(), timestamp: new Date().toISOString() };
  await writeFile(file, JSON.stringify(holder), { flag: "wx" }).catch(async (error: NodeJS.ErrnoException) => {
    throw error.code === "EEXIST" ? lockedError(stack, file, await readHolder(file)) : error;
  });
  return () => rm(file, { force: true });
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Holder;
  } catch {
    return undefined;
  }
}

function isDead({ pid, hostname: host }: Holder): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

function lockedError(stack: string, file: string, holder: Holder | undefined): EngineError {
  const by = holder ? ` by process ${holder.pid} on ${holder.hostname} since ${holder.timestamp}` : "";
  return new EngineError(
    "locked",
    `The stack "${stack}" is locked${by}. Wait until that operation ends; if it ended without giving the lock back, delete ${file}.`,
  );
}
