import type { IsSecret } from "../definition";
import { getIn, isObject, equals, omit, setIn, type Values } from "../values/json";

/** Values that were sent and may still take effect: remembered, so that going back to the old value is a change. Pure. */

/** A pending change, as state keeps it; state leaves empty parts out. */
export interface PendingChange {
  /** The values as they were sent, in the shape of the arguments; never a secret one. */
  readonly sent: Values;
  /** Arguments whose pending value is not known: secrets, and those that several requests set. They are sent again. */
  readonly uncertain: readonly string[];
  /** Values that the service later showed in place of sent ones: it may write them in another form. */
  readonly shown?: Values | undefined;
  readonly creation?: PendingCreation | undefined;
}

/** A POST that may have made an object, which no read has shown yet. */
export interface PendingCreation {
  /** The identifiers of the objects that existed before. */
  readonly before: readonly string[];
}

export type PendingState = { readonly __pending?: Partial<PendingChange> };

export interface SentValue {
  /** Its place among the arguments. */
  readonly path: readonly string[];
  readonly value?: unknown;
  /** True if another value may arrive instead. */
  readonly uncertain?: boolean;
  /** The value that the service later showed in its place. */
  readonly shown?: unknown;
}

/** The pending changes of a state; malformed parts, from another version or edited by hand, are ignored. */
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

/** The pending values, one for each argument. */
export function pendingValues(state: object | undefined): SentValue[] {
  const { sent, uncertain } = readPending(state);
  const values = Object.entries(sent).map(([name, value]) => ({ path: [name], value }));
  return [...values, ...uncertain.map((name) => ({ path: [name], uncertain: true }))];
}

/** Returns true if a POST may have made the object, and no read has shown it. */
export function hasPendingCreation(state: object | undefined): boolean {
  return readPending(state).creation !== undefined;
}

/** The `__pending` part of a state for the given values; empty if there are none. */
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

/** The pending values after a lost response: if another value was already pending, either may arrive. */
export function pendingAfterLostResponse(earlier: PendingChange, values: readonly SentValue[], equal = equals): SentValue[] {
  return values.map((one) => ({ ...one, uncertain: supersedes(earlier, one.path, one.value, equal) }));
}

/** Returns true if the argument at the path has a pending value. */
export function isPending({ sent, uncertain }: PendingChange, path: readonly string[]): boolean {
  return uncertain.includes(path[0] ?? "") || getIn(sent, path) !== undefined;
}

/** Returns true if a declared value must be sent even if the service shows it: another one may still arrive. */
export function supersedes(pending: PendingChange, path: readonly string[], declared: unknown, equal = equals): boolean {
  if (!isPending(pending, path)) return false;
  return pending.uncertain.includes(path[0] ?? "") || !equal(getIn(pending.sent, path), declared);
}

/** Returns true if the next update must continue a pending change. Ignores arguments that are no longer declared. */
export function hasPendingChange(state: object, args: Values): boolean {
  const { sent, uncertain, creation } = readPending(state);
  if (creation !== undefined) return true;
  // An empty part counts too: a record that has no value to wait for has one.
  if (Object.keys(sent).length === 0 && uncertain.length === 0) return "__pending" in state;
  return uncertain.some((name) => args[name] !== undefined) || overlap(sent, args);
}

/** The `__pending` part of a state for a POST whose outcome is not known, and the values that it sent. */
export function writePendingCreation(creation: PendingCreation, values: readonly SentValue[], isSecret: IsSecret): PendingState {
  return { __pending: { ...writePending(values, isSecret).__pending, creation } };
}

/** The part of a state that remembers its creation until a read shows the object ready. */
export function pendingCreationOf(last: object | undefined): PendingState {
  return { __pending: { creation: readPending(last).creation ?? { before: [] } } };
}

/** The state once nothing is pending. */
export function withoutPending<State extends object>(state: State): State {
  return omit(state, ["__pending"]) as State;
}

/** The end of a message about an object that is kept; empty if no change is pending. */
export function pendingChangeNote(state: object): string {
  return "__pending" in state ? "; what was sent last may still take effect" : "";
}

/** The state without the given arguments and their pending values. */
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
