import { type Bodies } from "./bodies";
import { Refusal } from "./envelope";
import { type Delay } from "./profile";
import { type AddonEntry, type WorkspaceRecord, workspaceTypes } from "./records";
import { type Store, type WorkspaceState } from "./store";
import { isObject, parseJson } from "./values";

type Settings = Omit<Bodies["workspace"], "pause">;

/** Applies a validated body of API endpoint 9 to a workspace, each field after its own delay. `delay` overrides the options. */
export function updateWorkspace(store: Store, workspace: WorkspaceState, body: Bodies["workspace"], delay?: Delay): void {
  const { pause, ...settings } = body;
  if (pause !== undefined) (pause ? pauseWorkspace : resumeWorkspace)(store, workspace);
  for (const [field, value] of Object.entries(settings))
    store.changeWorkspace(workspace, delay ?? store.behaviour.settleAfter, (live) => applySettings(store, live, { [field]: value }));
  workspace.record.last_modified_time = store.timestamp();
}

/** Applies settings to the record, which has a different name or format for some of them. */
function applySettings(store: Store, workspace: WorkspaceState, settings: Settings): void {
  const { record } = workspace;
  const { workspace_name, workspace_type_name, agent_config, addons, ...others } = settings;
  const { desired_tg_version: version = "auto" } = others;
  Object.assign(record, others);
  if (workspace_name !== undefined) record.name = workspace_name;
  if (workspace_type_name !== undefined) {
    const known = workspaceTypes.find(({ typeName }) => typeName === workspace_type_name);
    record.workspace_type = { ...record.workspace_type, ...known, typeName: workspace_type_name };
  }
  if (agent_config !== undefined)
    record.agent_config = merge(store.behaviour.nested === "merge" ? record.agent_config : undefined, agent_config);
  if (addons !== undefined) record.addons = mergeAddons(store, record, addons);
  if (version !== "auto" && version !== record.tg_version) moveVersion(store, workspace, version);
}

/** `merge` keeps live entries and keys that the request omits; `replace` drops them. Both keep the service's own add-on fields. */
function mergeAddons(store: Store, record: WorkspaceRecord, sent: readonly AddonEntry[]): AddonEntry[] {
  const live = record.addons ?? [];
  const isMerged = store.behaviour.nested === "merge";
  const entries = sent.map((entry): AddonEntry => {
    const before = live.find((other) => other.addons_id === entry.addons_id);
    return {
      is_free: before?.is_free ?? false,
      unique_name: before?.unique_name ?? store.addons.get(entry.addons_id)?.record.unique_name ?? entry.addons_id,
      workspace_id: record.workspace_id,
      ...merge(isMerged ? before : undefined, parseConfiguration(entry)),
    };
  });
  const kept = isMerged ? live : [];
  return [...new Map([...kept, ...entries].map((entry) => [entry.addons_id, entry])).values()];
}

function parseConfiguration(entry: AddonEntry): AddonEntry {
  const { enable_configuration: sent } = entry;
  const parsed = typeof sent === "string" ? parseJson(sent) : undefined;
  return parsed === undefined ? entry : { ...entry, enable_configuration: parsed };
}

/** Returns a copy of the sent value, completed with keys that only the live value has, at any depth. */
function merge<Value>(live: unknown, sent: Value): Value {
  if (!isObject(live) || !isObject(sent)) return structuredClone(sent);
  const merged = Object.entries(sent).map(([key, value]) => [key, merge(live[key], value)]);
  return { ...live, ...(Object.fromEntries(merged) as Value) };
}

/** Starts Active → Pausing → Idle (API 3 lists no states, so these are an assumption). A stopped workspace does not change. */
export function pauseWorkspace(store: Store, workspace: WorkspaceState): void {
  const { status } = workspace.record;
  if (status === "Idle" || status === "Pausing") return;
  setStatus(workspace, "Pausing", "PausePre");
  changeLater(store, workspace, "status", (live) => setStatus(live, "Idle", "Paused"));
}

/** Starts Idle → Resuming → Active. A running workspace does not change; depending on the options, a pausing workspace is refused. */
export function resumeWorkspace(store: Store, workspace: WorkspaceState): void {
  const { status } = workspace.record;
  if (status === "Active" || status === "Resuming") return;
  if (status === "Pausing" && store.behaviour.resumeWhilePausing === "refuse")
    throw new Refusal(500, "Internal-Error", "workspace is Pausing, it cannot be resumed");
  setStatus(workspace, "Resuming", "Normal");
  startWorkspace(store, workspace);
}

/** Sets a newly created or resumed workspace to Active. */
export function startWorkspace(store: Store, workspace: WorkspaceState): void {
  changeLater(store, workspace, "status", (live) => setStatus(live, "Active", "Normal"));
}

/** Starts a refresh (endpoint 11): `refresh_status` is first `refreshing`, then `completed`. */
export function refreshWorkspace(store: Store, workspace: WorkspaceState): void {
  workspace.record.refresh_status = "refreshing";
  workspace.record.refresh_message = "";
  changeLater(store, workspace, "refresh", ({ record }) => {
    record.refresh_status = "completed";
    record.refresh_message = "refreshed";
    record.snapshot_time = store.timestamp();
  });
}

/** Starts an upgrade to a version, which reads return once the upgrade is complete. */
export function moveVersion(store: Store, workspace: WorkspaceState, version: string): void {
  changeLater(store, workspace, "version", ({ record }) => {
    record.tg_version = version;
    if (store.behaviour.desiredVersion === "auto") record.desired_tg_version = "auto";
  });
}

function setStatus({ record }: WorkspaceState, status: string, condition: string): void {
  record.status = status;
  record.display_status = status;
  record.condition_type = condition;
}

/** Changes a workspace when a transition completes; a later transition of the same kind replaces it. */
function changeLater(store: Store, workspace: WorkspaceState, kind: string, apply: (live: WorkspaceState) => void): void {
  store.changeWorkspace(workspace, store.behaviour.statusAfter, apply, kind);
}
