import type { Applied, OperationContext, Sending } from "../definition";
import type { FieldNames } from "../values/names";
import { type ListedKind, sendChange } from "./listed";
import type { PendingCreation, PendingState, SentValue } from "./pending";
import { stateAfterLostAnswer, stateWhilePending } from "./declared-fields";

/** Sends the update of a record, and keeps in state what no read has shown yet. */

/** An update: its request, the arguments that it sends, and the record before it. */
export interface RecordUpdate extends Pick<Sending, "request"> {
  readonly sent: readonly string[];
  readonly live: Readonly<Record<string, unknown>>;
  /** Values that are on their way for arguments that are no longer declared. */
  readonly dropped?: readonly SentValue[];
  /** The POST that made the record: until a read shows it, it may have made nothing, and reads may be late. */
  readonly creation?: PendingCreation;
}

interface Declaration<State> {
  readonly names: FieldNames;
  /** The declared state. */
  readonly state: State;
  readonly last: object | undefined;
}

/** Sends the update; what it sent is waited for, or remembered if the answer was lost. */
export async function updateRecord<State extends object>(
  kind: Pick<ListedKind<object, object>, "stillWorks">,
  update: RecordUpdate,
  { names, state, last }: Declaration<State>,
  send: () => Promise<unknown>,
  context: OperationContext,
): Promise<Applied<State, true>> {
  const { sent, live, dropped } = update;
  const change = await sendChange(kind, update, send, context);
  if ("lost" in change)
    return { state: stateAfterLostAnswer<State>(names, state, sent, live, last, context.isSecret, dropped), lost: change.lost };
  return awaitRecord(names, state, update, context);
}

/** A record that was made or changed, until a read shows it: also one without a value to wait for. */
export function awaitRecord<State extends object>(
  names: FieldNames,
  declared: State,
  { sent, live, dropped, creation }: Omit<RecordUpdate, "request">,
  { isSecret }: OperationContext,
): Applied<State, true> {
  const state: State & PendingState = stateWhilePending<State>(names, declared, sent, live, isSecret, dropped);
  return { state: { ...state, __pending: { ...state.__pending, ...(creation && { creation }) } }, pending: true };
}
