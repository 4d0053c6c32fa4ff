import { type AddonEntry, oddFields, type WorkspaceRecord, type WorkspaceUpdate } from "../../../client";
import { hostOf } from "../../../client/host";
import {
  getIn,
  canonicalJson,
  includesDeep,
  deepest,
  isObject,
  isMasked,
  parseObject,
  deepMerge,
  parseJsonText,
  equals,
  tooDeep,
  setIn,
  pickDeep,
  withoutNulls,
} from "../../json";
import { InputError } from "../../errors";
import { isPending, readPending, supersedes } from "../../pending";
import {
  agentConfigFields,
  argumentOf,
  scalarFields,
  type WorkspaceFacts,
  type WorkspaceSettingsArguments as Arguments,
  type WorkspaceSettingsState as State,
} from "./schema";

/**
 * One declared value that is compared and told by itself: a scalar, a key of `agentConfig`, an add-on's switch,
 * a key at any depth of an `enableConfiguration`.
 */
export interface FieldDiff {
  /** Its place among the arguments. */
  readonly path: readonly string[];
  /** The top-level field of the body that carries it. */
  readonly field: keyof WorkspaceUpdate;
  readonly declared: unknown;
  /** The record's value in the argument's form; undefined where the record says that there is none. */
  readonly live: unknown;
  /** What state holds; undefined where it was never applied. */
  readonly applied: unknown;
  /** False where the record does not have the field, so that nothing can be compared. */
  readonly readable: boolean;
  /** True where the record lacks the field and may come to show it; false too where a mask, or nothing ever, stands in its place. */
  readonly lacking: boolean;
  /** True where the record shows the declared value. */
  readonly shown: boolean;
  /** True where it must be sent. */
  readonly differs: boolean;
  /** True where it must be sent whatever the record shows: another value is on its way. */
  readonly superseding: boolean;
  /** True where there is nothing to wait for: the record shows it, or can never show it. */
  readonly settled: boolean;
  /** True where someone else changed it: the record shows neither the declared nor the last applied value. */
  readonly conflicting: boolean;
}

/** Every declared value beside what the record shows and what was applied last. */
export function diffFields(args: Arguments, record: WorkspaceRecord, last?: Partial<State>): FieldDiff[] {
  return [...scalarParts(args, record, last), ...agentConfigParts(args, record, last), ...addonParts(args, record, last)];
}

/**
 * The smallest body that makes the record show what is declared: a top-level field is in it exactly when a part of it
 * differs. Nested values are whole, the live ones with the declared parts laid over them, since whether the service
 * merges or replaces them is not shown (API 4).
 */
export function minimalBody(args: Arguments, record: WorkspaceRecord, last?: Partial<State>): WorkspaceUpdate {
  const fields = new Set(diffFields(args, record, last).flatMap((field) => (field.differs ? [field.field] : [])));
  return Object.fromEntries([...fields].map((field) => [field, bodyValue(field, args, record)]));
}

/** The values that the fields of a body have in the record now, in the body's form; what the record lacks is left out. */
export function liveBody(fields: readonly string[], record: WorkspaceRecord): WorkspaceUpdate {
  const live: WorkspaceUpdate = {};
  for (const field of fields) {
    const value = field === "addons" ? liveAddons(record) : field === "agent_config" ? liveAgentConfig(record) : liveScalar(field, record);
    if (value !== undefined) Object.assign(live, { [field]: value });
  }
  return live;
}

/**
 * The arguments as the record shows them: those that state holds, with drifted values in their place.
 * Values that the record cannot show stay as they were applied.
 */
export function observeArguments(state: Arguments, record: WorkspaceRecord): Arguments {
  return diffFields(state, record, state)
    .filter((part) => part.readable && !part.shown)
    .reduce<unknown>((seen, part) => setIn(seen, part.path, part.live), state) as Arguments;
}

/** The arguments as far as they are applied: those not settled yet stand as they are live, or as they were applied where that cannot be read. */
export function withoutUnapplied(args: Arguments, unsettled: readonly FieldDiff[]): Arguments {
  return unsettled.reduce<unknown>((seen, part) => setIn(seen, part.path, part.readable ? part.live : part.applied), args) as Arguments;
}

/** The facts of the record that state keeps. */
export function factsOf(record: WorkspaceRecord): WorkspaceFacts {
  const all = {
    name: record.name,
    host: hostOf(record),
    region: record.region,
    databaseId: record.database_id,
    databaseName: record.database_name,
    workgroupName: record.workgroup_name,
    isRw: record.is_rw,
    tgVersion: record.tg_version,
    createdAt: record.created_at,
    creator: record.creator,
    cloudProviderName: record.cloud_provider_name,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== null && value !== ""));
}

