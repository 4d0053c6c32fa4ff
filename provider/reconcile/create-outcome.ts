import type { OperationContext } from "../definition";
import { hasPendingCreation } from "./pending";
import type { NotFound } from "./read-result";
import { deletionWindowMs, poll, toFailedRead } from "./wait";

/** Uses reads to determine which object a request created or changed, either immediately after the request or in a later run. */

/** The objects before and after a POST, and a function that determines which of them the POST created. */
interface ObjectsAroundPost<T> {
  readonly before: readonly string[];
  /** The current objects. Those without an identifier cannot be distinguished. */
  readonly now: readonly T[];
  readonly idOf: (object: T) => string;
  readonly showsSentValues: (object: T) => boolean;
  readonly isManagedElsewhere: (object: T) => boolean;
}

/** The object that a POST created. If it is not certain, the identifiers of all candidates. */
export interface CreateOutcome<T> {
  readonly created?: T | undefined;
  readonly candidateIds?: readonly string[] | undefined;
}

/** Finds the object that a POST created. All new objects are candidates, because services reformat values. */
export function findCreated<T>({ before, now, idOf, showsSentValues, isManagedElsewhere }: ObjectsAroundPost<T>): CreateOutcome<T> {
  const candidates = now.filter((object) => idOf(object) !== "" && !before.includes(idOf(object)) && !isManagedElsewhere(object));
  const [equal, ...others] = candidates.filter(showsSentValues);
  if (equal !== undefined && others.length === 0) return { created: equal };
  return candidates.length === 0 ? {} : { candidateIds: candidates.map(idOf) };
}

/** Milliseconds during which a run polls for an object that an earlier run might have created if it was interrupted immediately after its POST. */
export const resumeWindowMs = deletionWindowMs;

/** Reads an object. If an earlier POST might have created the object, polls until a read returns it, except in a preview. */
export async function readAwaitingCreation<Live extends object>(
  last: object | undefined,
  context: OperationContext,
  read: (skipCache: boolean) => Promise<Live>,
  isMissing: (live: Live) => boolean = mayAppearLater,
): Promise<Live> {
  let live = await read(false);
  if (context.isPreview || !hasPendingCreation(last) || !isMissing(live)) return live;
  await poll<true>(context, { limit: resumeWindowMs }, async () => {
    live = await read(true);
    return isMissing(live) ? { waits: "the object that the POST created" } : { done: true };
  });
  return live;
}

/** Polls until a read returns the pending values of the state. Resolves with false if no read does. Does not wait for a pending creation. */
export async function waitForPending(
  last: object,
  read: () => Promise<object | undefined>,
  context: Pick<OperationContext, "clock" | "log">,
): Promise<boolean> {
  if (!("__pending" in last) || hasPendingCreation(last)) return true;
  const outcome = await poll<true>(context, { limit: resumeWindowMs }, async () => {
    const live = await read().catch(toFailedRead);
    return live === undefined || !("__pending" in live || "failed" in live) ? { done: true } : { waits: "the last change" };
  });
  return "done" in outcome;
}

/** Returns true if a later read might return the object that a POST created, or identify it among the candidates. */
export function mayAppearLater(live: object): boolean {
  const { found, candidateIds, isPartial }: Partial<NotFound> = live;
  return found === false && (candidateIds === undefined || isPartial === true);
}

/** Explains why graphplane cannot determine which object a POST created. */
export function ambiguousCreationText(object: string, ids: readonly string[]): string {
  const which = ids.length === 1 ? `${ids[0]} appeared after it` : `${ids.length} appeared after it (${ids.join(", ")})`;
  return `an earlier run sent a POST for ${object} and received no identifier, so graphplane cannot tell which object it created: ${which}. graphplane sent no request. If one is yours, declare its values exactly as the service returns them, set adopt: true if the resource supports it, or delete the others. If none is, remove the resource from the state with "pulumi state delete", and run "pulumi up" again`;
}
