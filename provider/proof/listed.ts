import { isNoSuchCall, isServiceError, mayHaveBeenProcessed, type ServiceError } from "../../client";
import type { Applied, OperationContext, Sending } from "../definition";
import { describeFailure, describeMissingCall, mayStillAct } from "../announce/error-text";
import { formatLine } from "../announce/lines";
import { InputError } from "../errors";
import { type Deletable, isGoneAfter, waitUntilGone } from "./gone";
import { runExclusively } from "./keyed-lock";
import { create, type CreationRequest, type Made, observeMade, uncertainCreationText, unmadeLine } from "./made";
import { hasPendingCreation } from "./pending";
import { type Absence, isGone, lacksDeletion, type Reading } from "./reading";

/** Reads, creates, changes and deletes the objects of a list, the same way for every kind. */

/** A kind of object, by its reads and by the words of its sentences. */
export interface ListedKind<State extends object, Shown extends object> {
  /** The object in a sentence: `the entry "192.0.2.0/24"`. */
  object(state: State): string;
  /** The path of the object; of all of them while its identifier is not known. */
  path(state: State): string;
  /** Reads the object, or the one that an earlier POST made. */
  read(state: State, context: OperationContext, skipCache?: boolean): Promise<Reading<Shown>>;
  /** The state with the identifier of the object that a read shows. */
  identify(state: State, shown: Shown): State;
  /** Returns true if the state holds the identifier. */
  isIdentified(state: State): boolean;
  /** Returns whether the object that contains it exists; undefined if that is not certain. */
  parentExists(state: State, context: OperationContext, skipCache?: boolean): Promise<boolean | undefined>;
  /** Explains why an object that a read lacks may still exist. */
  whyUncertain(state: State, absence: Absence, context: OperationContext): string;
  /** The uses of a service that lacks the call; undefined for a documented call. */
  stillWorks(method: string): string | undefined;
}

/** The state as the service shows it; undefined if the object is gone. */
export async function readListed<State extends object, Shown extends object>(
  kind: ListedKind<State, Shown>,
  last: State,
  context: OperationContext,
  stateOf: (shown: Shown) => State,
): Promise<State | undefined> {
  const live = await kind.read(last, context);
  if ("missing" in live) return undefined;
  if ("noCall" in live) {
    const text = `this service does not show it (the request ${describeFailure(live.noCall)}), so ${kind.object(last)} stays in state as it is`;
    context.say(formatLine({ is: "notice", object: kind.path(last), text }));
    return last;
  }
  if (live.found) return stateOf(live);
  // A late list does not prove that the POST made nothing.
  if (hasPendingCreation(last)) return last;
  if (await isGone(live, () => kind.parentExists(last, context, false), context)) return undefined;
  throw new InputError(uncertainText(kind, last, live, context));
}

/** Explains that an object may still exist, and how to give it up. */
export function uncertainText<State extends object, Shown extends object>(
  kind: ListedKind<State, Shown>,
  last: State,
  absence: Absence,
  context: OperationContext,
): string {
  const why = kind.whyUncertain(last, absence, context);
  return `it is not certain that ${kind.object(last)} is gone, since ${why}. If it is gone, take it out of the state with "pulumi state delete"`;
}

/** The object that a read shows, for {@link create}. */
export function madeIn<Shown extends object>(live: Reading<Shown>): Made<Shown> {
  if ("missing" in live) throw new InputError(live.missing);
  if ("noCall" in live) throw live.noCall;
  if (live.found) return { is: "ours", object: live };
  return live.candidateIds === undefined ? { is: "missing" } : { is: "uncertain", candidates: [] };
}

/** A creation: its request, and the state that remembers a POST whose outcome is not known. */
export interface ListedCreation<T, State> extends Omit<CreationRequest<T>, "object"> {
  readonly request: Sending["request"];
  readonly unmade: State;
}

/** Makes the object; an {@link Applied} if it is not known which object the POST made. */
export async function createListed<T, State extends object, Shown extends object>(
  kind: ListedKind<State, Shown>,
  { request, unmade, ...creation }: ListedCreation<T, State>,
  context: OperationContext,
): Promise<{ readonly object: T; readonly byRead: boolean } | Applied<State, never>> {
  const object = kind.object(unmade);
  const made = await create<T>({ object, ...creation }, context).catch((error: unknown) => {
    throw missingCallError(kind, request, error);
  });
  if ("unknown" in made) return { state: unmade, lost: made.unknown, made: true };
  context.reportSent(request, made.lost && `: the answer was lost, and ${object} is there`);
  return { object: made.made, byRead: made.byRead };
}