/**
 * `record` with the fields of a poorer or later one laid over it; empty fields do not count. In an answer to what was `sent` a
 * zero counts only where it was: some services fill with zeros what they leave out.
 */
export function mergeRecord(record: WorkspaceRecord, later: WorkspaceRecord | undefined, sent?: WorkspaceUpdate): WorkspaceRecord {
  const zero = (value: unknown) => value === false || value === 0 || (typeof value === "string" && value.startsWith("0001-01-01"));
  const known = Object.entries(later ?? {})
    .filter(([, value]) => value !== undefined && value !== null && value !== "")
    .filter(([field, value]) => sent === undefined || field in sent || !zero(value));
  return { ...record, ...Object.fromEntries(known) };
}

/** Says which declared value the record shows in another shape, or nests too deeply, to be compared or sent back; undefined where none is. */
export function findUnreadable({ addons, agentConfig }: Partial<Arguments>, record: WorkspaceRecord): string | undefined {
  const declared = [...(addons === undefined ? [] : ["addons"]), ...(agentConfig === undefined ? [] : ["agent_config"])];
  const odd = record[oddFields]?.find((field) => declared.includes(field));
  if (odd !== undefined)
    return `the record shows ${odd} in another shape than the documented one (docs/api.md, section 2.2), so it can neither be compared nor sent along: correct it in the console, or do not declare ${argumentOf(odd)}`;
  const tooDeepText = (what: string) =>
    `the record shows ${what} of more than ${deepest} levels, which is not read: correct it in the console`;
  const deep =
    addons === undefined ? undefined : record.addons?.find(({ enable_configuration: raw }) => tooDeep(configurationOf(raw) ?? raw));
  if (deep !== undefined) return tooDeepText(`a configuration of the add-on ${JSON.stringify(deep.addons_id)}`);
  return agentConfig !== undefined && tooDeep(record.agent_config) ? tooDeepText("an agent_config") : undefined;
}

/** Arguments in the form in which equal meanings are equal: a configuration's JSON text as the object it holds. */
export function normalize(args: Partial<Arguments>): Partial<Arguments> {
  if (!isObject(args.addons)) return args;
  const addons = Object.entries(args.addons).map(([id, addon]) => [
    id,
    isObject(addon) ? { ...addon, enableConfiguration: configurationOf(addon.enableConfiguration) ?? addon.enableConfiguration } : addon,
  ]);
  return { ...args, addons: Object.fromEntries(addons) as Arguments["addons"] };
}

/** What the record shows of one declared value. */
interface LiveValue {
  /** Undefined where the record cannot say. */
  readonly matches?: ((value: unknown) => boolean) | undefined;
  readonly live?: unknown;
  /** By default: what is not shown is sent. */
  readonly differs?: boolean;
  /** By default: what is shown is settled. */
  readonly settled?: boolean;
  /** By default: what the record cannot say it lacks. */
  readonly lacking?: boolean;
}

function part(
  field: FieldDiff["field"],
  path: readonly string[],
  args: Arguments,
  last: Partial<State> | undefined,
  seen: LiveValue,
): FieldDiff {
  const declared = getIn(args, path);
  const applied = getIn(last, path);
  const { matches, live } = seen;
  const pending = readPending(last);
  const superseding = supersedes(pending, path, isWholeConfiguration(path) ? configurationOf(declared) : declared);
  const base = { path, field, declared, applied, live, superseding };
  if (matches === undefined)
    return {
      ...base,
      readable: false,
      lacking: seen.lacking ?? true,
      shown: false,
      differs: superseding || !equals(declared, applied),
      settled: true,
      conflicting: false,
    };
  const shown = matches(declared);
  return {
    ...base,
    readable: true,
    lacking: false,
    shown,
    differs: superseding || (seen.differs ?? !shown),
    settled: seen.settled ?? shown,
    // What is still on its way from an earlier run is nobody else's change.
    conflicting: applied !== undefined && !shown && !matches(applied) && !isPending(pending, path),
  };
}

function isWholeConfiguration(path: readonly string[]): boolean {
  return path.length === 3 && path[2] === "enableConfiguration";
}

function scalarParts(args: Arguments, record: WorkspaceRecord, last?: Partial<State>): FieldDiff[] {
  return (Object.entries(scalarFields) as [keyof typeof scalarFields, readonly string[]][])
    .filter(([, path]) => getIn(args, path) !== undefined)
    .map(([field, path]) => {
      if (field === "desired_tg_version") return part(field, path, args, last, versionSeen(args, record, last));
      const live = liveScalar(field, record);
      return part(field, path, args, last, live === undefined ? {} : { live, matches: (value) => value === live });
    });
}

