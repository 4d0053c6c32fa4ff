import { isAccessDenied, isServiceError } from "../../client";
import type { OperationContext } from "../definition";
import { NotUnderstoodError } from "../errors";
import { hasPendingCreation } from "./pending";
import { consistencyWindowMs, poll } from "./wait";

/** Finds the object that a POST made, by reads: right after it, and in a later run. */

/** Objects before and after a POST, and how to tell which one it made. */
export interface ObjectsAroundPost<T> {
  /** The identifiers of the objects before the POST. */
  readonly before: readonly string[];
  /** The objects now; one without an identifier cannot be told from the others. */
  readonly now: readonly T[];
  readonly idOf: (object: T) => string;
  /** Returns true if the object shows what was sent. */
  readonly showsWhatWasSent: (object: T) => boolean;
  /** Returns true if another resource of the program manages the object. */
  readonly isManagedElsewhere: (object: T) => boolean;
}

/** The object that a POST made, as far as reads show it. */
export type Made<T> =
  | { readonly is: "found"; readonly object: T }
  /** No object appeared. */
  | { readonly is: "none" }
  /** Objects appeared, and any of them may be the one: several show what was sent, or none does. */
  | { readonly is: "ambiguous"; readonly candidates: readonly T[] };

/** Compares the objects before and after a POST. Any object that appeared is a candidate: services write values in forms of their own. */
export function findMade<T>({ before, now, idOf, showsWhatWasSent, isManagedElsewhere }: ObjectsAroundPost<T>): Made<T> {
  const candidates = now.filter((object) => idOf(object) !== "" && !before.includes(idOf(object)) && !isManagedElsewhere(object));
  if (candidates.length === 0) return { is: "none" };
  const [equal, ...others] = candidates.filter(showsWhatWasSent);
  return equal !== undefined && others.length === 0 ? { is: "found", object: equal } : { is: "ambiguous", candidates };
}

/** Polls until reads show what a POST made, or for as long as they may lag behind it. A read that fails is repeated, unless access is refused. */
export async function pollForMade<T>(
  find: () => Promise<Made<T>>,
  object: string,
  { clock, say, tellWaiting }: OperationContext,
  limit: number,
): Promise<Made<T>> {
  let failure: Error | undefined;
  const progress = () => ({ object, activity: "waiting for the service to show it" });
  const sayAndTell = (line: string) => {
    say(line);
    tellWaiting(line);
  };
  const outcome = await poll<Made<T>>({ clock, say: sayAndTell, limit, progress }, async () => {
    failure = undefined;
    const made = await find().catch((error: unknown): Made<T> => {
      const mayPass = error instanceof NotUnderstoodError || (isServiceError(error) && !isAccessDenied(error));
      if (!mayPass) throw error;
      failure = error;
      return { is: "none" };
    });
    return made.is === "none" ? { waits: "what the POST made" } : { done: made };
  });
  if (failure !== undefined) throw failure;
  return "done" in outcome ? outcome.done : { is: "none" };
}

/** Milliseconds for which a later run polls for what an earlier one may have made: that run may have been interrupted at once. */
export const resumeWindowMs = 2 * consistencyWindowMs;

/** Reads an object. If an earlier POST may have made it, polls until a read shows it, except in a preview. */
export async function readAwaitingCreation<Live extends object>(
  last: object | undefined,
  { previewing, clock, say }: OperationContext,
  read: (skipCache: boolean) => Promise<Live>,
  isNotShown: (live: Live) => boolean = isNotShownByDefault,
): Promise<Live> {
  let live = await read(false);
  if (previewing || !hasPendingCreation(last) || !isNotShown(live)) return live;
  await poll<true>({ clock, say, limit: resumeWindowMs }, async () => {
    live = await read(true);
    return isNotShown(live) ? { waits: "what the POST made" } : { done: true };
  });
  return live;
}

function isNotShownByDefault(live: object): boolean {
  return "found" in live && live.found === false && !("candidateIds" in live);
}

/** The line of a deletion that finds nothing to delete. */
export function nothingToDeleteLine(path: string, object: string): string {
  return `graphplane: ${path}: nothing is deleted: no list shows ${object}, which an earlier POST may have created. If it appears later, delete it in the console`;
}

/** Explains why the next run cannot resume without help. */
export function ambiguousCreationText(object: string, ids: readonly string[]): string {
  const which = ids.length === 1 ? `${ids[0]} appeared since` : `${ids.length} appeared since (${ids.join(", ")})`;
  return `an earlier run sent a POST for ${object} and received no identifier, so it is not known which object it created: ${which}. Nothing is sent. If one of them is yours and the service writes a value in another form, declare the value in that form, set adopt: true where the resource has it, or delete the others; if none is, remove the resource from the state with "pulumi state delete" and run "pulumi up" again`;
}
