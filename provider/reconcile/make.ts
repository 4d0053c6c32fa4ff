import { isNoSuchCall, isServiceError, mayHaveBeenProcessed, type ServiceError } from "../../client";
import { describeFailedRequest } from "../announce/error-text";
import type { Applied, OperationContext, Sending } from "../definition";
import { InputError } from "../errors";
import { type ListedObjects, missingCallError } from "./listed";
import { type Made, pollForMade } from "./made";
import { type SentValue, writePendingCreation } from "./pending";
import { consistencyWindowMs } from "./wait";

/** Makes an object by one POST, and decides what became of it: its response may be lost, late, or without an identifier. */

/** One POST: what it sends, how the object that it makes is found, and the state that follows. */
export interface Making<State, Shown, Pending> extends Pick<Sending, "request"> {
  /** The declared state, which lacks the identifier of the object. */
  readonly unmade: State;
  /** The identifiers of the objects that are there before. */
  readonly before?: readonly string[];
  /** The values that the POST sends, for the state that remembers it. */
  readonly sent?: readonly SentValue[];
  /** Sends the POST; resolves with the object if the response shows it. */
  readonly send: () => Promise<Shown | undefined>;
  /** The identifier of an object; without it, whatever the response shows is believed. */
  readonly idOf?: (shown: Shown) => string;
  /** Reads what the POST made, by the state that remembers it. */
  readonly find: (provisional: State) => Promise<Made<Shown>>;
  /** Milliseconds that an acknowledged creation may take to show. */
  readonly limit: number;
  /** The state with the object, as the response or a read shows it. */
  readonly done: (shown: Shown, byRead: boolean, provisional: State) => Applied<State, Pending>;
}

/**
 * Sends the POST once. If no read shows which object it made, the resource stays with the provisional state, and the next run looks for
 * the object first. Fails only if the POST was certainly not processed.
 */
export async function make<State extends object, Shown, Pending>(
  kind: Pick<ListedObjects<State, object>, "object" | "whatStillWorks">,
  context: OperationContext,
  { request, unmade, before = [], sent = [], send, idOf, find, limit, done }: Making<State, Shown, Pending>,
): Promise<Applied<State, Pending>> {
  const provisional = { ...unmade, ...writePendingCreation({ before }, sent, context.isSecret) };
  const object = kind.object(provisional);
  // An identifier that was there before is not that of a new object.
  const isNew = (shown: Shown) => idOf === undefined || !["", ...before].includes(idOf(shown));
  let answered: Shown | undefined;
  let lost: ServiceError | undefined;
  try {
    answered = await send();
  } catch (error) {
    if (isNoSuchCall(error) || !mayHaveBeenProcessed(error)) throw missingCallError(kind, request, error);
    lost = error;
  }
  const made =
    answered !== undefined && isNew(answered)
      ? { shown: answered, byRead: false }
      : await findByReads(() => find(provisional), object, context, lost === undefined ? limit : consistencyWindowMs);
  if ("why" in made) return { state: provisional, lost: unconfirmedError(object, lost, made.why), made: true };
  context.reportSent(request, lost && `: the response was lost, and ${object} is there`);
  return { ...done(made.shown, made.byRead, provisional), made: true };
}

/** The object that a POST made, as reads show it, or why they do not. */
async function findByReads<Shown>(
  find: () => Promise<Made<Shown>>,
  object: string,
  context: OperationContext,
  limit: number,
): Promise<{ readonly shown: Shown; readonly byRead: true } | { readonly why: string }> {
  try {
    const found = await pollForMade(find, object, context, limit);
    if (found.is === "found") return { shown: found.object, byRead: true };
    return { why: found.is === "none" ? `no read shows ${object} yet` : "it is not known which object it created" };
  } catch (error) {
    const reason = isServiceError(error) ? `: ${describeFailedRequest(error)}` : error instanceof InputError ? `: ${error.message}` : "";
    return { why: `${object} could not be read${reason}` };
  }
}

function unconfirmedError(object: string, lost: ServiceError | undefined, why: string): Error {
  const next = `Run "pulumi up" again: it first checks whether ${object} exists, and creates it only if it does not`;
  if (lost === undefined) return new InputError(`the service accepted the POST and returned no identifier, and ${why}. ${next}`);
  return lost.as({ ...lost.failure, hint: `The POST may have been processed, and ${why}. The state remembers it. ${next}` });
}
