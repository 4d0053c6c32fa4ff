import { sentence } from "../../client/http/errors";
import { describeFailure } from "../messages/error-text";
import type { Applied, OperationContext, RequestPlan } from "../definition";
import { NotAppliedError, NotUnderstoodError } from "../errors";
import type { Values } from "../values/json";
import type { FieldNames } from "../values/names";
import { sentValue, type ValueDiff } from "./compare";
import { appliedState, type SentFields, stateWhilePending, valuesToWaitFor } from "./declared-fields";
import { type CollectionItem, sendChange, type WithoutCalls, withIdentifier } from "./collection-item";
import { createObject } from "./create";
import { type PendingCreation, type PendingState, readPending } from "./pending";
import { limitOf, watch } from "./wait";

/** Writes records, and confirms each write with reads, because the response to a write is not proof of its outcome. */

export interface RecordItem<State extends object, Shown extends object = { readonly record: Values }> extends Pick<
  CollectionItem<State, Shown>,
  "path" | "read" | "whatStillWorks"
> {
  /** The fields that are compared and sent, keyed by argument. */
  readonly fields: FieldNames;
}

export type RecordCollectionItem<State extends object, Shown extends object> = RecordItem<State, Shown> & CollectionItem<State, Shown>;

/** Creates a record with a single POST. The sent values remain pending unless a read returns the record. */
export async function createRecord<State extends object, Shown extends object>(
  kind: RecordCollectionItem<State, Shown>,
  args: Partial<State> & { readonly timeoutSeconds?: number | undefined },
  plan: SentFields & Pick<RequestPlan, "request">,
  before: readonly string[],
  send: () => Promise<Shown | undefined>,
  context: OperationContext,
): Promise<Applied<State, true>> {
  const { sent } = plan;
  return createObject<State, Shown, true>(kind, context, {
    request: plan.request,
    declared: args,
    before,
    sent: sent.map(sentValue),
    send,
    limit: limitOf(args.timeoutSeconds),
    done(shown, byRead) {
      const state = withIdentifier(kind, args as State, kind.identifier?.of(shown) ?? "");
      // Until a read returns the record, it is possible that the POST created nothing, or that reads lag.
      return byRead ? { state } : awaitRecord(state, { sent, creation: { before } }, context);
    },
  });
}

/** Sends an update. The sent values remain pending, even if the response was lost. */
export async function updateRecord<State extends object>(
  kind: WithoutCalls,
  update: SentFields & Pick<RequestPlan, "request">,
  { state, last }: { readonly state: State; readonly last: object | undefined },
  send: () => Promise<unknown>,
  context: OperationContext,
): Promise<Applied<State, true>> {
  const change = await sendChange(kind, update, send, context);
  if (!("lost" in change)) return awaitRecord(state, update, context);
  return { state: stateWhilePending(state, update, context.isSecret, readPending(last)), lost: change.lost };
}

/** Marks a created or changed record as pending until a read returns it, even if there is no value to wait for. */
function awaitRecord<State extends object>(
  declared: State,
  { creation, ...sent }: SentFields & { readonly creation?: PendingCreation },
  { isSecret }: OperationContext,
): Applied<State, true> {
  const state: State & PendingState = stateWhilePending(declared, sent, isSecret);
  return { state: { ...state, __pending: { ...state.__pending, ...(creation && { creation }) } }, pending: true };
}

/**
 * Resolves with the declared state once the record contains all of its fields. Otherwise, throws a {@link NotAppliedError} with the state
 * from which the next update resumes. This is `kept`, with the pending values, if no read returned the record.
 */
export async function waitForRecord<State extends object>(
  kind: Pick<RecordItem<State>, "fields" | "path" | "read">,
  { state, kept }: { readonly state: State & { readonly timeoutSeconds?: number | undefined }; readonly kept?: State },
  context: OperationContext,
  defaultTimeout = 120,
): Promise<State> {
  const { fields } = kind;
  const { timeoutSeconds } = state;
  const { isSecret } = context;
  const object = kind.path(state);
  let seen: Values | undefined;
  const outcome = await watch<Values, true>(context, {
    limit: limitOf(timeoutSeconds, defaultTimeout),
    progress: (waits) => ({ object, activity: `waiting for the service to return ${waits}` }),
    async observe() {
      const live = await kind.read(state, context, true);
      if ("missing" in live) return live;
      if ("noCall" in live) throw new NotUnderstoodError(`this service does not return it (the request ${describeFailure(live.noCall)})`);
      // A record that was never returned might appear late. A record that was returned before and is now missing has been deleted.
      if (!live.found && live.certain && seen !== undefined) return { missing: `the service returns no ${object}` };
      if (!live.found) throw new NotUnderstoodError("the response does not include the configuration");
      seen = live.record;
      return { live: live.record };
    },
    judge: (live) => {
      const missing = valuesToWaitFor(fields, state, live);
      return missing.length === 0 ? { done: true } : { waits: missing.map(({ path }) => path.join(".")).join(", ") };
    },
  });
  if ("done" in outcome) return appliedState<State>(state, kept ?? {});
  const missing = valuesToWaitFor(fields, state, seen);
  const left = (seen === undefined && kept) || stateWhilePending(state, { sent: missing }, isSecret);
  if ("deleted" in outcome)
    throw new NotAppliedError(`the service accepted the change, but now ${sentence(outcome.deleted)} Run "pulumi refresh"`, left);
  /** Formats a value: `time "07:00" (it returns "08:00")`. Secret values are omitted. */
  const show = ({ path: [name = ""], declared, live }: ValueDiff) => {
    if (isSecret(name)) return name;
    return `${name} ${JSON.stringify(declared)}${live === undefined ? "" : ` (it returns ${JSON.stringify(live)})`}`;
  };
  const still = `the service accepted the change but does not return ${missing.map(show).join(", ")}`;
  const hint = `If the service reformats a value, declare it in that format. Otherwise run "pulumi up" again: it resumes from here`;
  throw new NotAppliedError(
    `timed out after ${outcome.elapsed} s (timeoutSeconds is ${timeoutSeconds ?? defaultTimeout}): ${still}.${outcome.trouble} ${hint}`,
    left,
  );
}
