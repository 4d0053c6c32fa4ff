import type { AddonEntry, WorkspaceRecord, WorkspaceUpdate } from "../../../client";
import { type Refusal, refuse } from "../../definition";
import { deepMerge, getIn, isInexact, isMasked, isObject, parseObject, setIn, type Values, whyNotSentBack } from "../../values/json";
import { configurationOf, liveConfiguration, liveValue } from "./record";
import { argumentOf, declaredValues, plainValues, type Settings } from "./description";

/** Builds the body of the PUT. Pure. */

export type AddonBody = NonNullable<WorkspaceUpdate["addons"]>[number];

type Field = keyof WorkspaceUpdate;

/** Returns the fields of the body that contain declared values. */
export function fieldsOf(args: Settings): Field[] {
  const plain = declaredValues(args).map(({ place: [field] }) => field);
  return [...new Set<Field>([...plain, ...(args.addons === undefined ? [] : (["addons"] as const))])];
}

/** Returns the declared fields of the body. The add-ons are omitted, because they depend on the live add-ons. */
export function declaredBody(args: Settings): Values {
  return declaredValues(args).reduce<unknown>((body, { path, place }) => setIn(body, place, getIn(args, path)), {}) as Values;
}

/** Returns the fields to send. Nested values are complete: declared parts are merged into the live values, because the service might not merge them (API 4). */
export function buildBody(fields: readonly Field[], args: Settings, record: WorkspaceRecord): WorkspaceUpdate {
  const declared = declaredBody(args);
  const valueOf = (field: Field) =>
    field === "addons" ? addonsBody(args, record) : deepMerge(liveValue([field], record), declared[field]);
  return Object.fromEntries(fields.map((field) => [field, valueOf(field)]));
}

/** Returns the current values of the fields in the format of the body. Fields that are missing from the record are omitted. */
export function liveBody(fields: readonly string[], record: WorkspaceRecord): WorkspaceUpdate {
  const valueOf = (field: string) => {
    if (field !== "addons") return liveValue([field], record);
    return record.addons ? addonsBody({}, record) : undefined;
  };
  const live = fields.map((field) => [field, valueOf(field)] as const);
  return Object.fromEntries(live.filter(([, value]) => value !== undefined));
}

/** Refuses fields that cannot be sent without overwriting undeclared values. The refusal lists the values to declare. Undefined if all fields can be sent. */
export function refuseUnsendable(fields: readonly Field[], args: Settings, record: WorkspaceRecord): Refusal | undefined {
  const addons = fields.includes("addons") ? whyAddonsUnsendable(args, record) : undefined;
  if (addons !== undefined) return refuse("addons", addons);
  const agentConfig = fields.includes("agent_config") ? whyAgentConfigUnsendable(args, record) : undefined;
  return agentConfig === undefined ? undefined : refuse("agentConfig", agentConfig);
}

/**
 * Explains why `agentConfig` cannot be sent. A service might replace the whole object, so that values missing from the record would be
 * lost, and masked values would be overwritten.
 */
function whyAgentConfigUnsendable(args: Settings, record: WorkspaceRecord): string | undefined {
  const reason = "agentConfig cannot be sent without overwriting undeclared values";
  const undeclared = plainValues.filter(({ path: [name], path }) => name === "agentConfig" && getIn(args, path) === undefined);
  if (record.agent_config === undefined && undeclared.length > 0) {
    const names = undeclared.map(({ path }) => path.join(".")).join(", ");
    return `${reason}: the record does not contain agent_config, and the service might replace all of it. Declare ${names} too`;
  }
  for (const [name, value] of Object.entries(record.agent_config ?? {})) {
    const why = whyNotSentBack(value);
    const argument = argumentOf(`agent_config.${name}`);
    if (why === undefined || (argument !== undefined && getIn(args, argument.split(".")) !== undefined)) continue;
    const fix = argument === undefined ? `Remove ${name} in the console` : `Declare ${argument}`;
    return `${reason}: the live agent_config.${name} ${why}, and graphplane sends the whole object. ${fix}, or do not declare agentConfig`;
  }
  return undefined;
}

function whyAddonsUnsendable({ addons = {} }: Settings, record: WorkspaceRecord): string | undefined {
  if (record.addons === undefined)
    return "the add-ons cannot be sent without overwriting undeclared values: no workspace of the workgroup contains addons, and the service might replace the whole list. Enable one in the console, and declare it once a workspace contains it";
  const reasons = (record.addons ?? []).map((entry) => whyAddonUnsendable(mergeAddon(entry, addons)));
  const reason = reasons.find((text) => text !== undefined);
  return reason && `the add-ons cannot be sent without overwriting undeclared values: ${reason}`;
}

function whyAddonUnsendable({ id, enable, declared, live, configuration }: ReturnType<typeof mergeAddon>): string | undefined {
  const because = (why: string, fix: string) =>
    `graphplane sends every live add-on, because the service might replace the whole list, and the live add-on ${JSON.stringify(id)} ${why}. Declare ${fix}`;
  if (id === "") return because("has no identifier", "no add-ons until the service returns one");
  const place = `addons[${JSON.stringify(id)}]`;
  if (typeof enable !== "boolean") return because("does not report whether it is enabled", `${place}.enable`);
  if (isObject(declared) && live !== undefined && !isObject(live) && !isMasked(live))
    return because("has a configuration that is not a JSON object", `${place}.enableConfiguration as a JSON string, which replaces it`);
  if (isInexact(configuration)) return because("has a number with too many digits to represent exactly", `${place}.enableConfiguration`);
  return isMasked(configuration) ? because("has a masked configuration", `${place}.enableConfiguration`) : undefined;
}

type Addons = NonNullable<Settings["addons"]>;

function addonsBody({ addons = {} }: Pick<Settings, "addons">, record: WorkspaceRecord): AddonBody[] {
  const live = record.addons ?? [];
  const kept = live.map((entry) => {
    const { id, enable, configuration } = mergeAddon(entry, addons);
    return addonBody(id, enable === true, configuration);
  });
  const added = Object.entries(addons)
    .filter(([id]) => !live.some((entry) => entry.addons_id === id))
    .map(([id, addon]) => addonBody(id, addon.enable, configurationOf(addon.enableConfiguration)));
  return [...kept, ...added];
}

function addonBody(addons_id: string, enable: boolean, configuration: unknown): AddonBody {
  return configuration === undefined ? { addons_id, enable } : { addons_id, enable, enable_configuration: configuration };
}

function mergeAddon(entry: AddonEntry, addons: Addons) {
  const { addons_id: id } = entry;
  const addon = Object.hasOwn(addons, id) ? addons[id] : undefined;
  const declared = addon?.enableConfiguration;
  const live = liveConfiguration(entry);
  return { id, enable: addon?.enable ?? entry.enable, declared, live, configuration: mergeConfiguration(live, declared) };
}

/** Merges a configuration. A string replaces all of it, and an object replaces only its own keys. */
function mergeConfiguration(live: unknown, declared: Addons[string]["enableConfiguration"]): unknown {
  if (declared === undefined) return live;
  return typeof declared === "string" ? parseObject(declared) : deepMerge(live, declared);
}
