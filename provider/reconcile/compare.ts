import { hideUndeclared, type Notice, secretText } from "../messages/message";
import type { IsSecret, PlannedField } from "../definition";
import { canonicalJson, equals, getIn, setIn } from "../values/json";
import { isPending, type PendingChange, type SentValue, supersedes } from "./pending";

/** Compares declared values with live values, and describes the differences. Pure. */

/** The comparison of a declared value. */
export interface ValueDiff {
  readonly path: readonly string[];
  readonly declared: unknown;
  /** The declared value in the format in which the state keeps sent values. */
  readonly meaning: unknown;
  /** The value in the state; undefined if it was never applied. */
  readonly applied: unknown;
  /** The value in the record, in the format of the argument; undefined if the record does not contain it. */
  readonly live: unknown;
  /** True if the record contains a comparable value. */
  readonly readable: boolean;
  /** True if the record does not contain the value, but a later read might. The service neither masks the value nor always omits it. */
  readonly lacking: boolean;
  /** `pending`: a different value, which an earlier run sent, might still take effect, even if the record contains the declared value. `moved`: see `move`. */
  readonly status: "matches" | "differs" | "moved" | "unreadable" | "pending";
  /** True if the live value also differs from the last applied value, which means that it was changed outside. */
  readonly conflict: boolean;
  readonly toBeSent: boolean;
  /** A change that the service made itself to a value that the program did not change. */
  readonly move?: Move | undefined;
}

/** A live value that the service set instead of the declared one, and the cause: `the schedule "s-1" (daily, 07:00, UTC)`. */
export interface Move {
  readonly live: string;
  readonly by: string;
}

type Change = Pick<ValueDiff, "path" | "applied" | "live" | "declared">;

/** The declared arguments, the arguments in the state, and the pending changes. */
export interface Declaration<Args extends object> {
  readonly args: Args;
  readonly last: Partial<Args> | undefined;
  readonly pending: PendingChange;
}

/** The value of a record for a declared argument. */
export interface LiveValue {
  readonly live?: unknown;
  /** Undefined if the record does not contain the value. */
  readonly matches?: (value: unknown) => boolean;
  /** False if the record contains more than the declared value, in which case an unapplied declaration is still sent. */
  readonly exact?: boolean;
  readonly lacking?: boolean;
  /** A change by the service itself that might explain the live value. */
  readonly move?: Move | undefined;
}

/** Describes a live value that matches only equal values; undefined if the record does not contain it. */
export function plainLive(live: unknown): LiveValue {
  return live === undefined ? { lacking: true } : { live, matches: (value) => equals(value, live) };
}

export function diffValue(
  { args, last, pending }: Declaration<object>,
  path: readonly string[],
  { live, matches, exact = true, lacking = false, move }: LiveValue,
  meaning = getIn(args, path),
): ValueDiff {
  const [declared, applied] = [getIn(args, path), getIn(last, path)];
  const value = { path, declared, meaning, applied, live, readable: matches !== undefined, lacking, conflict: false };
  // Of two requests, the later one is assumed to take effect last.
  if (supersedes(pending, path, meaning)) return { ...value, status: "pending", toBeSent: true };
  // Without a live value, only the declared value and the applied value can be compared.
  if (matches === undefined) return { ...value, status: "unreadable", toBeSent: !equals(declared, applied) };
  const isMoved = move !== undefined && !isPending(pending, path) && !isChanged({ args, last }, path);
  if (matches(declared)) return { ...value, status: "matches", toBeSent: !exact && !isMoved };
  if (isMoved) return { ...value, status: "moved", move, toBeSent: false };
  // A change is not a conflict if it was pending, or if a timetable or an upgrade explains it.
  const conflict = applied !== undefined && !matches(applied) && !isPending(pending, path) && move === undefined;
  return { ...value, status: "differs", conflict, toBeSent: true };
}

/** Returns true if the program changes the value in the state. */
function isChanged({ args, last }: Pick<Declaration<object>, "args" | "last">, path: readonly string[]): boolean {
  return last !== undefined && !equals(getIn(args, path), getIn(last, path));
}

export function sentValue({ path, meaning }: ValueDiff): SentValue {
  return { path, value: meaning };
}

/** Replaces each unapplied argument with its live value. If the record does not contain it, uses the last applied value. */
export function withoutUnapplied<Args extends object>(args: Args, unapplied: readonly ValueDiff[]): Args {
  const valueOf = (diff: ValueDiff) => (diff.readable && diff.status !== "matches" ? diff.live : diff.applied);
  return unapplied.reduce<unknown>((seen, diff) => setIn(seen, diff.path, valueOf(diff)), args) as Args;
}

/** Describes a sent value for a plan, with its live value redacted. */
export function plannedField({ path, declared, live }: Change, isSecret: IsSecret): PlannedField {
  if (live === undefined) return { path };
  return { path, live: isSecret(path[0] ?? "") ? secretText : hideUndeclared(live, declared) };
}

export function describeConflict({ path, applied, live, declared }: Change, isSecret: IsSecret): string {
  const [last, now, next] = [applied, live, declared].map((value) => showValue(path, value, isSecret));
  return `${path.join(".")}: last applied ${last}, live ${now}, declared ${next}`;
}

/** Returns the message about an outside change that the declared value overwrites; empty if there is none. */
export function overwriteLines(object: string, change: Change, isSecret: IsSecret): Notice[] {
  const { applied, live, declared } = change;
  if ([applied, live].some((value) => value === undefined || value === null)) return [];
  if (equals(live, applied) || equals(live, declared)) return [];
  return [{ is: "overwrite", object, text: describeConflict(change, isSecret) }];
}

/** Returns the messages about values that the program no longer declares. `applied` values do not change, and `pending` values might still take effect. */
export function undeclaredLines(
  object: string,
  applied: readonly ValueDiff[],
  pending: readonly SentValue[],
  isSecret: IsSecret,
): Notice[] {
  const keptText = ({ path, readable, live, declared }: ValueDiff) =>
    `${path.join(".")} keeps its current value ${showValue(path, readable ? live : declared, isSecret)}`;
  const kept = applied.filter((diff) => !pending.some((one) => startsWith(diff.path, one.path)));
  const texts = [...kept.map(keptText), ...pending.map((one) => stillPendingText(one, isSecret, ";"))];
  return texts.map((text) => ({ is: "undeclared", object, text }));
}

export function stillPendingText(sent: SentValue, isSecret: IsSecret, separator = ":"): string {
  const what = sent.uncertain === true ? "the last change might" : `${showValue(sent.path, sent.value, isSecret)} was sent and might`;
  return `${sent.path.join(".")}${separator} ${what} still take effect`;
}

export function showValue([name = ""]: readonly string[], value: unknown, isSecret: IsSecret): string {
  if (isSecret(name)) return secretText;
  return value === undefined ? "nothing" : canonicalJson(value);
}

/** Returns true if a path equals `start` or is inside it. */
export function startsWith(path: readonly string[], start: readonly string[]): boolean {
  return start.every((key, index) => key === path[index]);
}
