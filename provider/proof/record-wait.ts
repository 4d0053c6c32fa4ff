import { sentence } from "../../client/http/errors";
import type { OperationContext } from "../definition";
import { describeFailure } from "../announce/error-text";
import { NotAppliedError, NotUnderstoodError } from "../errors";
import { type Sighting, watch } from "./wait";
import { appliedState, argumentsNotShown, stateWhilePending } from "./declared-fields";
import type { FieldNames } from "../values/names";
import type { Reading } from "./reading";

/** Proves by reads what was done to a record: no answer to a write is taken for its outcome. */

type Values = Readonly<Record<string, unknown>>;

/** The settings of every wait. */
interface Wait {
  /** The path by which lines name it. */
  readonly object: string;
  readonly context: OperationContext;
  readonly timeoutSeconds: number | undefined;
}

/** A record that was written, and is polled until it shows the declared values. */
export interface RecordWait<State extends object> extends Wait {
  readonly names: FieldNames;
  /** The declared state. */
  readonly state: State;
  /** The state that is kept if no read shows the record. */
  readonly kept?: State;
  readonly read: () => Promise<Reading<{ readonly record: Values }>>;
}

/** How long to wait until what was sent shows, in milliseconds. */
export function limitOf(timeoutSeconds: number | undefined): number {
  return (timeoutSeconds ?? 120) * 1000;
}

/** Waits for a record that an update wrote: its `kept` state holds what is pending. Resolves with the state once the record shows it. */
export async function waitForApplied<State extends object>(
  done: State & { readonly timeoutSeconds?: number | undefined },
  wait: Omit<RecordWait<State>, "state" | "timeoutSeconds"> & { readonly kept: State },
): Promise<State> {
  await waitForRecord<State>({ ...wait, state: done, timeoutSeconds: done.timeoutSeconds });
  return appliedState<State>(done, wait.kept);
}

/** Resolves once the record shows every declared field; a {@link NotAppliedError} holds the state from which the next update resumes. */
export async function waitForRecord<State extends object>(wait: RecordWait<State>): Promise<void> {
  const { names, state, object, context, read, timeoutSeconds } = wait;
  let seen: Values | undefined;
  const observe = async (): Promise<Sighting<Values>> => {
    const live = await read();
    if ("missing" in live) return live;
    if ("noCall" in live) throw new NotUnderstoodError(`this service does not show it (the request ${describeFailure(live.noCall)})`);
    // What was never seen shows late; what was, and is not there any more, went away.
    if (!live.found && live.certain && seen !== undefined) return { missing: `the service shows no ${object}` };
    if (!live.found) throw new NotUnderstoodError("the answer does not show it");
    seen = live.record;
    return { live: live.record };
  };
  const outcome = await watch<Values, true>({
    ...toPoll(wait),
    observe,
    judge: (live) => {
      const missing = argumentsNotShown(names, state as Values, live);
      return missing.length === 0 ? { done: true } : { waits: missing.join(", ") };
    },
  });
  if ("done" in outcome) return;
  const all = Object.keys(names).filter((argument) => (state as Values)[argument] !== undefined);
  const missing = seen === undefined ? all : argumentsNotShown(names, state as Values, seen);
  const kept = (seen === undefined && wait.kept) || stateWhilePending(names, state, missing, seen ?? {}, context.isSecret);
  const hint = `If the service writes a value in another form, declare it in that form. Otherwise run "pulumi up" again: it resumes from here`;
  if ("gone" in outcome)
    throw new NotAppliedError(`the service accepted what was sent, and now ${sentence(outcome.gone)} Run "pulumi refresh"`, kept);
  const still = `the service accepted what was sent but does not show ${missing.map((name) => showValue(name, wait, seen)).join(", ")}`;
  throw new NotAppliedError(
    `timed out after ${outcome.elapsed} s (timeoutSeconds is ${timeoutSeconds ?? 120}): ${still}.${outcome.trouble} ${hint}`,
    kept,
  );
}

function toPoll({ object, context: { clock, say }, timeoutSeconds }: Wait) {
  return {
    clock,
    say,
    limit: limitOf(timeoutSeconds),
    progress: (waits: string) => ({ object, activity: `waiting for the service to show ${waits}` }),
  };
}

/** `time "07:00" (it shows "08:00")`; a secret value is not shown. */
function showValue<State extends object>(name: string, { names, state, context }: RecordWait<State>, seen: Values | undefined): string {
  if (context.isSecret(name)) return name;
  const shown = seen?.[names[name] ?? ""];
  return `${name} ${JSON.stringify((state as Values)[name])}${shown === undefined ? "" : ` (it shows ${JSON.stringify(shown)})`}`;
}
