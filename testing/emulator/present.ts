import { type Behaviour, type ResultShape } from "./profile";
import {
  type AddonEntry,
  type Configuration,
  type DatabaseRecord,
  type DatabaseUser,
  type RestoreJob,
  type WorkspaceRecord,
} from "./records";
import { type Store, type WorkgroupState } from "./store";

/** A Workspace record as the service shows it (API 2.2), a copy. */
export function showWorkspace(behaviour: Behaviour, record: WorkspaceRecord): Record<string, unknown> {
  const shown: Record<string, unknown> = structuredClone(record);
  for (const field of behaviour.absentFields) delete shown[field];
  if (behaviour.hostField !== "proxy_host" && "proxy_host" in shown) {
    shown[behaviour.hostField] = shown["proxy_host"];
    delete shown["proxy_host"];
  }
  if (Array.isArray(record.addons) && "addons" in shown) {
    const empty = record.addons.length === 0 && behaviour.emptyAddons === "null";
    shown["addons"] = empty ? null : record.addons.map((entry) => showAddonEntry(behaviour, entry));
  }
  return mask(behaviour, shown);
}

/** The value with what is masked shown as `***`, a copy. */
export function mask<Value>({ maskedFields }: Behaviour, value: Value): Value {
  if (maskedFields.length === 0) return structuredClone(value);
  const text = JSON.stringify(value, (key, inner: unknown) => (maskedFields.includes(key) ? "***" : inner));
  return JSON.parse(text) as Value;
}

/** The poorer record that answers a PUT where the options say so. */
export function showPutResult(behaviour: Behaviour, record: WorkspaceRecord): Record<string, unknown> {
  const shown = showWorkspace(behaviour, record);
  if (behaviour.putResult === "whole") return shown;
  delete shown["cloud_provider_name"];
  delete shown["cloud_provider_short_id"];
  return { ...shown, workgroup_name: "" };
}

function showAddonEntry(behaviour: Behaviour, entry: AddonEntry): Record<string, unknown> {
  const configuration = mask(behaviour, entry.enable_configuration);
  if (configuration === undefined || behaviour.showEnableConfiguration === "object") return structuredClone(entry);
  const shown = typeof configuration === "string" ? configuration : JSON.stringify(configuration);
  return { ...structuredClone(entry), enable_configuration: shown };
}

/** A Database record with its workspaces (API 2.4). */
export function showDatabase(behaviour: Behaviour, workgroup: WorkgroupState, database: DatabaseRecord): Record<string, unknown> {
  return { ...structuredClone(database), workspaces: workspacesOf(behaviour, workgroup, database.database_id) };
}

/** A Workgroup record with its databases and workspaces (API 2.3). */
export function showWorkgroup(behaviour: Behaviour, workgroup: WorkgroupState): Record<string, unknown> {
  return {
    ...structuredClone(workgroup.record),
    tg_databases: [...workgroup.databases.values()].map((database) => showDatabase(behaviour, workgroup, database)),
    workspaces: workgroup.workspaces.size === 0 && behaviour.emptyWorkspaces === "null" ? null : workspacesOf(behaviour, workgroup),
  };
}

function workspacesOf(behaviour: Behaviour, workgroup: WorkgroupState, databaseId?: string): Record<string, unknown>[] {
  return [...workgroup.workspaces.values()]
    .filter(({ record }) => databaseId === undefined || record.database_id === databaseId)
    .map(({ record }) => showWorkspace(behaviour, record));
}

/** A configuration under the names the options give it; its value may be masked. */
export function showConfiguration(behaviour: Behaviour, configuration: Configuration): Record<string, unknown> {
  const keys = behaviour.configurationKeys;
  const value = behaviour.configurationValues === "masked" ? "***" : configuration.value;
  return { [keys.id]: configuration.id, [keys.name]: configuration.name, [keys.value]: value };
}

/** A user without its password. */
export function showUser(user: DatabaseUser): Record<string, unknown> {
  const { password, ...shown } = user;
  void password;
  return shown;
}

/** Restore job status (API 2.6): the job's identifier is not among its fields. */
export function showRestoreJob(job: RestoreJob): Record<string, unknown> {
  const { created_at, name, output, status } = job;
  return { created_at, name, output, status };
}

const shapes: Readonly<Record<ResultShape, (value: unknown, sentence: string) => unknown>> = {
  object: (value) => value,
  text: (_, sentence) => sentence,
  "json-text": (value) => JSON.stringify(value),
  null: () => null,
  boolean: () => true,
};

/** A Result that API 4 calls "not shown", in the shape the options give that endpoint. */
export function showResult(store: Store, endpoint: number | string, value: unknown, sentence: string): unknown {
  const wanted = store.behaviour.showResults;
  const shape = typeof wanted === "string" ? wanted : (wanted[String(endpoint)] ?? wanted["default"] ?? "object");
  return shapes[shape](value, sentence);
}
