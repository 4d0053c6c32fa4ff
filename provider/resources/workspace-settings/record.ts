import { type AddonEntry, malformedFields, type WorkspaceRecord, type WorkspaceUpdate } from "../../../client";
import { hostOf } from "../../../client/api/host";
import { getIn, isObject, isTooDeep, maxDepth, omit, parseJsonText, parseObject, withoutEmpty, withoutNulls } from "../../values/json";
import { argumentsIn } from "../../values/names";
import type { IsSecret } from "../../definition";
import { wireNames } from "../../describe/resource";
import { argumentOf, type Ids, type Settings, workspaceFactFields, type WorkspaceFacts } from "./description";

/** Parses the values in a workspace's record, including the configurations of its add-ons. Pure. */

/** Returns the record to assume for a workspace of which only the identifier is known. Nested values are empty, so that they can be sent. */
export function assumedSettings({ workspaceId = "" }: Partial<Ids> = {}): WorkspaceRecord {
  return { workspace_id: workspaceId, addons: [], agent_config: {} };
}

const factFields = wireNames(workspaceFactFields);

/** Returns the facts in the record for the state. Omits those that a secret argument sets, because the output would be in plain text. */
export function workspaceRecordFacts(record: WorkspaceRecord, isSecret: IsSecret = () => false): WorkspaceFacts {
  // A database that was created with a workspace might have the same name.
  const named = ["name", ...(record.database_name === record.name ? ["databaseName"] : [])];
  const hidden = [
    ...(isSecret("workspaceName") ? named : []),
    ...(["desiredTgVersion", "initialTgVersion"].some(isSecret) ? ["tgVersion"] : []),
  ];
  return withoutEmpty(omit({ ...argumentsIn(factFields, record), host: hostOf(record) }, hidden));
}

/**
 * Merges the non-empty fields of a later record, which might be incomplete, into `record`. In the response to a request, a zero is
 * considered a value only if its field was `sent`, because some services return zeros for fields that they omit.
 */
export function mergeRecord(record: WorkspaceRecord, later: WorkspaceRecord | undefined, sent?: WorkspaceUpdate): WorkspaceRecord {
  const zero = (value: unknown) => value === false || value === 0 || (typeof value === "string" && value.startsWith("0001-01-01"));
  const known = Object.entries(withoutEmpty(later ?? {})).filter(
    ([field, value]) => sent === undefined || Object.hasOwn(sent, field) || !zero(value),
  );
  return { ...record, ...Object.fromEntries(known) };
}

/** Finds a declared value that cannot be compared or sent back, because its live value has an unknown structure or too many levels; undefined if there is none. */
export function findUnreadable({ addons, agentConfig }: Partial<Settings>, record: WorkspaceRecord): string | undefined {
  const declared = [...(addons === undefined ? [] : ["addons"]), ...(agentConfig === undefined ? [] : ["agent_config"])];
  const odd = record[malformedFields]?.find((field) => declared.includes(field));
  if (odd !== undefined)
    return `the record contains ${odd} in an undocumented shape, so graphplane can neither compare nor send it: correct it in the console, or do not declare ${argumentOf(odd)}`;
  const tooDeepText = (what: string) =>
    `the record contains ${what} with more than ${maxDepth} levels, which graphplane does not accept: correct it in the console`;
  const deep =
    addons === undefined ? undefined : record.addons?.find(({ enable_configuration: raw }) => isTooDeep(configurationOf(raw) ?? raw));
  if (deep !== undefined) return tooDeepText(`a configuration of the add-on ${JSON.stringify(deep.addons_id)}`);
  return agentConfig !== undefined && isTooDeep(record.agent_config) ? tooDeepText("an agent_config") : undefined;
}

/** The paths in the record of values that have a different path in the body. */
const shownAt: Readonly<Record<string, readonly string[]>> = {
  workspace_name: ["name"],
  workspace_type_name: ["workspace_type", "typeName"],
};

/** Returns the value in the record for a path in the body; undefined if the record does not contain it. */
export function liveValue([field = "", ...inner]: readonly string[], record: WorkspaceRecord): unknown {
  if (field === "pause") return undefined;
  return withoutNulls(getIn(record, [...(shownAt[field] ?? [field]), ...inner]) ?? undefined);
}

/** Returns a live configuration to send back: its object or, if it cannot be parsed, the unchanged value. */
export function liveConfiguration({ enable_configuration: raw }: AddonEntry): unknown {
  return configurationOf(raw) ?? (parseJsonText(raw) === null || raw === "" ? undefined : raw);
}

/** Parses a configuration, which is an object or a string that contains a JSON object, possibly JSON-encoded twice. Undefined for anything else. */
export function configurationOf(value: unknown): Record<string, unknown> | undefined {
  const whole = parseJsonText(value);
  if (isObject(whole)) return whole;
  return typeof value === "string" ? parseObject(value) : undefined;
}

/** Normalizes settings, so that equivalent settings are equal. A configuration that is a JSON string becomes an object. */
export function normalize<Args extends Pick<Settings, "addons">>(args: Args): Args {
  if (!isObject(args.addons)) return args;
  const addons = Object.entries(args.addons).map(([id, addon]) => [
    id,
    isObject(addon) ? { ...addon, enableConfiguration: configurationOf(addon.enableConfiguration) ?? addon.enableConfiguration } : addon,
  ]);
  return { ...args, addons: Object.fromEntries(addons) as Settings["addons"] };
}
