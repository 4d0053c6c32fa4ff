import type { IsSecret } from "../../definition";
import type { Configuration } from "../../../client";
import { pendingAfterLostAnswer, readPending, type SentValue, writePending } from "../../proof/pending";
import {
  type AddonConfigurationArguments as Arguments,
  type AddonConfigurationState as State,
  equalValues,
  isReadable,
  observeValue,
} from "./schema";

/** The state of a configuration whose value was sent and is not seen yet. Pure. */

/** Returns true if the service shows the value that was on its way. */
export function isPendingValueSeen(live: unknown, last: State): boolean {
  const { configValue } = readPending(last).sent;
  return configValue !== undefined && equalValues(live, configValue);
}

/** The state while a value that was sent is not seen: it holds the live one, so that the next update sees the difference. */
export function unseenState(args: Arguments, live: Configuration, isSecret: IsSecret): State {
  return stateOf(args, live, undefined, [sentValue(args)], isSecret);
}

/** The state after a PUT whose answers were all lost: as {@link unseenState}, or with the value that was applied last if values are not shown. */
export function stateAfterLostPut(args: Arguments, live: Configuration, isSecret: IsSecret, last: State | undefined): State {
  return stateOf(args, live, last?.configValue, pendingAfterLostAnswer(readPending(last), [sentValue(args)], equalValues), isSecret);
}

function stateOf(
  args: Arguments,
  { id, value }: Configuration,
  applied: unknown,
  pending: readonly SentValue[],
  isSecret: IsSecret,
): State {
  const configValue = isReadable(value) ? observeValue(value, undefined) : applied;
  return { ...args, configValue, configId: id, ...writePending(pending, isSecret) } as State;
}

function sentValue({ configValue }: Arguments): SentValue {
  return { path: ["configValue"], value: configValue };
}
