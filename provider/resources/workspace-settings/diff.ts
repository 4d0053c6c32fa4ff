import type { WorkspaceRecord, WorkspaceUpdate } from "../../../client";
import { canonicalJson, equals, getIn, includesDeep, isMasked, isObject, parseObject, pickDeep, setIn } from "../../values/json";
import { type Declaration, diffValue, type LiveValue, plainLive, type ValueDiff } from "../../reconcile/compare";
import { findMove, type MoveCauses } from "../../reconcile/moved";
import { readPending } from "../../reconcile/pending";
import { configurationOf, liveValue } from "./record";
import { declaredValues, serviceCauseOf, type PlainValue, type Settings } from "./description";

/** Compares declared settings with a record, value by value. Pure. */

/** The comparison of one declared value: a scalar, a key of `agentConfig`, `enable` of an add-on, or a key at any depth of an `enableConfiguration`. */
export interface FieldDiff extends ValueDiff {
  /** The top-level field of the body that contains the value. */
  readonly field: keyof WorkspaceUpdate;
}

export interface Comparison {
  readonly record: WorkspaceRecord;
  readonly diffs: readonly FieldDiff[];
}

/**
 * Compares every declared value with the record and, if given, with the applied and pending values of the last state. Without `causes`, a
 * value that the service might have changed itself is an ordinary difference, because an update waits for its own value.
 */
export function diffFields(args: Settings, record: WorkspaceRecord, last?: Partial<Settings>, causes?: MoveCauses): FieldDiff[] {
  const declaration = { args, last, pending: readPending(last) };
  return [...declaredValues(args).map((value) => diffPlainValue(declaration, value, record, causes)), ...diffAddons(declaration, record)];
}

/** Replaces drifted values in the state with those in the record. Values that the record cannot contain remain as applied. */
export function observeArguments<Args extends Settings>(state: Args, diffs: readonly FieldDiff[]): Args {
  return diffs
    .filter(({ status }) => status === "differs")
    .reduce<unknown>((seen, { path, live }) => setIn(seen, path, live), state) as Args;
}

function diffField(declaration: Declaration<Settings>, field: FieldDiff["field"], path: readonly string[], seen: LiveValue): FieldDiff {
  const meaning = isWholeConfiguration(path) ? configurationOf(getIn(declaration.args, path)) : undefined;
  return { ...diffValue(declaration, path, seen, meaning), field };
}

/** Returns true for the path of a whole configuration, where only configurations that are declared as strings are compared. */
export function isWholeConfiguration(path: readonly string[]): boolean {
  return path.length === 3 && path[2] === "enableConfiguration";
}

function diffPlainValue(
  declaration: Declaration<Settings>,
  { path, place }: PlainValue,
  record: WorkspaceRecord,
  causes: MoveCauses | undefined,
): FieldDiff {
  const [field] = place;
  const seen = field === "desired_tg_version" ? liveVersion(declaration, record) : plainLive(liveValue(place, record));
  const cause = causes && serviceCauseOf(path);
  return diffField(declaration, field, path, { ...seen, move: cause && findMove(cause, getIn(declaration.args, path), causes) });
}

/** Returns the live version. Either the running or the desired version can contain it, and `desired_tg_version` can contain a word such as `auto`. */
function liveVersion({ args, last }: Declaration<Settings>, record: WorkspaceRecord): LiveValue {
  const known = [record.desired_tg_version, record.tg_version].filter((version) => typeof version === "string" && version !== "");
  if (known.length === 0) return { lacking: true };
  const declared = args.desiredTgVersion;
  return {
    live: known[0],
    matches: (value) => known.includes(value as string),
    // If a different version is desired, the running version was changed outside or was never requested.
    exact: declared === known[0] || declared === last?.desiredTgVersion,
  };
}

function diffAddons(declaration: Declaration<Settings>, record: WorkspaceRecord): FieldDiff[] {
  const { addons } = declaration.args;
  // A state might contain a value that programs can no longer declare.
  if (!isObject(addons)) return [];
  return Object.entries(addons).flatMap(([id, addon]) => (isObject(addon) ? diffAddon(declaration, id, addon, record) : []));
}

function diffAddon(declaration: Declaration<Settings>, id: string, addon: AddonArgument, record: WorkspaceRecord): FieldDiff[] {
  const unlisted = record.addons === undefined;
  const entry = record.addons?.find((live) => live.addons_id === id);
  // An add-on that is missing from the list is disabled.
  const enable = entry === undefined && !unlisted ? false : entry?.enable;
  const switched = diffField(declaration, "addons", ["addons", id, "enable"], plainLive(enable ?? undefined));
  const { enableConfiguration: declared } = addon;
  if (declared === undefined) return [switched];
  const path = ["addons", id, "enableConfiguration"];
  const live = configurationOf(entry?.enable_configuration);
  // It is unknown whether the service keeps the configuration of a disabled add-on that is not listed.
  const hidden = unlisted || (entry === undefined && !addon.enable);
  const unreadable = hidden || (entry !== undefined && live === undefined) ? { lacking: !hidden } : undefined;
  if (typeof declared !== "string") return [switched, ...diffKeys(declaration, path, declared, live, unreadable)];
  return [switched, diffField(declaration, "addons", path, unreadable ?? liveText(declared, live, getIn(declaration.last, path)))];
}

type AddonArgument = NonNullable<Settings["addons"]>[string];

/**
 * Compares a configuration that is declared as a string, and is sent until it has replaced the whole configuration once. Keys that a
 * service keeps or adds are ignored, because they might be secret. With a service that merges, they would also cause an update in every
 * run.
 */
function liveText(declared: string, live: Record<string, unknown> | undefined, applied: unknown): LiveValue {
  if (isMasked(live)) return {};
  const whole = parseObject(declared);
  return {
    live: live === undefined ? undefined : canonicalJson(pickDeep(live, whole)),
    matches: (value) => includesDeep(live, configurationOf(value)),
    exact: equals(whole, live) || (typeof applied === "string" && equals(parseObject(applied), whole)),
  };
}

function diffKeys(
  declaration: Declaration<Settings>,
  path: readonly string[],
  declared: unknown,
  live: unknown,
  unreadable: LiveValue | undefined,
): FieldDiff[] {
  // A live value that is not an object is replaced, and displayed, as a whole.
  const root = isWholeConfiguration(path);
  if (isObject(declared) && Object.keys(declared).length > 0 && (root || unreadable || isObject(live)))
    return Object.entries(declared).flatMap(([key, value]) => diffKeys(declaration, [...path, key], value, getIn(live, [key]), unreadable));
  if (isObject(declared) && root) return [];
  const matches = (value: unknown) => (isObject(value) ? includesDeep(live, value) : equals(value, live));
  return [diffField(declaration, "addons", path, unreadable ?? (isMasked(live) ? {} : { live, matches }))];
}
