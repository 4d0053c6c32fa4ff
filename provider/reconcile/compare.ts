import { hideUndeclared, type Notice, secretText } from "../messages/message";
import type { IsSecret, PlannedField } from "../definition";
import { canonicalJson, equals, getIn, setIn } from "../values/json";
import { isPending, type PendingChange, type SentValue, supersedes } from "./pending";

/** Compares declared values with live ones, one by one, and describes how they differ. Pure. */

/** One declared value that is compared and shown by itself. */
export interface ValueDiff {
  /** Its place among the arguments. */
  readonly path: readonly string[];
  readonly declared: unknown;
  /** The declared value in the form in which state keeps sent values. */
  readonly meaning: unknown;
  /** The value in state; undefined if it was never applied. */
  readonly applied: unknown;
  /** The record's value in the argument's form; undefined if the record shows none. */
  readonly live: unknown;
  /** True if the record has a value to compare with. */
  readonly readable: boolean;
  /** True if the record may later show a value that is not readable: it is neither masked nor left out for good. */
  readonly lacking: boolean;
  /** Pending: an earlier run sent another value, which may still take effect, even if the record shows the declared one. Moved: see `move`. */
  readonly status: "matches" | "differs" | "moved" | "unreadable" | "pending";
  /** True if the live value is not the one applied last either, so someone else changed it. */
  readonly conflict: boolean;
  readonly toBeSent: boolean;
  /** The service's own move, of a value that the program did not change. */
  readonly move?: Move | undefined;
}

/** A value in place of the declared one, and who set it: `the schedule "s-1" (daily, 07:00, UTC)`. */
export interface Move {
  readonly live: string;
  readonly by: string;
}

type Change = Pick<ValueDiff, "path" | "applied" | "live" | "declared">;

/** The declared arguments, those in state, and the pending changes. */
export interface Declaration<Args extends object> {
  readonly args: Args;
  readonly last: Partial<Args> | undefined;
  readonly pending: PendingChange;
}

/** The record's value in the place of a declared one. */
export interface LiveValue {
  readonly live?: unknown;
  /** Absent if the record does not show the value. */
  readonly matches?: (value: unknown) => boolean;
  /** False if the record holds more, which a declaration that was not applied yet replaces. */
  readonly exact?: boolean;
  readonly lacking?: boolean;
  /** The move by which the service may have set it. */
  readonly move?: Move | undefined;
}

/** A value that only an equal one matches; undefined if the record lacks it. */
export function plainLive(live: unknown): LiveValue {
  return live === undefined ? { lacking: true } : { live, matches: (value) => equals(value, live) };
}

/** Compares the value at the path; `meaning` is by default the declared value. */
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
  // Only the declarations can be compared.
  if (matches === undefined) return { ...value, status: "unreadable", toBeSent: !equals(declared, applied) };
  const isMoved = move !== undefined && !isPending(pending, path) && !isChanged({ args, last }, path);
  if (matches(declared)) return { ...value, status: "matches", toBeSent: !exact && !isMoved };
  if (isMoved) return { ...value, status: "moved", move, toBeSent: false };
  // A change that an earlier run left pending, or that the service was told to make, is no conflict.
  const conflict = applied !== undefined && !matches(applied) && !isPending(pending, path) && move === undefined;
  return { ...value, status: "differs", conflict, toBeSent: true };
}

/** Returns true if the program changes the value of an object in state. */
function isChanged({ args, last }: Pick<Declaration<object>, "args" | "last">, path: readonly string[]): boolean {
  return last !== undefined && !equals(getIn(args, path), getIn(last, path));
}

/** The declared value, once it was sent. */
export function sentValue({ path, meaning }: ValueDiff): SentValue {
  return { path, value: meaning };
}

/** The applied arguments: an unapplied one has its live value, or the value applied last if the record does not show it. */
export function withoutUnapplied<Args extends object>(args: Args, unapplied: readonly ValueDiff[]): Args {
  const valueOf = (diff: ValueDiff) => (diff.readable && diff.status !== "matches" ? diff.live : diff.applied);
  return unapplied.reduce<unknown>((seen, diff) => setIn(seen, diff.path, valueOf(diff)), args) as Args;
}

/** A declared value that is sent, as a record shows it. */
export function plannedField({ path, declared, live }: Change, isSecret: IsSecret): PlannedField {
  if (live === undefined) return { path };
  return { path, live: isSecret(path[0] ?? "") ? secretText : hideUndeclared(live, declared) };
}

export function describeConflict({ path, applied, live, declared }: Change, isSecret: IsSecret): string {
  const [last, now, next] = [applied, live, declared].map((value) => showValue(path, value, isSecret));
  return `${path.join(".")}: last applied ${last}, live ${now}, declared ${next}`;
}

/** The line of a value that was changed outside, and that the declared one overwrites; none if nobody changed it. */
export function overwriteLines(object: string, change: Change, isSecret: IsSecret): Notice[] {
  const { applied, live, declared } = change;
  if ([applied, live].some((value) => value === undefined || value === null)) return [];
  if (equals(live, applied) || equals(live, declared)) return [];
  return [{ is: "overwrite", object, text: describeConflict(change, isSecret) }];
}

/** The lines of values that are no longer declared: `applied` ones stay unchanged, and `pending` ones may still take effect. */
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

/** A value that may still take effect. */
export function stillPendingText(sent: SentValue, isSecret: IsSecret, separator = ":"): string {
  const what = sent.uncertain === true ? "what was sent may" : `${showValue(sent.path, sent.value, isSecret)} was sent and may`;
  return `${sent.path.join(".")}${separator} ${what} still take effect`;
}

export function showValue([name = ""]: readonly string[], value: unknown, isSecret: IsSecret): string {
  if (isSecret(name)) return secretText;
  return value === undefined ? "nothing" : canonicalJson(value);
}

/** Returns true for a path that leads to the place of another one, or beneath it. */
export function startsWith(path: readonly string[], start: readonly string[]): boolean {
  return start.every((key, index) => key === path[index]);
}
