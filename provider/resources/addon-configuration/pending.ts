import { pendingAfterLostAnswer, readPending, writePending, type SentValue, supersedes } from "../../pending";
import { type Configuration, equalValues, observeValue, isReadable } from "./model";
import type { AddonConfigurationArguments as Arguments, AddonConfigurationState as State } from "./schema";

/** Whether a configuration's value is on its way, and the state that remembers it. Pure. */

type Secret = (argument: string) => boolean;

/** True where the declared value must be sent: the service shows another one, or none, or another one is on its way. */
export function isToBeSent(args: Arguments, live: Configuration | undefined, last: Partial<State>): boolean {
  return !equalValues(live?.value, args.configValue) || isSuperseding(args, last);
}

/** True where the declared value must be sent whatever the service shows. */
export function isSuperseding({ configValue }: Arguments, last: Partial<State>): boolean {
  return supersedes(readPending(last), ["configValue"], configValue, equalPending);
}

/** True where the service shows the value that was on its way. */
export function isSeen(live: unknown, last: State): boolean {
  const { configValue } = readPending(last).sent;
  return configValue !== undefined && equalPending(live, configValue);
}

/** The state while a value that was sent is not seen: it holds what is live, so that the next update sees the difference. */
export function stateWhilePending(args: Arguments, live: Configuration, secret: Secret): State {
  return stateOf(args, live, undefined, [sentValue(args)], secret);
}

/** The state after a PUT whose answers were all lost: as {@link stateWhilePending}, or with what was applied last where values are not shown. */
export function stateAfterLostAnswer(args: Arguments, live: Configuration, secret: Secret, last: State | undefined): State {
  return stateOf(args, live, last?.configValue, pendingAfterLostAnswer(readPending(last), [sentValue(args)], equalPending), secret);
}

function stateOf(args: Arguments, { id, value }: Configuration, applied: unknown, pending: readonly SentValue[], secret: Secret): State {
  const configValue = isReadable(value) ? observeValue(value, undefined) : applied;
  return { ...args, configValue, configId: id, ...writePending(pending, secret) } as State;
}

function sentValue({ configValue }: Arguments): SentValue {
  return { path: ["configValue"], value: configValue };
}

function equalPending(a: unknown, b: unknown): boolean {
  return equalValues(a, b as Arguments["configValue"]);
}
