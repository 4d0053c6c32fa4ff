import { sentence } from "../../client/http/errors";
import { describeFailure } from "../announce/error-text";
import type { Applied, OperationContext, Sending } from "../definition";
import { NotAppliedError, NotUnderstoodError } from "../errors";
import type { Values } from "../values/json";
import type { FieldNames } from "../values/names";
import { appliedState, argumentsNotShown, type SentFields, stateWhilePending } from "./declared-fields";
import { sendChange, type WithoutCalls } from "./listed";
import { type PendingCreation, type PendingState, readPending } from "./pending";
import type { Reading } from "./reading";
import { limitOf, type Sighting, watch } from "./wait";

/** Sends what changes a record, and proves it by reads: no response to a write is taken for its outcome. */

/** Sends an update; what it sent is waited for, or remembered if the response was lost. */
export async function updateRecord<State extends object>(
  kind: WithoutCalls,
  update: SentFields & Pick<Sending, "request">,
  { names, state, last }: { readonly names: FieldNames; readonly state: State; readonly last: object | undefined },
  send: () => Promise<unknown>,
  context: OperationContext,
): Promise<Applied<State, true>> {
  const change = await sendChange(kind, update, send, context);
  if (!("lost" in change)) return awaitRecord(names, state, update, context);
  return { state: stateWhilePending(names, state, update, context.isSecret, readPending(last)), lost: change.lost };
}

/**
 * A record that was made or changed, until a read shows it: also one without a value to wait for. One that a POST made
 * keeps its creation: until a read shows it, the POST may have made nothing, and reads may be late.
 */
export function awaitRecord<State extends object>(
  names: FieldNames,
  declared: State,
  { creation, ...sent }: SentFields & { readonly creation?: PendingCreation },
  { isSecret }: OperationContext,
): Applied<State, true> {
  const state: State & PendingState = stateWhilePending(names, declared, sent, isSecret);
  return { state: { ...state, __pending: { ...state.__pending, ...(creation && { creation }) } }, pending: true };
}

/** A record that was written, and is polled until it shows the declared values. */
interface RecordWait<State extends object> {
  readonly names: FieldNames;
  /** The declared state. */
  readonly state: State & { readonly timeoutSeconds?: number | undefined };
  /** The state that holds what is pending: it is kept if no read shows the record. */
  readonly kept?: State;
  /** The path by which lines name it. */
  readonly object: string;
  readonly context: OperationContext;
  readonly read: () => Promise<Reading<{ readonly record: Values }>>;
}

/** Resolves with the state once the record shows every declared field; a {@link NotAppliedError} holds the one from which the next update resumes. */
export async function waitForRecord<State extends object>(wait: RecordWait<State>): Promise<State> {
  const { names, state, kept, object, context, read } = wait;
  const { timeoutSeconds } = state;
  const { clock, say, isSecret } = context;
  let seen: Values | undefined;
  const observe = async (): Promise<Sighting<Values>> => {
    const live = await read();
    if ("missing" in live) return live;
    if ("noCall" in live) throw new NotUnderstoodError(`this service does not show it (the request ${describeFailure(live.noCall)})`);
    // What was never seen shows late; what was, and is not there any more, went away.
    if (!live.found && live.certain && seen !== undefined) return { missing: `the service shows no ${object}` };
    if (!live.found) throw new NotUnderstoodError("the response does not show it");
    seen = live.record;
    return { live: live.record };
  };
  const outcome = await watch<Values, true>({
    clock,
    say,
    limit: limitOf(timeoutSeconds),
    progress: (waits) => ({ object, activity: `waiting for the service to show ${waits}` }),
    observe,
    judge: (live) => {
      const missing = argumentsNotShown(names, state, live);
      return missing.length === 0 ? { done: true } : { waits: missing.join(", ") };
    },
  });
  if ("done" in outcome) return appliedState<State>(state, kept ?? {});
  const missing = argumentsNotShown(names, state, seen);
  const left = (seen === undefined && kept) || stateWhilePending(names, state, { sent: missing, live: seen ?? {} }, isSecret);
  const hint = `If the service writes a value in another form, declare it in that form. Otherwise run "pulumi up" again: it resumes from here`;
  if ("gone" in outcome)
    throw new NotAppliedError(`the service accepted what was sent, and now ${sentence(outcome.gone)} Run "pulumi refresh"`, left);
  const still = `the service accepted what was sent but does not show ${missing.map((name) => showValue(name, wait, seen)).join(", ")}`;
  throw new NotAppliedError(
    `timed out after ${outcome.elapsed} s (timeoutSeconds is ${timeoutSeconds ?? 120}): ${still}.${outcome.trouble} ${hint}`,
    left,
  );
}

/** `time "07:00" (it shows "08:00")`; a secret value is not shown. */
function showValue<State extends object>(name: string, { names, state, context }: RecordWait<State>, seen: Values | undefined): string {
  if (context.isSecret(name)) return name;
  const shown = seen?.[names[name] ?? ""];
  return `${name} ${JSON.stringify((state as Values)[name])}${shown === undefined ? "" : ` (it shows ${JSON.stringify(shown)})`}`;
}
