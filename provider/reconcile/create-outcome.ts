import type { OperationContext } from "../definition";
import { hasPendingCreation } from "./pending";
import type { NotFound } from "./read-result";
import { deletionWindowMs, poll, toFailedRead } from "./wait";

/** Finds what a request made or changed, by reads: right after it, and in a later run. */

/** Objects before and after a POST, and how to tell which one it made. */
interface ObjectsAroundPost<T> {
  readonly before: readonly string[];
  /** The objects now; one without an identifier cannot be told from the others. */
  readonly now: readonly T[];
  readonly idOf: (object: T) => string;
  readonly showsSentValues: (object: T) => boolean;
  readonly isManagedElsewhere: (object: T) => boolean;
}

/** The object that a POST made, or the identifiers of those of which any may be it: several show what was sent, or none does. */
export interface CreateOutcome<T> {
  readonly created?: T | undefined;
  readonly candidateIds?: readonly string[] | undefined;
}

/** Compares the objects before and after a POST. Any object that appeared is a candidate: services write values in forms of their own. */
export function findCreated<T>({ before, now, idOf, showsSentValues, isManagedElsewhere }: ObjectsAroundPost<T>): CreateOutcome<T> {
  const candidates = now.filter((object) => idOf(object) !== "" && !before.includes(idOf(object)) && !isManagedElsewhere(object));
  const [equal, ...others] = candidates.filter(showsSentValues);
  if (equal !== undefined && others.length === 0) return { created: equal };
  return candidates.length === 0 ? {} : { candidateIds: candidates.map(idOf) };
}

/** Milliseconds for which a later run polls for what an earlier one may have made: that run may have been interrupted at once. */
export const resumeWindowMs = deletionWindowMs;

/** Reads an object. If an earlier POST may have made it, polls until a read shows it, except in a preview. */
export async function readAwaitingCreation<Live extends object>(
  last: object | undefined,
  context: OperationContext,
  read: (skipCache: boolean) => Promise<Live>,
  isNotShown: (live: Live) => boolean = isNotShownYet,
): Promise<Live> {
  let live = await read(false);
  if (context.isPreview || !hasPendingCreation(last) || !isNotShown(live)) return live;
  await poll<true>(context, { limit: resumeWindowMs }, async () => {
    live = await read(true);
    return isNotShown(live) ? { waits: "what the POST made" } : { done: true };
  });
  return live;
}

/** Polls until a read shows the values that the state has pending; resolves to false if none does. A creation is awaited by its own reads. */
export async function waitForPending(
  last: object,
  read: () => Promise<object | undefined>,
  context: Pick<OperationContext, "clock" | "log">,
): Promise<boolean> {
  if (!("__pending" in last) || hasPendingCreation(last)) return true;
  const outcome = await poll<true>(context, { limit: resumeWindowMs }, async () => {
    const live = await read().catch(toFailedRead);
    return live === undefined || !("__pending" in live || "failed" in live) ? { done: true } : { waits: "what was sent last" };
  });
  return "done" in outcome;
}

/** Returns true if a later read may show the object that a POST made, or tell which one it is. */
export function isNotShownYet(live: object): boolean {
  const { found, candidateIds, isPartial }: Partial<NotFound> = live;
  return found === false && (candidateIds === undefined || isPartial === true);
}

/** Explains why the next run cannot resume without help. */
export function ambiguousCreationText(object: string, ids: readonly string[]): string {
  const which = ids.length === 1 ? `${ids[0]} appeared since` : `${ids.length} appeared since (${ids.join(", ")})`;
  return `an earlier run sent a POST for ${object} and received no identifier, so it is not known which object it created: ${which}. Nothing is sent. If one of them is yours and the service writes a value in another form, declare the value in that form, set adopt: true where the resource has it, or delete the others; if none is, remove the resource from the state with "pulumi state delete" and run "pulumi up" again`;
}