/** A version is reached or on its way: either of two fields may show it, and `desired_tg_version` may hold a word such as `auto`. */
function versionSeen(args: Arguments, record: WorkspaceRecord, last?: Partial<State>): LiveValue {
  const running = record.tg_version;
  const desired = record.desired_tg_version;
  const known = [desired, running].filter((version) => typeof version === "string" && version !== "");
  if (known.length === 0) return {};
  const matches = (value: unknown) => known.includes(value as string);
  const declared = args.desiredTgVersion;
  const sentBefore = declared === last?.desiredTgVersion && matches(declared);
  return { matches, live: known[0], differs: declared !== known[0] && !sentBefore };
}

function liveScalar(field: string, record: WorkspaceRecord): unknown {
  if (field === "pause") return undefined;
  if (field === "workspace_name") return record.name ?? undefined;
  if (field === "workspace_type_name") return record.workspace_type?.typeName ?? undefined;
  return (record as Record<string, unknown>)[field] ?? undefined;
}

function agentConfigParts(args: Arguments, record: WorkspaceRecord, last?: Partial<State>): FieldDiff[] {
  if (args.agentConfig === undefined) return [];
  const live = liveAgentConfig(record);
  return Object.entries(agentConfigFields)
    .filter(([, argument]) => args.agentConfig?.[argument] !== undefined)
    .map(([wire, argument]) => {
      const value = live?.[wire];
      return part(
        "agent_config",
        ["agentConfig", argument],
        args,
        last,
        value === undefined ? {} : { live: value, matches: (v) => equals(v, value) },
      );
    });
}

function liveAgentConfig(record: WorkspaceRecord): Record<string, unknown> | undefined {
  return isObject(record.agent_config) ? (withoutNulls(record.agent_config) as Record<string, unknown>) : undefined;
}

function addonParts(args: Arguments, record: WorkspaceRecord, last?: Partial<State>): FieldDiff[] {
  const unlisted = record.addons === undefined;
  return Object.entries(args.addons ?? {}).flatMap(([id, declared]) => {
    // A state may hold what no program may declare today.
    if (!isObject(args.addons) || !isObject(declared)) return [];
    const entry = record.addons?.find((live) => live.addons_id === id);
    // An add-on that is not listed is switched off.
    const enable = entry === undefined ? false : (entry.enable ?? undefined);
    const readable = !unlisted && enable !== undefined;
    const switched = part(
      "addons",
      ["addons", id, "enable"],
      args,
      last,
      readable ? { live: enable, matches: (value) => value === enable } : {},
    );
    // Whether a service keeps the configuration of an add-on that is off and not listed cannot be seen.
    const hidden = unlisted || (entry === undefined && !declared.enable);
    const path = ["addons", id, "enableConfiguration"];
    return [switched, ...configurationParts(path, declared.enableConfiguration, entry, hidden, args, last)];
  });
}

function configurationParts(
  path: readonly string[],
  declared: unknown,
  entry: AddonEntry | undefined,
  hidden: boolean,
  args: Arguments,
  last?: Partial<State>,
): FieldDiff[] {
  if (declared === undefined) return [];
  const live = configurationOf(entry?.enable_configuration);
  const unreadable = hidden || (entry !== undefined && live === undefined);
  if (typeof declared === "string") {
    const whole = parseObject(declared);
    const applied = getIn(last, path);
    const applies = typeof applied === "string" && equals(parseObject(applied), whole);
    // A text is sent until it was all that is there. Keys that a service keeps or adds beside it are not ours: they may be secret, and
    // where a service merges they would be sent against for ever.
    const matches = (value: unknown) => includesDeep(live, configurationOf(value));
    const differs = applies ? !matches(declared) : !equals(whole, live);
    const cannot = unreadable || isMasked(live);
    const seen = cannot
      ? { lacking: !hidden && live === undefined }
      : { matches, differs, live: live === undefined ? undefined : canonicalJson(pickDeep(live, whole)) };
    return [part("addons", path, args, last, seen)];
  }
  return keyParts(path, declared, live, { unreadable, lacking: unreadable && !hidden }, args, last);
}

