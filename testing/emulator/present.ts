import { type Behaviour } from "./profile";
import { type AddonEntry, type Configuration, type DatabaseRecord, type WorkspaceRecord } from "./records";
import { type WorkgroupState } from "./store";

type Json = Readonly<Record<string, unknown>>;

/** Returns a Workspace record in the format of the service (API 2.2). */
export function showWorkspace(behaviour: Behaviour, record: WorkspaceRecord): Json {
  const { absentFields, hostField } = behaviour;
  const shown = Object.entries(record).flatMap(([field, value]) => {
    if (absentFields.includes(field)) return [];
    if (field === "addons" && Array.isArray(value)) return [[field, showAddons(behaviour, value as AddonEntry[])]];
    return [[field === "proxy_host" ? hostField : field, value]];
  });
  return mask(behaviour, Object.fromEntries(shown) as Json);
}

/** Returns the value with masked fields replaced by `***`. */
export function mask<Value>({ maskedFields }: Behaviour, value: Value): Value {
  if (maskedFields.length === 0 || value === undefined) return value;
  const text = JSON.stringify(value, (key, inner: unknown) => (maskedFields.includes(key) ? "***" : inner));
  return JSON.parse(text) as Value;
}

/** Returns the record for the response to a PUT. Depending on the options, it has fewer fields. */
export function showPutResult(behaviour: Behaviour, record: WorkspaceRecord): Json {
  const shown = showWorkspace(behaviour, record);
  if (behaviour.putResult === "whole") return shown;
  return { ...shown, cloud_provider_name: undefined, cloud_provider_short_id: undefined, workgroup_name: "" };
}

function showAddons(behaviour: Behaviour, addons: readonly AddonEntry[]): Json[] | null {
  if (addons.length === 0 && behaviour.emptyAddons === "null") return null;
  return addons.map((entry) => {
    const configuration = mask(behaviour, entry.enable_configuration);
    if (configuration === undefined || behaviour.showEnableConfiguration === "object") return entry;
    const text = typeof configuration === "string" ? configuration : JSON.stringify(configuration);
    return { ...entry, enable_configuration: text };
  });
}

/** Returns a Database record with its workspaces (API 2.4). */
export function showDatabase(behaviour: Behaviour, workgroup: WorkgroupState, database: DatabaseRecord): Json {
  const served = [...workgroup.workspaces.values()].filter(({ record }) => record.database_id === database.database_id);
  return { ...database, workspaces: served.map(({ record }) => showWorkspace(behaviour, record)) };
}

/** Returns a Workgroup record with its databases and workspaces (API 2.3). */
export function showWorkgroup(behaviour: Behaviour, workgroup: WorkgroupState): Json {
  return {
    ...workgroup.record,
    tg_databases: [...workgroup.databases.values()].map((database) => showDatabase(behaviour, workgroup, database)),
    workspaces: [...workgroup.workspaces.values()].map(({ record }) => showWorkspace(behaviour, record)),
  };
}

/** Returns a configuration with the field names that the options select. The value can be masked. */
export function showConfiguration(behaviour: Behaviour, configuration: Configuration): Json {
  const keys = behaviour.configurationKeys;
  const value = behaviour.configurationValues === "masked" ? "***" : configuration.value;
  return { [keys.id]: configuration.id, [keys.name]: configuration.name, [keys.value]: value };
}
