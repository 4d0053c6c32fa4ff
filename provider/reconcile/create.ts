import { isNoSuchCall, isServiceError, mayHaveBeenProcessed, type ServiceError } from "../../client";
import { describeFailedRequest, errorMessage } from "../messages/error-text";
import type { Applied, OperationContext, RequestPlan } from "../definition";
import { InputError, NotAppliedError } from "../errors";
import { type CollectionItem, missingCallError, withIdentifier } from "./collection-item";
import { mayAppearLater } from "./create-outcome";
import { type SentValue, writePendingCreation } from "./pending";
import { consistencyWindowMs, poll, toFailedRead } from "./wait";

/** Creates an object with a single POST, and determines the outcome, because the response might be lost, late, or without an identifier. */

type CreatableItem<State extends object, Shown extends object> = Pick<
  CollectionItem<State, Shown>,
  "object" | "read" | "identifier" | "whatStillWorks"
>;

interface CreateRequest<State, Shown, Pending> extends Pick<RequestPlan, "request"> {
  /** The declared state, without the object's identifier. */
  readonly declared: Partial<State>;
  /** The identifiers of the objects that existed before. */
  readonly before?: readonly string[];
  /** The values that the POST sends, for recording in the state. */
  readonly sent?: readonly SentValue[];
  /** Sends the POST. Resolves with the object if the response contains it. */
  readonly send: () => Promise<Shown | undefined>;
  /** Milliseconds to wait until a read returns the object after an acknowledged creation. */
  readonly limit: number;
  readonly done: (shown: Shown, byRead: boolean, provisional: State) => Applied<State, Pending>;
}

/**
 * Sends the POST once. If no read identifies the created object, returns a provisional state from which the next run first searches for the
 * object. Throws only if the POST was not processed.
 */
export async function createObject<State extends object, Shown extends object, Pending>(
  kind: CreatableItem<State, Shown>,
  context: OperationContext,
  { request, declared, before = [], sent = [], send, limit, done }: CreateRequest<State, Shown, Pending>,
): Promise<Applied<State, Pending>> {
  const provisional = { ...withIdentifier(kind, declared as State, ""), ...writePendingCreation({ before }, sent, context.isSecret) };
  const object = kind.object(provisional);
  // Some responses contain the identifier of an object that existed before the POST.
  const isNew = (shown: Shown) => kind.identifier === undefined || !["", ...before].includes(kind.identifier.of(shown));
  let response: Shown | undefined;
  let lost: ServiceError | undefined;
  try {
    response = await send();
  } catch (error) {
    if (isNoSuchCall(error) || !mayHaveBeenProcessed(error)) throw missingCallError(kind, request, error);
    lost = error;
  }
  const created =
    response !== undefined && isNew(response)
      ? { shown: response, byRead: false }
      : await findByReads(kind, provisional, context, lost === undefined ? limit : consistencyWindowMs);
  if ("why" in created) return { state: provisional, lost: unconfirmedError(object, lost, created.why), created: true };
  context.logSent(request, lost && `: the response was lost, but ${object} exists`);
  return { ...done(created.shown, created.byRead, provisional), created: true };
}

/** Polls until a read returns the object that the POST created. If none does, explains why. */
async function findByReads<State extends object, Shown extends object>(
  kind: CreatableItem<State, Shown>,
  provisional: State,
  context: OperationContext,
  limit: number,
): Promise<{ readonly shown: Shown; readonly byRead: true } | { readonly why: string }> {
  const object = kind.object(provisional);
  const describe = (failed: string) => `${object} could not be read: ${failed}`;
  const progress = () => ({ object, activity: "waiting for the service to return it" });
  try {
    const outcome = await poll<Shown | undefined>(context, { limit, progress }, async () => {
      const live = await kind.read(provisional, context, true).catch(toFailedRead);
      if ("missing" in live) throw new InputError(live.missing);
      if ("failed" in live) return { waits: describe(live.failed) };
      if ("noCall" in live) return { waits: describe(describeFailedRequest(live.noCall)) };
      if (mayAppearLater(live)) return { waits: `no read has returned ${object} yet` };
      return { done: live.found ? live : undefined };
    });
    if (!("done" in outcome)) return { why: outcome.waits };
    return outcome.done === undefined ? { why: "it is unknown which object it created" } : { shown: outcome.done, byRead: true };
  } catch (error) {
    return { why: describe(isServiceError(error) ? describeFailedRequest(error) : errorMessage(error)) };
  }
}

function unconfirmedError(object: string, lost: ServiceError | undefined, why: string): Error {
  const next = `Run "pulumi up" again: it first checks whether ${object} exists, and creates it only if it does not`;
  if (lost === undefined) return new InputError(`the service accepted the POST but returned no identifier, and ${why}. ${next}`);
  return lost.as({
    ...lost.failure,
    hint: `The POST might have been processed, and ${why}. The state records the pending creation. ${next}`,
  });
}

/** Waits for the change that follows a creation. If the wait fails, throws an error with the state from which the next update resumes. */
export async function afterCreation<Change extends Applied<object, unknown>>(change: Promise<Change>, kept: object): Promise<Change> {
  const applied = await change.catch((error: unknown) => {
    throw new NotAppliedError(errorMessage(error), kept, error);
  });
  if (applied.lost !== undefined) throw new NotAppliedError(errorMessage(applied.lost), applied.state, applied.lost);
  return applied;
}
