import { Mutex } from "async-mutex";

/** The lock of every object that this process has created or deleted. */
const locks = new Map<string, Mutex>();

/**
 * Runs one creation of an object after the other: each reads before it makes the object, and two that
 * read at once would both make it. Creations of other objects do not wait.
 */
export async function runExclusively<T>(object: readonly string[], create: () => Promise<T>): Promise<T> {
  const name = JSON.stringify(object);
  const mutex = locks.get(name) ?? new Mutex();
  locks.set(name, mutex);
  return mutex.runExclusive(create);
}
