import { Refusal } from "./envelope";
import { type Delay } from "./profile";
import { type AddonEntry, type WorkspaceRecord, workspaceTypes } from "./records";
import { type Store, type WorkspaceState } from "./store";
import { isObject, parseJson } from "./values";

type Json = Record<string, unknown>;

/** Applies a checked body of API endpoint 9 to a workspace, each field after its own delay. `delay` overrules the options. */
export function updateWorkspace(store: Store, workspace: WorkspaceState, body: Json, delay?: Delay): void {
  const { behaviour } = store;
  const { workgroup_id: workgroupId, workspace_id: workspaceId } = workspace.record;
  const { pause, ...settings } = body;
  if (typeof pause === "boolean") (pause ? pauseWorkspace : resumeWorkspace)(store, workspace);
  for (const [field, value] of Object.entries(settings)) {
    const after = delay ?? behaviour.settleAfterField[field] ?? behaviour.settleAfter;
    store.deferrals.defer(workgroupId, after, () => {
      const live = store.workgroups.get(workgroupId)?.workspaces.get(workspaceId);
      if (live !== undefined) applyField(store, live, field, value);
    });
  }
  workspace.record.last_modified_time = store.timestamp();
}

/** Body fields whose record field is not the field of the same name. */
const fields: Readonly<Record<string, (store: Store, workspace: WorkspaceState, value: unknown) => void>> = {
  workspace_name: (_, { record }, value) => {
    record.name = String(value);
  },
  workspace_type_name: (_, { record }, value) => {
    const known = workspaceTypes.find((type) => type.typeName === value);
    record.workspace_type = { ...record.workspace_type, ...known, typeName: String(value) };
  },
  desired_tg_version: (store, workspace, value) => {
    workspace.record.desired_tg_version = String(value);
    if (value !== "auto" && value !== workspace.record.tg_version) moveVersion(store, workspace, String(value));
  },
  agent_config: ({ behaviour }, { record }, value) => {
    record.agent_config = behaviour.nested === "merge" ? (merge(record.agent_config, value) as Json) : (structuredClone(value) as Json);
  },
  addons: (store, workspace, value) => {
    workspace.record.addons = mergeAddons(store, workspace.record, value as AddonEntry[]);
  },
};

function applyField(store: Store, workspace: WorkspaceState, field: string, value: unknown): void {
  const apply = fields[field];
  if (apply === undefined) workspace.record[field] = value;
  else apply(store, workspace, value);
}

/** Merge keeps live entries and keys that were not sent; replace keeps only what was sent. What the service itself knows of an add-on stays either way. */
function mergeAddons(store: Store, record: WorkspaceRecord, sent: readonly AddonEntry[]): AddonEntry[] {
  const live = record.addons ?? [];
  const entries = sent.map((entry): AddonEntry => {
    const before = live.find((other) => other.addons_id === entry.addons_id);
    const given = parseConfiguration(entry);
    const facts = {
      is_free: before?.is_free ?? false,
      unique_name: before?.unique_name ?? store.addons.get(entry.addons_id)?.record.unique_name ?? entry.addons_id,
      workspace_id: record.workspace_id,
    };
    if (store.behaviour.nested === "merge") return { ...facts, ...(merge(before, given) as AddonEntry) };
    return { ...facts, ...given };
  });
  if (store.behaviour.nested === "replace") return entries;
  const added = entries.filter((entry) => !live.some((other) => other.addons_id === entry.addons_id));
  return [...live.map((entry) => entries.find((other) => other.addons_id === entry.addons_id) ?? entry), ...added];
}

function parseConfiguration(entry: AddonEntry): AddonEntry {
  if (typeof entry.enable_configuration !== "string") return structuredClone(entry);
  const parsed = parseJson(entry.enable_configuration);
  return parsed === undefined ? { ...entry } : { ...entry, enable_configuration: parsed };
}

function merge(live: unknown, sent: unknown): unknown {
  if (!isObject(live) || !isObject(sent)) return structuredClone(sent);
  const merged: Json = { ...live };
  for (const [key, value] of Object.entries(sent)) merged[key] = merge(live[key], value);
  return merged;
}

/** Starts Active → Pausing → Idle (API 3 shows no states; the names are options). A stopped workspace stays as it is. */
export function pauseWorkspace(store: Store, workspace: WorkspaceState): void {
  const { pausing, stopped } = store.behaviour.statusNames;
  if (workspace.record.status === stopped || workspace.record.status === pausing) return;
  setStatus(workspace, pausing, "PausePre");
  later(store, workspace, "status", (live) => setStatus(live, stopped, "Paused"));
}

/** Starts Idle → Resuming → Active. A running workspace stays as it is; one still pausing may be refused. */
export function resumeWorkspace(store: Store, workspace: WorkspaceState): void {
  const { running, pausing, resuming } = store.behaviour.statusNames;
  const { status } = workspace.record;
  if (status === running || status === resuming) return;
  if (status === pausing && store.behaviour.resumeWhilePausing === "refuse") {
    throw new Refusal(500, "Internal-Error", `workspace is ${pausing}, it cannot be resumed`);
  }
  setStatus(workspace, resuming, "Normal");
  later(store, workspace, "status", (live) => setStatus(live, running, "Normal"));
}

/** Starts Creating → Active, of a workspace that was just made. */
export function startWorkspace(store: Store, workspace: WorkspaceState): void {
  later(store, workspace, "status", (live) => setStatus(live, store.behaviour.statusNames.running, "Normal"));
}

/** Starts a refresh (endpoint 11): `refresh_status` is `refreshing` at first, then `completed`. */
export function refreshWorkspace(store: Store, workspace: WorkspaceState): void {
  workspace.record.refresh_status = "refreshing";
  workspace.record.refresh_message = "";
  later(store, workspace, "refresh", ({ record }) => {
    record.refresh_status = "completed";
    record.refresh_message = "refreshed";
    record.snapshot_time = store.timestamp();
  });
}

function moveVersion(store: Store, workspace: WorkspaceState, version: string): void {
  later(store, workspace, "version", ({ record }) => {
    record.tg_version = version;
    if (store.behaviour.desiredVersion === "auto") record.desired_tg_version = "auto";
  });
}

function setStatus({ record }: WorkspaceState, status: string, condition: string): void {
  record.status = status;
  record.display_status = status;
  record.condition_type = condition;
}

function later(store: Store, workspace: WorkspaceState, what: string, change: (live: WorkspaceState) => void): void {
  const { workgroup_id: workgroupId, workspace_id: workspaceId } = workspace.record;
  const run = () => {
    const live = store.workgroups.get(workgroupId)?.workspaces.get(workspaceId);
    if (live !== undefined) change(live);
  };
  store.deferrals.defer(workgroupId, store.behaviour.statusAfter, run, `${what} ${workspaceId}`);
}
