import { isNoSuchCall, isServiceError, mayHaveBeenProcessed, type ServiceError } from "../../client";
import { ifError } from "../../client/http/errors";
import { type OperationContext, type Refusal, refuse, type RequestPlan } from "../definition";
import { describeFailure, withPendingHint } from "../messages/error-text";
import { InputError, refreshHint, refreshIfGone, StoppedError } from "../errors";
import { type Deletable, isAbsent, isDeletedAfter, waitUntilDeleted } from "./confirm-deleted";
import { runExclusively } from "./keyed-lock";
import { ambiguousCreationText, readAwaitingCreation } from "./create-outcome";
import { hasPendingCreation, readPending } from "./pending";
import { type NotFound, isConfirmedDeleted, lacksDeletion, type ReadResult } from "./read-result";

/** Reads, changes and deletes items of lists, in the same way for all kinds. */

export interface WithoutCalls {
  /** Describes the features that work without the call, for the error; undefined for a documented call. */
  readonly whatStillWorks: (method: string) => string | undefined;
}

/** The reads of a kind of object, and its names in messages. */
export interface CollectionItem<State extends object, Shown extends object> extends WithoutCalls {
  /** Returns the object's name for use in a sentence: `the entry "192.0.2.0/24"`. */
  object(state: State): string;
  /** Returns the path of the object. If its identifier is unknown, returns the path of the list. */
  path(state: State): string;
  /**
   * Reads the object in the state, or the object that an earlier POST created. After an acknowledged deletion, weaker evidence is
   * sufficient to consider the object gone.
   */
  read(state: State, context: OperationContext, skipCache?: boolean, isAcknowledged?: boolean): Promise<ReadResult<Shown>>;
  /** The output for the identifier, and a function that returns the identifier of a live object. Undefined if the arguments identify the object. */
  readonly identifier?: { readonly output: keyof State & string; of(shown: Shown): string };
  parentExists(state: State, context: OperationContext, skipCache?: boolean): Promise<boolean | undefined>;
  /** Explains why an object that a read did not return might still exist. */
  whyUncertain(state: State, absence: NotFound, context: OperationContext): string;
}

/** Reads the state from the service; undefined if the object is gone. */
export async function readItem<State extends object, Shown extends object>(
  kind: CollectionItem<State, Shown>,
  last: State,
  context: OperationContext,
  stateOf: (shown: Shown) => State,
): Promise<State | undefined> {
  const live = await kind.read(last, context).catch(ifError(isStopped, (error) => error));
  if (isStopped(live)) {
    context.emit({
      is: "stopped",
      object: kind.path(last),
      text: `${kind.object(last)} stays in the state without a read: ${live.message}`,
    });
    return last;
  }
  if ("missing" in live) return undefined;
  if ("noCall" in live) {
    const text = `this service does not return it (the request ${describeFailure(live.noCall)}), so ${kind.object(last)} stays in the state unchanged`;
    context.emit({ is: "notice", object: kind.path(last), text });
    return last;
  }
  if (live.found) return stateOf(live);
  // A list that lags does not prove that the POST created nothing.
  if (hasPendingCreation(last)) return last;
  if (await isConfirmedDeleted(live, () => kind.parentExists(last, context, false), context.seenBefore)) return undefined;
  throw new InputError(mayStillExistText(kind.object(last), kind.whyUncertain(last, live, context)));
}

const isStopped = (error: unknown): error is StoppedError => error instanceof StoppedError;

/** Refuses to write to an object that is in the state but was not returned by a read. `whyUncertain` explains why it might still exist. */
export function refuseNotFound(property: string, object: string, { certain }: NotFound, whyUncertain: string): Refusal {
  if (certain) return refuse(property, `the service no longer returns the ${object}. ${refreshHint}`);
  return refuse(property, `the ${object} might still exist: ${whyUncertain}. ${refreshIfGone}`);
}

/** Explains that an object might still exist, and how to remove its resource from the state. */
export function mayStillExistText(object: string, why: string): string {
  return `${object} might still exist: ${why}. If it is gone, remove it from the state with "pulumi state delete"`;
}

/** Returns true for a new object, and for an object whose POST might not have created anything. `id` is its identifier in the state. */
export function isNotCreated(last: object | undefined, id: string | undefined): boolean {
  return (id ?? "") === "" || hasPendingCreation(last);
}

/**
 * Returns true if it is safe to create an object that a read did not return. An incomplete list does not prove that an earlier POST created
 * nothing. Neither does null, if the list contained objects before.
 */
export function canBeCreated(last: object | undefined, id: string | undefined, { certain, others }: NotFound): boolean {
  const { creation } = readPending(last);
  const wasEmpty = creation === undefined || creation.before.length === 0;
  return isNotCreated(last, id) && (last === undefined || certain || (!others && wasEmpty));
}