function keyParts(
  path: readonly string[],
  declared: unknown,
  live: unknown,
  whole: { readonly unreadable: boolean; readonly lacking: boolean },
  args: Arguments,
  last?: Partial<State>,
): FieldDiff[] {
  // Where the live value is no object it is replaced whole, and told whole.
  const root = path.length === 3;
  if (isObject(declared) && Object.keys(declared).length > 0 && (root || whole.unreadable || isObject(live))) {
    return Object.entries(declared).flatMap(([key, value]) => keyParts([...path, key], value, getIn(live, [key]), whole, args, last));
  }
  if (isObject(declared) && root) return [];
  const { unreadable, lacking } = whole;
  const seen =
    unreadable || isMasked(live)
      ? { lacking }
      : { live, matches: (value: unknown) => (isObject(value) ? includesDeep(live, value) : equals(value, live)) };
  return [part("addons", path, args, last, seen)];
}

function bodyValue(field: keyof WorkspaceUpdate, args: Arguments, record: WorkspaceRecord): unknown {
  if (field === "agent_config") return deepMerge(liveAgentConfig(record) ?? {}, agentConfigBody(args));
  if (field === "addons") return addonsBody(args, record);
  return getIn(args, scalarFields[field]);
}

function agentConfigBody(args: Arguments): Record<string, unknown> {
  const declared = Object.entries(agentConfigFields).map(([wire, argument]) => [wire, args.agentConfig?.[argument]]);
  return Object.fromEntries(declared.filter(([, value]) => value !== undefined)) as Record<string, unknown>;
}

/** One entry of `addons` as it is sent. */
export type AddonBody = NonNullable<WorkspaceUpdate["addons"]>[number];

function liveAddons(record: WorkspaceRecord): AddonBody[] | undefined {
  return record.addons?.map((entry) => addonBody(entry.addons_id, entry.enable ?? false, liveConfiguration(entry)));
}

function addonsBody(args: Arguments, record: WorkspaceRecord): AddonBody[] {
  const declared = args.addons ?? {};
  const live = record.addons ?? [];
  const kept = live.map((entry) => {
    const id = entry.addons_id;
    if (id === "") throw unsendableError(id, "has no identifier", "no add-ons until the service shows one");
    const addon = Object.hasOwn(declared, id) ? declared[id] : undefined;
    const enable = addon?.enable ?? entry.enable;
    if (typeof enable !== "boolean")
      throw unsendableError(id, "does not say whether it is enabled", `addons[${JSON.stringify(id)}].enable`);
    const configuration = mergeConfiguration(liveConfiguration(entry), addon?.enableConfiguration);
    if (isInexact(configuration))
      throw unsendableError(id, "has a number of more digits than are kept", `addons[${JSON.stringify(id)}].enableConfiguration`);
    if (isMasked(configuration))
      throw unsendableError(id, "has a masked configuration", `addons[${JSON.stringify(id)}].enableConfiguration`);
    return addonBody(id, enable, configuration);
  });
  const added = Object.entries(declared)
    .filter(([id]) => !live.some((entry) => entry.addons_id === id))
    .map(([id, addon]) => addonBody(id, addon.enable, configurationOf(addon.enableConfiguration)));
  return [...kept, ...added];
}

function addonBody(addons_id: string, enable: boolean, configuration: unknown): AddonBody {
  return configuration === undefined ? { addons_id, enable } : { addons_id, enable, enable_configuration: configuration };
}

/** A text is one value and stands for all of the configuration; an object states its keys. */
function mergeConfiguration(live: unknown, declared: string | Record<string, unknown> | undefined): unknown {
  if (declared === undefined) return live;
  return typeof declared === "string" ? parseObject(declared) : deepMerge(live, declared);
}

function unsendableError(id: string, why: string, argument: string): InputError {
  const reason = `every live add-on is sent along, since the service may replace the whole list, and the live add-on ${JSON.stringify(id)} ${why}`;
  return new InputError(`the add-ons cannot be sent without overwriting what was not declared: ${reason}. Declare ${argument}`);
}

/** A live configuration as it is sent back: the object that it is or that its text holds, else the value as it is. */
function liveConfiguration(entry: AddonEntry): unknown {
  const raw = entry.enable_configuration;
  return configurationOf(raw) ?? (parseJsonText(raw) === null || raw === "" ? undefined : raw);
}

/** True where a number inside a live value was read with fewer digits than it has, or is out of range and would be sent as null. */
function isInexact(value: unknown): boolean {
  if (typeof value === "number") return Number.isInteger(value) ? !Number.isSafeInteger(value) : !Number.isFinite(value);
  return typeof value === "object" && value !== null && Object.values(value).some(isInexact);
}

/** The object that a configuration is, or that its text holds; undefined where there is none. */
export function configurationOf(value: unknown): Record<string, unknown> | undefined {
  if (isObject(value)) return value;
  return typeof value === "string" ? parseObject(value) : undefined;
}
