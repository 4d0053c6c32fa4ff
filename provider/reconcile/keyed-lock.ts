import { Mutex } from "async-mutex";

const locks = new Map<string, Mutex>();

/** Serializes operations on an object. A creation reads before it sends, so that two concurrent creations would create two objects. */
export async function runExclusively<T>(object: readonly string[], act: () => Promise<T>): Promise<T> {
  const name = JSON.stringify(object);
  const mutex = locks.get(name) ?? new Mutex();
  locks.set(name, mutex);
  return mutex.runExclusive(act);
}
