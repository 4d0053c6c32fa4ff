import type { IsSecret } from "../definition";
import { getIn, isObject, equals, omit, setIn, type Values } from "../values/json";

/** Records sent values that might still take effect. The state keeps them, so that declaring the old value again is a change. Pure. */

/** A pending change in the state, which omits empty parts. */
export interface PendingChange {
  /** The sent values, in the structure of the arguments. Never contains secrets. */
  readonly sent: Values;
  /** Arguments whose pending value is unknown, which are sent again: secrets, and arguments that several requests set. */
  readonly uncertain: readonly string[];
  /** Values that the service later returned instead of the sent values, possibly because it reformatted them. */
  readonly shown?: Values | undefined;
  readonly creation?: PendingCreation | undefined;
}

/** A POST that might have created an object that no read has returned yet. */
export interface PendingCreation {
  /** The identifiers of the objects that existed before the POST. */
  readonly before: readonly string[];
}

export type PendingState = { readonly __pending?: Partial<PendingChange> };

export interface SentValue {
  readonly path: readonly string[];
  readonly value?: unknown;
  /** True if a different value might take effect instead. */
  readonly uncertain?: boolean;
  /** The value that the service later returned instead. */
  readonly shown?: unknown;
}

/** Returns the pending changes of a state. Ignores malformed parts, which can result from a different version or a manual edit. */
export function readPending(state: object | undefined): PendingChange {
  const { sent, shown, uncertain, creation }: Values = pendingOf(state) ?? {};
  return {
    sent: isObject(sent) ? sent : {},
    shown: isObject(shown) ? shown : undefined,
    uncertain: texts(uncertain),
    creation: isObject(creation) ? { before: texts(creation["before"]) } : undefined,
  };
}

const argumentAt = ({ path: [name = ""] }: SentValue): string => name;

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item) => typeof item === "string") : []);

export function pendingValues(state: object | undefined): SentValue[] {
  const { sent, uncertain } = readPending(state);
  const values = Object.entries(sent).map(([name, value]) => ({ path: [name], value }));
  return [...values, ...uncertain.map((name) => ({ path: [name], uncertain: true }))];
}

/** Returns true if a POST might have created the object, and no read has returned it. */
export function hasPendingCreation(state: object | undefined): boolean {
  return readPending(state).creation !== undefined;
}

/** Returns the `__pending` part of a state for the given values; empty if there are no values. */
export function writePending(values: readonly SentValue[], isSecret: IsSecret): PendingState {
  if (values.length === 0) return {};
  const uncertain = new Set(values.filter((one) => one.uncertain === true || isSecret(argumentAt(one))).map(argumentAt));
  const certain = values.filter((one) => !uncertain.has(argumentAt(one)));
  const rewritten = certain.filter((one) => one.shown !== undefined);
  const collect = (all: readonly SentValue[], valueOf: (one: SentValue) => unknown) =>
    all.reduce<unknown>((whole, one) => setIn(whole, one.path, valueOf(one)), {}) as Values;
  return {
    __pending: {
      ...(certain.length > 0 && { sent: collect(certain, ({ value }) => value) }),
      ...(rewritten.length > 0 && { shown: collect(rewritten, ({ shown }) => shown) }),
      ...(uncertain.size > 0 && { uncertain: [...uncertain] }),
    },
  };
}

/** Returns the pending values after a lost response. If a different value was already pending, either of them might take effect. */
export function pendingAfterLostResponse(earlier: PendingChange, values: readonly SentValue[], equal = equals): SentValue[] {
  return values.map((one) => ({ ...one, uncertain: supersedes(earlier, one.path, one.value, equal) }));
}

export function isPending({ sent, uncertain }: PendingChange, path: readonly string[]): boolean {
  return uncertain.includes(path[0] ?? "") || getIn(sent, path) !== undefined;
}

/** Returns true if a declared value must be sent although the service already returns it, because a different value might still take effect. */
export function supersedes(pending: PendingChange, path: readonly string[], declared: unknown, equal = equals): boolean {
  if (!isPending(pending, path)) return false;
  return pending.uncertain.includes(path[0] ?? "") || !equal(getIn(pending.sent, path), declared);
}

/** Returns true if the next update must resume a pending change. Ignores arguments that are no longer declared. */
export function hasPendingChange(state: object, args: Values): boolean {
  const { sent, uncertain, creation } = readPending(state);
  if (creation !== undefined) return true;
  // The `__pending` of a record is empty if there is no value to wait for.
  if (Object.keys(sent).length === 0 && uncertain.length === 0) return "__pending" in state;
  return uncertain.some((name) => args[name] !== undefined) || overlap(sent, args);
}

/** Returns the `__pending` part of a state for a POST with an unknown outcome. */
export function writePendingCreation(creation: PendingCreation, values: readonly SentValue[], isSecret: IsSecret): PendingState {
  return { __pending: { ...writePending(values, isSecret).__pending, creation } };
}

/** Returns the part of a state that keeps the creation pending until the object is ready. */
export function pendingCreationOf(last: object | undefined): PendingState {
  return { __pending: { creation: readPending(last).creation ?? { before: [] } } };
}

export function withoutPending<State extends object>(state: State): State {
  return omit(state, ["__pending"]) as State;
}

/** Returns the end of a message about a retained object; empty if no change is pending. */
export function pendingChangeNote(state: object): string {
  return "__pending" in state ? "; the last change might still take effect" : "";
}

export function omitArguments<State extends object>(state: State, names: readonly string[]): Partial<State> {
  const pending = pendingOf(state);
  if (names.length === 0 || pending === undefined) return omit(state, names) as Partial<State>;
  const { sent, shown, uncertain } = readPending(state);
  const left = { sent: omit(sent, names), ...(shown && { shown: omit(shown, names) }) };
  const __pending = { ...pending, ...left, uncertain: uncertain.filter((name) => !names.includes(name)) };
  return { ...omit(state, names), __pending } as unknown as Partial<State>;
}

function pendingOf(state: object | undefined): Values | undefined {
  const pending: unknown = getIn(state, ["__pending"]);
  return isObject(pending) ? pending : undefined;
}

function overlap(sent: unknown, args: unknown): boolean {
  if (!isObject(sent) || !isObject(args)) return args !== undefined;
  return Object.entries(sent).some(([name, inner]) => overlap(inner, getIn(args, [name])));
}
