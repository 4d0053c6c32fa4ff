import { isAccessDenied, isNoSuchCall, isServiceError, mayHaveBeenProcessed, type ServiceError } from "../../client";
import type { OperationContext } from "../definition";
import { describeFailedRequest } from "../announce/error-text";
import { InputError, NotUnderstoodError } from "../errors";
import { hasPendingCreation } from "./pending";
import { consistencyWindowMs, poll } from "./wait";

/** Finds out which object a POST made: its answer may be lost, late, or without an identifier. */

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

/** The result of a creation that was sent: the object, or why it is not known. */
export type CreationResult<T> = Found<T> | { readonly unconfirmed: Error };

interface Found<T> {
  readonly object: T;
  /** True if a read shows the object, rather than the answer to the POST. */
  readonly byRead: boolean;
  readonly lost?: ServiceError;
}

/** The steps of a creation: its POST, and the reads that find its object. */
export interface CreationSteps<T> {
  /** The object in words: `the schedule`. */
  readonly object: string;
  /** Sends the POST; resolves with the object if the answer shows it. */
  readonly send: () => Promise<T | undefined>;
  /** Reads what the POST made. */
  readonly find: () => Promise<Made<T>>;
  /** Milliseconds that an acknowledged creation may take to show. */
  readonly limit: number;
}

/** Sends a POST once and finds the object that it made. Fails only if the POST was certainly not processed. */
export async function postAndFind<T>(
  { object, send, find, limit }: CreationSteps<T>,
  context: OperationContext,
): Promise<CreationResult<T>> {
  let lost: ServiceError | undefined;
  try {
    const object = await send();
    if (object !== undefined) return { object, byRead: false };
  } catch (error) {
    if (isNoSuchCall(error) || !mayHaveBeenProcessed(error)) throw error;
    lost = error;
  }
  let found: Made<T> | undefined;
  let failure: unknown;
  try {
    found = await pollForMade(find, object, context, lost === undefined ? limit : consistencyWindowMs);
  } catch (error) {
    failure = error;
  }
  if (found?.is === "found") return { object: found.object, byRead: true, ...(lost && { lost }) };
  const why = whyUnknown(object, found?.is, failure);
  const next = `Run "pulumi up" again: it first checks whether ${object} exists, and creates it only if it does not`;
  if (lost === undefined)
    return { unconfirmed: new InputError(`the service accepted the POST and returned no identifier, and ${why}. ${next}`) };
  const hint = `The POST may have been processed, and ${why}. The state remembers it. ${next}`;
  return { unconfirmed: lost.as({ ...lost.failure, hint }) };
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

function whyUnknown(object: string, found: Made<unknown>["is"] | undefined, failure: unknown): string {
  if (isServiceError(failure)) return `${object} could not be read: ${describeFailedRequest(failure)}`;
  if (failure instanceof InputError) return `${object} could not be read: ${failure.message}`;
  if (found === "none") return `no read shows ${object} yet`;
  return found === "ambiguous" ? "it is not known which object it created" : `${object} could not be read`;
}
