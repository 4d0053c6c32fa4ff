import type { Configuration } from "../../../client";
import { sentence } from "../../../client/http/errors";
import type { OperationContext } from "../../definition";
import { NotAppliedError, NotUnderstoodError } from "../../errors";
import { pendingAfterLostAnswer, readPending, writePending } from "../../reconcile/pending";
import { type Sighting, watch } from "../../reconcile/wait";
import { quoteName } from "../../values/names";
import { readConfigurations } from "./reads";
import type { Arguments, State } from "./description";
import { equalValues, isReadable, observeValue } from "./values";

/** Keeps in state a value that was sent, and waits until the service shows it. */

/** The time in which a value or a new configuration must show, in milliseconds. */
export const showLimitMs = 120_000;

/**
 * The state while a value that was sent is not seen: it holds the live one, so that the next update sees the difference. After a
 * PUT whose answers were all lost, it holds the one that was applied `before` if the service does not show values.
 */
export function unseenState(
  args: Arguments,
  { id, value }: Configuration,
  { isSecret }: OperationContext,
  lost?: { readonly before: State | undefined },
): State {
  const sent = [{ path: ["configValue"], value: args.configValue }];
  const pending = lost === undefined ? sent : pendingAfterLostAnswer(readPending(lost.before), sent, equalValues);
  const configValue = isReadable(value) ? observeValue(value, undefined) : lost?.before?.configValue;
  return { ...args, configValue, configId: id, ...writePending(pending, isSecret) } as State;
}

/** Polls the name until it shows the sent value, or shows that values are not shown. */
export async function waitForValue(args: Arguments, { id: configId, value }: Configuration, context: OperationContext): Promise<State> {
  const { isSecret } = context;
  let latest = value;
  const observe = async (): Promise<Sighting<unknown>> => {
    const live = await readConfigurations(args, context, true);
    if ("missing" in live) return live;
    const shown = live.found.find(({ id }) => id === configId);
    if (shown === undefined && live.certain) return { missing: `there is no configuration ${quoteName(args.configName)} (${configId})` };
    // A read that lacks a value that was shown before does not prove that values are not shown.
    if (shown === undefined && isReadable(value)) throw new NotUnderstoodError("the response does not show it");
    latest = shown?.value;
    return { live: latest };
  };
  const outcome = await watch<unknown, true>(context, {
    limit: showLimitMs,
    progress: (waits) => ({ object: isSecret("configName") ? "[secret]" : args.configName, activity: `waiting for ${waits}` }),
    observe,
    judge: (live) =>
      equalValues(live, args.configValue) || !isReadable(live) ? { done: true } : { waits: "the service to show the value that was sent" },
  });
  if ("done" in outcome) return { ...args, configId };
  const problem =
    "gone" in outcome
      ? `the service accepted the value, and whether it is in effect could not be read: ${sentence(outcome.gone)}`
      : `timed out after ${outcome.elapsed} s: the service accepted the value but still reports a different one.${outcome.trouble}`;
  throw new NotAppliedError(
    `${problem} Run "pulumi up" again: it resumes from here`,
    unseenState(args, { id: configId, value: latest }, context),
  );
}
