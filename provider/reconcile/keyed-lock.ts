import { Mutex } from "async-mutex";

/** One operation at a time for an object, and those that wait for it. */
interface Turn {
  readonly mutex: Mutex;
  readonly waiting: Set<(progress: string) => void>;
}

/** The turn of every object that this process has created or deleted. */
const turns = new Map<string, Turn>();

/**
 * Runs one creation of an object after the other: each reads before it makes the object, and two that
 * read at once would both make it. Creations of other objects do not wait. `hear` receives the progress of the operation that holds the turn.
 */
export async function runExclusively<T>(
  object: readonly string[],
  create: () => Promise<T>,
  hear?: (progress: string) => void,
): Promise<T> {
  const name = JSON.stringify(object);
  const turn = turns.get(name) ?? { mutex: new Mutex(), waiting: new Set() };
  turns.set(name, turn);
  if (hear !== undefined) turn.waiting.add(hear);
  return turn.mutex.runExclusive(() => {
    if (hear !== undefined) turn.waiting.delete(hear);
    return create();
  });
}

/** Reports the progress of the operation that holds an object's turn to those that wait for it. */
export function tellWaiting(object: readonly string[], progress: string): void {
  turns.get(JSON.stringify(object))?.waiting.forEach((hear) => hear(progress));
}
