import type { AddonEntry, WorkspaceRecord, WorkspaceUpdate } from "../../../client";
import { canonicalJson, equals, getIn, includesDeep, isMasked, isObject, parseObject, pickDeep, setIn } from "../../values/json";
import { isPending, type PendingChange, readPending, supersedes } from "../../reconcile/pending";
import { liveValue } from "./record";
import { declaredValues, type PlainValue } from "./review";
import { configurationOf } from "./configuration";
import type { Arguments, State } from "./description";

/** Compares what is declared with what a record shows, value by value. Pure. */

/**
 * One declared value that is compared and shown by itself: a scalar, a key of `agentConfig`, an add-on's switch,
 * a key at any depth of an `enableConfiguration`.
 */
interface DeclaredValue {
  /** Its place among the arguments. */
  readonly path: readonly string[];
  /** The top-level field of the body that carries it. */
  readonly field: keyof WorkspaceUpdate;
  readonly declared: unknown;
  /** The value in state; undefined if it was never applied. */
  readonly applied: unknown;
  /** The record's value in the argument's form; undefined if the record shows none. */
  readonly live: unknown;
}

/** The relation of a declared value to the record, and to values that were sent before. */
type Status =
  /** The record shows it. Not exact: it shows more, which a declaration that was not applied yet replaces. */
  | { readonly status: "matches"; readonly exact: boolean }
  /** The record shows another value. A conflict: not the one applied last either, so someone else changed it. */
  | { readonly status: "differs"; readonly conflict: boolean }
  /** The record does not show the value. Lacking: it may come to show it; it is neither masked nor left out for good. */
  | { readonly status: "unreadable"; readonly lacking: boolean }
  /** Another value was sent by an earlier run and may still take effect, even if the record shows the declared one. */
  | { readonly status: "pending"; readonly readable: boolean };

export type FieldDiff = DeclaredValue & Status;

/** A record compared with what is declared. */
export interface Comparison {
  readonly record: WorkspaceRecord;
  readonly diffs: readonly FieldDiff[];
}

/** Returns true if the value must be sent. */
export function isToBeSent(diff: FieldDiff): boolean {
  switch (diff.status) {
    case "matches":
      return !diff.exact;
    case "differs":
      return true;
    case "unreadable":
      // Only the declarations can be compared.
      return !equals(diff.declared, diff.applied);
    case "pending":
      // Of two requests, the later one is assumed to take effect last.
      return true;
  }
}

/** Returns true if the record has a value to compare with. */
export function isReadable(diff: FieldDiff): boolean {
  return diff.status === "pending" ? diff.readable : diff.status !== "unreadable";
}

/** Every declared value compared with the record; with the last state, also with what was applied and sent before. */
export function diffFields(args: Arguments, record: WorkspaceRecord, last?: Partial<State>): FieldDiff[] {
  const declaration = { args, last, pending: readPending(last) };
  return [...declaredValues(args).map((value) => diffPlainValue(declaration, value, record)), ...diffAddons(declaration, record)];
}

/**
 * The arguments in state as the record shows them, with drifted values in their place.
 * Values that the record cannot show stay as they were applied.
 */
export function observeArguments(state: Arguments, record: WorkspaceRecord): Arguments {
  return diffFields(state, record)
    .filter(({ status }) => status === "differs")
    .reduce<unknown>((seen, { path, live }) => setIn(seen, path, live), state) as Arguments;
}

interface Declaration {
  readonly args: Arguments;
  readonly last: Partial<State> | undefined;
  readonly pending: PendingChange;
}

/** The record's value in the place of a declared one. */
type LiveValue =
  { readonly lacking: boolean } | { readonly live: unknown; readonly matches: (value: unknown) => boolean; readonly exact?: boolean };

const lacking: LiveValue = { lacking: true };

function diffField({ args, last, pending }: Declaration, field: FieldDiff["field"], path: readonly string[], seen: LiveValue): FieldDiff {
  const declared = getIn(args, path);
  const applied = getIn(last, path);
  const readable = "matches" in seen;
  const value = { path, field, declared, applied, live: readable ? seen.live : undefined };
  if (supersedes(pending, path, isWholeConfiguration(path) ? configurationOf(declared) : declared))
    return { ...value, status: "pending", readable };
  if (!readable) return { ...value, status: "unreadable", lacking: seen.lacking };
  if (seen.matches(declared)) return { ...value, status: "matches", exact: seen.exact ?? true };
  // A change that an earlier run left pending is our own, not a conflict.
  const conflict = applied !== undefined && !seen.matches(applied) && !isPending(pending, path);
  return { ...value, status: "differs", conflict };
}

