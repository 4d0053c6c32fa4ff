import { afterLost, pendingIn, remember, type SentValue, supersedes } from "../../pending";
import { type Configuration, equal, observed, readable } from "./model";
import type { AddonConfigurationArguments as Arguments, AddonConfigurationState as State } from "./schema";

/** Whether a configuration's value is on its way, and the state that remembers it. Pure. */

type Secret = (argument: string) => boolean;

/** True where the declared value must be sent: the service shows another one, or none, or another one is on its way. */
export function isToBeSent(args: Arguments, live: Configuration | undefined, last: Partial<State>): boolean {
  return !equal(live?.value, args.configValue) || isSuperseding(args, last);
}

/** True where the declared value must be sent whatever the service shows. */
export function isSuperseding({ configValue }: Arguments, last: Partial<State>): boolean {
  return supersedes(pendingIn(last), ["configValue"], configValue, equalValues);
}

/** True where the service shows the value that was on its way. */
export function isSeen(live: unknown, last: State): boolean {
  const { configValue } = pendingIn(last).sent;
  return configValue !== undefined && equalValues(live, configValue);
}

/** The state while a value that was sent is not seen: it holds what is live, so that the next update sees the difference. */
export function unseen(args: Arguments, live: Configuration, secret: Secret): State {
  return stateOf(args, live, undefined, [sentValue(args)], secret);
}

/** The state after a PUT whose answers were all lost: as {@link unseen}, or with what was applied last where values are not shown. */
export function unanswered(args: Arguments, live: Configuration, secret: Secret, last: State | undefined): State {
  return stateOf(args, live, last?.configValue, afterLost(pendingIn(last), [sentValue(args)], equalValues), secret);
}

function stateOf(args: Arguments, { id, value }: Configuration, applied: unknown, pending: readonly SentValue[], secret: Secret): State {
  const configValue = readable(value) ? observed(value, undefined) : applied;
  return { ...args, configValue, configId: id, ...remember(pending, secret) } as State;
}

function sentValue({ configValue }: Arguments): SentValue {
  return { path: ["configValue"], value: configValue };
}

function equalValues(a: unknown, b: unknown): boolean {
  return equal(a, b as Arguments["configValue"]);
}
