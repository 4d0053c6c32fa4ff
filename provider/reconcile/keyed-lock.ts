import { Mutex } from "async-mutex";

/** The lock of every object that this process has created or deleted. */
const locks = new Map<string, Mutex>();

/**
 * Serializes the creations of an object: each reads before it creates the object, and two concurrent reads would lead to two objects.
 * Creations of other objects do not wait.
 */
export async function runExclusively<T>(object: readonly string[], create: () => Promise<T>): Promise<T> {
  const name = JSON.stringify(object);
  const mutex = locks.get(name) ?? new Mutex();
  locks.set(name, mutex);
  return mutex.runExclusive(create);
}