/** Sends a change; resolves with the answer, or with the error of one that may have been processed. */
export async function sendChange<T>(
  kind: Pick<ListedKind<object, object>, "stillWorks">,
  { request }: Pick<Sending, "request">,
  send: () => Promise<T>,
  context: OperationContext,
): Promise<{ readonly answer: T } | { readonly lost: ServiceError }> {
  try {
    const answer = await send();
    context.reportSent(request);
    return { answer };
  } catch (error) {
    const lacksCall = isNoSuchCall(error) && kind.stillWorks(request.method) !== undefined;
    if (lacksCall || !mayHaveBeenProcessed(error)) throw missingCallError(kind, request, error);
    return { lost: mayStillAct(error) };
  }
}

/** A deletion: its request, a check that runs under the same lock, and how long reads may still show the object. */
export interface ListedDeletion<State> {
  readonly send: (state: State) => Promise<unknown>;
  readonly guard?: (state: State) => Promise<void>;
  readonly lockKey?: readonly string[];
  /** Milliseconds. If absent, the response to the DELETE is enough. */
  readonly limit?: number;
}

/** Deletes the object. Prints a notice if it is already gone, or if a lost POST never created it. */
export async function deleteListed<State extends object, Shown extends object>(
  kind: ListedKind<State, Shown>,
  { request }: Sending,
  given: State,
  { send, guard, lockKey, limit }: ListedDeletion<State>,
  context: OperationContext,
): Promise<void> {
  const last = kind.isIdentified(given) ? given : await identifyMade(kind, given, context);
  if (last === undefined) return context.say(unmadeLine(kind.path(given), kind.object(given)));
  const path = kind.path(last);
  const object = {
    context,
    read: () => kind.read(last, context, true),
    parentExists: () => kind.parentExists(last, context),
  } satisfies Deletable;
  const error = await runExclusively(lockKey ?? [path], async () => {
    await guard?.(last);
    try {
      await send(last);
      return undefined;
    } catch (failure) {
      if (isServiceError(failure)) return failure;
      throw failure;
    }
  });
  if (error !== undefined) {
    if (await isGoneAfter(error, object))
      return context.say(formatLine({ is: "notice", object: path, text: `${kind.object(last)} is already gone` }));
    throw missingCallError(kind, { method: "DELETE", path }, error, lacksDeletion(error));
  }
  context.reportSent({ ...request, path });
  if (limit !== undefined) await waitUntilGone({ ...object, path, limit });
}

async function identifyMade<State extends object, Shown extends object>(
  kind: ListedKind<State, Shown>,
  last: State,
  context: OperationContext,
): Promise<State | undefined> {
  const live = await observeMade(last, context, (skipCache) => kind.read(last, context, skipCache));
  if (!("found" in live)) return undefined;
  if (live.found) return kind.identify(last, live);
  if (live.candidateIds !== undefined) throw new InputError(uncertainCreationText(kind.object(last), live.candidateIds));
  return undefined;
}

const outcomes: Readonly<Record<string, string>> = {
  GET: "nothing was sent",
  POST: "nothing was made",
  PUT: "nothing was changed",
  DELETE: "nothing was deleted",
};

/** Explains that the service lacks a call that is not part of the documented API. */
export function missingCallText(
  { stillWorks }: Pick<ListedKind<object, object>, "stillWorks">,
  { method, path }: Pick<Sending["request"], "method" | "path">,
  error: ServiceError,
): string {
  return describeMissingCall(`${method} ${path}`, error, outcomes[method] ?? "nothing was sent", stillWorks(method) ?? "");
}

/** The error of a request, explained if the service lacks the call. */
export function missingCallError(
  kind: Pick<ListedKind<object, object>, "stillWorks">,
  request: Pick<Sending["request"], "method" | "path">,
  error: unknown,
  lacksCall = isNoSuchCall(error),
): unknown {
  const isExplained = lacksCall && isServiceError(error) && kind.stillWorks(request.method) !== undefined;
  return isExplained ? new InputError(missingCallText(kind, request, error)) : error;
}