export function withIdentifier<State extends object>(
  { identifier }: Pick<CollectionItem<State, never>, "identifier">,
  state: State,
  id: string,
): State {
  return identifier === undefined ? state : { ...state, [identifier.output]: id };
}

/** Sends a change. Resolves with the response, or with the error if the change might have been processed. */
export async function sendChange<T>(
  kind: WithoutCalls,
  { request }: Pick<RequestPlan, "request">,
  send: () => Promise<T>,
  context: OperationContext,
): Promise<{ readonly response: T } | { readonly lost: ServiceError }> {
  try {
    const response = await send();
    context.logSent(request);
    return { response };
  } catch (error) {
    const explained = missingCallError(kind, request, error);
    if (explained !== error || !mayHaveBeenProcessed(error)) throw explained;
    return { lost: withPendingHint(error) };
  }
}

interface ItemDeletion<State> {
  readonly send: (state: State) => Promise<unknown>;
  /** Throws to refuse the deletion. Runs under the same lock as `send`. */
  readonly guard?: (state: State) => Promise<void>;
  readonly lockKey?: readonly string[];
  /** Milliseconds to wait until reads no longer return the object. If undefined, the response to the DELETE is sufficient. */
  readonly limit?: number;
}

/** Deletes the object. Prints a notice if it is already gone, or if a POST whose response was lost never created it. */
export async function deleteItem<State extends object, Shown extends object>(
  kind: CollectionItem<State, Shown>,
  { request }: RequestPlan,
  given: State,
  { send, guard, lockKey, limit }: ItemDeletion<State>,
  context: OperationContext,
): Promise<void> {
  const last = await identify(kind, given, context);
  if (last === undefined) return;
  const path = kind.path(last);
  const deletable = (isAcknowledged: boolean): Deletable => ({
    context,
    read: () => kind.read(last, context, true, isAcknowledged),
    parentExists: () => kind.parentExists(last, context),
  });
  const outcome = await runExclusively(lockKey ?? [path], async () => {
    await guard?.(last);
    return send(last).catch(ifError(isServiceError, (error) => error));
  });
  if (isServiceError(outcome)) {
    if (await isDeletedAfter(outcome, deletable(false)))
      return context.emit({ is: "notice", object: path, text: `${kind.object(last)} is already gone` });
    throw missingCallError(kind, { method: "DELETE", path }, outcome, lacksDeletion(outcome));
  }
  if (outcome === false && limit === undefined && !(await isAbsent(deletable(false))))
    throw new InputError(`DELETE ${path} returned false: ${kind.object(last)} was not deleted`);
  context.logSent({ ...request, path });
  if (limit !== undefined) await waitUntilDeleted({ ...deletable(true), path, limit });
}

/**
 * Returns the state with the identifier of the object to delete. If an earlier POST might have created the object but no read returns it,
 * prints a message and returns undefined.
 */
export async function identify<State extends object, Shown extends object>(
  kind: CollectionItem<State, Shown>,
  last: State,
  context: OperationContext,
): Promise<State | undefined> {
  const { identifier } = kind;
  if (identifier === undefined ? !hasPendingCreation(last) : last[identifier.output]) return last;
  const live = await readAwaitingCreation(last, context, (skipCache) => kind.read(last, context, skipCache));
  if ("found" in live && live.found) return identifier === undefined ? last : withIdentifier(kind, last, identifier.of(live));
  if ("found" in live && live.candidateIds !== undefined) throw new InputError(ambiguousCreationText(kind.object(last), live.candidateIds));
  context.log(
    `graphplane: ${kind.path(last)}: nothing to delete: no list contains ${kind.object(last)}, which an earlier POST might have created. If it appears later, delete it in the console`,
  );
  return undefined;
}

const done: Readonly<Record<string, string>> = { POST: "created", PUT: "changed", DELETE: "deleted" };

/** Explains that the service does not support an undocumented call, and what still works. */
export function missingCallText(
  { whatStillWorks }: WithoutCalls,
  { method, path }: Pick<RequestPlan["request"], "method" | "path">,
  error: ServiceError,
): string {
  const effect = `nothing was ${done[method] ?? "sent"}`;
  return `this service does not implement ${method} ${path}, which is not part of the documented API (the request ${describeFailure(error)}), so ${effect}. Still available: ${whatStillWorks(method) ?? ""}`;
}

/** Returns the error for a request. If the service does not support the call, the error states that. */
export function missingCallError(
  kind: WithoutCalls,
  request: Pick<RequestPlan["request"], "method" | "path">,
  error: unknown,
  lacksCall = isNoSuchCall(error),
): unknown {
  const isExplained = lacksCall && isServiceError(error) && kind.whatStillWorks(request.method) !== undefined;
  return isExplained ? new InputError(missingCallText(kind, request, error)) : error;
}