/** Returns true for the place of a configuration; only one that is declared as a text is compared there. */
export function isWholeConfiguration(path: readonly string[]): boolean {
  return path.length === 3 && path[2] === "enableConfiguration";
}

function diffPlainValue(declaration: Declaration, { path, place }: PlainValue, record: WorkspaceRecord): FieldDiff {
  const [field] = place;
  if (field === "desired_tg_version") return diffField(declaration, field, path, liveVersion(declaration, record));
  const live = liveValue(place, record);
  return diffField(declaration, field, path, live === undefined ? lacking : { live, matches: (value) => equals(value, live) });
}

/** A version is reached or on its way: either of two fields may show it, and `desired_tg_version` may hold a word such as `auto`. */
function liveVersion({ args, last }: Declaration, record: WorkspaceRecord): LiveValue {
  const known = [record.desired_tg_version, record.tg_version].filter((version) => typeof version === "string" && version !== "");
  if (known.length === 0) return lacking;
  const declared = args.desiredTgVersion;
  return {
    live: known[0],
    matches: (value) => known.includes(value as string),
    // One that runs while another is desired was moved away from, or never asked for.
    exact: declared === known[0] || declared === last?.desiredTgVersion,
  };
}

function diffAddons(declaration: Declaration, record: WorkspaceRecord): FieldDiff[] {
  const { addons } = declaration.args;
  // A state may hold what no program may declare today.
  if (!isObject(addons)) return [];
  return Object.entries(addons).flatMap(([id, addon]) => (isObject(addon) ? diffAddon(declaration, id, addon, record) : []));
}

function diffAddon(declaration: Declaration, id: string, addon: AddonArgument, record: WorkspaceRecord): FieldDiff[] {
  const unlisted = record.addons === undefined;
  const entry = record.addons?.find((live) => live.addons_id === id);
  // An add-on that is not listed is switched off.
  const enable = entry === undefined ? false : (entry.enable ?? undefined);
  const readable = !unlisted && enable !== undefined;
  const seen = readable ? { live: enable, matches: (value: unknown) => value === enable } : lacking;
  const switched = diffField(declaration, "addons", ["addons", id, "enable"], seen);
  // Whether a service keeps the configuration of an add-on that is off and not listed cannot be seen.
  const hidden = unlisted || (entry === undefined && !addon.enable);
  return [switched, ...diffConfiguration(declaration, id, addon.enableConfiguration, entry, hidden)];
}

type AddonArgument = NonNullable<Arguments["addons"]>[string];

function diffConfiguration(
  declaration: Declaration,
  id: string,
  declared: AddonArgument["enableConfiguration"],
  entry: AddonEntry | undefined,
  hidden: boolean,
): FieldDiff[] {
  if (declared === undefined) return [];
  const path = ["addons", id, "enableConfiguration"];
  const live = configurationOf(entry?.enable_configuration);
  const unreadable = hidden || (entry !== undefined && live === undefined);
  if (typeof declared !== "string") return diffKeys(declaration, path, declared, live, { unreadable, lacking: unreadable && !hidden });
  if (unreadable || isMasked(live)) return [diffField(declaration, "addons", path, { lacking: !hidden && live === undefined })];
  return [diffField(declaration, "addons", path, liveText(declared, live, getIn(declaration.last, path)))];
}

/**
 * A text is sent until it was all that is there. Keys that a service keeps or adds beside it are not ours: they may be secret, and
 * if a service merges, an update would be sent on every run.
 */
function liveText(declared: string, live: Record<string, unknown> | undefined, applied: unknown): LiveValue {
  const whole = parseObject(declared);
  return {
    live: live === undefined ? undefined : canonicalJson(pickDeep(live, whole)),
    matches: (value) => includesDeep(live, configurationOf(value)),
    exact: equals(whole, live) || (typeof applied === "string" && equals(parseObject(applied), whole)),
  };
}

function diffKeys(
  declaration: Declaration,
  path: readonly string[],
  declared: unknown,
  live: unknown,
  whole: { readonly unreadable: boolean; readonly lacking: boolean },
): FieldDiff[] {
  // A live value that is no object is replaced whole, and shown whole.
  const root = isWholeConfiguration(path);
  if (isObject(declared) && Object.keys(declared).length > 0 && (root || whole.unreadable || isObject(live))) {
    return Object.entries(declared).flatMap(([key, value]) => diffKeys(declaration, [...path, key], value, getIn(live, [key]), whole));
  }
  if (isObject(declared) && root) return [];
  const readable = !whole.unreadable && !isMasked(live);
  const matches = (value: unknown) => (isObject(value) ? includesDeep(live, value) : equals(value, live));
  return [diffField(declaration, "addons", path, readable ? { live, matches } : { lacking: whole.lacking })];
}
